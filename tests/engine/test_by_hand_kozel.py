"""Small rounds of Kozel, counted on paper from rules.md 1.4 and 1.5."""

from __future__ import annotations

from engine.ledger import Account
from engine.rulesets import get, parse
from tests.engine.support import round_end, settled, tiles

SOLO, PAIR, YARD = get("kozel.solo"), get("kozel.pair"), get("sport.yard")
ON_ONE = parse("kozel.solo fish=on_one")
AC, BD = "A+C", "B+D"


def remembers(points: int) -> Account:
    return Account(0, points, False)


def stands(points: int) -> Account:
    return Account(points, 0, True)


def test_carry_opens_an_account_with_a_small_hand_and_takes_what_was_remembered_along() -> None:
    """12 remembered, 5 in hand and 35 that waited: 5 + 35 = 40 opens, and 12 + 40 = 52 are written."""
    end = round_end(ON_ONE, "out", {"A": 0, "B": 5, "C": 3, "D": 2}, winner="A")
    after = settled(ON_ONE, end, {"B": remembers(12)}, carry=35)
    assert after.ledger.accounts == {"A": Account(), "B": stands(52), "C": remembers(3), "D": remembers(2)}
    assert (after.ledger.carry, after.points["B"]) == (0, 40)


def test_carry_waits_while_two_are_charged_equally_much() -> None:
    end = round_end(ON_ONE, "out", {"A": 0, "B": 14, "C": 14, "D": 2}, winner="A")
    after = settled(ON_ONE, end, {"A": remembers(7)}, carry=35)
    assert after.ledger.accounts == {"A": Account(), "B": stands(14), "C": stands(14), "D": remembers(2)}
    assert after.ledger.carry == 35


def test_fish_on_one_after_a_tie_pays_both() -> None:
    """4 + 8 + 9 + 3 = 24 in this fish and 30 of the one before: C pays 54, and the others forget."""
    end = round_end(ON_ONE, "fish", {"A": 4, "B": 8, "C": 9, "D": 3}, fisher="B")
    after = settled(ON_ONE, end, {"A": remembers(5), "B": stands(20), "D": remembers(11)}, carry=30)
    assert after.ledger.accounts == {"A": Account(), "B": stands(20), "C": stands(54), "D": Account()}


def test_a_second_tie_adds_to_the_first_and_changes_nothing_else() -> None:
    end = round_end(ON_ONE, "fish", {"A": 9, "B": 9, "C": 1, "D": 2}, fisher="B")
    after = settled(ON_ONE, end, {"C": remembers(12), "D": stands(40)}, carry=30)
    assert after.ledger.carry == 30 + 21
    assert after.ledger.accounts == {"A": Account(), "B": Account(), "C": remembers(12), "D": stands(40)}


def test_a_lone_blank_in_a_fish_is_ten_and_the_loser_is_whoever_reaches_101() -> None:
    end = round_end(SOLO, "fish", {"A": "0-0", "B": "0-0 0-1", "C": "6-6", "D": "5-5 1-2"}, fisher="D")
    after = settled(SOLO, end, {"A": stands(91), "B": stands(100), "C": stands(30), "D": stands(60)})
    assert after.points == {"A": 10, "B": 1, "C": 12, "D": 13}
    assert after.over is not None
    assert (after.over.losers, after.over.winners) == (("A", "B"), ("C",))


def test_pair_even_fish_carries_its_sum_past_rule_13() -> None:
    """9 : 9 leaves 18; then 2 in hand: 2 + 18 = 20 opens the losers' account, on top of 6 remembered."""
    even = settled(PAIR, round_end(PAIR, "fish", {"A": 4, "B": 9, "C": 5, "D": 0}, fisher="A"), {BD: remembers(6)})
    assert (even.ledger.carry, even.ledger.accounts[BD]) == (18, remembers(6))
    end = round_end(PAIR, "out", {"A": 11, "B": "1-0", "C": 0, "D": "0-0 0-1"}, winner="C")
    after = settled(PAIR, end, even.ledger.accounts, carry=18)
    assert after.ledger.accounts == {AC: Account(), BD: stands(6 + 2 + 18)}


def test_pair_lead_and_finish_bonus_of_the_same_pair_of_doubles() -> None:
    """Led with 0-0, finished with both 6-6 and 0-0 taken as one turn: 11 in hand, 25 and 75 more."""
    rules = parse("kozel.pair two_doubles=yes")
    last, lead = tuple(tiles("6-6 3-3")), tuple(tiles("0-0"))
    end = round_end(
        rules, "out", {"A": 0, "B": "6-4", "C": 40, "D": "0-1"}, winner="A", leader="B", lead=lead, last=last
    )
    assert settled(rules, end).points == {AC: 0, BD: 11 + 25 + 50}


def test_pair_lone_doubles_count_in_a_fish_too() -> None:
    """A and C hold 25 and 9, B and D 50 and 3: the full fish costs the latter 87."""
    end = round_end(PAIR, "fish", {"A": "0-0", "B": "6-6", "C": "5-4", "D": "2-1"}, fisher="B")
    assert settled(PAIR, end).points == {AC: 0, BD: 25 + 9 + 50 + 3}
    rules = parse("kozel.pair full_fish=no bonuses=no")
    end = round_end(rules, "fish", {"A": "0-0", "B": "6-6", "C": "5-4", "D": "2-1"}, fisher="A")
    assert settled(rules, end).points == {AC: 0, BD: 12 + 3}


def test_yard_sport_writes_a_fish_to_the_side_that_holds_more() -> None:
    end = round_end(YARD, "fish", {"A": 8, "B": 3, "C": 9, "D": 5}, fisher="A")
    assert settled(YARD, end).points == {AC: 17, BD: 0}


def test_of_two_goats_the_lower_one_wins_D_42() -> None:
    end = round_end(SOLO, "fish", {"A": 20, "B": 15}, fisher="A")
    over = settled(SOLO, end, {"A": stands(90), "B": stands(90)}).over
    assert over is not None
    assert (over.losers, over.winners) == (("A",), ("B",))  # 110 and 105
    level = settled(SOLO, end, {"A": stands(85), "B": stands(90)}).over
    assert level is not None
    assert (level.losers, level.winners) == (("A", "B"), ())  # both 105
