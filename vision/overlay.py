"""The overlay: a photo with what was read drawn upon it."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.contact import END_SIDES, half_side
from vision.drawing import (
    HELD,
    HIDDEN,
    INK,
    LINE,
    LOOSE,
    OPEN,
    PAPER,
    WRONG,
    Colour,
    Image,
    Points,
    centred,
    dashes,
    disc,
    lines,
    shape,
)
from vision.hands import find_hands
from vision.junctions import Junction
from vision.layout import Layout, OpenEnd
from vision.legend import mark_aside, with_band

LEAST_HALF = 28.0  # pixels: smaller halves are enlarged with the photo, so that the numbers can be read
LEAST_SIDE = 1000  # pixels: so are smaller photos, so that the signs are clean
LARGEST_SIDE = 3200
LARGEST_LABEL = 0.055  # of the photo's longer side: the half's side for which numbers and signs are drawn
DOUBTFUL_BELOW = 0.9  # shown in red; only below `vision.layout.UNSURE_BELOW` is it also a fault


def draw_overlay(image: Image, layout: Layout) -> Image:
    """The photo with outlines, numbers, junctions, open ends, hands and problems.

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
    wanted = math.ceil(max(LEAST_HALF / max(side, 1.0), LEAST_SIDE / max(image.shape[:2])))
    return max(1, min(most, 4, int(wanted)))


class _Drawing:
    """One picture that is being drawn."""

    def __init__(self, image: Image, layout: Layout, factor: float) -> None:
        self.image, self.layout = image, layout
        self.corners = layout.scene.corners * factor
        self.centers = layout.scene.centers * factor
        self.asides = [(aside.face, aside.corners * factor) for aside in layout.scene.asides]
        self.side = half_side(self.corners) if len(layout.scene) else np.zeros(0)
        self.label = np.minimum(self.side, LARGEST_LABEL * max(image.shape[:2]))
        self.stroke = max(2, round(max(image.shape[:2]) / 700))
        self.wrong = {row for fault in layout.faults for row in fault.tiles}
        self.hands = find_hands(layout)
        self.held = {tile for hand in self.hands for tile in hand.tiles}

    def draw(self) -> Image:
        rows = range(len(self.layout.scene))
        self._tint()
        for row in rows:
            self._outline(row)
        for number, (face, corners) in enumerate(self.asides):
            colour = HELD if len(rows) + number in self.held else HIDDEN
            dashes(self.image, corners, colour, self.stroke)
            mark_aside(self.image, face, corners, colour, self.stroke)
        for number in range(len(self.layout.junctions)):
            self._junction(number)
        for number, line in enumerate(self.layout.lines):
            for end in line.open_ends:
                self._open_end(end, WRONG if self.layout.blocked and number == 0 else OPEN)
        for row in rows:
            self._numbers(row)
        return with_band(self.image, self.layout, self.hands)

    def _colour(self, row: int) -> Colour:
        if row in self.wrong:
            return WRONG
        if not self.layout.scene.face_up[row]:
            return HIDDEN
        if row in self.held:
            return HELD
        return LOOSE if row in self.layout.loose else LINE

    def _tint(self) -> None:
        """A breath of colour over each tile."""
        tinted = self.image.copy()
        for row in range(len(self.layout.scene)):
            shape(tinted, self.corners[row], self._colour(row))
        cv2.addWeighted(tinted, 0.16, self.image, 0.84, 0.0, self.image)

    def _outline(self, row: int) -> None:
        lines(self.image, self.corners[row], INK, self.stroke + 2, closed=True)
        lines(self.image, self.corners[row], self._colour(row), self.stroke, closed=True)

    def _junction(self, number: int) -> None:
        """A clasp between the two halves that are joined; where the numbers differ, a red seal with a cross."""
        junction = self.layout.junctions[number]
        (i, j), (middle, along) = junction.tiles, self._seam(junction)
        side = (self.label[i] + self.label[j]) / 2
        if junction.legal:
            ends = np.stack([middle - 0.17 * side * along, middle + 0.17 * side * along])
            lines(self.image, ends, PAPER, 0.22 * side)
            lines(self.image, ends, LINE, 0.22 * side - 1.5 * self.stroke)
            return
        disc(self.image, middle, 0.3 * side + self.stroke, PAPER)
        disc(self.image, middle, 0.3 * side, WRONG)
        for slant in ((1.0, 1.0), (1.0, -1.0)):
            reach = 0.13 * side * np.array(slant)
            lines(self.image, np.stack([middle - reach, middle + reach]), PAPER, 0.09 * side)

    def _seam(self, junction: Junction) -> tuple[Points, Points]:
        """Where two tiles are joined, and in which direction: along those whose end touches."""
        ends = [self._way_out(tile, half) for tile, half, side in junction.touches() if side in END_SIDES]
        if not ends:
            one, other = (self.centers[tile, half] for tile, half, _ in junction.touches())
            return (one + other) / 2, _unit(other - one)
        edges, ways = np.array([edge for edge, _ in ends]), [way for _, way in ends]
        return edges.mean(axis=0), ways[0] if len(ways) == 1 else _unit(ways[0] - ways[1])

    def _open_end(self, end: OpenEnd, colour: Colour) -> None:
        """A pointer outward from the half, with the number that a tile must have to be joined."""
        start, outward = self._way_out(end.tile, end.half, end.long_side)
        side = float(self.label[end.tile])
        across = np.array([-outward[1], outward[0]])
        foot = start + 0.1 * side * outward
        flag = [(0.0, -0.26), (0.4, -0.26), (0.7, 0.0), (0.4, 0.26), (0.0, 0.26)]
        points = np.stack([foot + side * (ahead * outward + beside * across) for ahead, beside in flag])
        lines(self.image, points, PAPER, self.stroke + 2, closed=True)
        shape(self.image, points, colour)
        text = str(end.pips)
        centred(self.image, text, foot + 0.28 * side * outward, (0.3 if len(text) == 1 else 0.22) * side, PAPER)

    def _way_out(self, tile: int, half: int, long_side: int | None = None) -> tuple[Points, Points]:
        """The middle of a half's end, or of a long side of the tile, and the direction away from the tile."""
        corners = self.corners[tile]
        edge = ((3, 0), (1, 2))[half] if long_side is None else ((0, 1), (2, 3))[long_side]
        middle = corners[list(edge)].mean(axis=0)
        return middle, _unit(middle - corners.mean(axis=0))

    def _numbers(self, row: int) -> None:
        """The numbers on a dark capsule over the bar, each on the side of its half; doubtful ones on red."""
        middle, side = self.corners[row].mean(axis=0), float(self.label[row])
        axis = _unit(self.centers[row, 0] - self.centers[row, 1])
        places = [middle + sign * 0.25 * side * axis for sign in (1.0, -1.0)]
        lines(self.image, np.stack(places), INK, 0.46 * side)
        if not self.layout.scene.face_up[row]:
            centred(self.image, "?", middle, 0.34 * side, PAPER)
            return
        for half, place in enumerate(places):
            if self.layout.confidence[row, half] < DOUBTFUL_BELOW:
                disc(self.image, place, 0.23 * side, WRONG)
            text = str(int(self.layout.pips[row, half]))
            centred(self.image, text, place, (0.32 if len(text) == 1 else 0.25) * side, PAPER)


def _unit(vector: Points) -> Points:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-6))
