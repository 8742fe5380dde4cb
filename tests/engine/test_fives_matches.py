"""Random matches of Osel and of the games in which turns bring points: they end, and every point is in the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine.events import Event, Illegal, MatchOver, Played, Scored, Seat, WrongPass
from engine.fold import fold, same_turn
from engine.rulesets import RuleSet, parse
from engine.selfplay import play_match
from engine.sides import sides_of

SEATS = [Seat(letter, letter) for letter in "ABCD"]
GAMES = [
    ("osel", 2),
    ("osel", 4),
    ("osel fish=on_one after_bone=yes", 3),
    ("osel teams=pairs lead_order=doubles_down", 4),
    ("telephone.72", 2),
    ("telephone.72", 3),
    ("telephone.72 multi_doubles=4 end_check=move", 4),
    ("telephone.225", 2),
    ("telephone.225", 4),
    ("telephone.225 clamp_zero=yes multi_doubles=2", 4),
    ("telephone.365", 4),
    ("muggins.blog", 2),
    ("muggins.blog fish_diff=pairwise", 4),
    ("allfives", 3),
    ("allfives teams=pairs house_count=once", 4),
    ("allfives get_in=10 fourth_side=yes limit=100", 2),
    ("fives_threes", 2),
    ("fives_threes", 4),
    ("fives_threes teams=pairs", 4),
]
LINEAR = [game for game in GAMES if not any(word in game[0] for word in ("osel", "clamp_zero", "get_in", "365"))]


def match(game: tuple[str, int], seed: int) -> tuple[RuleSet, list[Event]]:
    rules = parse(game[0])
    return rules, play_match(rules, SEATS[: game[1]], Random(seed))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_matches_end(game: tuple[str, int], seed: int) -> None:
    rules, log = match(game, seed)
    assert isinstance(log[-1], MatchOver)
    assert not [event for event in log if isinstance(event, Illegal | WrongPass)]
    scores = fold(log).ledger.scores
    reached = [side for side, score in scores.items() if score >= rules.limit]
    assert reached
    if rules.exact:
        assert max(scores.values()) == rules.limit
    if rules.ledger == "win" and log[-1].winners:
        assert set(log[-1].winners) <= set(reached)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", LINEAR)
def test_every_point_on_the_board_is_in_the_log(game: tuple[str, int], seed: int) -> None:
    """The score of a side is what its turns brought, each by its last play, and what its rounds brought."""
    rules, log = match(game, seed)
    sides = sides_of(rules, [seat.id for seat in SEATS[: game[1]]])
    total = dict.fromkeys(sides.values(), 0)
    for turn in turns(rules, log):
        assert turn[-1].seat is not None
        total[sides[turn[-1].seat]] += turn[-1].points
    for event in log:
        for row in event.sides if isinstance(event, Scored) else ():
            total[row.side] += row.points
    assert total == fold(log).ledger.scores


def turns(rules: RuleSet, log: Sequence[Event]) -> Iterator[list[Played]]:
    """The plays, those of one turn together."""
    turn: list[Played] = []
    for event in log:
        if isinstance(event, Played) and turn and turn[-1].seat == event.seat and turn[-1].t == event.t:
            assert same_turn(rules, turn, event.tiles)
            turn.append(event)
        elif isinstance(event, Played):
            yield from [turn] if turn else []
            turn = [event]
    yield turn
