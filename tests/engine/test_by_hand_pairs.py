"""Small rounds of the games in pairs, counted on paper from rules.md 1.6, 1.9, 1.11 and section 2."""

from __future__ import annotations

import pytest

from engine.ledger import Account
from engine.rulesets import get, parse
from tests.engine.support import round_end, settled, tiles

AC, BD = "A+C", "B+D"
SIX, BLANK = tuple(tiles("6-6")), tuple(tiles("0-0"))


def record(points: int) -> Account:
    return Account(points, 0, True)


def test_sea_of_three_a_second_record_wipes_all_three() -> None:
    wiki = get("sea.wiki")
    end = round_end(wiki, "out", {"A": 14, "B": 0, "C": 12}, winner="B")  # 26 for B
    after = settled(wiki, end, {"A": record(60)})
    assert set(after.ledger.accounts.values()) == {Account()}
    assert (after.ledger.hundred, after.over) == (None, None)


def test_sea_of_three_fish_pays_the_lowest_what_the_others_hold() -> None:
    wiki = get("sea.wiki")
    end = round_end(wiki, "fish", {"A": 14, "B": 5, "C": "0-0"}, fisher="A")  # C's lone blank is 25
    after = settled(wiki, end)
    assert after.points == {"A": 0, "B": 39, "C": 0}
    assert after.ledger.accounts["B"] == record(39)


def test_sea_an_even_fish_and_a_small_round_open_a_record_together() -> None:
    """12 : 12 leaves 24, then 9: 33 are a record though neither is."""
    wiki = get("sea.wiki")
    even = settled(wiki, round_end(wiki, "fish", {"A": 7, "B": 12, "C": 5, "D": 0}, fisher="A"))
    assert even.ledger.carry == 24
    end = round_end(wiki, "out", {"A": 0, "B": 4, "C": 20, "D": 5}, winner="A")
    assert settled(wiki, end, carry=24).ledger.accounts == {AC: record(33), BD: Account()}


def test_sea_a_fish_for_the_hundred_is_not_going_out() -> None:
    wiki = get("sea.wiki")
    end = round_end(wiki, "fish", {"A": 1, "B": 20, "C": 1, "D": 20}, fisher="A", leader="A", lead=SIX)
    after = settled(wiki, end, {AC: record(60)}, hundred=AC)
    assert (set(after.ledger.accounts.values()), after.over) == ({Account()}, None)


def test_saltykov_each_hand_is_valued_by_itself() -> None:
    """B holds 0-0 alone (25), D 6-6 with 1-0 (13): 38; A went out."""
    rules = get("sea.saltykov")
    end = round_end(rules, "out", {"A": 0, "B": "0-0", "C": 30, "D": "6-6 1-0"}, winner="A")
    assert settled(rules, end).ledger.accounts == {AC: Account(), BD: record(38)}


def test_saltykov_a_hundred_for_six_makes_the_goat_of_who_has_25() -> None:
    rules = get("sea.saltykov")
    end = round_end(rules, "out", {"A": 0, "B": "0-0", "C": 30, "D": "6-5"}, winner="A", last=SIX)
    after = settled(rules, end, {BD: record(25)})
    assert after.over is not None
    assert (after.over.losers, after.ledger.accounts[BD].score) == ((BD,), 125)


def test_saltykov_lost_lead_for_the_match_is_paid_and_wipes_the_others() -> None:
    """A led with 6-6 and lost: its side is charged 31 as ever, the 90 of the others are gone."""
    rules = get("sea.saltykov")
    end = round_end(rules, "out", {"A": 20, "B": 0, "C": 11, "D": 9}, winner="B", leader="A", lead=SIX)
    after = settled(rules, end, {AC: record(40), BD: record(90)}, hundred=AC)
    assert after.ledger.accounts == {AC: record(71), BD: Account()}


def test_sport_counts_every_hand_and_ends_at_200() -> None:
    sport = get("sport.fdr")
    end = round_end(sport, "out", {"A": 11, "B": 0, "C": 8, "D": 6}, winner="B")
    after = settled(sport, end, {AC: Account(199), BD: Account(175)})
    assert after.points == {AC: 0, BD: 25}
    assert after.over is not None
    assert after.over.winners == (BD,)


@pytest.mark.parametrize(
    ("fisher", "held", "winner", "points"),
    [
        ("B", {"A": 1, "B": 9, "C": 9, "D": 1}, BD, 20),  # the next player, C, has as much as the locker
        ("B", {"A": 1, "B": 9, "C": 8, "D": 1}, AC, 19),  # one less is enough, though the pairs are 9 against 10
        ("D", {"A": 30, "B": 30, "C": 1, "D": 5}, BD, 66),  # A is next after D
    ],
)
def test_dominican_lock_is_between_the_locker_and_the_next(
    fisher: str, held: dict[str, int], winner: str, points: int
) -> None:
    rules = get("dominican.200")
    after = settled(rules, round_end(rules, "fish", held, fisher=fisher))
    assert after.points == {AC: 0, BD: 0, winner: points}


def test_puerto_rico_third_hand_won_on_0_0() -> None:
    rules = get("puerto_rico.500")
    end = round_end(rules, "out", {"A": 12, "B": 3, "C": 0, "D": 5}, winner="C", last=BLANK, number=3)
    assert settled(rules, end, {AC: Account(80)}).ledger.accounts[AC].score == 80 + 20 + 50 + 100


def test_cuban_fish_counts_the_losers_only_and_none_when_even() -> None:
    rules = get("cuban.d9")
    assert settled(rules, round_end(rules, "fish", {"A": 10, "B": 21, "C": 9, "D": 3})).points == {AC: 24, BD: 0}
    assert settled(rules, round_end(rules, "fish", {"A": 10, "B": 16, "C": 9, "D": 3})).points == {AC: 0, BD: 0}


def test_jamaican_pairs_fish_is_won_by_the_lowest_hand_not_by_the_lower_pair() -> None:
    rules = get("jamaican.partner")
    held = {"A": 2, "B": 5, "C": 40, "D": 6}
    after = settled(rules, round_end(rules, "fish", held, fisher="B"), {AC: Account(2), BD: Account(5)})
    assert after.ledger.scores == {AC: 3, BD: 0}
    partners = settled(rules, round_end(rules, "fish", {"A": 4, "B": 5, "C": 4, "D": 6}), {AC: Account(5)})
    assert partners.over is not None  # both lowest hands are of one side
    rivals = settled(
        rules, round_end(rules, "fish", {"A": 4, "B": 4, "C": 9, "D": 6}), {AC: Account(5), BD: Account(1)}
    )
    assert rivals.ledger.scores == {AC: 5, BD: 1}


def test_general_of_the_last_seat_is_the_first() -> None:
    rules = parse("general general_on=blank_only")
    end = round_end(rules, "out", {"A": 3, "B": 4, "C": 5, "D": 0}, winner="D", last=SIX + BLANK)
    assert settled(rules, end).points == {AC: 1, BD: 0}
    assert settled(rules, round_end(rules, "out", {"A": 3, "B": 4, "C": 5, "D": 0}, winner="D", last=SIX)).points == {
        AC: 0, BD: 0
    }  # fmt: skip
