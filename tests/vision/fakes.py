"""Outlines of tiles, and a network that answers what a test has written down."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vision.networks import Network


class FakeNetwork(Network):
    """Gives the same output to every call, or one after the other; `seen` holds what it was shown."""

    def __init__(self, *outputs: np.ndarray, **notes: Any) -> None:
        object.__setattr__(self, "notes", notes)
        object.__setattr__(self, "outputs", outputs)
        object.__setattr__(self, "seen", [])

    outputs: tuple[np.ndarray, ...]
    seen: list[np.ndarray]

    def run(self, pictures: np.ndarray) -> np.ndarray:
        self.seen.append(pictures)
        return self.outputs[min(len(self.seen), len(self.outputs)) - 1]


def tile(x: float, y: float, unit: float = 40.0, degrees: float = 0.0, width: float = 1.0) -> np.ndarray:
    """Corners of a tile around (x, y); at 0 degrees half 0 lies on the left."""
    angle = math.radians(degrees)
    along = unit * np.array([math.cos(angle), math.sin(angle)])
    across = width * np.array([-along[1], along[0]]) / 2
    middle = np.array([x, y])
    corners = [middle - along - across, middle + along - across, middle + along + across, middle - along + across]
    return np.array(corners, np.float32)
