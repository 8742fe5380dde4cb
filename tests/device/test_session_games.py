"""The session in games of other families: pairs, turns of several doubles, hands that are only counted, void rounds."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from device.session import READS_OF_ODD_HANDS, GameSession, GameSetup
from engine import rulesets
from engine.errors import LogError
from engine.events import Event, Illegal, MatchOver, Passed, Played, Scored, Seat
from engine.ledger import Account, FishDebt, Ledger, Title
from engine.selfplay import continue_match
from tests.device.tables import ScriptedGate, ScriptedReader, chain, frame, laid, scene
from vision.scene import Scene
from vision.stillness import GateReading

SEATS = (
    Seat("A", "Masha", "Маша", "S"),
    Seat("B", "Alex", "Алекс", "W"),
    Seat("C", "Olya", "Оля", "N"),
    Seat("D", "Serg", "Серж", "E"),
)
EDGES = {seat.id: seat.edge for seat in SEATS}
Table = list[tuple[int, int, float, float, float]]


def session_for(
    rules: str, scenes: list[Scene], readings: list[GateReading] | None = None, seats: int = 4
) -> GameSession:
    chosen = rulesets.parse(rules)
    session = GameSession(
        GameSetup("", chosen, SEATS[:seats], chosen.set, stills=readings is None), ScriptedReader(scenes)
    )
    if readings is not None:
        session._gate = cast(Any, ScriptedGate(readings))
    session.start()
    return session


def follow(session: GameSession, frames: int, start: int = 0) -> list[Event]:
    return [event for number in range(frames) for event in session.step(frame(3.0 * (start + number)))]


def in_front(south: str = "", west: str = "", north: str = "", east: str = "") -> Table:
    """Hands laid open before the seats."""
    return [
        *(laid(text, 26 + 3 * n, 42) for n, text in enumerate(south.split())),
        *(laid(text, 3, 20 + 3 * n) for n, text in enumerate(west.split())),
        *(laid(text, 26 + 3 * n, 3) for n, text in enumerate(north.split())),
        *(laid(text, 57, 20 + 3 * n) for n, text in enumerate(east.split())),
    ]


def points(events: list[Event]) -> list[list[int]]:
    return [[row.points for row in event.sides] for event in events if isinstance(event, Scored)]


# -- pairs ---------------------------------------------------------------------------------------------------------


def test_a_pair_has_one_account_and_each_seat_its_own_tiles() -> None:
    session = session_for("kozel.pair", [scene(chain("1-1", x=28))])
    follow(session, 1)
    snapshot = session.snapshot()
    assert [(side["id"], side["members"], side["score"]) for side in snapshot["sides"]] == [
        ("A+C", ["A", "C"], 0),
        ("B+D", ["B", "D"], 0),
    ]
    assert snapshot["sides"][0]["name"] == {"en": "Masha and Olya", "ru": "Маша и Оля"}
    assert [(seat["id"], seat["side"], seat["tiles_left"]) for seat in snapshot["seats"]] == [
        ("A", "A+C", 7), ("B", "B+D", 7), ("C", "A+C", 7), ("D", "B+D", 7),
    ]  # fmt: skip
    assert not {"score", "remembered", "open"} & set(snapshot["seats"][0])


def test_alone_everybody_is_a_side() -> None:
    snapshot = session_for("kozel.solo", [scene([])]).snapshot()
    assert [(side["id"], side["name"]["ru"]) for side in snapshot["sides"]] == [
        ("A", "Маша"), ("B", "Алекс"), ("C", "Оля"), ("D", "Серж"),
    ]  # fmt: skip


def test_what_stands_on_the_board_is_told_in_words() -> None:
    session = session_for("sea.saltykov", [scene([])])
    accounts = {"A+C": Account(40, 0, True), "B+D": Account()}
    session.state.ledger = Ledger(accounts, 24, (40, 40), FishDebt("A+C", 33, 2), "B+D")
    snapshot = session.snapshot()
    assert snapshot["carry"] == 24
    assert [(mark["kind"], mark["side"], mark["text"]) for mark in snapshot["marks"]] == [
        ("hundred", "B+D", {"en": "for the goat", "ru": "на козла"}),
        ("debt", "A+C", {"en": "fish owed: 33", "ru": "долг за рыбу: 33"}),
        ("eggs", None, {"en": "double eggs, 80", "ru": "двойные яйца, вес 80"}),
    ]
    assert snapshot["marks"][1]["hint"]["ru"].endswith("осталось конов: 2.")


def test_titles_are_shown_when_the_match_is_over() -> None:
    session = session_for("sea.saltykov", [scene([])])
    title = Title("B+D", "officer", 2, 80)
    session.referee._add(MatchOver, 1.0, losers=("B+D",), winners=("A+C",), titles=(title,))
    winners, losers = (side["result"] for side in session.snapshot()["sides"])
    assert winners == {"points": 0, "loser": False, "winner": True, "title": None}
    assert losers["title"] == {
        "en": "OFFICER WITH DOUBLE EGGS WEIGHING 80",
        "ru": "ОФИЦЕР С ДВОЙНЫМИ ЯЙЦАМИ ВЕСОМ 80",
    }


# -- turns of several doubles ----------------------------------------------------------------------------------------


def test_two_doubles_laid_together_are_the_turn_of_the_hand_that_was_seen() -> None:
    """D passes after C's 2-1; A lays 1-1 and 3-3 in one turn, which the frame shows together."""
    tables = [chain("2-2", x=28), chain("2-2", "2-3", x=28), chain("1-2", "2-2", "2-3", x=26)]
    tables.append(chain("1-1", "1-2", "2-2", "2-3", "3-3", x=24))
    readings = [GateReading("STILL", EDGES[seat]) for seat in "ABCA"]
    session = session_for("osel lead_order=any", [scene(table) for table in tables], readings)
    events = follow(session, len(readings))
    told = [(event.seat, str(event.tiles[0].tile)) for event in events if isinstance(event, Played)]
    assert told[:3] == [("A", "2-2"), ("B", "3-2"), ("C", "2-1")]
    assert sorted(told[3:]) == [("A", "1-1"), ("A", "3-3")]
    assert [event.seat for event in events if isinstance(event, Passed)] == ["D"]
    assert not [event for event in events if isinstance(event, Illegal)]
    assert session.state.turn == "B"


def test_where_one_tile_is_a_turn_the_hand_laid_the_last_of_two_doubles() -> None:
    tables = [chain("2-2", x=28), chain("2-2", "2-3", x=28), chain("1-2", "2-2", "2-3", x=26)]
    tables.append(chain("1-1", "1-2", "2-2", "2-3", "3-3", x=24))
    readings = [GateReading("STILL", EDGES[seat]) for seat in "ABCA"]
    session = session_for("kozel.solo lead_order=any", [scene(table) for table in tables], readings)
    told = [event.seat for event in follow(session, len(readings)) if isinstance(event, Played)]
    assert told == ["A", "B", "C", "D", "A"]


# -- hands that are only counted -------------------------------------------------------------------------------------


def test_photos_of_hands_are_counted() -> None:
    """Whatever lies in the middle; Masha has nothing left. The next photo shows the next round."""
    trains = chain("5-5", "5-1", "1-1", x=25)
    first = trains + in_front(west="6-6", north="1-2 0-0", east="3-4")
    second = in_front(south="2-2", west="6-5", north="4-4")
    session = session_for("count", [scene(first), scene(second)])
    assert points(follow(session, 1)) == [[0, 12, 3, 7]]
    assert session.status == "ROUND OVER"
    parts = {tile["tile"]: tile["part"] for tile in session.snapshot()["table"]["tiles"]}
    assert parts["6-6"] == "hand" and parts["5-5"] == "line"
    assert points(follow(session, 1, start=1)) == [[4, 11, 8, 0]]
    assert [side["score"] for side in session.snapshot()["sides"]] == [4, 23, 11, 7]


def test_a_hand_counts_what_the_rules_say() -> None:
    """A double blank counts 50 in Chickenfoot, whose set goes to nine."""
    hands = in_front(south="0-0", west="6-5", north="4-4")
    session = session_for("count.chickenfoot set=D6", [scene(hands)])
    assert points(follow(session, 1)) == [[50, 11, 8, 0]]
    assert [seat["value"] for seat in session.snapshot()["seats"]] == [50, 11, 8, 0]


def test_hands_are_counted_by_a_camera_once_they_lie_still() -> None:
    hands = in_front(west="6-6", north="1-2")
    scenes = [scene([]), scene(in_front(west="6-6")), *[scene(hands)] * (READS_OF_ODD_HANDS + 2), *[scene([])] * 9]
    session = session_for("count", scenes, [GateReading("STILL")] * len(scenes), seats=3)
    events = follow(session, 1 + READS_OF_ODD_HANDS)
    assert session.snapshot()["message"] is not None and session.status == "STILL"
    assert points(events) == []
    events = follow(session, 12, start=20)
    assert points(events) == [[0, 12, 3]]
    assert [event.ev for event in events][-1] == "deal" and session.state.round.number == 2


def test_one_hand_alone_is_not_yet_counted() -> None:
    session = session_for("count", [scene(in_front(west="6-6"))])
    assert follow(session, 3) == []


# -- what people say at the table ------------------------------------------------------------------------------------


def test_a_round_that_does_not_count_is_dealt_again_when_the_table_is_cleared() -> None:
    lines = [chain("1-1", x=28), chain("1-1", "1-2", x=28)]
    session = session_for(
        "kozel.solo", [*map(scene, lines), *[scene(lines[-1])] * 2, *[scene([])] * 5, scene(lines[0])]
    )
    follow(session, 3)
    assert [event.ev for event in session.void()] == ["void"]
    assert session.status == "WAITING" and session.snapshot()["message"]["ru"].startswith("Уберите кости")
    events = follow(session, 8, start=3)
    assert [event.ev for event in events] == ["deal", "play"]
    assert session.state.round.number == 1 and session.state.desync is None


def test_a_round_that_does_not_count_before_the_first_tile() -> None:
    session = session_for("kozel.solo", [scene([]), scene([]), scene(chain("1-1", x=28))])
    follow(session, 1)
    session.void()
    assert [event.ev for event in follow(session, 3, start=1)] == ["deal", "play"]


def test_points_by_hand_the_end_of_the_time_and_who_leaves() -> None:
    session = session_for("kozel.pair", [scene([])])
    assert [event.ev for event in session.adjust("A+C", 20)] == ["adjust"]
    assert [side["score"] for side in session.snapshot()["sides"]] == [20, 0]
    with pytest.raises(LogError):
        session.adjust("A", 20)
    with pytest.raises(LogError):
        session.buy("A", "B")
    assert [event.ev for event in session.time_is_up()] == ["time_up"]
    assert [event.ev for event in session.leave("B")] == ["leave", "match_over"]
    assert session.status == "ROUND OVER"


def test_six_six_is_bought_where_the_rules_sell_it() -> None:
    session = session_for("sea.saltykov", [scene([])])
    session.state.ledger = Ledger({"A+C": Account(40, 0, True), "B+D": Account()}, hundred="A+C")
    assert [event.ev for event in session.buy("C", "B")] == ["buy"]


# -- every game ------------------------------------------------------------------------------------------------------

LINES = [rules for rules in map(rulesets.get, rulesets.ids()) if rules.line in ("chain", "house") and rules.deal]


@pytest.mark.parametrize("rules", LINES, ids=[rules.id for rules in LINES])
def test_two_random_rounds_of_every_game_give_a_snapshot(rules: rulesets.RuleSet) -> None:
    seats = SEATS[: max(rules.seats)]
    session = GameSession(GameSetup("", rules, seats, rules.set), ScriptedReader([scene([])]))
    session.start()
    for number in range(2):
        continue_match(session.referee, Random(number), 10.0 * number)
        snapshot = session.snapshot()
        assert json.loads(json.dumps(snapshot, allow_nan=False)) == snapshot
        assert [seat for side in snapshot["sides"] for seat in side["members"]]
        assert all(event["text"]["en"] and event["text"]["ru"] for event in snapshot["events"])


# -- points in a turn ------------------------------------------------------------------------------------------------

TELEPHONE = [
    laid("4-4", 30, 22, 90),
    laid("6-4", 28.5, 22),
    laid("4-3", 31.5, 22),
    laid("6-6", 27, 22, 90),
    laid("5-4", 30, 20, 90),
    laid("5-5", 30, 18.5),
]
"""rules.md 4, Telephone: after 6-6 the ends are 15, after 4-5 on the house 20, after 5-5 there 25."""


def test_T_1_to_T_3_points_of_turns_are_seen_on_the_table() -> None:
    tables = [TELEPHONE[:count] for count in range(1, 7)]
    readings = [GateReading("STILL", EDGES[seat]) for seat in "ABCABC"]
    session = session_for("telephone.72 lead_order=any", [scene(table) for table in tables], readings, seats=3)
    events = follow(session, len(readings))
    plays = [event for event in events if isinstance(event, Played)]
    assert [(play.seat, play.sum, play.points) for play in plays] == [
        ("A", 8, 0), ("B", 14, 0), ("C", 9, 0), ("A", 15, 3), ("B", 20, 4), ("C", 25, 5),
    ]  # fmt: skip
    snapshot = session.snapshot()
    assert [side["score"] for side in snapshot["sides"]] == [3, 4, 5]
    assert snapshot["events"][-1]["text"] == {"en": "Olya plays 5-5: 5 points.", "ru": "Оля ставит 5-5: 5 очков."}
    assert sorted(end["pips"] for end in snapshot["table"]["open_ends"]) == [3, 4, 5, 6]


# -- closed doubles --------------------------------------------------------------------------------------------------


def test_a_closed_double_lies_there_again_after_the_table_was_covered() -> None:
    """In Osel 3-3 is laid face down at the end of 2-3; what lies there by its number is the tile that was played."""
    line = chain("2-2", "2-3", x=28)
    closed = scene([*line, laid("3-3", 32.5, 22, 90)])
    uniform = np.full_like(closed.probabilities[-1:], 1 / 7)
    closed = replace(
        closed,
        face_up=np.array([True, True, False]),
        probabilities=np.concatenate([closed.probabilities[:-1], uniform]),
    )
    scenes = [scene(line[:1]), scene(line), closed, *[scene([])] * 5, closed]
    session = session_for("osel lead_order=any", scenes, [GateReading("STILL")] * 40)
    events = follow(session, len(scenes) + 3)
    assert [str(event.tiles[0].tile) for event in events if isinstance(event, Played)] == ["2-2", "3-2", "3-3"]
    assert [event.ev for event in events][-2:] == ["desync", "resync"]
    assert session.state.line.placed[-1].closed and session.state.desync is None
