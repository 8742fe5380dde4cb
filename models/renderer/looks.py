"""How the tiles of one set look: material, pips, bar, back."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, replace

import numpy as np

Color = tuple[float, float, float]
"""Blue, green, red in 0..1."""


_PIP_STYLES = ["painted", "dimple", "ring", "flat", "inlay", "hollow", "circle", "outlined"]


@dataclass(frozen=True)
class TileLook:
    """The look of a set of tiles. Lengths are in sides of half a tile.

    Attributes:
        face: colour of the upper face.
        side: colour of the walls; the lower part shows `back` when `two_tone`.
        pip_colors: one colour for each number of pips, index 0 unused.
        pip_style: "painted", "dimple", "ring", "flat", "inlay", "circle", "outlined", or "hollow": a dimple that is not
            painted at all.
        pip_depth: how strongly hollow pips are shaded, 0..1.
        pip_radius: for numbers up to six; more pips are smaller.
        pip_spread: distance of the outer pips from the middle of the half.
        pip_shift: spread of the places of a tile's pips about where they belong; a tile's pips move together.
        six_across: the rows of three of a six lie across the tile, not along it.
        many_across: so do the rows of four of ten, eleven and twelve.
        empty_dimples: strength of unpainted dimples at all nine places, 0 for none.
        bar: "line", "groove", "double" or "none".
        grain: strength of wood grain on the face.
        marble, print_strength, stain, wear: strength of veins, of a printed picture, of the brown that old bone has at
            its edges, of spots and scratches.
        gloss: strength of mirrored lamps on the face.
    """

    face: Color = (0.86, 0.94, 0.97)
    side: Color = (0.8, 0.88, 0.92)
    back: Color = (0.86, 0.94, 0.97)
    two_tone: bool = False
    pip_colors: tuple[Color, ...] = ((0.08, 0.08, 0.08),) * 13
    pip_style: str = "painted"
    pip_depth: float = 0.55
    pip_radius: float = 0.1
    pip_spread: float = 0.26
    pip_shift: float = 0.0
    six_across: bool = False
    many_across: bool = False
    empty_dimples: float = 0.0
    bar: str = "line"
    bar_color: Color = (0.1, 0.1, 0.1)
    bar_width: float = 0.05
    bar_length: float = 0.8
    pin_radius: float = 0.0
    frame_line: float = 0.0
    bevel: float = 0.06
    bevel_strength: float = 0.15
    corner: float = 0.12
    width: float = 1.0
    thickness: float = 0.35
    grain: float = 0.0
    marble: float = 0.0
    print_strength: float = 0.0
    stain: float = 0.0
    wear: float = 0.0
    gloss: float = 0.0
    back_mark: str = "none"
    back_mark_color: Color = (0.2, 0.2, 0.2)


def random_look(rng: np.random.Generator) -> TileLook:
    """A set of tiles as they are sold: light, dark, coloured or wooden, pips painted, drilled or printed."""
    look = _any_look(rng)
    kind = rng.random()
    if kind < 0.2:
        return _moulded(look, rng)
    if kind < 0.27:
        return _unpainted(look, rng)
    if kind < 0.34:
        return _antique(look, rng)
    return _printed(look, rng) if kind < 0.39 else look


def colored_by_number(look: TileLook, rng: np.random.Generator) -> TileLook:
    """The look with a colour for each number, as sets beyond six pips mostly have it."""
    return look if look.pip_style == "hollow" else replace(look, pip_colors=_number_colors(rng, look.face))


def _unpainted(look: TileLook, rng: np.random.Generator) -> TileLook:
    """Dimples that only their shading shows: of black plastic, of wood, of stone, or worn bare."""
    return replace(
        look,
        pip_style="hollow",
        pip_depth=float(rng.uniform(0.55, 1.0)),
        empty_dimples=0.0,
        pip_radius=(radius := float(rng.uniform(0.08, 0.14))),
        pip_spread=float(rng.uniform(0.24, 0.46 - radius)),
        bar=str(rng.choice(["line", "groove", "none"])),
        bar_color=_shade(look.face, float(rng.uniform(0.3, 1.6))),
    )


def _antique(look: TileLook, rng: np.random.Generator) -> TileLook:
    """Bone on ebony: a yellowed face with brown edges and scratches, a black back, pins of brass."""
    value = float(rng.uniform(0.65, 0.95))
    return replace(
        look,
        face=(value * float(rng.uniform(0.55, 0.85)), value * float(rng.uniform(0.85, 0.95)), value),
        side=(value * 0.55, value * 0.75, value * 0.85),
        back=(0.06, 0.07, 0.09),
        two_tone=True,
        pip_colors=((0.05, 0.06, 0.08),) * 13,
        pip_style=str(rng.choice(["dimple", "painted", "flat", "ring"])),
        empty_dimples=0.0,
        bar="line",
        bar_color=(0.1, 0.12, 0.18),
        bar_width=float(rng.uniform(0.015, 0.04)),
        pin_radius=float(rng.uniform(0.03, 0.08)) if rng.random() < 0.7 else 0.0,
        stain=float(rng.uniform(0.3, 1.0)),
        wear=float(rng.uniform(0.2, 0.8)),
        corner=float(rng.uniform(0.0, 0.08)),
    )


def _printed(look: TileLook, rng: np.random.Generator) -> TileLook:
    """A picture all over the face; the pips have an outline, so that they show everywhere."""
    light = rng.random() < 0.6
    return replace(
        look,
        print_strength=float(rng.uniform(0.1, 0.5)),
        pip_style="outlined",
        pip_colors=((0.96, 0.96, 0.96) if light else (0.04, 0.04, 0.04),) * 13,
        empty_dimples=0.0,
    )


def _moulded(look: TileLook, rng: np.random.Generator) -> TileLook:
    """Cheap plastic: the bar and unused dimples are of the tile's own colour, so that only the pips stand out."""
    dark = rng.random() < 0.8
    value = float(rng.uniform(0.01, 0.16))
    face = (value, value, value) if dark else look.face
    pip = (0.9, 0.93, 0.95) if dark else look.pip_colors[1]
    radius = float(rng.uniform(0.08, 0.14))
    return replace(
        look,
        face=face,
        side=_shade(face, float(rng.uniform(0.7, 1.3))),
        back=face,
        two_tone=False,
        pip_colors=(pip,) * 13,
        pip_style=str(rng.choice(["flat", "painted"])),
        pip_radius=radius,
        pip_spread=float(rng.uniform(0.26, min(0.37, 0.47 - radius))),
        empty_dimples=float(rng.uniform(0.1, 0.7)) if rng.random() < 0.75 else 0.0,
        bar=str(rng.choice(["line", "groove", "none"], p=[0.45, 0.3, 0.25])),
        bar_color=_shade(face, float(rng.uniform(0.3, 1.6))),
        bevel_strength=float(rng.uniform(0.0, 0.08)),
        pin_radius=0.0,
        frame_line=0.0,
        corner=float(rng.uniform(0.02, 0.12)),
    )


def _any_look(rng: np.random.Generator) -> TileLook:
    face, pip = _material(rng)
    by_number = rng.random() < 0.3
    colors = _number_colors(rng, face) if by_number else (pip,) * 13
    back = face if rng.random() < 0.55 else _any_color(rng)
    radius, spread = _pip_size(rng)
    style = str(rng.choice(_PIP_STYLES, p=[0.31, 0.34, 0.1, 0.12, 0.05, 0.02, 0.04, 0.02]))
    dimpled = style != "hollow" and rng.random() < (0.45 if _luma(face) < 0.35 else 0.06)
    return TileLook(
        face=face,
        side=_shade(face, rng.uniform(0.75, 1.02)),
        back=back,
        two_tone=bool(back != face or rng.random() < 0.1),
        pip_colors=colors,
        pip_style=style,
        pip_depth=float(rng.uniform(0.5, 1.0)),
        pip_radius=radius,
        pip_spread=spread,
        pip_shift=float(rng.uniform(0.005, 0.025)) if rng.random() < 0.3 else 0.0,
        six_across=bool(rng.random() < 0.06),
        many_across=bool(rng.random() < 0.35),
        empty_dimples=float(rng.uniform(0.15, 0.8)) if dimpled else 0.0,
        bar=str(rng.choice(["line", "groove", "double", "none"], p=[0.5, 0.35, 0.05, 0.1])),
        bar_color=_bar_color(rng, face, pip, by_number),
        bar_width=float(rng.uniform(0.025, 0.1)),
        bar_length=float(rng.uniform(0.55, 0.98)),
        pin_radius=float(rng.uniform(0.045, 0.11)) if rng.random() < 0.33 else 0.0,
        frame_line=float(rng.uniform(0.05, 0.12)) if rng.random() < 0.06 else 0.0,
        bevel=float(rng.uniform(0.03, 0.16)),
        bevel_strength=float(rng.uniform(0.03, 0.4)),
        corner=float(rng.uniform(0.02, 0.26)),
        width=float(rng.uniform(0.93, 1.06)),
        thickness=float(rng.uniform(0.12, 0.55)),
        grain=float(rng.uniform(0.02, 0.16)) if rng.random() < 0.3 else 0.0,
        marble=float(rng.uniform(0.03, 0.22)) if rng.random() < 0.1 else 0.0,
        wear=float(rng.uniform(0.1, 0.6)) if rng.random() < 0.1 else 0.0,
        gloss=float(rng.uniform(0.2, 0.9)) if rng.random() < 0.4 else 0.0,
        back_mark=str(rng.choice(["none", "text", "emblem", "frame", "lattice"], p=[0.55, 0.15, 0.12, 0.1, 0.08])),
        back_mark_color=_any_color(rng),
    )


def _pip_size(rng: np.random.Generator) -> tuple[float, float]:
    """Radius and spread; one set in four has tiny pips, pips that fill the half, or pips near each other."""
    kind = rng.random()
    if kind < 0.08:
        return float(rng.uniform(0.05, 0.075)), float(rng.uniform(0.2, 0.38))
    if kind < 0.18:
        radius = float(rng.uniform(0.13, 0.15))
        return radius, float(rng.uniform(0.3, 0.47 - radius))
    if kind < 0.25:
        radius = float(rng.uniform(0.06, 0.085))
        return radius, float(rng.uniform(2.4 * radius, 0.24))
    radius = float(rng.uniform(0.075, 0.135))
    return radius, float(rng.uniform(0.23, min(0.33, 0.46 - radius)))


def _bar_color(rng: np.random.Generator, face: Color, pip: Color, by_number: bool) -> Color:
    if rng.random() < 0.15:
        return _shade(face, float(rng.uniform(0.4, 0.8)))
    if by_number:
        return (0.05, 0.05, 0.05) if _luma(face) > 0.4 else (0.9, 0.9, 0.9)
    return pip


def _material(rng: np.random.Generator) -> tuple[Color, Color]:
    kind = rng.random()
    if kind < 0.46:
        value = rng.uniform(0.72, 1.0)
        warmth = rng.uniform(-0.03, 0.28)
        face = (value * (1 - warmth), value * (1 - warmth * 0.3), value)
        dark = rng.uniform(0.0, 0.2)
        pip = (dark, dark, dark) if rng.random() < 0.75 else _vivid(rng, 0.6)
    elif kind < 0.68:
        value = rng.uniform(0.02, 0.22)
        face = tuple(float(np.clip(value + rng.uniform(-0.02, 0.02), 0, 1)) for _ in range(3))  # type: ignore[assignment]
        pip = (0.93, 0.95, 0.96) if rng.random() < 0.7 else _vivid(rng, 1.0)
    elif kind < 0.86:
        face = _vivid(rng, float(rng.uniform(0.2, 0.85)))
        pip = (0.95, 0.96, 0.97) if _luma(face) < 0.55 or rng.random() < 0.5 else (0.05, 0.05, 0.05)
    else:
        value = rng.uniform(0.3, 0.85)
        face = (value * rng.uniform(0.45, 0.62), value * rng.uniform(0.68, 0.8), value)
        pip = (0.06, 0.06, 0.07) if value > 0.5 or rng.random() < 0.3 else (0.9, 0.93, 0.95)
    if abs(_luma(face) - _luma(pip)) < 0.22:
        pip = (0.03, 0.03, 0.03) if _luma(face) > 0.45 else (0.96, 0.96, 0.96)
    return _clip(face), _clip(pip)


def _number_colors(rng: np.random.Generator, face: Color) -> tuple[Color, ...]:
    """A colour for each number, as double-nine and double-twelve sets have them."""
    colors = []
    for _ in range(13):
        color = _vivid(rng, float(rng.uniform(0.3, 1.0)))
        if rng.random() < 0.25:
            grey = float(rng.uniform(0.05, 0.7))
            color = (grey, grey, grey)
        for _ in range(6):
            if max(abs(a - b) for a, b in zip(color, face, strict=True)) > 0.3:
                break
            color = _vivid(rng, float(rng.uniform(0.2, 1.0)))
        colors.append(color)
    return tuple(colors)


def _vivid(rng: np.random.Generator, value: float) -> Color:
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.45, 1.0), value)
    return (blue, green, red)


def _any_color(rng: np.random.Generator) -> Color:
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.0, 1.0) ** 1.5, rng.uniform(0.02, 0.95))
    return (blue, green, red)


def _shade(color: Color, factor: float) -> Color:
    return _clip((color[0] * factor, color[1] * factor, color[2] * factor))


def _clip(color: Color) -> Color:
    return (min(max(color[0], 0.0), 1.0), min(max(color[1], 0.0), 1.0), min(max(color[2], 0.0), 1.0))


def _luma(color: Color) -> float:
    return 0.114 * color[0] + 0.587 * color[1] + 0.299 * color[2]
