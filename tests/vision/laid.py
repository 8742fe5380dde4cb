"""Tables laid at random as players lay them, with all that is joined known, and a camera that looks at them askew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.tiles import Tile, TileSet
from tests.vision.tables import Put, scene_of
from vision.scene import Scene

Vector = tuple[float, float]
RIGHT, LEFT, DOWN, UP = (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)
REACH = 8.0
"""How far from the middle a line is laid, in units of a half's side."""
EDGE = {"N": (0.0, -12.0), "S": (0.0, 12.0), "W": (-17.0, 0.0), "E": (17.0, 0.0)}
"""The middle of the hand at each edge of the table."""


@dataclass(frozen=True)
class End:
    """Where a tile may be joined: to tile number `tile`, beside `at`, leading in direction `way`.

    `straight` is for doubles that lie across: nothing turns right behind them.
    """

    tile: int
    pips: int
    at: Vector
    way: Vector
    straight: bool = False


@dataclass(frozen=True)
class Laid:
    """Tiles on a table, and which of them are joined, hands by the edge where they lie."""

    tiles: tuple[Put, ...]
    joined: frozenset[tuple[int, int]]
    hands: dict[str, frozenset[int]] = field(default_factory=dict)


class Table:
    """A table on which tiles are laid one by one.

    Args:
        gap: between joined tiles, in units of a half's side.
        clear: at least so far from each other lie tiles that are not joined.
    """

    def __init__(self, rng: np.random.Generator, gap: float, clear: float) -> None:
        self.rng, self.gap, self.clear = rng, gap, clear
        self.tiles: list[Put] = []
        self.joined: set[tuple[int, int]] = set()
        self.hands: dict[str, frozenset[int]] = {}
        self.box = list(TileSet(6))
        rng.shuffle(self.box)

    def laid(self) -> Laid:
        return Laid(tuple(self.tiles), frozenset(self.joined), self.hands)

    def line(self, count: int, at: Vector = (0.0, 0.0), turns: float = 0.3, branches: float = 0.0) -> None:
        """Lays a line of up to `count` tiles; `turns`, `branches`: how often it turns, and forks at a double."""
        first = self._take(None)
        if first is None:
            return
        double_across = first.is_double and self.rng.random() < 0.7
        put = _put(first, at, DOWN if double_across else RIGHT)
        if any(_apart(put, there) < self.clear for there in self.tiles):
            return
        self.tiles.append(put)
        ends = self._ends(len(self.tiles) - 1, first, at, RIGHT, double_across, True, branches)
        for _ in range(count * 8):
            if count <= 1 or not ends:
                return
            number = int(self.rng.integers(len(ends)))
            grown = self._grow(ends[number], turns, branches)
            if grown is not None:
                ends[number : number + 1] = grown
                count -= 1

    def row(self, at: Vector, along: Vector, count: int, face_up: bool = True, pitch: float = 1.05) -> frozenset[int]:
        """Lays tiles abreast, from `at` on in the direction `along`; the numbers of those that found room."""
        rows = []
        for place in range(count):
            tile = self._take(None)
            if tile is None:
                break
            x, y = at[0] + pitch * place * along[0], at[1] + pitch * place * along[1]
            put = replace(_put(tile, (x, y), (along[1], along[0])), face_up=face_up)
            self.tiles.append(put)
            rows.append(len(self.tiles) - 1)
        return frozenset(rows)

    def hand(self, edge: str, count: int, pitch: float = 1.05) -> None:
        """Lays a hand in a row along an edge of the table."""
        start = -pitch * (count - 1) / 2
        along = RIGHT if edge in "NS" else DOWN
        middle = EDGE[edge]
        at = (middle[0] + start * along[0], middle[1] + start * along[1])
        self.hands[edge] = self.row(at, along, count, pitch=pitch)

    def _take(self, pips: int | None) -> Tile | None:
        """The next tile of the box with this number."""
        for tile in self.box:
            if pips is None or tile.has(pips):
                self.box.remove(tile)
                return tile
        return None

    def _grow(self, end: End, turns: float, branches: float) -> list[End] | None:
        """Joins a tile to an end; the ends that it opens. None where nothing fits or no room is left."""
        tile = self._take(end.pips)
        if tile is None:
            return None
        step, (x, y), (dx, dy) = 1.0 + self.gap, end.at, end.way
        ahead = (x + step * dx, y + step * dy)
        other = tile.other(end.pips) if not tile.is_double else end.pips
        across = tile.is_double and not end.straight and self.rng.random() < 0.7
        if across:
            return self._lay(end, tile, other, ahead, (dy, dx), end.way, True, branches)
        if end.straight or self.rng.random() >= turns:
            return self._lay_from(end, tile, other, ahead, end.way, branches)
        side = (dy, dx) if self.rng.random() < 0.5 else (-dy, -dx)
        start = ahead if self.rng.random() < 0.5 else (x + step * side[0], y + step * side[1])
        return self._lay_from(end, tile, other, start, side, branches)

    def _lay_from(
        self, end: End, tile: Tile, other: int, start: Vector, along: Vector, branches: float
    ) -> list[End] | None:
        """Lays a tile whose first half lies at `start` and that leads in the direction `along`."""
        middle = (start[0] + along[0] / 2, start[1] + along[1] / 2)
        return self._lay(end, tile, other, middle, along, along, False, branches)

    def _lay(
        self,
        end: End,
        tile: Tile,
        other: int,
        middle: Vector,
        along: Vector,
        way: Vector,
        across: bool,
        branches: float,
    ) -> list[End] | None:
        put = replace(_put(tile, middle, along), one=end.pips, other=other)
        outside = max(abs(middle[0]), abs(middle[1])) > REACH
        if outside or any(
            _apart(put, there) < self.clear for number, there in enumerate(self.tiles) if number != end.tile
        ):
            self.box.append(tile)
            return None
        self.tiles.append(put)
        self.joined.add((end.tile, len(self.tiles) - 1))
        return self._ends(len(self.tiles) - 1, Tile(end.pips, other), middle, way, across, False, branches, other)

    def _ends(
        self,
        number: int,
        tile: Tile,
        middle: Vector,
        way: Vector,
        across: bool,
        first: bool,
        branches: float,
        other: int | None = None,
    ) -> list[End]:
        (x, y), (dx, dy) = middle, way
        put = self.tiles[number]
        if not across:
            ahead = End(number, put.other if other is None else other, (x + dx / 2, y + dy / 2), way)
            back = End(number, put.one, (x - dx / 2, y - dy / 2), (-dx, -dy))
            return [ahead, back] if first else [ahead]
        ends = [End(number, tile.high, middle, way, straight=True)]
        if first:
            ends.append(End(number, tile.high, middle, (-dx, -dy), straight=True))
        if self.rng.random() < branches:
            for side in ((dy, dx), (-dy, -dx)):
                at = (x + side[0] / 2, y + side[1] / 2)
                ends.append(End(number, tile.high, at, side, straight=True))
        return ends


def meet_by_chance(laid: Laid) -> bool:
    """Whether an end lies before a half with the same number without being joined: nobody could tell, only who saw it.

    The middle of the square before the end is compared with the middle of the half: an end at the middle of a double
    lies half a side from both.
    """
    for number, put in enumerate(laid.tiles):
        for pips, way in ((put.one, -1.0), (put.other, 1.0)):
            before = np.array([put.x, put.y]) + 1.5 * way * put.axis
            for other, there in enumerate(laid.tiles):
                middles = [(there.one, -0.5), (there.other, 0.5)]
                near = any(
                    pips == shown and np.abs(np.array([there.x, there.y]) + at * there.axis - before).max() < 0.8
                    for shown, at in middles
                )
                if near and other != number and (min(number, other), max(number, other)) not in laid.joined:
                    return True
    return False


def _put(tile: Tile, middle: Vector, along: Vector) -> Put:
    return Put(tile.high, tile.low, middle[0], middle[1], float(np.degrees(np.arctan2(along[1], along[0]))))


def _apart(one: Put, other: Put) -> float:
    """How far two tiles that lie straight are apart; negative where they overlap."""
    (wide, tall), (width, height) = _extent(one), _extent(other)
    return max(abs(one.x - other.x) - wide - width, abs(one.y - other.y) - tall - height)


def _extent(put: Put) -> Vector:
    return (1.0, 0.5) if abs(put.axis[0]) > 0.5 else (0.5, 1.0)


def jittered(tiles: Sequence[Put], rng: np.random.Generator, places: float = 0.03, angles: float = 3.0) -> list[Put]:
    """The tiles as hands lay them: each a little off its place, and askew."""
    return [
        replace(
            put,
            x=put.x + rng.uniform(-places, places),
            y=put.y + rng.uniform(-places, places),
            degrees=put.degrees + rng.uniform(-angles, angles),
        )
        for put in tiles
    ]


def seen_askew(tiles: Sequence[Put], tilt: float, turn: float, side: float = 36.0, far: float = 42.0) -> Scene:
    """The scene that a camera sees which looks at the middle of the table.

    Args:
        tilt: in degrees, between the camera's axis and straight down.
        turn: by which the table is turned under the camera, in degrees.
        side: a half's side in pixels in the middle of the picture.
        far: from the middle of the table to the camera, in units of a half's side.
    """
    flat = scene_of(tiles, side=1.0, origin=(0.0, 0.0), turn=turn)
    slope = np.deg2rad(tilt)

    def project(points: np.ndarray) -> np.ndarray:
        depth = far - points[..., 1] * np.sin(slope)
        seen = np.stack([points[..., 0], points[..., 1] * np.cos(slope)], axis=-1)
        return np.asarray(np.array([800.0, 600.0]) + side * far * seen / depth[..., None], np.float32)

    return replace(flat, corners=project(flat.corners), centers=project(flat.centers))
