"""Grounds made of rectangles and print: bricks, parquet, tiles, colour squares, printed pages, dotted cloth."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.lettering import write
from models.renderer.pixels import any_color, noise

Floats = NDArray[np.float32]


def bricks(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """Bricks or tiles in rows, each row shifted, with joints between."""
    joint, base = any_color(rng) * 0.6, any_color(rng)
    ground = np.empty((side, side, 3), np.float32)
    ground[:] = joint
    high = max(6.0, unit * float(np.exp(rng.uniform(-0.7, 1.6))))
    long = high * float(rng.choice([1.0, 2.0, 2.0, 3.0]))
    gap = max(1.0, high * float(rng.uniform(0.02, 0.12)))
    shift, spread = float(rng.choice([0.0, 0.5, 0.33])), float(rng.uniform(0.02, 0.2))
    for row in range(int(side / high) + 1):
        start = (row * shift % 1) * long
        for column in range(-1, int(side / long) + 1):
            tone = np.clip(base * (1 + rng.normal(0, spread)), 0, 1).tolist()
            low = (int(column * long + start), int(row * high))
            high_corner = (int((column + 1) * long + start - gap), int((row + 1) * high - gap))
            cv2.rectangle(ground, low, high_corner, tone, -1)
    return ground * (1 + np.float32(rng.uniform(0, 0.12)) * noise(rng, side, side, max(2, unit / 6)))[..., None]


def parquet(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """Blocks twice as long as wide, laid in a herringbone or in crossed pairs."""
    value = float(rng.uniform(0.2, 0.8))
    base = np.array([value * 0.5, value * 0.75, value], np.float32)
    ground = np.empty((side, side, 3), np.float32)
    ground[:] = base * 0.4
    wide = max(5.0, unit * float(np.exp(rng.uniform(-0.7, 1.2))))
    ratio, gap = int(rng.integers(2, 5)), max(1.0, wide * 0.05)
    cell = wide * ratio
    for row in range(int(side / cell) + 1):
        for column in range(int(side / cell) + 1):
            for lane in range(ratio):
                tone = np.clip(base * (1 + rng.normal(0, 0.1)), 0, 1).tolist()
                x, y = column * cell, row * cell
                if (row + column) % 2:
                    low, high = (x, y + lane * wide), (x + cell - gap, y + (lane + 1) * wide - gap)
                else:
                    low, high = (x + lane * wide, y), (x + (lane + 1) * wide - gap, y + cell - gap)
                cv2.rectangle(ground, (int(low[0]), int(low[1])), (int(high[0]), int(high[1])), tone, -1)
    grain = noise(rng, side, side, max(1.5, wide / 12), 8)
    return ground * (1 + np.float32(rng.uniform(0.02, 0.12)) * grain)[..., None]


def color_squares(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """A board of squares: two colours in turn, or any of a few."""
    step = max(4.0, unit * float(np.exp(rng.uniform(-0.5, 1.2))))
    cells = int(side / step) + 2
    palette = np.stack([any_color(rng) for _ in range(int(rng.integers(2, 7)))])
    if rng.random() < 0.5:
        chosen = (np.add.outer(np.arange(cells), np.arange(cells)) % 2).astype(int)
    else:
        chosen = rng.integers(0, len(palette), (cells, cells))
    at = np.minimum((np.arange(side) / step).astype(int), cells - 1)
    ground = np.asarray(palette[chosen][np.ix_(at, at)], np.float32)
    if rng.random() < 0.4:
        for place in np.arange(0, side, step):
            cv2.line(ground, (int(place), 0), (int(place), side), (0.05, 0.05, 0.05), max(1, int(step / 25)))
            cv2.line(ground, (0, int(place)), (side, int(place)), (0.05, 0.05, 0.05), max(1, int(step / 25)))
    return ground


def page(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """A newspaper or a printed form: lines of letters, now and then a box."""
    ground = np.empty((side, side, 3), np.float32)
    ground[:] = float(rng.uniform(0.6, 1.0))
    ink = tuple(float(value) for value in any_color(rng) * 0.3)
    size = max(0.25, unit * float(rng.uniform(0.2, 1.2)) / 30)
    pitch, column = int(30 * size) + 2, int(side * rng.uniform(0.2, 0.6))
    for y in range(pitch, side, pitch):
        for x in range(0, side, column):
            word = "".join(chr(int(c)) for c in rng.integers(60, 122, max(2, int(column / (22 * size)))))
            if rng.random() < 0.9:
                write(ground, word, (x, y), int(rng.integers(2)), size, ink, max(1, int(size * 1.5)))
    for _ in range(int(rng.integers(0, 5))):
        low = rng.integers(0, side, 2)
        high = low + (unit * rng.uniform(0.8, 4, 2)).astype(int)
        cv2.rectangle(ground, (int(low[0]), int(low[1])), (int(high[0]), int(high[1])), ink,
                      int(rng.choice([-1, 1, 2])))  # fmt: skip
    return ground


def pip_print(rng: np.random.Generator, side: int, unit: float) -> Floats:
    """Dots in small groups, as on printed dice and dotted paper."""
    ground = np.empty((side, side, 3), np.float32)
    ground[:] = any_color(rng)
    ink = any_color(rng).tolist()
    radius = max(1.0, unit * float(rng.uniform(0.05, 0.14)))
    step = radius * float(rng.uniform(2.6, 6.0))
    share = float(rng.choice([0.3, 0.6, 1.0]))
    for y in np.arange(0, side, step):
        for x in np.arange(0, side, step):
            if rng.random() < share:
                cv2.circle(ground, (round(x * 16), round(y * 16)), round(radius * 16), ink, -1, cv2.LINE_8, 4)
    return ground
