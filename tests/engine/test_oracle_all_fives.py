"""Counts of the house against the PyPI package all-fives-domino, an independent program, where the rules agree.

They differ in one thing (rules.md D-21): with three arms it also counts the side of the house that is free, which here
is the option `fourth_side`.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.line import Line, Placed
from engine.rulesets import get, parse
from engine.tiles import Tile
from engine.turn_points import ENDS_PAY
from tests.engine.oracles import MISSING

counting = pytest.importorskip("src.main.game.Scorer", reason=MISSING)
pieces = pytest.importorskip("src.main.game.Piece", reason=MISSING)

ALL_FIVES = get("allfives")
FOURTH_SIDE = parse("allfives fourth_side=yes")


class Pair:
    """A line and the same tiles as the other program holds them."""

    def __init__(self, fourth_side: bool = False) -> None:
        self.line = Line((FOURTH_SIDE if fourth_side else ALL_FIVES).shape)
        self.pieces: list[Any] = []

    def add(self, tile: Tile, end: str | None = None) -> None:
        """Lays a tile in both."""
        (placement,) = (place for place in self.line.fits(tile) if end in (None, place.end))
        node: Placed = self.line.push(placement)
        piece = pieces.Piece(*tile.halves)
        if node.parent is not None:
            self.pieces[node.parent].append(piece)
        self.pieces.append(piece)

    @property
    def arms(self) -> int:
        """How many tiles touch the first one."""
        return sum(node.parent == 0 for node in self.line.placed)

    @property
    def counts(self) -> tuple[int, int]:
        """Our count and the other program's."""
        return self.line.end_sum, counting.AllFivesScorer.count(self.pieces[0])


def test_MG_4_as_the_other_program_counts_it() -> None:
    both = Pair()
    counts = []
    for tile in (Tile(5, 5), Tile(5, 2), Tile(5, 3), Tile(5, 0), Tile(6, 5)):
        both.add(tile)
        counts.append(both.counts)
    assert counts == [(10, 10), (12, 12), (5, 5), (5, 10), (11, 11)]  # D-21: the fourth play


@pytest.mark.parametrize("double", range(7))
@pytest.mark.parametrize("fourth_side", [False, True])
def test_random_lines_that_grow_from_a_house(double: int, fourth_side: bool) -> None:
    counted = 0
    for seed in range(60):
        rng, both = Random(seed), Pair(fourth_side)
        both.add(Tile(double, double))
        while places := [place for tile in both.line.tile_set for place in both.line.fits(tile)]:
            place = rng.choice(places)
            both.add(place.tile, place.end)
            ours, theirs = both.counts
            free_side = double if both.arms == 3 and not fourth_side else 0
            assert ours + free_side == theirs
            counted += 1
    assert counted > 500


def test_points_of_a_sum() -> None:
    assert [ENDS_PAY["sum"](ends) for ends in range(60)] == [counting.AllFivesScorer.score(ends) for ends in range(60)]
