"""What else lies on tables where people play, work and eat: cards, boards, keyboards, calendars, biscuits, buttons.

Each function draws the upper face of one thing into its (h, w, 3) picture, length along x.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.lettering import write
from models.renderer.pixels import noise
from models.renderer.strokes import block, disc, ink_for, polygon, shaded, sign, some_color, words

Floats = NDArray[np.float32]

_BLACK, _WHITE = [0.04, 0.04, 0.04], [0.96, 0.97, 0.98]


def playing_card(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Suits where cards have them, a number in two corners, or the patterned back."""
    height, width = picture.shape[:2]
    picture[:] = float(rng.uniform(0.85, 1.0))
    if rng.random() < 0.15:
        ink, step = some_color(rng), max(3, int(height / rng.uniform(6, 20)))
        inset = int(height * 0.07)
        for offset in range(-height, width, step):
            cv2.line(picture, (offset, 0), (offset + height, height), ink, 1)
            cv2.line(picture, (offset + height, 0), (offset, height), ink, 1)
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), _WHITE, inset)
        return
    ink = [0.1, 0.08, 0.75] if rng.random() < 0.5 else list(_BLACK)
    suit, size = int(rng.integers(4)), height * float(rng.uniform(0.09, 0.13))
    lanes = [(0, 0, 1), (2, 0, 2), (2, 1, 2), (3, 0, 3), (3, 1, 3), (3, 2, 3), (4, 1, 4), (4, 2, 4)]
    for lane, count in zip((0.28, 0.5, 0.72), lanes[int(rng.integers(len(lanes)))], strict=True):
        for along in [0.5] if count == 1 else np.linspace(0.18, 0.82, count):
            _suit(picture, width * float(along), height * lane, size, suit, ink)
    sign(picture, rng, (width * 0.03, height * 0.22), height * 0.13, ink)
    sign(picture, rng, (width * 0.9, height * 0.95), height * 0.13, ink)


def _suit(picture: Floats, x: float, y: float, size: float, suit: int, ink: list[float]) -> None:
    if suit == 0:
        polygon(picture, np.array([[x - size, y], [x, y - size * 0.7], [x + size, y], [x, y + size * 0.7]]), ink)
        return
    for side in (-0.45, 0.45):
        disc(picture, x, y + side * size, size * 0.5, ink)
    if suit == 1:
        disc(picture, x - size * 0.6, y, size * 0.5, ink)
    else:
        tip = size if suit == 2 else -size
        polygon(picture, np.array([[x, y - 0.95 * size], [x + tip, y], [x, y + 0.95 * size]]), ink)
    polygon(picture, np.array([[x, y], [x + size, y - 0.25 * size], [x + size, y + 0.25 * size]]), ink)


def keyboard(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Rows of keys, each shifted against the next, with a long one below."""
    height, width = picture.shape[:2]
    rows = int(rng.integers(3, 7))
    step, gap = height / rows, height / rows * float(rng.uniform(0.04, 0.14))
    face = some_color(rng) if rng.random() < 0.5 else shaded([float(v) for v in picture[0, 0]], rng.uniform(0.7, 1.4))
    ink = ink_for(rng, np.array([face], np.float32))
    for row in range(rows):
        x = -float(rng.uniform(0, 0.8)) * step
        while x < width:
            long = step * float(rng.choice([1.0, 1.5, 2.0, 5.0], p=[0.84, 0.08, 0.05, 0.03]))
            low, high = (x + gap, row * step + gap), (x + long - gap, (row + 1) * step - gap)
            block(picture, low, high, shaded(face, 0.65))
            block(picture, low, (high[0] - gap, high[1] - 1.5 * gap), face)
            if step > 8:
                sign(picture, rng, (x + 0.25 * step, (row + 0.65) * step), step * 0.35, ink)
            x += long


def remote(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Remote controls, calculators, telephones: round or long buttons in columns, some coloured, a display."""
    height, width = picture.shape[:2]
    picture[:] = some_color(rng) if rng.random() < 0.3 else float(rng.choice([0.04, 0.12, 0.3, 0.85]))
    lanes, step = int(rng.integers(2, 5)), 0.0
    step = height / (lanes + 0.4)
    ink = ink_for(rng, picture)
    face = shaded(ink, 0.6) if rng.random() < 0.5 else shaded([float(v) for v in picture[0, 0]], 1.6)
    start = step * float(rng.choice([0.6, 2.5]))
    if start > step:
        block(picture, (step * 0.4, height * 0.15), (step * 1.9, height * 0.85), some_color(rng))
    round_ones, signs = rng.random() < 0.5, rng.random() < 0.6
    for x in np.arange(start, width - step * 0.5, step * float(rng.uniform(0.9, 1.5))):
        for lane in range(lanes):
            if rng.random() < 0.1:
                continue
            y = (lane + 0.7) * step
            color = some_color(rng) if rng.random() < 0.12 else face
            if round_ones:
                disc(picture, float(x), y, step * 0.36, shaded(color, 0.6))
                disc(picture, float(x), y - step * 0.03, step * 0.33, color)
            else:
                block(picture, (x - step * 0.25, y - step * 0.36), (x + step * 0.25, y + step * 0.36), color)
            if signs:
                sign(picture, rng, (x - step * 0.12, y + step * 0.14), step * 0.28, ink)


def calendar(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Seven columns of numbers with a heading."""
    height, width = picture.shape[:2]
    picture[:] = float(rng.uniform(0.8, 1.0))
    head, rows = height * float(rng.uniform(0.1, 0.3)), int(rng.integers(4, 7))
    block(picture, (0, 0), (width, head), some_color(rng))
    across, down = width / 7, (height - head) / rows
    lined, red_days, first = rng.random() < 0.6, rng.random() < 0.6, int(rng.integers(7))
    for place in range(first, min(first + 31, 7 * rows)):
        row, column = divmod(place, 7)
        ink = [0.1, 0.1, 0.8] if red_days and column > 4 else list(_BLACK)
        at = (int((column + 0.2) * across), int(head + (row + 0.75) * down))
        size = min(across, down) * float(rng.uniform(0.45, 0.5)) / 22
        write(picture, str(place - first + 1), at, 0, size, tuple(ink), max(1, round(size)))
        if rng.random() < 0.04:
            cv2.circle(picture, (int((column + 0.5) * across), at[1]), max(2, int(down * 0.4)), (0.1, 0.1, 0.8), 1)
    if lined:
        _grid_lines(picture, head, across, down)


def _grid_lines(picture: Floats, top: float, across: float, down: float) -> None:
    height, width = picture.shape[:2]
    for x in np.arange(0, width, across):
        cv2.line(picture, (int(x), int(top)), (int(x), height), (0.25, 0.25, 0.25), 1)
    for y in np.arange(top, height, down):
        cv2.line(picture, (0, int(y)), (width, int(y)), (0.25, 0.25, 0.25), 1)


def crossword(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """White and black squares with letters, or the numbers of a sudoku."""
    height, width = picture.shape[:2]
    picture[:] = float(rng.uniform(0.85, 1.0))
    step = height / int(rng.integers(4, 13))
    black, filled = float(rng.uniform(0, 0.35)), float(rng.uniform(0, 1))
    for y in np.arange(0, height, step):
        for x in np.arange(0, width, step):
            if rng.random() < black:
                block(picture, (x, y), (x + step, y + step), list(_BLACK))
            elif rng.random() < filled and step > 6:
                sign(picture, rng, (x + 0.25 * step, y + 0.8 * step), step * 0.6, [0.2, 0.1, 0.1])
    _grid_lines(picture, 0, step, step)


def checkers(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """A board of squares with men on it, or with holes and pegs."""
    height, width = picture.shape[:2]
    step = height / int(rng.choice([4, 6, 8, 10]))
    colors, men = [some_color(rng), some_color(rng)], [some_color(rng), some_color(rng)]
    share, everywhere = float(rng.uniform(0.1, 0.9)), rng.random() < 0.3
    radius = step * float(rng.uniform(0.12, 0.45))
    for row, y in enumerate(np.arange(0, height, step)):
        for column, x in enumerate(np.arange(0, width, step)):
            block(picture, (x, y), (x + step, y + step), colors[(row + column) % 2])
            if (everywhere or (row + column) % 2) and rng.random() < share:
                man = men[int(rng.integers(2))]
                for size, light in ((1.0, 0.6), (0.9, 1.0), (0.6, 0.75), (0.5, 1.0)):
                    disc(picture, x + step / 2, y + step / 2, radius * size, shaded(man, light))


def cups(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Egg boxes, pill packs, perforated metal, muffin tins: round hollows or bulges in rows, lit from one side."""
    height, width = picture.shape[:2]
    rows = int(rng.integers(1, 6))
    step, base = height / rows, [float(value) for value in picture[0, 0]]
    radius, turn = step * float(rng.uniform(0.15, 0.46)), float(rng.uniform(0, 2 * math.pi))
    shift = (math.cos(turn) * radius * 0.12, math.sin(turn) * radius * 0.12)
    depth, staggered = float(rng.uniform(0.1, 0.8)), rng.random() < 0.3
    inner = some_color(rng) if rng.random() < 0.3 else shaded(base, float(rng.uniform(0.6, 1.1)))
    for row in range(rows):
        for x in np.arange(step / 2 * (1 + staggered * (row % 2)), width, step):
            y = (row + 0.5) * step
            disc(picture, x - shift[0], y - shift[1], radius, shaded(base, 1 - depth))
            disc(picture, x + shift[0], y + shift[1], radius, shaded(base, 1 + depth))
            disc(picture, x, y, radius * 0.93, inner)


def sockets(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Sockets and switches in a row."""
    height, width = picture.shape[:2]
    base = [float(value) for value in picture[0, 0]]
    for x in np.arange(height / 2, width, height):
        if rng.random() < 0.25:
            block(picture, (x - 0.3 * height, 0.2 * height), (x + 0.3 * height, 0.8 * height), shaded(base, 0.85))
            continue
        disc(picture, x, height / 2, height * 0.38, shaded(base, 0.75))
        disc(picture, x, height / 2, height * 0.34, shaded(base, 0.92))
        for side in (-1, 1):
            disc(picture, x + side * height * 0.15, height / 2, height * 0.05, list(_BLACK))


def book(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """A cover: blocks of colour, a title, a picture; or a spine with a title along it."""
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(1, 5))):
        low = rng.uniform(0, 0.7, 2)
        high = low + rng.uniform(0.1, 0.6, 2)
        block(picture, (low[0] * width, low[1] * height), (high[0] * width, high[1] * height), some_color(rng))
    if rng.random() < 0.4:
        patch = noise(rng, height, width, max(2.0, height / 8))
        picture *= (1 + 0.3 * patch)[..., None]
    words(picture, rng, ink_for(rng, picture), int(rng.integers(1, 4)))


def biscuit(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """A round biscuit with crumbs of chocolate, or with holes in rings."""
    height, width = picture.shape[:2]
    value = float(rng.uniform(0.3, 0.8))
    picture[:] = [value * 0.45, value * 0.72, value]
    picture *= (1 + 0.12 * noise(rng, height, width, max(1.5, height / 14)))[..., None]
    ink = shaded([0.1, 0.16, 0.3], float(rng.uniform(0.3, 1.5)))
    if rng.random() < 0.6:
        for u, v in rng.normal(0, 0.2, (int(rng.integers(3, 16)), 2)):
            disc(picture, width * (0.5 + u), height * (0.5 + v), height * float(rng.uniform(0.03, 0.09)), ink)
        return
    for ring, count in ((0.0, 1), (0.2, 6), (0.36, 12)):
        for angle in np.arange(count) * 2 * math.pi / count:
            disc(picture, width * (0.5 + ring * math.cos(angle)), height * (0.5 + ring * math.sin(angle)),
                 height * 0.03, ink)  # fmt: skip


def ladybird(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Red with a dark head, a line and spots on both sides."""
    height, width = picture.shape[:2]
    picture[:] = [0.08, float(rng.uniform(0.05, 0.5)), float(rng.uniform(0.6, 0.95))]
    block(picture, (0, 0), (width * 0.2, height), list(_BLACK))
    block(picture, (0, height * 0.48), (width, height * 0.52), list(_BLACK))
    for x in np.linspace(0.35, 0.85, int(rng.integers(1, 4))):
        for side in (-1, 1):
            disc(picture, width * float(x), height * (0.5 + side * 0.24), height * float(rng.uniform(0.06, 0.12)),
                 list(_BLACK))  # fmt: skip


def button(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """A button of clothes: a rim and two or four holes; or a counter, a bottle cap with a star of marks."""
    height, width = picture.shape[:2]
    base = [float(value) for value in picture[0, 0]]
    disc(picture, width / 2, height / 2, height * 0.4, shaded(base, 0.75))
    disc(picture, width / 2, height / 2, height * 0.36, base)
    holes = int(rng.choice([2, 4, 5, 6]))
    ink = list(_BLACK) if rng.random() < 0.6 else ink_for(rng, picture)
    for angle in (np.arange(holes) + 0.5) * 2 * math.pi / holes:
        disc(picture, width / 2 + math.cos(angle) * height * 0.14, height / 2 + math.sin(angle) * height * 0.14,
             height * 0.055, ink)  # fmt: skip


def ruler(picture: Floats, rng: np.random.Generator, unit: float) -> None:
    """Marks along an edge, some longer, with numbers."""
    height, width = picture.shape[:2]
    ink, step = ink_for(rng, picture), max(2.0, unit * float(rng.uniform(0.06, 0.2)))
    for count, x in enumerate(np.arange(step, width, step)):
        reach = 0.5 if count % 10 == 0 else 0.35 if count % 5 == 0 else 0.22
        cv2.line(picture, (int(x), 0), (int(x), int(height * reach)), ink, 1)
        if count % 10 == 0:
            write(picture, str(count // 10), (int(x), int(height * 0.9)), 0, height / 70, tuple(ink), 1)
