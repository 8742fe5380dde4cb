"""Cameras that need no hardware, and a live camera that fails, hangs and comes back."""

import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np
import pytest

from device.cameras.base import Camera, CameraError, Frame
from device.cameras.folder import FolderCamera
from device.cameras.opening import open_camera
from device.cameras.steady import SteadyCamera
from device.cameras.webcam import VideoFile, Webcam


@pytest.fixture(autouse=True)
def nothing_is_open() -> None:
    ScriptedCamera.open_ones.clear()


def frame(grey: int = 0) -> Frame:
    return Frame(np.full((4, 4, 3), grey, np.uint8), 0.0, 0)


def write_video(path: Path, frames: int = 50, rate: float = 25) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (64, 48))
    assert writer.isOpened()
    for number in range(frames):
        writer.write(np.full((48, 64, 3), 4 * number, np.uint8))
    writer.release()
    return path


def test_a_folder_of_photos_in_order_without_the_damaged_ones(tmp_path: Path) -> None:
    for number, name in enumerate(["b.jpg", "a.PNG", "c.jpeg"]):
        cv2.imwrite(str(tmp_path / name), np.full((30, 40, 3), 50 * number, np.uint8))
    (tmp_path / "ab.jpg").write_bytes(b"no photo")
    (tmp_path / "notes.txt").write_text("no photo either")
    camera = open_camera(str(tmp_path))
    assert isinstance(camera, FolderCamera) and not camera.live
    seen = []
    while photo := camera.read():
        seen.append((photo.number, photo.t, round(int(photo.image[0, 0, 0]) / 50)))
    assert seen == [(0, 0.0, 1), (2, 4.0, 0), (3, 6.0, 2)]
    assert [error.text for error in camera.skipped] == ["photo.no_photo"]


def test_a_folder_without_photos(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="holds no photo"):
        open_camera(str(tmp_path))


def test_a_video_thinned_out(tmp_path: Path) -> None:
    camera = open_camera(str(write_video(tmp_path / "game.avi")))
    assert isinstance(camera, VideoFile)
    times = []
    while shot := camera.read():
        assert abs(int(shot.image[5, 5, 0]) - 4 * shot.number) <= 6
        times.append(round(shot.t, 2))
    camera.close()
    assert times == [0.0, 0.28, 0.52, 0.76, 1.0, 1.28, 1.52, 1.76]


@pytest.mark.parametrize(
    ("wish", "key"),
    [("nothing.mp4", "camera.unknown"), ("picamera2", "camera.no_picamera2"), ("7", "camera.cannot_open")],
)
def test_cameras_that_are_not_there(wish: str, key: str) -> None:
    with pytest.raises(CameraError) as caught:
        open_camera(wish)
    assert caught.value.text == key
    assert "\n" not in caught.value.sentence("ru")


def test_a_text_is_no_video(tmp_path: Path) -> None:
    (tmp_path / "game.mp4").write_text("not a video")
    with pytest.raises(CameraError, match="no video"):
        open_camera(str(tmp_path / "game.mp4"))


def test_passwords_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed:
        def isOpened(self) -> bool:
            return False

    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: Closed())
    with pytest.raises(CameraError) as caught:
        Webcam("rtsp://me:secret@camera.home:554/stream@1")
    assert "secret" not in str(caught.value) and "rtsp://camera.home:554/stream@1" in str(caught.value)


class ScriptedCamera:
    """Plays a script: a frame is handed out, an error raised, an event waited for. Like a real one, it is exclusive."""

    live = True
    name = "scripted"
    open_ones: ClassVar[list["ScriptedCamera"]] = []

    def __init__(self, *script: Frame | Exception | threading.Event) -> None:
        self.script = list(script)
        self.closed = False

    def opened(self) -> "ScriptedCamera":
        if self.open_ones:
            raise CameraError("camera.busy", name=self.name)
        self.open_ones.append(self)
        return self

    def read(self) -> Frame | None:
        if not self.script:
            time.sleep(0.005)
            return frame(99)
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        if isinstance(step, threading.Event):
            step.wait(5)
            raise CameraError("camera.lost", name=self.name)
        return step

    def close(self) -> None:
        self.closed = True
        if self in self.open_ones:
            self.open_ones.remove(self)


def eventually(condition: Callable[[], object], seconds: float = 3) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)


def test_a_steady_camera_comes_back_after_a_loss() -> None:
    lost = CameraError("camera.lost", name="scripted")
    first, last = ScriptedCamera(frame(1), lost), ScriptedCamera(frame(2))
    openings: list[ScriptedCamera | CameraError] = [first, lost, last]
    opened_at: list[float] = []

    def opener() -> Camera:
        opened_at.append(time.monotonic())
        camera = openings.pop(0)
        if isinstance(camera, CameraError):
            raise camera
        return camera.opened()

    steady = SteadyCamera(opener, delays=(0.05, 0.2))
    eventually(lambda: steady.lost is not None)
    assert first.closed
    eventually(lambda: not openings and steady.lost is None)
    picture = steady.latest(1)
    assert picture is not None and picture.t > 0.15
    gaps = [later - earlier for earlier, later in pairwise(opened_at)]
    assert gaps[0] >= 0.05 and gaps[1] >= 0.1
    steady.close()
    eventually(lambda: last.closed)


def test_a_steady_camera_gives_the_newest_picture_and_numbers_them_on() -> None:
    steady = SteadyCamera(ScriptedCamera, ScriptedCamera(*(frame(n) for n in range(5))).opened())
    eventually(lambda: steady._count > 5)
    picture = steady.latest(1)
    assert picture is not None and picture.image[0, 0, 0] == 99 and picture.number >= 5
    steady.close()


def test_a_camera_that_hangs_is_told_and_opened_anew_when_its_driver_lets_go() -> None:
    never = threading.Event()
    hanging, next_one = ScriptedCamera(frame(1), never).opened(), ScriptedCamera(frame(2))
    told: list[str] = []
    steady = SteadyCamera(next_one.opened, hanging, watchdog=0.1, delays=(0.02, 0.1))
    assert steady.latest(1) is not None
    for _ in range(30):
        assert steady.latest(0.02) is None
        told += [steady.lost.text] if steady.lost and steady.lost.text not in told else []  # type: ignore[list-item]
    assert told == ["camera.hangs"]
    never.set()
    eventually(lambda: steady.latest(0.05) is not None and steady.lost is None)
    assert hanging.closed
    steady.close()
    eventually(lambda: next_one.closed)


def test_whatever_a_driver_raises_the_camera_is_tried_again() -> None:
    first, last = ScriptedCamera(frame(1), ZeroDivisionError()).opened(), ScriptedCamera(frame(2))
    openings: list[Exception | ScriptedCamera] = [KeyError("no such pipe"), last]

    def opener() -> Camera:
        camera = openings.pop(0)
        if isinstance(camera, Exception):
            raise camera
        return camera.opened()

    lost: set[str] = set()
    steady = SteadyCamera(opener, first, delays=(0.1, 0.1))

    def is_back() -> bool:
        lost.update([str(steady.lost)] if steady.lost else [])
        return last in ScriptedCamera.open_ones and steady.lost is None

    eventually(is_back)
    steady.close()
    assert any("scripted gives no picture" in text for text in lost)
    assert any("no such pipe" in text for text in lost)
    eventually(lambda: last.closed)


def test_a_recording_is_for_replay(tmp_path: Path) -> None:
    (tmp_path / "recording.toml").write_text("fps = 4\n")
    with pytest.raises(CameraError, match="with the replay command"):
        open_camera(str(tmp_path))
