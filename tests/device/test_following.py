"""The loop around a session: the pace of a recording, and a live camera that goes away and comes back."""

from typing import Any, cast

from device.cameras.base import CameraError, Frame
from device.cameras.steady import SteadyCamera
from device.errors import UserError
from device.following import Pace, follow_live, follow_to_the_end
from device.session import GameSession, GameSetup
from engine import rulesets
from tests.device.tables import ScriptedReader, chain, frame, scene


class Clock:
    """Time that passes only while something sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds


def test_frames_come_at_their_times_and_late_ones_at_once() -> None:
    clock = Clock()
    pace = Pace(2.0, clock, clock.sleep)
    for t in (0.0, 1.0, 3.0):
        pace.wait(t)
    clock.now += 1.7
    pace.wait(4.0)
    pace.wait(6.0)
    assert clock.slept == [0.0, 0.5, 1.0, 0.0, 0.0]
    pace.wait(8.0)
    assert clock.slept[-1] == 0.8


class ListCamera:
    live = False
    name = "list"

    def __init__(self, frames: list[Frame]) -> None:
        self.frames = frames

    def read(self) -> Frame | None:
        return self.frames.pop(0) if self.frames else None

    def close(self) -> None:
        pass


class LosingCamera:
    """A live camera that gives a picture, is lost for two turns, and gives one again."""

    def __init__(self) -> None:
        self.turns: list[Frame | CameraError] = [frame(0), CameraError("camera.lost", name="x")]
        self.turns += [CameraError("camera.lost", name="x"), frame(3)]
        self.lost: CameraError | None = None

    def latest(self, timeout: float) -> Frame | None:
        turn = self.turns.pop(0)
        self.lost = turn if isinstance(turn, CameraError) else None
        return None if isinstance(turn, CameraError) else turn


def free_session() -> GameSession:
    reader = ScriptedReader([scene([]), scene(chain("6-4", x=28))])
    return GameSession(GameSetup("test", rulesets.get("free"), stills=True), reader)


def test_a_recording_is_told_and_published_to_its_end() -> None:
    told: list[str] = []
    snapshots: list[dict[str, Any]] = []
    camera = ListCamera([frame(0), frame(3)])
    follow_to_the_end(free_session(), camera, lambda events: told.extend(e.ev for e in events), snapshots.append)
    assert told == ["setup", "deal", "play"]
    assert [snapshot["seq"] for snapshot in snapshots] == [1, 2, 3]
    assert [tile["tile"] for tile in snapshots[-1]["table"]["tiles"]] == ["6-4"]


def test_a_lost_camera_is_shown_and_told_once() -> None:
    camera, snapshots, warnings = LosingCamera(), list[dict[str, Any]](), list[UserError]()
    follow_live(
        free_session(), cast(SteadyCamera, camera), lambda _: None, snapshots.append, warnings.append,
        goes_on=lambda: bool(camera.turns),
    )  # fmt: skip
    assert [snapshot["status"] for snapshot in snapshots] == ["WAITING", "WAITING", "CAMERA LOST", "STILL"]
    assert len(warnings) == 1
