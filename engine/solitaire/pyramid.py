"""Pyramid: rows of one to seven tiles; a tile is free once nothing of the next row holds it (rules.md 1.13)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from engine.solitaire.board import Layout, Place

ROWS = 7

Unblock = Literal["both_below", "one_above"]


@cache
def pyramid(unblock: Unblock) -> Layout:
    """The rows from the point down.

    `both_below`: the last row is free, any other tile once the two below it are gone. `one_above`: the pyramid can be
    taken down from its point as well; the point is free too, and so is a tile as soon as one above it is gone.
    """
    places = [(row, column) for row in range(ROWS) for column in range(row + 1)]
    index = {place: number for number, place in enumerate(places)}

    def free_when(row: int, column: int) -> tuple[frozenset[int], ...]:
        below = frozenset(index[place] for place in ((row + 1, column), (row + 1, column + 1)) if place in index)
        if unblock == "both_below":
            return (below,)
        above = [frozenset({index[place]}) for place in ((row - 1, column - 1), (row - 1, column)) if place in index]
        return (below, *(above or [frozenset[int]()]))

    # a row's tiles lie half a tile further left than those of the row above: columns are counted in half tiles
    return Layout(tuple(Place(row, ROWS - 1 - row + 2 * column, free_when(row, column)) for row, column in places))
