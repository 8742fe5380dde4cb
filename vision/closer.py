"""Where else tiles of a set that is known may lie: everywhere that the locator has the faintest idea of two halves, and
next to the tiles that were found, as players lay them.

The reader then says of each whether it is one; that it knows the set makes it safe to ask so often.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detector import Detector, Floats, Peaks, distinct_rows, level_sides, tile_corners
from vision.scene import halves_of

Bytes = NDArray[np.uint8]

_FAINT = 0.04
"""The heat from which on there may be a half."""
_STRETCH = 1.3
"""By how much mates may lie farther apart, or nearer, than in the tiles that were found."""
_NEAREST = 6
"""With so many of the halves around it a half is paired."""
_HALVES = 1000
"""So many of the warmest halves are paired: on an even picture a faint one is everywhere. A double-twelve has 182."""
_MOST = 160
"""At so many outlines of either kind the reader looks at most."""
_BESIDE = tuple(
    [(x, y, False) for x, y in ((1, 0), (0, 1), (0.5, 1), (-0.5, 1), (1, 1), (1, -1))]
    + [(0.75, y, True) for y in (0, 0.5, -0.5)]
    + [(x, 1.5, True) for x in (0, 0.25, -0.25, 0.75, -0.75)]
)
"""How a neighbour may lie: lengths along and widths across from the middle of a tile, and whether it lies crosswise.
The same on the other side of the tile."""


@dataclass(frozen=True, eq=False)
class Heat:
    """What the locator sees at one scale: the faintest `peaks`, and the `heat` of the halves, in pixels of the photo.

    `scale` is how many cells of the map a pixel of the photo takes; mates that the locator can see at this scale lie
    from `shortest` to `longest` apart.
    """

    peaks: Peaks
    heat: Floats
    scale: float
    shortest: float
    longest: float

    def at(self, points: Floats) -> Floats:
        """(n, 2) pixels of the photo -> (n,) the heat there; 0 outside."""
        cells = np.floor(points * np.float32(self.scale)).astype(np.intp)
        rows, columns = self.heat.shape
        inside = ((cells >= 0) & (cells < [columns, rows])).all(axis=1)
        cells = np.where(inside[:, None], cells, 0)
        return np.where(inside, self.heat[cells[:, 1], cells[:, 0]], 0).astype(np.float32)


def heats(detector: Detector, photo: Bytes) -> list[Heat]:
    """What the locator sees of the photo at all scales."""
    result = []
    for side in level_sides(photo.shape[1], photo.shape[0]):
        peaks, heat, scale = detector.faint(photo, side, _FAINT)
        pixel = 1 / (scale * detector.stride)
        result.append(Heat(peaks, heat, scale, detector.smallest * 0.8 * pixel, detector.largest * 1.3 * pixel))
    return result


def more_places(seen: list[Heat], found: Floats) -> Floats:
    """(n, 4, 2) pixels of outlines in which there may be other tiles than the (m, 4, 2) `found`."""
    usual = float(np.median(_apart(found))) if len(found) else None
    levels = [level for level in seen if usual is None or level.shortest < usual < level.longest]
    beside = _likely(levels, _beside(found))
    pairs = _likely(levels, np.concatenate([beside[:0], *(_pairs(level, usual) for level in levels)]))
    return np.concatenate([beside, pairs])


def _likely(levels: list[Heat], corners: Floats) -> Floats:
    """The outlines in whose halves it is warmest."""
    halves = halves_of(corners)
    scores = np.max([np.sqrt(level.at(halves[:, 0]) * level.at(halves[:, 1])) for level in levels], axis=0, initial=0)
    likely = np.flatnonzero(np.broadcast_to(scores, len(corners)) > _FAINT)
    likely = likely[np.argsort(-scores[likely], kind="stable")[: 4 * _MOST]]
    return corners[likely[distinct_rows(corners[likely], scores[likely])[:_MOST]]]


def _pairs(level: Heat, usual: float | None) -> Floats:
    """Halves that lie as far apart as those of the tiles that were found usually do."""
    warmest = np.sort(np.argsort(-level.peaks.heat, kind="stable")[:_HALVES])
    points = level.peaks.points[warmest]
    if len(points) < 2:
        return np.zeros((0, 4, 2), np.float32)
    low, high = (usual / _STRETCH, usual * _STRETCH) if usual else (level.shortest, level.longest)
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    fits = (apart > max(low, level.shortest)) & (apart < min(high, level.longest))
    near = np.where(fits, apart, np.inf)
    bound = np.sort(near, axis=1)[:, :_NEAREST][:, -1:]
    one, other = np.nonzero(np.triu(fits & ((near <= bound) | (near <= bound.T)), 1))
    return tile_corners(points[one], points[other])


def _apart(corners: Floats) -> Floats:
    halves = halves_of(corners)
    return np.asarray(np.linalg.norm(halves[:, 1] - halves[:, 0], axis=1), np.float32)


def _beside(found: Floats) -> Floats:
    """The places around tiles where players lay others."""
    middle, along, across = found.mean(axis=1), found[:, 1] - found[:, 0], found[:, 3] - found[:, 0]
    parts = [np.zeros((0, 4, 2), np.float32)]
    for side in (1, -1):
        for x, y, is_crosswise in _BESIDE:
            at = middle + side * (x * along + y * across)
            half = across / 2 if is_crosswise else along / 4
            parts.append(tile_corners((at - half).astype(np.float32), (at + half).astype(np.float32)))
    return np.concatenate(parts)
