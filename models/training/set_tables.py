"""Rendered sets that training never saw: a photo of all tiles face up, and tables on which some of them lie."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engine.tiles import Tile, TileSet
from models.renderer.arrange import PlacedTile, Pose, row_poses, scatter_poses
from models.renderer.camera import Camera
from models.renderer.grounds import random_ground
from models.renderer.light import random_light
from models.renderer.looks import TileLook
from models.renderer.scene import Table
from models.renderer.sensor import random_sensor

PHOTO = (1600, 1200)
TABLE = (1280, 960)


def set_photo(rng: np.random.Generator, look: TileLook, tiles: Sequence[Tile]) -> Table:
    """The tiles side by side in crooked rows, as somebody lays a set out to show it to a camera."""
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
    roll = float(rng.choice([0.0, math.pi / 2, math.pi])) if columns == rows else math.pi * float(rng.integers(2))
    return _table(rng, look, PHOTO, unit, 15.0, roll, _laid(rng, tiles, poses))


def game_table(rng: np.random.Generator, look: TileLook, tile_set: TileSet) -> Table:
    """Some tiles of the set, loose or in rows, in another light, on another ground, through another camera."""
    unit = float(np.exp(rng.uniform(np.log(13), np.log(60))))
    span = (TABLE[0] / unit * 0.85, TABLE[1] / unit * 0.85)
    most = int(np.clip(span[0] * span[1] / 9, 1, min(28, len(tile_set.tiles))))
    count = int(rng.integers(1, most + 1))
    poses = row_poses(rng, span, look.width, count) if rng.random() < 0.3 else []
    poses = poses or scatter_poses(rng, span, count, [], tight=bool(rng.random() < 0.3))
    return _table(rng, look, TABLE, unit, 35.0, float(rng.uniform(-math.pi, math.pi)), _laid(rng, tile_set.tiles, poses))


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
    look: TileLook,
    size: tuple[int, int],
    unit: float,
    steepest: float,
    roll: float,
    tiles: tuple[PlacedTile, ...],
) -> Table:
    return Table(
        camera=Camera(
            size=size,
            scale=unit,
            tilt=math.radians(min(abs(float(rng.normal(0, steepest / 2))), steepest)),
            azimuth=float(rng.uniform(-math.pi, math.pi)),
            roll=roll,
            focal=float(rng.uniform(0.9, 2.2)),
        ),
        look=look,
        ground=random_ground(rng, size, unit),
        tiles=tiles,
        light=random_light(rng),
        sensor=random_sensor(rng, unit),
        seed=int(rng.integers(1 << 31)),
    )
