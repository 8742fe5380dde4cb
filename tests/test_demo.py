"""The shipped recording, end to end: pixels in, the exact truth out."""

from device.cameras.recorded import RecordedCamera
from device.errors import UserError
from device.following import follow_to_the_end
from device.reading import load_reader
from device.recorded_match import demo_recording, differences, setup_of
from device.recording import Recording
from device.session import GameSession
from engine.events import Fish, Passed, Played, Scored, from_json
from engine.fold import fold

MOST_BYTES = 15 * 2**20


def test_the_shipped_recording_is_a_whole_round() -> None:
    """Four hands of kozel.solo with a pass, ending in a fish; all 168 pips are accounted for (rules.md 1.1)."""
    path = demo_recording()
    assert sum(file.stat().st_size for file in path.rglob("*") if file.is_file()) < MOST_BYTES
    with Recording(path) as recording:
        assert recording.info.rules == "kozel.solo" and recording.info.licence == "MIT"
        assert [seat.edge for seat in recording.info.seats] == ["S", "W", "N", "E"]
        events = [from_json(line) for line in recording.truth() or ()]
    assert sum(isinstance(event, Passed) for event in events) >= 1
    assert sum(isinstance(event, Fish) for event in events) == 1
    state = fold(events)
    table = sum(laid.tile.pips for event in events if isinstance(event, Played) for laid in event.tiles)
    hands = [tile for hand in state.round.hands.values() for tile in hand]
    assert table + sum(tile.pips for tile in hands) == 168
    assert len(state.line) + len(hands) == 28 and state.phase == "scored"


def test_the_shipped_recording_is_followed_exactly() -> None:
    warnings: list[UserError] = []
    with Recording(demo_recording()) as recording:
        setup = setup_of(recording)
        session = GameSession(setup, load_reader(setup.tile_set))
        follow_to_the_end(session, RecordedCamera(recording, warnings.append), lambda _: None, lambda _: None)
        truth = recording.truth()
    assert truth and not warnings
    assert differences(session.referee.events, truth) == []
    true_score = next(event for event in map(from_json, truth) if isinstance(event, Scored))
    seen = [event for event in session.referee.events if isinstance(event, Scored)]
    assert [event.sides for event in seen] == [true_score.sides]


def test_differences_are_told() -> None:
    with Recording(demo_recording()) as recording:
        truth = recording.truth() or []
    events = [from_json(line) for line in truth]
    assert differences(events, truth) == []
    assert len(differences(events[:-1], truth)) == 1
    assert len(differences(events, [*truth[:5], truth[5] | {"seat": "X"}, *truth[6:]])) == 1
