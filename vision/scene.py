"""A scene: every tile seen in one frame, as columns of numpy arrays."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def halves_of(corners: Floats) -> Floats:
    """(n, 4, 2) corners of tiles as `Scene` has them -> (n, 2, 2) middles of their halves.

    They are those of the quad; perspective is mild.
    """
    left, right = (corners[:, 0] + corners[:, 3]) / 2, (corners[:, 1] + corners[:, 2]) / 2
    return np.stack([left * 0.75 + right * 0.25, left * 0.25 + right * 0.75], axis=1).astype(np.float32, copy=False)


@dataclass(frozen=True, eq=False)
class Aside:
    """A tile that is seen but neither played nor read.

    Attributes:
        face: "standing" on edge, or "partial": a part of it is covered or outside the picture.
        corners: (4, 2) float32 pixels of all that is seen of it, roughly.
        score: how sure it is, 0..1.
    """

    face: Literal["standing", "partial"]
    corners: Floats
    score: float


@dataclass(frozen=True, eq=False)
class Scene:
    """All sightings of one frame; row i of every column is tile i.

    Coordinates are pixels of the upright photo, x to the right, y down, and the middle of the first pixel lies at
    (0.5, 0.5). The two halves of a tile are numbered 0 and 1; the corners run clockwise as seen in the photo, so that
    half 0 lies at the edge from corner 3 to corner 0 and half 1 at the edge from corner 1 to corner 2.

    Attributes:
        size: width and height of the photo in pixels.
        corners: (n, 4, 2) float32, the outline of the upper face.
        centers: (n, 2, 2) float32, the middle of each half.
        face_up: (n,) bool.
        probabilities: (n, 2, pips + 1) float32; each row sums to 1. Uniform for a tile that lies face down.
        scores: (n,) float32 in 0..1, how surely there is a whole tile.
        asides: tiles that stand or are partly covered; they have no row in the columns.
    """

    size: tuple[int, int]
    corners: Floats
    centers: Floats
    face_up: NDArray[np.bool_]
    probabilities: Floats
    scores: Floats = field(repr=False)
    asides: tuple[Aside, ...] = ()

    @classmethod
    def empty(cls, size: tuple[int, int], max_pips: int = 6) -> Scene:
        """A scene with no tile."""
        return cls(
            size=size,
            corners=np.zeros((0, 4, 2), np.float32),
            centers=np.zeros((0, 2, 2), np.float32),
            face_up=np.zeros(0, np.bool_),
            probabilities=np.zeros((0, 2, max_pips + 1), np.float32),
            scores=np.zeros(0, np.float32),
        )

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, rows: NDArray[np.bool_] | NDArray[np.intp] | list[int]) -> Scene:
        """The scene of some of the tiles: a boolean mask or row numbers."""
        return Scene(
            size=self.size,
            corners=self.corners[rows],
            centers=self.centers[rows],
            face_up=self.face_up[rows],
            probabilities=self.probabilities[rows],
            scores=self.scores[rows],
            asides=self.asides,
        )

    def moved(self, offset: tuple[int, int], size: tuple[int, int]) -> Scene:
        """The scene of a part of a photo in the pixels of the whole: `offset` is the part's upper left corner."""
        step = np.array(offset, np.float32)
        asides = tuple(replace(aside, corners=aside.corners + step) for aside in self.asides)
        return replace(self, size=size, corners=self.corners + step, centers=self.centers + step, asides=asides)

    def inside(self, outline: Floats) -> NDArray[np.bool_]:
        """Which tiles have their middle inside the polygon `outline` ((k, 2) pixels)."""
        middle = self.centers.mean(axis=1)
        result = np.zeros(len(self), np.bool_)
        previous = np.roll(outline, 1, axis=0)
        for (x1, y1), (x2, y2) in zip(previous, outline, strict=True):
            crosses = (y1 > middle[:, 1]) != (y2 > middle[:, 1])
            with np.errstate(divide="ignore", invalid="ignore"):
                at = (x2 - x1) * (middle[:, 1] - y1) / (y2 - y1) + x1
            result ^= crosses & (middle[:, 0] < at)
        return result
