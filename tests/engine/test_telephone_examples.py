"""The worked examples T-1 to T-8 of the rules (Telephone), and points that are written at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.events import Illegal, MatchOver, Played, Scored
from engine.fold import fold
from engine.ledger import Account, MatchEnd
from engine.referee import Referee
from engine.rulesets import RuleSet, get, parse
from engine.tiles import Tile
from tests.engine.support import FOUR, follow, hands, kinds, one, round_end, settled

T72, T225, T365 = get("telephone.72"), get("telephone.225"), get("telephone.365")
T1_TO_T3 = "A:4-4 B:4-6@L C:4-3@R A:6-6@L B:4-5@U C:5-5@U"


def table(moves: str, rules: str = "telephone.72", seats: int = 3) -> Referee:
    referee = Referee(parse(rules), FOUR[:seats])
    referee.start()
    follow(referee, moves)
    return referee


def written(referee: Referee) -> list[tuple[int, int]]:
    """Sum of the ends and points of each play, as they hold now."""
    return [(play.sum, play.points) for play in referee.state.round.play_events]


def logged(referee: Referee) -> list[tuple[int, int]]:
    """Sum and points of each play, as the log has them."""
    return [(event.sum, event.points) for event in referee.events if isinstance(event, Played)]


def scores(referee: Referee) -> dict[str, int]:
    return referee.state.ledger.scores


def seq(referee: Referee, tile: str) -> int:
    """The number of the event in which a tile was laid."""
    laid = Tile.parse(tile)
    return next(event.seq for event in referee.events if isinstance(event, Played) and event.tiles[0].tile == laid)


def gains(rules: RuleSet, termination: str, held: dict[str, int | str], **facts: str) -> dict[str, int]:
    """What a round brings each side."""
    assert termination in ("out", "fish")
    return dict(settled(rules, round_end(rules, termination, held, **facts)).points)  # type: ignore[arg-type]


# -- what a turn brings ----------------------------------------------------------------------------------------------


def test_T_1_double_six_beside_three() -> None:
    referee = table("A:4-4 B:4-6@L C:4-3@R A:6-6@L")
    assert logged(referee) == written(referee) == [(8, 0), (14, 0), (9, 0), (15, 3)]
    assert scores(referee) == {"A": 3, "B": 0, "C": 0}


def test_T_2_a_tile_on_the_house() -> None:
    referee = table("A:4-4 B:4-6@L C:4-3@R A:6-6@L B:4-5@U")
    assert logged(referee)[-1] == (20, 4)
    assert scores(referee) == {"A": 3, "B": 4, "C": 0}


def test_T_3_a_double_on_that_arm() -> None:
    referee = table(T1_TO_T3)
    assert logged(referee)[-1] == (25, 5)
    assert scores(referee) == {"A": 3, "B": 4, "C": 5}
    assert referee.state == fold(referee.events)


def test_T_4_the_house_counts_until_both_sides_are_covered() -> None:
    referee = table("A:5-5 B:5-0@L C:5-6@R A:5-4@U")
    assert logged(referee) == [(10, 2), (10, 2), (6, 0), (10, 2)]
    assert scores(referee) == {"A": 4, "B": 2, "C": 0}


def test_T_4_where_the_house_counts_once() -> None:
    # D-20: 5-5 is 5 alone, and 5 + 0 with one side covered
    referee = table("A:5-5 B:5-0@L C:5-6@R A:5-4@U", "telephone.72 house_count=once")
    assert logged(referee) == [(5, 1), (5, 1), (6, 0), (10, 2)]


def test_T_2_where_the_fourth_side_counts() -> None:
    # D-21: 6 + 6 + 3 + 5 and 4 for the side of the house that is free
    referee = table("A:4-4 B:4-6@L C:4-3@R A:6-6@L B:4-5@U", "telephone.72 fourth_side=yes")
    assert logged(referee)[-1] == (24, 0)


def test_T_7_four_arms_pay_the_sum_itself() -> None:
    referee = table("A:4-4 B:4-2@L A:4-3@R B:4-5@U A:4-1@D B:1-5@D", "telephone.225", seats=2)
    # on the way 2 + 8, then 2 + 3, then 5 more
    assert logged(referee) == [(8, 0), (10, 10), (5, 5), (10, 10), (11, 0), (15, 15)]
    assert scores(referee) == {"A": 5, "B": 35}


def test_T_7_open_sides_of_the_house_count_nothing() -> None:
    referee = table("A:4-4 B:4-2@L A:4-5@R", "telephone.225", seats=2)
    assert logged(referee)[-1] == (7, 0)


def test_a_sum_of_zero_pays_nothing_D_25() -> None:
    referee = table("A:0-0", "telephone.72 lead_order=any", seats=2)
    assert logged(referee) == [(0, 0)]


def test_the_house_is_the_first_double_covered_D_23() -> None:
    # 3-3 leads, 5-5 is covered first: in telephone.225 its sides open, in telephone.72 only those of 3-3 will
    moves = "A:3-3 B:3-5@L A:5-5@L B:5-6@L"
    assert [end.end for end in table(moves, "telephone.225", 2).state.open_ends] == ["L", "R", "U", "D"]
    assert [end.end for end in table(moves, "telephone.72", 2).state.open_ends] == ["L", "R"]


def test_a_forced_lead_pays_nothing_D_24() -> None:
    referee = table("A:2-3", "telephone.225", seats=4)
    assert logged(referee) == [(5, 0)]
    assert scores(referee) == {"A+C": 0, "B+D": 0}


@pytest.mark.parametrize(("lead_scores", "points"), [("yes", [5, 5]), ("free_only", [0, 5]), ("no", [0, 0])])
def test_lead_scores_D_24(lead_scores: str, points: list[int]) -> None:
    referee = table("A:2-3 B:3-3@L", f"telephone.225 lead_scores={lead_scores}", seats=2)
    finish(referee, "B")
    follow(referee, "B:4-1")
    assert [points for _, points in logged(referee)][::2] == points


def finish(referee: Referee, winner: str) -> None:
    """Ends a round of two: `winner` shows an empty hand, the other all that does not sleep."""
    rest = [tile for tile in referee.rules.set if tile not in referee.state.line.tiles]
    shown = dict.fromkeys(referee.state.seat_ids, rest[referee.state.round.bazaar :])
    referee.reveal(shown | {winner: []}, 99.0)


# -- what a round brings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("b", "c", "points"), [(7, 6, 3), (8, 7, 3), (9, 7, 4)])
def test_T_5_a_fifth_of_what_the_others_hold_rounded_up(b: int, c: int, points: int) -> None:
    assert gains(T72, "out", {"A": 0, "B": b, "C": c}, winner="A") == {"A": points, "B": 0, "C": 0}


@pytest.mark.parametrize(("left", "points"), [(13, -10), (4, 0), (5, -5)])
def test_T_6_leftovers_are_taken_off_rounded_down(left: int, points: int) -> None:
    assert gains(T225, "out", {"A": 0, "B": left}, winner="A") == {"A": 0, "B": points}


def test_T_6_in_pairs_each_hand_by_itself() -> None:
    held: dict[str, int | str] = {"A": 0, "B": 13, "C": 9, "D": 8}
    assert gains(T225, "out", held, winner="A") == {"A+C": -5, "B+D": -15}  # both members of the winner's pair, too


def test_scores_below_zero_and_clamped_D_26() -> None:
    end = round_end(T225, "out", {"A": 0, "B": 13}, winner="A")
    assert settled(T225, end, {"B": Account(5)}).ledger.scores == {"A": 0, "B": -5}
    clamped = T225.with_options(clamp_zero="yes")
    assert settled(clamped, end, {"B": Account(5)}).ledger.scores == {"A": 0, "B": 0}


def test_fish_of_telephone_72_D_27() -> None:
    assert gains(T72, "fish", {"A": 9, "B": 3, "C": 12}) == {"A": 0, "B": 5, "C": 0}  # (9 + 12) / 5 = 4.2
    assert gains(T72, "fish", {"A": 9, "B": 3, "C": 3}) == {"A": 0, "B": 0, "C": 0}


def test_fish_of_telephone_225_D_27() -> None:
    held: dict[str, int | str] = {"A": 9, "B": 3, "C": 12, "D": 14}
    assert gains(T225, "fish", held) == {"A+C": -15, "B+D": -10}
    assert settled(T225, round_end(T225, "fish", held)).charges.winner == "B+D"  # 17 to 21: they lead


def test_the_bonus_of_telephone_365_stops_at_300() -> None:
    end = round_end(T365, "out", {"A": 0, "B": 41}, winner="A")
    for before, after in ((100, 145), (290, 300), (300, 300), (320, 320)):
        assert settled(T365, end, {"A": Account(before)}).ledger.scores["A"] == after


# -- the end of the match --------------------------------------------------------------------------------------------


def test_T_8_both_over_225_is_a_draw() -> None:
    # B's 13 take 10 off his 236
    end = round_end(T225, "out", {"A": 0, "B": 13}, winner="A")
    after = settled(T225, end, {"A": Account(230), "B": Account(236)})
    assert after.ledger.scores == {"A": 230, "B": 226}
    assert after.over == MatchEnd((), (), by="limit")


def test_T_8_the_higher_score_over_72_wins() -> None:
    end = round_end(T72, "out", {"A": 0, "B": 9}, winner="A")  # 9 / 5, rounded up: 2
    after = settled(T72, end, {"A": Account(73), "B": Account(73)})
    assert after.ledger.scores == {"A": 75, "B": 73}
    assert after.over == MatchEnd(("B",), ("A",), by="limit")


def test_equal_scores_over_72_take_another_round() -> None:
    end = round_end(T72, "out", {"A": 0, "B": 9}, winner="A")
    after = settled(T72, end, {"A": Account(72), "B": Account(74)})
    assert after.ledger.scores == {"A": 74, "B": 74}
    assert after.over is None


def test_one_side_over_225_wins() -> None:
    after = settled(T225, round_end(T225, "out", {"A": 0, "B": 3}, winner="A"), {"B": Account(225)})
    assert after.over == MatchEnd(("A",), ("B",), by="limit")


def near_the_end(rules: str) -> Referee:
    """A has 70, and 6-6 brings 3."""
    referee = Referee(parse(rules), FOUR[:3])
    referee.start()
    referee.adjust("A", 70, 0.0)
    follow(referee, "A:4-4 B:4-6@L C:4-3@R")
    return referee


def test_the_match_ends_after_the_round_D_28() -> None:
    referee = near_the_end("telephone.72")
    assert kinds(follow(referee, "A:6-6@L")) == ["play"]
    assert scores(referee)["A"] == 73
    assert referee.state.phase == "playing"


def test_the_match_may_end_on_the_move_D_28() -> None:
    referee = near_the_end("telephone.72 end_check=move")
    events = follow(referee, "A:6-6@L")
    assert kinds(events) == ["play", "match_over"]
    assert one(events, MatchOver).winners == ("A",)


def test_a_corrected_tile_takes_the_end_of_the_match_back() -> None:
    referee = near_the_end("telephone.72 end_check=move")
    follow(referee, "A:6-6@L")
    assert kinds(referee.fix(seq(referee, "4-3"), 9.0, tile=Tile(4, 2))) == ["fix"]  # 12 + 2 = 14
    assert (referee.state.phase, scores(referee)["A"]) == ("playing", 70)
    assert kinds(referee.fix(seq(referee, "4-3"), 9.5, tile=Tile(4, 3))) == ["fix", "match_over"]
    assert scores(referee)["A"] == 73


def test_an_undone_play_takes_the_end_of_the_match_back() -> None:
    referee = near_the_end("telephone.72 end_check=move")
    follow(referee, "A:6-6@L")
    referee.undo(9.0)
    assert (referee.state.phase, scores(referee)["A"]) == ("playing", 70)


# -- several doubles at once -----------------------------------------------------------------------------------------

FOUR_DOUBLES = "telephone.72 multi_doubles=4"


def test_two_doubles_at_once_pay_one_sum() -> None:
    # 5 + 12, then 5 + 0: a point for C. 5-5 makes 10 + 0, and 0-0 beside it 10 + 0 again: the turn pays 2, not 4
    referee = table("A:6-6 B:6-5@L C:6-0@R A:5-5@L A:0-0@R", FOUR_DOUBLES)
    assert logged(referee) == [(12, 0), (17, 0), (5, 1), (10, 2), (10, 2)]
    assert scores(referee) == {"A": 2, "B": 0, "C": 1}
    assert referee.state.turn == "B"


def test_two_doubles_in_one_event_pay_one_sum() -> None:
    referee = table("A:6-6 B:6-5@L C:6-0@R A:5-5@L A:0-0@R", FOUR_DOUBLES)
    *before, first, second = referee.events
    assert isinstance(first, Played) and isinstance(second, Played)
    both = replace(first, tiles=(*first.tiles, *second.tiles))
    state = fold([*before, both])
    assert state.ledger.scores == {"A": 2, "B": 0, "C": 1}
    assert state.round.play_events[-1].points == 2


def test_only_the_sum_after_the_last_double_counts() -> None:
    # T-1 with 3-3 laid in the same turn: 15 is only on the way, 12 + 6 = 18 pays nothing
    referee = table("A:4-4 B:4-6@L C:4-3@R A:6-6@L", FOUR_DOUBLES)
    assert scores(referee)["A"] == 3
    follow(referee, "A:3-3@R")
    assert logged(referee)[-2:] == [(15, 3), (18, 0)]
    assert scores(referee)["A"] == 0


def test_a_sum_that_only_both_doubles_make() -> None:
    # 2 + 3 = 5 for C; 2-2 makes 7, and with 3-3 it is 10
    referee = table("A:6-6 B:6-2@L C:6-3@R A:2-2@L A:3-3@R", FOUR_DOUBLES)
    assert logged(referee) == [(12, 0), (14, 0), (5, 1), (7, 0), (10, 2)]
    assert scores(referee) == {"A": 2, "B": 0, "C": 1}


def test_undoing_the_second_double_leaves_what_the_first_brings() -> None:
    referee = table("A:4-4 B:4-6@L C:4-3@R A:6-6@L A:3-3@R", FOUR_DOUBLES)
    referee.undo(9.0)
    assert scores(referee)["A"] == 3


def test_points_given_by_hand_between_two_doubles_stay() -> None:
    referee = table("A:4-4 B:4-6@L C:4-3@R A:6-6@L", FOUR_DOUBLES)
    referee.adjust("A", 4, 8.0)
    follow(referee, "A:3-3@R")
    assert scores(referee)["A"] == 4


def test_a_double_of_the_next_seat_has_its_own_sum() -> None:
    # A's 6-6 pays 15 / 5; B's 3-3 makes 18
    referee = table("A:4-4 B:4-6@L C:4-3@R A:6-6@L B:3-3@R C:6-5@L", FOUR_DOUBLES)
    assert written(referee)[-3:] == [(15, 3), (18, 0), (11, 0)]
    assert scores(referee) == {"A": 3, "B": 0, "C": 0}


# -- corrections -----------------------------------------------------------------------------------------------------


def test_a_corrected_tile_changes_its_points_and_those_of_later_plays() -> None:
    misread = T1_TO_T3.replace("4-3@R", "4-2@R")
    referee = table(misread)
    assert written(referee) == [(8, 0), (14, 0), (8, 0), (14, 0), (19, 0), (24, 0)]
    assert scores(referee) == {"A": 0, "B": 0, "C": 0}
    referee.fix(seq(referee, "4-2"), 9.0, tile=Tile(4, 3))
    assert written(referee) == [(8, 0), (14, 0), (9, 0), (15, 3), (20, 4), (25, 5)]
    assert scores(referee) == {"A": 3, "B": 4, "C": 5}
    assert referee.state == fold(referee.events)


def test_a_tile_corrected_after_the_round_changes_its_score() -> None:
    # 2 instead of 3 at an end, so that no sum is in fives; B gets 19 for 56 + 38
    referee = table(T1_TO_T3.replace("4-3@R", "4-2@R"))
    left = {"A": "6-5 6-3 6-2 6-1 6-0 5-3 5-2", "B": "", "C": "5-1 5-0 3-0 4-1 4-0 3-3 3-2 3-1"}
    referee.reveal(hands(left), 20.0)
    assert scores(referee) == {"A": 0, "B": 19, "C": 0}
    referee.fix(seq(referee, "4-2"), 21.0, tile=Tile(4, 3))
    assert scores(referee) == {"A": 3, "B": 23, "C": 5}
    assert referee.state == fold(referee.events)


def test_a_corrected_seat_moves_the_points() -> None:
    referee = table("A:4-4 B:4-6@L C:4-3@R A:6-6@L")
    referee.fix(seq(referee, "6-6"), 9.0, seat="B")
    assert scores(referee) == {"A": 0, "B": 3, "C": 0}


def test_points_are_written_once_the_seat_is_known() -> None:
    referee = Referee(parse("telephone.72 lead_order=any"), FOUR[:3])
    referee.play(Tile(5, 5), t=1.0)
    assert logged(referee) == [(10, 2)]
    assert scores(referee) == {"A": 0, "B": 0, "C": 0}
    follow(referee, "B:5-0@L")
    assert scores(referee) == {"A": 2, "B": 2, "C": 0}


def test_undo_takes_points_back() -> None:
    referee = table(T1_TO_T3)
    referee.undo(9.0)
    assert scores(referee) == {"A": 3, "B": 4, "C": 0}
    referee.undo(10.0)
    referee.undo(11.0)
    assert scores(referee) == {"A": 0, "B": 0, "C": 0}


def test_a_tile_that_does_not_fit_brings_nothing() -> None:
    referee = table("A:4-4 B:4-6@L C:4-3@R A:5-6@R")  # 6 + 6 = 12 would be no fives either
    assert [event.reason for event in referee.events if isinstance(event, Illegal)] == ["mismatch"]
    assert logged(referee)[-1][1] == 0
    wrong = table("A:4-4 B:4-6@L C:2-4@R A:5-6@R")
    assert written(wrong)[-1][1] == scores(wrong)["A"] == 0


def test_a_play_out_of_turn_brings_nothing_until_its_seat_is_put_right() -> None:
    # B has won a round, so A may not lead the next one
    referee = table("A:2-3 B:3-3@L", "telephone.225", seats=2)
    finish(referee, "B")
    before = scores(referee)
    follow(referee, "A:5-5")
    assert one(referee.events, Illegal).reason == "out_of_turn"
    assert logged(referee)[-1] == written(referee)[-1] == (10, 0)
    assert scores(referee) == before
    referee.fix(seq(referee, "5-5"), 100.0, seat="B")
    assert written(referee)[-1] == (10, 10)
    assert scores(referee) == {"A": before["A"], "B": before["B"] + 10}


def test_a_round_that_does_not_count_takes_its_points_back() -> None:
    referee = table(T1_TO_T3)
    referee.adjust("B", 7, 8.0)  # given by hand: it stays
    referee.void(9.0)
    assert scores(referee) == {"A": 0, "B": 7, "C": 0}
    assert referee.state == fold(referee.events)


# -- whole rounds ----------------------------------------------------------------------------------------------------


def test_the_winner_of_a_round_leads_the_next() -> None:
    referee = table(T1_TO_T3)
    left = {"A": "6-5 6-3 6-2 6-1 6-0 5-3 5-2", "B": "", "C": "5-1 5-0 4-2 4-1 4-0 3-3 3-2 3-1"}  # the other 7 sleep
    events = referee.reveal(hands(left), 20.0)
    scored = one(events, Scored)
    assert (scored.termination, scored.winner, scored.leader) == ("out", "B", "B")
    # 56 + 41 = 97, a fifth rounded up is 20 for B, who had 4
    assert {row.side: (row.points, row.score) for row in scored.sides} == {"A": (0, 3), "B": (20, 24), "C": (0, 5)}
