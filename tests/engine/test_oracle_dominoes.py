"""20,000 random four-hand rounds against the package `dominoes`: plays, passes, blocks, points of all hands.

It passes for a seat without being asked, keeps no passes behind the last play, and names a play on equal ends by the
left one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.chain_round import start_round
from engine.game import Round
from engine.ledger import Account, Ledger, RoundEnd
from engine.moves import Play
from engine.rulesets import get
from engine.scoring import settle
from engine.sides import sides_of
from engine.tiles import Tile
from tests.engine.oracles import MISSING, SEATS, Option, differences, four_hands, make, options

dominoes: Any = pytest.importorskip("dominoes", reason=MISSING)

SPORT = get("sport.fdr")


def theirs(hands: list[list[Tile]]) -> Any:
    """A game with these hands, which the first seat leads."""
    dealt = [dominoes.Hand([dominoes.Domino(tile.high, tile.low) for tile in hand]) for hand in hands]
    leads = tuple((domino, True) for domino in dealt[0])
    return dominoes.Game(dominoes.Board(), dealt, [], 0, leads, 0, None)


def their_options(game: Any) -> list[tuple[Option, Any]]:
    """Their legal moves, each as ours."""
    found = []
    for domino, left in game.valid_moves:
        end = None if not game.moves else game.board.left_end() if left else game.board.right_end()
        found.append(((Tile(*domino), end), (domino, left)))
    return found


def their_points(game: Any) -> dict[str, int]:
    points = game.result.points
    return {"A+C": max(points, 0), "B+D": max(-points, 0)}


def our_points(game: Round) -> dict[str, int]:
    outcome, sides = game.outcome(), sides_of(SPORT, SEATS)
    assert outcome is not None
    held = {seat: tuple(hand) for seat, hand in game.hands.items()}
    end = RoundEnd(outcome.termination, held, sides, outcome.winner, outcome.fisher)
    return dict(settle(Ledger({side: Account() for side in sides.values()}), end, SPORT).points)


def taken_back(game: Round) -> list[Tile | None]:
    """What was laid, and a None for each pass before the last play; the round is then at its beginning."""
    course: list[Tile | None] = []
    while game.plays:
        move = game.pop()
        if isinstance(move, Play):
            course.append(move.placements[0].tile)
        elif course:
            course.append(None)
    return course[::-1]


def compare(seed: int) -> list[str]:
    return list(found(seed))


def found(seed: int) -> Iterator[str]:
    rng = Random(seed)
    hands = four_hands(rng)
    dealt = dict(zip(SEATS, hands, strict=True))
    ours, readable, game = start_round(SPORT, dealt, leader="A"), Round(SPORT, dealt, leader="A"), theirs(hands)
    while game.result is None:
        legal = their_options(game)
        wanted = {option for option, _ in legal}
        for here in (ours, readable):
            if here.outcome() is not None or here.turn != SEATS[game.turn] or options(here) != wanted:
                yield f"{here.turn} may play {options(here)}, seat {SEATS[game.turn]} there {wanted}"
                return
        option, move = rng.choice(legal)
        game.make_move(*move)
        make(ours, option)
        make(readable, option)
    outcome = ours.outcome()
    if outcome is None or outcome != readable.outcome():
        yield f"ended there by {game.result}, here {outcome} and {readable.outcome()}"
        return
    last = SEATS[game.result.player]
    if (outcome.termination == "out", outcome.winner or outcome.fisher) != (game.result.won, last):
        yield f"ended by {outcome}, there by {game.result}"
    if our_points(ours) != their_points(game):
        yield f"{our_points(ours)}, there {their_points(game)}"
    if taken_back(ours) != [move if move is None else Tile(*move[0]) for move in game.moves]:
        yield "the passes are others"


def test_20000_deals_against_dominoes() -> None:
    assert differences(compare) == []
