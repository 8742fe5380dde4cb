"""The session on tables made by hand: what lies there becomes plays, passes, fish, reveal and score."""

from typing import Any, cast

import numpy as np
import pytest

from device.cameras.base import Frame
from device.session import READS_AFTER_CHANGE, GameSession, GameSetup
from engine import rulesets
from engine.events import Event, Fish, Illegal, Passed, Played, Revealed, Scored, Seat
from engine.text import Text
from tests.device.tables import ScriptedGate, ScriptedReader, chain, frame, laid, scene, walk
from vision.scene import Scene
from vision.stillness import GateReading

SEATS = (
    Seat("A", "Masha", "Маша", "S"),
    Seat("B", "Alex", "Алекс", "W"),
    Seat("C", "Olya", "Оля", "N"),
    Seat("D", "Serg", "Серж", "E"),
)
SIDES = {seat.id: seat.edge for seat in SEATS}

# rules.md K-9: who plays what at which end; D passes once.
K9 = """B:1-1 C:1-3L D:1-5R A:3-5L B:5-2L C:5-6R D:2-0L A:0-3L B:3-2L C:6-0R D:0-1R A:2-6L B:6-1L C:1-2L
A:2-4L B:4-3L C:1-4R D:3-6L A:4-6R"""
K9_HANDS = {"A": "0-0 0-4", "B": "3-3 4-5", "C": "2-2 4-4", "D": "0-5 5-5 6-6"}


def k9_tables() -> list[tuple[str, list[tuple[int, int, float, float, float]]]]:
    """After each play: who made it, and the chain as it lies, growing to both sides of the first tile."""
    left: list[str] = []
    right: list[str] = []
    tables = []
    for word in K9.split():
        seat, play = word.split(":")
        tile, end = play[:3], play[3:]
        if end == "L":
            left.insert(0, tile[::-1])
        else:
            right.append(tile)
        tables.append((seat, [laid(text, 29 - 2 * len(left) + 2 * n, 22) for n, text in enumerate([*left, *right])]))
    return tables


def hand_tiles() -> list[tuple[int, int, float, float, float]]:
    """The hands of K-9 in front of their seats (A south, B west, C north, D east), clear of the line."""
    south, north = K9_HANDS["A"].split(), K9_HANDS["C"].split()
    west, east = K9_HANDS["B"].split(), K9_HANDS["D"].split()
    return [
        *(laid(text, 26 + 3 * n, 42) for n, text in enumerate(south)),
        *(laid(text, 26 + 3 * n, 3) for n, text in enumerate(north)),
        *(laid(text, 3, 30 + 3 * n) for n, text in enumerate(west)),
        *(laid(text, 57, 28 + 3 * n) for n, text in enumerate(east)),
    ]


def session_for(
    rules: str, scenes: list[Scene], readings: list[GateReading] | None = None, players: int = 4, **setup: Any
) -> tuple[GameSession, ScriptedReader]:
    reader = ScriptedReader(scenes)
    seats = SEATS[:players] if rules != "free" else ()
    session = GameSession(GameSetup("test", rulesets.get(rules), seats, stills=readings is None, **setup), reader)
    if readings is not None:
        session._gate = cast(Any, ScriptedGate(readings))
    return session, reader


def follow(session: GameSession, frames: int) -> list[Event]:
    events = session.start()
    for number in range(frames):
        events += session.step(frame(3.0 * number))
    return events


def plays(events: list[Event]) -> list[str]:
    return [str(laid.tile) for event in events if isinstance(event, Played) for laid in event.tiles]


def test_a_free_game_on_stills() -> None:
    tables = [[], chain("6-4", x=28), chain("6-4", "4-2", x=28), chain("1-6", "6-4", "4-2", x=26)]
    session, _ = session_for("free", [scene(table) for table in tables])
    assert plays(follow(session, 5)) == ["6-4", "4-2", "6-1"]


def test_the_whole_round_k9() -> None:
    """The scores are those of rules.md K-9, early fish, on all: A +4, B 15, C +12, D 27."""
    scenes, readings = [scene([])], [GateReading("STILL")]
    for seat, table in k9_tables():
        scenes.append(scene(table))
        readings += [GateReading("HAND", SIDES[seat]), GateReading("SETTLING", SIDES[seat])]
        readings.append(GateReading("STILL", SIDES[seat]))
    scenes += [scene(k9_tables()[-1][1] + hand_tiles())]
    readings += [GateReading("HAND", "S"), GateReading("STILL", "S"), GateReading("STILL"), GateReading("STILL")]
    session, _ = session_for("kozel.solo", scenes, readings)
    events = follow(session, len(readings))
    words = [f"{event.seat}:{event.tiles[0].tile}" for event in events if isinstance(event, Played)]
    expected = [f"{word[0]}:{max(word[2:5], word[4:1:-1])}" for word in K9.split()]
    assert words == expected
    assert [event.seat for event in events if isinstance(event, Passed)] == ["D"]
    assert [(event.seat, event.numbers, event.early) for event in events if isinstance(event, Fish)] == [
        ("A", (6,), True)
    ]
    revealed = {event.seat: {str(tile) for tile in event.hand} for event in events if isinstance(event, Revealed)}
    assert revealed == {
        "A": {"0-0", "4-0"}, "B": {"3-3", "5-4"}, "C": {"2-2", "4-4"}, "D": {"5-0", "5-5", "6-6"},
    }  # fmt: skip
    score = next(event for event in events if isinstance(event, Scored))
    assert [(row.side, row.remembered, row.score, row.open) for row in score.sides] == [
        ("A", 4, 0, False),
        ("B", 0, 15, True),
        ("C", 12, 0, False),
        ("D", 0, 27, True),
    ]
    assert not [event for event in events if isinstance(event, Illegal)]
    assert session.status == "ROUND OVER"


def test_the_hands_are_taken_only_when_all_tiles_lie_there_twice() -> None:
    table, hands = k9_tables()[-1][1], hand_tiles()
    scenes = [scene(now) for _, now in k9_tables()]
    readings = [GateReading("STILL", SIDES[seat]) for seat, _ in k9_tables()]
    scenes += [scene(table + hands[:-1]), scene(table + hands), scene(table + hands)]
    session, _ = session_for("kozel.solo", scenes, readings)
    events = follow(session, len(readings))
    assert session.status == "FISH" and session.snapshot()["message"] is not None
    counts = []
    for number in range(3):
        events = session.step(frame(3.0 * (len(readings) + number)))
        counts.append(sum(isinstance(event, Revealed) for event in events))
    assert counts == [0, 0, 4]


def test_hands_that_do_not_complete_the_set_are_seen_more_often() -> None:
    """6-6 is read as 6-5, which is in the line already."""
    table, hands = k9_tables()[-1][1], hand_tiles()
    wrong = [(6, 5, *tile[2:]) if tile[:2] == (6, 6) else tile for tile in hands]
    scenes = [scene(now) for _, now in k9_tables()]
    readings = [GateReading("STILL", SIDES[seat]) for seat, _ in k9_tables()]
    scenes += [scene(table + wrong, doubt=1e-6)] * 2 + [scene(table + hands)] * 3
    session, _ = session_for("kozel.solo", scenes, readings)
    follow(session, len(readings))
    revealed: list[Event] = []
    for number in range(6):
        revealed += session.step(frame(3.0 * (len(readings) + number)))
    hands_told = [event.hand for event in revealed if isinstance(event, Revealed) and event.seat == "D"]
    assert [[str(tile) for tile in hand] for hand in hands_told] == [["6-6", "5-5", "5-0"]]


def test_tiles_outside_the_outline_are_not_on_the_table() -> None:
    outline = np.array([[0, 0], [1200, 0], [1200, 600], [0, 600]], np.float32)
    table = [*chain("6-4", x=28, y=15), laid("5-5", 30, 40)]
    session, _ = session_for("free", [scene([]), scene(table)], outline=outline)
    assert plays(follow(session, 2)) == ["6-4"]
    assert [tile["tile"] for tile in session.snapshot()["table"]["tiles"]] == ["6-4"]


def test_an_illegal_play_is_told_and_taken_back() -> None:
    tables = [chain("1-1", x=28), chain("1-1", "2-3", x=28), chain("1-1", x=28), chain("1-1", "1-3", x=28)]
    scenes = [scene(tables[0]), scene(tables[1]), *[scene(tables[2])] * 4, scene(tables[3])]
    session, _ = session_for("kozel.solo", scenes)
    events = follow(session, 2)
    assert [event.reason for event in events if isinstance(event, Illegal)] == ["mismatch"]
    assert session.status == "ILLEGAL"
    for number in range(2, 6):
        events = session.step(frame(3.0 * number))
    assert [event.ev for event in events] == ["undo"] and str(session.status) == "STILL"
    events = session.step(frame(18.0))
    assert [event.ev for event in events] == ["play"] and plays(events) == ["3-1"]


def test_a_hand_over_the_table_is_not_read() -> None:
    readings = [GateReading("STILL")] + [GateReading("HAND", "S")] * 5
    session, reader = session_for("free", [scene([])], readings)
    follow(session, 6)
    assert reader.reads == 1 and session.status == "HAND"


def test_a_table_where_nothing_happens_is_read_seldom() -> None:
    session, reader = session_for("free", [scene([])], [GateReading("HAND")] + [GateReading("STILL")] * 40)
    for number in range(41):
        session.step(frame(0.25 * number))
    assert READS_AFTER_CHANGE <= reader.reads <= READS_AFTER_CHANGE + 5


def test_the_next_round_begins_when_the_table_was_cleared() -> None:
    table, hands = k9_tables()[-1][1], hand_tiles()
    scenes = [scene(now) for _, now in k9_tables()]
    readings = [GateReading("STILL", SIDES[seat]) for seat, _ in k9_tables()]
    scenes += [scene(table + hands)] * 3 + [scene([])] * 6 + [scene(chain("5-5", x=28))]
    session, _ = session_for("kozel.solo", scenes, readings)
    events = follow(session, len(scenes) + 1)
    assert [event.ev for event in events][-3:] == ["score", "deal", "play"]
    assert session.state.round.number == 2 and session.snapshot()["sides"][1]["score"] == 15


def test_the_snapshot_before_anything_lies_there() -> None:
    session, _ = session_for("kozel.solo", [scene([])])
    session.start()
    snapshot = session.snapshot()
    assert snapshot["status"] == "WAITING" and snapshot["table"] is None and snapshot["seq"] == 1
    assert [seat["name"]["ru"] for seat in snapshot["seats"]] == ["Маша", "Алекс", "Оля", "Серж"]
    assert snapshot["rules"]["limit"] == 101


def test_the_snapshot_of_a_line() -> None:
    session, _ = session_for("kozel.solo", [scene(chain("1-1", x=28)), scene(chain("1-1", "1-3", x=28))])
    follow(session, 2)
    snapshot = session.snapshot()
    by_tile = {tile["tile"]: tile for tile in snapshot["table"]["tiles"]}
    assert by_tile["3-1"]["halves"] == [1, 3] and by_tile["3-1"]["new"] and not by_tile["1-1"]["new"]
    assert {tile["part"] for tile in by_tile.values()} == {"line"}
    assert [end["pips"] for end in snapshot["table"]["open_ends"]] == [1, 3] and snapshot["table"]["pips"] == 6
    assert snapshot["table"]["junctions"] == [{"tiles": [by_tile["1-1"]["id"], by_tile["3-1"]["id"]], "legal": True}]
    assert snapshot["events"][-1]["text"]["en"].endswith("3-1 is laid.")


def test_a_lost_camera_is_the_first_thing_told() -> None:
    session, _ = session_for("free", [scene([])])
    follow(session, 1)
    session.camera_lost = True
    assert session.snapshot()["status"] == "CAMERA LOST"


def test_the_hand_belongs_to_the_play_that_a_later_read_finds() -> None:
    """W lays 1-3, which the first frame after the hand does not show; then a hand from N lays 3-5."""
    line = [chain("1-1", x=28), chain("1-1", x=28), chain("1-1", "1-3", x=28), chain("1-1", "1-3", "3-5", x=28)]
    readings = [GateReading("STILL", "S"), GateReading("HAND", "W"), GateReading("STILL", "W"), GateReading("STILL")]
    readings += [GateReading("HAND", "E"), GateReading("HAND", "N"), GateReading("STILL", "N")]
    session, _ = session_for("kozel.solo", [scene(table) for table in line], readings)
    events = follow(session, len(readings))
    assert [event.seat for event in events if isinstance(event, Played)] == ["A", "B", "C"]


def test_a_hand_that_laid_nothing_lends_its_side_to_nobody() -> None:
    """A hand from W only points; the tile that is laid afterwards comes with a hand whose edge was not seen."""
    line = [chain("1-1", x=28), chain("1-1", x=28), chain("1-1", "1-3", x=28)]
    readings = [GateReading("STILL", "N"), GateReading("HAND", "E"), GateReading("STILL", "E")]
    readings += [GateReading("HAND"), GateReading("STILL")]
    session, _ = session_for("kozel.solo", [scene(table) for table in line], readings)
    events = follow(session, len(readings))
    assert [event.seat for event in events if isinstance(event, Played)] == ["C", "D"]
    assert not [event for event in events if isinstance(event, Illegal | Passed)]


def test_after_the_fish_the_last_play_can_be_taken_back() -> None:
    tables = [table for _, table in k9_tables()]
    scenes = [scene(table) for table in [*tables, *[tables[-2]] * 5, tables[-1]]]
    readings = [GateReading("STILL", SIDES[seat]) for seat, _ in k9_tables()]
    session, _ = session_for("kozel.solo", scenes, readings)
    events = follow(session, len(scenes) + 1)
    assert [event.ev for event in events][-5:] == ["play", "fish", "undo", "play", "fish"]
    assert session.status == "FISH"


def test_a_tile_read_otherwise_after_the_round_is_corrected() -> None:
    """Four players, seven tiles each: A's seventh is the 25th of the line, 4-1, at first read as 5-1."""
    tables = [walk(number, x=9) for number in range(1, 26)]
    wrong = [*tables[-1][:-1], (5, 1, *tables[-1][-1][2:])]
    scenes = [*map(scene, tables[:-1]), scene(wrong), *[scene(tables[-1])] * 3]
    readings = [GateReading("STILL", SIDES["ABCD"[number % 4]]) for number in range(25)]
    session, _ = session_for("kozel.solo", scenes, readings)
    events = follow(session, len(scenes))
    assert [event.ev for event in events][-5:] == ["play", "illegal", "out", "fix", "out"]
    assert str(session.state.line.tiles[-1]) == "4-1" and not session.state.round.illegal


def test_shown_hands_that_touched_the_line_may_go() -> None:
    """C's 4-4 is shown at the end of the line, as if it were played, and is then put to the others: no play is lost."""
    tables = [table for _, table in k9_tables()]
    touching = laid("4-4", 41, 22)
    scenes = [*map(scene, tables), scene([*tables[-1], touching]), *[scene(tables[-1])] * 5]
    readings = [GateReading("STILL", SIDES[seat]) for seat, _ in k9_tables()]
    session, _ = session_for("kozel.solo", scenes, readings)
    events = follow(session, len(scenes))
    assert [event.ev for event in events][-2:] == ["play", "fish"] and session.status == "FISH"


def test_a_new_round_led_between_two_reads_is_no_desync() -> None:
    table, hands = k9_tables()[-1][1], hand_tiles()
    scenes = [scene(now) for _, now in k9_tables()]
    readings = [GateReading("STILL", SIDES[seat]) for seat, _ in k9_tables()]
    scenes += [scene(table + hands)] * 3 + [scene(chain("2-2", x=28))]
    session, _ = session_for("kozel.solo", scenes, readings)
    events = follow(session, len(scenes) + 6)
    assert [event.ev for event in events][-3:] == ["score", "deal", "play"]
    assert session.state.round.number == 2 and session.state.desync is None


@pytest.mark.parametrize(
    ("after", "told", "status"),
    [
        (chain("1-1", x=28), ["desync", "deal", "play", "resync"], "STILL"),
        (k9_tables()[-1][1], ["desync", "resync"], "FISH"),
    ],
)
def test_a_table_that_was_cleared_before_the_score(
    after: list[tuple[int, int, float, float, float]], told: list[str], status: str
) -> None:
    """Who does not show the hands loses the round's score, but not the match; a cloth over the table loses nothing."""
    scenes = [*[scene(now) for _, now in k9_tables()], *[scene([])] * 5, scene(after)]
    readings = [GateReading("STILL", SIDES[seat]) for seat, _ in k9_tables()]
    session, _ = session_for("kozel.solo", scenes, readings)
    events = follow(session, len(scenes) + 1)
    assert [event.ev for event in events][-len(told) - 1 :] == ["fish", *told]
    assert session.status == status and session.state.round.number == 1


def test_a_free_game_begun_anew_between_two_reads() -> None:
    scenes = [scene(chain("6-4", "4-2", x=28)), scene(chain("1-1", x=28, y=25))]
    session, _ = session_for("free", scenes)
    events = follow(session, 8)
    assert [event.ev for event in events] == ["setup", "deal", "play", "play", "deal", "play"]


def test_the_reader_is_told_where_tiles_of_the_line_lay() -> None:
    """In pixels of the part that it is given: the table begins at (200, 100), less 4 % of its 800 x 600 pixels."""
    outline = np.array([[200, 100], [1000, 100], [1000, 700], [200, 700]], np.float32)
    session, reader = session_for("free", [scene(chain("6-4", x=20, y=15))], outline=outline)
    session.start()
    picture = Frame(np.zeros((900, 1200, 3), np.uint8), 0.0, 0)
    session.step(picture)
    assert reader.expected is None
    session.step(picture)
    # The reader finds 6-4 from 400 to 440 pixels across and from 290 to 310 down.
    corners = [[400, 290], [440, 290], [440, 310], [400, 310]]
    assert reader.expected is not None and reader.expected.tolist() == [corners]
    seen = session.snapshot()["table"]["tiles"][0]["corners"]
    assert seen == [[x + 168, y + 76] for x, y in corners]


def test_the_title_of_a_snapshot_in_both_languages_or_none() -> None:
    for title, told in ((Text("Sunday", "Воскресенье"), {"en": "Sunday", "ru": "Воскресенье"}), ("", ""), ("x", "x")):
        session = GameSession(GameSetup(title, rulesets.get("free")), ScriptedReader([scene([])]))
        assert session.snapshot()["title"] == told
