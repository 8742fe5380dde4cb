"""Measures reading on rendered tables, of which the place and the visible share of every half are known.

A folder holds pictures and truth.jsonl as `models.validation` writes it: a line a picture. A tile counts when both of
its halves are seen to at least nine tenths; one that is seen less may be reported or not, but not as another tile.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from device.bench.asides import Place
from device.bench.photos import BenchError, PhotoResult, PhotoTruth, Row, row_of
from device.bench.scoring import PartialTile
from device.shipped import shipped_folder
from engine.tiles import Tile, TileSet

SAMPLE = "validation"
TRUTH = "truth.jsonl"
MARKS = ("kind", "light", "table", "layout", "tilt")
WHOLE, LEAST = 0.9, 0.1
"""From which share of each half a tile must be read, and below which share of both it is not there at all."""
_TILTS = ((10.0, "0-10"), (25.0, "10-25"), (35.0, "25-35"))
_STEEPEST = "35-"


@dataclass(frozen=True)
class FalseTiles:
    """What was seen on pictures without a domino: `tiles` in all, `backs` of them face down."""

    pictures: int
    tiles: int
    backs: int


def sample_folder() -> Path:
    """Where the shipped rendered pictures lie.

    Raises:
        BenchError: they are not there.
    """
    folder = shipped_folder(SAMPLE, TRUTH)
    if folder is None:
        raise BenchError("bench.no_sample")
    return folder


def load_rendered_truth(folder: Path) -> list[PhotoTruth]:
    """Reads truth.jsonl.

    Raises:
        BenchError: there is none, or a line is not as `models.validation.truth` writes it.
    """
    path = folder / TRUTH
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError as error:
        raise BenchError("bench.no_rendered", path=path) from error
    except (ValueError, NotADirectoryError) as error:
        raise BenchError("bench.bad_truth", path=path) from error
    truths = []
    for number, line in enumerate(lines, 1):
        try:
            truths.append(_truth_of(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BenchError("bench.bad_line", path=path, line=number) from error
    if not truths:
        raise BenchError("bench.bad_truth", path=path)
    return truths


def _truth_of(line: Mapping[str, Any]) -> PhotoTruth:
    seen = [tile for tile in line["tiles"] if tile["face"] == "up" and max(_shares(tile)) > LEAST]
    tilt = float(line["tilt"])
    told = {"tilt": next((name for steepest, name in _TILTS if tilt <= steepest), _STEEPEST)}
    return PhotoTruth(
        path=str(line["picture"]),
        group=str(line["kind"]),
        tile_set=TileSet.parse(line["set"]),
        view="overhead" if told["tilt"] != _STEEPEST else "oblique",
        face_up=tuple(Tile.parse(tile["tile"]) for tile in seen if min(_shares(tile)) >= WHOLE),
        partial=tuple(_best_seen(tile["halves"]) for tile in seen if min(_shares(tile)) < WHOLE),
        marks={mark: str(told.get(mark) or line[mark]) for mark in MARKS},
        places=tuple(_place(tile) for tile in line["tiles"] if max(_shares(tile)) > LEAST),
    )


def _place(tile: Mapping[str, Any]) -> Place:
    """Where a tile is; one that stands behind something is as good as whole: it may be reported as anything."""
    middle, corners = np.mean([half["center"] for half in tile["halves"]], axis=0), np.array(tile["corners"])
    is_whole = min(_shares(tile)) >= WHOLE
    lies = "whole" if is_whole else "partial"
    kind = lies if tile["face"] != "standing" else ("standing" if is_whole else "whole")
    return Place((float(middle[0]), float(middle[1])), float(np.linalg.norm(corners[1] - corners[0])) / 2, kind)


def _shares(tile: Mapping[str, Any]) -> list[float]:
    return [float(half["visible"]) for half in tile["halves"]]


def _best_seen(halves: Sequence[Mapping[str, Any]]) -> PartialTile:
    return PartialTile(int(max(halves, key=lambda half: float(half["visible"]))["pips"]))


def rows_by_mark(results: Sequence[PhotoResult]) -> Iterator[Row]:
    """A row for each kind of set, light, table, layout and tilt, and one for all; without the pictures of nothing.

    A row's name is the mark and its value, such as "light bare_bulb".
    """
    shown = [result for result in results if not _shows_nothing(result)]
    for mark in MARKS:
        for value in sorted({result.truth.marks[mark] for result in shown}):
            some = [result for result in shown if result.truth.marks[mark] == value]
            yield row_of(f"{mark} {value.replace(' ', '_')}", some)
    for view in sorted({result.truth.view for result in shown}):
        yield row_of(f"all {view}", [result for result in shown if result.truth.view == view])
    yield row_of("all", shown)


def false_tiles(results: Sequence[PhotoResult]) -> FalseTiles:
    """Counts what was seen on the pictures without a domino."""
    empty = [result for result in results if _shows_nothing(result)]
    backs = sum(result.backs for result in empty)
    return FalseTiles(len(empty), backs + sum(len(result.reported) for result in empty), backs)


def _shows_nothing(result: PhotoResult) -> bool:
    return result.truth.marks["layout"] == "empty"
