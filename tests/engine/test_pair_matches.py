"""Random matches of the pair games: each ends, each log reads back the same, and the board keeps its rules."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engine.events import Checked, Event, Illegal, MatchOver, Scored, Setup, WrongPass, from_line
from engine.fold import fold
from engine.ledger import HOLDER_OF_SIX
from engine.rulesets import RuleSet, parse
from engine.selfplay import play_match
from engine.sides import members
from tests.engine.support import FOUR

GAMES = (
    "kozel.pair",
    "kozel.pair bonuses=no rule13=no full_fish=no first_move_double=no two_doubles=yes limit=300",
    "sport.yard",
    "sport.yard rounds=8",
    "sea.wiki",
    "sea.blog",
    "sea.saltykov",
    "sea.saltykov knockout=yes fish_sum=all",
    "general",
    "general general_on=doubles limit=1",
)
TITLES = {
    "kozel": {"kozel"},
    "none": set[str](),
    "sea": {"sea_kozel"},
    "bald_kozel": {"sea_kozel", "bald_kozel", "svoyak"},
    "saltykov": {"worker_kozel", "officer", "general"},
    "general": {"general"},
}

everywhere = pytest.mark.parametrize("text", GAMES)
SEEDS = range(6)


@cache
def matches(text: str, seats: int = 4) -> list[list[Event]]:
    return [play_match(parse(text), FOUR[:seats], Random(seed)) for seed in SEEDS]


@everywhere
def test_every_match_ends_without_a_verdict(text: str) -> None:
    for events in matches(text):
        assert isinstance(events[-1], MatchOver)
        assert sum(isinstance(event, MatchOver) for event in events) == 1
        assert not [event for event in events if isinstance(event, Illegal | WrongPass | Checked)]


@everywhere
def test_every_log_reads_back_the_same(text: str) -> None:
    for events in matches(text):
        again = [from_line(event.to_line()) for event in events]
        assert again == events
        assert fold(again) == fold(events)


@everywhere
def test_titles_are_those_of_the_game(text: str) -> None:
    rules = parse(text)
    for events in matches(text):
        state = fold(events)
        assert {title.name for title in state.titles} <= TITLES[rules.titles]
        named = {title.side for title in state.titles if title.name != "bald_kozel"}
        assert named == (set(state.losers) if rules.titles != "none" else set())
        assert {*state.losers, *state.winners} <= {"A+C", "B+D"}
        assert not {*state.losers} & {*state.winners}


@pytest.mark.parametrize(("text", "seats"), [*((text, 4) for text in GAMES), ("sea.wiki", 2), ("sea.blog", 3)])
def test_the_board_keeps_its_rules(text: str, seats: int) -> None:
    for events in matches(text, seats):
        rules = next(event for event in events if isinstance(event, Setup)).rules
        assert isinstance(events[-1], MatchOver)
        scores = [event for event in events if isinstance(event, Scored)]
        for score in scores[:-1]:  # a win at once leaves the board as it is written
            _check_board(score, rules)


def _check_board(score: Scored, rules: RuleSet) -> None:
    if rules.wipe_at:
        assert sum(row.open for row in score.sides) <= 1
    if rules.below == "discard":
        assert not any(row.remembered for row in score.sides)
    if score.hundred == HOLDER_OF_SIX:
        assert score.leader is None
    elif score.hundred is not None:
        assert score.leader in members(score.hundred)
    assert score.debt is None or 1 <= score.debt.rounds <= rules.fish_debt
    assert len(score.eggs) < 3 or rules.eggs == "weight"
    for row in score.sides:
        assert row.open == (row.score > 0) or not rules.open_at
