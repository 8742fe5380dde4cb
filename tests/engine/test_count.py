"""Only the hands are counted: no line, no turns, any number of players."""

from __future__ import annotations

from random import Random

import pytest

from engine.events import Checked, Fish, MatchOver, Out, Revealed, Scored, Seat
from engine.fold import fold
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.selfplay import continue_match
from engine.tiles import Tile
from tests.engine.support import FOUR, hands, kinds, one

EIGHT = [Seat(letter, letter) for letter in "ABCDEFGH"]


def count(rules: str = "count", seats: int = 3) -> Referee:
    referee = Referee(parse(rules), EIGHT[:seats])
    referee.start()
    return referee


def test_hands_are_shown_and_counted() -> None:
    referee = count()
    events = referee.reveal(hands({"A": "6-4 0-0", "B": "", "C": "3-3 1-0 5-2"}), 1.0)
    assert kinds(events) == ["out", "reveal", "reveal", "reveal", "score"]
    assert one(events, Out).seat == "B"
    assert [(event.seat, event.pips) for event in events if isinstance(event, Revealed)] == [
        ("A", 10),
        ("B", 0),
        ("C", 14),
    ]
    assert referee.state.ledger.scores == {"A": 10, "B": 0, "C": 14}
    assert one(events, Scored).winner == "B"


def test_a_round_that_nobody_left() -> None:
    referee = count()
    events = referee.reveal(hands({"A": "6-4", "B": "2-1", "C": "3-3"}), 1.0)
    assert kinds(events) == ["fish", "reveal", "reveal", "reveal", "score"]
    assert (one(events, Fish).seat, one(events, Fish).numbers) == (None, ())
    assert referee.state.ledger.scores == {"A": 10, "B": 3, "C": 6}


def test_hands_may_come_one_after_the_other_and_none_is_inferred() -> None:
    referee = count()
    assert kinds(referee.reveal(hands({"A": "6-4"}), 1.0)) == ["reveal"]
    assert kinds(referee.reveal(hands({"C": "3-3"}), 2.0)) == ["reveal"]
    assert referee.state.phase == "playing"
    assert kinds(referee.reveal(hands({"B": ""}), 3.0)) == ["out", "reveal", "score"]
    assert referee.state.ledger.scores == {"A": 10, "B": 0, "C": 6}


def test_not_even_the_rest_of_the_set_is_anybodys_hand() -> None:
    referee = count(seats=2)
    every = [tile for tile in get("count").tiles() if tile != Tile(6, 6)]
    assert kinds(referee.reveal({"A": every}, 1.0)) == ["reveal"]


def test_the_closing_sum_misses_no_tile_but_finds_one_in_two_hands() -> None:
    referee = count()
    events = referee.reveal(hands({"A": "6-4", "B": "6-4", "C": "3-3"}), 1.0)
    checked = one(events, Checked)
    assert (checked.missing, checked.twice) == ((), (Tile(6, 4),))


def test_tiles_on_the_table_are_no_plays() -> None:
    referee = count()
    assert referee.play(Tile(6, 4), seat_hint="A") == []
    assert len(referee.state.line) == 0


@pytest.mark.parametrize(
    ("rules", "hand", "value"),
    [
        ("count.mexican_train", "0-0 12-12", 74),
        ("count.mexican_train blank_value=25", "0-0 12-12", 49),
        ("count.mexican_train blank_value=0", "0-0 12-12", 24),
        ("count.mexican_train", "0-0", 50),
        ("count.chickenfoot", "0-0 9-8", 67),
        ("count.chickenfoot blank_value=0", "0-0 9-8", 17),
        ("count", "0-0 6-6", 12),
        ("count set=D18", "18-18 18-17", 71),
    ],
)
def test_what_the_blank_is_worth(rules: str, hand: str, value: int) -> None:
    referee = count(rules, seats=2)
    referee.reveal(hands({"A": hand, "B": ""}), 1.0)
    assert referee.state.ledger.scores == {"A": value, "B": 0}


def test_the_lowest_total_wins_after_so_many_rounds() -> None:
    referee = count("count rounds=2")
    referee.reveal(hands({"A": "6-4", "B": "", "C": "3-3"}), 1.0)
    referee.deal(2.0)
    over = one(referee.reveal(hands({"A": "", "B": "6-6", "C": "1-0"}), 3.0), MatchOver)
    assert referee.state.ledger.scores == {"A": 10, "B": 12, "C": 7}
    assert (over.winners, over.losers) == (("C",), ("B",))


def test_a_limit_ends_it_too() -> None:
    referee = count("count rounds=0 limit=20")
    referee.reveal(hands({"A": "6-5 6-4", "B": "", "C": "3-3"}), 1.0)
    assert (referee.state.winners, referee.state.losers) == (("B",), ("A",))


def test_rounds_of_the_games_that_it_serves() -> None:
    assert [(get(name).set.max_pips, get(name).rounds) for name in ("count.mexican_train", "count.chickenfoot")] == [
        (12, 13),
        (9, 10),
    ]
    assert get("count").seats == (2, 3, 4, 5, 6, 7, 8)


@pytest.mark.parametrize(("rules", "seats"), [("count", 2), ("count.mexican_train", 8), ("count.chickenfoot", 5)])
def test_random_matches_end(rules: str, seats: int) -> None:
    referee, rng = count(rules, seats), Random(seats)
    for number in range(referee.rules.rounds):
        continue_match(referee, rng, float(number))
    scores = referee.state.ledger.scores
    assert referee.state.phase == "over"
    assert set(referee.state.winners) == {side for side, score in scores.items() if score == min(scores.values())}
    assert not {"check", "desync", "illegal"} & set(kinds(referee.events))
    assert fold(referee.events) == referee.state


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("count draw=one", "draw"),
        ("count fish_when=early", "fish_when"),
        ("count rounds=0", "limit"),
        ("kozel.solo line=none", "line=none"),
    ],
)
def test_options_that_make_no_sense_are_refused(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        parse(text)


def test_nine_are_too_many() -> None:
    with pytest.raises(ValueError, match="not by 9"):
        Referee(get("count"), [*EIGHT, Seat("I", "I")])
    assert len(FOUR) in get("count").seats
