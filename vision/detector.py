"""Finds tiles in a photo: halves at several scales, paired to tiles.

The locator gives a heat map of the middles of halves and, at each, a vector to the middle of the mate. A tile is two
halves that point at each other. Every scale proposes tiles; the reader decides between them (see `vision.pipeline`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import Network, sigmoid

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Rows = NDArray[np.intp]

LEVELS = (144, 256, 576, 1280)
"""Long sides of the pictures that the locator sees."""
FIRST_LEVEL = 576
"""The one that is searched first: most tables need no other."""

_HEAT = 0.18
_LONE_HEAT = 0.45
_FIRM = 0.5
"""How well two halves must point at each other to be mates for sure."""
_NEIGHBOURS = 0.5
"""What counts for halves that only lie as far apart as mates."""
_CROWD = 8
"""How many tiles must be found for sure before neighbours are proposed."""
_STRETCH = 1.2
"""By how much mates may lie farther apart, or nearer, than is usual in the picture: some are nearer to the camera."""
_MOST_PROPOSALS = 400
_SAME_MIDDLE, _SAME_SIZE, _SAME_DIRECTION = 0.35, 1.2, 0.97
"""Sides of half a tile; one size by the other; the cosine between both."""


@dataclass(frozen=True, eq=False)
class Proposals:
    """Possible tiles: `corners` (n, 4, 2) pixels of the photo, `scores` (n,) and `down` (n,) in 0..1.

    `heat` (n,) is how surely the less sure half of each is a half at all. What `is_guess` (n,) marks has halves that do
    not point at each other, but only lie as far apart as mates do.
    """

    corners: Floats
    scores: Floats
    down: Floats
    heat: Floats
    is_guess: NDArray[np.bool_]

    def __getitem__(self, rows: Rows) -> Proposals:
        """Some of them."""
        return Proposals(**{field.name: getattr(self, field.name)[rows] for field in fields(self)})


@dataclass(frozen=True, eq=False)
class Peaks:
    """Middles of halves in one level's pixels: `points` (n, 2), `vectors` (n, 2) to the mate, `heat`, `down` (n,)."""

    points: Floats
    vectors: Floats
    heat: Floats
    down: Floats


class Detector:
    """Proposes tiles in whole photos."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.stride = int(network.notes["stride"])
        self.multiple = int(network.notes.get("multiple", 16))
        self.vector_unit = float(network.notes["vector_unit"])
        self.smallest, self.largest = (float(side) for side in network.notes["half_sides"])

    def propose(self, photo: Bytes) -> Proposals:
        """Possible tiles in (height, width, 3) uint8 BGR, those found at several scales several times."""
        return together([self.search(photo, side) for side in level_sides(*photo.shape[1::-1])])

    def search(self, photo: Bytes, long_side: int) -> Proposals:
        """Possible tiles in (height, width, 3) uint8 BGR, looked at with this long side in pixels."""
        output, scale = self._output(photo, long_side)
        found = pair_peaks(self._peaks(output, _HEAT), self.smallest * 0.8, self.largest * 1.3)
        return replace(found, corners=found.corners / np.float32(scale))

    def faint(self, photo: Bytes, long_side: int, least: float) -> tuple[Peaks, Floats, float]:
        """All halves from the heat `least` on, in pixels of the photo; the map of the heat; its cells to a pixel."""
        output, scale = self._output(photo, long_side)
        peaks = self._peaks(output, least)
        seen = replace(peaks, points=peaks.points / np.float32(scale), vectors=peaks.vectors / np.float32(scale))
        return seen, sigmoid(output[0]), scale / self.stride

    def _output(self, photo: Bytes, long_side: int) -> tuple[Floats, float]:
        scale = long_side / max(photo.shape[:2])
        picture = _padded(_resized(photo, scale), self.multiple)
        return self.network.run(picture[None])[0], scale

    def _peaks(self, output: Floats, least: float) -> Peaks:
        heat = sigmoid(output[0])
        highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
        rows, columns = np.nonzero((heat >= highest) & (heat > least))
        at = output[:, rows, columns]
        points = (np.stack([columns, rows], axis=1) + 0.5 + at[1:3].T) * self.stride
        return Peaks(
            points.astype(np.float32),
            (at[3:5].T * self.vector_unit).astype(np.float32),
            heat[rows, columns],
            sigmoid(at[5]),
        )


def level_sides(width: int, height: int) -> list[int]:
    """The long sides at which a photo is searched: never much larger than it is."""
    native = max(width, height)
    sides = [side for side in LEVELS if side <= native * 1.1]
    if native > (sides[-1] if sides else 0) * 1.3 and native < LEVELS[-1]:
        sides.append(native)
    return sides or [native]


def first_side(sides: Sequence[int]) -> int:
    """The one of the `level_sides` that is searched first."""
    return max((side for side in sides if side <= FIRST_LEVEL), default=sides[0])


def together(parts: Sequence[Proposals]) -> Proposals:
    """All proposals of the parts, in their order."""
    names = [field.name for field in fields(Proposals)]
    return Proposals(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def distinct(proposals: Proposals) -> Proposals:
    """Drops proposals that say nearly the same as a surer one, and the least sure of very many."""
    surest = proposals[np.argsort(-proposals.scores, kind="stable")[:_MOST_PROPOSALS]]
    return surest[distinct_rows(surest.corners, surest.scores)]


def distinct_rows(corners: Floats, scores: Floats) -> Rows:
    """The rows of the (n, 4, 2) outlines that are not nearly the same as a surer one, the surest first."""
    order = np.argsort(-scores, kind="stable")
    same = same_places(corners[order], corners[order])
    left = np.ones(len(order), np.bool_)
    kept = []
    for place, index in enumerate(order):
        if left[place]:
            kept.append(index)
            left &= ~same[place]
    return np.array(kept, np.intp)


def same_places(some: Floats, others: Floats) -> NDArray[np.bool_]:
    """(n, m) whether the outlines (n, 4, 2) and (m, 4, 2) are nearly the same, perhaps turned by half a turn."""
    (middles, axes), (places, directions) = _placed(some), _placed(others)
    units, sizes = np.linalg.norm(axes, axis=1)[:, None], np.linalg.norm(directions, axis=1)[None]
    apart = np.linalg.norm(middles[:, None] - places[None], axis=2)
    is_near = apart < _SAME_MIDDLE * np.minimum(units, sizes)
    is_as_large = np.maximum(units, sizes) < _SAME_SIZE * np.minimum(units, sizes)
    return np.asarray(is_near & is_as_large & (np.abs(axes @ directions.T) > _SAME_DIRECTION * units * sizes))


def _placed(corners: Floats) -> tuple[Floats, Floats]:
    """The middles of tiles, and vectors along them that are as long as half of each."""
    axes = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 4
    return np.asarray(corners.mean(axis=1), np.float32), np.asarray(axes, np.float32)


def pair_peaks(peaks: Peaks, shortest: float, longest: float) -> Proposals:
    """Joins halves that point at each other to tiles; a sure lone half gets the mate that it points at.

    In a crowd a half may point between two neighbours, or at the wrong one. Where it is not clear which is its mate,
    all that may be are proposed; the reader sees which one it is.

    Args:
        peaks: the halves.
        shortest, longest: bounds of the distance of two mates in pixels.
    """
    targets = peaks.points + peaks.vectors
    lengths = np.maximum(np.linalg.norm(peaks.vectors, axis=1), 1e-3)
    first, second, agreement = _mates(peaks, targets, lengths, shortest, longest)
    is_firm = np.zeros(len(peaks.points), np.bool_)
    is_firm[[*first[agreement > _FIRM], *second[agreement > _FIRM]]] = True
    is_lone = (peaks.heat > _LONE_HEAT) & (shortest <= lengths) & (lengths <= longest)
    is_lone[[*first, *second]] = False
    lone = np.nonzero(is_lone)[0]
    one, other = _neighbours(peaks, ~is_firm, first, second, shortest, longest)
    first, second = np.concatenate([first, one]), np.concatenate([second, other])
    agreement = np.concatenate([agreement, np.full(len(one), _NEIGHBOURS, np.float32)])
    heat = np.concatenate([np.minimum(peaks.heat[first], peaks.heat[second]), peaks.heat[lone] * np.float32(0.4)])
    scores = agreement * np.sqrt(peaks.heat[first] * peaks.heat[second])
    return Proposals(
        tile_corners(
            np.concatenate([peaks.points[first], peaks.points[lone]]),
            np.concatenate([peaks.points[second], targets[lone]]),
        ),
        np.concatenate([scores, peaks.heat[lone] * np.float32(0.4)]).astype(np.float32),
        np.concatenate([(peaks.down[first] + peaks.down[second]) / 2, peaks.down[lone]]).astype(np.float32),
        heat.astype(np.float32),
        np.repeat([False, True, False], [len(first) - len(one), len(one), len(lone)]),
    )


def _mates(
    peaks: Peaks, targets: Floats, lengths: Floats, shortest: float, longest: float
) -> tuple[Rows, Rows, Floats]:
    """The two halves of each tile, each half in one tile only, the surest first, and how well they agree, 0..1."""
    apart = np.linalg.norm(targets[:, None] - peaks.points[None], axis=2) / lengths[:, None]
    distance = _distances(peaks.points)
    agreement = np.exp(-(((apart + apart.T) / 0.55) ** 2))
    scores = agreement * np.sqrt(peaks.heat[:, None] * peaks.heat[None])
    one, other = np.nonzero(np.triu((scores > 0.05) & (shortest <= distance) & (distance <= longest), 1))
    is_free = [True] * len(peaks.points)
    pairs = []
    for index in np.argsort(-scores[one, other], kind="stable"):
        i, j = int(one[index]), int(other[index])
        if is_free[i] and is_free[j]:
            is_free[i] = is_free[j] = False
            pairs.append((i, j))
    first, second = np.array(pairs, np.intp).reshape(-1, 2).T
    return first, second, np.asarray(agreement[first, second], np.float32)


def _neighbours(
    peaks: Peaks, is_open: NDArray[np.bool_], first: Rows, second: Rows, shortest: float, longest: float
) -> tuple[Rows, Rows]:
    """Each sure half without a firm mate with all that lie as far from it as mates do, but for its mate so far."""
    is_firm = ~is_open[first]
    if not is_open.any() or is_firm.sum() < _CROWD:
        return first[:0], second[:0]
    distance = _distances(peaks.points)
    unit = float(np.median(distance[first[is_firm], second[is_firm]]))
    near = (max(shortest, unit / _STRETCH) <= distance) & (distance <= min(longest, unit * _STRETCH))
    near &= (is_open[:, None] | is_open[None]) & (np.minimum(peaks.heat[:, None], peaks.heat[None]) > _LONE_HEAT)
    near[first, second] = near[second, first] = False
    one, other = np.nonzero(np.triu(near, 1))
    return one, other


def _distances(points: Floats) -> Floats:
    return np.asarray(np.linalg.norm(points[:, None] - points[None], axis=2), np.float32)


def tile_corners(first: Floats, second: Floats) -> Floats:
    """(..., 4, 2) corners of tiles, seen square from above, whose halves have their middles there: (..., 2) points."""
    along = (second - first) / 2
    across = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    corners = [first - along - across, second + along - across, second + along + across, first - along + across]
    return np.stack(corners, axis=-2).astype(np.float32)


def _resized(photo: Bytes, scale: float) -> Bytes:
    if abs(scale - 1) < 0.01:
        return photo
    # The mean of whole squares of pixels is fast; what is left to shrink after it needs no mean.
    whole = max(1, int(1 / scale))
    if whole > 1:
        height, width = (pixels // whole for pixels in photo.shape[:2])
        squares = photo[: height * whole, : width * whole]
        photo = cv2.resize(squares, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    rest = scale * whole
    size = (max(1, round(photo.shape[1] * rest)), max(1, round(photo.shape[0] * rest)))
    way = cv2.INTER_AREA if whole == 1 and scale < 1 else cv2.INTER_LINEAR
    return cv2.resize(photo, size, interpolation=way).astype(np.uint8, copy=False)


def _padded(picture: Bytes, multiple: int) -> Bytes:
    below, right = -picture.shape[0] % multiple, -picture.shape[1] % multiple
    return cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_REPLICATE).astype(np.uint8, copy=False)
