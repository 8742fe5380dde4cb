"""A play turns out to have been another seat's: what had followed from it goes, and is judged anew."""

from __future__ import annotations

from engine.corrections import effective
from engine.dpn import from_events, read, to_events, write
from engine.events import Fish, Out, Passed, WrongPass
from engine.fold import fold
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.tiles import Tile
from tests.engine.support import FOUR, K9_HANDS, K9_MOVES, follow, hands, kinds, kozel, one


def table(rules: str, moves: str) -> Referee:
    referee = Referee(parse(rules), FOUR)
    referee.start(leader=moves[0])
    follow(referee, moves)
    return referee


def seq(referee: Referee, tile: str) -> int:
    plays = referee.state.round.play_events
    return next(play.seq for play in plays if play.tiles[0].tile == Tile.parse(tile))


def passes(referee: Referee) -> list[str]:
    return [event.seat for event in effective(referee.events) if isinstance(event, Passed)]


def accused(referee: Referee) -> list[str]:
    return [event.seat for event in effective(referee.events) if isinstance(event, WrongPass)]


def test_passes_that_nobody_made_are_not_held_against_anybody() -> None:
    """B laid 3-6, but it seemed to be D: B and C seemed to pass, then A and B, and C's own 5-1 convicted him."""
    referee = table("sport.yard", "A:5-3 D:3-6@R C:5-1@L")
    assert (passes(referee), accused(referee)) == (["B", "C", "A", "B"], ["C"])
    referee.fix(seq(referee, "3-6"), 5.0, seat="B")
    assert (passes(referee), accused(referee)) == ([], [])
    assert referee.state.round.lacks == {}
    follow(referee, "D:6-0@R A:0-5@R B:5-5@R")
    assert accused(referee) == []
    assert fold(referee.events) == referee.state


def test_those_who_were_skipped_all_the_same_still_passed() -> None:
    """C laid 3-6, and not D: that B passed before it stays."""
    referee = table("sport.yard", "A:5-3 D:3-6@R")
    referee.fix(seq(referee, "3-6"), 5.0, seat="C")
    assert passes(referee) == ["B"]
    assert referee.state.turn == "D"


def test_points_for_passes_that_were_not_made_go_back() -> None:
    referee = table("puerto_rico.200", "A:5-3 D:3-6@R")
    assert referee.state.ledger.scores == {"A+C": 10, "B+D": 10}
    referee.fix(seq(referee, "3-6"), 5.0, seat="B")
    assert referee.state.ledger.scores == {"A+C": 0, "B+D": 0}


def test_who_went_out_is_another_one() -> None:
    rules = parse("kozel.solo")
    referee = Referee(rules, FOUR)
    referee.start()
    moves = "B:1-1 C:1-3@L D:1-5@R A:3-5@L B:5-2@L C:5-6@R D:2-0@L A:0-3@L B:3-2@L C:6-0@R D:0-1@R A:2-6@L B:6-1@L"
    follow(referee, moves)
    last = seq(referee, "6-1")
    referee.fix(last, 50.0, seat="C")
    assert referee.state.turn == "D"
    assert fold(referee.events) == referee.state


def test_the_fisher_of_a_scored_round_is_another_one() -> None:
    """K-9: A seemed to lay 4-6, the last tile, and made the fish; in truth it was B."""
    referee = kozel(K9_MOVES)
    referee.reveal(hands(K9_HANDS), 30.0)
    assert referee.state.next_leader == "A"
    referee.fix(seq_of_last(referee), 40.0, seat="B")
    assert one(effective(referee.events), Fish).seat == "B"
    assert referee.state.next_leader == "B"
    assert not [event for event in effective(referee.events) if isinstance(event, Out)]


def seq_of_last(referee: Referee) -> int:
    return referee.state.round.play_events[-1].seq


def test_numbers_on_which_a_seat_passed_follow_the_corrected_line() -> None:
    """D's tile was 6-2, and not 4-2: A passed on 3 and 6, so that 4-2 later proves nothing."""
    referee = table("sport.yard", "A:3-5 B:5-2@R C:3-3@L D:2-4@R B:3-1@L")
    assert passes(referee) == ["A"]
    referee.fix(seq(referee, "4-2"), 9.0, tile=Tile(6, 2))
    follow(referee, "C:6-4@R D:1-0@L A:4-2@R")
    assert accused(referee) == []


def test_a_pass_that_the_corrected_line_proves_wrong_is_found() -> None:
    referee = table("sport.yard", "A:3-5 B:5-2@R C:3-3@L D:2-4@R B:3-1@L C:1-0@L D:0-0@L A:4-6@R")
    assert accused(referee) == ["A"]
    referee.fix(seq(referee, "4-2"), 9.0, tile=Tile(2, 6))
    assert accused(referee) == ["A"]  # 6-4 fits 6 as well
    referee.undo(10.0)
    assert fold(referee.events) == referee.state


def test_a_corrected_tile_does_not_excuse_who_played_out_of_turn() -> None:
    referee = table("sport.yard", "A:6-6 B:6-5@L")
    events = follow(referee, "A:6-4@R")
    assert kinds(events)[-1] != "illegal"  # B, C and D may have passed
    wrong = Referee(get("sport.yard"), FOUR)
    wrong.start(leader="A")
    wrong.play(Tile(6, 6), t=1.0, seat_hint="B")
    assert wrong.state.round.illegal == {3: "out_of_turn"}
    wrong.fix(3, 2.0, tile=Tile(6, 5))
    assert wrong.state.round.illegal == {3: "out_of_turn"}
    wrong.fix(3, 3.0, seat="A")
    assert wrong.state.round.illegal == {}


def test_a_seat_of_an_earlier_round_is_corrected_while_the_next_is_played() -> None:
    """DPN keeps only the present round in mind: the corrected play is not in it."""
    referee = kozel(K9_MOVES)
    referee.reveal(hands(K9_HANDS), 30.0)
    earlier = seq_of_last(referee)
    follow(referee, "A:6-6 B:6-5@L")
    referee.fix(earlier, 40.0, seat="B")
    follow(referee, "C:6-4@R")
    assert to_events(read(write(from_events(referee.events)))) == list(referee.events)
    assert fold(referee.events) == referee.state
