"""What must hold in every game that is known: random matches end, logs fold the same whichever way they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import rulesets
from engine.dpn.from_events import from_events
from engine.dpn.reader import read
from engine.dpn.to_events import to_events
from engine.dpn.writer import write
from engine.events import Dealt, Event, MatchOver, Played, Revealed, Scored, Seat, from_line
from engine.explain import why
from engine.fold import apply, begin, fold
from engine.ledger import Account
from engine.rulesets import RuleSet
from engine.selfplay import play_match
from engine.sides import sides_of
from engine.state import MatchState

SEEDS = st.integers(0, 2**32 - 1)
SEATS = [Seat(letter, letter) for letter in "ABCDEFGH"]


def tables() -> Iterator[tuple[str, int]]:
    """Every game that is played in turns, with the fewest and with the most players."""
    for rules_id in rulesets.ids():
        if not rulesets.get(rules_id).deal:
            continue
        seats = rulesets.get(rules_id).seats
        yield from ((rules_id, count) for count in sorted({min(seats), max(seats)}))


TABLES = list(tables())
SCORED = [table for table in TABLES if rulesets.get(table[0]).scores]


def match(rules_id: str, count: int, seed: int, most_rounds: int = 300) -> list[Event]:
    return play_match(rulesets.get(rules_id), SEATS[:count], Random(seed), most_rounds)


def board(state: MatchState) -> tuple[object, ...]:
    """All that a page would show of a state."""
    current = state.round
    return (
        state.phase, state.ledger, state.next_leader, state.winners, state.losers, state.titles, state.scores,
        current.line.placed, current.hands, current.turn, current.plays, current.illegal, current.number,
        current.fisher,
    )  # fmt: skip


@pytest.mark.parametrize(("rules_id", "count"), SCORED)
def test_random_matches_end(rules_id: str, count: int) -> None:
    log = match(rules_id, count, seed=20_261_201)
    assert sum(isinstance(event, MatchOver) for event in log) == 1
    assert isinstance(log[-1], MatchOver)


@pytest.mark.parametrize(("rules_id", "count"), TABLES)
@given(seed=SEEDS)
@settings(max_examples=3, deadline=None)
def test_a_log_folds_the_same_after_any_writing(rules_id: str, count: int, seed: int) -> None:
    log = match(rules_id, count, seed, most_rounds=3)
    as_lines = [from_line(event.to_line()) for event in log]
    assert as_lines == log
    state = board(fold(log))
    assert board(fold(to_events(read(write(from_events(log)))))) == state
    stepwise = begin(rulesets.get("free"))
    for event in log:
        stepwise = apply(stepwise, event)
    assert board(stepwise) == state


@pytest.mark.parametrize(("rules_id", "count"), SCORED)
@given(seed=SEEDS)
@settings(max_examples=3, deadline=None)
def test_accounts_follow_from_the_log(rules_id: str, count: int, seed: int) -> None:
    """Every score event starts from the account before it, and the board shows what the last one says."""
    rules = rulesets.get(rules_id)
    log = match(rules_id, count, seed, most_rounds=4)
    sides = set(sides_of(rules, [seat.id for seat in SEATS[:count]]).values())
    for event in log:
        if isinstance(event, Scored):
            assert {row.side for row in event.sides} == sides
    last = max(i for i, event in enumerate(log) if isinstance(event, Scored))
    rows = {row.side: row for event in log[last : last + 1] if isinstance(event, Scored) for row in event.sides}
    shown = fold(log).ledger.accounts
    assert shown == {side: Account(row.score, row.remembered, row.open) for side, row in rows.items()}


@pytest.mark.parametrize(("rules_id", "count"), [table for table in SCORED if rulesets.get(table[0]).line != "none"])
@given(seed=SEEDS)
@settings(max_examples=3, deadline=None)
def test_every_tile_lies_once_and_the_free_checks_hold(rules_id: str, count: int, seed: int) -> None:
    """Uniqueness, closing sum and parity of rules.md 1.1, at the end of each round."""
    rules: RuleSet = rulesets.get(rules_id)
    state = begin(rules)
    for event in match(rules_id, count, seed, most_rounds=2):
        state = apply(state, event)
        if isinstance(event, Played):
            assert event.legal
            assert state.line.parity_holds() or rules.cut_lines
        if isinstance(event, Scored):
            seen = Counter(state.line.tiles)
            for hand in state.round.hands.values():
                seen.update(hand)
            assert all(seen[tile] <= rules.copies for tile in seen)
            assert len(rules.tiles(count)) - seen.total() == state.round.bazaar


@pytest.mark.parametrize(("rules_id", "count"), TABLES)
def test_every_verdict_and_score_is_explained(rules_id: str, count: int) -> None:
    rules, seats = rulesets.get(rules_id), SEATS[:count]
    for event in match(rules_id, count, seed=7, most_rounds=40):
        text = why(event, rules, seats)
        if isinstance(event, Scored):
            assert text is not None
        for sentence in text or ():
            assert "{" not in sentence and sentence[-1] in ".!" and sentence[0] == sentence[0].upper()


def test_a_match_begins_with_its_deal() -> None:
    log = match("kozel.solo", 4, seed=1, most_rounds=1)
    assert [type(event) for event in log[1:2]] == [Dealt]
    assert sum(isinstance(event, Revealed) for event in log) == 4
