"""The stillness gate: is a hand over the table, has the table come to rest, may it be read.

Works on a small grey image, so it can look at every frame. Pictures are compared after their brightness is matched, so
a lamp or the camera's exposure does not count as movement.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

State = Literal["HAND", "SETTLING", "STILL"]
Side = Literal["N", "E", "S", "W"]
Grey = NDArray[np.float32]
Mask = NDArray[np.bool_]

WIDTH = 160  # pixels of the small image
BRIGHTNESS = 110.0  # to which the median grey of each picture is brought
MOST_GAIN = 2.5  # so that the noise of a dark picture is not made into movement
MOVED = 12.0  # grey levels of 255 by which a pixel must differ to count as movement,
FOREIGN = 20.0  # to count as something that lies over the table: the soft shadow of a sitter differs by less,
PLAINLY_FOREIGN = 28.0  # and where frames are so far apart that the light may have changed
MARGIN = 0.06  # of the picture: knees and sleeves at the very edge do not hold up the game
SOME_MOTION = 0.004  # of the picture, inside the margin: the table is not at rest
MUCH_MOTION = 0.03
TRACE_OF_MOTION = 0.001  # of the whole picture: too much to take the frame as the empty reference
LEAST_HAND = 0.012  # of the picture
LEAST_REACH = 0.15  # of the picture's width or height, from the edge inward
SPARSE_HAND, SPARSE_REACH = 0.04, 0.3  # for stills far apart, where sitters and camera may have moved in between
MOST_HAND = 0.6  # more than this is a lamp or a moved camera


@dataclass(frozen=True)
class GateReading:
    """What the gate says of one frame.

    Attributes:
        state: HAND (something reaches in, or much moves), SETTLING (not yet at rest), STILL (read it).
        side: the picture's edge from which a hand reached in since the last STILL frame; top is N. The first STILL
            frame after the hand carries it as well.
    """

    state: State
    side: Side | None = None


class StillnessGate:
    """Judges frame after frame.

    Args:
        settle_seconds: how long nothing may move before a frame counts as STILL.
        rest_seconds: an arm that rests on the table for so long is taken as part of it.

    Frames further apart than one and a half times `settle_seconds` are taken as single stills (one a move): each is
    STILL unless a hand is plain to see.
    """

    def __init__(self, settle_seconds: float = 0.6, rest_seconds: float = 6.0) -> None:
        self._settle = settle_seconds
        self._rest = rest_seconds
        self._previous: Grey | None = None
        self._reference: Grey | None = None
        self._t = 0.0
        self._moved_at = 0.0
        self._reach = dict.fromkeys(("N", "E", "S", "W"), 0.0)

    def update(self, frame_bgr: NDArray[np.uint8], t_seconds: float) -> GateReading:
        """Takes in one frame ((h, w, 3) BGR, or (h, w) grey) at a time in seconds."""
        grey = _small_grey(frame_bgr)
        previous, reference, gap = self._previous, self._reference, t_seconds - self._t
        self._previous, self._t = grey, t_seconds
        if previous is None or reference is None or previous.shape != grey.shape:
            self._moved_at = t_seconds - self._settle
            return self._still(grey)
        if gap < 0 or gap > 1.5 * self._settle:
            return self._judge_single(grey, _changed(reference, grey, PLAINLY_FOREIGN), t_seconds)
        foreign, moving = _changed(reference, grey, FOREIGN), _changed(previous, grey, MOVED)
        return self._judge_moving(grey, foreign, moving, t_seconds)

    def _judge_single(self, grey: Grey, foreign: Mask, t: float) -> GateReading:
        self._moved_at = t - self._settle
        hand = _hand(foreign, SPARSE_HAND, SPARSE_REACH)
        if hand:
            self._note(hand)
            return GateReading("HAND", self._side())
        return self._still(grey)

    def _judge_moving(self, grey: Grey, foreign: Mask, moving: Mask, t: float) -> GateReading:
        motion = float(_inner(moving).mean())
        if motion > SOME_MOTION:
            self._moved_at = t
        at_rest_for = t - self._moved_at
        hand = _hand(foreign, LEAST_HAND, LEAST_REACH)
        if hand and at_rest_for < self._rest:
            self._note(hand)
            return GateReading("HAND", self._side())
        if motion > MUCH_MOTION:
            return GateReading("HAND", self._side())
        if at_rest_for < self._settle - 1e-6:
            return GateReading("SETTLING", self._side())
        if moving.mean() > TRACE_OF_MOTION:
            return self._still(None)
        return self._still(grey)

    def _still(self, reference: Grey | None) -> GateReading:
        reading = GateReading("STILL", self._side())
        self._reach = dict.fromkeys(self._reach, 0.0)
        if reference is not None:
            self._reference = reference
        return reading

    def _note(self, hand: dict[Side, float]) -> None:
        for side, reach in hand.items():
            self._reach[side] += reach

    def _side(self) -> Side | None:
        sides: tuple[Side, ...] = ("N", "E", "S", "W")
        best = max(sides, key=lambda side: self._reach[side])
        return best if self._reach[best] > 0 else None


def _small_grey(frame: NDArray[np.uint8]) -> Grey:
    """A small grey image of matched brightness."""
    height, width = frame.shape[:2]
    size = (WIDTH, max(2, round(height * WIDTH / width)))
    if width > 8 * WIDTH:  # averaging all pixels of a large picture would cost most of the gate's time
        sampled = cv2.resize(frame, (4 * size[0], 4 * size[1]), interpolation=cv2.INTER_NEAREST)
        small = cv2.resize(sampled, size, interpolation=cv2.INTER_AREA)
    else:
        small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    soft = np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.float32)
    return soft * np.float32(min(MOST_GAIN, BRIGHTNESS / max(1.0, float(np.median(soft)))))


def _changed(before: Grey, after: Grey, least: float) -> Mask:
    """Pixels that differ by more than `least`; single ones are noise."""
    gain = float(np.median((after + 1.0) / (before + 1.0)))
    change = np.abs(after - gain * before) > least * max(1.0, gain)
    return np.asarray(cv2.medianBlur(change.astype(np.uint8), 3), np.bool_)


def _inner(mask: Mask) -> Mask:
    height, width = mask.shape
    dy, dx = round(MARGIN * height), round(MARGIN * width)
    return mask[dy : height - dy, dx : width - dx]


def _hand(foreign: Mask, least_area: float, least_reach: float) -> dict[Side, float]:
    """How broadly something that reaches in touches each edge of the picture; empty when nothing does."""
    found: dict[Side, float] = {}
    if foreign.mean() > MOST_HAND:
        return found
    height, width = foreign.shape
    closed = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < least_area * height * width:
            continue
        region = labels == label
        rows, columns = region.any(axis=1).nonzero()[0] / height, region.any(axis=0).nonzero()[0] / width
        edges: tuple[tuple[Side, Mask, float], ...] = (
            ("N", region[0], float(rows[-1])),
            ("E", region[:, -1], 1.0 - float(columns[0])),
            ("S", region[-1], 1.0 - float(rows[0])),
            ("W", region[:, 0], float(columns[-1])),
        )
        for side, edge, reach in edges:
            if edge.sum() >= 3 and reach >= least_reach:
                found[side] = found.get(side, 0.0) + float(edge.sum()) / max(height, width)
    return found
