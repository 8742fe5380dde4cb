"""The line of play: a tree of tiles, with the ends that a tile may be joined to (rules.md 1.1).

A chain has the arms L and R, which grow from the root tile: L from its larger half, R from its smaller one. Where a
house is played, the arms U and D grow from the house. A free line is described in `engine.free_line`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.bits import bits_of, set_bits
from engine.errors import IllegalPlayError
from engine.free_line import free_ends, free_node, free_places
from engine.placing import (
    CHAIN,
    CHAIN_ARMS,
    CROSS_ARMS,
    Joint,
    LineKind,
    LineShape,
    LineStatus,
    OpenEnd,
    Placed,
    Placement,
    Reason,
)
from engine.tiles import DOUBLE_SIX, Tile, TileSet

__all__ = [
    "CHAIN", "CHAIN_ARMS", "CROSS_ARMS", "Joint", "Line", "LineKind", "LineShape", "LineStatus", "OpenEnd", "Placed",
    "Placement", "Reason",
]  # fmt: skip


class Line:
    """The tiles that are joined, in the order of play. It holds what was seen, legal or not; `status()` judges it.

    Args:
        aside: tiles of the set that are not played with.
    """

    def __init__(
        self,
        shape: LineShape = CHAIN,
        tile_set: TileSet = DOUBLE_SIX,
        copies: int = 1,
        aside: frozenset[Tile] = frozenset(),
    ) -> None:
        self.shape = shape
        self.tile_set = tile_set
        self.copies = copies
        self.aside = aside
        self.out = set_bits(tile_set.max_pips).all & ~bits_of(aside)
        """The tiles that may still come, as bits: those played with that do not lie as often as they exist."""
        self._placed: list[Placed] = []
        self._count: dict[Tile, int] = {}
        self._arms: dict[str, list[int]] = {}  # the places in the line of the tiles that grew on each arm
        self._joined: list[int] = []  # how many neighbours each tile has along L and R
        self._house: int | None = None
        self._length_before_house = 0
        self._ends: list[tuple[OpenEnd, ...] | None] = [None]  # for each length of the line, once they are asked for

    # -- what lies there ---------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._placed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        mine, its = ((line.shape, line.tile_set, line.copies, line.aside) for line in (self, other))
        return mine == its and self._placed == other._placed

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

    def is_out(self, tile: Tile) -> bool:
        """Whether this tile may still come: it is played with, and does not lie as often as it exists."""
        return self.out & tile.bit > 0

    @property
    def house(self) -> int | None:
        """The place in the line of the house, once there is one."""
        return self._house

    def _becomes_house(self, index: int) -> bool:
        node = self._placed[index]
        stands = node.tile.is_double and not node.closed and (index == 0 or node.end in CHAIN_ARMS)
        return stands and (self.shape.house_is == "first_placed" or self._joined[index] >= 2)

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """All ends that a tile may be joined to, in the order L, R, U, D (free: every half that joins nothing yet)."""
        ends = self._ends[-1]
        if ends is None:
            ends = self._ends[-1] = self._find_open_ends()
        return ends

    def _find_open_ends(self) -> tuple[OpenEnd, ...]:
        if not self._placed:
            return ()
        if self.shape.kind == "free":
            return tuple(free_ends(self._placed))
        ends = [self._end_of(arm, 0) for arm in CHAIN_ARMS]
        house = self._house
        if house is not None and (self.shape.cross_opens == "at_once" or self._joined[house] >= 2):
            ends += [self._end_of(arm, house) for arm in CROSS_ARMS]
        return tuple(end for end in ends if not self._placed[end.index].closed)

    def _end_of(self, arm: str, base: int) -> OpenEnd:
        """The end of an arm that grows from tile `base`, be it open or closed."""
        grown = self._arms.get(arm)
        tip = grown[-1] if grown else base
        node = self._placed[tip]
        if tip == 0:
            return OpenEnd(arm, node.tile.low if arm == "R" else node.tile.high, tip)
        return OpenEnd(arm, node.outer, tip)

    @property
    def end_sum(self) -> int:
        """The counted sum of all ends: a double at an end counts both halves, a covered house nothing (D-20, D-21)."""
        ends = self.open_ends
        if not ends or self.shape.kind == "free":
            return 0
        house, once = self._house, self.shape.house_count == "once"
        if len(self._placed) == 1:
            return ends[0].pips if once and house == 0 else self._placed[0].tile.pips
        free_sides = [end for end in ends if end.index == house and end.end in CROSS_ARMS]
        counted = {end.index: end.pips for end in ends if end not in free_sides}  # both sides of a double are one end
        total = sum(
            pips * (2 if self._placed[index].tile.is_double and not (once and index == house) else 1)
            for index, pips in counted.items()
        )
        if self.shape.fourth_side and house is not None and self._joined[house] >= 2 and len(free_sides) == 1:
            total += free_sides[0].pips
        return total

    # -- legal play --------------------------------------------------------------------------------------------------

    def fits(self, tile: Tile) -> Iterator[Placement]:
        """Where `tile` may legally be laid. Sides of one double that cannot be told apart are offered once."""
        if not self.is_out(tile):
            return
        if not self._placed:
            yield Placement(tile)
            return
        if self.shape.kind == "free":
            yield from free_places(self._placed, tile)
            return
        seen: set[int] = set()
        for end in self.open_ends:
            if tile.has(end.pips) and end.index not in seen:
                yield Placement(tile, end.end)
            if self._placed[end.index].tile.is_double:
                seen.add(end.index)

    def may_close(self, tile: Tile) -> bool:
        """Whether `tile` may be laid so that its end is dead: face down (Osel), or across (Kolbasa)."""
        return self._why_not_closed(tile) is None

    def _why_not_closed(self, tile: Tile) -> Reason | None:
        if self.shape.cuts_lines:
            left, right = (len(self._arms.get(arm, ())) for arm in CHAIN_ARMS)
            return None if left == right > 0 else "not_closable"
        leads = not self._placed and self.shape.kind != "free"
        if leads or not self.shape.closes_doubles:
            return "not_closable"  # a double that leads is the house (D-30)
        return None if tile.is_double else "not_a_double"

    def node(self, placement: Placement) -> Placed:
        """The tree node that a legal placement makes.

        Raises:
            IllegalPlayError: the tile is not in the set, lies already, does not fit, or that end is not open.
        """
        tile = placement.tile
        if tile not in self.tile_set or tile in self.aside:
            raise IllegalPlayError("not_in_set", f"{tile} is not in a {self.tile_set} set")
        if not self.is_out(tile):
            raise IllegalPlayError("duplicate", f"{tile} lies on the table already")
        problem = self._why_not_closed(tile) if placement.closed else None
        if problem is not None:
            raise IllegalPlayError(problem, f"{tile} may not be laid so that its end is closed")
        if not self._placed:
            return Placed(tile, closed=placement.closed)
        if self.shape.kind == "free":
            return free_node(self._placed, self.open_ends, placement)
        for end in self.open_ends:
            if end.end == placement.end:
                if not tile.has(end.pips):
                    raise IllegalPlayError("mismatch", f"{tile} does not fit the end {end.end}, which shows {end.pips}")
                return Placed(tile, end.end, end.index, end.pips, end.pips, placement.closed)
        raise IllegalPlayError("closed_end", f"no end {placement.end} is open")

    def push(self, placement: Placement) -> Placed:
        """Lays a tile.

        Raises:
            IllegalPlayError: see `node`; the line stays as it was.
        """
        node = self.node(placement)
        self._append(node)
        return node

    def _append(self, node: Placed) -> None:
        index, parent = len(self._placed), node.parent
        self._placed.append(node)
        self._ends.append(None)
        count = self._count[node.tile] = self._count.get(node.tile, 0) + 1
        if count == self.copies:
            self.out &= ~node.tile.bit
        self._joined.append(int(parent is not None))
        if node.end is not None:
            self._arms.setdefault(node.end, []).append(index)
            if parent is not None and node.end in CHAIN_ARMS:
                self._joined[parent] += 1
        if self._house is None and self.shape.kind == "house":
            grown = index if self.shape.house_is == "first_placed" else parent
            if grown is not None and self._becomes_house(grown):
                self._house, self._length_before_house = grown, index

    def pop(self) -> Placed:
        """Takes the last tile back; the line is then exactly what it was before.

        Raises:
            IndexError: nothing lies there.
        """
        node = self._placed.pop()
        self._ends.pop()
        self._joined.pop()
        count = self._count[node.tile] = self._count[node.tile] - 1
        if count == self.copies - 1 and node.tile in self.tile_set and node.tile not in self.aside:
            self.out |= node.tile.bit
        if node.end is not None:
            self._arms[node.end].pop()
            if node.parent is not None and node.end in CHAIN_ARMS:
                self._joined[node.parent] -= 1
        if self._house is not None and len(self._placed) <= self._length_before_house:
            self._house = None
        return node

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
            return replace(self.node(fit), closed=closed) if fit else Placed(tile, closed=closed)
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
        tile = node.tile
        closing = self._why_not_closed(tile) if node.closed else None
        if closing == "not_closable":
            return closing  # first, for which tile it is can only be guessed
        if tile not in self.tile_set or tile in self.aside:
            return "not_in_set"
        if not self.is_out(tile):
            return "duplicate"
        if closing is not None:
            return closing
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
        so_far = Line(self.shape, self.tile_set, self.copies, self.aside)
        for node in self._placed:
            problem = so_far.push_observed(node)
            if problem is not None:
                status |= LineStatus[problem.upper()]
        return status

    def parity_holds(self) -> bool:
        """Whether the parity checksum of rules.md 1.1 comes out: see `odd_numbers`."""
        return not self.odd_numbers()

    def odd_numbers(self) -> tuple[int, ...]:
        """The numbers against the parity checksum of rules.md 1.1; then a tile of the line was misread.

        A chain shows every number an even number of times, but for its ends. With a house, its own number is weighed
        by the arms joined to it.
        """
        if not self._placed or self.shape.kind == "free":
            return ()
        house = self._house
        odd = Counter(pips for i, node in enumerate(self._placed) if i != house for pips in node.tile.halves)
        tips = [self._end_of(arm, 0) for arm in CHAIN_ARMS]
        if house is not None:
            odd[self._placed[house].tile.high] += len([node for node in self._placed if node.parent == house])
            odd[self._placed[house].tile.high] += self._placed[house].parent is not None
            tips += [self._end_of(arm, house) for arm in CROSS_ARMS]
        odd.update(end.pips for end in tips if end.index != house)
        return tuple(sorted(pips for pips, count in odd.items() if count % 2))
