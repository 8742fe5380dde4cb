"""What one picture shows, drawn from the seed and the picture's number alone."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from models.validation.layouts import LAYOUTS, extent, lay_out
from models.validation.poses import Piece
from models.validation.sets import KINDS, Kind, varied
from models.validation.view import View

TABLES = (
    "tablecloth",
    "gingham",
    "polka",
    "grass",
    "glass",
    "newspaper",
    "planks",
    "stone",
    "ceramic",
    "carpet",
    "steel",
    "felt",
)
LIGHTS = ("soft lamp", "bare bulb", "window", "sun", "leaves", "dusk", "two lamps", "tungsten")
THINGS = (
    "dice", "coins", "cup", "glass", "cards", "pens", "phone", "remote", "keyboard", "buttons", "brick", "blister",
    "book", "bottle caps", "dots",
)  # fmt: skip
COVERS = ("cards", "coins", "pens", "cup", "glass", "buttons", "book")
TILTS = ((0, 10, 0.4), (10, 25, 0.25), (25, 35, 0.2), (42, 60, 0.15))
"""Lowest and highest tilt of the camera in degrees, and the share of pictures."""


@dataclass(frozen=True)
class Sensor:
    """What the camera adds: `noise` (share of full light), `stops` of exposure, gains of red and blue, and JPEG."""

    noise: float
    stops: float
    red: float
    blue: float
    quality: int
    blur: float


@dataclass(frozen=True, eq=False)
class Plan:
    """A picture before it is built; `things` lie beside the tiles, `covers` over some of them."""

    number: int
    seed: int
    kind: Kind
    max_pips: int
    layout: str
    table: str
    light: str
    pieces: tuple[Piece, ...]
    view: View
    things: tuple[str, ...]
    covers: tuple[str, ...]
    hands: int
    sensor: Sensor

    def chance(self) -> np.random.Generator:
        """Decides what building the stage leaves open."""
        return np.random.default_rng([self.seed, self.number, 1])


def make_plan(seed: int, number: int, size: tuple[int, int] = (960, 720)) -> Plan:
    """The picture `number` of the series `seed`; sets and layouts come round evenly, the rest by chance."""
    rng = np.random.default_rng([seed, number, 0])
    kind = varied(KINDS[(number + 3 * (number // 10)) % len(KINDS)], rng)
    layout = LAYOUTS[number % len(LAYOUTS)]
    max_pips = int(rng.choice([6, 9, 12], p=[0.76, 0.08, 0.16]))
    pieces = tuple(lay_out(layout, kind, max_pips, rng))
    table = TABLES[(number * 5 + number // 12) % len(TABLES)]
    light = str(rng.choice(LIGHTS))
    empty = layout == "empty"
    return Plan(
        number=number,
        seed=seed,
        kind=kind,
        max_pips=max_pips,
        layout=layout,
        table=table,
        light=light,
        pieces=pieces,
        view=_view(rng, size, extent(pieces) + kind.length / 2),
        things=_some(rng, THINGS, int(rng.integers(4, 10)) if empty else int(rng.integers(0, 4))),
        covers=_some(rng, COVERS, int(rng.integers(2, 5))) if layout == "covered" else (),
        hands=int(rng.random() < (0.6 if layout == "covered" else 0.15)),
        sensor=_sensor(rng, light),
    )


def _some(rng: np.random.Generator, names: tuple[str, ...], count: int) -> tuple[str, ...]:
    return tuple(str(name) for name in rng.choice(names, min(count, len(names)), replace=False))


def _view(rng: np.random.Generator, size: tuple[int, int], reach: float) -> View:
    low, high, _ = TILTS[int(rng.choice(len(TILTS), p=[share for *_, share in TILTS]))]
    tilt = math.radians(float(rng.uniform(low, high)))
    overhead = tilt < math.radians(10)
    aspect = size[1] / size[0]
    fitting = 2 * reach * (1.0 if rng.random() < 0.35 else 1 / aspect)
    span = float(np.clip(fitting * rng.uniform(0.9, 1.35), 15, 110))
    return View(
        size=size,
        span=span,
        tilt=tilt,
        side=float(rng.uniform(-math.pi, math.pi)),
        turn=float(rng.uniform(-math.pi, math.pi)) if overhead else float(rng.normal(0, 0.06)),
        focal=float(rng.choice([22, 26, 35, 50, 80])),
        target=(float(rng.normal(0, span * 0.03)), float(rng.normal(0, span * 0.03))),
    )


def _sensor(rng: np.random.Generator, light: str) -> Sensor:
    dark = light == "dusk"
    warm = float(rng.uniform(0.1, 0.35)) if light == "tungsten" else float(rng.normal(0, 0.05))
    return Sensor(
        noise=float(rng.uniform(0.02, 0.05)) if dark else float(abs(rng.normal(0, 0.012))),
        stops=float(rng.uniform(-1.4, -0.4)) if dark else float(rng.normal(0, 0.35)),
        red=1 + warm,
        blue=1 - warm,
        quality=int(rng.choice([45, 65, 80, 90])),
        blur=float(rng.uniform(0.5, 1.6)) if rng.random() < 0.25 else 0.0,
    )
