"""Random deals that are played here and by another engine at once, move by move."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from engine.game import Round
from engine.moves import Pass, Play
from engine.tiles import DOUBLE_SIX, Tile

DEALS = 20_000
SEATS = ("A", "B", "C", "D")
MISSING = "the oracles are not installed; they come with: pip install -e '.[oracles]' -c constraints.txt"

Option = tuple[Tile, int | None]
"""A tile and the number that it is laid to; None: it leads."""


def four_hands(rng: Random) -> list[list[Tile]]:
    """All tiles of a set dealt in turn to four seats."""
    deck = list(DOUBLE_SIX)
    rng.shuffle(deck)
    return [deck[seat::4] for seat in range(4)]


def options(game: Round) -> set[Option]:
    """The legal plays, equal ends taken for one."""
    shown = {end.end: end.pips for end in game.line.open_ends}
    laid = [play.placements[0] for play in game.legal_plays()]
    return {(placement.tile, shown[placement.end] if placement.end else None) for placement in laid}


def make(game: Round, option: Option) -> None:
    """Lays a tile to one of the ends that show the number; the seats that cannot move then pass."""
    tile, pips = option
    shown: dict[str | None, int | None] = {end.end: end.pips for end in game.line.open_ends}
    shown[None] = None
    plays = [move for move in game.legal_moves() if isinstance(move, Play)]
    game.push(next(p for p in plays if p.placements[0].tile == tile and shown[p.placements[0].end] == pips))
    while len(moves := game.legal_moves()) == 1 and isinstance(moves[0], Pass):
        game.push(moves[0])


def differences(compare: Callable[[int], Sequence[str]], deals: int = DEALS) -> list[str]:
    """What `compare` finds in so many deals, each known by its seed; the work is shared among the processors.

    Where nothing can be shared, it is all done here.
    """
    workers = min(4, os.cpu_count() or 1)
    shares = [range(first, deals, workers) for first in range(workers)]
    if workers == 1:
        return _found(compare, shares[0])
    with ProcessPoolExecutor(workers) as pool:
        return [difference for found in pool.map(partial(_found, compare), shares) for difference in found]


def _found(compare: Callable[[int], Sequence[str]], seeds: range) -> list[str]:
    return [f"deal {seed}: {difference}" for seed in seeds for difference in compare(seed)]
