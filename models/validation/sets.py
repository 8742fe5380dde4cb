"""Sets of tiles by kind: what they are made of and how their pips are made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

Color = tuple[float, float, float]
"""Red, green, blue in 0..1, as a screen shows them."""

INK = (0.06, 0.06, 0.07)
BRASS = (0.86, 0.66, 0.3)
BRIGHT = ((0.85, 0.1, 0.1), (0.1, 0.5, 0.15), (0.1, 0.25, 0.75), (0.85, 0.5, 0.05), (0.5, 0.15, 0.6), (0.1, 0.6, 0.65))
PASTEL = ((0.95, 0.6, 0.6), (0.6, 0.85, 0.65), (0.6, 0.7, 0.95), (0.95, 0.85, 0.5), (0.8, 0.65, 0.9), (0.95, 0.7, 0.45))


@dataclass(frozen=True)
class Kind:
    """A set of tiles. Lengths in centimetres; pips are measured in halves of the tile's width.

    Attributes:
        length, width, thickness: of a tile.
        edge: radius of the rounded edges; `corner` that of the outline's corners.
        face, side, foot: colours of the numbered face, of the walls, and of the back with the lower part of the walls.
        bodies: colours that the tiles of a set take in turn, or none.
        pips: colour by number, index 0 unused.
        pip_radius: of pips up to nine; `pip_depth` below the face, less than 0 for studs.
        pip_spread: of the outer pips from the middle of a half.
        pip_shape: "round", "ring", "square" or "target" (a ring with a dot).
        bare: depth of dimples without paint at all nine places, 0 for none.
        six_across: the rows of three lie across the tile.
        bar: "groove", "line", "dashes" or "none"; `bar_color` its colour.
        pin: radius of the brass pin in the middle of the bar, 0 for none.
        frame: width of a printed line along the rim, 0 for none.
        metal: whether the pips are metal.
        grain: strength of wood grain; `marble` that of veins.
        rough, coat: how dull the surface is, and how strong a layer of lacquer.
        clear: how far light goes through, 0..1.
    """

    name: str
    length: float = 4.8
    width: float = 2.4
    thickness: float = 0.9
    edge: float = 0.12
    corner: float = 0.25
    face: Color = (0.93, 0.9, 0.82)
    side: Color = (0.93, 0.9, 0.82)
    foot: Color = (0.93, 0.9, 0.82)
    bodies: tuple[Color, ...] = ()
    pips: tuple[Color, ...] = (INK,) * 13
    pip_radius: float = 0.19
    pip_depth: float = 0.08
    pip_spread: float = 0.54
    pip_shape: str = "round"
    bare: float = 0.0
    six_across: bool = False
    bar: str = "groove"
    bar_color: Color = INK
    pin: float = 0.0
    frame: float = 0.0
    metal: bool = False
    grain: float = 0.0
    marble: float = 0.0
    rough: float = 0.35
    coat: float = 0.0
    clear: float = 0.0


def _plain(name: str, color: Color, **others: Any) -> Kind:
    """A kind of one colour all over."""
    return Kind(name, face=color, side=color, foot=color, **others)


def _by_number(colors: tuple[Color, ...]) -> tuple[Color, ...]:
    return (INK, *(colors[index % len(colors)] for index in range(12)))


KINDS: tuple[Kind, ...] = (
    Kind("ivory", pin=0.17, marble=0.12),
    _plain(
        "unpainted",
        (0.05, 0.05, 0.055),
        pips=((0.05, 0.05, 0.055),) * 13,
        pip_depth=0.13,
        bar_color=(0.05, 0.05, 0.055),
        rough=0.3,
    ),
    _plain(
        "black",
        (0.04, 0.04, 0.05),
        pips=((0.93, 0.93, 0.9),) * 13,
        bar_color=(0.9, 0.9, 0.9),
        bar="line",
        rough=0.2,
    ),
    _plain(
        "ringed",
        (0.96, 0.94, 0.9),
        pip_shape="ring",
        pips=((0.1, 0.15, 0.45),) * 13,
        pip_radius=0.2,
        pip_depth=0.0,
        bar="line",
        bar_color=(0.1, 0.15, 0.45),
    ),
    _plain("numbered", (0.96, 0.96, 0.94), pips=_by_number(BRIGHT), bar="line", rough=0.12, coat=0.6),
    _plain(
        "walnut",
        (0.36, 0.21, 0.11),
        pips=((0.93, 0.85, 0.7),) * 13,
        grain=0.5,
        bar_color=(0.93, 0.85, 0.7),
        bar="line",
        rough=0.5,
        pip_depth=0.05,
    ),
    _plain(
        "beech",
        (0.83, 0.66, 0.44),
        pips=((0.2, 0.1, 0.05),) * 13,
        grain=0.3,
        bar_color=(0.2, 0.1, 0.05),
        pip_depth=0.12,
        rough=0.6,
        corner=0.1,
    ),
    _plain(
        "studs",
        (0.16, 0.09, 0.06),
        pips=(BRASS,) * 13,
        pip_depth=-0.06,
        metal=True,
        grain=0.3,
        bar_color=BRASS,
        bar="line",
        pip_radius=0.14,
        coat=0.4,
    ),
    _plain(
        "resin",
        (0.1, 0.5, 0.35),
        pips=((0.97, 0.95, 0.9),) * 13,
        clear=0.6,
        marble=0.3,
        bar_color=(0.97, 0.95, 0.9),
        rough=0.1,
    ),
    _plain(
        "printed",
        (0.95, 0.9, 0.78),
        thickness=0.3,
        edge=0.04,
        pip_depth=0.0,
        pip_radius=0.22,
        frame=0.05,
        bar="line",
        pips=_by_number(BRIGHT),
        rough=0.7,
    ),
    Kind(
        "antique",
        face=(0.9, 0.85, 0.7),
        side=(0.88, 0.82, 0.66),
        foot=(0.07, 0.05, 0.04),
        thickness=0.65,
        corner=0.04,
        edge=0.04,
        pin=0.13,
        pip_radius=0.15,
        marble=0.25,
    ),
    Kind(
        "pastel",
        bodies=PASTEL,
        pips=((0.98, 0.98, 0.98),) * 13,
        pip_depth=0.1,
        bar_color=(0.98, 0.98, 0.98),
        bar="dashes",
        corner=0.45,
        edge=0.25,
    ),
)
"""Every kind as it is sold most often; `varied` makes other sets of the same kind."""

_RESINS = ((0.1, 0.5, 0.35), (0.65, 0.08, 0.1), (0.1, 0.2, 0.6), (0.75, 0.45, 0.1), (0.75, 0.75, 0.78))
_RINGS = ((0.1, 0.15, 0.45), (0.5, 0.08, 0.08), (0.08, 0.08, 0.08), (0.05, 0.35, 0.2))


def varied(kind: Kind, rng: np.random.Generator) -> Kind:
    """Another set of the same kind: other proportions, other depths, somewhat other colours."""
    length = float(rng.uniform(3.6, 5.8))
    width = length * float(rng.uniform(0.46, 0.52))
    thickness = kind.thickness * length / 4.8 * float(rng.uniform(0.75, 1.2))
    tone = rng.uniform(0.92, 1.08, 3) * float(rng.uniform(0.9, 1.08))
    changes: dict[str, Any] = {
        "length": length,
        "width": width,
        "thickness": thickness,
        "edge": min(kind.edge * float(rng.uniform(0.6, 1.4)), thickness * 0.4),
        "corner": kind.corner * float(rng.uniform(0.7, 1.4)),
        "face": _times(kind.face, tone),
        "side": _times(kind.side, tone),
        "foot": _times(kind.foot, tone),
        "pip_radius": kind.pip_radius * float(rng.uniform(0.8, 1.12)),
        "pip_depth": kind.pip_depth * float(rng.uniform(0.7, 1.3)),
        "pip_spread": kind.pip_spread * float(rng.uniform(0.88, 1.1)),
        "six_across": bool(rng.random() < 0.2),
        "rough": float(np.clip(kind.rough * rng.uniform(0.5, 1.4), 0.05, 0.9)),
    }
    if kind.name == "resin":
        color = _RESINS[rng.integers(len(_RESINS))]
        changes |= {"face": color, "side": color, "foot": color}
    if kind.name == "ringed":
        color = _RINGS[rng.integers(len(_RINGS))]
        changes |= {"pips": (color,) * 13, "bar_color": color, "pip_shape": "ring" if rng.random() < 0.7 else "target"}
    if kind.name == "black" and rng.random() < 0.5:
        changes |= {"bare": 0.06}
    if kind.name == "printed" and rng.random() < 0.3:
        changes |= {"pip_shape": "square", "pip_radius": 0.17}
    return replace(kind, **changes)


def _times(color: Color, tone: np.ndarray) -> Color:
    red, green, blue = (float(value) for value in np.clip(np.array(color) * tone, 0.02, 0.98))
    return red, green, blue
