"""Which two tiles make a pair, and what may be wrong with two that were taken (rules.md 1.13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.tiles import Tile

TWELVE = 12
"""The pips of a pair in the solitaires; the 28 tiles of a double-six set make fourteen such pairs."""

Pairing = Literal["twelve", "equal"]
PairReason = Literal["sum", "blocked", "apart", "not_there", "same_tile", "out_of_turn"]
"""Why two tiles may not go: their sum, a tile that others still hold, two that do not stand one above the other, a tile
that is not on the board, one tile named twice, or a seat whose turn it is not."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with a pair, and which tile is to blame (None: the two together)."""

    reason: PairReason
    tile: Tile | None = None


def makes_twelve(first: Tile, second: Tile) -> bool:
    """Whether two tiles show twelve pips together."""
    return first.pips + second.pips == TWELVE


def equal_sums(first: Tile, second: Tile) -> bool:
    """Whether two tiles show the same number of pips."""
    return first.pips == second.pips


PAIRINGS: dict[Pairing, Callable[[Tile, Tile], bool]] = {"twelve": makes_twelve, "equal": equal_sums}
