"""Small rounds in which the ends pay, counted on paper from rules.md 1.8, 1.10 and section 2."""

from __future__ import annotations

import pytest

from engine.events import Played
from engine.ledger import Account
from engine.referee import Referee
from engine.rulesets import get, parse
from tests.engine.support import FOUR, follow, round_end, settled


def sums(rules: str, moves: str) -> list[tuple[int, int]]:
    """The sum of the ends after each play of four, and what it brought."""
    referee = Referee(parse(rules), FOUR)
    referee.start()
    return [(event.sum, event.points) for event in follow(referee, moves) if isinstance(event, Played)]


def test_telephone_72_all_four_sides_of_the_house() -> None:
    moves = "A:1-1 B:1-6@L C:1-3@R D:6-6@L A:1-5@U B:1-0@D C:3-2@R D:5-5@U A:0-6@D"
    assert sums("telephone.72", moves) == [
        (2, 0), (8, 0), (9, 0), (15, 3), (20, 4), (20, 4), (19, 0), (24, 0), (30, 6),
    ]  # fmt: skip


def test_telephone_225_the_double_that_is_covered_first_is_the_house_though_it_was_laid_second() -> None:
    """3-3 is laid before 2-2, but 2-2 is covered first and stays the house; 3-3 never gets sides."""
    moves = "A:2-3 B:3-3@L C:2-2@R D:2-4@R A:2-5@U B:3-6@L C:6-0@L D:2-1@D"
    assert sums("telephone.225", moves) == [
        (5, 0), (8, 0), (10, 10), (10, 10), (15, 15), (15, 15), (9, 0), (10, 10),
    ]  # fmt: skip


def test_telephone_225_house_on_the_right_arm() -> None:
    moves = "A:2-3 B:3-4@L C:2-2@R D:2-5@R A:2-6@U B:5-5@R C:2-0@D D:4-1@L"
    assert sums("telephone.225", moves) == [
        (5, 0), (6, 0), (8, 0), (9, 0), (15, 15), (20, 20), (20, 20), (17, 0),
    ]  # fmt: skip


def test_fives_threes_counts_fives_and_threes() -> None:
    """5-5 is 10 (two fives); 5-5/5-0 still 10; 0-0 keeps it; 6 at the one end: 6 (two threes); both 6-6: 12 and 0."""
    moves = "A:5-5 B:5-0@R C:0-0@R D:5-6@L A:6-6@L B:6-3@L C:0-6@R D:6-4@R"
    assert sums("fives_threes", moves) == [
        (10, 2), (10, 2), (10, 2), (6, 2), (12, 4), (3, 1), (9, 3), (7, 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ({"A": 13, "B": 2, "C": 15}, 25),  # 28 - 2 = 26
        ({"A": 13, "B": 5, "C": 15}, 25),  # 23: two short of 25
        ({"A": 6, "B": 5, "C": 6}, 5),  # 7
        ({"A": 5, "B": 5, "C": 30}, 0),  # nobody is lowest
    ],
)
def test_muggins_fish_to_the_nearest_five(held: dict[str, int], points: int) -> None:
    rules = get("muggins.blog")
    assert settled(rules, round_end(rules, "fish", held, fisher="C")).points["B"] == points


def test_telephone_225_everybody_pays_for_the_own_hand_and_nobody_gains() -> None:
    """A and C hold 14 and 9: 10 and 5 off; of the winner's side D holds 19: 15 off."""
    rules = get("telephone.225")
    end = round_end(rules, "out", {"A": 14, "B": 0, "C": 9, "D": 19}, winner="B")
    after = settled(rules, end, {"A+C": Account(12), "B+D": Account(230)})
    assert after.points == {"A+C": -15, "B+D": -15}
    assert after.ledger.scores == {"A+C": -3, "B+D": 215}
    assert after.over is None  # below 225 again
    clamped = parse("telephone.225 clamp_zero=yes")
    assert settled(clamped, end, {"A+C": Account(12), "B+D": Account(230)}).ledger.scores == {"A+C": 0, "B+D": 215}


def test_telephone_72_of_two_level_at_the_top_another_round_decides() -> None:
    rules = get("telephone.72")
    end = round_end(rules, "out", {"A": 0, "B": 11}, winner="A")  # 11 fifths are 3
    assert settled(rules, end, {"A": Account(71), "B": Account(74)}).over is None
    over = settled(rules, end, {"A": Account(72), "B": Account(74)}).over
    assert over is not None
    assert over.winners == ("A",)
