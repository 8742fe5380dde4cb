"""Plays whole games on a board with random moves into a log: test material."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.events import Event, Seat
from engine.rulesets import RuleSet
from engine.solitaire.board import Board
from engine.solitaire.deals import deal
from engine.solitaire.game import PairGame, Pick
from engine.solitaire.referee import PairsReferee


def play_board(rules: RuleSet, seats: Sequence[Seat], rng: Random) -> list[Event]:
    """The full log of one random game: set-up, layout, tiles turned up, pairs, misses, and its end.

    The referee sees what a camera would see: tiles that lie face up. Times count the moves, in seconds.

    Raises:
        engine.errors.RulesError: that many cannot play, or the rules have no such board.
    """
    referee = PairsReferee(rules, seats)
    game = PairGame(rules, deal(rules, rng), [seat.id for seat in seats])
    referee.lay_out(game.position.seen, 0.0)
    t = 1.0
    while game.outcome() is None:
        if game.must_reshuffle:
            game.push(game.reshuffle(rng))
            referee.lay_out(game.position.seen, t)
        else:
            _move(referee, game, rng, t)
        _show(referee, game, t)
        t += 1.0
    return list(referee.events)


def _move(referee: PairsReferee, game: PairGame, rng: Random, t: float) -> None:
    move, position = rng.choice(list(game.legal_moves())), game.position
    if isinstance(move, Pick):
        tiles = (move.first, move.second)
        places = tuple(position.tiles.index(tile) for tile in tiles) if isinstance(position, Board) else ()
        referee.take(*tiles, t, places=places)
    else:
        referee.rotate(t)
    game.push(move)


def _show(referee: PairsReferee, game: PairGame, t: float) -> None:
    """Tells the referee which tiles were turned up because nothing holds them any more."""
    watched = referee.state.board
    if watched is None or not isinstance(watched.position, Board):
        return
    for place, tile in enumerate(game.position.seen):
        if tile is not None and watched.position.tiles[place] != tile:
            referee.show(place, tile, t)
