"""Lamps, windows and the sun over the table."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.renderer.pixels import noise, resized

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Light:
    """What lights the table.

    Attributes:
        azimuth: direction to which shadows fall on the table, in radians.
        reach: length of the shadow of a thing that is 1 high.
        shadow: strength of shadows, 0 none to 1 black.
        softness: blur of shadows in table units.
        gradient: how much brighter one side of the picture is than the other.
        lamp: strength of a bright pool of light, 0 for none.
        lamp_at: its place, in shares of the picture's size.
        lamp_size: its size, in shares of the picture's width.
        edges: shadow edges over the whole table: (direction, offset in shares of the width, darkness, blur in shares).
        mottle: strength of slow unevenness.
    """

    azimuth: float = 0.8
    reach: float = 0.5
    shadow: float = 0.45
    softness: float = 0.12
    gradient: float = 0.15
    gradient_azimuth: float = 0.0
    lamp: float = 0.0
    lamp_at: tuple[float, float] = (0.5, 0.5)
    lamp_size: float = 0.4
    edges: tuple[tuple[float, float, float, float], ...] = ()
    mottle: float = 0.0


def random_light(rng: np.random.Generator) -> Light:
    """From a soft ceiling lamp to a low sun."""
    hard = rng.random() < 0.3
    edges = tuple(
        (float(rng.uniform(-math.pi, math.pi)), float(rng.uniform(-0.4, 0.4)), float(rng.uniform(0.2, 0.85)),
         float(np.exp(rng.uniform(np.log(0.001), np.log(0.08)))))
        for _ in range(int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1])))
    )  # fmt: skip
    return Light(
        azimuth=float(rng.uniform(-math.pi, math.pi)),
        reach=float(rng.uniform(0.2, 4.0) if hard else rng.uniform(0.05, 1.2)),
        shadow=float(rng.uniform(0.3, 0.9) if hard else rng.uniform(0.05, 0.6)),
        softness=float(rng.uniform(0.02, 0.1) if hard else rng.uniform(0.08, 0.4)),
        gradient=float(rng.uniform(0, 0.5)) if rng.random() < 0.6 else 0.0,
        gradient_azimuth=float(rng.uniform(-math.pi, math.pi)),
        lamp=float(rng.uniform(0.1, 0.9)) if rng.random() < 0.35 else 0.0,
        lamp_at=(float(rng.uniform(-0.1, 1.1)), float(rng.uniform(-0.1, 1.1))),
        lamp_size=float(rng.uniform(0.1, 0.6)),
        edges=edges,
        mottle=float(rng.uniform(0, 0.12)) if rng.random() < 0.4 else 0.0,
    )


def light_field(light: Light, size: tuple[int, int], rng: np.random.Generator) -> Floats:
    """(height, width) float32 factors by which the light multiplies every pixel; made small, then enlarged."""
    width, height = size
    small = (max(8, width // 4), max(8, height // 4))
    x = np.linspace(-0.5, 0.5, small[0], dtype=np.float32)[None, :]
    y = np.linspace(-0.5, 0.5, small[1], dtype=np.float32)[:, None] * (height / width)
    field = 1 + light.gradient * (math.cos(light.gradient_azimuth) * x + math.sin(light.gradient_azimuth) * y)
    if light.lamp:
        dx, dy = x - (light.lamp_at[0] - 0.5), y - (light.lamp_at[1] - 0.5) * (height / width)
        field = field * (1 - 0.5 * light.lamp + light.lamp * np.exp(-(dx * dx + dy * dy) / (2 * light.lamp_size**2)))
    for azimuth, offset, darkness, blur in light.edges:
        distance = math.cos(azimuth) * x + math.sin(azimuth) * y - offset
        field = field * (1 - darkness / (1 + np.exp(np.clip(-distance / max(blur, 1e-3), -30, 30))))
    if light.mottle:
        field = field * (1 + light.mottle * noise(rng, small[1], small[0], small[0] / 6))
    return resized(field.astype(np.float32), (width, height))
