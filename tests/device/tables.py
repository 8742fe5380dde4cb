"""Scenes made by hand: tables whose truth is known, and stand-ins for the reader and the gate."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from device.cameras.base import Frame
from engine.tiles import Tile, TileSet
from vision.scene import Floats, Scene
from vision.stillness import GateReading

UNIT = 20.0
"""Pixels of a half's side."""
SIZE = (1200, 900)


def laid(text: str, x: float, y: float, degrees: float = 0.0) -> tuple[int, int, float, float, float]:
    """A tile "6-4" with its middle at (x, y) units; at 0 degrees the first number is to the left."""
    first, second = text.split("-")
    return (int(first), int(second), x, y, degrees)


def chain(*texts: str, x: float = 1.0, y: float = 22.0) -> list[tuple[int, int, float, float, float]]:
    """Tiles in a row from left to right, each as it reads."""
    return [laid(text, x + 1 + 2 * place, y) for place, text in enumerate(texts)]


# Each tile fits the one before it, so that nobody passes; who leads is out after as many rounds as tiles were dealt.
WALK = """1-1 1-2 2-2 2-3 3-3 3-4 4-4 4-5 5-5 5-6
6-6 6-0 0-0 0-2 2-4 4-6 6-1 1-3 3-5 5-2 2-6 6-3 3-0 0-4 4-1"""


def walk(count: int, x: float = 10) -> list[tuple[int, int, float, float, float]]:
    """The chain after so many plays."""
    return chain(*WALK.split()[:count], x=x)


def scene(tiles: Sequence[tuple[int, int, float, float, float]], doubt: float = 0.01) -> Scene:
    """The scene of these tiles, each half read rightly with probability 1 - `doubt`."""
    count = len(tiles)
    corners, centers = np.zeros((count, 4, 2), np.float32), np.zeros((count, 2, 2), np.float32)
    probabilities = np.full((count, 2, 7), doubt / 6, np.float32)
    for row, (first, second, x, y, degrees) in enumerate(tiles):
        angle = np.deg2rad(degrees)
        along = np.array([np.cos(angle), np.sin(angle)]) * UNIT
        across = np.array([-np.sin(angle), np.cos(angle)]) * UNIT / 2
        middle = np.array([x, y]) * UNIT
        centers[row] = middle - along / 2, middle + along / 2
        corners[row] = (
            middle - along - across,
            middle + along - across,
            middle + along + across,
            middle - along + across,
        )
        probabilities[row, 0, first] = probabilities[row, 1, second] = 1 - doubt
    return Scene(SIZE, corners, centers, np.ones(count, np.bool_), probabilities, np.ones(count, np.float32))


class ScriptedReader:
    """Gives one scene after the other, whatever the picture; the last one again and again."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        self.scenes = list(scenes)
        self.reads = 0
        self.expected: Floats | None = None

    def read(
        self, image: NDArray[np.uint8], tile_set: TileSet, expected: Floats | None = None
    ) -> tuple[Scene, dict[str, float]]:
        self.reads += 1
        self.expected = expected
        return (self.scenes.pop(0) if len(self.scenes) > 1 else self.scenes[0]), {"detect": 1.0, "read": 2.0}


class ScriptedGate:
    """Gives one reading after the other."""

    def __init__(self, readings: Sequence[GateReading]) -> None:
        self.readings = list(readings)

    def update(self, frame_bgr: NDArray[np.uint8], t_seconds: float) -> GateReading:
        return self.readings.pop(0) if self.readings else GateReading("STILL")


def frame(t: float) -> Frame:
    return Frame(np.zeros((90, 120, 3), np.uint8), t, int(t))


def tile(text: str) -> Tile:
    return Tile.parse(text)
