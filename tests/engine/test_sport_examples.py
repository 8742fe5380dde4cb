"""The worked examples SP-1 to SP-5 of the rules (sport dominoes), and what stands around them."""

from __future__ import annotations

from random import Random

import pytest

from engine.errors import LogError
from engine.events import Illegal, Left, MatchOver, Scored, Voided, WrongPass
from engine.fold import fold
from engine.games.sport import drawn_leader, order_of_taking, who_led, who_shuffles
from engine.ledger import Account, Ledger, RoundEnd
from engine.referee import Referee
from engine.rulesets import RuleSet, get, parse
from engine.scoring import Settlement, settle
from engine.selfplay import continue_match
from engine.tiles import Tile
from tests.engine.support import FOUR, follow, kinds, one, round_end, settled, tiles

SPORT = get("sport.fdr")
NS, EW = "N+S", "E+W"


def out(rules: RuleSet, held: dict[str, int | str], winner: str) -> dict[str, int]:
    return settled(rules, round_end(rules, "out", held, winner=winner)).ledger.scores


def fish(rules: RuleSet, held: dict[str, int | str]) -> dict[str, int]:
    return settled(rules, round_end(rules, "fish", held, fisher="N")).ledger.scores


def test_SP_1_who_goes_out_gets_all_hands_of_both_pairs() -> None:
    assert out(SPORT, {"N": 0, "E": "3-4", "S": "5-5", "W": "0-1"}, "N") == {NS: 18, EW: 0}


def test_SP_1_only_the_losers_hands_count() -> None:
    losers = SPORT.with_options(count="losers")
    assert out(losers, {"N": 0, "E": "3-4", "S": "5-5", "W": "0-1"}, "N") == {NS: 8, EW: 0}


def test_SP_2_fish_the_lower_pair_gets_all_hands() -> None:
    held: dict[str, int | str] = {"N": 9, "E": 11, "S": 5, "W": 10}  # 14 and 21
    assert fish(SPORT, held) == {NS: 35, EW: 0}
    assert fish(SPORT.with_options(fish_sum="loser"), held) == {NS: 21, EW: 0}


def test_SP_3_even_fish_is_drawn() -> None:
    after = settled(SPORT, round_end(SPORT, "fish", {"N": 9, "E": 19, "S": 11, "W": 1}, fisher="N", leader="E"))
    assert after.ledger.scores == {NS: 0, EW: 0}
    assert (after.ledger.carry, after.charges.winner) == (0, None)


def test_even_fish_may_wait_for_the_next_winner() -> None:
    rules = SPORT.with_options(fish_even="carry")
    board = settled(rules, round_end(rules, "fish", {"N": 9, "E": 19, "S": 11, "W": 1})).ledger
    assert (board.scores, board.carry) == ({NS: 0, EW: 0}, 40)
    won = round_end(rules, "out", {"N": 4, "E": 0, "S": 3, "W": 5}, winner="E")
    board = settled(rules, won, board.accounts, carry=40).ledger
    assert (board.scores, board.carry) == ({NS: 0, EW: 4 + 3 + 5 + 40}, 0)


def test_SP_4_of_equal_sums_the_larger_half_leads() -> None:
    assert drawn_leader({"A": Tile(5, 4), "B": Tile(6, 3), "C": Tile(2, 1), "D": Tile(4, 4)}) == "B"


def test_SP_4_the_highest_sum_leads() -> None:
    assert drawn_leader({"A": Tile(6, 3), "B": Tile(5, 5), "C": Tile(6, 2), "D": Tile(1, 0)}) == "B"


def test_SP_4_equal_tiles_are_drawn_again() -> None:
    assert drawn_leader({"A": Tile(6, 3), "B": Tile(6, 3), "C": Tile(6, 2), "D": Tile(1, 0)}) is None


def test_SP_5_the_higher_pair_wins_past_two_hundred() -> None:
    before = {NS: Account(190), EW: Account(150)}
    end = round_end(SPORT, "out", {"N": 33, "E": 0, "S": 20, "W": 7}, winner="E")
    after = settled(SPORT, end, before)
    assert after.ledger.scores == {NS: 190, EW: 210}
    assert after.over is not None
    assert (after.over.winners, after.over.losers) == ((EW,), (NS,))


def at_time(scores: dict[str, int], end: RoundEnd) -> Settlement:
    ledger = Ledger({side: Account(score) for side, score in scores.items()})
    return settle(ledger, end, SPORT, time_up=True)


def test_SP_5_level_at_the_end_of_the_time_one_more_round() -> None:
    drawn = round_end(SPORT, "fish", {"N": 10, "E": 10, "S": 10, "W": 10})
    assert at_time({NS: 120, EW: 120}, drawn).over is None
    decided = round_end(SPORT, "out", {"N": 0, "E": 2, "S": 1, "W": 4}, winner="N")
    over = at_time({NS: 120, EW: 120}, decided).over
    assert over is not None
    assert (over.winners, over.losers) == ((NS,), (EW,))


def test_level_by_the_table_without_an_extra_round_both_win() -> None:
    rules = SPORT.with_options(level="shared")
    drawn = round_end(rules, "fish", {"N": 10, "E": 10, "S": 10, "W": 10})
    over = settle(Ledger({NS: Account(120), EW: Account(120)}), drawn, rules, time_up=True).over
    assert over is not None
    assert (over.winners, over.losers) == ((NS, EW), ())


# -- the course of a match ---------------------------------------------------------------------------------------------


def sport(leader: str = "A", options: str = "") -> Referee:
    referee = Referee(parse(f"sport.fdr {options}"), FOUR)
    referee.start(leader=leader)
    return referee


def test_lots_name_the_first_leader_who_leads_with_any_tile() -> None:
    referee = sport("C")
    assert (referee.state.turn, referee.state.round.leader) == ("C", "C")
    assert kinds(follow(referee, "C:2-1 D:1-1@R")) == ["play", "play"]
    with pytest.raises(LogError, match="no seat 'X'"):
        sport("X")


def test_leads_are_taken_in_turn_D_41() -> None:
    referee, rng = sport("D"), Random(3)
    leaders = []
    for number in range(4):
        continue_match(referee, rng, float(100 * number))
        leaders.append(referee.state.round.leader)
    assert leaders == ["D", "A", "B", "C"]
    assert referee.state.scores[-1].leader == "D"


def test_time_during_a_round_makes_it_the_last() -> None:
    referee = sport()
    assert kinds(referee.time_is_up(1.0)) == ["time_up"]
    continue_match(referee, Random(1), 2.0)
    assert referee.state.phase == "over"
    assert referee.time_is_up(9.0) == []


def test_time_between_rounds_leaves_one_more_round() -> None:
    referee, rng = sport(), Random(1)
    continue_match(referee, rng, 1.0)
    assert kinds(referee.time_is_up(50.0)) == ["time_up"]
    assert referee.time_is_up(51.0) == []
    assert "match_over" not in kinds(referee.events)
    continue_match(referee, rng, 60.0)
    assert referee.state.phase == "over"
    assert len(referee.state.scores) == 2
    assert fold(referee.events) == referee.state


def test_time_while_points_are_counted_leaves_one_more_round() -> None:
    referee = sport()
    referee.void(1.0)  # between two deals, as while tiles are counted and shuffled
    referee.time_is_up(2.0)
    assert not referee.state.time_up
    referee.deal(3.0)
    assert referee.state.time_up


def test_a_pair_that_does_not_come_loses_to_the_maximum() -> None:
    referee = sport()
    events = referee.leave("B", 300.0)
    assert kinds(events) == ["leave", "match_over"]
    assert one(events, Left).seat == "B"
    assert (one(events, MatchOver).winners, one(events, MatchOver).losers) == (("A+C",), ("B+D",))
    assert referee.state.ledger.scores == {"A+C": 200, "B+D": 0}


def test_who_leaves_a_match_that_has_begun_loses_it_as_it_stands() -> None:
    referee = sport()
    follow(referee, "A:1-1")
    assert one(referee.leave("B", 300.0), MatchOver).winners == ("A+C",)
    assert referee.state.ledger.scores == {"A+C": 0, "B+D": 0}


WRONG_PASS = "A:1-1 B:1-3@L D:3-4@L A:4-5@L B:5-0@L C:0-3@L"  # C passed on 3 and 1, and holds 3-0


def test_a_wrong_pass_ends_the_round() -> None:
    referee = sport()
    events = follow(referee, WRONG_PASS)
    assert kinds(events)[-3:] == ["play", "wrong_pass", "void"]
    assert one(events, WrongPass).seat == "C"
    assert one(events, Voided).reason == "wrong_pass"
    assert referee.state.phase == "waiting"
    referee.adjust("A+C", -25, 20.0)  # the penalty that the event has set
    assert referee.state.ledger.scores == {"A+C": -25, "B+D": 0}
    referee.deal(30.0)
    assert referee.state.turn == "A"  # who had the lead has it again


def test_a_wrong_pass_may_only_be_flagged() -> None:
    referee = sport(options="wrong_pass=flag")
    assert kinds(follow(referee, WRONG_PASS))[-2:] == ["play", "wrong_pass"]
    assert referee.state.phase == "playing"


def test_misplay_at_the_first_lead_is_taken_back_and_the_opponents_choose() -> None:
    referee = sport("A")
    events = follow(referee, "B:6-6")
    assert kinds(events) == ["play", "illegal"]
    assert one(events, Illegal).reason == "out_of_turn"
    referee.undo(2.0)
    assert (referee.state.turn, len(referee.state.line)) == ("A", 0)  # the round goes on
    assert one(referee.void(3.0), Voided).reason == "by_hand"  # or it begins anew
    referee.deal(4.0)
    assert referee.state.turn == "A"


def misplayed(options: str = "") -> Referee:
    """B has laid 6-6 although A leads; it is taken back, and lies open now."""
    referee = sport("A", options)
    follow(referee, "B:6-6")
    referee.undo(2.0)
    assert kinds(referee.expose("B", Tile(6, 6), 3.0)) == ["expose"]
    return referee


def test_an_exposed_tile_goes_first_as_soon_as_it_fits() -> None:
    referee = misplayed()
    events = follow(referee, "A:6-1 B:1-1@R")
    assert kinds(events) == ["play", "play", "illegal"]
    assert one(events, Illegal).reason == "exposed_first"


def test_an_exposed_tile_waits_while_it_does_not_fit() -> None:
    referee = misplayed()
    assert kinds(follow(referee, "A:5-1 B:1-1@R C:5-6@L D:1-4@R A:4-2@R B:6-6@L")) == ["play"] * 6
    assert referee.state.round.exposed == {}
    assert referee.state.round.illegal == {}


def test_who_has_an_exposed_tile_that_fits_may_not_pass() -> None:
    referee = misplayed()
    follow(referee, "A:6-1")
    events = referee.passes("B", 5.0)
    assert kinds(events) == ["pass", "wrong_pass", "void"]
    assert (one(events, WrongPass).seat, one(events, WrongPass).tile) == ("B", Tile(6, 6))
    flagged = misplayed("wrong_pass=flag")
    follow(flagged, "A:6-1")
    assert kinds(flagged.passes("B", 5.0)) == ["pass", "wrong_pass"]
    assert flagged.state.turn == "C"


def test_who_has_an_exposed_tile_that_fits_is_not_skipped() -> None:
    referee = misplayed()
    events = follow(referee, "A:6-1 C:1-1@R")
    assert one(events, Illegal).reason == "out_of_turn"


def test_only_a_tile_that_was_taken_back_is_exposed_while_a_round_is_played() -> None:
    referee = sport()
    follow(referee, "A:6-1")
    with pytest.raises(LogError, match="take it back"):
        referee.expose("A", Tile(6, 1), 2.0)
    referee.void(3.0)
    with pytest.raises(LogError, match="while a round"):
        referee.expose("A", Tile(6, 1), 4.0)


def test_the_clock_runs_and_the_board_goes_to_two_hundred_in_fifty_minutes() -> None:
    assert (SPORT.clock, SPORT.limit, SPORT.minutes, SPORT.dir) == (True, 200, 50, "ccw")
    assert not SPORT.with_options(clock="no", minutes="30", limit="150").clock


def test_score_event_names_the_next_seat() -> None:
    referee = sport("B")
    continue_match(referee, Random(5), 1.0)
    assert one(referee.events, Scored).leader == "C"


# -- around the first tile ---------------------------------------------------------------------------------------------


def test_the_player_on_the_leaders_left_shuffles() -> None:
    assert who_shuffles("A", "ABCD") == "D"
    assert who_shuffles("C", "ABCD") == "B"


def test_tiles_are_taken_in_turn_and_last_by_who_shuffled_again() -> None:
    assert order_of_taking("C", "ABCD") == ("C", "D", "A", "B")
    assert order_of_taking("C", "ABCD", shuffled_again=True) == ("D", "A", "B", "C")


EDGES = {"A": "S", "B": "E", "C": "N", "D": "W"}


def test_the_smaller_half_of_the_first_tile_points_at_its_owner() -> None:
    assert who_led(Tile(6, 4), "N", EDGES) == ("C",)
    assert who_led(Tile(6, 4), "S", EDGES) == ("A",)
    assert who_led(Tile(6, 4), "E", {"A": None, "B": None}) == ()


def test_a_double_lies_parallel_to_one_of_two_partners() -> None:
    assert who_led(tiles("5-5")[0], "E", EDGES) == ("A", "C")
    assert who_led(tiles("5-5")[0], "N", EDGES) == ("B", "D")
