"""Puts a table together: ground, tiles, clutter, light and camera, with the exact truth of every tile."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.arrange import PlacedTile, random_tiles
from models.renderer.camera import Camera
from models.renderer.clutter import Hand, draw_clutter, draw_hand, random_hand
from models.renderer.faces import draw_back, draw_face
from models.renderer.grounds import random_ground
from models.renderer.light import Light, light_field, random_light
from models.renderer.looks import TileLook, random_look
from models.renderer.sensor import Sensor, expose, random_sensor

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Points = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Table:
    """Everything that `render` needs to draw one picture; the same table and seed give the same picture.

    Attributes:
        ground: (height, width, 3) float32 light of the empty table, of the camera's size.
        clutter: how many things that are no dominoes lie about.
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


@dataclass(frozen=True, eq=False)
class TileTruth:
    """Where a drawn tile is seen.

    Attributes:
        corners: (4, 2) pixels of the upper face, as `vision.scene.Scene` orders them.
        centers: (2, 2) pixels of both halves.
        visible: share of each half that is seen, 0..1.
    """

    tile: PlacedTile
    corners: Points
    centers: Points
    visible: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Rendered:
    """A picture (height, width, 3) uint8 BGR, and the truth."""

    picture: Bytes
    tiles: tuple[TileTruth, ...]


def random_table(rng: np.random.Generator, size: tuple[int, int] = (512, 512)) -> Table:
    """A table of any kind: the domain that the networks learn from."""
    unit = float(np.exp(rng.uniform(np.log(9.5), np.log(min(size) / 7.5))))
    tilt = float(abs(rng.normal(0, 10))) if rng.random() < 0.7 else float(rng.uniform(10, 42))
    camera = Camera(
        size=size,
        scale=unit,
        tilt=math.radians(min(tilt, 45)),
        azimuth=float(rng.uniform(-math.pi, math.pi)),
        roll=float(rng.uniform(-math.pi, math.pi)),
        focal=float(rng.uniform(0.8, 2.2)),
    )
    look = random_look(rng)
    span = (size[0] / unit * 1.02, size[1] / unit * 1.02)
    empty = rng.random() < 0.05
    max_pips = int(rng.choice([6, 9, 12], p=[0.72, 0.1, 0.18]))
    tiles = [] if empty else random_tiles(rng, span, max_pips, look.width, look.thickness)
    if rng.random() < 0.08:
        tiles = [_stood(tile) if rng.random() < 0.5 else tile for tile in tiles]
    hands = (random_hand(rng, size, unit),) if rng.random() < 0.12 else ()
    return Table(
        camera=camera,
        look=look,
        ground=random_ground(rng, size, unit),
        tiles=tuple(tiles),
        light=random_light(rng),
        sensor=random_sensor(rng, unit),
        hands=hands,
        clutter=int(rng.integers(1, 6)) if rng.random() < 0.3 or empty else 0,
        seed=int(rng.integers(1 << 31)),
    )


def render(table: Table) -> Rendered:
    """Draws the table and says where every tile is seen."""
    rng = np.random.default_rng(table.seed)
    picture = np.clip(table.ground, 0, 1).astype(np.float32)
    if table.clutter:
        draw_clutter(picture, rng, table.camera.scale, table.clutter)
    _cast_shadows(picture, table)
    owner = np.full(picture.shape[:2], -1, np.int16)
    order = sorted(range(len(table.tiles)), key=lambda index: table.tiles[index].height)
    for index in order:
        _draw_tile(picture, owner, table, index, rng)
    for hand in table.hands:
        owner[draw_hand(picture, hand)] = -1
    picture *= light_field(table.light, table.camera.size, rng)[..., None]
    truth = tuple(_truth(table, index, owner) for index in range(len(table.tiles)) if not table.tiles[index].standing)
    return Rendered(expose(picture, table.sensor, rng), truth)


def tile_box(look: TileLook, tile: PlacedTile) -> tuple[Points, Points]:
    """(4, 3) table points of the upper and of the lower face, corners as `Scene` orders them."""
    cos, sin = math.cos(tile.angle), math.sin(tile.angle)
    if tile.standing:
        long, deep, high = 1.0, look.thickness / 2, look.width
    else:
        long, deep, high = 1.0, look.width / 2, look.thickness
    flat = np.array([[-long, -deep], [long, -deep], [long, deep], [-long, deep]])
    turned = flat @ np.array([[cos, sin], [-sin, cos]]) + np.array(tile.center)
    low = np.column_stack([turned, np.full(4, tile.height)])
    top = np.column_stack([turned, np.full(4, tile.height + high)])
    return top.astype(np.float32), low.astype(np.float32)


def _stood(tile: PlacedTile) -> PlacedTile:
    return PlacedTile(tile.pips, tile.center, tile.angle, tile.height, tile.face_up, standing=True)


def _cast_shadows(picture: Floats, table: Table) -> None:
    light = table.light
    if light.shadow <= 0.02 or not table.tiles:
        return
    mask = np.zeros(picture.shape[:2], np.uint8)
    for tile in table.tiles:
        top, low = tile_box(table.look, tile)
        reach = (top[0, 2] - low[0, 2] + tile.height) * light.reach
        shift = np.array([math.cos(light.azimuth) * reach, math.sin(light.azimuth) * reach, 0], np.float32)
        ground = low * np.array([1, 1, 0], np.float32)
        outline = cv2.convexHull(table.camera.project(np.vstack([ground, ground + shift])))
        cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, light.softness * table.camera.scale)).astype(np.float32) / 255
    picture *= (1 - light.shadow * soft)[..., None]


def _draw_tile(picture: Floats, owner: NDArray[np.int16], table: Table, index: int, rng: np.random.Generator) -> None:
    tile, look, camera = table.tiles[index], table.look, table.camera
    top, low = tile_box(look, tile)
    seen_top, seen_low = camera.project(top), camera.project(low)
    _draw_walls(picture, owner, table, tile, seen_top, seen_low)
    side = int(np.clip(np.linalg.norm(seen_top[1] - seen_top[0]) / 2 * 1.15, 10, 240))
    if tile.standing:
        texture = np.full((4, 4, 4), 1.0, np.float32)
        texture[..., :3] = np.array(look.side) * 0.95
        _paste(picture, owner, texture, seen_top, -1)
        front = np.stack([seen_top[0], seen_top[1], seen_low[1], seen_low[0]])
        if _clockwise(front):
            _paste(picture, owner, draw_face(look, tile.pips, side, rng), front, -1)
        return
    texture = draw_face(look, tile.pips, side, rng) if tile.face_up else draw_back(look, side, rng)
    _paste(picture, owner, texture, seen_top, index)


def _draw_walls(
    picture: Floats, owner: NDArray[np.int16], table: Table, tile: PlacedTile, top: Points, low: Points
) -> None:
    """The walls as far as the camera sees them; a two-tone tile shows its back's colour on the lower part."""
    look = table.look
    upper, lower = (look.side, look.back) if tile.face_up else (look.back, look.side)
    if tile.height > 0 and table.light.shadow > 0.02:
        _darken_below(picture, table, low)
    layers = [(low, top, upper)]
    if look.two_tone and not tile.standing:
        layers = [(low, top, lower), (low + 0.45 * (top - low), top, upper)]
    inset = 1 - 0.25 * look.corner
    for bottom, over, color in layers:
        points = np.vstack([_shrink(bottom, inset), _shrink(over, inset)])
        outline = np.round(cv2.convexHull(points.astype(np.float32)) * 16).astype(np.int32)
        x, y, w, h = _window(points, picture.shape)
        if w <= 0 or h <= 0:
            return
        mask = np.zeros((h, w), np.uint8)
        cv2.fillConvexPoly(mask, outline - np.array([x, y], np.int32) * 16, 255, cv2.LINE_AA, 4)
        alpha = mask.astype(np.float32)[..., None] / 255
        region = picture[y : y + h, x : x + w]
        shade = 0.62 + 0.2 * math.cos(table.light.azimuth - tile.angle)
        region += alpha * (np.array(color, np.float32) * shade - region)
        owner[y : y + h, x : x + w][mask > 127] = -1


def _darken_below(picture: Floats, table: Table, low: Points) -> None:
    """The shadow that a tile on a heap casts on what lies right below it."""
    reach = table.light.reach * table.look.thickness * table.camera.scale * 0.6
    shift = np.array([math.cos(table.light.azimuth), math.sin(table.light.azimuth)], np.float32) * min(reach, 30)
    points = np.vstack([low, low + shift])
    margin = 6
    x, y, w, h = _window(np.vstack([points - margin, points + margin]), picture.shape)
    if w <= 0 or h <= 0:
        return
    mask = np.zeros((h, w), np.uint8)
    outline = np.round((cv2.convexHull(points.astype(np.float32)) - np.array([x, y])) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), 2.0).astype(np.float32) / 255
    picture[y : y + h, x : x + w] *= (1 - table.light.shadow * soft)[..., None]


def _paste(picture: Floats, owner: NDArray[np.int16], texture: Floats, corners: Points, index: int) -> None:
    """Warps the texture onto the quad `corners` and records who is seen there."""
    x, y, w, h = _window(corners, picture.shape)
    if w <= 0 or h <= 0:
        return
    height, width = texture.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (corners - np.array([x, y])).astype(np.float32) - 0.5)
    warped = cv2.warpPerspective(texture, matrix, (w, h), flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3:]
    region = picture[y : y + h, x : x + w]
    with np.errstate(divide="ignore", invalid="ignore"):
        color = np.where(alpha > 1e-3, warped[..., :3], 0)
    region += alpha * (color - region)
    owner[y : y + h, x : x + w][alpha[..., 0] > 0.5] = index


def _truth(table: Table, index: int, owner: NDArray[np.int16]) -> TileTruth:
    top, _ = tile_box(table.look, table.tiles[index])
    corners = table.camera.project(top)
    middles = (top[[0, 1]] + top[[3, 2]]) / 2
    centers = table.camera.project(
        np.stack([middles[0] * 0.75 + middles[1] * 0.25, middles[0] * 0.25 + middles[1] * 0.75])
    )
    split = table.camera.project(np.stack([(top[0] + top[1]) / 2, (top[3] + top[2]) / 2]))
    halves = (
        np.stack([corners[0], split[0], split[1], corners[3]]),
        np.stack([split[0], corners[1], corners[2], split[1]]),
    )
    shares = []
    for half in halves:
        x, y, w, h = _window(half, owner.shape)
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


def _window(points: Points, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """x, y, width, height of the part of the picture that holds the points."""
    low = np.floor(points.min(axis=0)).astype(int) - 1
    high = np.ceil(points.max(axis=0)).astype(int) + 2
    x, y = max(0, int(low[0])), max(0, int(low[1]))
    return x, y, min(shape[1], int(high[0])) - x, min(shape[0], int(high[1])) - y


def _shrink(points: Points, factor: float) -> Points:
    middle = points.mean(axis=0)
    return ((points - middle) * factor + middle).astype(np.float32)


def _clockwise(quad: Points) -> bool:
    x, y = quad[:, 0], quad[:, 1]
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) > 0
