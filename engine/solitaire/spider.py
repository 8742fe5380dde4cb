"""Spider: a square of four tiles and eight legs round it in three rings of eight (rules.md 1.13)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.solitaire.board import Board, Layout, Place
from engine.tiles import Tile

RINGS = 3
SQUARE = ((-1, -1), (-1, 1), (1, -1), (1, 1))
LEGS = ((-1, 0), (1, 0), (0, 1), (0, -1), (-1, 1), (1, -1), (1, 1), (-1, -1))
"""Where the legs point, as (row, column), in the order in which a ring is laid: opposite legs one after the other, so
that a ring that is not full stays even."""


@cache
def spider() -> Layout:
    """The square first, then the rings outwards; the outermost ring is free.

    A tile of a leg is held by the next one outwards. A tile of the square is held by the three of the first ring that
    touch it: those at its sides, and the one at its corner.
    """
    ring = {leg: len(SQUARE) + number for number, leg in enumerate(LEGS)}
    square = [
        Place(row, column, (frozenset({ring[row, 0], ring[0, column], ring[row, column]}),)) for row, column in SQUARE
    ]
    legs = []
    for number in range(RINGS):
        for (row, column), first in ring.items():
            outwards = first + len(LEGS) * (number + 1)
            holders = frozenset({outwards}) if number < RINGS - 1 else frozenset[int]()
            away = 2 * number + 3  # the square's tiles are 1 away from the middle
            legs.append(Place(row * away, column * away, (holders,)))
    return Layout((*square, *legs))


def laid_anew(board: Board, tiles: Sequence[Tile | None]) -> Board:
    """A smaller spider from what is left of one, in a new order; None: face down."""
    return Board(board.layout, tuple(tiles), board.deck, taken=board.taken)
