"""Grounds of strong texture: leaves, gravel, grass, carpets, printed cloth, whatever else scenes are made of."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.pixels import any_color, noise, resized

Floats = NDArray[np.float32]


def leaves(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """Shapes of all sizes that cover one another, as the statistics of ordinary scenes want it ("dead leaves")."""
    palette = np.stack([any_color(rng) for _ in range(int(rng.integers(2, 7)))])
    ground = np.empty((side, side, 3), np.float32)
    ground[:] = palette[0]
    kind = int(rng.integers(4))
    smallest, largest = unit * float(rng.uniform(0.06, 0.4)), unit * float(rng.uniform(1.0, 5.0))
    count = int(rng.integers(80, 450))
    sizes = np.sort((smallest**-2 + rng.random(count) * (largest**-2 - smallest**-2)) ** -0.5)[::-1]
    for size in rng.permutation(sizes) if rng.random() < 0.5 else sizes:
        at = rng.uniform(0, side, 2)
        tone = np.clip(palette[int(rng.integers(len(palette)))] * (1 + rng.normal(0, 0.15)), 0, 1).tolist()
        angle = float(rng.uniform(0, 360))
        if kind == 0 or (kind == 3 and rng.random() < 0.5):
            axes = (max(1, int(size)), max(1, int(size * rng.uniform(0.25, 1))))
            cv2.ellipse(ground, (int(at[0]), int(at[1])), axes, angle, 0, 360, tone, -1)
            continue
        if kind == 1:
            box = ((float(at[0]), float(at[1])), (float(2 * size), float(size * rng.uniform(0.3, 2))), angle)
            corners = cv2.boxPoints(box)
        else:
            spokes = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 9))))
            reach = size * rng.uniform(0.5, 1.2, len(spokes))
            corners = at + np.stack([reach * np.cos(spokes), reach * np.sin(spokes)], 1)
        cv2.fillPoly(ground, [np.round(corners).astype(np.int32)], tone)
    return _rough(rng, ground, float(rng.uniform(0, 0.2)))


def gravel(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """Stones, beans, coins: round things of about one size, each lit from one side."""
    ground = np.empty((side, side, 3), np.float32)
    base, spread = any_color(rng), float(rng.uniform(0.05, 0.35))
    ground[:] = base * 0.35
    size = unit * float(np.exp(rng.uniform(np.log(0.12), np.log(0.9))))
    count = int(min(900, 1.6 * (side / (2 * size)) ** 2))
    shift = rng.normal(0, 0.12 * size, 2)
    for x, y in rng.uniform(0, side, (count, 2)):
        tone = np.clip(base * (1 + rng.normal(0, spread, 3)), 0, 1)
        axes = (max(1, int(size * rng.uniform(0.6, 1.2))), max(1, int(size * rng.uniform(0.5, 1.0))))
        angle = float(rng.uniform(0, 180))
        cv2.ellipse(ground, (int(x), int(y)), axes, angle, 0, 360, (tone * 0.55).tolist(), -1)
        inner = (max(1, int(axes[0] * 0.85)), max(1, int(axes[1] * 0.85)))
        cv2.ellipse(ground, (int(x + shift[0]), int(y + shift[1])), inner, angle, 0, 360, tone.tolist(), -1)
    return _rough(rng, ground, float(rng.uniform(0, 0.15)))


def grass(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """Blades, straw, fur, pasta: short strokes, side by side and across."""
    base = any_color(rng) if rng.random() < 0.4 else np.array([0.1, 0.45, 0.3], np.float32)
    ground = np.empty((side, side, 3), np.float32)
    ground[:] = base * 0.4
    length, spread = unit * float(rng.uniform(0.5, 3.0)), float(rng.uniform(0.2, 3.0))
    thickness = max(1, int(unit * rng.uniform(0.03, 0.25)))
    turn = float(rng.uniform(0, 2 * np.pi))
    for x, y in rng.uniform(0, side, (700, 2)):
        way = turn + float(rng.normal(0, spread))
        end = (int(x + length * np.cos(way)), int(y + length * np.sin(way)))
        tone = np.clip(base * (1 + rng.normal(0, 0.3)) + rng.normal(0, 0.04, 3), 0, 1).tolist()
        cv2.line(ground, (int(x), int(y)), end, tone, thickness)
    return _rough(rng, ground, float(rng.uniform(0, 0.2)))


def carpet(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """A pattern that repeats, mirrored as on carpets and tiles or not, as on printed cloth and wallpaper."""
    cell = int(np.clip(unit * np.exp(rng.uniform(np.log(0.8), np.log(7.0))), 6, side))
    colors = [any_color(rng).tolist() for _ in range(int(rng.integers(2, 5)))]
    motif = np.empty((cell, cell, 3), np.float32)
    motif[:] = colors[0]
    for _ in range(int(rng.integers(2, 12))):
        x, y = (int(value) for value in rng.integers(0, cell, 2))
        size, color = max(1, int(cell * rng.uniform(0.04, 0.35))), colors[int(rng.integers(len(colors)))]
        shape = int(rng.integers(3))
        if shape == 0:
            cv2.circle(motif, (x, y), size, color, -1 if rng.random() < 0.7 else max(1, cell // 20))
        elif shape == 1:
            far = (x + int(size * rng.uniform(-1, 1)), y + int(size * rng.uniform(-1, 1)))
            cv2.rectangle(motif, (x, y), far, color, -1 if rng.random() < 0.6 else max(1, cell // 20))
        else:
            points = np.array([[x, y - size], [x + size, y], [x, y + size], [x - size, y]], np.int32)
            cv2.fillPoly(motif, [points], color)
    if rng.random() < 0.6:
        motif = np.concatenate([motif, motif[:, ::-1]], axis=1)
        motif = np.concatenate([motif, motif[::-1]], axis=0)
    many = side // motif.shape[0] + 1
    return _rough(rng, np.tile(motif, (many, many, 1))[:side, :side], float(rng.uniform(0, 0.15)))


def tartan(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """Checked cloth: stripes of some widths that repeat and cross, mixed where they do."""
    colors = np.stack([any_color(rng) for _ in range(int(rng.integers(2, 5)))])
    widths = np.maximum(1, unit * np.exp(rng.uniform(np.log(0.1), np.log(2.5), int(rng.integers(2, 7))))).astype(int)
    row = np.repeat(colors[rng.integers(0, len(colors), len(widths))], widths, axis=0)
    row = np.tile(np.concatenate([row, row[::-1]]), (side // len(row) + 1, 1))[:side]
    return _rough(rng, (0.5 * (row[None, :] + row[:, None])).astype(np.float32), float(rng.uniform(0, 0.15)))


def clouds(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """Marble, stone, rust, a blurred scene: noise of many sizes between a few colours."""
    field = np.zeros((side, side), np.float32)
    cell = float(rng.uniform(40, 200))
    for octave in range(5):
        field += noise(rng, side, side, max(1.2, cell / 2**octave), float(rng.uniform(0.7, 3))) * np.float32(
            0.6**octave
        )
    palette = np.stack([any_color(rng) for _ in range(int(rng.integers(2, 6)))])
    steps = 256
    scale = resized(palette[None], (steps, 1))[0]
    place = (field * float(rng.uniform(20, 90)) + steps / 2).astype(np.int32)
    place = np.abs((place + steps) % (2 * steps) - steps).clip(0, steps - 1)
    return np.asarray(scale[place], np.float32)


def _rough(rng: np.random.Generator, ground: Floats, strength: float) -> Floats:
    side = ground.shape[0]
    return ground * (1 + np.float32(strength) * noise(rng, side, side, float(rng.uniform(1, 6))))[..., None]
