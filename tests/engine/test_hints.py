"""Ilyichev's principles: every position here was set up and judged by hand (rules.md 1.14)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import pytest

from engine.advice.choices import choices, may_block, tiles_out
from engine.advice.hints import (
    Other,
    View,
    fish_is_worth,
    fish_threshold,
    hints,
    pressed_numbers,
    pressures,
    still_holds,
)
from engine.advice.texts import Hint
from engine.codec import encode
from engine.line import Line, Placement
from engine.tiles import Tile
from tests.engine.support import tiles

# all with 6 and 3 at the ends: ten tiles, of 1 only 3-1 and 1-0 are out, of 6 only 6-0
TEN = "6-2 2-1 1-1 1-4 4-6 6-6 6-5 5-1 1-6 6-3"
# ends 6 and 1; of 1 only 1-0 is out
ONES = "6-1 1-2 2-3 3-1 1-4 4-5 5-1 1-1"
# twelve tiles without 0 and 6; ends 1 and 5
TWELVE = "1-1 1-2 2-2 2-3 3-3 3-4 4-4 4-5 5-5 5-1 1-3 3-5"
K6 = "2-4 4-1 1-2 2-6 6-0 0-2 2-3 3-5 5-2"


def row(text: str) -> Line:
    """The tiles in a row, as written."""
    line, words = Line(), text.split()
    line.push(Placement(Tile.parse(words[0])))
    arm = None
    for word in words[1:]:
        number = int(word.split("-")[0])
        arm = arm or next(end.end for end in line.open_ends if end.pips == number)
        line.push(Placement(Tile.parse(word), arm))
    return line


def at(line: Line, number: int) -> str:
    """The end that shows a number."""
    return next(end.end for end in line.open_ends if end.pips == number)


def view(text: str, hand: str, *others: Other) -> View:
    """A hand at a row of tiles; three strangers where nobody else is named."""
    seats = others or (Other("B", "next"), Other("C", "partner"), Other("D", "before"))
    return View(row(text), tuple(tiles(hand)), seats)


def of(found: Iterable[Hint], key: str) -> list[Hint]:
    """The hints of one kind; each has both sentences."""
    chosen = [hint for hint in found if hint.key == key]
    for hint in chosen:
        assert hint.text.en and hint.text.ru and "{" not in hint.text.en + hint.text.ru
    return chosen


def names(found: Iterable[Tile]) -> str:
    return " ".join(map(str, found))


# -- pressures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "strength", "level"),
    [
        ("1-2 1-3 1-1", 2.5, "weak"),
        ("1-2 1-3 1-4", 3.0, "medium"),
        ("1-2 1-3 1-4 1-1", 3.5, "medium"),
        ("1-2 1-3 1-4 1-5", 4.0, "strong"),
        ("1-2 1-3 1-4 1-5 1-1", 4.5, "strong"),
    ],
)
def test_a_double_is_half_a_simple_tile_in_a_pressure(hand: str, strength: float, level: str) -> None:
    (pressure,) = pressures(tiles(hand))
    assert (pressure.number, pressure.strength, pressure.level) == (1, strength, level)


def test_two_tiles_with_a_number_are_no_pressure() -> None:
    assert pressures(tiles("1-1 1-2 3-4 5-6")) == ()


def test_tiles_on_the_table_support_a_pressure() -> None:
    # 2.5 in the hand and two simple tiles on the table: 4.5, which is strong; the hand alone stays weak
    (pressure,) = pressures(tiles("1-2 1-3 1-1"), tiles("1-4 1-5 6-6"))
    assert (pressure.strength, pressure.level, pressure.supported) == (2.5, "weak", 4.5)


def test_several_pressures_the_strongest_first() -> None:
    # 1: four simple tiles; 5: three
    found = pressures(tiles("1-2 1-3 1-4 1-5 5-6 5-0 0-0"))
    assert [(pressure.number, pressure.strength) for pressure in found] == [(1, 4.0), (5, 3.0)]


def test_the_plays_show_what_a_seat_presses() -> None:
    # A opened 1 with 3-1 and again with 5-1, and 4 with none; B laid 1-2, 1-4 and 1-1 and opened 2 and 4 once each
    line = row(ONES)
    players = ["C", "B", "D", "A", "B", "C", "A", "B"]
    assert pressed_numbers(line, players, "A") == (1,)
    assert pressed_numbers(line, players, "B") == ()


# -- fish ------------------------------------------------------------------------------------------------------------


def test_I_1_fish_below_42_less_a_quarter_of_the_table() -> None:
    assert fish_threshold(120) == 12.0
    assert fish_is_worth(10, fish_threshold(120))
    assert not fish_is_worth(12, fish_threshold(120))


def test_I_2_threshold_of_the_shortest_fish() -> None:
    line = row(K6)
    assert line.pips == 50
    assert fish_threshold(line.pips) == 29.5


@pytest.mark.parametrize(("rest", "key", "own"), [("6-6 5-5 3-4", "make_fish", 29), ("6-6 5-5 4-4", "leave_fish", 30)])
def test_I_2_the_hint_to_make_a_fish_or_not(rest: str, key: str, own: int) -> None:
    before = K6.rsplit(" ", 1)[0]
    seen = dataclasses.replace(view(before, f"5-2 {rest}"), fish_when="early")
    (fish,) = [hint for hint in hints(seen) if hint.principle == 4]
    assert (fish.key, str(fish.tile), fish.value, fish.limit) == (key, "5-2", own, 29.5)
    assert "29.5" in fish.text.en and "29,5" in fish.text.ru
    # while 2-2 is out it is no fish by the strict rule
    assert not [hint for hint in hints(dataclasses.replace(seen, fish_when="strict")) if hint.principle == 4]


def test_an_average_hand_beside_a_boneyard() -> None:
    # two hands of 7 and 14 tiles asleep: half of what is out lies in hands
    assert fish_threshold(0, seats=2, in_hands=0.5) == 42.0


def test_what_sleeps_may_block_too() -> None:
    # ends 6 and 3; seven tiles fit: 6-0, and 3-0 3-1 3-2 3-3 3-4 3-5
    line = row(TEN)
    assert not may_block(line)
    assert not may_block(line, asleep=6)
    assert may_block(line, asleep=7)
    assert not may_block(line, asleep=7, held=tiles("3-3"))
    assert may_block(line, "early", asleep=6)
    assert not may_block(Line(), asleep=28)


# -- choices ---------------------------------------------------------------------------------------------------------


def test_plays_that_differ() -> None:
    # ends 1 and 5: 5-1 goes to either, with another end each; 5-0 to one; 6-6 to none
    line = row("1-2 2-5")
    found = choices(line, tiles("5-1 5-0 6-6"))
    assert {(str(choice.tile), choice.joins, choice.opens, frozenset(choice.leaves)) for choice in found} == {
        ("5-1", 1, 5, frozenset({5})),
        ("5-1", 5, 1, frozenset({1})),
        ("5-0", 5, 0, frozenset({1, 0})),
    }
    assert len(found) == 3
    # both ends 1: one play
    assert len(choices(row("1-2 2-3 3-1"), tiles("1-5"))) == 1
    # the first tile opens both its halves
    (lead,) = choices(Line(), tiles("6-4"))
    assert (lead.joins, lead.opens, lead.leaves, lead.table_pips) == (None, None, (6, 4), 10)


def test_the_line_is_left_as_it_was() -> None:
    line = row(TEN)
    before = line.placed
    choices(line, tiles_out(line))
    hints(View(line, tuple(tiles("3-1 1-0"))))
    assert line.placed == before


# -- own ends --------------------------------------------------------------------------------------------------------


def test_an_end_is_yours_when_you_hold_all_that_fits_it() -> None:
    (own,) = of(hints(view(ONES, "1-0 0-3 6-5")), "own_end")
    assert (own.number, own.end, names(own.tiles)) == (1, at(row(ONES), 1), "1-0")
    assert of(hints(view(ONES, "0-3 6-5")), "own_end") == []


def test_principle_3_open_what_your_end_tile_leads_to() -> None:
    # the end tile is 1-0, so 6-0 prepares 0; 6-5 does not
    (prepare,) = of(hints(view(ONES, "1-0 6-0 6-5")), "prepare")
    assert (str(prepare.tile), prepare.number, names(prepare.tiles)) == ("6-0", 0, "1-0")
    pressed = Other("B", "next", presses=(0,)), Other("C", "partner"), Other("D", "before")
    assert of(hints(view(ONES, "1-0 6-0 6-5", *pressed)), "prepare") == []


def test_principle_5_do_not_hand_over_the_other_end() -> None:
    # 3-1 takes the end 1, for which only 1-0 is out; but of 6 only 6-0 is left, and another hand has it
    (both,) = of(hints(view(TEN, "3-1 1-0 5-5")), "two_ends")
    assert (str(both.tile), both.number, names(both.tiles)) == ("3-1", 1, "6-0")
    harmless = Other("B", "next", lacks=(6,)), Other("C", "partner"), Other("D", "before", lacks=(6,))
    assert of(hints(view(TEN, "3-1 1-0 5-5", *harmless)), "two_ends") == []
    assert of(hints(view(TEN, "3-1 1-0 6-0")), "two_ends") == []


# -- the lead, fresh numbers -----------------------------------------------------------------------------------------


def test_principle_6_a_soft_lead() -> None:
    # 0-0, 5-5 and 5-6 belong to no pressure; from 0-0 the tile 0-1 leads on to the four ones
    hand = tuple(tiles("0-0 5-5 5-6 0-1 1-2 1-3 1-4"))
    found = hints(View(Line(), hand))
    (soft,) = of(found, "soft_lead")
    assert (str(soft.tile), soft.number, names(soft.tiles)) == ("0-0", 1, "1-0")
    (press,) = of(found, "press")
    assert (press.number, press.value) == (1, 4.0)
    assert of(hints(View(Line(), tuple(tiles("5-5 5-6 4-1 1-2 1-3")))), "soft_lead") == []


def test_principle_7_keep_fresh_numbers_back() -> None:
    (fresh,) = of(hints(view(TWELVE, "5-0 4-1 2-4")), "fresh")
    assert (fresh.number, names(fresh.tiles)) == (0, "5-0")
    # three tiles with the number hold out against it
    assert of(hints(view(TWELVE, "5-0 0-6 0-2")), "fresh") == []
    # in the first laps every number is fresh
    assert of(hints(view("6-5", "5-0 4-1 2-4")), "fresh") == []


def test_principle_9_answer_a_fresh_number_with_another() -> None:
    found = hints(view(f"{TWELVE} 5-0", "1-6 2-4"))
    (both,) = of(found, "fresh_both")
    assert (str(both.tile), both.number) == ("6-1", 0)
    assert of(found, "fresh") == []
    # 2-0 leads on to the own 2s, so nothing has to be kept up
    assert of(hints(view(f"{TWELVE} 5-0", "1-6 2-0 2-4 2-5")), "fresh_both") == []


# -- the others ------------------------------------------------------------------------------------------------------


def test_roll_the_next_player_but_not_the_partner() -> None:
    others = Other("B", "next", lacks=(4, 5)), Other("C", "partner", lacks=(3, 5)), Other("D", "before")
    found = hints(view("6-5", "6-4 6-3 6-2", *others))
    (roll,) = of(found, "roll_next")
    assert (names(roll.tiles), roll.seat) == ("6-4", "B")
    (stuck,) = of(found, "partner_stuck")
    assert (names(stuck.tiles), stuck.seat) == ("6-3", "C")


def test_support_what_the_partner_presses() -> None:
    # ends 6 and 5; 6-3 opens 3
    others = Other("B", "next"), Other("C", "partner", presses=(3,)), Other("D", "before")
    (support,) = of(hints(view("6-5", "6-3 6-4", *others)), "support")
    assert (support.number, names(support.tiles), support.seat) == (3, "6-3", "C")


def test_principle_8_block_what_an_opponent_presses() -> None:
    # B presses 6, which is open: 6-4 takes it away, 5-3 leaves it. D presses 4: 6-4 would open it
    others = Other("B", "next", presses=(6,)), Other("C", "partner"), Other("D", "before", presses=(4,))
    found = hints(view("6-5", "6-4 5-3", *others))
    (block,) = of(found, "block")
    assert (block.number, names(block.tiles), block.seat) == (6, "6-4", "B")
    (feed,) = of(found, "feed")
    assert (feed.number, names(feed.tiles), feed.seat) == (4, "6-4", "D")


def test_press_and_keep_variety() -> None:
    # 3-3, 3-2 and 6-3 press 3 with 2.5, and 6-3 opens it
    found = hints(view("6-5", "6-3 3-3 3-2 5-2"))
    (press,) = of(found, "press_with")
    assert (press.number, str(press.tile), press.value) == (3, "6-3", 2.5)
    assert "2,5" in press.text.ru
    # after 6-3 the hand shows 3, 2, 5; after 5-2 it shows 6, 3, 2: equal, so nothing is said
    assert of(found, "variety") == []
    # after 6-1: 5, 2, 0; after 5-2: 6, 1, 0, 2
    (variety,) = of(hints(view("6-5", "6-1 5-2 2-0 0-0 2-2")), "variety")
    assert (str(variety.tile), variety.value) == ("5-2", 4.0)


# -- what a play tells -----------------------------------------------------------------------------------------------


def test_principle_1_who_gives_up_the_end_tile_has_another_of_its_number() -> None:
    line, players = row(f"{ONES} 1-0"), ["A", "B", "C", "A", "B", "C", "A", "B", "A"]
    found = still_holds(line, players, {})
    assert found is not None
    assert (found.principle, found.number, found.seat) == (1, 0, "A")
    assert names(found.tiles) == "6-0 5-0 4-0 3-0 2-0 0-0"
    # it passed on 0, or it was not its pressure (C has laid no other 1), or it was not the last 1
    assert still_holds(line, players, {"A": (0,)}) is None
    assert still_holds(line, [*players[:-1], "C"], {}) is None
    assert still_holds(row(ONES), players[:-1], {}) is None


def test_principle_2_the_first_of_two_end_tiles() -> None:
    # both ends were 1, 1-0 and 6-1 were out, and the others passed on 1
    line = row("1-2 2-3 3-1 1-1 1-4 4-5 5-1 1-6")
    players = ["A", "B", "C", "D", "A", "B", "C", "A"]
    lacks = {"A": (), "B": (1,), "C": (1, 4), "D": (1,)}
    found = still_holds(line, players, lacks)
    assert found is not None
    assert (found.principle, found.number, str(found.tile)) == (2, 6, "6-1")
    assert names(found.tiles) == "6-6 6-5 6-4 6-3 6-2 6-0"
    assert still_holds(line, players, {**lacks, "D": ()}) is None


def test_a_hint_is_plain_data() -> None:
    (own,) = of(hints(view(ONES, "1-0 0-3 6-5")), "own_end")
    data = encode(own)
    assert (data["key"], data["principle"], data["number"], data["tiles"]) == ("own_end", 0, 1, ["1-0"])
