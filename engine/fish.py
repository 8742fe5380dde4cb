"""Fish: a round that nobody can go on with, and who made it (rules.md 1.1, D-01, D-02)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from engine.bits import set_bits
from engine.line import Line
from engine.tiles import Tile


def is_blocked(line: Line, fish_when: Literal["strict", "early"] = "strict") -> bool:
    """Whether the table alone proves a fish: every tile that could be joined to an open end lies already.

    Args:
        fish_when: with `early` the doubles need not lie: six simple tiles of the number are enough (D-01).
    """
    numbers = {end.pips for end in line.open_ends}
    if not numbers or line.shape.kind == "free":
        return False
    bits = set_bits(line.tile_set.max_pips)
    fitting = bits.simple if fish_when == "early" else bits.fitting
    return not any(line.out & fitting[pips] for pips in numbers if pips <= line.tile_set.max_pips)


def fisher_of(plays: Iterable[tuple[str | None, Tile]], fisher: Literal["last_simple", "last_tile"]) -> str | None:
    """Who blocked the round: who laid the last tile, or the last that is no double.

    Args:
        plays: (seat, tile) in the order of play.
    """
    for seat, tile in reversed(list(plays)):
        if fisher == "last_tile" or not tile.is_double:
            return seat
    return None


def rows_went_round(passes: int, rows: Sequence[int]) -> bool:
    """Whether every tile of every row was turned over since the last play (Kolbasa).

    Args:
        passes: how many seats passed since, one after the other.
        rows: the lengths of the rows, the one whose seat passed last first, then the one before it.
    """
    seats = len(rows)
    return all((passes - back + seats - 1) // seats >= row for back, row in enumerate(rows))
