"""What nobody should ask of a referee is refused in a sentence, and leaves the log as it was."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.errors import LogError, RulesError
from engine.events import Revealed, Seat
from engine.fold import fold
from engine.referee import Referee
from engine.rulesets import get
from engine.selfplay import continue_match, play_match
from engine.tiles import Tile
from tests.engine.support import FOUR, follow, kinds, kozel, one

SPORT = get("sport.fdr")


@pytest.mark.parametrize(
    "ask",
    [
        lambda referee: referee.adjust("A+C", 30, 1.0),
        lambda referee: referee.time_is_up(1.0),
        lambda referee: referee.leave("A", 1.0),
        lambda referee: referee.desync("a hand over the table", 1.0),
        lambda referee: referee.undo(1.0, 1),
        lambda referee: referee.start(1.0, leader="Z"),
    ],
)
def test_nothing_happens_before_the_match_begins(ask: Callable[[Referee], object]) -> None:
    referee = Referee(SPORT, FOUR)
    with pytest.raises(LogError):
        ask(referee)
    assert referee.events == ()


def test_the_first_deal_begins_the_match() -> None:
    assert kinds(Referee(SPORT, FOUR).deal(1.0)) == ["setup", "deal"]


@pytest.mark.parametrize("target", [-1, 0, 1, 99])
def test_neither_the_set_up_nor_what_is_not_there_is_taken_back(target: int) -> None:
    referee = kozel("B:1-1")
    with pytest.raises(LogError, match=f"no event {target} to take back"):
        referee.undo(2.0, target)
    assert fold(referee.events) == referee.state
    follow(referee, "C:1-3@L")


def test_what_is_taken_back_already_is_not_taken_back_again() -> None:
    referee = kozel("B:1-1 C:1-3@L")
    referee.undo(2.0, 4)
    with pytest.raises(LogError, match="no event 4 to take back"):
        referee.undo(3.0, 4)


def test_a_play_is_corrected_to_a_seat_and_an_end_that_exist() -> None:
    referee = kozel("B:1-1 C:1-3@L")
    with pytest.raises(LogError, match="no seat 'Z'"):
        referee.fix(4, 2.0, seat="Z")
    with pytest.raises(LogError, match="no end T1; the ends are L, R"):
        referee.fix(4, 2.0, end="T1")
    with pytest.raises(LogError, match="no end L; the ends are none"):
        referee.fix(3, 2.0, end="L")  # it is the first tile


def test_a_free_line_has_the_ends_of_the_tiles_before() -> None:
    referee = Referee(get("free"))
    for tile in (Tile(6, 4), Tile(4, 2), Tile(2, 1)):
        referee.play(tile)
    *_, last = (event.seq for event in referee.events)
    with pytest.raises(LogError, match="no end T3; the ends are T1, T2"):
        referee.fix(last, 1.0, end="T3")  # it is itself the third
    referee.fix(last, 1.0, end="T1")
    assert fold(referee.events) == referee.state


def test_a_shown_hand_of_a_scored_round_keeps_its_owner() -> None:
    referee = Referee(SPORT, FOUR, draws_seen=True)
    referee.start()
    continue_match(referee, Random(1))
    shown = next(event for event in referee.events if isinstance(event, Revealed) and event.seat == "A")
    with pytest.raises(LogError, match="correct the hands"):
        referee.fix(shown.seq, 99.0, seat="B")
    assert fold(referee.events) == referee.state


def test_a_correction_of_a_hand_shown_too_early_outlives_the_undo_of_a_later_play() -> None:
    referee = kozel("B:1-1 C:1-3@L")
    shown = one(referee.reveal({"D": [Tile(6, 6)]}, 3.0), Revealed)
    referee.fix(shown.seq, 4.0, hand=[Tile(6, 5)])
    follow(referee, "D:1-5@R")
    referee.undo(9.0)
    assert referee.state.round.hands == {"D": (Tile(6, 5),)}


def test_a_game_that_deals_no_tiles_is_not_played_alone() -> None:
    with pytest.raises(RulesError, match="free deals no tiles"):
        play_match(get("free"), [Seat("A", "A"), Seat("B", "B")], Random(1))


@pytest.mark.parametrize("count", [-1, 0, 15])
def test_no_more_is_taken_than_the_boneyard_has(count: int) -> None:
    referee = Referee(get("kozel.solo"), FOUR[:2])
    referee.start()
    with pytest.raises(LogError, match="14 are in the boneyard"):
        referee.draw("A", 1.0, count)
    assert kinds(referee.draw("A", 1.0, 14)) == ["draw"]
    with pytest.raises(LogError, match="0 are in the boneyard"):
        referee.draw("B", 2.0)


def test_a_pass_that_is_said_again_is_no_pass_of_the_others() -> None:
    """Four knocks of B are one pass: no fish, and no points for passes of a whole round of the table."""
    referee = Referee(get("dominican.200"), FOUR)
    referee.start(leader="A")
    follow(referee, "A:6-5")
    assert kinds(referee.passes("B", 2.0)) == ["pass"]
    for t in (2.5, 3.0, 3.5):
        assert referee.passes("B", t) == []
    assert (referee.state.phase, referee.state.turn) == ("playing", "C")
    assert referee.state.ledger.scores == {"A+C": 50, "B+D": 0}  # the pass on the lead, which is no double
    for seat in "CDA":
        referee.passes(seat, 4.0)
    assert referee.state.phase == "ended"
