"""The band below an overlay: what was found, and what is wrong, in signs and numbers that need no language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from vision.drawing import (
    HELD,
    HIDDEN,
    INK,
    LINE,
    LOOSE,
    OPEN,
    PALE_RED,
    PAPER,
    UNEQUAL,
    WRONG,
    Colour,
    Image,
    dashes,
    disc,
    hatch,
    lines,
    shape,
    width_of,
    written,
)
from vision.hands import Hand
from vision.layout import Fault, Layout

Sign = Literal["tile", "pip", "arrow", "standing", "partial"]
Entry = tuple[Sign, str, Colour]
MOST_PROBLEMS = 5


def with_band(image: Image, layout: Layout, hands: Sequence[Hand]) -> Image:
    """The picture with a dark band below it."""
    height, width = image.shape[:2]
    scale = max(0.4, max(height, width) / 1600)
    step = round(36 * scale)
    rows = _broken(list(summary(layout, hands)), width, step, scale)
    problems = _problems(layout.faults)
    band = np.full((step * (len(rows) + len(problems)) + step // 2, width, 3), INK, np.uint8)
    for number, row in enumerate(rows, 1):
        left = step // 2
        for sign, text, colour in row:
            draw_sign(band, sign, left, step * number, step, colour)
            left = written(band, text, (left + _sign_width(sign, step), step * number), scale, PAPER) + step
    for number, text in enumerate(problems, len(rows) + 1):
        fitted = scale * min(1.0, max(1, width - step) / max(1, width_of(text, scale)))
        written(band, text, (step // 2, step * number), fitted, PALE_RED)
    return np.vstack([image, band])


def summary(layout: Layout, hands: Sequence[Hand]) -> Iterator[Entry]:
    """Signs with their numbers, in the colours that they have in the picture.

    Tiles that lie there, and all pips; the open ends of each line; tiles held, loose, face down, standing, partial.
    """
    held = {tile for hand in hands for tile in hand.tiles}
    face_up = layout.scene.face_up
    yield "tile", str(len(layout.scene)), LINE
    yield "pip", str(layout.pips_sum), PAPER
    for number, line in enumerate(layout.lines):
        if line.open_ends:
            colour = WRONG if layout.blocked and number == 0 else OPEN
            yield "arrow", " ".join(str(end.pips) for end in line.open_ends), colour
    counts: tuple[tuple[Sign, int, Colour], ...] = (
        ("tile", sum(tile < len(layout.scene) for tile in held), HELD),
        ("tile", sum(bool(face_up[row]) and row not in held for row in layout.loose), LOOSE),
        ("tile", int((~face_up).sum()), HIDDEN),
        ("standing", sum(aside.face == "standing" for aside in layout.scene.asides), HIDDEN),
        ("partial", sum(aside.face == "partial" for aside in layout.scene.asides), HIDDEN),
    )
    yield from ((sign, str(count), colour) for sign, count, colour in counts if count)


def in_signs(fault: Fault) -> str:
    """ "6-4 x 2", "6-4 3-1   4 ≠ 3" or "6-4 ?"."""
    tiles = " ".join(map(str, fault.values))
    if fault.kind == "duplicate":
        return f"{tiles} x {len(fault.tiles)}"
    return f"{tiles}   {f' {UNEQUAL} '.join(map(str, fault.numbers))}" if fault.kind == "unequal" else f"{tiles} ?"


def _problems(faults: Sequence[Fault]) -> list[str]:
    rest = len(faults) - MOST_PROBLEMS
    return [in_signs(fault) for fault in faults[:MOST_PROBLEMS]] + ([f"+{rest}"] if rest > 0 else [])


def _broken(entries: list[Entry], width: int, step: int, scale: float) -> list[list[Entry]]:
    """The entries in as many rows as their width needs."""
    rows: list[list[Entry]] = [[]]
    left = step // 2
    for entry in entries:
        wide = _sign_width(entry[0], step) + width_of(entry[1], scale)
        if rows[-1] and left + wide > width:
            rows.append([])
            left = step // 2
        rows[-1].append(entry)
        left += wide + step
    return rows


def _sign_width(sign: Sign, step: int) -> int:
    return round({"pip": 0.7, "arrow": 0.75}.get(sign, 1.15) * step)


def draw_sign(band: Image, sign: Sign, left: float, foot: float, step: float, colour: Colour) -> None:
    """Draws a sign beside the line of text whose foot is at `foot` and whose lines are `step` apart."""
    middle, stroke = foot - 0.28 * step, max(1.0, step / 16)
    top, bottom, right = middle - 0.22 * step, middle + 0.22 * step, left + 0.88 * step
    outline = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    if sign == "pip":
        disc(band, np.array([left + 0.28 * step, middle]), 0.15 * step, colour)
    elif sign == "arrow":
        tip = [[left, top - 0.06 * step], [left + 0.44 * step, middle], [left, bottom + 0.06 * step]]
        shape(band, np.array(tip), colour)
    elif sign == "tile":
        lines(band, outline, colour, stroke, closed=True)
        across = (left + right) / 2
        lines(band, np.array([[across, top], [across, bottom]]), colour, stroke)
    else:
        dashes(band, outline, colour, stroke)
        mark_aside(band, sign, outline, colour, stroke)


def mark_aside(
    image: Image, face: Literal["standing", "partial"], corners: np.ndarray, colour: Colour, stroke: float
) -> None:
    """The mark inside a tile that is not read: a chevron that points up for one that stands, hatching for a part."""
    if face == "partial":
        hatch(image, corners, colour, stroke)
        return
    middle = corners.mean(axis=0)
    edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    reach = 0.3 * float(min(edges[0] + edges[2], edges[1] + edges[3])) / 2
    chevron = middle + reach * np.array([[-1.0, 0.5], [0.0, -0.5], [1.0, 0.5]])
    lines(image, chevron, INK, stroke + 2)
    lines(image, chevron, colour, stroke)
