"""Rendered tables for the stress test: the same table photographed under good conditions with some of them spoilt."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import TileSet
from models.renderer.arrange import PlacedTile
from models.renderer.camera import Camera
from models.renderer.clutter import Hand, draw_hand, random_hand
from models.renderer.grounds import random_ground
from models.renderer.lookalikes import Lookalike
from models.renderer.looks import Color, TileLook
from models.renderer.scene import Rendered, Table, TileTruth, render, solid_of
from models.renderer.sensor import Sensor, expose
from models.renderer.solids import Solid
from models.validation.layouts import lay_out
from models.validation.sets import Kind

Bytes = NDArray[np.uint8]

FIRST_SEED = 950_000_000
"""Far from the seeds of training, evaluation and calibration."""
SIZE, LARGE_SIZE = (1280, 960), (2560, 1920)
LARGE_SIDE = 80.0
"""From halves with a longer side on the picture is larger, so that it still shows whole tiles."""
LAYOUTS = ("covered", "cross", "line", "hands", "block")
"""Those of `models.validation.layouts` in which all tiles lie open; "covered" is a line and loose tiles."""
_CANDIDATES = 60
_COARSER = 4
_BRIGHT = (
    (0.75, 0.25, 0.1),
    (0.15, 0.45, 0.1),
    (0.15, 0.1, 0.8),
    (0.6, 0.15, 0.5),
    (0.1, 0.45, 0.85),
    (0.55, 0.5, 0.1),
)


@dataclass(frozen=True)
class Conditions:
    """How a table is photographed; as it stands, these are the good conditions.

    Attributes:
        rotation: of the picture in degrees.
        tilt: of the view from the table's normal, in degrees.
        side: of half a tile in pixels, in the middle of the picture.
        covered: share of the tiles' area on which hands and things lie, in per cent.
        defocus: spread (sigma) of the blur in per cent of half a tile's side.
        motion: length of the smear in per cent of half a tile's side.
        exposure: stops; each doubles the values of all pixels, so a camera's tone curve is milder.
        cast: stops by which red gains on blue.
        noise: spread of the grain in grey levels of 255.
        jpeg: quality of the file.
    """

    rotation: float = 0.0
    tilt: float = 0.0
    side: float = 40.0
    covered: float = 0.0
    defocus: float = 1.0
    motion: float = 0.0
    exposure: float = 0.0
    cast: float = 0.0
    noise: float = 2.5
    jpeg: float = 90.0

    @property
    def scenery(self) -> tuple[float, ...]:
        """What the table must be drawn anew for."""
        return astuple(self)[:4]


@dataclass(frozen=True)
class StressTable:
    """A table before it is photographed; the same number gives the same table.

    Attributes:
        azimuth: from where a tilted camera looks; the direction of a smear, too.
        covers: what is laid on it, one after the other, until enough is covered.
    """

    seed: int
    tile_set: TileSet
    look: TileLook
    tiles: tuple[PlacedTile, ...]
    azimuth: float
    covers: tuple[Hand | Lookalike, ...]


def _one_color(face: Color, pip: Color, **others: object) -> TileLook:
    return replace(TileLook(face=face, side=face, back=face, pip_colors=(pip,) * 13, bar_color=pip), **others)  # type: ignore[arg-type]


_WHITE, _INK, _IVORY = (0.95, 0.96, 0.96), (0.08, 0.08, 0.08), (0.8, 0.92, 0.95)
LOOKS: tuple[tuple[TileLook, int], ...] = (
    (_one_color(_IVORY, _INK, pin_radius=0.07), 6),
    (_one_color((0.06, 0.06, 0.06), _WHITE, pip_style="flat", width=0.97), 6),
    (_one_color((0.42, 0.62, 0.8), _INK, grain=0.1, bar="groove"), 6),
    (_one_color((0.1, 0.12, 0.55), _WHITE, gloss=0.4), 6),
    (_one_color(_IVORY, _INK, pip_style="dimple", bar="groove", thickness=0.45), 6),
    (_one_color((0.09, 0.09, 0.09), _WHITE, empty_dimples=0.5, bar="groove"), 6),
    (replace(_one_color(_WHITE, _INK), pip_colors=(_INK, *_BRIGHT, *_BRIGHT)), 6),
    (replace(_one_color(_WHITE, _INK), pip_colors=(_INK, *_BRIGHT, *_BRIGHT), pip_radius=0.085), 12),
)
"""Ivory with a pin, black, wooden, red, dimpled, moulded, coloured by number, double-twelve; with highest number."""


def stress_table(number: int) -> StressTable:
    """The table of this number; looks and layouts take turns."""
    seed = FIRST_SEED + number
    rng = np.random.default_rng(seed)
    look, max_pips = LOOKS[number % len(LOOKS)]
    kind = Kind("plain", length=2.0, width=look.width)
    pieces = lay_out(LAYOUTS[number % len(LAYOUTS)], kind, max_pips, rng)
    tiles = tuple(
        PlacedTile(
            piece.pips,
            (float(piece.pose[0, 3]), float(piece.pose[1, 3])),
            math.atan2(float(piece.pose[1, 0]), float(piece.pose[0, 0])),
        )
        for piece in pieces
    )
    covers = tuple(_cover(rng, look, tiles) for _ in range(_CANDIDATES))
    return StressTable(seed, TileSet(max_pips), look, tiles, float(rng.uniform(-math.pi, math.pi)), covers)


def _cover(rng: np.random.Generator, look: TileLook, tiles: tuple[PlacedTile, ...]) -> Hand | Lookalike:
    """A hand now and then; else a card, a box or a sheet of one colour on some tile."""
    if rng.random() < 0.2:
        return random_hand(rng, SIZE, Conditions.side)
    tile = tiles[int(rng.integers(len(tiles)))]
    center = (tile.center[0] + float(rng.normal(0, 0.7)), tile.center[1] + float(rng.normal(0, 0.7)))
    half_size = (float(rng.uniform(0.6, 1.8)), float(rng.uniform(0.4, 1.2)))
    color = tuple(float(value) for value in rng.uniform(0.05, 0.95, 3))
    texture = np.ones((8, 8, 4), np.float32)
    texture[..., :3] = color
    solid = Solid(
        center, float(rng.uniform(-math.pi, math.pi)), half_size, look.thickness, float(rng.uniform(0.01, 0.3))
    )
    return Lookalike(solid, texture, (color[0], color[1], color[2]))


def photographed(table: StressTable, conditions: Iterable[Conditions]) -> Iterator[tuple[Bytes, tuple[TileTruth, ...]]]:
    """The picture (height, width, 3) uint8 BGR of the table under each of the conditions, and where its tiles are."""
    drawn, scenery = None, None
    for how in conditions:
        if drawn is None or how.scenery != scenery:
            drawn, scenery = _drawn(table, how), how.scenery
        yield _exposed(table, drawn.picture, how), drawn.tiles


def _drawn(table: StressTable, how: Conditions) -> Rendered:
    """What a camera without faults would see."""
    camera = camera_for(table, how)
    covers = covers_for(table, camera, how.covered / 100)
    return render(
        Table(
            camera=camera,
            look=table.look,
            ground=random_ground(np.random.default_rng(table.seed), camera.size, how.side),
            tiles=table.tiles,
            sensor=Sensor(blur=0.0, noise=0.0, jpeg=0),
            hands=tuple(cover for cover in covers if isinstance(cover, Hand)),
            above=tuple(cover for cover in covers if isinstance(cover, Lookalike)),
            seed=table.seed,
        )
    )


def camera_for(table: StressTable, how: Conditions) -> Camera:
    """A camera that has the tile nearest to the table's middle in the middle of its picture."""
    return Camera(
        size=LARGE_SIZE if how.side > LARGE_SIDE else SIZE,
        scale=how.side,
        tilt=math.radians(how.tilt),
        azimuth=table.azimuth,
        roll=math.radians(how.rotation),
        target=min((tile.center for tile in table.tiles), key=lambda center: math.hypot(*center)),
    )


def _exposed(table: StressTable, clean: Bytes, how: Conditions) -> Bytes:
    tint = 2.0 ** (how.cast / 2)
    sensor = Sensor(
        exposure=2.0**how.exposure,
        balance=(1 / tint, 1.0, tint),
        vignette=0.0,
        blur=how.defocus / 100 * how.side,
        motion=how.motion / 100 * how.side,
        motion_azimuth=math.degrees(table.azimuth),
        noise=how.noise / 255,
        jpeg=round(how.jpeg),
    )
    return expose(clean.astype(np.float32) / np.float32(255), sensor, np.random.default_rng(table.seed))


def covers_for(table: StressTable, camera: Camera, share: float) -> tuple[Hand | Lookalike, ...]:
    """As many of the table's covers, from the first on, as hide this share of its tiles' area."""
    if share <= 0:
        return ()
    coarse = replace(
        camera, size=(camera.size[0] // _COARSER, camera.size[1] // _COARSER), scale=camera.scale / _COARSER
    )
    left = np.zeros(coarse.size[::-1], np.uint8)
    _fill(left, [solid_of(table.look, tile) for tile in table.tiles], coarse, 1)
    area = np.count_nonzero(left)
    for count, cover in enumerate(table.covers, 1):
        if isinstance(cover, Hand):
            left[draw_hand(np.zeros((*left.shape, 3), np.float32), _smaller(cover))] = 0
        else:
            _fill(left, [cover.solid], coarse, 0)
        if np.count_nonzero(left) <= (1 - share) * area:
            return table.covers[:count]
    return table.covers


def _fill(mask: Bytes, solids: Iterable[Solid], camera: Camera, value: int) -> None:
    for solid in solids:
        cv2.fillConvexPoly(mask, np.round(camera.project(solid.faces()[0])).astype(np.int32), value)


def _smaller(hand: Hand) -> Hand:
    """The hand in coarse pixels."""
    tip, out = ((x / _COARSER, y / _COARSER) for x, y in (hand.tip, hand.wrist_from))
    return replace(hand, tip=tip, wrist_from=out, width=hand.width / _COARSER)
