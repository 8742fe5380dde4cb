"""The line of play: a tree of tiles, with the ends that a tile may be joined to (rules.md 1.1).

A chain has the arms L and R, which grow from the root tile: L from its larger half, R from its smaller one. Where a
house is played, the arms U and D grow from the house. In a free line (recordings of unknown games) a tile may join any
half that it touches; the end is then `T3`: joined to the third tile of the line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from typing import Literal

from engine.errors import IllegalPlayError
from engine.tiles import DOUBLE_SIX, Tile, TileSet

Reason = Literal[
    "mismatch", "duplicate", "not_in_set", "closed_end", "detached", "not_a_double",
    "not_closable", "wrong_lead", "out_of_turn", "round_over",
]  # fmt: skip

LineKind = Literal["chain", "house", "free"]

CHAIN_ARMS = ("L", "R")
CROSS_ARMS = ("U", "D")


@dataclass(frozen=True)
class LineShape:
    """How a line may grow.

    Args:
        kind: `chain`, `house` (a double with up to four arms) or `free` (any half that a tile touches).
        house_is: which double becomes the house (rules.md D-23).
        cross_opens: when the two cross sides of the house may be used (rules.md D-22).
        closes_doubles: whether a double may be laid face down, which closes its end (Osel).
    """

    kind: LineKind = "chain"
    house_is: Literal["first_placed", "first_covered"] = "first_placed"
    cross_opens: Literal["both_sides", "at_once"] = "both_sides"
    closes_doubles: bool = True


CHAIN = LineShape()


@dataclass(frozen=True)
class Placement:
    """A tile at an end; `end` is None for the first tile of the round. `closed`: a double laid face down (Osel)."""

    tile: Tile
    end: str | None = None
    closed: bool = False


@dataclass(frozen=True)
class Joint:
    """What the camera saw: the tile touches `tile` of the line, half `own` against that tile's half `pips`.

    `end` names the side of a double that has several alike, where that is known.
    """

    tile: Tile
    pips: int
    own: int
    end: str | None = None


@dataclass(frozen=True)
class Placed:
    """A tile in the line: node of the tree. `parent` counts from 0 in the order of play.

    `touch` is the tile's half at the junction and `at` the parent's; both None for the root and for a tile that joins
    nothing. `end` is None for the root and for what lies where no end is open.
    """

    tile: Tile
    end: str | None = None
    parent: int | None = None
    touch: int | None = None
    at: int | None = None
    closed: bool = False

    @property
    def outer(self) -> int:
        """The half that faces away from the parent (the smaller half where the junction is unknown)."""
        if self.touch is None or not self.tile.has(self.touch):
            return self.tile.low
        return self.tile.other(self.touch)


@dataclass(frozen=True)
class OpenEnd:
    """An end that a tile may be joined to: the arm, the number it shows, and the tile there (its place in the line)."""

    end: str
    pips: int
    index: int


class LineStatus(Flag):
    """Everything that is wrong with a line; `VALID` when nothing is."""

    VALID = 0
    MISMATCH = auto()
    DUPLICATE = auto()
    NOT_IN_SET = auto()
    CLOSED_END = auto()
    DETACHED = auto()
    NOT_A_DOUBLE = auto()
    NOT_CLOSABLE = auto()


class Line:
    """The tiles that are joined, in the order of play. It holds what was seen, legal or not; `status()` judges it."""

    def __init__(self, shape: LineShape = CHAIN, tile_set: TileSet = DOUBLE_SIX, copies: int = 1) -> None:
        self.shape = shape
        self.tile_set = tile_set
        self.copies = copies
        self._placed: list[Placed] = []
        self._ends: tuple[OpenEnd, ...] | None = (
            None  # of the line as it lies; asked for far more often than it changes
        )

    # -- what lies there ---------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._placed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        same_rules = (self.shape, self.tile_set, self.copies) == (other.shape, other.tile_set, other.copies)
        return same_rules and self._placed == other._placed

    __hash__ = None  # type: ignore[assignment]  # a line changes with every play

    @property
    def placed(self) -> tuple[Placed, ...]:
        """The nodes of the tree in the order of play."""
        return tuple(self._placed)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles in the order of play."""
        return tuple(node.tile for node in self._placed)

    @property
    def pips(self) -> int:
        """The sum of all halves on the table."""
        return sum(node.tile.pips for node in self._placed)

    @property
    def house(self) -> int | None:
        """The place in the line of the house, once there is one."""
        if self.shape.kind != "house":
            return None
        doubles = [
            index
            for index, node in enumerate(self._placed)
            if node.tile.is_double and not node.closed and (index == 0 or node.end in CHAIN_ARMS)
        ]
        if self.shape.house_is == "first_placed":
            return doubles[0] if doubles else None
        covered = [(self._chain_neighbours(index)[1], index) for index in doubles if self._is_covered(index)]
        return min(covered)[1] if covered else None

    def _chain_neighbours(self, index: int) -> list[int]:
        """Both neighbours along L and R, earliest first; the root's are its first tile on either arm."""
        node = self._placed[index]
        before = [] if node.parent is None else [node.parent]
        after = [i for i, other in enumerate(self._placed) if other.parent == index and other.end in CHAIN_ARMS]
        return before + after

    def _is_covered(self, index: int) -> bool:
        return len(self._chain_neighbours(index)) >= 2

    def _tip(self, arm: str, base: int) -> int:
        """The last tile on an arm that grows from tile `base`."""
        grown = [index for index, node in enumerate(self._placed) if node.end == arm]
        return grown[-1] if grown else base

    def _end_of(self, arm: str, base: int) -> OpenEnd:
        tip = self._tip(arm, base)
        node = self._placed[tip]
        if tip == 0:
            return OpenEnd(arm, node.tile.low if arm == "R" else node.tile.high, tip)
        return OpenEnd(arm, node.outer, tip)

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """All ends that a tile may be joined to, in the order L, R, U, D (free: every half that joins nothing yet)."""
        if self._ends is None:
            self._ends = self._find_open_ends()
        return self._ends

    def _find_open_ends(self) -> tuple[OpenEnd, ...]:
        if not self._placed:
            return ()
        if self.shape.kind == "free":
            return tuple(self._free_ends())
        ends = [self._end_of(arm, 0) for arm in CHAIN_ARMS]
        house = self.house
        if house is not None and (self.shape.cross_opens == "at_once" or self._is_covered(house)):
            ends += [self._end_of(arm, house) for arm in CROSS_ARMS]
        return tuple(end for end in ends if not self._placed[end.index].closed)

    def _free_ends(self) -> Iterator[OpenEnd]:
        joined: dict[int | None, list[int]] = {}
        for node in self._placed:
            if node.at is not None:
                joined.setdefault(node.parent, []).append(node.at)
        for index, node in enumerate(self._placed):
            halves = Counter(node.tile.halves)
            halves.subtract([node.touch] if node.touch is not None else [])
            halves.subtract(joined.get(index, []))
            for pips in node.tile.halves:
                if halves[pips] > 0:
                    halves[pips] -= 1
                    yield OpenEnd(f"T{index + 1}", pips, index)

    @property
    def end_sum(self) -> int:
        """The counted sum of all ends: a double at an end counts both halves, a covered house nothing (D-20, D-21)."""
        if not self._placed or self.shape.kind == "free":
            return 0
        open_ends = {end.end: end for end in self.open_ends}
        if len(self._placed) == 1:
            return self._placed[0].tile.pips if open_ends else 0
        house = self.house
        counted = [end for arm, end in open_ends.items() if arm in CHAIN_ARMS or end.index != house]
        return sum(end.pips * (2 if self._placed[end.index].tile.is_double else 1) for end in counted)

    # -- legal play --------------------------------------------------------------------------------------------------

    def fits(self, tile: Tile) -> Iterator[Placement]:
        """Where `tile` may legally be laid. Sides of one double that cannot be told apart are offered once."""
        if tile not in self.tile_set or self.tiles.count(tile) >= self.copies:
            return
        if not self._placed:
            yield Placement(tile)
            return
        if self.shape.kind == "free":
            for index, node in enumerate(self._placed):
                if node.tile.has(tile.high) or node.tile.has(tile.low):
                    yield Placement(tile, f"T{index + 1}")
            return
        seen: set[tuple[int, bool]] = set()
        for end in self.open_ends:
            on_double = self._placed[end.index].tile.is_double
            if tile.has(end.pips) and (end.index, on_double) not in seen:
                yield Placement(tile, end.end)
            if on_double:
                seen.add((end.index, True))

    def node(self, placement: Placement) -> Placed:
        """The tree node that a legal placement makes.

        Raises:
            IllegalPlayError: the tile is not in the set, lies already, does not fit, or that end is not open.
        """
        tile = placement.tile
        if tile not in self.tile_set:
            raise IllegalPlayError("not_in_set", f"{tile} is not in a {self.tile_set} set")
        if self.tiles.count(tile) >= self.copies:
            raise IllegalPlayError("duplicate", f"{tile} lies on the table already")
        if placement.closed and not self.shape.closes_doubles:
            raise IllegalPlayError("not_closable", "no tile may be laid face down")
        if placement.closed and not tile.is_double:
            raise IllegalPlayError("not_a_double", f"only a double may be closed, and {tile} is none")
        if not self._placed:
            return Placed(tile, closed=placement.closed)
        if self.shape.kind == "free":
            return self._free_node(placement)
        for end in self.open_ends:
            if end.end == placement.end:
                if not tile.has(end.pips):
                    raise IllegalPlayError("mismatch", f"{tile} does not fit the end {end.end}, which shows {end.pips}")
                return Placed(tile, end.end, end.index, end.pips, end.pips, placement.closed)
        raise IllegalPlayError("closed_end", f"no end {placement.end} is open")

    def _free_node(self, placement: Placement) -> Placed:
        number = (placement.end or "").removeprefix("T")
        index = int(number) - 1 if number.isdigit() else -1
        if not 0 <= index < len(self._placed):
            raise IllegalPlayError("closed_end", f"there is no tile {placement.end}")
        free = {end.pips for end in self.open_ends if end.index == index}
        common = [pips for pips in placement.tile.halves if self._placed[index].tile.has(pips)]
        if not common:
            raise IllegalPlayError(
                "mismatch", f"{placement.tile} has no half equal to one of {self._placed[index].tile}"
            )
        pips = next((pips for pips in common if pips in free), common[0])
        return Placed(placement.tile, placement.end, index, pips, pips, placement.closed)

    def push(self, placement: Placement) -> Placed:
        """Lays a tile.

        Raises:
            IllegalPlayError: see `node`; the line stays as it was.
        """
        node = self.node(placement)
        self._append(node)
        return node

    def _append(self, node: Placed) -> None:
        self._placed.append(node)
        self._ends = None

    def pop(self) -> Placed:
        """Takes the last tile back; the line is then exactly what it was before.

        Raises:
            IndexError: nothing lies there.
        """
        self._ends = None
        return self._placed.pop()

    # -- what was seen -----------------------------------------------------------------------------------------------

    def locate(self, tile: Tile, joints: Sequence[Joint] = (), closed: bool = False) -> Placed:
        """The node that an observed tile makes, legal or not; the line is left alone.

        Args:
            joints: what it touches. The open end that fits wins over one that does not, and that over a place where
                no end is open. Empty: the first end that fits.
        """
        if not self._placed:
            return Placed(tile, closed=closed)
        if not joints:
            fit = next(self.fits(tile), None)
            return self.node(fit) if fit else Placed(tile, closed=closed)
        candidates = [node for joint in joints for node in self._nodes_at(tile, joint, closed)]
        return max(candidates, key=self._rank, default=Placed(tile, closed=closed))

    def _rank(self, node: Placed) -> tuple[bool, bool]:
        return (node.end is not None and node.touch == node.at, node.end is not None)

    def _nodes_at(self, tile: Tile, joint: Joint, closed: bool) -> Iterator[Placed]:
        places = [index for index, node in enumerate(self._placed) if node.tile == joint.tile]
        for index in reversed(places):
            if self.shape.kind == "free":
                yield Placed(tile, f"T{index + 1}", index, joint.own, joint.pips, closed)
                continue
            for end in self.open_ends:
                if end.index == index and end.pips == joint.pips and joint.end in (None, end.end):
                    yield Placed(tile, end.end, index, joint.own, joint.pips, closed)
            yield Placed(tile, None, index, joint.own, joint.pips, closed)

    def problem(self, node: Placed) -> Reason | None:
        """What is wrong with laying `node` now, or None."""
        if node.closed and not self.shape.closes_doubles:
            return "not_closable"  # first, for which tile it is can only be guessed
        if node.tile not in self.tile_set:
            return "not_in_set"
        if self.tiles.count(node.tile) >= self.copies:
            return "duplicate"
        if node.closed and not node.tile.is_double:
            return "not_a_double"
        if not self._placed:
            return None
        if node.parent is None:
            return "detached" if self.shape.kind == "free" else "mismatch"
        if node.touch != node.at:
            return "mismatch"
        return None if node.end is not None else "closed_end"

    def push_observed(self, node: Placed) -> Reason | None:
        """Holds what was seen, legal or not; returns what is wrong with it."""
        problem = self.problem(node)
        self._append(node)
        return problem

    def status(self) -> LineStatus:
        """Everything that is wrong with the line as it lies."""
        status = LineStatus.VALID
        so_far = Line(self.shape, self.tile_set, self.copies)
        for node in self._placed:
            problem = so_far.push_observed(node)
            if problem is not None:
                status |= LineStatus[problem.upper()]
        return status

    def parity_holds(self) -> bool:
        """The parity checksum of rules.md 1.1: in a chain the numbers that occur an odd number of times are its ends;
        with a house, its own number is weighed by the arms joined to it."""
        if not self._placed or self.shape.kind == "free":
            return True
        house = self.house
        odd = Counter(pips for i, node in enumerate(self._placed) if i != house for pips in node.tile.halves)
        tips = [self._end_of(arm, 0) for arm in CHAIN_ARMS]
        if house is not None:
            odd[self._placed[house].tile.high] += len([node for node in self._placed if node.parent == house])
            odd[self._placed[house].tile.high] += self._placed[house].parent is not None
            tips += [self._end_of(arm, house) for arm in CROSS_ARMS]
        odd.update(end.pips for end in tips if end.index != house)
        return all(count % 2 == 0 for count in odd.values())
