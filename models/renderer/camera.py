"""A pinhole camera above the table: from table units to pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Camera:
    """Where the camera stands and what it sees.

    Attributes:
        size: width and height of the picture in pixels.
        scale: pixels of one table unit (the side of half a tile) at the point looked at.
        tilt: angle between the view and the table's normal, in radians; 0 looks straight down.
        azimuth: direction of the tilt on the table, in radians.
        roll: rotation of the picture, in radians.
        focal: focal length in widths of the picture; small is wide-angled.
        target: the point of the table in the middle of the picture, in table units.
    """

    size: tuple[int, int]
    scale: float
    tilt: float = 0.0
    azimuth: float = 0.0
    roll: float = 0.0
    focal: float = 1.2
    target: tuple[float, float] = (0.0, 0.0)

    def project(self, points: Floats) -> Floats:
        """(n, 3) table points (x, y, height) -> (n, 2) pixels. The y axis of the table runs down the picture."""
        focal = self.focal * self.size[0]
        distance = focal / self.scale
        toward, right, down = self._axes()
        relative = np.asarray(points, np.float64) - np.array([*self.target, 0.0])
        depth = distance - relative @ toward
        depth = np.maximum(depth, distance * 0.05)
        x = focal * (relative @ right) / depth + self.size[0] / 2
        y = focal * (relative @ down) / depth + self.size[1] / 2
        return np.stack([x, y], axis=1).astype(np.float32)

    def _axes(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Unit vectors: from the table to the camera, to the right and down in the picture."""
        sin, cos = math.sin(self.tilt), math.cos(self.tilt)
        toward = np.array([sin * math.cos(self.azimuth), sin * math.sin(self.azimuth), cos])
        lean = np.array([math.cos(self.azimuth) * cos, math.sin(self.azimuth) * cos, -sin])
        side = np.array([-math.sin(self.azimuth), math.cos(self.azimuth), 0.0])
        turn = self.azimuth + self.roll
        right = math.cos(turn) * lean - math.sin(turn) * side
        down = math.sin(turn) * lean + math.cos(turn) * side
        return toward, right, down
