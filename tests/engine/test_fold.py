"""The log and its fold: JSON, undo, corrections, resume."""

from __future__ import annotations

import json

import pytest

from engine.corrections import effective
from engine.errors import RulesError
from engine.events import Illegal, Out, Played, Seat, Undone, from_json, from_line
from engine.fold import fold
from engine.line import Joint
from engine.referee import Referee
from engine.rulesets import get
from engine.tiles import NotationError, Tile
from tests.engine.support import FOUR, K9_HANDS, K9_MOVES, follow, hands, kinds, one

KOZEL = get("kozel.solo")


def k9() -> Referee:
    referee = Referee(KOZEL, FOUR)
    follow(referee, K9_MOVES)
    referee.reveal(hands(K9_HANDS), 30.0)
    return referee


def test_play_as_json() -> None:
    referee = Referee(KOZEL, FOUR)
    follow(referee, "B:1-1 C:1-3@L")
    assert referee.events[-1].to_json() == {
        "seq": 4,
        "t": 2.0,
        "ev": "play",
        "seat": "C",
        "tiles": [
            {"tile": "3-1", "end": "L", "closed": False, "confidence": 1.0, "on": "1-1", "touch": 1, "at": 1}
        ],
        "sum": 5,
        "points": 0,
        "legal": True,
    }  # fmt: skip


def test_setup_as_json() -> None:
    assert Referee(KOZEL.with_options(fish="on_one"), FOUR[:2]).start()[0].to_json() == {
        "seq": 1,
        "t": 0.0,
        "ev": "setup",
        "rules": "kozel.solo/1 fish_scoring=on_one",
        "set": "D6",
        "seats": [
            {"id": "A", "name": "Masha", "name_ru": "Маша", "edge": "S"},
            {"id": "B", "name": "Alex", "name_ru": "Алекс", "edge": "W"},
        ],
    }


def test_log_round_trip_folds_the_same() -> None:
    referee = k9()
    read = [from_line(event.to_line()) for event in referee.events]
    assert tuple(read) == referee.events
    assert fold(read) == referee.state == fold(referee.events)


def test_resume_goes_on_where_the_log_ends() -> None:
    whole = k9()
    half = Referee.resume(whole.events[:12])
    assert half.state == fold(whole.events[:12])
    follow(half, " ".join(K9_MOVES.split()[10:]))
    half.reveal(hands(K9_HANDS), 30.0)
    assert half.state.ledger.accounts == whole.state.ledger.accounts
    with pytest.raises(ValueError, match="no set-up"):
        Referee.resume([])


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"ev": "whale", "seq": 1, "t": 0.0},
        {"ev": "out", "seq": 1, "t": 0.0},
        {"ev": "out", "seq": "1", "t": 0.0, "seat": "A"},
        {"ev": "out", "seq": True, "t": 0.0, "seat": "A"},
        {"ev": "out", "seq": 1, "t": 0.0, "seat": "A", "more": 1},
        {"ev": "reveal", "seq": 1, "t": 0.0, "seat": "A", "hand": "6-4", "pips": 10, "value": 10},
        {"ev": "reveal", "seq": 1, "t": 0.0, "seat": "A", "hand": ["6"], "pips": 10, "value": 10},
        {"ev": "illegal", "seq": 1, "t": 0.0, "seat": "A", "play": 1, "tile": "6-4", "reason": "ugly"},
        {"ev": "setup", "seq": 1, "t": 0.0, "rules": "free", "set": "D6", "seats": [3]},
        {"ev": "setup", "seq": 1, "t": 0.0, "rules": 3, "set": "D6", "seats": []},
    ],
)
def test_no_event(data: object) -> None:
    with pytest.raises(NotationError):
        from_json(data)


def test_no_line_of_a_log() -> None:
    with pytest.raises(NotationError, match="no line"):
        from_line("{broken")
    with pytest.raises(RulesError):
        from_line('{"seq": 1, "t": 0, "ev": "setup", "rules": "whist", "set": "D6", "seats": []}')


def test_whole_seconds_are_read() -> None:
    event = from_line(json.dumps({"seq": 1, "t": 3, "ev": "out", "seat": "A"}))
    assert event == Out(1, 3.0, "A")


def test_undo_takes_back_the_last_play_and_its_passes() -> None:
    referee = Referee(KOZEL, FOUR)
    follow(referee, "B:1-1 C:1-3@L")
    before = fold(referee.events)
    follow(referee, "A:3-3@L")  # D is skipped
    assert kinds(referee.events)[-2:] == ["pass", "play"]
    undone = one(referee.undo(5.0), Undone)
    assert undone.target == 5
    assert referee.state == before
    assert [event.seq for event in effective(referee.events)] == [1, 2, 3, 4]
    follow(referee, "D:3-4@L")
    assert referee.events[-1].seq == undone.seq + 1
    assert len(referee.state.line) == 3


def test_undo_of_the_fish_brings_the_round_back() -> None:
    referee = Referee(KOZEL, FOUR)
    follow(referee, K9_MOVES)
    assert referee.state.phase == "ended"
    referee.undo(40.0)
    assert (referee.state.phase, referee.state.turn) == ("playing", "A")


def test_nothing_to_undo() -> None:
    assert Referee(KOZEL, FOUR).undo(1.0) == []


def test_fix_of_a_misread_tile_lifts_the_verdict() -> None:
    referee = Referee(KOZEL, FOUR)
    follow(referee, "B:1-1")
    follow(referee, "C:6-3@L")  # 3-1 misread as 6-3: its half 6 is said to touch the 1
    misread = one(referee.events, Illegal)
    follow(referee, "D:3-4@L")
    assert kinds(referee.fix(misread.play, 9.0, tile=Tile(3, 1))) == ["fix"]
    assert referee.state.round.illegal == {}
    assert [str(tile) for tile in referee.state.line.tiles] == ["1-1", "3-1", "4-3"]
    assert sorted(end.pips for end in referee.state.open_ends) == [1, 4]


def test_fix_that_makes_a_later_play_illegal() -> None:
    referee = Referee(KOZEL, FOUR)
    follow(referee, "B:1-1 C:1-3@L D:3-4@L")
    play = next(event for event in referee.events if isinstance(event, Played) and event.seat == "C")
    events = referee.fix(play.seq, 9.0, tile=Tile(5, 1))
    assert kinds(events) == ["fix", "illegal"]
    assert one(events, Illegal).tile == Tile(4, 3)


def test_fix_of_a_seat() -> None:
    referee = Referee(KOZEL, FOUR)
    follow(referee, "B:1-1 C:1-3@L")
    referee.fix(4, 9.0, seat="D")
    assert referee.state.turn == "A"
    assert referee.state.round.plays[-1] == ("D", Tile(3, 1))


def lay(referee: Referee, tile: str, on: str, touch: int, at: int) -> None:
    referee.play(Tile.parse(tile), [Joint(Tile.parse(on), at, touch)])


@pytest.mark.parametrize(
    ("misread", "right", "ends"),
    [
        ("6-5", "6-4", [1, 6]),  # the half that was misread is the one that 4-1 touches
        ("6-5", "4-2", [1, 2]),  # both halves were misread: the one that fits is touched
    ],
)
def test_fix_in_free_play_lifts_the_verdict(misread: str, right: str, ends: list[int]) -> None:
    referee = Referee(get("free"))
    referee.play(Tile.parse(misread))
    lay(referee, "4-1", misread, touch=4, at=5)
    assert one(referee.events, Illegal).reason == "mismatch"
    assert kinds(referee.fix(3, 9.0, tile=Tile.parse(right))) == ["fix"]
    assert referee.state.round.illegal == {}
    assert sorted(end.pips for end in referee.state.open_ends) == ends


def test_fix_in_free_play_that_brings_a_verdict() -> None:
    referee = Referee(get("free"))
    referee.play(Tile(6, 5))
    lay(referee, "5-1", "6-5", touch=5, at=5)
    assert kinds(referee.fix(3, 9.0, tile=Tile(6, 3))) == ["fix", "illegal"]
    assert referee.state.line.placed[1].at == 3  # the half that was read as 5
    assert sorted(end.pips for end in referee.state.open_ends) == [1, 6]
    assert kinds(referee.fix(3, 9.0, tile=Tile(6, 5))) == ["fix"]
    assert referee.state.round.illegal == {}


def test_fix_of_a_tile_to_which_one_was_laid_at_a_closed_end() -> None:
    referee = Referee(KOZEL, FOUR)
    follow(referee, "B:1-1 C:1-5@L D:5-4@L")
    lay(referee, "3-2", "5-1", touch=3, at=5)  # nothing is open at C's tile, and 3 does not fit 5
    assert kinds(referee.fix(4, 9.0, tile=Tile(3, 1))) == ["fix", "illegal", "illegal"]
    # D's 5-4 no longer fits; 3-2 does, but lies where no end is open
    assert referee.state.round.illegal == {5: "mismatch", 6: "closed_end"}


def test_fix_lifts_a_wrong_pass_that_the_misread_tile_proved() -> None:
    referee = Referee(KOZEL, FOUR)
    follow(referee, "B:1-1 C:1-3@L A:1-5@R B:5-0@R C:0-4@R D:3-2@L")  # D was skipped at 3 and 1, and now has 3-2
    assert "wrong_pass" in kinds(referee.events)
    play = one((event for event in referee.events if isinstance(event, Played) and event.seat == "D"), Played)
    referee.fix(play.seq, 9.0, tile=Tile(4, 2), end="R")
    assert referee.state.round.proved_wrong == set()


def test_undo_takes_a_correction_back() -> None:
    referee = Referee(KOZEL, FOUR)
    follow(referee, "B:1-1 C:6-3@L D:3-4@L")
    before = fold(referee.events)
    assert list(before.round.illegal.values()) == ["mismatch"]
    (fix,) = referee.fix(4, 9.0, tile=Tile(3, 1))
    assert referee.state.round.illegal == {}
    referee.undo(10.0, fix.seq)
    assert referee.state == before
    assert [str(tile) for tile in referee.state.line.tiles] == ["1-1", "6-3", "4-3"]


def test_undo_of_the_last_play_takes_back_the_seats_that_it_told() -> None:
    referee = Referee(KOZEL, FOUR)
    referee.play(Tile(1, 1))
    referee.play(Tile(2, 1))
    before = fold(referee.events)
    referee.play(Tile(5, 2), seat_hint="D")
    assert [seat for seat, _ in referee.state.round.plays] == ["B", "C", "D"]
    assert kinds(referee.undo(5.0)) == ["undo"]
    assert referee.state == before
    assert [seat for seat, _ in referee.state.round.plays] == [None, None]


def test_undo_of_the_last_play_leaves_corrections_of_earlier_ones() -> None:
    referee = Referee(KOZEL, FOUR)
    follow(referee, "B:1-1 C:6-3@L D:3-4@L")
    referee.fix(4, 9.0, tile=Tile(3, 1))
    assert kinds(referee.undo(10.0)) == ["undo", "fix"]
    assert [str(tile) for tile in referee.state.line.tiles] == ["1-1", "3-1"]
    assert referee.state.round.illegal == {}


def test_fix_needs_something_to_fix() -> None:
    referee = Referee(KOZEL, FOUR)
    referee.start()
    with pytest.raises(ValueError, match="no event 99"):
        referee.fix(99, 1.0, seat="A")
    with pytest.raises(ValueError, match="must change"):
        referee.fix(2, 1.0)


def test_log_without_setup_is_free_play() -> None:
    assert fold([]).rules.id == "free"
    assert Seat("A", "Masha").name_ru is None
