"""Hands that are shown while the table leaves open whether the round is over: draws that nobody saw, tiles asleep."""

from __future__ import annotations

import pytest

from engine.events import Checked, Desynced, Fish, Out, Scored
from engine.explain import why
from engine.fold import fold
from engine.ledger import Account
from engine.line import Line, Placed
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.tiles import Tile
from tests.engine.support import FOUR, follow, hands, kinds, one, tiles

# thirteen tiles in a row, open ends 6 and 0; then six more up to 5-0
THIRTEEN = ["6-6", "6-5", "5-5", "5-4", "4-4", "4-3", "3-3", "3-2", "2-2", "2-1", "1-1", "1-0", "0-0"]
NINETEEN = [*THIRTEEN, "0-2", "2-4", "4-1", "1-3", "3-5", "5-0"]
# every tile with 6, both ends 6
BLOCKED = ["6-6", "6-5", "5-4", "4-6", "6-3", "3-2", "2-6", "6-1", "1-0", "0-6"]


def played(rules: str, seats: int, row: list[str]) -> Referee:
    """The tiles laid one after the other to the left end, by the seats in turn."""
    referee = Referee(parse(rules), FOUR[:seats])
    follow(referee, " ".join(f"{'ABCD'[number % seats]}:{tile}@L" for number, tile in enumerate(row)))
    return referee


OUT = [
    # A has laid all seven; B drew, and holds 9 + 6 + 8
    ("classic", 2, THIRTEEN, {"A": "", "B": "6-3 4-2 5-3"}, {"A": Account(23), "B": Account()}),
    ("classic.two", 2, THIRTEEN, {"A": "", "B": "6-3 4-2 5-3"}, {"A": Account(), "B": Account(23)}),
    ("kozel.solo", 2, THIRTEEN, {"A": "", "B": "6-3 4-2 5-3"}, {"A": Account(), "B": Account(23, 0, True)}),
    ("kozel.solo", 2, THIRTEEN, {"A": "", "B": "6-3"}, {"A": Account(), "B": Account(0, 9)}),
    # C drew one
    (
        "kozel.solo", 3, NINETEEN, {"A": "", "B": "6-4", "C": "6-3 6-2"},
        {"A": Account(), "B": Account(0, 10), "C": Account(17, 0, True)},
    ),
    # C-1: A out, B {4-1, 6-3} 14, C {5-2} 7
    (
        "classic", 3, THIRTEEN, {"A": "", "B": "4-1 6-3", "C": "5-2"},
        {"A": Account(21), "B": Account(), "C": Account()},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seats", "row", "held", "accounts"), OUT)
def test_the_reveal_tells_who_went_out(
    rules: str, seats: int, row: list[str], held: dict[str, str], accounts: dict[str, Account]
) -> None:
    referee = played(rules, seats, row)
    assert (referee.state.phase, kinds(referee.events)[2:]) == ("playing", ["play"] * len(row))
    events = referee.reveal(hands(held), 60.0)
    assert kinds(events) == ["out", *["reveal"] * seats, "score"]
    assert one(events, Out).seat == "A"
    assert referee.state.ledger.accounts == accounts
    assert referee.state.next_leader == "A"
    assert fold(referee.events) == referee.state


FISH = [
    # A {5-5, 4-4} 18, B {3-3, 2-0} 8
    ("classic", 2, {"A": "5-5 4-4", "B": "3-3 2-0"}, {"A": Account(), "B": Account(10)}),
    ("classic.two", 2, {"A": "5-5 4-4", "B": "3-3 2-0"}, {"A": Account(10), "B": Account()}),
    ("kozel.solo", 2, {"A": "5-5 4-4", "B": "3-3 2-0"}, {"A": Account(18, 0, True), "B": Account(0, 8)}),
    # A 10 + 8 + 2, B 6 + 2 + 3 + 3, C 0 + 8 + 7 + 5
    (
        "kozel.solo", 3, {"A": "5-5 4-4 1-1", "B": "3-3 2-0 2-1 3-0", "C": "0-0 5-3 5-2 5-0"},
        {"A": Account(20, 0, True), "B": Account(14, 0, True), "C": Account(20, 0, True)},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seats", "held", "accounts"), FISH)
def test_fish_with_tiles_asleep(rules: str, seats: int, held: dict[str, str], accounts: dict[str, Account]) -> None:
    referee = played(rules, seats, BLOCKED)
    fish = one(referee.events, Fish)
    assert (fish.numbers, fish.early, fish.proof) == ((6,), False, "table")
    events = referee.reveal(hands(held), 60.0)
    assert kinds(events) == [*["reveal"] * seats, "score"]
    assert referee.state.ledger.accounts == accounts


# two tiles lie, open are 6 and 5; nobody holds either: A 21, B 26
NOTHING_FITS = {"A": "0-0 1-1 2-2 3-3 4-4 1-0", "B": "4-3 3-0 4-0 2-1 3-1 4-1"}


def test_hands_prove_a_fish_where_nobody_draws() -> None:
    referee = played("classic draw=none", 2, ["6-6", "6-5"])
    events = referee.reveal(hands(NOTHING_FITS), 60.0)
    assert kinds(events) == ["fish", "reveal", "reveal", "score"]
    fish = one(events, Fish)
    assert (fish.seat, fish.numbers, fish.early, fish.proof) == ("B", (5, 6), False, "hands")
    assert one(events, Scored).winner == "A"
    assert referee.state.ledger.accounts == {"A": Account(5), "B": Account()}


@pytest.mark.parametrize("rules", ["classic", "classic.two", "kozel.solo"])
def test_no_fish_while_somebody_can_draw(rules: str) -> None:
    referee = played(rules, 2, ["6-6", "6-5"])
    assert kinds(referee.reveal(hands(NOTHING_FITS), 60.0)) == ["desync"]
    assert referee.state.phase == "playing"


@pytest.mark.parametrize(
    "held",
    [
        {"A": "", "B": ""},  # nothing was shown
        {"A": "", "B": "6-3 4-2 5-3 4-1"},  # six lie, four are shown: four more were dealt
        {"A": "6-3", "B": "6-2"},
    ],
)
def test_hands_that_do_not_end_the_round(held: dict[str, str]) -> None:
    referee = played("classic", 2, THIRTEEN[:6])
    assert one(referee.reveal(hands(held), 60.0), Desynced).reason.startswith("hands are shown")
    assert referee.state.phase == "playing"
    assert referee.reveal(hands(held), 61.0) == []  # said once


def test_hands_shown_one_after_the_other_before_the_end_is_known() -> None:
    referee = played("classic", 2, THIRTEEN)
    assert kinds(referee.reveal({"B": tiles("6-3")}, 60.0)) == ["reveal"]
    assert referee.state.phase == "playing"
    assert kinds(referee.reveal({"A": []}, 61.0)) == ["out", "reveal", "score"]
    assert referee.state.ledger.accounts["A"] == Account(9)


def test_a_hand_shown_by_mistake_is_forgotten_when_the_round_goes_on() -> None:
    referee = played("classic", 2, THIRTEEN[:6])
    referee.reveal({"B": tiles("6-3 4-2 5-3 4-1")}, 60.0)
    assert referee.state.round.hands != {}
    follow(referee, "A:3-3@L")
    assert referee.state.round.hands == {}


@pytest.mark.parametrize(("rules", "over"), [("classic", True), ("kozel.solo", True), ("classic.two", False)])
def test_all_passed_with_draws_that_nobody_saw(rules: str, over: bool) -> None:
    # drawing until a tile fits, one passes only when the boneyard is used up; drawing one tile, also before
    referee = played(rules, 2, ["6-6", "6-5"])
    events = referee.passes("A", 50.0) + referee.passes("B", 51.0)
    assert kinds(events) == ["pass", "pass"] + ["fish"] * over


def test_numbers_that_no_line_can_show_are_told() -> None:
    """rules.md 1.1: 6-4 where the line needs another tile leaves a 4 and a 5 without their like."""
    line = Line()
    for placed in (Placed(Tile(6, 6)), Placed(Tile(6, 5), "L", 0, 6, 6), Placed(Tile(5, 1), "L", 1, 5, 5)):
        line.push_observed(placed)
    assert line.odd_numbers() == ()
    line.push_observed(Placed(Tile(4, 2), "L", 2, 4, 1))  # laid to a 1
    assert line.odd_numbers() == (1, 4)
    checked = Checked(9, 1.0, 30, 168, (), (), (1, 4))
    english, russian = why(checked, get("kozel.solo")) or ("", "")
    assert english.startswith("In a line every number lies an even number of times") and "1, 4" in english
    assert russian.startswith("В раскладе каждое число")
