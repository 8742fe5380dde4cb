"""The stress test: how much of each single thing that spoils a picture reading bears.

Rendered tables are photographed under good conditions, with one factor changed at a time; at every level of every
factor the same tables are read. A tile is right when both of its numbers are right at its place; one that is partly
covered or outside the picture need not be read, but must not be read wrongly.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from device.bench.photos import BenchError
from device.bench.rendered import WHOLE
from device.bench.scoring import TileScore
from device.session import TileReader
from vision.layout import Layout, build_layout

if TYPE_CHECKING:
    from models.renderer.scene import TileTruth

PICTURES = 16
"""How many tables are read at each level, unless told otherwise: two of each look."""
TARGET = 0.98
"""The F1 that is reached inside the working range."""
_NEAR = 0.5
"""How far from its place the middle of a tile may be reported, in sides of half a tile."""


@dataclass(frozen=True)
class Factor:
    """Something that spoils pictures, by the name of its field in `Conditions`; levels ascend."""

    name: str
    levels: tuple[float, ...]
    log: bool = False


FACTORS = (
    Factor("rotation", tuple(range(0, 360, 30))),
    Factor("tilt", (0, 10, 20, 30, 35, 40, 50)),
    Factor("side", (8, 10, 12, 14, 16, 20, 40, 80, 160, 250, 350), log=True),
    Factor("defocus", (1, 3, 5, 7, 9, 12, 15)),
    Factor("motion", (0, 10, 15, 20, 25, 30, 40)),
    Factor("exposure", (-4, -3, -2, -1, -0.5, 0, 0.5, 1, 1.5, 2)),
    Factor("noise", (2.5, 10, 20, 30, 40, 50, 70)),
    Factor("jpeg", (5, 10, 20, 30, 40, 60, 75, 90)),
    Factor("cast", (-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3)),
    Factor("covered", (0, 10, 20, 30, 40, 50)),
)


@dataclass(frozen=True)
class Level:
    """How all tables together were read at one level of one factor."""

    factor: str
    value: float
    pictures: int
    score: TileScore

    @property
    def found(self) -> float:
        """Share of the tiles that were seen face up at their place, whatever was read there."""
        tiles = self.score.right + self.score.missed
        return self.score.paired_halves / 2 / tiles if tiles else 1.0

    @property
    def holds(self) -> bool:
        """Whether the F1 is what it has to be."""
        return self.score.f1 >= TARGET


Progress = Callable[[Iterable[list[TileScore]], int], Iterable[list[TileScore]]]


def measure(
    reader: TileReader, pictures: int, progress: Progress, workers: int, factors: Sequence[Factor] = FACTORS
) -> list[Level]:
    """Reads `pictures` tables at every level, on so many threads; `progress` shows and hands on what it is given."""
    jobs = [(factor, number) for factor in factors for number in range(pictures)]
    pool = ThreadPoolExecutor(workers)
    try:
        scores = list(progress(pool.map(lambda job: _scores(job[0], job[1], reader), jobs), len(jobs)))
    finally:
        pool.shutdown(cancel_futures=True)
    return [
        Level(factor.name, value, pictures, sum(column, TileScore()))
        for row, factor in enumerate(factors)
        for value, column in zip(
            factor.levels, zip(*scores[row * pictures : (row + 1) * pictures], strict=True), strict=True
        )
    ]


def _scores(factor: Factor, number: int, reader: TileReader) -> list[TileScore]:
    """How the table of this number is read at each level."""
    from device.bench.stress_tables import Conditions, photographed, stress_table

    table = stress_table(number)
    conditions = [replace(Conditions(), **{factor.name: float(level)}) for level in factor.levels]
    return [
        score_places(build_layout(reader.read(picture, table.tile_set)[0], table.tile_set), truth)
        for picture, truth in photographed(table, conditions)
    ]


def score_places(layout: Layout, truth: Sequence[TileTruth]) -> TileScore:
    """Compares each tile that was read with the one that lies at its place.

    A whole tile is seen to at least nine tenths of either half. Of the others, one that is read rightly does not count.
    """
    whole = [min(tile.visible) >= WHOLE for tile in truth]
    rows = np.flatnonzero((layout.pips >= 0).all(axis=1))
    found = _places(layout.scene.centers[rows], truth)
    read = {
        place: _read_at(layout, int(row), truth[place]) for row, place in zip(rows, found, strict=True) if place >= 0
    }
    right = {place for place, pips in read.items() if pips == truth[place].tile.pips}
    paired = [place for place in read if whole[place]]
    wrong = sum(
        one != other for place in paired for one, other in zip(read[place], truth[place].tile.pips, strict=True)
    )
    count = sum(whole[place] for place in right)
    return TileScore(count, len(rows) - len(right), sum(whole) - count, wrong, 2 * len(paired))


def _places(centers: np.ndarray, truth: Sequence[TileTruth]) -> list[int]:
    """Which tile lies where each was read, -1 for none; each tile is taken once, by the nearest."""
    places = [-1] * len(centers)
    if not len(centers) or not truth:
        return places
    true = np.array([tile.centers for tile in truth])
    sides = np.linalg.norm(true[:, 1] - true[:, 0], axis=1)
    far = np.linalg.norm(centers.mean(axis=1)[:, None] - true.mean(axis=1)[None], axis=2) / sides
    for row, place in sorted(np.argwhere(far < _NEAR).tolist(), key=lambda pair: far[pair[0], pair[1]]):
        if places[row] < 0 and place not in places:
            places[row] = place
    return places


def _read_at(layout: Layout, row: int, tile: TileTruth) -> tuple[int, int]:
    """The numbers that were read, in the order of the true halves."""
    one, other = layout.scene.centers[row]
    first, second = (int(pips) for pips in layout.pips[row])
    along = tile.centers[1] - tile.centers[0]
    return (first, second) if float(np.dot(other - one, along)) > 0 else (second, first)


def neutral(factor: str) -> float:
    """The level of a factor under good conditions."""
    from device.bench.stress_tables import Conditions

    return float(getattr(Conditions(), factor))


def working_range(levels: Sequence[Level], middle: float) -> tuple[float, float] | None:
    """From which to which value reading holds around the good conditions; None where it does not hold even there."""
    ordered = sorted(levels, key=lambda level: level.value)
    start = next((row for row, level in enumerate(ordered) if level.value == middle), None)
    if start is None or not ordered[start].holds:
        return None
    low = high = start
    while low and ordered[low - 1].holds:
        low -= 1
    while high + 1 < len(ordered) and ordered[high + 1].holds:
        high += 1
    return ordered[low].value, ordered[high].value


def by_factor(levels: Sequence[Level]) -> dict[str, list[Level]]:
    """The levels of each factor."""
    return {
        name: [level for level in levels if level.factor == name] for name in dict.fromkeys(x.factor for x in levels)
    }


_COLUMNS = ("factor", "level", "pictures", "right", "false", "missed", "wrong_halves", "paired_halves", "f1")


def as_csv(levels: Iterable[Level]) -> str:
    """A line a level."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for level in levels:
        score = level.score
        counts = (score.right, score.false, score.missed, score.wrong_halves, score.paired_halves)
        writer.writerow((level.factor, f"{level.value:g}", level.pictures, *counts, f"{score.f1:.4f}"))
    return out.getvalue()


def from_csv(text: str) -> list[Level]:
    """What `as_csv` wrote.

    Raises:
        BenchError: it is something else.
    """
    try:
        return list(_levels(csv.DictReader(io.StringIO(text))))
    except (KeyError, TypeError, ValueError) as error:
        raise BenchError("bench.bad_stress") from error


def _levels(rows: Iterable[dict[str, str]]) -> Iterator[Level]:
    for row in rows:
        score = TileScore(*(int(row[column]) for column in _COLUMNS[3:8]))
        yield Level(row["factor"], float(row["level"]), int(row["pictures"]), score)
