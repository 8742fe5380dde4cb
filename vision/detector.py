"""Finds tiles in a photo: halves at several scales, paired to tiles.

The locator gives a heat map of the middles of halves and, at each, a vector to the middle of the mate. A tile is two
halves that point at each other. Every scale proposes tiles; the reader decides between them (see `vision.pipeline`).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import Network, sigmoid

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

LEVELS = (144, 256, 576, 1280)
"""Long sides of the pictures that the locator sees; each finds halves from 1/36 to 1/6 of its own long side."""

_HEAT = 0.18
_LONE_HEAT = 0.45


@dataclass(frozen=True, eq=False)
class Proposals:
    """Possible tiles: `corners` (n, 4, 2) pixels of the photo, `scores` (n,) and `down` (n,) in 0..1."""

    corners: Floats
    scores: Floats
    down: Floats


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
        self.vector_unit = float(network.notes["vector_unit"])
        self.smallest, self.largest = (float(side) for side in network.notes["half_sides"])

    def propose(self, photo: Bytes) -> Proposals:
        """Possible tiles in (height, width, 3) uint8 BGR, those found at several scales several times."""
        height, width = photo.shape[:2]
        parts = []
        for long_side in level_sides(width, height):
            scale = long_side / max(width, height)
            picture = _padded(_resized(photo, scale))
            peaks = self._peaks(self.network.run(picture[None])[0])
            found = pair_peaks(peaks, self.smallest * 0.8, self.largest * 1.3)
            parts.append(Proposals(found.corners / np.float32(scale), found.scores, found.down))
        return Proposals(
            np.concatenate([part.corners for part in parts]),
            np.concatenate([part.scores for part in parts]),
            np.concatenate([part.down for part in parts]),
        )

    def _peaks(self, output: Floats) -> Peaks:
        heat = sigmoid(output[0])
        highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
        rows, columns = np.nonzero((heat >= highest) & (heat > _HEAT))
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


def pair_peaks(peaks: Peaks, shortest: float, longest: float) -> Proposals:
    """Joins halves that point at each other to tiles, the surest first; a sure lone half gets the mate it points at.

    `shortest` and `longest` bound the distance of two mates in pixels.
    """
    count = len(peaks.points)
    targets = peaks.points + peaks.vectors
    lengths = np.maximum(np.linalg.norm(peaks.vectors, axis=1), 1e-3)
    corners, scores, down = [], [], []
    free = np.ones(count, np.bool_)
    if count > 1:
        apart = np.linalg.norm(targets[:, None] - peaks.points[None], axis=2) / lengths[:, None]
        both = apart + apart.T
        np.fill_diagonal(both, np.inf)
        agreement = np.exp(-((both / 0.55) ** 2)) * np.sqrt(peaks.heat[:, None] * peaks.heat[None])
        first, second = np.nonzero(np.triu(agreement > 0.05, 1))
        for index in np.argsort(-agreement[first, second], kind="stable"):
            i, j = int(first[index]), int(second[index])
            distance = float(np.linalg.norm(peaks.points[i] - peaks.points[j]))
            if free[i] and free[j] and shortest <= distance <= longest:
                free[[i, j]] = False
                corners.append(tile_corners(peaks.points[i], peaks.points[j]))
                scores.append(agreement[i, j])
                down.append((peaks.down[i] + peaks.down[j]) / 2)
    for i in np.nonzero(free & (peaks.heat > _LONE_HEAT))[0].tolist():
        if shortest <= lengths[i] <= longest:
            corners.append(tile_corners(peaks.points[i], targets[i]))
            scores.append(peaks.heat[i] * 0.4)
            down.append(peaks.down[i])
    return Proposals(
        np.array(corners, np.float32).reshape(-1, 4, 2), np.array(scores, np.float32), np.array(down, np.float32)
    )


def tile_corners(first: Floats, second: Floats) -> Floats:
    """(4, 2) corners of a tile, seen square from above, whose halves have their middles at these (2,) points."""
    along = (second - first) / 2
    across = np.array([-along[1], along[0]])
    return np.stack(
        [first - along - across, second + along - across, second + along + across, first - along + across]
    ).astype(np.float32)


def _resized(photo: Bytes, scale: float) -> Bytes:
    if abs(scale - 1) < 0.01:
        return photo
    size = (max(1, round(photo.shape[1] * scale)), max(1, round(photo.shape[0] * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return cv2.resize(photo, size, interpolation=way).astype(np.uint8)


def _padded(picture: Bytes, multiple: int = 16) -> Bytes:
    below, right = -picture.shape[0] % multiple, -picture.shape[1] % multiple
    return cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_REPLICATE).astype(np.uint8)
