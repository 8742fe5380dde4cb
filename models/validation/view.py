"""The camera: a pinhole that looks at a point of the table."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from models.validation.poses import Floats

SENSOR = 36.0
"""Millimetres across the picture, as lenses are named by."""


@dataclass(frozen=True)
class View:
    """What the camera sees.

    Attributes:
        size: width and height in pixels.
        span: centimetres across the picture at the point that it looks at.
        tilt: radians between its view and straight down.
        side: from where on the table it looks, in radians.
        turn: of the picture, in radians.
        focal: millimetres, on a sensor 36 mm wide.
        target: x and y of the point in the middle of the picture.
    """

    size: tuple[int, int]
    span: float
    tilt: float
    side: float
    turn: float
    focal: float
    target: tuple[float, float]

    @property
    def distance(self) -> float:
        """From the camera to the point that it looks at."""
        return self.span * self.focal / SENSOR

    def matrix(self) -> Floats:
        """(4, 4) from the camera's coordinates (it looks along -z, y is up in the picture) to the table's."""
        sin, cos = math.sin(self.tilt), math.cos(self.tilt)
        toward = np.array([sin * math.cos(self.side), sin * math.sin(self.side), cos])
        level = np.array([-math.sin(self.side), math.cos(self.side), 0.0])
        above = np.cross(toward, level)
        right = math.cos(self.turn) * level + math.sin(self.turn) * above
        matrix = np.eye(4)
        matrix[:3, 0], matrix[:3, 1], matrix[:3, 2] = right, np.cross(toward, right), toward
        matrix[:3, 3] = np.array([*self.target, 0.0]) + toward * self.distance
        return matrix

    def project(self, points: Floats) -> Floats:
        """(n, 3) points -> (n, 2) pixels, x to the right, y down; whole numbers are middles of pixels."""
        matrix = self.matrix()
        own = (points - matrix[:3, 3]) @ matrix[:3, :3]
        pixels = own[:, :2] * np.array([1, -1]) / -own[:, 2:] * (self.focal / SENSOR * self.size[0])
        return np.asarray(pixels + np.array(self.size) / 2 - 0.5, np.float64)
