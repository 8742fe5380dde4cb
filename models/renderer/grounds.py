"""What the tiles lie on: desks, cloths, wood, printed boards, as pictures."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.camera import Camera
from models.renderer.floors import bricks, color_squares, page, parquet, pip_print
from models.renderer.lettering import write
from models.renderer.pixels import any_color, noise
from models.renderer.textures import carpet, clouds, grass, gravel, leaves, tartan

Floats = NDArray[np.float32]


def random_ground(rng: np.random.Generator, size: tuple[int, int], unit: float, camera: Camera | None = None) -> Floats:
    """A ground that fills the picture: (height, width, 3) float32 in 0..1; `unit` is half a tile's side in pixels.

    With `camera` the ground is seen as it lies on the table, without as from straight above.
    """
    width, height = size
    diagonal = int(np.hypot(width, height)) + 2
    makers = [_plain, _wood, _cloth, _stripes, _blobs, _grid, _board, _scribbles, _planks,
              bricks, parquet, color_squares, page, pip_print,
              leaves, gravel, grass, carpet, tartan, clouds]  # fmt: skip
    weights = np.array([0.23, 0.13, 0.09, 0.05, 0.07, 0.04, 0.05, 0.04, 0.04, 0.03, 0.03, 0.03, 0.03, 0.02,
                        0.03, 0.02, 0.015, 0.03, 0.015, 0.03])  # fmt: skip
    maker = makers[int(rng.choice(len(makers), p=weights / weights.sum()))]
    square = maker(rng, diagonal, unit)
    angle = float(rng.uniform(0, 360)) if rng.random() < 0.7 else 0.0
    matrix = np.eye(3)
    matrix[:2] = cv2.getRotationMatrix2D((diagonal / 2, diagonal / 2), angle, 1.0)
    matrix[:2, 2] += np.array([width / 2 - diagonal / 2, height / 2 - diagonal / 2])
    if camera is not None:
        matrix = _seen_by(camera) @ matrix
    turned = cv2.warpPerspective(square, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return turned.astype(np.float32, copy=False)


def _seen_by(camera: Camera) -> NDArray[np.float64]:
    """The homography from the ground as seen from straight above, at the camera's scale, to the camera's picture."""
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)
    above = corners[:, :2] * np.float32(camera.scale) + np.array(camera.size, np.float32) / 2
    table = corners + np.array([*camera.target, 0], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(above, camera.project(table)), np.float64)


def _tint(base: Floats, field: Floats, strength: float) -> Floats:
    return base * (1 + np.float32(strength) * field[..., None])


def _plain(rng: np.random.Generator, side: int, unit: float) -> Floats:
    ground = np.empty((side, side, 3), np.float32)
    ground[:] = any_color(rng)
    if rng.random() < 0.6:
        ground = _tint(ground, noise(rng, side, side, rng.uniform(30, 200)), rng.uniform(0.01, 0.1))
    if rng.random() < 0.5:
        ground = ground + rng.uniform(0.005, 0.06) * noise(rng, side, side, rng.uniform(1, 4))[..., None]
    return ground


def _wood(rng: np.random.Generator, side: int, unit: float) -> Floats:
    value = rng.uniform(0.15, 0.85)
    base = np.array([value * rng.uniform(0.35, 0.7), value * rng.uniform(0.6, 0.85), value], np.float32)
    field = noise(rng, side, side, rng.uniform(8, 40), rng.uniform(5, 14)) * 0.6
    field += noise(rng, side, side, rng.uniform(1.5, 5), rng.uniform(8, 30)) * 0.5
    rings = np.sin(field * rng.uniform(2, 7) + noise(rng, side, side, 60, 6) * 3)
    return _tint(
        np.broadcast_to(base, (side, side, 3)), (field + 0.6 * rings).astype(np.float32), rng.uniform(0.03, 0.2)
    )


def _planks(rng: np.random.Generator, side: int, unit: float) -> Floats:
    ground = _wood(rng, side, unit)
    step = int(max(12, unit * rng.uniform(2, 9)))
    for y in range(int(rng.integers(step)), side, step):
        cv2.line(ground, (0, y), (side, y), (0.05, 0.06, 0.08), max(1, int(unit * rng.uniform(0.02, 0.12))))
        ground[y : y + step] *= rng.uniform(0.85, 1.12)
    return ground


def _cloth(rng: np.random.Generator, side: int, unit: float) -> Floats:
    x = np.arange(side, dtype=np.float32)
    period = rng.uniform(2, 7)
    weave = np.sin(x * 2 * np.pi / period)[None, :] * np.sin(x * 2 * np.pi / period * rng.uniform(0.6, 1.4))[:, None]
    ground = _tint(np.broadcast_to(any_color(rng), (side, side, 3)), weave, rng.uniform(0.03, 0.25))
    folds = noise(rng, side, side, rng.uniform(40, 160), rng.uniform(1, 4))
    ground = _tint(ground, folds, rng.uniform(0.0, 0.15))
    return ground + rng.uniform(0, 0.05) * noise(rng, side, side, 1.5)[..., None]


def _stripes(rng: np.random.Generator, side: int, unit: float) -> Floats:
    ground = np.empty((side, side, 3), np.float32)
    colors = [any_color(rng) for _ in range(int(rng.integers(2, 5)))]
    y = 0
    while y < side:
        step = int(max(2, unit * rng.uniform(0.08, 1.5)))
        ground[y : y + step] = colors[int(rng.integers(len(colors)))]
        y += step
    if rng.random() < 0.4:
        other = _stripes_across(rng, side, unit)
        ground = 0.5 * ground + 0.5 * other
    return _tint(ground, noise(rng, side, side, 80), rng.uniform(0, 0.1))


def _stripes_across(rng: np.random.Generator, side: int, unit: float) -> Floats:
    ground = np.empty((side, side, 3), np.float32)
    colors = [any_color(rng) for _ in range(2)]
    step = int(max(3, unit * rng.uniform(0.3, 2)))
    for index, x in enumerate(range(0, side, step)):
        ground[:, x : x + step] = colors[index % 2]
    return ground


def _blobs(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """A printed cloth: flowers, dots and berries, some as large and as round as pips."""
    ground = np.empty((side, side, 3), np.float32)
    ground[:] = any_color(rng)
    colors = [any_color(rng) for _ in range(4)]
    regular = rng.random() < 0.35
    radius = unit * float(rng.uniform(0.05, 0.6))
    if regular:
        step = max(4, int(radius * rng.uniform(2.5, 7)))
        for y in range(0, side, step):
            for x in range((y // step % 2) * step // 2, side, step):
                cv2.circle(ground, (x, y), max(1, int(radius)), colors[0].tolist(), -1)
    else:
        for _ in range(int(rng.integers(40, 260))):
            center = (int(rng.integers(side)), int(rng.integers(side)))
            axes = (max(1, int(radius * rng.uniform(0.3, 2))), max(1, int(radius * rng.uniform(0.3, 2))))
            color = colors[int(rng.integers(4))].tolist()
            thickness = -1 if rng.random() < 0.7 else max(1, int(unit * 0.06))
            cv2.ellipse(ground, center, axes, float(rng.uniform(0, 180)), 0, 360, color, thickness)
    return _tint(ground, noise(rng, side, side, 60), rng.uniform(0, 0.12))


def _grid(rng: np.random.Generator, side: int, unit: float) -> Floats:
    ground = _plain(rng, side, unit)
    step = int(max(8, unit * rng.uniform(0.8, 4)))
    color = any_color(rng).tolist()
    thickness = max(1, int(unit * rng.uniform(0.02, 0.15)))
    for at in range(0, side, step):
        cv2.line(ground, (at, 0), (at, side), color, thickness)
        cv2.line(ground, (0, at), (side, at), color, thickness)
    return ground


def _board(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """A printed game board: a grid with stars, numbers and lettering."""
    ground = _grid(rng, side, unit)
    colors = [any_color(rng).tolist() for _ in range(4)]
    for _ in range(int(rng.integers(8, 60))):
        x, y = int(rng.integers(side)), int(rng.integers(side))
        size = unit * float(rng.uniform(0.3, 1.0))
        color = colors[int(rng.integers(4))]
        if rng.random() < 0.5:
            angles = np.arange(8) * np.pi / 4
            radii = np.where(np.arange(8) % 2 == 0, size, size * 0.35)
            star = np.stack([x + radii * np.cos(angles), y + radii * np.sin(angles)], 1).astype(np.int32)
            cv2.fillPoly(ground, [star], color)
            cv2.circle(ground, (x, y), max(1, int(size * 0.3)), colors[int(rng.integers(4))], -1)
        else:
            word = "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(1, 8))))
            write(ground, word, (x, y), int(rng.integers(5)), size / 25, tuple(color), max(1, int(size / 10)))
    return _tint(ground, noise(rng, side, side, 2), rng.uniform(0, 0.06))


def _scribbles(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """Curves and leaves, dark on light or light on dark."""
    ground = _plain(rng, side, unit)
    color = any_color(rng).tolist()
    for _ in range(int(rng.integers(5, 60))):
        steps = rng.normal(0, unit * rng.uniform(0.2, 1.2), (int(rng.integers(4, 20)), 2))
        points = (np.cumsum(steps, axis=0) + rng.uniform(0, side, 2)).astype(np.int32)
        cv2.polylines(ground, [points], bool(rng.random() < 0.3), color, max(1, int(unit * rng.uniform(0.02, 0.3))))
    return ground
