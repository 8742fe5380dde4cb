"""Counts what is taken for a domino on pictures that show none."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from device.bench.photos import BenchError
from device.errors import UserError
from device.photo import load_photo
from device.session import TileReader
from engine.tiles import Tile, TileSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.scene import Scene

PICTURES = 300
PHOTO, SAMPLE, ALL = "photo", "sample", "all"
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
SAMPLE_NAMES = (
    *("astronaut.png", "brick.png", "camera.png", "cell.png", "chelsea.png", "clock_motion.png", "coffee.png"),
    *("coins.png", "grass.png", "gravel.png", "horse.png", "hubble_deep_field.jpg", "ihc.png", "microaneurysms.png"),
    *("retina.jpg", "rocket.jpg", "text.png"),
)
"""The sample pictures in scikit-image's wheel that it says are CC0, in the public domain or of no known copyright."""


@dataclass(frozen=True)
class EmptyPicture:
    """A picture without dominoes; `kind` says what it shows instead.

    Attributes:
        load: gives the (height, width, 3) uint8 BGR picture; raises a UserError where there is none.
    """

    name: str
    kind: str
    load: Callable[[], NDArray[np.uint8]]


@dataclass(frozen=True)
class FalseTile:
    """Something that was taken for a domino; `tile` is None where it was taken for a back.

    Attributes:
        score: how surely it was taken for a whole tile, 0..1.
        center: x and y of its middle in pixels.
    """

    tile: Tile | None
    score: float
    center: tuple[float, float]


@dataclass(frozen=True)
class EmptyResult:
    """What was seen on one picture; `error` says why it could not be read."""

    name: str
    kind: str
    tiles: tuple[FalseTile, ...] = ()
    error: UserError | None = None


@dataclass(frozen=True)
class Counts:
    """Pictures of one kind together; `backs` of the false `tiles` were taken for backs."""

    kind: str
    pictures: int
    with_tiles: int
    tiles: int
    backs: int


def folder_pictures(folder: Path) -> list[EmptyPicture]:
    """All pictures in a folder and those below it.

    Raises:
        BenchError: it holds none.
    """
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise BenchError("bench.no_pictures", path=folder)
    return [EmptyPicture(str(path.relative_to(folder)), PHOTO, partial(_load, path)) for path in paths]


def sample_pictures() -> list[EmptyPicture]:
    """The pictures that the package scikit-image brings along, where they lie; none if it is not installed."""
    package = find_spec("skimage")
    folders = package.submodule_search_locations if package is not None else None
    paths = [Path(folder) / "data" / name for folder in folders or () for name in SAMPLE_NAMES]
    return [EmptyPicture(path.name, SAMPLE, partial(_load, path)) for path in paths if path.is_file()]


def drawn_pictures(count: int) -> list[EmptyPicture]:
    """Tables that the renderer draws from seeds that no training used."""
    from models.renderer.desks import FIRST_SEED, kind_of

    seeds = range(FIRST_SEED, FIRST_SEED + count)
    return [EmptyPicture(str(seed), kind_of(seed), partial(_draw, seed)) for seed in seeds]


def measure_empty(picture: EmptyPicture, reader: TileReader, tile_set: TileSet) -> EmptyResult:
    """Reads one picture as if tiles of the set lay there."""
    try:
        scene, _ = reader.read(picture.load(), tile_set)
    except UserError as error:
        return EmptyResult(picture.name, picture.kind, error=error)
    return EmptyResult(picture.name, picture.kind, tuple(_false_tile(scene, row) for row in range(len(scene))))


def by_kind(results: Sequence[EmptyResult]) -> list[Counts]:
    """The counts for each kind of picture in the order in which they came, then for all together.

    Pictures that could not be read do not count.
    """
    read = [result for result in results if result.error is None]
    kinds = dict.fromkeys(result.kind for result in read)
    rows = [_counts(kind, [result for result in read if result.kind == kind]) for kind in kinds]
    return [*rows, _counts(ALL, read)]


def as_csv(results: Iterable[EmptyResult]) -> str:
    """A line for each false tile."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["picture", "kind", "tile", "score", "x", "y"])
    for result in results:
        for tile in result.tiles:
            x, y = tile.center
            writer.writerow([result.name, result.kind, tile.tile or "", f"{tile.score:.4f}", f"{x:.0f}", f"{y:.0f}"])
    return text.getvalue()


def _counts(kind: str, results: Sequence[EmptyResult]) -> Counts:
    tiles = [tile for result in results for tile in result.tiles]
    backs = sum(tile.tile is None for tile in tiles)
    return Counts(kind, len(results), sum(bool(result.tiles) for result in results), len(tiles), backs)


def _false_tile(scene: Scene, row: int) -> FalseTile:
    x, y = scene.centers[row].mean(axis=0).tolist()
    numbers = scene.probabilities[row].argmax(axis=1).tolist()
    return FalseTile(Tile(*numbers) if scene.face_up[row] else None, float(scene.scores[row]), (x, y))


def _load(path: Path) -> NDArray[np.uint8]:
    return load_photo(path).image


def _draw(seed: int) -> NDArray[np.uint8]:
    from models.renderer.desks import draw_desk

    return draw_desk(seed)
