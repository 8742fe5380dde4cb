"""Options that make no sense together are refused in one sentence; those that are accepted give a game that goes on."""

from __future__ import annotations

from random import Random

import pytest

from engine.errors import RulesError
from engine.events import Dealt, Seat
from engine.leading import next_leader
from engine.ledger import Account, Charges, Ledger
from engine.rulesets import parse
from engine.selfplay import play_match
from tests.engine.support import round_end

SEATS = [Seat(letter, letter) for letter in "ABCD"]


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("sea.wiki cut_lines=yes", "multi_doubles=2 contradicts cut_lines=yes"),
        ("kozel.solo cut_lines=yes after_bone=yes", "after_bone=yes contradicts cut_lines=yes"),
        ("classic.two teams=pairs", "teams has no meaning with 2: four cannot play"),
        ("allfives limit=61 exact=yes", "limit=61 is never hit exactly, for all points are fives"),
        ("fives_threes limit=7 get_in=10", "get_in=10 contradicts limit=7"),
        ("general out_scoring=nothing", "limit has no meaning with out_scoring=nothing: nothing is scored"),
        ("kozel.solo fish_tie=next_seat lead_next=next_seat", "fish_tie has no meaning with lead_next=next_seat"),
        ("allfives no_double_lead=lightest", "no_double_lead has no meaning with lead_order=any"),
        ("muggins.blog lead_scores=free_only", "lead_scores=free_only has no meaning with lead_order=any"),
        ("telephone.72 limit=0 rounds=4 end_check=move", "end_check has no meaning with limit=0"),
        ("kozel.pair open_at=0 carry_opens=no", "carry_opens has no meaning with open_at=0"),
        ("sea.wiki lead_next=forced_again", "hundred has no meaning with lead_next=forced_again"),
    ],
)
def test_contradictions_are_refused_in_one_sentence(rules: str, sentence: str) -> None:
    with pytest.raises(RulesError) as refused:
        parse(rules)
    assert sentence in refused.value.text.en
    assert any("а" <= letter <= "я" for letter in refused.value.text.ru)


@pytest.mark.parametrize("rules", ["allfives limit=60 exact=yes", "allfives limit=61 exact=yes finisher=1"])
def test_a_limit_that_can_be_hit_is_accepted(rules: str) -> None:
    assert parse(rules).exact


def test_a_match_in_which_nothing_is_scored_stops_at_the_deals_that_were_asked_for() -> None:
    rules = parse("general out_scoring=nothing limit=0")
    log = play_match(rules, SEATS, Random(1), most_rounds=3)
    assert len([event for event in log if isinstance(event, Dealt)]) == 3  # the first is the match's own


def test_a_record_without_a_limit_is_a_record() -> None:
    rules = parse("sea.saltykov limit=0 rounds=8")
    end = round_end(rules, "out", {"A": 0, "B": 30, "C": 1, "D": 2}, winner="A")
    ledger = Ledger({"A+C": Account(), "B+D": Account(32, 0, True)})
    assert next_leader(rules, end, Charges({"A+C": 0, "B+D": 32}, winner="A+C"), ledger) == "A"
