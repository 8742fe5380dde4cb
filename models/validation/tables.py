"""What the tiles lie on."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from models.validation import patterns
from models.validation.blender import material, picture, thing
from models.validation.forms import blades, sheet
from models.validation.poses import Floats, pose
from models.validation.sets import Color

REACH = 90.0
"""Half a side of what is drawn of a table, in centimetres."""

_PRINTED: dict[str, Callable[[np.random.Generator], Floats]] = {
    "tablecloth": lambda rng: patterns.felt((900, 900), rng) ** 0.5,
    "gingham": lambda rng: patterns.gingham((800, 800), rng, int(rng.integers(12, 40))),
    "polka": lambda rng: patterns.polka((1000, 1000), rng, int(rng.integers(16, 60))),
    "newspaper": lambda rng: patterns.newspaper((1400, 1400), rng),
    "planks": lambda rng: patterns.planks((1000, 1000), rng, int(rng.integers(6, 16))),
    "stone": lambda rng: patterns.stone((1000, 1000), rng),
    "ceramic": lambda rng: patterns.ceramic((800, 800), rng, int(rng.integers(5, 24))),
    "carpet": lambda rng: patterns.carpet((900, 900), rng),
    "felt": lambda rng: patterns.felt((1000, 1000), rng),
    "glass": lambda rng: patterns.planks((800, 800), rng, 8) * 0.7,
    "steel": lambda rng: np.repeat(0.5 + 0.08 * rng.random((900, 1, 1)), 60, axis=1) * np.ones(3),
}
_FOLDED = {"tablecloth": 0.5, "gingham": 0.45, "polka": 0.4, "newspaper": 0.25, "carpet": 0.1}
_ROUGH = {"planks": 0.4, "stone": 0.25, "ceramic": 0.12, "steel": 0.28, "glass": 0.35}


def build_table(name: str, rng: np.random.Generator, places: Floats) -> Any:
    """The table; `places` (n, 2) are where tiles lie, and where it stays flat."""
    if name == "grass":
        return _grass(rng)
    image = picture(name, _PRINTED[name](rng))
    heights = np.zeros((2, 2))
    if name in _FOLDED:
        heights = _folds(rng, places, _FOLDED[name] * float(rng.uniform(0.3, 1.5)))
    settings = {"Sheen Weight": 0.3} if name in ("felt", "carpet", "tablecloth") else {}
    surface = material(name, rough=_ROUGH.get(name, 0.85), image=image, settings=settings)
    if name == "steel":
        _metal(surface)
    repeats = 3.0 if name == "newspaper" else 1.0
    table = thing(name, sheet(2 * REACH, 2 * REACH, heights, repeats), [surface], _turned(rng))
    if name == "glass":
        pane = material("pane", (0.95, 1, 0.97), 0.01, settings={"Transmission Weight": 1.0, "IOR": 1.45})
        table.location.z = -1.2
        glass = thing("pane", sheet(2 * REACH, 2 * REACH, np.zeros((2, 2))), [pane])
        glass.location.z, glass.visible_shadow = -0.001, False
    return table


def _metal(surface: Any) -> None:
    shader = next(node for node in surface.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    shader.inputs["Metallic"].default_value = 1.0


def _turned(rng: np.random.Generator) -> Floats:
    """Patterns run at any angle."""
    return pose(0, 0, -0.001, float(rng.choice([0, 0.5, 1, 1.5])) * math.pi + float(rng.normal(0, 0.2)))


def _folds(rng: np.random.Generator, places: Floats, high: float) -> Floats:
    """Ridges of a cloth that nobody has smoothed, none where tiles lie."""
    count = 220
    x, y = np.meshgrid(np.linspace(-REACH, REACH, count), np.linspace(-REACH, REACH, count))
    heights = np.zeros_like(x)
    for _ in range(int(rng.integers(2, 8))):
        angle, shift = rng.uniform(0, math.pi), rng.uniform(-25, 25)
        bend = 3 * np.sin((x * math.sin(angle) - y * math.cos(angle)) / float(rng.uniform(8, 20)))
        away = x * math.cos(angle) + y * math.sin(angle) - shift + bend
        heights += np.exp(-((away / float(rng.uniform(0.8, 2.5))) ** 2)) * float(rng.uniform(0.4, 1))
    free = np.full_like(x, 1e3)
    for place in places:
        free = np.minimum(free, np.hypot(x - place[0], y - place[1]))
    return heights * high * np.clip((free - 4.5) / 3, 0, 1)


def _grass(rng: np.random.Generator) -> Any:
    soil = material("soil", (0.26, 0.34, 0.14), 0.95)
    thing("soil", sheet(2 * REACH, 2 * REACH, np.zeros((2, 2))), [soil]).location.z = -0.6
    tones = [_green(rng) for _ in range(8)]
    leaf = material("leaf", rough=0.6, image=picture("leaf", np.array(tones).reshape(1, 8, 3)))
    return thing("grass", blades(rng, 32, 60_000, 0.8), [leaf], pose(0, 0, -0.7, 0))


def _green(rng: np.random.Generator) -> Color:
    red, green, blue = (float(value) for value in rng.uniform([0.25, 0.48, 0.08], [0.5, 0.72, 0.28]))
    return red, green, blue
