"""Which of the possible tiles lie there: the most probable choice in which no two lie in each other.

Taking the surest first goes wrong where tiles touch: two halves of neighbours look like a tile of their own, and
taking it would lose both neighbours. So the whole choice counts, as in the rest of the reading.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_OVERLAP = 0.3
_SUREST = 0.995
_MOST_TOGETHER = 28
"""Of larger knots of overlapping tiles the surest are settled first: the exact choice would take too long."""


def choose(corners: Floats, scores: Floats, least: float) -> list[int]:
    """Rows of the tiles to keep, the surest first.

    Args:
        corners: (n, 4, 2) pixels.
        scores: (n,) in 0..1, how surely each is a whole tile.
        least: tiles with a lower score are not taken.
    """
    rows = [int(row) for row in np.argsort(-scores, kind="stable") if scores[row] >= least]
    clashes = _clashes(corners, rows)
    odds = np.log(np.clip(scores, 0.05, _SUREST) / (1 - np.clip(scores, 0.05, _SUREST)))
    # A tile at the threshold says little for itself, but more than nothing.
    weights = {row: float(odds[row] - np.log(least / (1 - least))) + 0.3 for row in rows}
    kept: list[int] = []
    for whole_knot in _knots(rows, clashes):
        knot = whole_knot
        while knot:
            picked = _heaviest(knot[:_MOST_TOGETHER], clashes, weights)
            kept += picked
            knot = [row for row in knot[_MOST_TOGETHER:] if clashes[row].isdisjoint(picked)]
    return sorted(kept, key=lambda row: (-scores[row], row))


def _clashes(corners: Floats, rows: list[int]) -> dict[int, set[int]]:
    quads = corners[rows]
    areas = [abs(float(cv2.contourArea(quad))) for quad in quads]
    low, high = quads.min(axis=1), quads.max(axis=1)
    near = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
    clashes: dict[int, set[int]] = {row: set() for row in rows}
    for one, other in zip(*(places.tolist() for places in np.nonzero(np.triu(near, 1))), strict=True):
        if shared_area(quads[one], quads[other]) >= _OVERLAP * min(areas[one], areas[other]):
            clashes[rows[one]].add(rows[other])
            clashes[rows[other]].add(rows[one])
    return clashes


def shared_area(one: Floats, other: Floats) -> float:
    """The area in pixels that two convex quads of (4, 2) pixels share."""
    if (one.max(axis=0) < other.min(axis=0)).any() or (other.max(axis=0) < one.min(axis=0)).any():
        return 0.0
    area, _ = cv2.intersectConvexConvex(one, other)
    return float(area)


def _knots(rows: list[int], clashes: dict[int, set[int]]) -> list[list[int]]:
    """Groups that clash within themselves only, each in the order of `rows`."""
    group: dict[int, int] = {}
    for row in rows:
        waiting = [row] if row not in group else []
        while waiting:
            member = waiting.pop()
            if member not in group:
                group[member] = row
                waiting.extend(clashes[member])
    knots: dict[int, list[int]] = {}
    for row in rows:
        knots.setdefault(group[row], []).append(row)
    return list(knots.values())


def _heaviest(knot: list[int], clashes: dict[int, set[int]], weights: dict[int, float]) -> list[int]:
    """The rows of the heaviest choice without a clash."""

    @cache
    def best(left: frozenset[int]) -> tuple[float, tuple[int, ...]]:
        if not left:
            return 0.0, ()
        row = max(left, key=lambda member: (len(clashes[member] & left), member))
        if not clashes[row] & left:
            return sum(weights[member] for member in left), tuple(left)
        without = best(left - {row})
        weight, rows = best(left - {row} - clashes[row])
        return max(without, (weight + weights[row], (*rows, row)))

    return list(best(frozenset(knot))[1])
