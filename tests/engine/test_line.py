"""The line of play: chain, house and free line; what is legal, and what is wrong with what was seen."""

from __future__ import annotations

import pytest

from engine.errors import IllegalPlayError
from engine.fish import is_blocked
from engine.game import Play, Round
from engine.line import CHAIN, Joint, Line, LineShape, LineStatus, Placed, Placement
from engine.rulesets import parse
from engine.tiles import Tile, TileSet

FREE = LineShape("free")
TELEPHONE = LineShape("house", "first_placed", "both_sides")
BLOCHA = LineShape("house", "first_covered", "both_sides")
OSEL = LineShape("house", "first_placed", "at_once")


def lay(shape: LineShape, text: str) -> Line:
    """A line from "4-4 4-6@L 4-3@R"."""
    line = Line(shape)
    for word in text.split():
        tile, _, end = word.partition("@")
        line.push(Placement(Tile.parse(tile), end or None))
    return line


def ends(line: Line) -> str:
    """The open ends as "L6 R3"."""
    return " ".join(f"{end.end}{end.pips}" for end in line.open_ends)


def fitting(line: Line, tile: str) -> list[str | None]:
    return [placement.end for placement in line.fits(Tile.parse(tile))]


@pytest.mark.parametrize(
    ("shape", "plays", "expected"),
    [
        (CHAIN, "", ""),
        (CHAIN, "5-3", "L5 R3"),
        (CHAIN, "1-1 1-3@L 1-5@R", "L3 R5"),
        (CHAIN, "5-3 5-5@L 3-3@R", "L5 R3"),
        # D-22: the cross sides open once both sides are covered; Osel: at once (O-3, O-2)
        (TELEPHONE, "4-4", "L4 R4"),
        (TELEPHONE, "4-4 4-6@L", "L6 R4"),
        (TELEPHONE, "4-4 4-6@L 4-3@R", "L6 R3 U4 D4"),
        (TELEPHONE, "4-4 4-6@L 4-3@R 4-5@U", "L6 R3 U5 D4"),
        (OSEL, "4-4", "L4 R4 U4 D4"),
        (OSEL, "4-4 4-1@L", "L1 R4 U4 D4"),
        (OSEL, "4-4 4-6@L 4-3@R", "L6 R3 U4 D4"),
        (OSEL, "5-3 5-5@L", "L5 R3 U5 D5"),
        # D-23: the first double placed, or the first covered on both sides
        (TELEPHONE, "3-3 3-5@L 5-5@L 5-6@L", "L6 R3"),
        (BLOCHA, "3-3 3-5@L 5-5@L 5-6@L", "L6 R3 U5 D5"),
        (BLOCHA, "3-3 3-5@L 5-5@L 5-6@L 3-6@R", "L6 R6 U5 D5"),
    ],
)
def test_open_ends(shape: LineShape, plays: str, expected: str) -> None:
    line = lay(shape, plays)
    assert ends(line) == expected
    assert line.status() is LineStatus.VALID
    assert line.parity_holds()


@pytest.mark.parametrize(
    ("plays", "end_sum"),
    [
        # the house stands in the middle of an arm, not at the root
        ("6-4 4-4@R", 14),
        ("6-4 4-4@R 4-3@R", 9),
        ("6-4 4-4@R 4-3@R 4-5@U", 14),
        ("6-4 4-4@R 4-3@R 4-5@U 4-1@D", 15),
        # another double counts both halves as long as it is an end
        ("6-4 4-4@R 6-6@L", 20),
        ("6-4 4-4@R 6-6@L 6-1@L", 9),
    ],
)
def test_counted_sum_of_the_ends(plays: str, end_sum: int) -> None:
    assert lay(TELEPHONE, plays).end_sum == end_sum


@pytest.mark.parametrize(
    ("plays", "once"),
    [
        ("5-5", 5),  # D-20, the outlier: the house counts once until both its sides are covered
        ("5-5 5-0@L", 5),
        ("5-5 5-0@L 0-0@L", 5),  # another double at an end counts both halves, here 0 and 0
        ("5-5 5-2@L 2-2@L", 9),
        ("5-5 5-0@L 5-6@R", 6),
        ("6-5 5-5@R", 11),
        ("4-4 4-6@L 4-3@R 6-6@L 4-5@U 5-5@U", 25),
    ],
)
def test_house_that_counts_once(plays: str, once: int) -> None:
    shape = LineShape("house", "first_placed", "both_sides", house_count="once")
    assert lay(shape, plays).end_sum == once


@pytest.mark.parametrize(
    ("plays", "with_fourth"),
    [
        ("5-5 5-2@L 5-3@R", 5),
        ("5-5 5-2@L 5-3@R 5-0@U", 10),  # MG-4 as all-fives-domino has it: 2 + 3 + 0 and the free side's 5
        ("5-5 5-2@L 5-3@R 5-0@D", 10),
        ("5-5 5-2@L 5-3@R 5-0@U 5-6@D", 11),
        ("4-4 4-6@L 4-3@R 6-6@L 4-5@U", 24),  # T-2 would be 20
    ],
)
def test_fourth_side_that_counts(plays: str, with_fourth: int) -> None:
    shape = LineShape("house", "first_placed", "both_sides", fourth_side=True)
    assert lay(shape, plays).end_sum == with_fourth


def test_tile_that_is_aside_is_not_in_the_set() -> None:
    line = Line(aside=frozenset({Tile(0, 0)}))
    line.push(Placement(Tile(1, 0)))
    assert fitting(line, "0-0") == []
    with pytest.raises(IllegalPlayError) as error:
        line.push(Placement(Tile(0, 0), "R"))
    assert error.value.reason == "not_in_set"
    assert line.push_observed(line.locate(Tile(0, 0), [Joint(Tile(1, 0), 0, 0)])) == "not_in_set"
    assert line != lay(CHAIN, "1-0 0-0@R")


def test_house_is_what_it_was_after_tiles_are_taken_back() -> None:
    line = lay(BLOCHA, "3-3 3-5@L 5-5@L 5-6@L 3-6@R")
    assert line.house == 2
    line.pop()
    assert line.house == 2
    line.pop()
    assert line.house is None
    line.push(Placement(Tile(3, 6), "R"))
    assert line.house == 0


def test_closed_double_kills_its_end() -> None:
    line = lay(OSEL, "5-3")
    line.push(Placement(Tile(3, 3), "R", closed=True))
    assert ends(line) == "L5"
    line.push(Placement(Tile(5, 5), "L", closed=True))
    assert line.open_ends == ()
    assert line.end_sum == 0


@pytest.mark.parametrize(
    ("plays", "tile", "expected"),
    [
        ("", "6-4", [None]),
        ("1-1", "1-3", ["L"]),  # both sides of a lone double are one
        ("6-4", "6-4", []),
        ("6-4", "6-6", ["L"]),
        ("6-4", "5-5", []),
        ("6-4 6-3@L 4-3@R", "3-3", ["L", "R"]),
        ("6-4", "7-6", []),
    ],
)
def test_where_a_tile_fits(plays: str, tile: str, expected: list[str | None]) -> None:
    assert fitting(lay(CHAIN, plays), tile) == expected


@pytest.mark.parametrize(
    ("placement", "reason"),
    [
        (Placement(Tile(7, 6), "L"), "not_in_set"),
        (Placement(Tile(6, 4), "L"), "duplicate"),
        (Placement(Tile(5, 5), "L"), "mismatch"),
        (Placement(Tile(6, 5), "U"), "closed_end"),
        (Placement(Tile(6, 5), "L", closed=True), "not_a_double"),  # O-5
    ],
)
def test_push_refuses_what_is_illegal(placement: Placement, reason: str) -> None:
    line = lay(CHAIN, "6-4")
    with pytest.raises(IllegalPlayError) as error:
        line.push(placement)
    assert error.value.reason == reason
    assert line == lay(CHAIN, "6-4")


@pytest.mark.parametrize(
    ("tile", "joint", "status", "expected_ends"),
    [
        ("6-3", Joint(Tile(6, 4), 6, 6), LineStatus.VALID, "L3 R4"),
        ("5-3", Joint(Tile(6, 4), 6, 5), LineStatus.MISMATCH, "L3 R4"),
        ("7-6", Joint(Tile(6, 4), 6, 6), LineStatus.NOT_IN_SET, "L7 R4"),
        ("6-4", Joint(Tile(6, 4), 6, 6), LineStatus.DUPLICATE, "L4 R4"),
    ],
)
def test_what_was_seen_is_held_and_judged(tile: str, joint: Joint, status: LineStatus, expected_ends: str) -> None:
    line = lay(CHAIN, "6-4")
    line.push_observed(line.locate(Tile.parse(tile), [joint]))
    assert line.status() is status
    assert ends(line) == expected_ends


def test_tile_laid_inside_the_line_is_a_closed_end() -> None:
    line = lay(CHAIN, "6-4 6-3@L")
    assert line.push_observed(line.locate(Tile(6, 5), [Joint(Tile(6, 3), 6, 6)])) == "closed_end"
    assert line.status() is LineStatus.CLOSED_END
    assert ends(line) == "L3 R4"


def test_several_wrongs_are_all_named() -> None:
    line = lay(CHAIN, "6-4")
    line.push_observed(line.locate(Tile(5, 3), [Joint(Tile(6, 4), 6, 5)]))
    line.push_observed(line.locate(Tile(6, 4), [Joint(Tile(6, 4), 4, 4)]))
    assert line.status() is LineStatus.MISMATCH | LineStatus.DUPLICATE


def test_fitting_open_end_wins_over_a_neighbour_that_is_only_touched() -> None:
    # a line that bends back: the new tile touches its open end and lies along an older tile
    line = lay(CHAIN, "6-4 6-3@L 3-2@L")
    node = line.locate(Tile(5, 2), [Joint(Tile(6, 4), 6, 5), Joint(Tile(3, 2), 2, 2)])
    assert node == Placed(Tile(5, 2), "L", 2, 2, 2)


def test_free_line_branches_at_any_half() -> None:
    line = Line(FREE)
    line.push(Placement(Tile(6, 6)))
    for tile in (Tile(6, 1), Tile(6, 2), Tile(6, 3), Tile(6, 4), Tile(6, 5)):
        line.push_observed(line.locate(tile, [Joint(Tile(6, 6), 6, 6)]))
    line.push_observed(line.locate(Tile(5, 5), [Joint(Tile(6, 5), 5, 5)]))
    assert line.status() is LineStatus.VALID
    assert [node.end for node in line.placed] == [None, "T1", "T1", "T1", "T1", "T1", "T6"]
    assert line.push_observed(line.locate(Tile(4, 0), [Joint(Tile(6, 4), 6, 4)])) == "mismatch"
    assert line.status() is LineStatus.MISMATCH


def test_free_line_may_hold_two_sets() -> None:
    line = Line(FREE, copies=2)
    line.push(Placement(Tile(2, 1)))
    line.push(Placement(Tile(2, 1), "T1"))
    with pytest.raises(IllegalPlayError, match="already"):
        line.push(Placement(Tile(2, 1), "T1"))


def test_open_ends_of_a_free_line_are_the_halves_that_join_nothing() -> None:
    line = Line(FREE)
    line.push(Placement(Tile(6, 4)))
    line.push(Placement(Tile(4, 1), "T1"))
    assert [(end.end, end.pips) for end in line.open_ends] == [("T1", 6), ("T2", 1)]


def test_pop_of_an_empty_line() -> None:
    with pytest.raises(IndexError):
        Line().pop()


def test_larger_sets() -> None:
    line = Line(tile_set=TileSet(9))
    line.push(Placement(Tile(9, 7)))
    assert fitting(line, "9-8") == ["L"]


def test_fish_with_two_sets() -> None:
    line = Line(copies=2)
    for text in ["2-4", "4-2", "2-1", "1-2", "2-6", "6-2", "2-0", "0-2", "2-3", "3-2", "2-5"]:
        line.push(Placement(Tile.parse(text), "L" if line.placed else None))
    assert [end.pips for end in line.open_ends] == [5, 2]
    line.push(Placement(Tile(5, 2), "L"))  # the twelfth and last simple tile with 2
    assert is_blocked(line, "early") and not is_blocked(line, "strict")
    line.push(Placement(Tile(2, 2), "L"))
    assert not is_blocked(line, "strict")
    line.push(Placement(Tile(2, 2), "R"))
    assert is_blocked(line, "strict")


def test_hand_with_two_equal_tiles() -> None:
    rules = parse("kozel.solo copies=2 draw=none fish_when=strict")
    game = Round(rules, {"A": [Tile(1, 1), Tile(1, 1)], "B": [Tile(2, 1)]}, leader="A")
    game.push(Play((Placement(Tile(1, 1)),)))
    assert game.hands["A"] == [Tile(1, 1)]
    assert game.outcome() is None
