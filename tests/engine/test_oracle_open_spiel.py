"""20,000 random four-hand rounds against team dominoes of `open_spiel`: legal plays and the end of the round.

It has no passes, and its winner is not asked: it weighs the hands even where somebody went out.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from engine.chain_round import start_round
from engine.rulesets import get
from engine.tiles import DOUBLE_SIX, Tile
from tests.engine.oracles import MISSING, SEATS, Option, differences, make, options

pyspiel: Any = pytest.importorskip("pyspiel", reason=MISSING)
pytest.importorskip("open_spiel.python.games", reason=MISSING)  # which makes its games known to pyspiel
team_dominoes: Any = pytest.importorskip("open_spiel.python.games.team_dominoes", reason=MISSING)

SPORT = get("sport.fdr")


@cache
def their_game() -> Any:
    return pyspiel.load_game("python_team_dominoes")


@cache
def tiles_by_outcome() -> tuple[Tile, ...]:
    """Their tiles in the order of the numbers by which they are dealt."""
    return tuple(Tile(int(a), int(b)) for a, b in team_dominoes._DECK)


@cache
def option_of(action: int) -> Option:
    """Their action, as ours: "p0 tile:(6.0, 6.0) pip:None"."""
    theirs = team_dominoes._ACTIONS[action]
    return Tile(*map(int, theirs.tile)), None if theirs.edge is None else int(theirs.edge)


def compare(seed: int) -> list[str]:
    rng = Random(seed)
    deck = list(range(len(DOUBLE_SIX)))
    rng.shuffle(deck)
    state = their_game().new_initial_state()
    for outcome in deck:
        state.apply_action(outcome)
    hands = {seat: [tiles_by_outcome()[outcome] for outcome in deck[place::4]] for place, seat in enumerate(SEATS)}
    ours = start_round(SPORT, hands, leader="A")
    while not state.is_terminal():
        legal = state.legal_actions()
        wanted = {option_of(action) for action in legal}
        if ours.turn != SEATS[state.current_player()] or options(ours) != wanted or ours.outcome() is not None:
            return [f"{ours.turn} may play {options(ours)}, seat {state.current_player()} there {wanted}"]
        action = rng.choice(legal)
        state.apply_action(action)
        make(ours, option_of(action))
    return [] if ours.outcome() is not None else ["it ended there only"]


def test_20000_deals_against_open_spiel() -> None:
    assert differences(compare) == []
