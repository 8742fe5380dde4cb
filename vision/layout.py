"""The layout: what a scene shows, which tiles are joined, where the lines are open."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.tiles import Tile, TileSet
from vision.contact import END_SIDES, Contact, find_contacts
from vision.decode import Decoded, decode
from vision.junctions import Junction, find_junctions
from vision.pieces import Pieces
from vision.scene import Scene

UNSURE_BELOW = 0.6


@dataclass(frozen=True)
class OpenEnd:
    """A half that a tile may be joined to.

    Attributes:
        tile: its row.
        half: 0 or 1; both are meant where it is a long side of a double.
        pips: the number there.
        long_side: 0 (from corner 0 to 1) or 1 where a double is open at this long side, None: at the half's end.
    """

    tile: int
    half: int
    pips: int
    long_side: int | None = None


@dataclass(frozen=True)
class Line:
    """Tiles that are legally joined.

    Attributes:
        tiles: rows; from one end to the other in a chain, outward from the house in a cross.
        house: the row of the double that has three or four arms.
        open_ends: where a tile may be joined.
        pips: the sum of all halves.
    """

    tiles: tuple[int, ...]
    house: int | None
    open_ends: tuple[OpenEnd, ...]
    pips: int


@dataclass(frozen=True)
class Fault:
    """Something that is wrong or doubtful.

    Attributes:
        kind: "duplicate" (more tiles of this value than the sets have), "unequal" (a touch of unequal numbers),
            "unsure" (hard to read).
        tiles: the rows it is about.
        values: the tiles as they were read.
    """

    kind: str
    tiles: tuple[int, ...]
    values: tuple[Tile, ...]
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        rows = ", ".join(str(tile) for tile in self.tiles)
        if self.kind == "duplicate":
            return f"duplicate {self.values[0]}: tiles {rows}"
        if self.kind == "unequal":
            one, other = self.values
            return f"{one} touches {other} with unequal numbers {self.numbers[0]} and {self.numbers[1]}: tiles {rows}"
        return f"hard to read, perhaps {self.values[0]}: tile {rows}"


@dataclass(frozen=True, eq=False)
class Layout:
    """Scene, numbers, junctions and lines.

    Attributes:
        scene: the sightings; all rows below are rows of it.
        pips: (n, 2) the most probable numbers of the whole table, -1 for a tile that lies face down.
        confidence: (n, 2) float32, the probability of each number, given the table; 0 for face down.
        contacts: all touches, also those that join nothing.
        junctions: the touches that join tiles.
        lines: the pieces that are legally joined, the largest first.
        loose: rows of the tiles in no line.
        faults: what is wrong or doubtful.
        blocked: of the largest line: True when no tile of the set that is not in it fits an open end, None when
            that cannot be known (no line, an illegal junction, a hidden tile, several sets).
        tile_set: the set the numbers were chosen from.
        margin: natural logarithm of how many times more probable these numbers are than the next best ones; infinite
            where no tile lies face up.
    """

    scene: Scene
    pips: NDArray[np.intp]
    confidence: NDArray[np.float32]
    contacts: tuple[Contact, ...] = field(repr=False)
    junctions: tuple[Junction, ...]
    lines: tuple[Line, ...]
    loose: tuple[int, ...]
    faults: tuple[Fault, ...]
    blocked: bool | None
    tile_set: TileSet
    margin: float = math.inf

    def tile(self, row: int) -> Tile | None:
        """The tile in this row; None when it lies face down."""
        return _tile(self.pips, row)

    @property
    def problems(self) -> tuple[str, ...]:
        """The faults in plain words."""
        return tuple(str(fault) for fault in self.faults)

    @property
    def pips_sum(self) -> int:
        """The sum of all halves that are seen, joined or loose."""
        return int(self.pips[self.pips >= 0].sum())


def build_layout(scene: Scene, tile_set: TileSet | None = None, copies: int = 1) -> Layout:
    """Reads the whole table: the most probable numbers, the junctions and the lines.

    Args:
        scene: the sightings of one frame.
        tile_set: the set on the table; double-six when None.
        copies: how many of these sets are on the table.
    """
    tile_set = tile_set or TileSet(6)
    contacts = find_contacts(scene)
    decoded = decode(scene.probabilities, scene.face_up, contacts, tile_set, copies)
    return assemble(scene, decoded, contacts, tile_set, copies)


def assemble(
    scene: Scene,
    decoded: Decoded,
    contacts: tuple[Contact, ...],
    tile_set: TileSet,
    copies: int = 1,
    root: int | None = None,
) -> Layout:
    """Joins the tiles of a scene whose numbers are chosen.

    Args:
        root: a single tile that is known to be a line though nothing is joined to it yet.
    """
    pips = decoded.pips
    first = root if root is not None else _most_central(scene)
    junctions = find_junctions(contacts, pips, first)
    if root is None and len(scene) == 1:
        root = first
    lines = _lines(scene, pips, junctions, contacts, root)
    in_line = {row for line in lines for row in line.tiles}
    return Layout(
        scene=scene,
        pips=pips,
        confidence=decoded.confidence,
        contacts=contacts,
        junctions=junctions,
        lines=lines,
        loose=tuple(row for row in range(len(scene)) if row not in in_line),
        faults=_faults(pips, decoded.confidence, junctions, copies),
        blocked=_blocked(lines, pips, junctions, tile_set) if copies == 1 else None,
        tile_set=tile_set,
        margin=decoded.margin,
    )


def _tile(pips: NDArray[np.intp], row: int) -> Tile | None:
    one, other = int(pips[row, 0]), int(pips[row, 1])
    return Tile(one, other) if one >= 0 and other >= 0 else None


def _most_central(scene: Scene) -> int | None:
    """The face-up tile nearest to the middle of the picture."""
    if not scene.face_up.any():
        return None
    apart = np.linalg.norm(scene.centers.mean(axis=1) - np.array(scene.size) / 2.0, axis=1)
    return int(np.where(scene.face_up, apart, np.inf).argmin())


def _lines(
    scene: Scene,
    pips: NDArray[np.intp],
    junctions: Sequence[Junction],
    contacts: Sequence[Contact],
    root: int | None,
) -> tuple[Line, ...]:
    """The pieces that legal junctions hold together, the largest first."""
    joined = Pieces(len(scene), (junction.tiles for junction in junctions if junction.legal))
    taken = _taken_sides(contacts)
    lines = [_line(rows, pips, junctions, taken) for rows in joined.members() if len(rows) > 1 or rows == [root]]
    return tuple(sorted(lines, key=lambda line: (root not in line.tiles, -len(line.tiles), line.tiles)))


def _taken_sides(contacts: Sequence[Contact]) -> dict[int, set[int]]:
    """For each tile the outer sides at which something lies."""
    taken: dict[int, set[int]] = {}
    for contact in contacts:
        for tile, side in zip(contact.tiles, contact.sides, strict=True):
            taken.setdefault(tile, set()).add(side)
    return taken


def _line(
    rows: Sequence[int], pips: NDArray[np.intp], junctions: Sequence[Junction], taken: dict[int, set[int]]
) -> Line:
    touching = {row: [junction for junction in junctions if row in junction.tiles] for row in rows}
    at = {row: [junction for junction in touching[row] if junction.legal] for row in rows}
    arms = {row: len({_joined_side(junction, row) for junction in at[row]}) for row in rows if _is_double(pips, row)}
    house = max(arms, key=lambda row: (arms[row], -row), default=None)
    house = house if house is not None and arms[house] >= 3 else None
    ends = [end for row in rows for end in _open_ends(row, pips, touching[row], taken.get(row, set()))]
    total = int(np.maximum(pips[list(rows)], 0).sum())
    return Line(_walk(rows, at, house), house, tuple(ends), total)


def _is_double(pips: NDArray[np.intp], row: int) -> bool:
    return bool(pips[row, 0] == pips[row, 1] and pips[row, 0] >= 0)


def _joined_side(junction: Junction, row: int) -> int:
    """One of four: end 0, end 1, first or second long side (whole)."""
    side = junction.side_of(row)
    return side if side in END_SIDES else 2 + (side - 2) // 2


def _walk(rows: Sequence[int], at: dict[int, list[Junction]], house: int | None) -> tuple[int, ...]:
    """All rows of a line: from its first end on, or outward from the house; arms one after the other."""
    start = house if house is not None else min(rows, key=lambda row: (len(at[row]) > 1, row))
    order: list[int] = []
    waiting = deque([start])
    while waiting:
        row = waiting.pop()
        if row not in order:
            order.append(row)
            waiting.extend(sorted((j.other(row) for j in at[row]), reverse=True))
    return tuple(order)


def _open_ends(row: int, pips: NDArray[np.intp], joined: Sequence[Junction], taken: set[int]) -> list[OpenEnd]:
    """Where a tile may be joined to this one; a tile laid across, as Kolbasa cuts a line, is open nowhere."""
    if pips[row, 0] < 0:
        return []
    if _is_double(pips, row):
        return _open_ends_of_double(row, int(pips[row, 0]), joined)
    if any(junction.contact.crosswise and junction.side_of(row) not in END_SIDES for junction in joined):
        return []
    used = {junction.half_of(row) for junction in joined}
    outer = {0: {0, 2, 5}, 1: {1, 3, 4}}
    free = [half for half in (0, 1) if half not in used and not outer[half] <= taken]
    return [OpenEnd(row, half, int(pips[row, half])) for half in free]


def _open_ends_of_double(row: int, number: int, joined: Sequence[Junction]) -> list[OpenEnd]:
    """A lone double is open at both long sides, one with a single neighbour opposite it, one with three at the fourth.

    A double with two neighbours is not open: whether it may have more arms is for the rules to say.
    """
    if not joined:
        return [_open_side(row, number, side) for side in (2, 3)]
    sides = {_joined_side(junction, row) for junction in joined}
    if len(sides) == 1 and len(joined) == 1:
        return [_open_side(row, number, sides.pop() ^ 1)]
    return [_open_side(row, number, ({0, 1, 2, 3} - sides).pop())] if len(sides) == 3 else []


def _open_side(row: int, number: int, side: int) -> OpenEnd:
    """The open end at one of the four sides of a double (see `_joined_side`)."""
    return OpenEnd(row, side, number) if side in END_SIDES else OpenEnd(row, side - 2, number, side - 2)


def _faults(
    pips: NDArray[np.intp], confidence: NDArray[np.float32], junctions: Sequence[Junction], copies: int
) -> tuple[Fault, ...]:
    rows: dict[Tile, list[int]] = {}
    faults: list[Fault] = []
    least: list[float] = confidence.min(axis=1).tolist()
    for row in range(len(pips)):
        tile = _tile(pips, row)
        if tile is not None:
            rows.setdefault(tile, []).append(row)
            if least[row] < UNSURE_BELOW:
                faults.append(Fault("unsure", (row,), (tile,)))
    duplicates = [Fault("duplicate", tuple(group), (tile,)) for tile, group in rows.items() if len(group) > copies]
    unequal = [
        Fault("unequal", j.tiles, tuple(Tile(*pips[row].tolist()) for row in j.tiles), j.pips)
        for j in junctions
        if not j.legal
    ]
    return tuple(duplicates + unequal + faults)


def _blocked(
    lines: Sequence[Line], pips: NDArray[np.intp], junctions: Sequence[Junction], tile_set: TileSet
) -> bool | None:
    """Whether all tiles that would fit the largest line lie in it already (rules.md 1.1)."""
    if not lines or len(lines[0].tiles) < 2:
        return None
    line = lines[0]
    tiles = [_tile(pips, row) for row in line.tiles]
    illegal = any(not j.legal and set(j.tiles) & set(line.tiles) for j in junctions)
    if illegal or None in tiles:
        return None
    counted = Counter(tiles)
    open_numbers = {end.pips for end in line.open_ends}
    return all(counted[tile] > 0 for tile in tile_set if any(tile.has(number) for number in open_numbers))
