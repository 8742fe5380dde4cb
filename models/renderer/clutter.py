"""Things on the table that are no dominoes: hands, cards, coins, pens, dice, cups, cutlery."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.lettering import write

Floats = NDArray[np.float32]
_SHIFT = 4


@dataclass(frozen=True)
class Hand:
    """A hand that reaches in. Places are in pixels, widths too.

    Attributes:
        tip: where the finger tips are.
        wrist_from: the point outside the picture from which the arm comes.
        width: of the palm in pixels.
        skin: blue, green, red in 0..1.
        sleeve: colour of the sleeve.
    """

    tip: tuple[float, float]
    wrist_from: tuple[float, float]
    width: float
    skin: tuple[float, float, float] = (0.5, 0.62, 0.85)
    sleeve: tuple[float, float, float] = (0.5, 0.3, 0.2)


def random_hand(rng: np.random.Generator, size: tuple[int, int], unit: float) -> Hand:
    """An arm from any edge of the picture."""
    angle = float(rng.uniform(-math.pi, math.pi))
    middle = np.array(size) / 2
    out = middle + np.array([math.cos(angle), math.sin(angle)]) * max(size) * 0.9
    share = float(rng.uniform(0.2, 0.85))
    tip = out + (middle + rng.normal(0, 0.15, 2) * size - out) * share
    tone = float(rng.uniform(0.25, 0.95))
    sleeve = rng.uniform(0.02, 0.9, 3)
    return Hand(
        tip=(float(tip[0]), float(tip[1])),
        wrist_from=(float(out[0]), float(out[1])),
        width=float(unit * rng.uniform(2.2, 4.0)),
        skin=(tone * 0.6, tone * 0.74, tone),
        sleeve=(float(sleeve[0]), float(sleeve[1]), float(sleeve[2])),
    )


def draw_hand(picture: Floats, hand: Hand) -> NDArray[np.bool_]:
    """Draws the hand into (height, width, 3) float32 light and returns the mask of what it covers."""
    tip, out = np.array(hand.tip), np.array(hand.wrist_from)
    along = (out - tip) / max(1e-6, float(np.linalg.norm(out - tip)))
    across = np.array([-along[1], along[0]])
    width = hand.width
    palm = tip + along * width * 0.95
    wrist = tip + along * width * 2.0
    height, columns = picture.shape[:2]
    skin = np.zeros((height, columns), np.uint8)
    for side, reach in ((-0.36, 0.12), (-0.13, 0.0), (0.11, 0.03), (0.34, 0.2)):
        start = palm + across * side * width
        end = tip + across * side * width * 0.8 + along * reach * width
        _capsule(skin, start, end, width * 0.2)
    thumb = tip + across * 0.62 * width + along * 0.55 * width
    _capsule(skin, palm + along * width * 0.3 + across * 0.4 * width, thumb, width * 0.22)
    _capsule(skin, palm, palm + along * width * 0.5, width * 0.92)
    _capsule(skin, palm, wrist, width * 0.62)
    sleeve = np.zeros_like(skin)
    _capsule(sleeve, wrist + along * width * 0.5, out, width * 0.95)
    shade = cv2.GaussianBlur(skin, (0, 0), max(1.0, width * 0.12)).astype(np.float32) / 255
    for mask, color in ((skin, hand.skin), (sleeve, hand.sleeve)):
        alpha = cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32)[..., None] / 255
        tone = (0.62 + 0.42 * shade)[..., None] if mask is skin else 1.0
        picture += alpha * (np.array(color, np.float32) * tone - picture)
    covered: NDArray[np.bool_] = (skin > 127) | (sleeve > 127)
    return covered


def draw_clutter(picture: Floats, rng: np.random.Generator, unit: float, count: int) -> list[Floats]:
    """Scatters `count` things over (height, width, 3) float32 light; (4, 2) outlines of those that are rectangles."""
    things: list[Callable[[Floats, np.random.Generator, float], Floats | None]] = [
        _coin, _card, _pen, _die, _cup, _paper, _cable, _cutlery
    ]  # fmt: skip
    drawn = [things[int(rng.integers(len(things)))](picture, rng, unit) for _ in range(count)]
    return [outline for outline in drawn if outline is not None]


def _place(picture: Floats, rng: np.random.Generator) -> tuple[float, float]:
    return (float(rng.uniform(0, picture.shape[1])), float(rng.uniform(0, picture.shape[0])))


def _color(rng: np.random.Generator) -> list[float]:
    return [float(c) for c in rng.uniform(0.03, 0.97) + rng.normal(0, 0.12, 3)]


def _polygon(picture: Floats, points: Floats, color: list[float]) -> None:
    fixed = np.round(points * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, fixed, color, cv2.LINE_8, _SHIFT)


def _box(center: tuple[float, float], half: tuple[float, float], angle: float) -> Floats:
    cos, sin = math.cos(angle), math.sin(angle)
    corners = np.array([[-half[0], -half[1]], [half[0], -half[1]], [half[0], half[1]], [-half[0], half[1]]])
    turned = corners @ np.array([[cos, sin], [-sin, cos]]) + np.array(center)
    return turned.astype(np.float32)


def _coin(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    x, y = _place(picture, rng)
    radius = int(max(2, unit * rng.uniform(0.3, 1.0)))
    color = _color(rng)
    cv2.circle(picture, (int(x), int(y)), radius, color, -1)
    cv2.circle(picture, (int(x), int(y)), int(radius * 0.8), [c * 0.85 for c in color], max(1, radius // 9))


def _card(picture: Floats, rng: np.random.Generator, unit: float) -> Floats:
    center, angle = _place(picture, rng), float(rng.uniform(-math.pi, math.pi))
    half = (unit * float(rng.uniform(1.0, 2.5)), unit * float(rng.uniform(0.7, 3.5)))
    box = _box(center, half, angle)
    _polygon(picture, box, _color(rng))
    mark = _color(rng)
    cos, sin = math.cos(angle), math.sin(angle)
    for _ in range(int(rng.integers(0, 10))):
        u, v = rng.uniform(-0.75, 0.75) * half[0], rng.uniform(-0.75, 0.75) * half[1]
        at = (int(center[0] + u * cos - v * sin), int(center[1] + u * sin + v * cos))
        if rng.random() < 0.5:
            cv2.circle(picture, at, max(1, int(unit * rng.uniform(0.06, 0.3))), mark, -1)
        else:
            word = "".join(chr(int(c)) for c in rng.integers(65, 91, int(rng.integers(1, 7))))
            write(picture, word, at, int(rng.integers(5)), unit / 35, tuple(mark), max(1, int(unit / 18)))
    return box


def _pen(picture: Floats, rng: np.random.Generator, unit: float) -> Floats:
    half = (unit * float(rng.uniform(1.5, 6)), unit * float(rng.uniform(0.06, 0.4)))
    box = _box(_place(picture, rng), half, float(rng.uniform(-math.pi, math.pi)))
    _polygon(picture, box, _color(rng))
    return box


def _die(picture: Floats, rng: np.random.Generator, unit: float) -> Floats:
    center, angle = _place(picture, rng), float(rng.uniform(-math.pi, math.pi))
    half = unit * float(rng.uniform(0.3, 0.55))
    color = _color(rng)
    box = _box(center, (half, half), angle)
    _polygon(picture, box, color)
    pip = [0.05, 0.05, 0.05] if sum(color) > 1.4 else [0.95, 0.95, 0.95]
    cos, sin = math.cos(angle), math.sin(angle)
    for u, v in [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)][int(rng.integers(3)) : int(rng.integers(3, 6))]:
        at = (int(center[0] + 0.5 * half * (u * cos - v * sin)), int(center[1] + 0.5 * half * (u * sin + v * cos)))
        cv2.circle(picture, at, max(1, int(half * 0.18)), pip, -1)
    return box


def _cup(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    x, y = _place(picture, rng)
    radius = int(unit * rng.uniform(1.0, 3.0))
    for share in (1.0, 0.88, 0.8):
        cv2.circle(picture, (int(x), int(y)), max(1, int(radius * share)), _color(rng), -1)


def _paper(picture: Floats, rng: np.random.Generator, unit: float) -> Floats:
    center, angle = _place(picture, rng), float(rng.uniform(-math.pi, math.pi))
    half = (unit * float(rng.uniform(2, 6)), unit * float(rng.uniform(1.5, 5)))
    box = _box(center, half, angle)
    _polygon(picture, box, _color(rng))
    ink = _color(rng)
    cos, sin = math.cos(angle), math.sin(angle)
    for row in np.arange(-0.8, 0.8, float(rng.uniform(0.08, 0.3))):
        ends = []
        for u in (-0.85 * half[0], float(rng.uniform(-0.2, 0.85)) * half[0]):
            ends.append(
                (int(center[0] + u * cos - row * half[1] * sin), int(center[1] + u * sin + row * half[1] * cos))
            )
        cv2.line(picture, ends[0], ends[1], ink, max(1, int(unit * 0.05)))
    return box


def _cutlery(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """A knife, a fork or a spoon: a handle, and a head of its own shape."""
    start, turn = np.array(_place(picture, rng)), float(rng.uniform(-math.pi, math.pi))
    along, across = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    long, wide = unit * float(rng.uniform(3, 7)), unit * float(rng.uniform(0.15, 0.4))
    color, head = _color(rng), int(rng.integers(3))

    def stroke(begin: NDArray[np.float64], end: NDArray[np.float64], width: float, light: float) -> None:
        first, last = ((int(point[0]), int(point[1])) for point in (begin, end))
        cv2.line(picture, first, last, [value * light for value in color], max(1, int(width)))

    for light, shift in ((0.6, 0.12 * wide), (1.0, 0.0)):
        at = start + across * shift
        stroke(at, at + along * long, wide, light)
        if head == 0:
            stroke(at + along * long, at + along * long * 1.6, 1.8 * wide, light)
        elif head == 1:
            for side in (-1.2, -0.4, 0.4, 1.2):
                tine = at + along * long + across * side * wide
                stroke(tine, tine + along * long * 0.3, 0.4 * wide, light)
        else:
            middle = at + along * (long + 1.6 * wide)
            axes = (max(1, int(2.2 * wide)), max(1, int(1.4 * wide)))
            bowl = [value * light for value in color]
            cv2.ellipse(picture, (int(middle[0]), int(middle[1])), axes, math.degrees(turn), 0, 360, bowl, -1)


def _cable(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    steps = np.cumsum(rng.normal(0, 0.35, 24)) + rng.uniform(-math.pi, math.pi)
    points = np.cumsum(np.stack([np.cos(steps), np.sin(steps)], 1) * unit * 0.8, axis=0) + np.array(
        _place(picture, rng)
    )
    thickness = max(1, int(unit * rng.uniform(0.08, 0.4)))
    cv2.polylines(picture, [points.astype(np.int32)], False, _color(rng), thickness)


def _capsule(mask: NDArray[np.uint8], start: NDArray[np.float64], end: NDArray[np.float64], width: float) -> None:
    first = (round(float(start[0]) * 16), round(float(start[1]) * 16))
    second = (round(float(end[0]) * 16), round(float(end[1]) * 16))
    cv2.line(mask, first, second, 255, max(1, round(width)), cv2.LINE_AA, _SHIFT)
