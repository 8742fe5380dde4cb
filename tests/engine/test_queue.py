"""Winner stays: who sits at the table after each match."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RulesError
from engine.events import MatchOver
from engine.queue import Queue, queue_of
from engine.rulesets import RuleSet, get
from tests.engine.support import FOUR

PAIRS, SOLO = get("sea.saltykov"), get("kozel.solo")
WAITING = (("Vera", "Gleb"), ("Nina", "Pavel"))


def over(*losers: str) -> MatchOver:
    return MatchOver(1, 0.0, losers, ())


def test_who_sits_and_who_waits() -> None:
    queue = queue_of(PAIRS, FOUR, WAITING)
    assert queue.table == {"A+C": ("Masha", "Olya"), "B+D": ("Alex", "Serg")}
    assert queue.playing == {"A": "Masha", "B": "Alex", "C": "Olya", "D": "Serg"}
    assert queue.waiting == WAITING


def test_the_pair_that_lost_is_replaced() -> None:
    queue = queue_of(PAIRS, FOUR, WAITING).after(over("B+D"))
    assert queue.playing == {"A": "Masha", "B": "Vera", "C": "Olya", "D": "Gleb"}
    assert queue.waiting == (("Nina", "Pavel"), ("Alex", "Serg"))
    again = queue.after(over("A+C")).after(over("A+C"))
    assert again.playing == {"A": "Alex", "B": "Vera", "C": "Serg", "D": "Gleb"}
    assert again.waiting == (("Masha", "Olya"), ("Nina", "Pavel"))


def test_single_players() -> None:
    queue = queue_of(SOLO, FOUR, [["Vera"]])
    assert queue.after(over("C")).playing == {"A": "Masha", "B": "Alex", "C": "Vera", "D": "Serg"}
    two_goats = queue.after(over("B", "C"))  # only one waits, so that only one can leave
    assert two_goats.playing == {"A": "Masha", "B": "Vera", "C": "Olya", "D": "Serg"}
    assert two_goats.waiting == (("Alex",),)


def test_a_drawn_match_replaces_nobody() -> None:
    queue = queue_of(PAIRS, FOUR, WAITING)
    assert queue.after(over()) == queue


def test_where_nobody_waits_the_same_play_again() -> None:
    queue = queue_of(PAIRS, FOUR)
    assert queue.after(over("A+C")) == queue


def test_joining_and_leaving_the_queue() -> None:
    queue = queue_of(PAIRS, FOUR, WAITING).joined(["Ira", "Oleg"]).left(["Vera", "Gleb"])
    assert queue.waiting == (("Nina", "Pavel"), ("Ira", "Oleg"))


def test_places_keep_their_edges() -> None:
    seats = queue_of(PAIRS, FOUR, WAITING).after(over("A+C")).seated(FOUR)
    assert [(seat.id, seat.name, seat.edge) for seat in seats] == [
        ("A", "Vera", "S"),
        ("B", "Alex", "W"),
        ("C", "Gleb", "N"),
        ("D", "Serg", "E"),
    ]
    assert [seat.name_ru for seat in seats] == [None, "Алекс", None, "Серж"]


@pytest.mark.parametrize(("rules", "team"), [(PAIRS, ["Vera"]), (SOLO, ["Vera", "Gleb"])])
def test_teams_must_fit_the_table(rules: RuleSet, team: list[str]) -> None:
    with pytest.raises(RulesError, match="Vera"):
        queue_of(rules, FOUR, [team])


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([(), ("A+C",), ("B+D",)]), max_size=12), st.integers(0, 4))
def test_nobody_is_lost_and_winners_stay(matches: list[tuple[str, ...]], waiting: int) -> None:
    queue: Queue = queue_of(PAIRS, FOUR, [(f"x{n}", f"y{n}") for n in range(waiting)])
    everybody = {*queue.table.values(), *queue.waiting}
    for losers in matches:
        before, queue = queue, queue.after(over(*losers))
        assert {*queue.table.values(), *queue.waiting} == everybody
        for side, team in queue.table.items():
            assert (team == before.table[side]) or side in losers
