"""Rendered evenings with sets of rare looks: a photo of all tiles, and tables on which some of them lie.

An evening is one set on one table, in one light, before one camera; where the tiles lie, how far the camera is and how
it is exposed changes. The sets look as training seldom draws them: pips very large or small, near each other or far
apart, hardly another colour than the tile, dimples in light tiles.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.tiles import Tile, TileSet
from models.renderer.arrange import PlacedTile, Pose, row_poses, scatter_poses
from models.renderer.camera import Camera
from models.renderer.grounds import random_ground
from models.renderer.light import Light, random_light
from models.renderer.looks import Color, TileLook, random_look
from models.renderer.scene import Table
from models.renderer.sensor import Sensor, random_sensor

PHOTO = (1600, 1200)
TABLE = (1280, 960)


@dataclass(frozen=True)
class Evening:
    """What stays the same in all pictures; `ground` is the seed of the table's surface."""

    tile_set: TileSet
    look: TileLook
    light: Light
    sensor: Sensor
    ground: int


def random_evening(rng: np.random.Generator, tile_set: TileSet) -> Evening:
    """A set, a table, a light and a camera."""
    look, ground = strange_look(rng), int(rng.integers(1 << 31))
    sensor = random_sensor(rng, 25.0)
    while not 0.6 < sensor.exposure < 1.6 or sensor.noise > 0.03:
        sensor = random_sensor(rng, 25.0)
    return Evening(tile_set, look, random_light(rng), sensor, ground)


def strange_look(rng: np.random.Generator) -> TileLook:
    """A look with one, two or three features that training seldom draws, or never."""
    look = random_look(rng)
    for feature in rng.choice(5, int(rng.integers(1, 4)), replace=False):
        if feature == 0:
            radius = float(rng.choice([rng.uniform(0.055, 0.07), rng.uniform(0.14, 0.155)]))
            look = replace(look, pip_radius=radius, pip_spread=max(look.pip_spread, radius * 2.05))
        elif feature == 1:
            near = float(rng.uniform(max(0.17, look.pip_radius * 2.05), max(0.215, look.pip_radius * 2.2)))
            look = replace(look, pip_spread=float(rng.choice([near, rng.uniform(0.345, 0.375)])))
        elif feature == 2:
            share = float(rng.uniform(0.28, 0.5))
            look = replace(look, pip_colors=tuple(_between(look.face, pip, share) for pip in look.pip_colors))
        elif feature == 3:
            look = replace(look, empty_dimples=float(rng.uniform(0.4, 0.8)), pip_style="painted")
        else:
            look = replace(look, six_across=True, pip_style=str(rng.choice(["inlay", "ring"])))
    return look


def _between(face: Color, pip: Color, share: float) -> Color:
    blue, green, red = (a + share * (b - a) for a, b in zip(face, pip, strict=True))
    return (blue, green, red)


def set_photo(rng: np.random.Generator, evening: Evening) -> Table:
    """The tiles side by side in crooked rows, as somebody lays a set out to show it to a camera."""
    tiles, look = tuple(evening.tile_set), evening.look
    columns = math.ceil(math.sqrt(len(tiles) * 2.3 * PHOTO[0] / (1.35 * PHOTO[1])))
    rows = math.ceil(len(tiles) / columns)
    across, along = look.width + float(rng.uniform(0.15, 0.5)), 2 + float(rng.uniform(0.15, 0.5))
    unit = min(PHOTO[0] / (columns * across), PHOTO[1] / (rows * along)) * float(rng.uniform(0.55, 0.88))
    poses = [
        (
            (column - (columns - 1) / 2) * across + float(rng.normal(0, 0.03)),
            (row - (rows - 1) / 2) * along + float(rng.normal(0, 0.03)),
            math.pi * (0.5 + float(rng.integers(2))) + float(rng.normal(0, 0.06)),
        )
        for row in range(rows)
        for column in range(columns)
    ]
    return _table(rng, evening, PHOTO, unit, math.pi * float(rng.integers(2)), _laid(rng, tiles, poses))


def game_table(rng: np.random.Generator, evening: Evening) -> Table:
    """Some tiles of the set, loose or in rows, a little way off, as they come."""
    unit = float(np.exp(rng.uniform(np.log(18), np.log(60))))
    span = (TABLE[0] / unit * 0.85, TABLE[1] / unit * 0.85)
    most = int(np.clip(span[0] * span[1] / 9, 1, min(28, len(evening.tile_set))))
    count = int(rng.integers(1, most + 1))
    poses = row_poses(rng, span, evening.look.width, count) if rng.random() < 0.3 else []
    poses = poses or scatter_poses(rng, span, count, [], tight=bool(rng.random() < 0.3))
    roll = float(rng.uniform(-math.pi, math.pi))
    return _table(rng, evening, TABLE, unit, roll, _laid(rng, tuple(evening.tile_set), poses))


def _laid(rng: np.random.Generator, tiles: Sequence[Tile], poses: Sequence[Pose]) -> tuple[PlacedTile, ...]:
    order = rng.permutation(len(tiles))
    turned = rng.random(len(tiles)) < 0.5
    laid = []
    for index, (x, y, angle) in zip(order, poses, strict=False):
        tile = tiles[int(index)]
        pips = (tile.low, tile.high) if turned[index] else (tile.high, tile.low)
        laid.append(PlacedTile(pips, (x, y), angle))
    return tuple(laid)


def _table(
    rng: np.random.Generator,
    evening: Evening,
    size: tuple[int, int],
    unit: float,
    roll: float,
    tiles: tuple[PlacedTile, ...],
) -> Table:
    sensor = evening.sensor
    brightness = float(np.exp(rng.normal(0, 0.12)))
    return Table(
        camera=Camera(
            size=size,
            scale=unit,
            tilt=math.radians(min(abs(float(rng.normal(0, 10))), 30)),
            azimuth=float(rng.uniform(-math.pi, math.pi)),
            roll=roll,
            focal=float(rng.uniform(0.9, 2.2)),
        ),
        look=evening.look,
        ground=random_ground(np.random.default_rng(evening.ground), size, unit),
        tiles=tiles,
        light=evening.light,
        sensor=replace(sensor, exposure=sensor.exposure * brightness, blur=min(sensor.blur, 0.07 * unit + 0.3)),
        seed=int(rng.integers(1 << 31)),
    )
