"""How tiles lie: lines that turn, crosses, hands in rows, tiles on edge, face down, covered, side by side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from models.validation.poses import Floats, Piece, pose
from models.validation.sets import Kind

Pips = tuple[int, int]
LAYOUTS = ("line", "cross", "heap", "hands", "empty", "standing", "facedown", "covered", "block", "empty")
"""The picture numbered n shows the layout n modulo ten, so that a fifth of all pictures has no tile."""
GAP = 0.03


@dataclass
class Boneyard:
    """The tiles of a set that are not on the table yet, in chance order."""

    left: list[Pips]

    @classmethod
    def shuffled(cls, rng: np.random.Generator, max_pips: int) -> Boneyard:
        """A whole set, each tile turned one way or the other."""
        tiles = [(high, low) for high in range(max_pips + 1) for low in range(high + 1)]
        order = rng.permutation(len(tiles))
        return cls([tiles[row][:: 1 if rng.random() < 0.5 else -1] for row in order])

    def draw(self) -> Pips:
        """Any tile."""
        return self.left.pop()

    def match(self, pips: int) -> Pips | None:
        """A tile with this number, turned so that the number comes first; None when there is none left."""
        for row, tile in enumerate(self.left):
            if pips in tile:
                del self.left[row]
                return tile if tile[0] == pips else (tile[1], tile[0])
        return None


@dataclass
class Table:
    """What lies flat so far: `outlines` are (4, 2) rectangles; new ones must not overlap them."""

    kind: Kind
    pieces: list[Piece] = field(default_factory=list)
    outlines: list[Floats] = field(default_factory=list)

    def fits(self, outline: Floats, reach: Floats) -> bool:
        """Whether a tile may lie there: on the seen table, over no other."""
        return bool((abs(outline) < reach).all()) and not any(overlap(outline, other) for other in self.outlines)

    def lay(self, pips: Pips, middle: Floats, yaw: float, roll: float = 0.0, z: float = 0.0) -> None:
        """Adds a tile that lies flat, or, with a quarter of a turn of `roll`, stands on its edge."""
        up = (self.kind.width if abs(math.sin(roll)) > 0.7 else self.kind.thickness) / 2
        self.pieces.append(Piece(pips, pose(middle[0], middle[1], z + up, yaw, roll)))
        deep = self.kind.thickness if abs(math.sin(roll)) > 0.7 else self.kind.width
        self.outlines.append(rectangle(middle, yaw, self.kind.length, deep))


def rectangle(middle: Floats, yaw: float, length: float, width: float) -> Floats:
    """(4, 2) corners."""
    along = np.array([math.cos(yaw), math.sin(yaw)]) * length / 2
    aside = np.array([-math.sin(yaw), math.cos(yaw)]) * width / 2
    return np.array([middle - along - aside, middle + along - aside, middle + along + aside, middle - along + aside])


def overlap(one: Floats, other: Floats, slack: float = 0.02) -> bool:
    """Whether two rectangles share more than a rim of `slack`: no edge of either parts them."""
    for shape in (one, other):
        for edge in (shape[1] - shape[0], shape[2] - shape[1]):
            axis = edge / np.linalg.norm(edge)
            first, second = one @ axis, other @ axis
            if first.max() < second.min() + slack or second.max() < first.min() + slack:
                return False
    return True


def lay_out(layout: str, kind: Kind, max_pips: int, rng: np.random.Generator) -> list[Piece]:
    """The tiles of one picture; of a heap, where they are dropped from."""
    table, boneyard = Table(kind), Boneyard.shuffled(rng, max_pips)
    makers = {
        "line": _line,
        "cross": _cross,
        "heap": _heap,
        "hands": _hands,
        "standing": _standing,
        "facedown": _facedown,
        "covered": _covered,
        "block": _block,
    }
    if layout in makers:
        makers[layout](table, boneyard, rng)
    return table.pieces


def _line(table: Table, boneyard: Boneyard, rng: np.random.Generator) -> None:
    start = np.array(rng.uniform(-3, 3, 2))
    yaw = float(rng.choice([0, 0.5, 1, 1.5])) * math.pi + float(rng.normal(0, 0.05))
    first = boneyard.draw()
    reach = np.array([1.0, 0.75]) * _reach(table.kind, rng)
    table.lay(first, start, yaw)
    step = np.array([math.cos(yaw), math.sin(yaw)]) * table.kind.length / 2
    count = int(rng.integers(4, 26))
    for number, way in ((first[1], 1), (first[0], -1)):
        _walk(table, boneyard, rng, start + way * step, yaw + (0 if way > 0 else math.pi), number, count // 2, reach)
    if rng.random() < 0.4:
        _scatter(table, boneyard, rng, int(rng.integers(1, 8)), reach * 1.25)


def _walk(
    table: Table,
    boneyard: Boneyard,
    rng: np.random.Generator,
    end: Floats,
    yaw: float,
    number: int,
    count: int,
    reach: Floats,
) -> None:
    """Lays matching tiles on from `end`; turns a corner where there is no more room, and sometimes just so."""
    kind, across, last = table.kind, bool(rng.random() < 0.8), table.kind.width / 2
    for _ in range(count):
        tile = boneyard.match(number)
        if tile is None:
            return
        crosswise = tile[0] == tile[1] and across
        deep = kind.width if crosswise else kind.length
        turns = [0.0, *(rng.permutation([1, -1]) * math.pi / 2)]
        if rng.random() < 0.08:
            turns = turns[1:] + turns[:1]
        for turn in turns:
            way = yaw + turn
            ahead = np.array([math.cos(way), math.sin(way)])
            origin = end if turn == 0 else end - _ahead(yaw) * kind.width / 2 + ahead * last
            middle = origin + ahead * (deep / 2 + GAP + float(abs(rng.normal(0, 0.03))))
            lies = way + (math.pi / 2 if crosswise else 0) + float(rng.normal(0, 0.012))
            if table.fits(rectangle(middle, lies, kind.length, kind.width), reach):
                table.lay(tile, middle, lies)
                end, yaw, number = middle + ahead * deep / 2, way, tile[1]
                last = kind.length / 2 if crosswise else kind.width / 2
                break
        else:
            return


def _ahead(yaw: float) -> Floats:
    return np.array([math.cos(yaw), math.sin(yaw)])


def _reach(kind: Kind, rng: np.random.Generator) -> float:
    """How far from the middle tiles are laid, in centimetres."""
    return kind.length * float(rng.uniform(2.6, 4.6))


def _cross(table: Table, boneyard: Boneyard, rng: np.random.Generator) -> None:
    doubles = [tile for tile in boneyard.left if tile[0] == tile[1]]
    double = doubles[int(rng.integers(len(doubles)))]
    boneyard.left.remove(double)
    yaw = float(rng.uniform(-math.pi, math.pi)) if rng.random() < 0.3 else float(rng.normal(0, 0.05))
    middle = np.array(rng.uniform(-1.5, 1.5, 2))
    table.lay(double, middle, yaw)
    kind = table.kind
    reach = np.array([1.0, 0.8]) * _reach(kind, rng)
    for arm in range(int(rng.integers(2, 5))):
        way = yaw + math.pi / 2 * (1, 3, 0, 2)[arm]
        far = kind.width / 2 if arm < 2 else kind.length / 2
        _walk(table, boneyard, rng, middle + _ahead(way) * far, way, double[0], int(rng.integers(1, 6)), reach)


def _heap(table: Table, boneyard: Boneyard, rng: np.random.Generator) -> None:
    """Where tiles are before they drop; they come to rest in `physics`."""
    spread = table.kind.length * float(rng.uniform(0.5, 1.2))
    for row in range(int(rng.integers(5, 22))):
        x, y = rng.normal(0, spread / 1.6, 2)
        up = 1.0 + row * table.kind.thickness * 1.2
        face = 0.0 if rng.random() < 0.85 else math.pi
        tilt = rng.normal(0, 0.15, 2)
        yaw = float(rng.uniform(-math.pi, math.pi))
        table.pieces.append(Piece(boneyard.draw(), pose(x, y, up, yaw, face + float(tilt[0]), float(tilt[1]))))


def _hands(table: Table, boneyard: Boneyard, rng: np.random.Generator) -> None:
    """Up to four hands laid open in rows, and perhaps a short line in the middle."""
    kind = table.kind
    away = kind.length * float(rng.uniform(1.3, 2.6))
    for seat in range(int(rng.integers(1, 5))):
        facing = (0, 2, 1, 3)[seat] * math.pi / 2 + float(rng.normal(0, 0.06))
        rows = 2 if rng.random() < 0.25 else 1
        for row in range(rows):
            _row(table, boneyard, rng, facing, away + row * kind.length * 1.05, int(rng.integers(3, 8)))
    if away > kind.length * 1.9:
        number, reach = int(rng.integers(7)), np.array([away, away])
        _walk(table, boneyard, rng, np.array([-kind.length, 0.0]), 0.0, number, 3, reach)


def _row(table: Table, boneyard: Boneyard, rng: np.random.Generator, facing: float, away: float, count: int) -> None:
    kind, gap = table.kind, float(abs(rng.normal(0, 0.15)))
    ahead, aside = _ahead(facing - math.pi / 2), _ahead(facing)
    for place in range(count):
        offset = (place - (count - 1) / 2) * (kind.width + GAP + gap)
        middle = ahead * (away + float(rng.normal(0, 0.12))) + aside * offset
        yaw = facing + math.pi / 2 + float(rng.normal(0, 0.03))
        if table.fits(rectangle(middle, yaw, kind.length, kind.width), np.array([60.0, 60.0])) and boneyard.left:
            table.lay(boneyard.draw(), middle, yaw)


def _standing(table: Table, boneyard: Boneyard, rng: np.random.Generator) -> None:
    """Hands that stand on edge, their faces to their players, around a line that has begun."""
    kind = table.kind
    away = kind.length * float(rng.uniform(1.6, 2.6))
    for seat in range(int(rng.integers(1, 4))):
        facing = (0, 2, 1)[seat] * math.pi / 2 + float(rng.normal(0, 0.1))
        count = int(rng.integers(2, 5))
        for place in range(count):
            offset = (place - (count - 1) / 2) * (kind.length + 0.15)
            middle = _ahead(facing - math.pi / 2) * (away + float(rng.normal(0, 0.3))) + _ahead(facing) * offset
            yaw = facing + float(rng.normal(0, 0.12))
            if table.fits(rectangle(middle, yaw, kind.length, kind.thickness), np.array([60.0, 60.0])):
                table.lay(boneyard.draw(), middle, yaw, roll=math.pi / 2)
    first = boneyard.draw()
    table.lay(first, np.zeros(2), float(rng.normal(0, 0.1)))
    reach = np.array([away, away]) * 0.8
    for number, way in ((first[1], 0.0), (first[0], math.pi)):
        _walk(table, boneyard, rng, _ahead(way) * kind.length / 2, way, number, int(rng.integers(0, 4)), reach)


def _facedown(table: Table, boneyard: Boneyard, rng: np.random.Generator) -> None:
    """A boneyard: most tiles show their backs."""
    count = int(rng.integers(6, 26))
    reach = np.array([1.3, 1.0]) * _reach(table.kind, rng)
    _scatter(table, boneyard, rng, count, reach, float(rng.uniform(0.5, 1.0)))


def _covered(table: Table, boneyard: Boneyard, rng: np.random.Generator) -> None:
    """Lines and loose tiles on which other things will lie."""
    _line(table, boneyard, rng)
    _scatter(table, boneyard, rng, int(rng.integers(2, 8)), np.array([1.0, 0.8]) * _reach(table.kind, rng))


def _block(table: Table, boneyard: Boneyard, rng: np.random.Generator) -> None:
    """Tiles that touch on all sides, as in the box or when someone shows the whole set."""
    kind = table.kind
    across, down = int(rng.integers(2, 6)), int(rng.integers(2, 8))
    gap = GAP if rng.random() < 0.6 else float(rng.uniform(0.1, 0.6))
    yaw = float(rng.normal(0, 0.06)) + (math.pi / 2 if rng.random() < 0.3 else 0)
    for column, row in _cells(across, down):
        if not boneyard.left or rng.random() < 0.04:
            continue
        place = np.array([column - (across - 1) / 2, row - (down - 1) / 2]) * (
            np.array([kind.length, kind.width]) + gap
        )
        turned = place @ np.array([[math.cos(yaw), math.sin(yaw)], [-math.sin(yaw), math.cos(yaw)]])
        table.lay(boneyard.draw(), turned, yaw + float(rng.normal(0, 0.01)))


def _cells(across: int, down: int) -> Iterator[tuple[int, int]]:
    return ((column, row) for row in range(down) for column in range(across))


def _scatter(
    table: Table, boneyard: Boneyard, rng: np.random.Generator, count: int, reach: Floats, hidden: float = 0.0
) -> None:
    for _ in range(count):
        for _attempt in range(12):
            middle, yaw = rng.uniform(-1, 1, 2) * reach * 0.85, float(rng.uniform(-math.pi, math.pi))
            if boneyard.left and table.fits(rectangle(middle, yaw, table.kind.length, table.kind.width), reach):
                table.lay(boneyard.draw(), middle, yaw, math.pi if rng.random() < hidden else 0.0)
                break


def extent(pieces: Iterable[Piece]) -> float:
    """How far from the middle the tiles reach, in centimetres."""
    return max((float(np.hypot(*piece.pose[:2, 3])) for piece in pieces), default=12.0)
