"""Marks on pictures of light: an ink that stands out, discs, blocks, words."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.lettering import write
from models.renderer.pixels import any_color

Floats = NDArray[np.float32]


def ink_for(rng: np.random.Generator, picture: Floats) -> list[float]:
    """A colour that stands out from the picture's."""
    paper = float(picture.mean())
    if rng.random() < 0.5:
        return [0.05] * 3 if paper > 0.5 else [0.95] * 3
    return some_color(rng)


def some_color(rng: np.random.Generator) -> list[float]:
    """Any colour, as OpenCV takes it."""
    return [float(value) for value in any_color(rng)]


def shaded(color: list[float], factor: float) -> list[float]:
    """The colour in more or less light."""
    return [min(1.0, max(0.0, value * factor)) for value in color]


def disc(picture: Floats, x: float, y: float, radius: float, color: list[float]) -> None:
    """A filled circle, placed to a sixteenth of a pixel."""
    center = (round(x * 16), round(y * 16))
    cv2.circle(picture, center, max(8, round(radius * 16)), color, -1, cv2.LINE_8, 4)


def block(picture: Floats, low: tuple[float, float], high: tuple[float, float], color: list[float]) -> None:
    """A filled upright rectangle between two corners."""
    cv2.rectangle(picture, (int(low[0]), int(low[1])), (int(high[0]), int(high[1])), color, -1)


def polygon(picture: Floats, points: NDArray[np.float64], color: list[float]) -> None:
    """A filled polygon from (n, 2) pixels."""
    cv2.fillPoly(picture, [np.round(points * 16).astype(np.int32)], color, cv2.LINE_8, 4)


def sign(picture: Floats, rng: np.random.Generator, at: tuple[float, float], high: float, color: list[float]) -> None:
    """One letter or number, `high` pixels high, with its lower left corner at `at`."""
    letter = chr(int(rng.integers(48, 91)))
    write(picture, letter, (int(at[0]), int(at[1])), int(rng.integers(3)), high / 22, tuple(color),
          max(1, round(high / 12)))  # fmt: skip


def words(picture: Floats, rng: np.random.Generator, ink: list[float], lines: int) -> None:
    """Lines of letters that fill the picture from top to bottom."""
    height, width = picture.shape[:2]
    for row in range(lines):
        word = "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(2, 14))))
        size = 0.6 * height / lines / 25
        write(picture, word, (int(width * 0.08), int((row + 0.8) * height / lines)), int(rng.integers(5)), size,
              tuple(ink), max(1, int(size)))  # fmt: skip
