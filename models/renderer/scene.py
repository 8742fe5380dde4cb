"""Puts a table together: ground, tiles, clutter, light and camera, with the exact truth of every tile."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.arrange import PlacedTile, random_tiles, standing_rows
from models.renderer.camera import Camera
from models.renderer.clutter import Hand, draw_clutter, draw_hand, random_hand
from models.renderer.faces import draw_back, draw_face
from models.renderer.grounds import random_ground
from models.renderer.light import Light, light_field, random_light, tinted
from models.renderer.lookalikes import Lookalike, random_lookalikes
from models.renderer.looks import TileLook, colored_by_number, random_look
from models.renderer.sensor import Sensor, expose, random_sensor
from models.renderer.solids import Solid, cast_shadows, clockwise, draw_walls, paste, window

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Points = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Table:
    """Everything that `render` needs to draw one picture; the same table and seed give the same picture.

    Attributes:
        ground: (height, width, 3) float32 light of the empty table, of the camera's size.
        clutter: how many things that are no dominoes lie about.
        below: flat things that tiles may lie on, in the order in which they are drawn.
        above: flat things that may cover tiles.
        seed: of all that is left to chance, pip glints and grain among it.
    """

    camera: Camera
    look: TileLook
    ground: Floats
    tiles: tuple[PlacedTile, ...]
    light: Light = field(default_factory=Light)
    sensor: Sensor = field(default_factory=Sensor)
    hands: tuple[Hand, ...] = ()
    clutter: int = 0
    seed: int = 0
    below: tuple[Lookalike, ...] = ()
    above: tuple[Lookalike, ...] = ()


@dataclass(frozen=True, eq=False)
class TileTruth:
    """Where a drawn tile is seen.

    Attributes:
        corners: (4, 2) pixels of the upper face, as `vision.scene.Scene` orders them; of a tile that stands, all of it
            that is seen: from the far edge of its top to the near edge of its foot.
        centers: (2, 2) pixels of both halves.
        visible: share of each half that is seen, 0..1.
    """

    tile: PlacedTile
    corners: Points
    centers: Points
    visible: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Rendered:
    """A picture (height, width, 3) uint8 BGR, and the truth; `others` (k, 4, 2) outlines things that are no tiles."""

    picture: Bytes
    tiles: tuple[TileTruth, ...]
    others: Points


def random_table(rng: np.random.Generator, size: tuple[int, int] = (512, 512)) -> Table:
    """A table of any kind: the domain that the networks learn from."""
    unit = float(np.exp(rng.uniform(np.log(9.0), np.log(min(size) / 7.5))))
    camera = _random_camera(rng, size, unit)
    look = random_look(rng)
    span = (size[0] / unit * 1.02, size[1] / unit * 1.02)
    empty = rng.random() < 0.2
    max_pips = int(rng.choice([6, 9, 12], p=[0.72, 0.1, 0.18]))
    if max_pips > 6 and rng.random() < 0.5:
        look = colored_by_number(look, rng)
    tiles = [] if empty else _random_tiles(rng, span, max_pips, look, camera)
    hands = (random_hand(rng, size, unit),) if rng.random() < 0.12 else ()
    crowd = 12 if empty else 5
    ground = random_ground(rng, size, unit, camera if rng.random() < 0.7 else None)
    light, sensor = random_light(rng), random_sensor(rng, unit)
    return Table(
        camera=camera,
        look=look,
        ground=ground,
        tiles=tuple(tiles),
        light=light,
        sensor=_metered(sensor, ground, light),
        hands=hands,
        clutter=int(rng.integers(1, 6)) if rng.random() < (0.6 if empty else 0.2) else 0,
        seed=int(rng.integers(1 << 31)),
        below=random_lookalikes(rng, span, unit, int(rng.integers(1, crowd)) if empty or rng.random() < 0.3 else 0),
        above=random_lookalikes(rng, span, unit, int(rng.integers(1, 4)) if rng.random() < 0.12 else 0, look.thickness),
    )


def _random_camera(rng: np.random.Generator, size: tuple[int, int], unit: float) -> Camera:
    """Half of them near enough above the table, the others as seen from a seat."""
    seat = rng.random() < 0.48
    tilt = float(rng.uniform(10, 60)) if seat else float(abs(rng.normal(0, 10)))
    return Camera(
        size=size,
        scale=unit,
        tilt=math.radians(min(tilt, 60)),
        azimuth=float(rng.uniform(-math.pi, math.pi)),
        roll=float(rng.uniform(-math.pi, math.pi)),
        focal=float(rng.uniform(0.7, 1.4) if seat and rng.random() < 0.6 else rng.uniform(0.8, 2.2)),
    )


def _metered(sensor: Sensor, ground: Floats, light: Light) -> Sensor:
    """The exposure that a camera chooses: half of the way from the table's tone to a middle one.

    What lies in the deepest shadow is exposed to a sixth at least, if that does not need more than plain daylight does:
    of tiles that nobody could read there is nothing to learn.
    """
    level = float(np.clip(ground[::16, ::16], 0, 1).mean())
    exposure = sensor.exposure * float(np.clip((0.4 / max(level, 0.01)) ** 0.5, 0.75, 2.2))
    return replace(sensor, exposure=max(exposure, min(0.17 / max(light.dimmest(), 0.01), 1.0)))


def _random_tiles(
    rng: np.random.Generator, span: tuple[float, float], max_pips: int, look: TileLook, camera: Camera
) -> list[PlacedTile]:
    tiles = random_tiles(rng, span, max_pips, look.width, look.thickness)
    if rng.random() < 0.08:
        tiles = [_stood(tile) if rng.random() < 0.5 and not tile.height else tile for tile in tiles]
    if rng.random() < (0.25 if camera.tilt > 0.5 else 0.14):
        seat = camera.azimuth if rng.random() < 0.5 else None
        tiles += standing_rows(rng, span, max_pips, tiles, seat)
    return tiles


def render(table: Table) -> Rendered:
    """Draws the table and says where every tile is seen."""
    rng = np.random.default_rng(table.seed)
    picture = np.clip(table.ground, 0, 1).astype(np.float32)
    others = draw_clutter(picture, rng, table.camera.scale, table.clutter)
    owner = np.full(picture.shape[:2], -1, np.int16)
    for lamp in table.light.lamps():
        cast_shadows(picture, table.camera, lamp, [thing.solid for thing in table.below])
    _draw_things(picture, owner, table, table.below)
    for lamp in table.light.lamps():
        cast_shadows(picture, table.camera, lamp, [solid_of(table.look, tile) for tile in table.tiles])
    order = sorted(range(len(table.tiles)), key=lambda index: _nearness(table.tiles[index], table.camera))
    for index in order:
        _draw_tile(picture, owner, table, index, rng)
    _draw_things(picture, owner, table, table.above)
    for hand in table.hands:
        owner[draw_hand(picture, hand)] = -1
    picture *= light_field(table.light, table.camera.size, rng)[..., None]
    picture = tinted(picture, table.light)
    truth = tuple(_truth(table, index, owner) for index in range(len(table.tiles)))
    others += [table.camera.project(thing.solid.faces()[0]) for thing in table.below + table.above]
    return Rendered(expose(picture, table.sensor, rng), truth, np.array(others, np.float32).reshape(-1, 4, 2))


def solid_of(look: TileLook, tile: PlacedTile) -> Solid:
    """The box of a tile."""
    if tile.standing:
        return Solid(tile.center, tile.angle, (1.0, look.thickness / 2), tile.height, look.width)
    return Solid(tile.center, tile.angle, (1.0, look.width / 2), tile.height, look.thickness)


def _nearness(tile: PlacedTile, camera: Camera) -> tuple[float, float]:
    """What is higher, then what is nearer to the camera, hides the rest."""
    return tile.height, tile.center[0] * math.cos(camera.azimuth) + tile.center[1] * math.sin(camera.azimuth)


def _stood(tile: PlacedTile) -> PlacedTile:
    return replace(tile, standing=True)


def _draw_things(picture: Floats, owner: NDArray[np.int16], table: Table, things: tuple[Lookalike, ...]) -> None:
    for thing in things:
        if thing.solid.high > 0.02:
            draw_walls(picture, owner, thing.solid, table.camera, table.light, [(0.0, thing.side)], 0.96)
        paste(picture, owner, thing.texture, table.camera.project(thing.solid.faces()[0]), -1)


def _draw_tile(picture: Floats, owner: NDArray[np.int16], table: Table, index: int, rng: np.random.Generator) -> None:
    tile, look, camera = table.tiles[index], table.look, table.camera
    solid = solid_of(look, tile)
    top, low = (camera.project(face) for face in solid.faces())
    upper, lower = (look.side, look.back) if tile.face_up else (look.back, look.side)
    layers = [(0.0, lower), (0.45, upper)] if look.two_tone and not tile.standing else [(0.0, upper)]
    draw_walls(picture, owner, solid, camera, table.light, layers, 1 - 0.25 * look.corner)
    side = int(np.clip(np.linalg.norm(top[1] - top[0]) / 2 * 1.15, 10, 240))
    if not tile.standing:
        lamp = table.light.azimuth + math.pi - tile.angle  # shadows fall away from it
        texture = draw_face(look, tile.pips, side, rng, lamp) if tile.face_up else draw_back(look, side, rng, lamp)
        paste(picture, owner, texture, top, index)
        return
    edge = np.full((24, 64, 4), 1.0, np.float32)
    edge[..., :3] = np.array(look.side) * 0.95
    paste(picture, owner, edge, top, index)
    # The face looks to the side of corners 0 and 1, the back to the other; upright, each is seen from outside.
    if clockwise(front := np.stack([top[1], top[0], low[0], low[1]])):
        paste(picture, owner, draw_face(look, tile.pips[::-1], side, rng), front, index)
    elif clockwise(rear := np.stack([top[3], top[2], low[2], low[3]])):
        paste(picture, owner, draw_back(look, side, rng), rear, index)


def seen_outline(look: TileLook, tile: PlacedTile, camera: Camera) -> Points:
    """(4, 3) table points of what `TileTruth.corners` outlines."""
    top, low = solid_of(look, tile).faces()
    if not tile.standing:
        return top
    outlines = [np.stack([low[0], low[1], top[2], top[3]]), np.stack([top[0], top[1], low[2], low[3]])]
    return max(outlines, key=lambda outline: abs(float(cv2.contourArea(camera.project(outline)))))


def _truth(table: Table, index: int, owner: NDArray[np.int16]) -> TileTruth:
    outline = seen_outline(table.look, table.tiles[index], table.camera)
    corners = table.camera.project(outline)
    middles = (outline[[0, 1]] + outline[[3, 2]]) / 2
    centers = table.camera.project(
        np.stack([middles[0] * 0.75 + middles[1] * 0.25, middles[0] * 0.25 + middles[1] * 0.75])
    )
    split = table.camera.project(np.stack([(outline[0] + outline[1]) / 2, (outline[3] + outline[2]) / 2]))
    halves = (
        np.stack([corners[0], split[0], split[1], corners[3]]),
        np.stack([split[0], corners[1], corners[2], split[1]]),
    )
    shares = []
    for half in halves:
        x, y, w, h = window(half, owner.shape)
        area = float(cv2.contourArea(half.astype(np.float32)))
        if w <= 0 or h <= 0 or area < 1:
            shares.append(0.0)
            continue
        mask = np.zeros((h, w), np.uint8)
        outline = np.round((half - np.array([x, y])) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, outline, 1, cv2.LINE_8, 4)
        seen = float(np.count_nonzero((owner[y : y + h, x : x + w] == index) & (mask > 0)))
        shares.append(min(1.0, seen / (area * 0.93)))
    return TileTruth(table.tiles[index], corners, centers, (shares[0], shares[1]))
