"""Tables made by hand for the tests of vision: tiles put down by place and angle, and snakes as players lay them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from vision.scene import Scene

SIDE = 40.0
SIZE = (1600, 1200)


@dataclass(frozen=True)
class Put:
    """A tile put down: the numbers of its halves, its middle in units of a half's side, its angle.

    At 0 degrees half 0 lies left of half 1; at 90 degrees above it (y runs down).
    """

    one: int
    other: int
    x: float
    y: float
    degrees: float = 0.0
    face_up: bool = True
    surety: float = 0.999

    @property
    def axis(self) -> np.ndarray:
        """The direction from half 0 to half 1."""
        angle = np.deg2rad(self.degrees)
        return np.array([np.cos(angle), np.sin(angle)])


def scene_of(
    tiles: Sequence[Put],
    max_pips: int = 6,
    side: float = SIDE,
    origin: tuple[float, float] = (800.0, 600.0),
    turn: float = 0.0,
    jitter: float = 0.0,
    rng: np.random.Generator | None = None,
) -> Scene:
    """The scene of these tiles.

    Args:
        side: a half's side in pixels.
        origin: where (0, 0) lies, in pixels.
        turn: by which the whole table is turned, in degrees.
        jitter: standard deviation of each corner, in units of `side`.
    """
    rng = rng or np.random.default_rng(0)
    angle = np.deg2rad(turn)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    scene = Scene.empty(SIZE, max_pips)
    corners, centers, probabilities = [], [], []
    for tile in tiles:
        along, middle = tile.axis, np.array([tile.x, tile.y])
        across = np.array([-along[1], along[0]])
        outline = [middle + a * along + b * across for a, b in ((-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5))]
        corners.append(np.array(outline) @ rotation.T * side + origin + rng.normal(0, 1, (4, 2)) * jitter * side)
        centers.append(np.array([middle - along / 2, middle + along / 2]) @ rotation.T * side + origin)
        probabilities.append(
            [reading(n, tile.surety if tile.face_up else 0.0, max_pips) for n in (tile.one, tile.other)]
        )
    if not tiles:
        return scene
    return replace(
        scene,
        corners=np.array(corners, np.float32),
        centers=np.array(centers, np.float32),
        face_up=np.array([tile.face_up for tile in tiles]),
        probabilities=np.array(probabilities, np.float32),
        scores=np.full(len(tiles), 0.99, np.float32),
    )


def reading(pips: int, surety: float, max_pips: int = 6) -> np.ndarray:
    """Probabilities of a half: `surety` for its number, the rest spread evenly; 0.0 for one that shows nothing."""
    if surety == 0.0:
        return np.full(max_pips + 1, 1.0 / (max_pips + 1))
    row = np.full(max_pips + 1, (1.0 - surety) / max_pips)
    row[pips] = surety
    return row


def snake(numbers: Sequence[int], width: int, gap: float = 0.05, crosswise: bool = True) -> list[Put]:
    """A chain laid in rows from left to right and back: tile k shows numbers k and k + 1.

    The corner tile at a row's end stands upright, its end against the side of the half before it.

    Args:
        numbers: the numbers that follow each other.
        width: how many halves long a row may get.
        gap: between joined tiles, in units of a half's side.
        crosswise: doubles lie across.
    """
    tiles: list[Put] = []
    at = np.array([0.0, 0.0])  # the middle of the half that was laid last
    direction, last = 1.0, "first"
    step = 1.0 + gap
    for one, other in pairwise(numbers):
        room = width - at[0] if direction > 0 else at[0]
        ahead = np.array([direction, 0.0])
        if crosswise and one == other and last == "straight" and room > 4:
            at = at + step * ahead
            tiles.append(Put(one, other, at[0], at[1], 90.0))
            last = "crosswise"
            continue
        turning = last == "straight" and room < 3
        along = np.array([0.0, 1.0]) if turning else ahead
        start = at if last == "first" else at + step * along
        degrees = 90.0 if turning else (0.0 if direction > 0 else 180.0)
        tiles.append(Put(one, other, start[0] + along[0] / 2, start[1] + along[1] / 2, degrees))
        at = start + along
        direction, last = (-direction, "turned") if turning else (direction, "straight")
    return tiles
