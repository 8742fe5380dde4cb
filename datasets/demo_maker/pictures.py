"""Draws the frames: a warm wooden table, ivory tiles, and hands that reach in from their seats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.arrange import PlacedTile
from models.renderer.camera import Camera
from models.renderer.light import Light
from models.renderer.looks import TileLook
from models.renderer.pixels import noise
from models.renderer.scene import Table, render
from models.renderer.sensor import Sensor

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Color = tuple[float, float, float]

SIZE = (1280, 960)
SCALE = 31.0
"""Pixels of half a tile's side."""
FINE = 16
"""OpenCV draws in sixteenths of a pixel."""


@dataclass(frozen=True)
class Arm:
    """A player's arm: skin and sleeve as blue, green, red in 0..1."""

    skin: Color
    sleeve: Color


ARMS = {
    "S": Arm((0.52, 0.64, 0.88), (0.36, 0.22, 0.16)),
    "W": Arm((0.36, 0.5, 0.76), (0.62, 0.66, 0.68)),
    "N": Arm((0.6, 0.72, 0.93), (0.28, 0.2, 0.52)),
    "E": Arm((0.46, 0.58, 0.82), (0.3, 0.42, 0.3)),
}
FROM = {"S": (0.06, 1.0), "N": (-0.06, -1.0), "W": (-1.0, 0.05), "E": (1.0, -0.05)}
"""Where each player's shoulder is, in halves of the picture's width and height, well outside of it."""


def make_look() -> TileLook:
    """Ivory tiles with drilled black pips, a groove and a brass pin."""
    return TileLook(
        face=(0.8, 0.9, 0.95),
        side=(0.6, 0.72, 0.8),
        back=(0.12, 0.16, 0.2),
        pip_colors=((0.09, 0.08, 0.08),) * 13,
        pip_style="dimple",
        pip_radius=0.105,
        pip_spread=0.27,
        bar="groove",
        bar_color=(0.25, 0.3, 0.34),
        bar_width=0.045,
        bar_length=0.82,
        pin_radius=0.07,
        bevel=0.08,
        bevel_strength=0.16,
        corner=0.14,
        width=1.0,
        thickness=0.32,
    )


def make_ground(rng: np.random.Generator) -> Floats:
    """A table of boards in a warm brown, with a soft grain that runs along them."""
    width, height = SIZE
    ground = np.empty((height, width, 3), np.float32)
    ground[:] = (0.13, 0.24, 0.42)
    boards = 6
    edges = np.linspace(0, height, boards + 1).astype(int)
    for top, bottom in pairwise(edges):
        shade = float(rng.normal(1.0, 0.05))
        grain = noise(rng, bottom - top, width, 9, 26)
        rings = np.sin(2.4 * noise(rng, bottom - top, width, 46, 9) + 0.8 * grain)
        ground[top:bottom] *= (shade * (1 + 0.03 * grain + 0.035 * rings))[..., None]
        ground[top : top + 2] *= 0.62
    return ground


class Painter:
    """Draws frames; a table that did not change is not drawn again, for that is what takes long."""

    def __init__(self, seed: int) -> None:
        self._camera = Camera(SIZE, SCALE, tilt=math.radians(3), azimuth=math.pi / 2, focal=1.5)
        self._ground = make_ground(np.random.default_rng(seed))
        self._drawn: tuple[tuple[PlacedTile, ...], Bytes] | None = None

    def frame(self, tiles: tuple[PlacedTile, ...], arm: tuple[str, tuple[float, float]] | None, number: int) -> Bytes:
        """One picture (960, 1280, 3) uint8 BGR.

        Args:
            tiles: in the order in which they were laid; those that are carried come last.
            arm: the side it comes from, and where its finger tips are in table units.
            number: of the frame; it makes the camera's grain.
        """
        if self._drawn is None or self._drawn[0] != tiles:
            self._drawn = (tiles, self._table(tiles))
        picture = self._drawn[1]
        if arm is not None:
            side, at = arm
            tip = self._camera.project(np.array([[*at, 0.3]], np.float32))[0]
            picture = draw_arm(picture, ARMS[side], (float(tip[0]), float(tip[1])), _shoulder(side))
        grain = np.random.default_rng(number).normal(0, 1.1, picture.shape[:2]).astype(np.float32)
        soft = cv2.GaussianBlur(grain, (0, 0), 0.7)
        return np.clip(picture.astype(np.float32) + 1.6 * soft[..., None], 0, 255).astype(np.uint8)

    def _table(self, tiles: tuple[PlacedTile, ...]) -> Bytes:
        light = Light(
            azimuth=0.9, reach=0.75, shadow=0.5, softness=0.16, gradient=0.16, gradient_azimuth=-2.3,
            lamp=0.32, lamp_at=(0.46, 0.42), lamp_size=0.55,
        )  # fmt: skip
        sensor = Sensor(balance=(0.95, 1.0, 1.05), vignette=0.22, blur=0.5, noise=0.0, jpeg=0, gamma=0.92)
        table = Table(self._camera, make_look(), self._ground, tiles, light, sensor, seed=7)
        return np.asarray(render(table).picture)


def _shoulder(side: str) -> tuple[float, float]:
    x, y = FROM[side]
    return (SIZE[0] * (0.5 + 0.78 * x), SIZE[1] * (0.5 + 0.85 * y))


def draw_arm(picture: Bytes, arm: Arm, tip: tuple[float, float], shoulder: tuple[float, float]) -> Bytes:
    """An arm with a hand whose finger tips are at `tip`, drawn over the picture with a soft shadow."""
    along = np.array(shoulder) - np.array(tip)
    length = float(np.linalg.norm(along))
    along = along / length
    across = np.array([-along[1], along[0]])

    def at(u: float, v: float) -> tuple[float, float]:
        """Pixels of a point `u` palm widths up the arm from the finger tips and `v` to the side."""
        x, y = np.array(tip) + PALM * (u * along + v * across)
        return (float(x), float(y))

    skin, sleeve = np.zeros(picture.shape[:2], np.uint8), np.zeros(picture.shape[:2], np.uint8)
    _fill(skin, [at(*p) for p in PALM_OUTLINE])
    for points, width in FINGERS:
        _stroke(skin, [at(*p) for p in points], width * PALM)
    reach = length / PALM
    _fill(sleeve, [at(2.45, -0.44), at(2.45, 0.44), at(reach, 0.95), at(reach, -0.95)])
    _stroke(sleeve, [at(2.47, -0.42), at(2.47, 0.42)], 0.14 * PALM)
    covered = cv2.max(skin, sleeve)
    shadow = _moved(cv2.GaussianBlur(covered, (0, 0), 9), 12, 16).astype(np.float32) / 255
    result = picture.astype(np.float32) * (1 - 0.42 * shadow)[..., None]
    for mask, color in ((skin, arm.skin), (sleeve, arm.sleeve)):
        alpha = cv2.GaussianBlur(mask, (0, 0), 0.8).astype(np.float32) / 255
        # Rounded like a limb: light in the middle, darker to the rims, more so on the side away from the lamp.
        round_off = cv2.GaussianBlur(mask, (0, 0), 0.14 * PALM).astype(np.float32) / 255
        lit = _moved(round_off, 5, 5)
        tone = 0.5 + 0.34 * round_off + 0.2 * lit
        shaded = np.array(color, np.float32) * 255 * tone[..., None]
        result += alpha[..., None] * (shaded - result)
    nails = np.zeros_like(skin)
    for points, width in FINGERS[:4]:
        (u, v), (u2, v2) = points[0], points[1]
        _stroke(nails, [at(u - 0.02, v), at(u + 0.09 * (u2 - u), v + 0.09 * (v2 - v))], 0.55 * width * PALM)
    nail = cv2.GaussianBlur(nails, (0, 0), 0.8).astype(np.float32)[..., None] / 255
    bright = np.clip(np.array(arm.skin, np.float32) * 255 * 1.12 + 8, 0, 255)
    result += 0.55 * nail * (bright - result)
    return np.clip(result, 0, 255).astype(np.uint8)


PALM = 86.0
"""Width of a palm in pixels: a good deal more than a tile's length."""
PALM_OUTLINE = [
    (0.86, -0.44), (0.78, -0.2), (0.76, 0.1), (0.84, 0.4), (1.15, 0.5), (1.7, 0.44), (2.1, 0.32),
    (2.6, 0.3), (2.6, -0.3), (2.1, -0.32), (1.7, -0.46), (1.2, -0.5),
]  # fmt: skip
"""(up the arm, to the side) in palm widths."""
FINGERS: list[tuple[list[tuple[float, float]], float]] = [
    ([(0.05, -0.16), (0.45, -0.17), (0.95, -0.15)], 0.2),
    ([(0.0, 0.03), (0.42, 0.06), (0.95, 0.08)], 0.2),
    ([(0.16, 0.22), (0.52, 0.28), (1.0, 0.28)], 0.19),
    ([(0.42, 0.4), (0.7, 0.44), (1.05, 0.4)], 0.165),
    ([(0.3, -0.42), (0.72, -0.6), (1.35, -0.42)], 0.2),
]
"""Index, middle, ring and little finger, thumb: from the tip on, and how thick."""


def _moved(mask: NDArray[Any], dx: float, dy: float) -> NDArray[Any]:
    shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    size = (mask.shape[1], mask.shape[0])
    return np.asarray(cv2.warpAffine(mask, shift, size, borderMode=cv2.BORDER_REPLICATE))


def _fill(mask: Bytes, points: Sequence[tuple[float, float]]) -> None:
    cv2.fillPoly(mask, [np.round(np.array(points) * FINE).astype(np.int32)], 255, cv2.LINE_AA, 4)


def _stroke(mask: Bytes, points: Sequence[tuple[float, float]], width: float) -> None:
    fixed = np.round(np.array(points) * FINE).astype(np.int32)
    cv2.polylines(mask, [fixed], False, 255, max(1, round(width)), cv2.LINE_AA, 4)
