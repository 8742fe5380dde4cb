"""Legal play is never accused: under any options, with passes and draws told or left to be inferred."""

from __future__ import annotations

from random import Random

import pytest

from engine.events import Checked, Desynced, Drew, Event, Illegal, Passed, Played, Revealed, Scored, Seat, WrongPass
from engine.line import Joint
from engine.referee import Referee
from engine.rulesets import RuleSet, get, ids, parse
from engine.selfplay import play_match
from tests.engine.support import follow, kinds

SEATS = tuple(Seat(letter, letter) for letter in "ABCD")
GAMES = [rules_id for rules_id in ids() if get(rules_id).turns and get(rules_id).line != "pairs"]
ACCUSATIONS = (Illegal, WrongPass, Checked, Desynced)


def watched(rules: RuleSet, log: list[Event], *, tell_passes: bool, tell_draws: bool) -> Referee:
    """A referee that sees the plays of one round, who made them and the hands at its end, and hears the rest or not."""
    seats = SEATS[: len({event.seat for event in log if isinstance(event, Revealed)})]
    referee = Referee(rules, seats, draws_seen=tell_draws)
    referee.start()
    for event in log:
        if isinstance(event, Played):
            laid = event.tiles[0]
            joints = [Joint(laid.on, laid.at or 0, laid.touch or 0)] if laid.on is not None else []
            referee.play(laid.tile, joints, event.t, seat_hint=event.seat, closed=laid.closed)
        elif isinstance(event, Passed) and tell_passes:
            referee.passes(event.seat, event.t)
        elif isinstance(event, Drew) and tell_draws:
            referee.draw(event.seat, event.t, event.count)
    referee.reveal({event.seat: event.hand for event in log if isinstance(event, Revealed)}, 999.0)
    return referee


@pytest.mark.parametrize("rules_id", GAMES)
def test_random_rounds_are_not_accused_and_score_the_same(rules_id: str) -> None:
    rules, rng = get(rules_id), Random(rules_id)
    for count in rules.seats:
        log = play_match(rules, SEATS[:count], rng, most_rounds=1)
        score = next((event for event in log if isinstance(event, Scored)), None)
        if score is None:
            continue  # a play ended the match
        assert not [event for event in log if isinstance(event, ACCUSATIONS)]
        for tell_passes in (True, False) if not rules.row and rules.multi_doubles == 1 else (True,):
            referee = watched(rules, log, tell_passes=tell_passes, tell_draws=count % 2 == 0)
            assert not [event for event in referee.events if isinstance(event, ACCUSATIONS)]
            assert [scored.sides for scored in referee.state.scores] == [score.sides]


def test_who_drew_the_one_tile_that_may_be_drawn_has_passed_if_another_plays() -> None:
    referee = Referee(get("classic.two"), SEATS[:2], draws_seen=True)
    referee.start(leader="A")
    follow(referee, "A:6-6")
    referee.draw("B", 2.0)
    assert kinds(follow(referee, "A:6-5@L")) == ["pass", "play"]


def test_who_has_not_drawn_yet_may_not_be_skipped() -> None:
    referee = Referee(parse("classic.two draw=until"), SEATS[:2], draws_seen=True)
    referee.start(leader="A")
    follow(referee, "A:6-6")
    assert kinds(follow(referee, "A:6-5@L")) == ["play", "illegal"]
