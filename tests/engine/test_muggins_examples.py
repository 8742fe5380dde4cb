"""The worked examples MG-1 to MG-6 of the rules (Muggins and All Fives)."""

from __future__ import annotations

import pytest

from engine.events import Played, Scored
from engine.games.muggins import to_nearest_five
from engine.ledger import Account
from engine.referee import Referee
from engine.rulesets import RuleSet, get, parse
from tests.engine.support import FOUR, follow, one, round_end, settled

MUGGINS, ALL_FIVES = get("muggins.blog"), get("allfives")


def table(moves: str, rules: str = "allfives") -> Referee:
    referee = Referee(parse(rules), FOUR[:2])
    referee.start()
    follow(referee, moves)
    return referee


def logged(referee: Referee) -> list[tuple[int, int]]:
    return [(event.sum, event.points) for event in referee.events if isinstance(event, Played)]


def sums(moves: str, rules: str = "allfives") -> list[tuple[int, int]]:
    """Sum of the ends and points after each play."""
    return logged(table(moves, rules))


def scores(referee: Referee) -> dict[str, int]:
    return referee.state.ledger.scores


@pytest.mark.parametrize("rules", ["muggins.blog", "allfives"])
def test_MG_1_doubles_at_both_ends(rules: str) -> None:
    expected = [(10, 10), (10, 10), (10, 10), (6, 0), (10, 10)]
    assert sums("A:5-5 B:5-0@L A:0-0@L B:5-6@R A:0-4@L", rules) == expected


def test_MG_2_a_double_at_an_end_counts_both_halves() -> None:
    assert sums("A:2-4 B:4-3@L") == [(6, 0), (5, 5)]
    assert sums("A:2-4 B:4-4@L") == [(6, 0), (10, 10)]


def test_MG_3_the_house_with_one_side_covered() -> None:
    assert sums("A:6-6 B:6-3@L") == [(12, 0), (15, 15)]


def test_MG_4_the_house_covered_and_its_arms() -> None:
    expected = [(10, 10), (12, 0), (5, 5), (5, 5), (11, 0)]
    assert sums("A:5-5 B:5-2@L A:5-3@R B:5-0@U A:5-6@D") == expected


def test_MG_4_where_the_fourth_side_counts() -> None:
    # D-21: with three arms 2 + 3 + 0 and 5 for the free side
    assert sums("A:5-5 B:5-2@L A:5-3@R B:5-0@U A:5-6@D", "allfives fourth_side=yes")[3:] == [(10, 10), (11, 0)]


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("A:5-5 B:5-0@U", [(10, 10), (10, 10)]),  # a house with one neighbour is 10, whichever side that lies at
        ("A:5-5 B:5-0@L A:5-6@U", [(10, 10), (10, 10), (16, 0)]),
    ],
)
def test_a_house_counts_once_where_all_four_sides_are_open_at_once(moves: str, expected: list[tuple[int, int]]) -> None:
    assert sums(moves, "allfives cross_opens=at_once") == expected


def test_points_go_to_the_account_at_once() -> None:
    referee = table("A:5-5 B:5-0@L A:0-0@L B:5-6@R A:0-4@L")
    assert scores(referee) == {"A": 30, "B": 10}


@pytest.mark.parametrize("rules", [MUGGINS, ALL_FIVES])
def test_MG_5_fish(rules: RuleSet) -> None:
    after = settled(rules, round_end(rules, "fish", {"A": 3, "B": 14, "C": 10}))
    assert after.points == {"A": 20, "B": 0, "C": 0}
    assert after.charges.winner == "A"


def test_MG_5_fish_counted_pairwise() -> None:
    # D-10: (14 - 3) + (10 - 3) = 18, to the nearest five 20; with 13 it is 17, so 15
    rules = MUGGINS.with_options(fish_diff="pairwise")
    assert settled(rules, round_end(rules, "fish", {"A": 3, "B": 14, "C": 10})).points["A"] == 20
    assert settled(rules, round_end(rules, "fish", {"A": 3, "B": 13, "C": 10})).points["A"] == 15


def test_even_fish_brings_nobody_anything() -> None:
    after = settled(MUGGINS, round_end(MUGGINS, "fish", {"A": 7, "B": 7, "C": 12}), {"A": Account(50)})
    assert after.ledger.scores == {"A": 50, "B": 0, "C": 0}


def test_MG_6_the_finisher_gets_ten() -> None:
    after = settled(MUGGINS, round_end(MUGGINS, "out", {"A": 0, "B": 13}, winner="A"))
    assert after.points == {"A": 10, "B": 0}
    assert [(ruling.rule, ruling.side, ruling.points) for ruling in after.rulings] == [("bonus.finisher", "A", 10)]


def test_MG_6_all_fives_counts_the_opponents() -> None:
    after = settled(ALL_FIVES, round_end(ALL_FIVES, "out", {"A": 0, "B": 13}, winner="A"))
    assert after.points == {"A": 15, "B": 0}


def test_all_fives_in_pairs_counts_both_opponents() -> None:
    rules = parse("allfives teams=pairs")
    held: dict[str, int | str] = {"A": 0, "B": 6, "C": 9, "D": 6}  # 12 of the others, to the nearest five 10
    assert settled(rules, round_end(rules, "out", held, winner="A")).points == {"A+C": 10, "B+D": 0}


def test_a_bonus_for_going_out_adds_to_any_scoring() -> None:
    rules = parse("allfives finisher=10")
    assert settled(rules, round_end(rules, "out", {"A": 0, "B": 13}, winner="A")).points["A"] == 25
    assert settled(rules, round_end(rules, "fish", {"A": 0, "B": 13})).points["A"] == 15


@pytest.mark.parametrize(
    ("points", "nearest"), [(0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 5), (7, 5), (8, 10), (12, 10), (13, 15)]
)
def test_nearest_five(points: int, nearest: int) -> None:
    assert to_nearest_five(points) == nearest


def test_ten_to_get_in() -> None:
    # 2 + 3 = 5 is too little to begin with
    referee = table("A:2-4 B:4-3@L A:3-3@L", "allfives get_in=10")
    assert logged(referee) == [(6, 0), (5, 0), (8, 0)]
    assert scores(referee) == {"A": 0, "B": 0}
    assert not referee.state.ledger.accounts["B"].open


def test_after_ten_every_five_counts() -> None:
    # A leads 5-5 (10); 5-2 makes 12; 5-3 makes 5, which counts now
    referee = table("A:5-5 B:5-2@L A:5-3@R", "allfives get_in=10")
    assert logged(referee) == [(10, 10), (12, 0), (5, 5)]
    assert scores(referee) == {"A": 15, "B": 0}
    assert referee.state.ledger.accounts["A"].open


def test_ten_to_get_in_holds_for_the_end_of_a_round_too() -> None:
    rules = parse("allfives get_in=10")
    for held, before, after in ((6, Account(), 0), (6, Account(10, open=True), 15), (9, Account(), 10)):
        end = round_end(rules, "out", {"A": 0, "B": held}, winner="A")
        assert settled(rules, end, {"A": before}).ledger.scores["A"] == after


def test_who_has_won_a_round_leads_the_next() -> None:
    referee = table("A:5-5 B:5-0@L")
    rest = [tile for tile in referee.rules.set if tile not in referee.state.line.tiles]
    scored = one(referee.reveal({"A": [], "B": rest[14:]}, 9.0), Scored)
    assert (scored.termination, scored.winner, scored.leader) == ("out", "A", "A")


def test_presets_of_muggins() -> None:
    assert [MUGGINS.dealt_each(seats) for seats in (2, 3, 4)] == [7, 5, 5]
    assert (MUGGINS.limit, MUGGINS.lead_order, MUGGINS.draw, MUGGINS.finisher) == (200, "any", "until", 10)
    assert ALL_FIVES.finisher == 0
