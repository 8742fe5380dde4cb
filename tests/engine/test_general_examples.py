"""The worked examples G-1 to G-4 of the rules (General's goat)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RulesError
from engine.events import MatchOver, Scored
from engine.ledger import Account, Ruling, Title
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.scoring import Settlement
from tests.engine.pair_rounds import (
    DOUBLE_FINISH_HANDS,
    DOUBLE_FINISH_MOVES,
    FISH_HANDS,
    FISH_MOVES,
    SIX_LOSES_HANDS,
    SIX_LOSES_MOVES,
    moved_on,
    renumbered,
)
from tests.engine.support import FOUR, follow, hands, one, round_end, settled, tiles

GENERAL = get("general")
SEATS = ("A", "B", "C", "D")
AC, BD = "A+C", "B+D"


def finished(seat_number: int, last: str, options: str = "", **accounts: int) -> Settlement:
    """The seat of that number, from 1, goes out on these tiles."""
    rules, winner = parse(f"general {options}"), SEATS[seat_number - 1]
    held: dict[str, int | str] = {seat: 0 if seat == winner else 9 for seat in SEATS}
    before = {side.replace("_", "+"): Account(score) for side, score in accounts.items()}
    return settled(rules, round_end(rules, "out", held, winner=winner, last=tuple(tiles(last))), before)


def named(settlement: Settlement) -> list[tuple[str | None, str | None]]:
    return [(ruling.seat, ruling.side) for ruling in settlement.rulings if ruling.rule == "general.named"]


def test_G_1_blank_makes_the_next_player_a_general() -> None:
    after = finished(1, "0-0")
    assert named(after) == [("B", BD)]
    assert after.ledger.scores == {AC: 0, BD: 1}


def test_G_2_both_doubles_make_one_general() -> None:
    after = finished(4, "6-6 0-0")
    assert named(after) == [("A", AC)]
    assert after.ledger.scores == {AC: 1, BD: 0}


def test_G_3_any_tile_makes_a_general() -> None:
    after = finished(3, "5-3")
    assert named(after) == [("D", BD)]
    assert after.ledger.scores == {AC: 0, BD: 1}


@pytest.mark.parametrize(
    ("general_on", "last", "generals"),
    [
        ("doubles", "5-3", 0),
        ("doubles", "3-3", 0),
        ("doubles", "6-6", 1),
        ("doubles", "0-0", 1),
        ("blank_only", "5-3", 0),
        ("blank_only", "6-6", 0),
        ("blank_only", "0-0", 1),
        ("blank_only", "6-6 0-0", 1),
    ],
)
def test_G_3_where_only_some_doubles_count(general_on: str, last: str, generals: int) -> None:
    after = finished(3, last, f"general_on={general_on}")
    assert after.ledger.scores == {AC: 0, BD: generals}
    assert len(named(after)) == generals


def test_G_4_fish_counts_for_nobody() -> None:
    end = round_end(GENERAL, "fish", {"A": 9, "B": 20, "C": 4, "D": 30}, fisher="A")
    after = settled(GENERAL, end, {BD: Account(2)})
    assert after.ledger.scores == {AC: 0, BD: 2}
    assert after.rulings == (Ruling("fish.void"),)
    assert after.over is None


def test_five_generals_lose_the_match() -> None:
    assert finished(1, "0-0", A_C=4, B_D=3).over is None
    over = finished(1, "0-0", A_C=4, B_D=4).over
    assert over is not None
    assert (over.losers, over.winners, over.titles) == ((BD,), (AC,), (Title(BD, "general"),))


def test_a_match_at_the_table() -> None:
    """B is General after A's 6-6 and 0-0; a fish counts for nobody; B again after A's 4-4 and 6-6."""
    referee = Referee(parse("general limit=2"), FOUR)
    follow(referee, DOUBLE_FINISH_MOVES)
    first = one(referee.reveal(hands(DOUBLE_FINISH_HANDS), 40.0), Scored)
    assert (first.leader, first.scoring) == (None, "generals")  # 1-1 leads every round
    assert {row.side: row.score for row in first.sides} == {AC: 0, BD: 1}

    follow(referee, FISH_MOVES)
    fish = one(referee.reveal(hands(FISH_HANDS), 80.0), Scored)
    assert (fish.termination, fish.leader, fish.winner) == ("fish", None, None)
    assert {row.side: row.score for row in fish.sides} == {AC: 0, BD: 1}

    numbers = {"6": "1", "1": "6"}
    follow(referee, moved_on(renumbered(SIX_LOSES_MOVES, numbers), "DABC"))
    last = {moved_on(seat, "DABC"): renumbered(hand, numbers) for seat, hand in SIX_LOSES_HANDS.items()}
    over = one(referee.reveal(hands(last), 120.0), MatchOver)
    assert (over.losers, over.titles) == ((BD,), (Title(BD, "general"),))
    assert referee.state.ledger.scores == {AC: 0, BD: 2}


def test_two_doubles_at_once_are_a_convention() -> None:
    assert GENERAL.multi_doubles == 2
    assert parse("general two_doubles=no").multi_doubles == 1


def test_general_on_needs_generals() -> None:
    options: dict[str, Any] = {"general_on": "doubles"}
    with pytest.raises(RulesError, match="general_on"):
        get("kozel.pair").with_options(**options)
