"""Free play: any joining tile, no turns, no score."""

from __future__ import annotations

from engine.events import Illegal, Played
from engine.line import Joint
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.tiles import Tile
from tests.engine.support import kinds, one


def test_free_play_knows_no_turns_and_no_score() -> None:
    referee = Referee(get("free"))
    events = referee.play(Tile(6, 1))
    for tile in ("6-6", "6-5", "6-4", "6-3"):
        on = Tile(6, 1) if tile == "6-6" else Tile(6, 6)
        events += referee.play(Tile.parse(tile), [Joint(on, 6, 6)])
    assert kinds(events) == ["setup", "deal"] + ["play"] * 5
    assert all(event.legal and event.seat is None for event in events if isinstance(event, Played))
    assert referee.reveal({}, 9.0) == []
    assert verdict_of_free(referee) == "mismatch"


def verdict_of_free(referee: Referee) -> str:
    referee.play(Tile(5, 0), [Joint(Tile(6, 4), 4, 5)])
    return one(referee.events, Illegal).reason


def test_free_play_with_two_sets() -> None:
    referee = Referee(parse("free copies=2"))
    referee.play(Tile(2, 1))
    assert kinds(referee.play(Tile(2, 1), [Joint(Tile(2, 1), 1, 1)])) == ["play"]
    assert kinds(referee.play(Tile(2, 1), [Joint(Tile(2, 1), 1, 1)])) == ["play", "illegal"]


def test_free_play_side_by_side() -> None:
    # both halves touch a half of the line, one of them with the same number
    referee = Referee(get("free"))
    referee.play(Tile(5, 3))
    assert kinds(referee.play(Tile(4, 3), [Joint(Tile(5, 3), 5, 4), Joint(Tile(5, 3), 3, 3)])) == ["play"]
