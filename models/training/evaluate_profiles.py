"""What showing a set is worth: rendered evenings with sets that training never saw, read without and with a profile.

python -m models.training.evaluate_profiles --sets 20 --tables 10

Each evening has a photo of the whole set, from which the profile is learnt, and some tables. An error is a half that is
misread (after the whole table was decoded) or a tile that is missed. Each profile is also used on the next evening with
the same kind of set, where it should change nothing for the worse.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import TileSet
from models.renderer.scene import Rendered, render
from models.training.set_tables import game_table, random_evening, set_photo
from vision.layout import Layout, build_layout
from vision.pipeline import SceneReader
from vision.profile import Profile
from vision.set_photo import SetPhotoError, learn_set

FIRST_SEED = 72_000_000
"""Far from the seeds of training and of the other evaluations."""
SETS = (6, 6, 6, 9, 12)
"""Evening after evening a set of this kind lies on the table."""
_WHOLE = 0.9


@dataclass(frozen=True)
class Errors:
    """Counts over tables; `halves` and `tiles` are what there was to read right."""

    wrong_halves: int = 0
    missed: int = 0
    false: int = 0
    halves: int = 0
    tiles: int = 0

    def __add__(self, other: Errors) -> Errors:
        return Errors(*(one + two for one, two in zip(self._counts(), other._counts(), strict=True)))

    def _counts(self) -> tuple[int, ...]:
        return self.wrong_halves, self.missed, self.false, self.halves, self.tiles

    def __str__(self) -> str:
        errors = self.wrong_halves + self.missed
        return (
            f"{errors} errors ({self.wrong_halves} of {self.halves} halves misread, "
            f"{self.missed} of {self.tiles} tiles missed), {self.false} false tiles"
        )


@dataclass(frozen=True)
class EveningResult:
    """The tables of one evening; `learnt` tells how the photo of the set went."""

    tile_set: TileSet
    learnt: str
    plain: Errors
    shown: Errors
    stranger: Errors


def compare(truth: Rendered, layout: Layout) -> Errors:
    """What is wrong with a reading, by the places of the tiles; tiles that are partly covered or cut do not count."""
    middles = np.array([tile.corners.mean(axis=0) for tile in truth.tiles], np.float32).reshape(-1, 2)
    found: set[int] = set()
    wrong = halves = false = 0
    for row, centers in enumerate(layout.scene.centers):
        index = _tile_at(truth, middles, centers.mean(axis=0))
        if index is None or index in found:
            false += 1
            continue
        found.add(index)
        tile = truth.tiles[index]
        if min(tile.visible) >= _WHOLE and layout.scene.face_up[row]:
            straight = np.linalg.norm(centers[0] - tile.centers[0]) < np.linalg.norm(centers[0] - tile.centers[1])
            read = layout.pips[row] if straight else layout.pips[row][::-1]
            wrong += int((read != np.array(tile.tile.pips)).sum())
            halves += 2
        elif min(tile.visible) >= _WHOLE:
            found.discard(index)
    whole = [index for index, tile in enumerate(truth.tiles) if min(tile.visible) >= _WHOLE]
    return Errors(wrong, sum(index not in found for index in whole), false, halves, len(whole))


def _tile_at(truth: Rendered, middles: NDArray[np.float32], place: NDArray[np.float32]) -> int | None:
    if not len(middles):
        return None
    apart = np.linalg.norm(middles - place, axis=1)
    index = int(apart.argmin())
    corners = truth.tiles[index].corners
    return index if apart[index] <= 0.2 * float(np.linalg.norm(corners[1] - corners[0])) else None


def measure(job: tuple[int, int]) -> EveningResult:
    """One evening: its number and how many tables it has."""
    cv2.setNumThreads(1)
    number, count = job
    reader = SceneReader.load(threads=1)
    tile_set = TileSet(SETS[number % len(SETS)])
    profile, learnt = _profile(reader, number, tile_set)
    stranger, _ = _profile(reader, number + len(SETS), tile_set)
    rng = np.random.default_rng(FIRST_SEED + number)
    evening = random_evening(rng, tile_set)
    render(set_photo(rng, evening))
    tables = [render(game_table(rng, evening)) for _ in range(count)]
    results = [_total(reader, tables, tile_set, used) for used in (None, profile, stranger)]
    return EveningResult(tile_set, learnt, *results)


def _profile(reader: SceneReader, number: int, tile_set: TileSet) -> tuple[Profile | None, str]:
    rng = np.random.default_rng(FIRST_SEED + number)
    picture = render(set_photo(rng, random_evening(rng, tile_set))).picture
    try:
        shown = learn_set(reader, [picture], tile_set, str(number))
    except SetPhotoError as error:
        return None, f"refused: {error}"
    return shown.profile, f"{shown.profile.tiles} of {len(tile_set)} told apart"


def _total(reader: SceneReader, tables: Sequence[Rendered], tile_set: TileSet, profile: Profile | None) -> Errors:
    used = replace(reader, profile=profile)
    total = Errors()
    for table in tables:
        total += compare(table, build_layout(used.read(table.picture, tile_set)[0], tile_set))
    return total


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Measures what a profile is worth on rendered unseen sets.")
    parser.add_argument("--sets", type=int, default=20)
    parser.add_argument("--tables", type=int, default=10, help="of each set")
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    options = parser.parse_args()
    totals = [Errors(), Errors(), Errors()]
    with multiprocessing.Pool(options.processes) as pool:
        jobs = [(number, options.tables) for number in range(options.sets)]
        for number, result in enumerate(pool.imap(measure, jobs)):
            three = (result.plain, result.shown, result.stranger)
            totals = [total + errors for total, errors in zip(totals, three, strict=True)]
            print(f"{number} {result.tile_set} ({result.learnt})", flush=True)
            for name, errors in zip(("without", "profile", "another's"), three, strict=True):
                print(f"   {name:<10} {errors}", flush=True)
    for name, errors in zip(("without", "profile", "another's"), totals, strict=True):
        print(f"all {name:<10} {errors}")


if __name__ == "__main__":
    main()
