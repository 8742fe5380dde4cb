"""Flat things that a reader may take for dominoes: dice, cards, boxes, phones, boards, chocolate, dotted paper.

Each is a box with a picture on top, drawn by the same code as the tiles, so that nothing but its look tells it apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer import pastimes
from models.renderer.faces import pip_places
from models.renderer.lettering import write
from models.renderer.pixels import any_color, noise, resized
from models.renderer.solids import Color, Solid
from models.renderer.strokes import disc, ink_for, words

Floats = NDArray[np.float32]

_FINER = 2
_LARGEST = 480


@dataclass(frozen=True, eq=False)
class Lookalike:
    """A thing on the table: its box, its (h, w, 4) picture in 0..1 and the colour of its walls."""

    solid: Solid
    texture: Floats
    side: Color


def random_lookalike(rng: np.random.Generator, span: tuple[float, float], unit: float, low: float = 0.0) -> Lookalike:
    """Any of the things; `span` is the visible table, `unit` pixels of half a tile's side, `low` its height."""
    kind = _KINDS[int(rng.choice(len(_KINDS), p=_SHARES))]
    half_size, high = kind.size(rng)
    fine = float(np.clip(unit * _FINER, 8, _LARGEST / (2 * max(half_size))))
    picture = np.empty((max(6, round(2 * half_size[1] * fine)), max(6, round(2 * half_size[0] * fine)), 3), np.float32)
    color = any_color(rng) if rng.random() < 0.6 else np.full(3, rng.uniform(0.75, 1.0), np.float32)
    picture[:] = color
    kind.draw(picture, rng, fine)
    _shade(picture, rng, fine)
    cover = _rounded(picture.shape[0], picture.shape[1], _corner(rng, kind, half_size) * fine)
    texture = np.dstack([np.clip(picture, 0, 1), cover]).astype(np.float32)
    size = (max(3, texture.shape[1] // _FINER), max(3, texture.shape[0] // _FINER))
    side = np.clip(color * rng.uniform(0.6, 1.0), 0, 1)
    center = (float(rng.uniform(-0.5, 0.5) * span[0]), float(rng.uniform(-0.5, 0.5) * span[1]))
    return Lookalike(
        Solid(center, float(rng.uniform(-math.pi, math.pi)), half_size, low, high),
        resized(texture, size, cv2.INTER_AREA),
        (float(side[0]), float(side[1]), float(side[2])),
    )


def random_lookalikes(
    rng: np.random.Generator, span: tuple[float, float], unit: float, count: int, low: float = 0.0
) -> tuple[Lookalike, ...]:
    """At least `count` things; some of them in a row of the same, as dice and boxes come."""
    things: list[Lookalike] = []
    while len(things) < count:
        thing = random_lookalike(rng, span, unit, low)
        things.append(thing)
        if rng.random() < 0.2:
            solid, step = thing.solid, 2 * thing.solid.half_size[int(rng.integers(2))] * float(rng.uniform(1, 1.4))
            turn = float(rng.uniform(-math.pi, math.pi))
            for place in range(1, int(rng.integers(2, 5))):
                x = solid.center[0] + place * step * math.cos(turn)
                y = solid.center[1] + place * step * math.sin(turn)
                things.append(replace(thing, solid=replace(solid, center=(x, y))))
    return tuple(things)


Size = tuple[tuple[float, float], float]


@dataclass(frozen=True)
class _Kind:
    size: Callable[[np.random.Generator], Size]
    draw: Callable[[Floats, np.random.Generator, float], None]
    share: float
    corner: float = 0.12
    """Largest radius of its corners in table units; infinite for round things."""


def _corner(rng: np.random.Generator, kind: _Kind, half_size: tuple[float, float]) -> float:
    return min(half_size) if math.isinf(kind.corner) else float(rng.uniform(0, kind.corner))


def _sized(long: tuple[float, float], ratio: tuple[float, float], high: tuple[float, float]) -> Callable[..., Size]:
    """Half the length, length : width, height; each from a range."""

    def size(rng: np.random.Generator) -> Size:
        half = float(np.exp(rng.uniform(np.log(long[0]), np.log(long[1]))))
        return (half, half / float(rng.uniform(*ratio))), float(rng.uniform(*high))

    return size


def _plain(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """A slab, an eraser, a box: bare, grained, with a stripe, a frame or a word."""
    height, width = picture.shape[:2]
    kind = rng.random()
    ink = ink_for(rng, picture)
    if kind < 0.2:
        picture *= 1 + 0.1 * noise(rng, height, width, max(2, unit / 8), 6)[..., None]
    elif kind < 0.35:
        at = int(width * rng.uniform(0.2, 0.8))
        cv2.rectangle(picture, (at, 0), (at + int(width * rng.uniform(0.02, 0.4)), height), ink, -1)
    elif kind < 0.45:
        inset = int(height * rng.uniform(0.05, 0.2))
        cv2.rectangle(picture, (inset, inset), (width - inset, height - inset), ink, max(1, height // 30))
    elif kind < 0.65:
        words(picture, rng, ink, int(rng.integers(1, 4)))


def _label(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    words(picture, rng, ink_for(rng, picture), int(rng.integers(2, 9)))


def _die(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    height, width = picture.shape[:2]
    ink, spread = ink_for(rng, picture), float(rng.uniform(0.22, 0.3))
    for u, v in pip_places(int(rng.integers(1, 7)), bool(rng.random() < 0.5)):
        disc(picture, width * (0.5 + u * spread), height * (0.5 + v * spread), height * rng.uniform(0.07, 0.1), ink)


def _letter(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    height, width = picture.shape[:2]
    word = chr(int(rng.integers(48, 91)))
    size = height / float(rng.uniform(28, 50))
    at = (int(width * 0.3), int(height * 0.75))
    write(picture, word, at, int(rng.integers(5)), size, tuple(ink_for(rng, picture)), max(1, int(size * 1.5)))


def _card(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Suits in columns, as on a playing card; spots are round, square or diamonds."""
    height, width = picture.shape[:2]
    ink, columns, rows = ink_for(rng, picture), int(rng.integers(1, 4)), int(rng.integers(1, 6))
    radius = min(height / (columns + 1), width / (rows + 1)) * float(rng.uniform(0.15, 0.4))
    kind = int(rng.integers(3))
    for column in range(columns):
        for row in range(rows):
            x, y = width * (row + 1) / (rows + 1), height * (column + 1) / (columns + 1)
            if kind == 0:
                disc(picture, x, y, radius, ink)
            else:
                angles = np.arange(4) * math.pi / 2 + (0 if kind == 1 else math.pi / 4)
                spot = np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], 1)
                cv2.fillConvexPoly(picture, np.round(spot).astype(np.int32), ink)
    if rng.random() < 0.6:
        size = height / 160
        write(picture, chr(int(rng.integers(48, 91))), (int(width * 0.03), int(height * 0.25)), 1, size, tuple(ink), 1)


def _keys(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Keyboards, chocolate, remote controls, switches, boards: equal blocks with or without a sign on them."""
    height, width = picture.shape[:2]
    rows = int(rng.integers(1, 6))
    step = height / rows
    across = step * float(rng.choice([1.0, 1.0, 1.5, 2.0]))
    gap, block = step * float(rng.uniform(0.02, 0.2)), ink_for(rng, picture) if rng.random() < 0.5 else None
    face = block or [float(value * rng.uniform(0.8, 1.2)) for value in picture[0, 0]]
    many, sign = rng.random() < 0.15, float(rng.random())
    ink = ink_for(rng, np.array([face], np.float32))
    for row in range(rows):
        for column in range(max(1, int(width / across))):
            x, y = column * across, row * step
            color = [float(value) for value in any_color(rng)] if many else face
            if sign > 0.85:
                disc(picture, x + across / 2, y + step / 2, min(step, across) * 0.35, color)
                continue
            low, high = (int(x + gap), int(y + gap)), (int(x + across - gap), int(y + step - gap))
            cv2.rectangle(picture, low, high, [value * 0.7 for value in color], -1)
            inner = max(1, int(gap))
            cv2.rectangle(picture, (low[0], low[1]), (high[0] - inner, high[1] - inner), color, -1)
            if sign < 0.45 and step > 8:
                write(picture, chr(int(rng.integers(48, 91))), (int(x + 0.3 * across), int(y + 0.7 * step)), 0,
                      step / 50, tuple(ink), 1)  # fmt: skip


def _studs(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Building bricks: rows of studs of the brick's own colour."""
    height, width = picture.shape[:2]
    rows = int(rng.choice([1, 2, 2, 3]))
    step = height / rows
    base = picture[0, 0].astype(float)
    for row in range(rows):
        for column in range(max(1, int(width / step))):
            x, y = (column + 0.5) * width / max(1, int(width / step)), (row + 0.5) * step
            disc(picture, x + step * 0.04, y + step * 0.04, step * 0.31, (base * 0.6).tolist())
            disc(picture, x, y, step * 0.3, np.clip(base * 1.08 + 0.02, 0, 1).tolist())


def _dots(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Dotted paper and prints: dots in rows or anywhere, some in groups as on dice."""
    height, width = picture.shape[:2]
    ink, radius = ink_for(rng, picture), max(1.0, unit * float(rng.uniform(0.04, 0.14)))
    kind = rng.random()
    if kind < 0.4:
        step = radius * float(rng.uniform(2.6, 7))
        for y in np.arange(step / 2, height, step):
            for x in np.arange(step / 2, width, step):
                disc(picture, float(x), float(y), radius, ink)
    elif kind < 0.7:
        for x, y in rng.uniform(0, 1, (int(rng.integers(4, 60)), 2)):
            disc(picture, x * width, y * height, radius * float(rng.uniform(0.7, 1.3)), ink)
    else:
        for middle in rng.uniform(0.1, 0.9, (int(rng.integers(1, 7)), 2)):
            spread = radius * float(rng.uniform(2.4, 3.6))
            for u, v in pip_places(int(rng.integers(1, 10))):
                disc(picture, middle[0] * width + u * spread, middle[1] * height + v * spread, radius, ink)


def _phone(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    height, width = picture.shape[:2]
    picture[:] = float(rng.uniform(0.01, 0.12))
    inset = int(height * rng.uniform(0.03, 0.1))
    screen = any_color(rng) * float(rng.choice([0.1, 0.5, 1.0]))
    picture[inset : height - inset, 2 * inset : width - 2 * inset] = screen
    if rng.random() < 0.5:
        rows, columns = int(rng.integers(3, 5)), int(rng.integers(4, 8))
        for row in range(rows):
            for column in range(columns):
                x, y = width * (column + 1) / (columns + 1), height * (row + 1) / (rows + 1)
                half = height / (rows + 1) * 0.3
                icon = [float(value) for value in any_color(rng)]
                cv2.rectangle(picture, (int(x - half), int(y - half)), (int(x + half), int(y + half)), icon, -1)


def _shade(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Lit edges, a sheen, wear."""
    height, width = picture.shape[:2]
    strength = float(rng.uniform(0, 0.3))
    band = max(1.0, float(rng.uniform(0.02, 0.12)) * unit)
    turn = float(rng.uniform(0, 2 * math.pi))
    x, y = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
    slope_x = np.clip(1 - (width - 1 - x) / band, 0, 1) - np.clip(1 - x / band, 0, 1)
    slope_y = np.clip(1 - (height - 1 - y) / band, 0, 1) - np.clip(1 - y / band, 0, 1)
    light = math.cos(turn) * slope_x[None, :] + math.sin(turn) * slope_y[:, None]
    if rng.random() < 0.4:
        light = light + float(rng.uniform(0, 1.5)) * (x / width)[None, :] * (y / height)[:, None]
    picture += (strength * light)[..., None].astype(np.float32)


def _rounded(height: int, width: int, radius: float) -> Floats:
    mask = np.zeros((height, width), np.float32)
    radius = min(radius, height / 2 - 1, width / 2 - 1)
    inset = max(0, round(radius))
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (round(x * 16), round(y * 16)), max(1, int(radius * 16)), 1.0, -1, cv2.LINE_8, 4)
    mask[inset : height - inset, :] = 1.0
    mask[:, inset : width - inset] = 1.0
    return mask


_KINDS = (
    _Kind(_sized((0.3, 3.5), (1.0, 4.0), (0.02, 1.0)), _plain, 0.16, 0.3),
    _Kind(_sized((0.35, 0.75), (1.0, 1.0), (0.5, 1.2)), _die, 0.12, 0.25),
    _Kind(_sized((0.35, 0.8), (0.9, 1.2), (0.1, 0.4)), _letter, 0.05),
    _Kind(_sized((1.0, 3.5), (1.3, 1.6), (0.0, 0.03)), _card, 0.07),
    _Kind(_sized((1.0, 7.0), (1.0, 4.5), (0.05, 0.6)), _keys, 0.09),
    _Kind(_sized((0.6, 2.0), (1.0, 2.1), (0.3, 0.8)), _studs, 0.04, 0.03),
    _Kind(_sized((0.8, 4.0), (1.0, 2.5), (0.0, 0.1)), _dots, 0.1),
    _Kind(_sized((2.5, 4.0), (1.9, 2.2), (0.15, 0.35)), _phone, 0.03, 0.4),
    _Kind(_sized((0.8, 6.0), (1.0, 3.5), (0.0, 1.0)), _label, 0.05),
    _Kind(_sized((0.9, 3.5), (1.35, 1.6), (0.0, 0.03)), pastimes.playing_card, 0.1, 0.25),
    _Kind(_sized((2.5, 12.0), (1.5, 3.5), (0.1, 0.6)), pastimes.keyboard, 0.08),
    _Kind(_sized((1.2, 5.0), (1.5, 4.0), (0.1, 0.5)), pastimes.remote, 0.08, 0.4),
    _Kind(_sized((1.5, 7.0), (0.9, 1.6), (0.0, 0.03)), pastimes.calendar, 0.04),
    _Kind(_sized((1.5, 7.0), (1.0, 1.5), (0.0, 0.03)), pastimes.crossword, 0.04),
    _Kind(_sized((2.0, 8.0), (1.0, 1.3), (0.0, 0.4)), pastimes.checkers, 0.05),
    _Kind(_sized((0.7, 5.0), (1.0, 3.0), (0.05, 0.7)), pastimes.cups, 0.06, 0.3),
    _Kind(_sized((0.8, 2.5), (1.0, 4.0), (0.1, 0.3)), pastimes.sockets, 0.02, 0.2),
    _Kind(_sized((1.0, 6.0), (1.2, 6.0), (0.05, 0.8)), pastimes.book, 0.05, 0.05),
    _Kind(_sized((0.5, 1.6), (1.0, 1.0), (0.05, 0.3)), pastimes.biscuit, 0.03, math.inf),
    _Kind(_sized((0.25, 0.9), (1.1, 1.5), (0.0, 0.03)), pastimes.ladybird, 0.02, math.inf),
    _Kind(_sized((0.25, 0.9), (1.0, 1.0), (0.02, 0.2)), pastimes.button, 0.03, math.inf),
    _Kind(_sized((1.5, 6.0), (5.0, 9.0), (0.0, 0.1)), pastimes.ruler, 0.02, 0.03),
)
_SHARES = np.array([kind.share for kind in _KINDS]) / sum(kind.share for kind in _KINDS)
