"""What each part of reading is worth: the same unseen tables read as shipped, and with one thing changed at a time.

python -m models.training.ablation --csv models/results/ablation_drawn.csv
python -m models.training.ablation --folder DIR --csv models/results/ablation.csv --card models/reader.md

`--networks "first=LOCATOR.onnx,READER.onnx"` also reads with other networks.

What is changed is replaced from outside, so that what ships carries no switches.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Protocol
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from engine.tiles import TileSet
from models.renderer.desks import draw_desk
from models.training.evaluate import Tally
from models.training.pictures import Picture, drawn_pictures, pictures_in
from vision.calibration import calibration_error
from vision.detector import Detector, first_side
from vision.layout import build_layout
from vision.looking import Looked, second_look
from vision.networks import Network
from vision.pipeline import SceneReader
from vision.reader import Reader, Reading
from vision.scene import Scene

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

FIRST_SEED = 70_000_000
"""Far from the seeds of training, calibration and evaluation."""
EVERYTHING = "everything"
BEGIN, END = "<!-- ablation -->", "<!-- /ablation -->"
AS_A_WHOLE = "without deciding the table as a whole"
_LOOK = Reader.look


def _no_second_look(reader: Reader, photo: Bytes, first: Looked, rough: Reading, thorough: bool = False) -> Looked:
    return first


def _second_look_at_all(reader: Reader, photo: Bytes, first: Looked, rough: Reading, thorough: bool = False) -> Looked:
    return second_look(reader, photo, first, rough, thorough=True)


def _one_way_up(reader: Reader, photo: Bytes, corners: Floats, mirrored: bool = False) -> Floats:
    return _LOOK(reader, photo, corners)


def _any_size(corners: Floats, scores: Floats) -> Floats:
    return np.ones(len(scores), np.float32)


def _no_proof(_reading: object, _scores: object, kept: list[int], _places: object) -> list[int]:
    return kept


def _no_other_sides(sides: Sequence[int], *_: object) -> list[int]:
    return []


def _all_other_sides(sides: Sequence[int], *_: object) -> list[int]:
    return [side for side in sides if side != first_side(sides)]


def decided(scene: Scene, tile_set: TileSet) -> Scene:
    """The scene with the numbers, and how sure they are, that the table as a whole decides for."""
    layout = build_layout(scene, tile_set)
    others = (1 - layout.confidence) / max(1, tile_set.max_pips)
    probabilities = np.repeat(others[..., None], tile_set.max_pips + 1, axis=2)
    np.put_along_axis(probabilities, np.maximum(layout.pips, 0)[..., None], layout.confidence[..., None], axis=2)
    return replace(scene, probabilities=probabilities.astype(np.float32))


def _undecided(scene: Scene, tile_set: TileSet) -> Scene:
    return scene


CHANGES: Mapping[str, tuple[str, Callable[..., Any]]] = {
    "without the second look": ("vision.pipeline.second_look", _no_second_look),
    "with a second look at every tile": ("vision.pipeline.second_look", _second_look_at_all),
    "without reading both ways up": ("vision.reader.Reader.look", _one_way_up),
    "without the one size of tiles": ("vision.pipeline.of_one_size", _any_size),
    "without the proof of dominoes": ("vision.pipeline.proven", _no_proof),
    "in one picture size": ("vision.looking.further_sides", _no_other_sides),
    "in all picture sizes": ("vision.looking.further_sides", _all_other_sides),
    AS_A_WHOLE: (f"{__name__}.decided", _undecided),
}
"""What is changed: where it is, and what takes its place."""


class ReadsTiles(Protocol):
    """A `vision.pipeline.SceneReader`, or what stands in for one."""

    def read(self, photo: Bytes, tile_set: TileSet = ..., /) -> tuple[Scene, dict[str, float]]:
        """The scene of a picture, and milliseconds by stage."""
        ...


@dataclass(frozen=True, eq=False)
class Variant:
    """A way of reading: its name, which may be one of the `CHANGES`, and the networks."""

    name: str
    reader: ReadsTiles

    def count(self, pictures: Sequence[Picture], empty: Sequence[Bytes]) -> Row:
        """Reads all pictures."""
        tally, ms, false = Tally(), [], 0
        with ExitStack() as stack:
            if self.name in CHANGES:
                stack.enter_context(patch(*CHANGES[self.name]))
            for picture in track(pictures, self.name, transient=True):
                scene, times = self.reader.read(picture.sample.picture(), picture.tile_set)
                tally.add(picture.sample, decided(scene, picture.tile_set) if picture.is_game else scene)
                ms.append(sum(times.values()))
            for desk in empty:
                false += len(self.reader.read(desk)[0])
        return Row.of(self.name, tally, len(pictures), len(empty), false, float(np.median(ms or [0.0])))


@dataclass(frozen=True)
class Row:
    """A line of the table.

    Attributes:
        variant: what is changed, or which networks read.
        pictures, tiles: with dominoes, and the tiles that lie there whole.
        found: those of them that are seen at all.
        f1: of tiles with both numbers right, or rightly seen face down.
        false: tiles reported where none lies whole.
        half_errors: misread halves among those of the tiles found, 0..1.
        calibration: expected calibration error of these halves, 0..1.
        empty, empty_false: pictures without dominoes, and the tiles seen on them.
        ms: median of detecting and reading.
    """

    variant: str
    pictures: int
    tiles: int
    found: int
    f1: float
    false: int
    half_errors: float
    calibration: float
    empty: int
    empty_false: int
    ms: float

    @classmethod
    def of(cls, variant: str, tally: Tally, pictures: int, empty: int, empty_false: int, ms: float) -> Row:
        """Sums up what was counted."""
        backs = tally.found - tally.wrong_face - tally.halves // 2
        there = max(1, tally.tiles + tally.found + tally.false)
        return cls(
            variant,
            pictures,
            tally.tiles,
            tally.found,
            round(2 * (tally.right_tiles + backs) / there, 4),
            tally.false,
            round(tally.wrong_halves / max(1, tally.halves), 4),
            round(calibration_error(np.array(tally.sure), np.array(tally.right, np.bool_)), 4),
            empty,
            empty_false,
            round(ms, 1),
        )


def variants(networks: Sequence[str], games: bool, threads: int) -> list[Variant]:
    """All that is compared: the shipped networks with everything and with each change, then the other networks.

    Args:
        networks: "NAME=LOCATOR,READER" each.
        games: whether there are tables that can be decided as a whole.
        threads: for the networks.
    """
    shipped = SceneReader.load(threads)
    found = [Variant(name, shipped) for name in (EVERYTHING, *CHANGES) if games or name != AS_A_WHOLE]
    for words in networks:
        name, _, files = words.partition("=")
        locator, reader = (Path(file) for file in files.split(","))
        found.append(Variant(name, _reader_of(locator, reader, threads)))
    return found


def _reader_of(locator: Path, reader: Path, threads: int) -> SceneReader:
    return SceneReader(
        Detector(Network.of(locator.read_bytes(), threads)), Reader(Network.of(reader.read_bytes(), threads))
    )


def write_csv(rows: Sequence[Row], path: Path) -> None:
    """Writes the table."""
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row.__dataclass_fields__)
        writer.writerows(list(vars(row).values()) for row in rows)


def as_markdown(rows: Sequence[Row]) -> str:
    """The table as the model cards show it."""
    head = ["", "tiles found", "F1", "false tiles", "halves misread", "false tiles where there is none", "ms"]
    lines = [f"| {' | '.join(head)} |", "|---|" + "---|" * (len(head) - 1)]
    for row in rows:
        share = row.found / max(1, row.tiles)
        lines.append(
            f"| {row.variant} | {share:.1%} | {row.f1:.3f} | {row.false} | {row.half_errors:.2%} | {row.empty_false} | "
            f"{row.ms:.0f} |"
        )
    return "\n".join(lines)


def read_csv(path: Path) -> list[Row]:
    """The table that `write_csv` wrote."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    kinds = {field.name: {"int": int, "float": float}.get(str(field.type), str) for field in fields(Row)}
    return [Row(**{name: kinds[name](value) for name, value in line.items()}) for line in lines]


def with_table(card: str, rows: Sequence[Row]) -> str:
    """The text of a model card with this table in the place of its old one, between `BEGIN` and `END`."""
    before, _, rest = card.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{as_markdown(rows)}\n\n{END}{after}"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Reads unseen tables with one thing changed at a time.")
    parser.add_argument("--pictures", type=int, default=100, help="how many tables are drawn")
    parser.add_argument("--empty", type=int, default=30, help="how many desks without dominoes are drawn")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="seed of the first picture")
    parser.add_argument("--folder", type=Path, help="reads the pictures of this folder instead of drawn tables")
    parser.add_argument("--networks", action="append", default=[], metavar="NAME=LOCATOR,READER")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--card", type=Path, help="model card whose table is renewed")
    options = parser.parse_args()
    drawn = drawn_pictures(options.first, options.pictures)
    pictures = list(track(drawn if options.folder is None else pictures_in(options.folder), "pictures", transient=True))
    empty = [draw_desk(options.first + number) for number in range(options.empty)]
    compared = variants(options.networks, options.folder is not None, options.threads)
    rows = [variant.count(pictures, empty) for variant in compared]
    if options.csv:
        write_csv(rows, options.csv)
    if options.card:
        options.card.write_text(with_table(options.card.read_text(encoding="utf-8"), rows), encoding="utf-8")
    print(as_markdown(rows))


if __name__ == "__main__":
    main()
