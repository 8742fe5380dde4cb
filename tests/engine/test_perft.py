"""Perft counts of three fixed deals.

The counts were printed by `tests/engine/brute_perft.py`, which shares nothing with the engine; those of the block deal
also came out of the package `dominoes` (see below), whose moves on equal ends stand for two.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.chain_round import start_round
from engine.game import Round
from engine.moves import Play
from engine.perft import perft
from engine.placing import Placement
from engine.rulesets import parse
from engine.tiles import Tile
from tests.engine.brute_perft import BLOCK, DRAW, DRAW_BONEYARD, HOUSE, block_counts, draw_counts, house_counts
from tests.engine.oracles import MISSING
from tests.engine.support import hands, tiles

BLOCK_COUNTS = [7, 20, 62, 242, 693, 1989, 5115, 17143, 40774, 97292]
DRAW_COUNTS = [
    7, 20, 50, 140, 319, 695, 1230, 2116, 3173, 4652, 5376, 6098, 6792, 7293, 7753, 9988, 11567, 17035
]  # fmt: skip
HOUSE_COUNTS = [1, 3, 8, 33, 104, 471, 1492, 6433, 19061, 69236]


def block(kind: type[Round] = Round) -> Round:
    return kind(parse("sport.fdr"), hands(dict(zip("ABCD", BLOCK, strict=True))), leader="A")


def draw(kind: type[Round] = Round) -> Round:
    rules = parse("classic")
    return kind(rules, hands(dict(zip("AB", DRAW, strict=True))), tiles(DRAW_BONEYARD), "A")


def house() -> Round:
    """The house is led already."""
    game = Round(parse("allfives draw=none"), hands(dict(zip("AB", HOUSE, strict=True))), leader="A")
    game.push(Play((Placement(Tile(5, 5)),)))
    return game


def counts(game: Round, depths: int) -> list[int]:
    return [perft(game, depth) for depth in range(1, depths + 1)]


def test_block_deal_of_four_hands() -> None:
    assert counts(block(), 8) == BLOCK_COUNTS[:8]


def test_block_deal_in_the_fast_round() -> None:
    fast = start_round(parse("sport.fdr"), block().hands, leader="A")
    assert counts(fast, len(BLOCK_COUNTS)) == BLOCK_COUNTS


def test_draw_deal_of_two_hands() -> None:
    assert counts(draw(), 13) == DRAW_COUNTS[:13]


def test_draw_deal_in_the_fast_round() -> None:
    fast = start_round(parse("classic"), draw().hands, tiles(DRAW_BONEYARD), "A")
    assert counts(fast, len(DRAW_COUNTS)) == DRAW_COUNTS


def test_house_deal_of_two_hands() -> None:
    assert [1, *counts(house(), len(HOUSE_COUNTS) - 1)] == HOUSE_COUNTS


def test_perft_leaves_the_round_as_it_was() -> None:
    for game in (block(), draw(), house()):
        before = (copy.deepcopy(game.hands), game.line.placed, game.turn, game.legal_moves())
        perft(game, 4)
        assert (game.hands, game.line.placed, game.turn, game.legal_moves()) == before
    assert perft(block(), 0) == 1


def test_the_counts_are_those_of_the_brute_force() -> None:
    assert block_counts(range(1, 7)) == BLOCK_COUNTS[:6]
    assert draw_counts(range(1, 10)) == DRAW_COUNTS[:9]
    assert house_counts(range(1, 9)) == HOUSE_COUNTS[:8]


def test_block_counts_of_the_package_dominoes() -> None:
    dominoes: Any = pytest.importorskip("dominoes", reason=MISSING)

    def ways(game: Any, depth: int) -> int:
        """Passes count as moves, as they do here; it makes them unasked."""
        if depth <= 0:
            return 1
        if game.result is not None:
            return 0
        alike = len(game.board) > 1 and game.board.left_end() == game.board.right_end()
        count = 0
        for move in game.valid_moves:
            after = copy.deepcopy(game)
            after.make_move(*move)
            count += (2 if alike else 1) * ways(after, depth - len(after.moves) + len(game.moves))
        return count

    dealt = [dominoes.Hand([dominoes.Domino(tile.high, tile.low) for tile in tiles(hand)]) for hand in BLOCK]
    leads = tuple((domino, True) for domino in dealt[0])
    game = dominoes.Game(dominoes.Board(), dealt, [], 0, leads, 0, None)
    assert [ways(game, depth) for depth in range(1, 8)] == BLOCK_COUNTS[:7]
