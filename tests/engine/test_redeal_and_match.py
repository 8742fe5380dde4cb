"""Deals that are claimed anew, and the end of a match."""

from __future__ import annotations

import pytest

from engine.events import MatchOver, Redealt
from engine.referee import Referee
from engine.rulesets import get
from tests.engine.support import FOUR, K9_HANDS, K9_MOVES, hands, kinds, kozel, one, tiles

KOZEL = get("kozel.solo")


def test_redeal_is_granted_only_to_a_hand_that_deserves_it() -> None:
    referee = kozel()
    refused = referee.claim_redeal("C", 1.0, tiles("0-0 1-1 2-2 3-3 5-4 6-5 6-4"))
    assert kinds(refused) == ["redeal"] and one(refused, Redealt).refusal == "poor_hand"
    granted = referee.claim_redeal("C", 2.0, tiles("0-0 1-1 2-2 3-3 4-4 6-5 6-4"))
    assert kinds(granted) == ["redeal", "deal"] and one(granted, Redealt).refusal is None
    assert referee.state.round.number == 1


@pytest.mark.parametrize("rules", ["classic", "kozel.solo redeal=none"])
def test_no_redeal_where_the_rules_know_none(rules: str) -> None:
    referee = kozel(rules=rules)
    refused = one(referee.claim_redeal("C", 1.0), Redealt)
    assert (refused.granted, refused.refusal) == (False, "no_redeal")
    assert referee.state.phase == "playing"


def test_no_redeal_once_the_seat_has_laid_a_tile() -> None:
    referee = kozel("B:1-1")
    refused = one(referee.claim_redeal("B", 2.0), Redealt)
    assert (refused.granted, refused.refusal) == (False, "too_late")
    assert len(referee.state.line) == 1
    assert kinds(referee.claim_redeal("C", 3.0)) == ["redeal", "deal"]  # its hand is as it was dealt
    assert len(referee.state.line) == 0


def test_no_redeal_after_the_end_of_the_round() -> None:
    referee = kozel(K9_MOVES)
    assert one(referee.claim_redeal("D", 29.0), Redealt).refusal == "too_late"
    referee.reveal(hands(K9_HANDS), 30.0)
    assert one(referee.claim_redeal("D", 31.0), Redealt).refusal == "too_late"
    assert referee.state.phase == "scored"
    with pytest.raises(ValueError, match="no seat 'X'"):
        referee.claim_redeal("X", 32.0)


def test_redeal_before_anything_else_begins_the_match() -> None:
    assert kinds(Referee(KOZEL, FOUR).claim_redeal("A", 1.0)) == ["setup", "deal", "redeal", "deal"]


def test_match_over_names_the_goat() -> None:
    referee = kozel(K9_MOVES, "kozel.solo limit=27")
    events = referee.reveal(hands(K9_HANDS), 30.0)
    over = one(events, MatchOver)
    assert (over.losers, over.winners) == (("D",), ("A", "C"))
    assert referee.state.phase == "over"
    assert referee.deal(40.0) == []


def test_match_of_so_many_rounds() -> None:
    referee = kozel(K9_MOVES, "kozel.solo limit=0 rounds=1")
    assert one(referee.reveal(hands(K9_HANDS), 30.0), MatchOver).losers == ("D",)
