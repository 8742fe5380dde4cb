"""The overlay: a photo with what was read drawn upon it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.contact import half_side
from vision.layout import Fault, Layout

Image = NDArray[np.uint8]
Point = tuple[float, float]
Colour = tuple[int, int, int]
Sign = Literal["tile", "pip", "arrow"]

LINE: Colour = (150, 190, 20)  # BGR, teal
LOOSE: Colour = (60, 180, 250)  # amber
HIDDEN: Colour = (200, 190, 180)
WRONG: Colour = (60, 60, 235)
OPEN: Colour = (250, 170, 60)
INK: Colour = (34, 28, 24)
PAPER: Colour = (255, 255, 255)
PALE_RED: Colour = (130, 130, 255)

LEAST_HALF = 24.0  # pixels: smaller halves are enlarged with the photo, so that the numbers can be read
LARGEST_SIDE = 3200
FONT = cv2.FONT_HERSHEY_DUPLEX
FINE = 4  # bits below the pixel that OpenCV's drawing gets
UNSURE_BELOW = 0.9
MOST_PROBLEMS = 5


def draw_overlay(image: Image, layout: Layout) -> Image:
    """The photo with outlines, numbers, junctions, open ends and problems.

    Args:
        image: (h, w, 3) uint8 BGR, the photo that was read.
        layout: what was read; its coordinates are pixels of `image`.

    Returns:
        A new picture: the photo, enlarged by a whole factor where its tiles are too small for legible numbers, and
        below it a band with the sums and problems, in signs and numbers.
    """
    factor = _factor(image, layout)
    size = (image.shape[1] * factor, image.shape[0] * factor)
    base: Image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC) if factor > 1 else image.copy())
    return _Drawing(base, layout, float(factor)).draw()


def _factor(image: Image, layout: Layout) -> int:
    if len(layout.scene) == 0:
        return 1
    side = float(np.median(half_side(layout.scene.corners)))
    most = max(1, int(LARGEST_SIDE / max(image.shape[:2])))
    return max(1, min(most, 4, math.ceil(LEAST_HALF / max(side, 1.0))))


class _Drawing:
    """One picture that is being drawn."""

    def __init__(self, image: Image, layout: Layout, factor: float) -> None:
        self.image = image
        self.layout = layout
        self.factor = factor
        self.corners = (layout.scene.corners + 0.5) * factor - 0.5
        self.centers = (layout.scene.centers + 0.5) * factor - 0.5
        self.side = half_side(self.corners) if len(layout.scene) else np.zeros(0)
        self.stroke = max(2, round(max(image.shape[:2]) / 700))
        self.wrong = {row for fault in layout.faults for row in fault.tiles}

    def draw(self) -> Image:
        self._tint()
        for row in range(len(self.layout.scene)):
            self._outline(row)
        for aside in self.layout.scene.asides:
            points = [_fine((aside.corners + 0.5) * self.factor - 0.5)]
            cv2.polylines(self.image, points, True, HIDDEN, max(1, self.stroke // 2), cv2.LINE_AA, FINE)
        for number in range(len(self.layout.junctions)):
            self._junction(number)
        for line in self.layout.lines:
            for end in line.open_ends:
                self._open_end(end.tile, end.half)
        for row in range(len(self.layout.scene)):
            self._numbers(row)
        return self._caption()

    def _colour(self, row: int) -> Colour:
        if row in self.wrong:
            return WRONG
        if not self.layout.scene.face_up[row]:
            return HIDDEN
        return LOOSE if row in self.layout.loose else LINE

    def _tint(self) -> None:
        """A breath of colour over each tile."""
        tinted = self.image.copy()
        for row in range(len(self.layout.scene)):
            cv2.fillPoly(tinted, [_fine(self.corners[row])], self._colour(row), cv2.LINE_AA, FINE)
        cv2.addWeighted(tinted, 0.16, self.image, 0.84, 0.0, self.image)

    def _outline(self, row: int) -> None:
        points = [_fine(self.corners[row])]
        cv2.polylines(self.image, points, True, INK, self.stroke + 2, cv2.LINE_AA, FINE)
        cv2.polylines(self.image, points, True, self._colour(row), self.stroke, cv2.LINE_AA, FINE)

    def _junction(self, number: int) -> None:
        """A clasp between the two halves that are joined."""
        junction = self.layout.junctions[number]
        (i, j), (a, b) = junction.tiles, junction.halves
        one, other = self.centers[i, a], self.centers[j, b]
        middle, along = (one + other) / 2, (other - one) / max(float(np.linalg.norm(other - one)), 1e-6)
        reach = 0.17 * (self.side[i] + self.side[j]) / 2
        colour = LINE if junction.legal else WRONG
        ends = (middle - reach * along, middle + reach * along)
        self._rod(ends[0], ends[1], 0.22 * self.side[i], PAPER)
        self._rod(ends[0], ends[1], 0.22 * self.side[i] - 1.5 * self.stroke, colour)

    def _open_end(self, row: int, half: int) -> None:
        """An arrowhead that leads outward from the half."""
        centre, tile_middle = self.centers[row, half], self.centers[row].mean(axis=0)
        outward = (centre - tile_middle) / max(float(np.linalg.norm(centre - tile_middle)), 1e-6)
        across = np.array([-outward[1], outward[0]])
        side = float(self.side[row])
        foot = centre + 0.64 * side * outward
        head = np.stack([foot + 0.3 * side * across, foot + 0.38 * side * outward, foot - 0.3 * side * across])
        cv2.fillPoly(self.image, [_fine(head)], OPEN, cv2.LINE_AA, FINE)
        cv2.polylines(self.image, [_fine(head)], True, INK, max(1, self.stroke // 2), cv2.LINE_AA, FINE)

    def _numbers(self, row: int) -> None:
        """The numbers on a dark capsule over the bar, each on the side of its half."""
        middle, side = self.corners[row].mean(axis=0), float(self.side[row])
        axis = self.centers[row, 0] - self.centers[row, 1]
        axis = axis / max(float(np.linalg.norm(axis)), 1e-6)
        self._rod(middle + 0.25 * side * axis, middle - 0.25 * side * axis, 0.46 * side, INK)
        if not self.layout.scene.face_up[row]:
            self._text("?", middle, 0.34 * side, PAPER)
            return
        for half, sign in ((0, 1.0), (1, -1.0)):
            sure = self.layout.confidence[row, half] >= UNSURE_BELOW
            text = str(int(self.layout.pips[row, half]))
            height = (0.32 if len(text) == 1 else 0.25) * side
            self._text(text, middle + sign * 0.25 * side * axis, height, PAPER if sure else LOOSE)

    def _rod(self, start: NDArray[np.floating], stop: NDArray[np.floating], width: float, colour: Colour) -> None:
        """A thick line with round ends."""
        thickness = max(1, round(width))
        points = [_fine(np.stack([start, stop]))]
        cv2.polylines(self.image, points, False, colour, thickness, cv2.LINE_AA, FINE)

    def _text(self, text: str, middle: NDArray[np.floating], height: float, colour: Colour) -> None:
        """Text whose digits are `height` pixels high, centred."""
        scale = height / 22.0
        thickness = max(1, round(1.6 * scale))
        (width, tall), _ = cv2.getTextSize(text, FONT, scale, thickness)
        at = (round(float(middle[0]) - width / 2), round(float(middle[1]) + tall / 2))
        cv2.putText(self.image, text, at, FONT, scale, colour, thickness, cv2.LINE_AA)

    def _caption(self) -> Image:
        """The picture with sums and problems on a dark band below it: signs and numbers, which need no language."""
        faults = self.layout.faults
        texts = [_fault_in_signs(fault) for fault in faults[:MOST_PROBLEMS]]
        if len(faults) > MOST_PROBLEMS:
            texts.append(f"+{len(faults) - MOST_PROBLEMS}")
        height, width = self.image.shape[:2]
        scale = max(0.4, max(height, width) / 1600)
        step = round(36 * scale)
        band = np.full((step * (1 + len(texts)) + step // 2, width, 3), INK, np.uint8)
        left = step // 2
        for sign, text, colour in _summary(self.layout):
            left = _draw_sign(band, sign, left, step, colour)
            left = _write(band, text, (left, step), scale, PAPER) + step
        for number, text in enumerate(texts, 2):
            _write(band, text, (step // 2, step * number), scale, PALE_RED)
        return np.vstack([self.image, band])


def _fault_in_signs(fault: Fault) -> str:
    """ "6-4 x 2", "6-4 3-1   4 =/= 3" or "6-4 ?"."""
    tiles = " ".join(map(str, fault.values))
    if fault.kind == "duplicate":
        return f"{tiles} x {len(fault.tiles)}"
    return f"{tiles}   {' =/= '.join(map(str, fault.numbers))}" if fault.kind == "unequal" else f"{tiles} ?"


def _summary(layout: Layout) -> Iterator[tuple[Sign, str, Colour]]:
    """Tiles, pips, open ends and loose tiles: a sign, its number, and the colour that it has in the picture."""
    yield "tile", str(len(layout.scene)), LINE
    yield "pip", str(layout.pips_sum), PAPER
    if layout.lines and layout.lines[0].open_ends:
        yield "arrow", " ".join(str(end.pips) for end in layout.lines[0].open_ends), WRONG if layout.blocked else OPEN
    if layout.loose:
        yield "tile", str(len(layout.loose)), LOOSE


def _draw_sign(band: Image, sign: Sign, left: int, step: int, colour: Colour) -> int:
    """Draws a sign on the line of text whose foot is at `step`; returns where its text begins."""
    middle, half = step - round(0.3 * step), round(0.28 * step)
    stroke = max(1, step // 16)
    if sign == "tile":
        wide = 3 * half // 2
        cv2.rectangle(band, (left, middle - 3 * half // 4), (left + 2 * wide, middle + 3 * half // 4), colour, stroke)
        cv2.line(band, (left + wide, middle - 3 * half // 4), (left + wide, middle + 3 * half // 4), colour, stroke)
        return left + 2 * wide + half
    if sign == "pip":
        cv2.circle(band, (left + half, middle), half // 2, colour, -1, cv2.LINE_AA)
        return left + 2 * half + half // 2
    head = np.array([[left, middle - half], [left + 3 * half // 2, middle], [left, middle + half]], np.int32)
    cv2.fillPoly(band, [head], colour, cv2.LINE_AA)
    return left + 5 * half // 2


def _write(band: Image, text: str, at: tuple[int, int], scale: float, colour: Colour) -> int:
    """Writes a line of text, smaller where it would not fit; returns where it ends."""
    (wide, _), _ = cv2.getTextSize(text, FONT, scale, 1)
    fitted = scale * min(1.0, max(1, band.shape[1] - at[0]) / max(1, wide))
    cv2.putText(band, text, at, FONT, fitted, colour, max(1, round(scale)), cv2.LINE_AA)
    return at[0] + wide


def _fine(points: NDArray[np.floating]) -> NDArray[np.int32]:
    """Points for OpenCV's drawing with parts of pixels."""
    return np.asarray(np.round(points * (1 << FINE)), np.int32)
