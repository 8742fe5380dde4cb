"""Where a thing is: 4x4 matrices from its own coordinates to the table's."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Piece:
    """A tile on the table.

    Attributes:
        pips: half 0 and half 1.
        pose: (4, 4); the tile's own x axis runs from half 0 to half 1, its z axis out of the numbered face, and its
            origin is the middle of the tile.
    """

    pips: tuple[int, int]
    pose: Floats

    @property
    def face(self) -> str:
        """ "up", "down" or "standing", by where the numbered face looks."""
        lift = float(self.pose[2, 2])
        if abs(lift) < 0.6:
            return "standing"
        return "up" if lift > 0 else "down"


def pose(x: float, y: float, z: float, yaw: float, roll: float = 0.0, tip: float = 0.0) -> Floats:
    """A pose.

    Args:
        x: of the middle, as y and z.
        y: see x.
        z: see x.
        yaw: turn on the table in radians.
        roll: turn about the long axis: 0 the face looks up, pi down, pi / 2 the tile stands on its long edge.
        tip: turn about the short axis: lifts half 1.
    """
    matrix = np.eye(4)
    matrix[:3, :3] = _about(2, yaw) @ _about(1, -tip) @ _about(0, roll)
    matrix[:3, 3] = x, y, z
    return matrix


def moved(matrix: Floats, points: Floats) -> Floats:
    """(n, 3) points of the thing's own coordinates -> (n, 3) points of the table."""
    return points @ matrix[:3, :3].T + matrix[:3, 3]


def _about(axis: int, angle: float) -> Floats:
    cos, sin = math.cos(angle), math.sin(angle)
    one, other = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3)
    matrix[one, one] = matrix[other, other] = cos
    matrix[one, other], matrix[other, one] = -sin, sin
    return matrix
