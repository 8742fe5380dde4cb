"""Which of the touches join tiles: contacts and numbers -> junctions.

Tiles also touch by chance: neighbouring strands of a snake lie side by side, a hand lies in a row. So the surest kinds
of touch are taken first (equal numbers, ends before long sides), and a doubtful one only where it joins what is not
joined yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.contact import END_SIDES, Contact, Kind
from vision.pieces import Pieces
from vision.piles import Numbers, by_pair, laid_out

LAID_SO = {Kind.END_TO_END: 1.0, Kind.END_TO_SIDE: 0.95, Kind.SIDE_TO_SIDE: 0.4}  # of touches that are perfect
SELDOM_LAID_SO = 0.4  # an end at the middle of a long side of what is no double
LEAST_RING = 0.7  # quality of a touch of ends that closes a ring
# Ends of unequal numbers that meet so squarely were laid so: of a half's side, and in degrees.
LEAST_END_RUN = 0.6
MOST_SKEW = 12.0


@dataclass(frozen=True)
class Junction:
    """Two halves that are joined.

    Attributes:
        tiles: rows of both tiles in the scene.
        halves: the half of each that touches.
        pips: the number on each of these halves, -1 where the tile lies face down.
        legal: the numbers are equal (or one of them is hidden).
        contact: how they touch.
    """

    tiles: tuple[int, int]
    halves: tuple[int, int]
    pips: tuple[int, int]
    legal: bool
    contact: Contact

    def touches(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Tile, half and outer side of both."""
        (i, j), (a, b), (c, d) = self.tiles, self.halves, self.contact.sides
        return (i, a, c), (j, b, d)

    def other(self, tile: int) -> int:
        """The row of the tile across."""
        return self.tiles[1] if tile == self.tiles[0] else self.tiles[0]

    def half_of(self, tile: int) -> int:
        """The half of `tile` that touches."""
        return self.halves[0] if tile == self.tiles[0] else self.halves[1]

    def pips_of(self, tile: int) -> int:
        """The number on the half of `tile` that touches."""
        return self.pips[0] if tile == self.tiles[0] else self.pips[1]

    def side_of(self, tile: int) -> int:
        """The outer side of `tile` that touches, an index into `vision.contact.SIDE_NAMES`."""
        return self.contact.sides[0] if tile == self.tiles[0] else self.contact.sides[1]


def find_junctions(
    contacts: Sequence[Contact], numbers: NDArray[np.intp], most_central: int | None = None
) -> tuple[Junction, ...]:
    """Chooses the touches that join tiles, one for each pair of tiles.

    Args:
        contacts: all touches.
        numbers: (n, 2), -1 face down.
        most_central: the tile that counts as the line while nothing is joined yet.
    """
    pips: Numbers = numbers.tolist()
    pairs = by_pair(contacts)
    idle = laid_out(pairs, pips)
    best = sorted(
        (_best(group, pips) for tiles, group in pairs.items() if not idle[tiles[0]]),
        key=lambda c: (not c[1], -_likeness(c[0], pips)),
    )
    joined = Pieces(len(pips))
    found = [_junction(c, pips, True) for c, sure in best if sure and _legal(c, pips) and _joins(c, joined)]
    taken = {junction.tiles for junction in found}
    for accepts in (_square_ends, _end_at_side):
        rest = [c for c, _ in best if c.tiles not in taken and c.skew <= MOST_SKEW and accepts(c, pips)]
        found += _connect(rest, pips, joined, most_central)
        taken = {junction.tiles for junction in found}
    return tuple(sorted(found, key=lambda junction: junction.tiles))


def _best(group: Sequence[Contact], pips: Numbers) -> tuple[Contact, bool]:
    """The touch of a pair that says most, and whether it joins them surely if its numbers are equal.

    Two tiles that lie side by side over their whole length, as a hand does, are joined only when both pairs of halves
    agree.
    """
    abreast = any(c.abreast for c in group)
    sure = not abreast or (len(group) > 1 and all(_legal(c, pips) for c in group))
    return min(group, key=lambda c: (not _legal(c, pips), -_likeness(c, pips))), sure


def _likeness(contact: Contact, pips: Numbers) -> float:
    """0..1: how much a touch looks as if it were laid so."""
    seldom = contact.crosswise and not _is_across(contact, pips)
    return contact.quality * (SELDOM_LAID_SO if seldom else LAID_SO[contact.kind])


def _is_across(contact: Contact, pips: Numbers) -> bool:
    """Of an end that meets a long side: whether the side is that of a double, or of a tile that may be one."""
    one, other = pips[contact.tiles[contact.sides[0] in END_SIDES]]
    return one == other


def _legal(contact: Contact, pips: Numbers) -> bool:
    """Equal numbers; a hidden one fits when it is joined as a closed double is."""
    one, other = _touching(contact, pips)
    if one < 0 and other < 0:
        return False
    if one < 0 or other < 0:
        return contact.kind is Kind.END_TO_END or contact.crosswise
    return one == other


def _touching(contact: Contact, pips: Numbers) -> tuple[int, int]:
    """The numbers on the halves that touch."""
    (i, j), (a, b) = contact.tiles, contact.halves
    return pips[i][a], pips[j][b]


def _joins(contact: Contact, joined: Pieces) -> bool:
    """Whether a legal touch is a junction; only ends that meet may close a ring."""
    return joined.join(*contact.tiles) or (contact.kind is Kind.END_TO_END and contact.quality >= LEAST_RING)


def _square_ends(contact: Contact, pips: Numbers) -> bool:
    return contact.kind is Kind.END_TO_END and contact.run >= LEAST_END_RUN and _seen(contact, pips)


def _end_at_side(contact: Contact, pips: Numbers) -> bool:
    if contact.kind is not Kind.END_TO_SIDE or not _seen(contact, pips):
        return False
    if not contact.crosswise:
        return contact.run >= LEAST_END_RUN
    return contact.run >= LEAST_END_RUN / 2 and _is_across(contact, pips)


def _seen(contact: Contact, pips: Numbers) -> bool:
    """Both tiles lie face up."""
    return all(pips[tile][0] >= 0 for tile in contact.tiles)


def _connect(contacts: Sequence[Contact], pips: Numbers, joined: Pieces, most_central: int | None) -> list[Junction]:
    """Junctions for touches that are the only link of a tile (or a piece) to a line."""
    found: list[Junction] = []
    is_line = _line_test(joined, len(pips), most_central)
    for contact in contacts:
        if any(is_line(tile) for tile in contact.tiles) and joined.join(*contact.tiles):
            found.append(_junction(contact, pips, _legal(contact, pips)))
    return found


def _line_test(joined: Pieces, count: int, most_central: int | None) -> Callable[[int], bool]:
    """What counts as a line: the pieces of two and more tiles; while there is none, the most central tile."""
    some = any(joined.size(tile) > 1 for tile in range(count))
    return lambda tile: joined.size(tile) > 1 or (not some and tile == most_central)


def _junction(contact: Contact, pips: Numbers, legal: bool) -> Junction:
    return Junction(contact.tiles, contact.halves, _touching(contact, pips), legal, contact)
