"""The worked examples O-1 to O-5 of the rules (Osel), and doubles that lie face down."""

from __future__ import annotations

import pytest

from engine.events import Checked, Closed, Illegal, Out, Passed, Scored
from engine.game import Play, Round
from engine.ledger import Account
from engine.line import Joint, Placement
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.tiles import Tile
from tests.engine.support import FOUR, follow, hands, kinds, one, round_end, settled, tiles

OSEL = get("osel")
O1_HANDS = {"A": "6-4", "B": "1-2 0-0", "C": "6-6"}


def table(moves: str, rules: str = "osel", seats: int = 4) -> Referee:
    referee = Referee(parse(rules), FOUR[:seats])
    referee.start()
    follow(referee, moves)
    return referee


def numbers(referee: Referee) -> list[int]:
    """What the open ends show, sorted."""
    return sorted(end.pips for end in referee.state.open_ends)


def verdicts(referee: Referee) -> list[str]:
    return [event.reason for event in referee.events if isinstance(event, Illegal)]


def plays_of(hand: str, lead: str, rules: str = "osel") -> set[frozenset[tuple[str, str | None, bool]]]:
    """The legal turns of B, who holds `hand`, after this lead, as sets of (tile, end, closed)."""
    game = Round(parse(rules), hands({"A": f"{lead} 1-0", "B": hand}), (), "A")
    game.push(Play((Placement(Tile.parse(lead)),)))
    return {
        frozenset((str(placed.tile), placed.end, placed.closed) for placed in play.placements)
        for play in game.legal_plays()
    }


def test_O_1_both_ends_closed_before_any_double_lies() -> None:
    referee = table("C:5-3", seats=3)
    events = follow(referee, "A:3-3@Rx A:5-5@Lx")
    assert kinds(events) == ["play", "play", "close"]
    assert one(events, Closed).seat == "A"
    assert numbers(referee) == []
    scored = one(referee.reveal(hands(O1_HANDS), 9.0), Scored)
    assert (scored.termination, scored.winner, scored.leader) == ("closed", None, "A")
    rows = {row.side: (row.points, row.remembered, row.score) for row in scored.sides}
    assert rows == {"A": (10, 10, 0), "B": (3, 3, 0), "C": (12, 12, 0)}


def test_O_1_is_counted_as_fish_on_all_even_where_a_fish_is_on_one() -> None:
    # D-31: nobody blocked anything, so each of the three remembers his own 10, 3 and 12
    rules = OSEL.with_options(fish="on_one")
    board = settled(rules, round_end(rules, "closed", O1_HANDS, fisher="A")).ledger.accounts
    assert board == {"A": Account(remembered=10), "B": Account(remembered=3), "C": Account(remembered=12)}


def test_O_1_both_doubles_are_one_legal_turn() -> None:
    turns = plays_of("3-3 5-5", "5-3")
    assert frozenset({("3-3", "R", True), ("5-5", "L", True)}) in turns
    assert len(turns) == 8  # each alone, open or closed; and four ways to lay both


def test_O_2_one_double_open_and_one_closed_in_a_turn() -> None:
    referee = table("A:4-4 C:4-6@L D:4-3@R")
    assert numbers(referee) == [3, 4, 4, 6]
    follow(referee, "B:6-6@L B:3-3@Rx")
    assert numbers(referee) == [4, 4, 6]
    assert referee.state.round.plays[-2:] == [("B", Tile(6, 6)), ("B", Tile(3, 3))]
    assert referee.state.turn == "C"
    assert verdicts(referee) == ["wrong_lead"]  # of 4-4, where 1-1 leads


def test_O_3_the_house_has_four_sides_at_once() -> None:
    referee = table("B:1-1", seats=2)
    assert numbers(referee) == [1, 1, 1, 1]
    house = table("B:4-4", seats=2)
    assert numbers(house) == [4, 4, 4, 4]
    follow(house, "A:4-1@L")
    assert numbers(house) == [1, 4, 4, 4]
    assert verdicts(house) == []


def test_O_3_the_house_cannot_be_closed() -> None:
    referee = table("B:4-4x", seats=2)  # D-30
    assert verdicts(referee) == ["not_closable"]


def test_O_4_remembered_points() -> None:
    before = {"B": Account(remembered=5)}
    out = settled(OSEL, round_end(OSEL, "out", {"A": 7, "B": 0}, winner="B"), before)
    assert out.ledger.accounts["B"] == Account()
    four = settled(OSEL, round_end(OSEL, "out", {"A": 0, "B": 4}, winner="A"), before)
    assert four.ledger.accounts["B"] == Account(remembered=9)


def test_O_5_only_a_double_may_be_closed() -> None:
    referee = table("A:5-3 B:5-2@Lx", seats=2)
    assert verdicts(referee) == ["not_a_double"]


def test_O_5_nothing_is_laid_at_a_closed_end() -> None:
    referee = table("A:5-3 B:5-5@Lx", seats=2)
    referee.play(Tile(5, 1), [Joint(Tile(5, 5), 5, 5)], 9.0, seat_hint="A")
    assert verdicts(referee) == ["closed_end"]
    assert numbers(referee) == [3]


def test_O_5_every_double_must_fit_before_the_turn() -> None:
    assert not [turn for turn in plays_of("3-3 4-4 5-5", "5-3") if len(turn) > 2]
    referee = table("A:5-3 B:3-3@R B:5-5@L", seats=2)
    referee.play(Tile(4, 4), [Joint(Tile(3, 3), 3, 4)], 9.0, seat_hint="B")
    assert verdicts(referee) == ["mismatch"]


def test_a_closed_double_is_no_house_the_next_open_one_is() -> None:
    referee = table("A:5-3 B:5-5@Lx A:3-3@R", seats=2)
    assert [(end.end, end.pips) for end in referee.state.open_ends] == [("R", 3), ("U", 3), ("D", 3)]


def test_a_tile_face_down_at_an_end_is_the_double_of_that_end() -> None:
    referee = table("A:5-3", seats=2)
    referee.play(Tile(3, 3), [Joint(Tile(5, 3), 3, 3)], 2.0, seat_hint="B", closed=True)
    assert numbers(referee) == [5]
    assert Tile(3, 3) in referee.state.line.tiles
    follow(referee, "A:5-1@L B:1-3@L")
    follow(referee, "A:3-3@L")
    assert verdicts(referee) == ["duplicate"]


def test_a_tile_face_down_lies_closed_also_where_nobody_saw_what_it_touches() -> None:
    referee = table("A:5-3", seats=2)
    referee.play(Tile(3, 3), None, 2.0, seat_hint="B", closed=True)
    assert numbers(referee) == [5]


def test_the_double_that_lies_face_down_cannot_be_in_a_hand() -> None:
    referee = table("C:5-3 A:3-3@Rx A:5-5@Lx", seats=3)
    events = referee.reveal(hands({"A": "6-4", "B": "3-3 0-0", "C": "6-6"}), 9.0)
    assert one(events, Checked).twice == (Tile(3, 3),)


def test_the_last_two_doubles_close_the_line_and_their_player_is_out() -> None:
    # draws are unseen: that A holds nothing more is known only when hands are shown
    referee = table("C:5-3 A:3-3@Rx A:5-5@Lx", seats=3)
    events = referee.reveal(hands({"A": "", "B": "6-4 0-0", "C": "6-6"}), 9.0)
    assert one(events, Out).seat == "A"
    assert (one(events, Scored).termination, one(events, Scored).winner) == ("out", "A")


def test_a_tile_and_then_a_double_are_two_turns_D_29() -> None:
    assert not [turn for turn in plays_of("5-1 3-3", "5-3") if len(turn) > 1]
    referee = table("A:5-3 B:5-1@L B:3-3@R", seats=2)
    assert one(referee.events, Passed).seat == "A"


def test_a_tile_and_then_a_double_may_be_one_turn_D_29() -> None:
    after_bone = "osel after_bone=yes"
    turns = [turn for turn in plays_of("5-1 3-3", "5-3", after_bone) if len(turn) > 1]
    tile = ("5-1", "L", False)
    assert sorted(turns, key=str) == sorted(
        [frozenset({tile, ("3-3", "R", False)}), frozenset({tile, ("3-3", "R", True)})], key=str
    )
    referee = table("A:5-3 B:5-1@L B:3-3@R", after_bone, seats=2)
    assert "pass" not in kinds(referee.events)
    assert referee.state.turn == "A"
    assert referee.state.tiles_left("B") == 5


@pytest.mark.parametrize(("rules", "lead"), [("osel", "1-1"), ("osel lead_order=doubles_down", "6-6")])
def test_first_lead_D_32(rules: str, lead: str) -> None:
    assert [parse(rules).lead_tiles()[0]] == tiles(lead)
    assert verdicts(table(f"B:{lead}", rules)) == []
    assert verdicts(table("B:3-3", rules)) == ["wrong_lead"]


def test_osel_is_scored_like_kozel() -> None:
    assert (OSEL.limit, OSEL.open_at, OSEL.below, OSEL.fish_when, OSEL.fish_scoring) == (
        101, 13, "remember", "early", "on_all",
    )  # fmt: skip
