"""Lamps, windows and the sun over the table."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

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
        second: direction of the shadows of a second lamp, None without one.
        dapple: darkness of the shadows of leaves or lattices all over the table, 0 for none.
        dapple_size: their size in shares of the width.
        casts: factors on blue, green, red at one side and at the other, of lamps of two colours; None for one colour.
        glare: a veil of mirrored light: (x, y in shares of the size, radius in shares of the width, strength).
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
    second: float | None = None
    dapple: float = 0.0
    dapple_size: float = 0.1
    casts: tuple[tuple[float, float, float], tuple[float, float, float]] | None = None
    glare: tuple[float, float, float, float] | None = None

    def lamps(self) -> tuple[Light, ...]:
        """The light of each lamp, for the shadows that it casts."""
        if self.second is None:
            return (self,)
        return (self, replace(self, azimuth=self.second, shadow=0.6 * self.shadow))

    def dimmest(self) -> float:
        """The share of the light that is left where all shadows fall together, those of things apart."""
        left = (1 - 0.5 * self.lamp) * (1 - self.dapple) * (1 - 0.5 * self.gradient)
        return left * math.prod(1 - darkness for _, _, darkness, _ in self.edges)


def random_light(rng: np.random.Generator) -> Light:
    """From a soft ceiling lamp to a low sun."""
    hard = rng.random() < 0.3
    edges = tuple(
        (float(rng.uniform(-math.pi, math.pi)), float(rng.uniform(-0.4, 0.4)), float(rng.uniform(0.2, 0.85)),
         float(np.exp(rng.uniform(np.log(0.001), np.log(0.08)))))
        for _ in range(int(rng.choice([0, 1, 2], p=[0.64, 0.24, 0.12])))
    )  # fmt: skip
    return Light(
        azimuth=float(rng.uniform(-math.pi, math.pi)),
        reach=float(rng.uniform(0.2, 7.0) if hard else rng.uniform(0.05, 1.2)),
        shadow=float(rng.uniform(0.3, 0.9) if hard else rng.uniform(0.05, 0.6)),
        softness=float(rng.uniform(0.02, 0.1) if hard else rng.uniform(0.08, 0.4)),
        gradient=float(rng.uniform(0, 0.5)) if rng.random() < 0.6 else 0.0,
        gradient_azimuth=float(rng.uniform(-math.pi, math.pi)),
        lamp=float(rng.uniform(0.1, 0.9)) if rng.random() < 0.35 else 0.0,
        lamp_at=(float(rng.uniform(-0.1, 1.1)), float(rng.uniform(-0.1, 1.1))),
        lamp_size=float(rng.uniform(0.1, 0.6)),
        edges=edges,
        mottle=float(rng.uniform(0, 0.12)) if rng.random() < 0.4 else 0.0,
        second=float(rng.uniform(-math.pi, math.pi)) if rng.random() < 0.15 else None,
        dapple=float(rng.uniform(0.2, 0.7)) if rng.random() < 0.05 else 0.0,
        dapple_size=float(np.exp(rng.uniform(np.log(0.02), np.log(0.2)))),
        casts=(_cast(rng), _cast(rng)) if rng.random() < 0.12 else None,
        glare=_random_glare(rng) if rng.random() < 0.12 else None,
    )


def _cast(rng: np.random.Generator) -> tuple[float, float, float]:
    warm = float(rng.normal(0, 0.25))
    return (math.exp(-warm), math.exp(float(rng.normal(0, 0.06))), math.exp(warm))


def _random_glare(rng: np.random.Generator) -> tuple[float, float, float, float]:
    x, y = (float(value) for value in rng.uniform(0, 1, 2))
    return (x, y, float(np.exp(rng.uniform(np.log(0.02), np.log(0.25)))), float(rng.uniform(0.1, 0.7)))


def light_field(light: Light, size: tuple[int, int], rng: np.random.Generator) -> Floats:
    """(height, width) float32 factors by which the light multiplies every pixel; all but edges is made small."""
    width, height = size
    small = (max(8, width // 4), max(8, height // 4))
    x, y = _places(small, height / width)
    field = 1 + light.gradient * (math.cos(light.gradient_azimuth) * x + math.sin(light.gradient_azimuth) * y)
    if light.lamp:
        dx, dy = x - (light.lamp_at[0] - 0.5), y - (light.lamp_at[1] - 0.5) * (height / width)
        field = field * (1 - 0.5 * light.lamp + light.lamp * np.exp(-(dx * dx + dy * dy) / (2 * light.lamp_size**2)))
    if light.mottle:
        field = field * (1 + light.mottle * noise(rng, small[1], small[0], small[0] / 6))
    if light.dapple:
        pattern = noise(rng, small[1], small[0], max(2.0, light.dapple_size * small[0]))
        field = field * (1 - light.dapple * np.clip(2.5 * pattern + 0.5, 0, 1))
    result = resized(field.astype(np.float32), (width, height))
    x, y = _places(size, height / width)
    for azimuth, offset, darkness, blur in light.edges:
        distance = math.cos(azimuth) * x + math.sin(azimuth) * y - offset
        shade = np.clip(distance / (4 * max(blur, 5e-4)) + 0.5, 0, 1)
        result *= (1 - darkness * shade).astype(np.float32)
    return result


def tinted(picture: Floats, light: Light) -> Floats:
    """The picture (height, width, 3) in the colours of both lamps and under the veil of mirrored light."""
    height, width = picture.shape[:2]
    x, y = _places((16, 16), 1.0)
    if light.casts is not None:
        along = math.cos(light.gradient_azimuth) * x + math.sin(light.gradient_azimuth) * y
        share = 1 / (1 + np.exp(-8 * along))
        first, second = (np.array(cast, np.float32) for cast in light.casts)
        picture = picture * resized(first + share[..., None] * (second - first), (width, height))
    if light.glare is not None:
        at_x, at_y, radius, strength = light.glare
        x, y = _places((width // 2, height // 2), height / width)
        dx, dy = x - (at_x - 0.5), y - (at_y - 0.5) * (height / width)
        veil = strength * np.exp(-(((dx * dx + dy * dy) / radius**2) ** 2))
        picture = picture + resized(veil.astype(np.float32), (width, height))[..., None]
    return picture


def _places(size: tuple[int, int], ratio: float) -> tuple[Floats, Floats]:
    """x as a row and y as a column, in shares of the width from the middle of a picture of `size` pixels."""
    x = np.linspace(-0.5, 0.5, size[0], dtype=np.float32)[None, :]
    y = np.linspace(-0.5, 0.5, size[1], dtype=np.float32)[:, None] * np.float32(ratio)
    return x, y
