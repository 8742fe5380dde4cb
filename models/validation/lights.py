"""Lamps, windows and the sun, and the room that glossy tiles mirror."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from models.validation.blender import glowing, linear, material, put, thing
from models.validation.forms import sheet, solid_box
from models.validation.poses import Floats, pose
from models.validation.sets import Color

_AROUND = {
    "soft lamp": 0.35,
    "bare bulb": 0.2,
    "window": 0.25,
    "sun": 0.45,
    "leaves": 0.4,
    "dusk": 0.5,
    "two lamps": 0.12,
    "tungsten": 0.2,
}
_TONES: dict[str, Color] = {"tungsten": (1, 0.82, 0.62), "dusk": (0.75, 0.82, 1), "sun": (1, 0.97, 0.9)}


def build_light(name: str, rng: np.random.Generator) -> None:
    """Lights the stage. Powers are chosen so that a white sheet comes out light grey."""
    _world(_AROUND[name], _TONES.get(name, (1, 1, 1)))
    _room(rng)
    angle = float(rng.uniform(-math.pi, math.pi))
    if name in ("sun", "leaves"):
        _sun(rng, angle, leaves=name == "leaves")
    elif name == "window":
        _window(rng, angle)
    elif name in ("bare bulb", "two lamps", "tungsten"):
        for turn in (0.0, float(rng.uniform(1.5, 3))) if name == "two lamps" else (0.0,):
            _lamp(rng, angle + turn, size=float(rng.uniform(2, 5)), share=0.55 if name == "two lamps" else 1.0)
    else:
        _lamp(rng, angle, size=float(rng.uniform(25, 70)), share=0.4 if name == "dusk" else 1.0)


def _lamp(rng: np.random.Generator, angle: float, size: float, share: float) -> None:
    import bpy

    high, away = float(rng.uniform(55, 110)), float(rng.uniform(10, 70))
    data = bpy.data.lights.new("lamp", "AREA")
    data.size = size
    data.energy = share * 8.5 * (high**2 + away**2) ** 1.5 / high
    put("lamp", data, _looking_down(math.cos(angle) * away, math.sin(angle) * away, high))


def _window(rng: np.random.Generator, angle: float) -> None:
    """Panes beside the table, parted by bars."""
    import bpy

    away, high = float(rng.uniform(80, 140)), float(rng.uniform(40, 80))
    for column in range(2):
        for row in range(2):
            data = bpy.data.lights.new("pane", "AREA")
            data.shape, data.size, data.size_y = "RECTANGLE", 42.0, 50.0
            data.energy = 3.4 * (away**2 + high**2) ** 1.5 / high
            aside = (column - 0.5) * 48
            x = math.cos(angle) * away - math.sin(angle) * aside
            y = math.sin(angle) * away + math.cos(angle) * aside
            put("pane", data, _looking_down(x, y, high + row * 56 - 10))


def _sun(rng: np.random.Generator, angle: float, leaves: bool) -> None:
    import bpy

    data = bpy.data.lights.new("sun", "SUN")
    data.energy = float(rng.uniform(2.2, 3.6))
    data.angle = math.radians(0.6)
    low = math.radians(float(rng.uniform(25, 65)))
    toward = np.array([math.cos(angle) * math.cos(low), math.sin(angle) * math.cos(low), math.sin(low)]) * 100
    put("sun", data, _looking_down(*toward))
    if leaves:
        leaf = material("shade", (0.1, 0.2, 0.05), 0.8)
        for _ in range(60):
            at = toward * 0.7 + rng.normal(0, 14, 3)
            blade = thing("shade", sheet(5, 3, np.zeros((2, 2))), [leaf], pose(*at, *rng.uniform(-3, 3, 3)))
            blade.visible_camera = False
    elif rng.random() < 0.5:
        wall = material("shade", (0.5, 0.5, 0.5), 0.9)
        x, y, z = toward * 0.6
        edge = pose(x, y, z, float(rng.uniform(-3, 3)))
        edge[:3, 3] += edge[:3, 0] * 62
        thing("shade", solid_box(120, 160, 1), [wall], edge).visible_camera = False


def _world(strength: float, tone: Color) -> None:
    import bpy

    world = bpy.data.worlds.new("air")
    world.use_nodes = True
    ground = next(node for node in world.node_tree.nodes if node.type == "BACKGROUND")
    ground.inputs["Color"].default_value = (*linear(tone), 1.0)
    ground.inputs["Strength"].default_value = strength
    bpy.context.scene.world = world


def _room(rng: np.random.Generator) -> None:
    """Bright and dark things overhead, seen only in what is glossy."""
    for _ in range(int(rng.integers(2, 6))):
        bright = float(rng.choice([0.0, 0.6, 2.0]))
        surface: Any = glowing("panel", (1, 1, 1), bright) if bright else material("panel", (0.05, 0.05, 0.05))
        x, y = rng.uniform(-120, 120, 2)
        long, deep = rng.uniform(20, 80, 2)
        panel = thing("panel", sheet(long, deep, np.zeros((2, 2))), [surface], pose(x, y, 160, 0.3))
        panel.visible_camera = panel.visible_shadow = panel.visible_diffuse = False


def _looking_down(x: float, y: float, z: float) -> Floats:
    """Of a lamp at this place that shines to the table's middle: its -z axis."""
    away = np.array([x, y, z]) / math.sqrt(x * x + y * y + z * z)
    side = np.cross([0.0, 1.0, 0.0] if abs(away[1]) < 0.9 else [1.0, 0.0, 0.0], away)
    side /= np.linalg.norm(side)
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2], matrix[:3, 3] = side, np.cross(away, side), away, (x, y, z)
    return matrix
