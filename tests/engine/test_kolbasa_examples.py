"""Kolbasa (rules.md 1.12): rows that are turned over tile by tile, and arms that are cut off."""

from __future__ import annotations

import pytest

from engine.errors import IllegalPlayError, RulesError
from engine.events import Closed, Event, Fish, Passed, Seat, WrongPass
from engine.game import Outcome, Round
from engine.line import Joint
from engine.moves import PASS, Pass, Play
from engine.placing import Placement
from engine.referee import Referee
from engine.rulesets import parse
from engine.tiles import Tile
from tests.engine.support import hands, kinds, one, round_end, settled, tiles

KOLBASA = parse("kolbasa")
PAIR = (Seat("A", "Masha"), Seat("B", "Alex"))


def rows(a: str, b: str) -> Round:
    """A round of two rows, each from left to right: the last tile is turned over first."""
    return Round(KOLBASA, hands({"A": a, "B": b}))


def lay(game: Round, text: str) -> None:
    """Lays "3-3", "3-1@L", or across "5-2@Rx"."""
    tile, _, end = text.removesuffix("x").partition("@")
    game.push(Play((Placement(Tile.parse(tile), end or None, text.endswith("x")),)))


def options(game: Round) -> list[str]:
    """The legal moves, as `lay` reads them; a pass is "-"."""
    found = []
    for move in game.legal_moves():
        if isinstance(move, Play):
            (one,) = move.placements
            found.append(f"{one.tile}{'@' + one.end if one.end else ''}{'x' if one.closed else ''}")
        else:
            assert move == Pass()
            found.append("-")
    return found


def test_KB_1_an_arm_may_be_cut_while_both_are_equally_long() -> None:
    game = rows("6-6 6-0 3-5 3-3", "4-4 5-2 3-1")
    for play in ("3-3", "3-1@L", "3-5@R"):
        lay(game, play)
    assert options(game) == ["5-2@R", "5-2@Rx"]
    lay(game, "5-2@Rx")
    assert [end.end for end in game.line.open_ends] == ["L"]


def test_KB_1_an_arm_may_not_be_cut_while_the_other_is_longer() -> None:
    game = rows("4-4 5-2 3-5 3-3", "6-6 1-0 3-1")
    for play in ("3-3", "3-1@L", "3-5@R", "1-0@L"):
        lay(game, play)
    assert options(game) == ["5-2@R"]
    with pytest.raises(IllegalPlayError):
        lay(game, "5-2@Rx")


def test_KB_2_who_is_left_with_tiles_is_charged_for_them() -> None:
    settlement = settled(KOLBASA, round_end(KOLBASA, "out", {"A": "", "B": "6-6 0-1"}, winner="A"))
    assert settlement.points == {"A": 0, "B": 13}


def test_only_the_last_tile_of_a_row_may_be_laid() -> None:
    game = rows("3-1 6-6 3-3", "3-2 5-5 4-4")
    lay(game, "3-3")
    assert options(game) == ["-"]  # 3-2 would fit, but 4-4 is turned over
    before = game.hands["B"][:]
    game.push(PASS)
    assert game.hands["B"] == tiles("4-4 3-2 5-5")
    game.pop()
    assert game.hands["B"] == before == tiles("3-2 5-5 4-4")


def test_no_arm_is_cut_before_both_have_a_tile() -> None:
    game = rows("6-5 3-3", "2-2 3-1")
    lay(game, "3-3")
    assert options(game) == ["3-1@L"]


def test_both_arms_cut_end_the_round() -> None:
    game = rows("6-6 5-4 3-5 3-3", "6-4 2-1 3-1")
    for play in ("3-3", "3-1@L", "3-5@R", "2-1@Lx"):
        lay(game, play)
    assert options(game) == ["5-4@R"]  # the tile laid across counts: two tiles on the left, one on the right
    lay(game, "5-4@R")
    assert options(game) == ["6-4@R", "6-4@Rx"]
    lay(game, "6-4@Rx")
    assert game.outcome() == Outcome("out", winner="B")
    game = rows("6-6 5-4 3-5 3-3", "0-0 6-4 2-1 3-1")
    for play in ("3-3", "3-1@L", "3-5@R", "2-1@Lx", "5-4@R", "6-4@Rx"):
        lay(game, play)
    assert game.outcome() == Outcome("closed", fisher="B")


def test_a_whole_turn_of_both_rows_without_a_play_is_a_fish() -> None:
    game = rows("4-1 5-5 3-3", "6-6 0-0 1-1 2-2")
    lay(game, "3-3")
    for _ in range(7):  # after seven passes B has turned all four tiles over, and A both of his
        assert game.outcome() is None
        game.push(PASS)
    assert game.outcome() == Outcome("fish", fisher=None)  # the only tile that lies is a double
    while game.plays:
        game.pop()
    assert game.hands == hands({"A": "4-1 5-5 3-3", "B": "6-6 0-0 1-1 2-2"})


def at_the_table() -> Referee:
    referee = Referee(KOLBASA, PAIR)
    referee.start()
    referee.play(Tile(3, 3), t=1.0, seat_hint="A")
    return referee


def test_passes_prove_nothing_about_a_row() -> None:
    referee = at_the_table()
    referee.passes("B", 2.0)
    referee.play(Tile(5, 3), [Joint(Tile(3, 3), 3, 3)], 3.0, seat_hint="A")
    events = referee.play(Tile(3, 1), [Joint(Tile(3, 3), 3, 3)], 4.0, seat_hint="B")
    assert kinds(events) == ["play"]  # no wrong pass, though B had the tile all the time


def test_who_is_skipped_has_turned_a_tile_over_that_does_not_fit() -> None:
    referee = at_the_table()
    events = referee.play(Tile(5, 3), [Joint(Tile(3, 3), 3, 3)], 2.0, seat_hint="A")
    assert one(events, Passed).seat == "B"
    assert not [event for event in events if isinstance(event, WrongPass)]


def test_referee_calls_the_fish_after_a_whole_turn_of_the_rows() -> None:
    referee = at_the_table()
    events: list[Event] = []
    for turn in range(27):  # B has 14 tiles and passes first, A has 13
        assert not events or kinds(events) == ["pass"]
        events = referee.passes("BA"[turn % 2], 2.0 + turn)
    assert kinds(events) == ["pass", "fish"]
    assert one(events, Fish).proof == "passes"


def test_referee_sees_arms_being_cut() -> None:
    referee = at_the_table()
    referee.play(Tile(3, 1), [Joint(Tile(3, 3), 3, 3)], 2.0, seat_hint="B")
    referee.play(Tile(5, 3), [Joint(Tile(3, 3), 3, 3)], 3.0, seat_hint="A")
    referee.play(Tile(5, 2), [Joint(Tile(5, 3), 5, 5)], 4.0, seat_hint="B", closed=True)
    referee.play(Tile(4, 1), [Joint(Tile(3, 1), 1, 1)], 5.0, seat_hint="A")
    events = referee.play(Tile(4, 0), [Joint(Tile(4, 1), 4, 4)], 6.0, seat_hint="B", closed=True)
    assert one(events, Closed).seat == "B"


def test_options_that_do_not_go_with_rows() -> None:
    for option in ("draw=until", "multi_doubles=2", "lead_with=double", "close_doubles=yes", "line=house"):
        with pytest.raises(RulesError):
            parse(f"kolbasa {option}")
