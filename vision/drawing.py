"""Strokes of the overlay: lines, shapes and text with parts of pixels, in the coordinates of a scene.

In a scene the middle of the first pixel lies at (0.5, 0.5); OpenCV has it at (0, 0).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Points = NDArray[np.floating]
Colour = tuple[int, int, int]

LINE: Colour = (150, 190, 20)  # BGR, teal
LOOSE: Colour = (60, 180, 250)  # amber
HELD: Colour = (240, 140, 175)  # violet
HIDDEN: Colour = (200, 190, 180)
WRONG: Colour = (60, 60, 235)
OPEN: Colour = (235, 140, 40)  # blue
INK: Colour = (34, 28, 24)
PAPER: Colour = (255, 255, 255)
PALE_RED: Colour = (130, 130, 255)

FONT = cv2.FONT_HERSHEY_DUPLEX
FINE = 4  # bits below the pixel that OpenCV's drawing gets
UNEQUAL = "≠"  # no letter of OpenCV's fonts, so it is drawn


def fine(points: Points) -> NDArray[np.int32]:
    """Points of a scene for OpenCV's drawing with parts of pixels."""
    return np.asarray(np.round((points - 0.5) * (1 << FINE)), np.int32)


def lines(image: Image, points: Points, colour: Colour, width: float, closed: bool = False) -> None:
    """A line from point to point, (n, 2)."""
    cv2.polylines(image, [fine(points)], closed, colour, max(1, round(width)), cv2.LINE_AA, FINE)


def shape(image: Image, points: Points, colour: Colour) -> None:
    """A filled polygon, (n, 2)."""
    cv2.fillPoly(image, [fine(points)], colour, cv2.LINE_AA, FINE)


def disc(image: Image, middle: Points, radius: float, colour: Colour) -> None:
    """A filled circle."""
    x, y = fine(middle).tolist()
    cv2.circle(image, (x, y), max(1, round(radius * (1 << FINE))), colour, -1, cv2.LINE_AA, FINE)


def dashes(image: Image, corners: Points, colour: Colour, width: float) -> None:
    """The outline of a polygon in dashes, about four times as long as wide."""
    for start, stop in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        count = max(1, round(float(np.linalg.norm(stop - start)) / (7.0 * width)))
        for place in range(count):
            ends = [start + (stop - start) * (place + part) / count for part in (0.2, 0.8)]
            lines(image, np.stack(ends), INK, width + 2)
            lines(image, np.stack(ends), colour, width)


def hatch(image: Image, corners: Points, colour: Colour, width: float, count: int = 5) -> None:
    """Slanting lines across a quadrangle, (4, 2)."""
    for place in range(1, count):
        part = place / count
        upper = corners[0] + (corners[1] - corners[0]) * part
        lower = corners[3] + (corners[2] - corners[3]) * max(0.0, part - 1 / count)
        lines(image, np.stack([upper, lower]), INK, width + 2)
        lines(image, np.stack([upper, lower]), colour, width)


def centred(image: Image, text: str, middle: Points, height: float, colour: Colour) -> None:
    """Text whose digits are `height` pixels high around a point."""
    scale = height / 22.0
    thickness = max(1, round(1.6 * scale))
    (width, tall), _ = cv2.getTextSize(text, FONT, scale, thickness)
    at = (round(float(middle[0]) - width / 2), round(float(middle[1]) + tall / 2))
    cv2.putText(image, text, at, FONT, scale, colour, thickness, cv2.LINE_AA)


def written(image: Image, text: str, at: tuple[int, int], scale: float, colour: Colour) -> int:
    """Writes a line of text from `at`, the left end of its foot; returns where it ends."""
    left, foot = at
    for number, part in enumerate(text.split(UNEQUAL)):
        if number:
            left = _unequal(image, (left, foot), scale, colour)
        cv2.putText(image, part, (left, foot), FONT, scale, colour, max(1, round(scale)), cv2.LINE_AA)
        left += width_of(part, scale)
    return left


def width_of(text: str, scale: float) -> int:
    """How wide a line of text is in pixels."""
    parts = text.split(UNEQUAL)
    return sum(int(cv2.getTextSize(part, FONT, scale, 1)[0][0]) for part in parts) + round(26 * scale) * (
        len(parts) - 1
    )


def _unequal(image: Image, at: tuple[int, int], scale: float, colour: Colour) -> int:
    left, foot = at
    wide, middle, step = 26 * scale, foot - 10 * scale, 4.5 * scale
    start, stop = left + 0.15 * wide, left + 0.85 * wide
    for height in (middle - step, middle + step):
        lines(image, np.array([[start, height], [stop, height]]), colour, 2 * scale)
    slant = [[left + 0.32 * wide, middle + 2.2 * step], [left + 0.68 * wide, middle - 2.2 * step]]
    lines(image, np.array(slant), colour, 2 * scale)
    return left + round(wide)
