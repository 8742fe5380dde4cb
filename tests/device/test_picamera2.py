"""The adapter against a fake that keeps to the Picamera2 manual and refuses what the real one refuses."""

from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest

from device.cameras.base import CameraError
from device.cameras.picamera2 import Picamera2Camera

LENS_POSITION = 4.25


class FakePicamera2:
    """A camera module with autofocus: configure before start, start before capture, close to free it."""

    cameras: ClassVar[list[dict[str, Any]]] = [{"Model": "imx708", "Num": 0, "Id": "/base/i2c0mux/imx708@1a"}]
    held_by_another = False
    autofocus = True
    breaks_after: int | None = None
    hangs = False
    open_ones = 0

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return FakePicamera2.cameras

    def __init__(self, camera_num: int = 0) -> None:
        self.cameras[camera_num]
        if type(self).held_by_another or type(self).open_ones:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        type(self).open_ones += 1
        self.config: dict[str, Any] | None = None
        self.started = self.closed = False
        self.calls: list[tuple[float, dict[str, Any]]] = []
        self.frames = 0
        self.af_cycles = 0

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        controls: dict[str, tuple[Any, Any, Any]] = {
            "AeEnable": (False, True, None),
            "AwbEnable": (False, True, None),
            "ExposureTime": (14, 1_000_000, 20_000),
            "AnalogueGain": (1.0, 16.0, 1.0),
            "ColourGains": (0.0, 32.0, None),
        }
        if self.autofocus:
            controls |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
        return controls

    def create_video_configuration(
        self, main: dict[str, Any] | None = None, buffer_count: int = 6, controls: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        main = {"format": "XBGR8888", "size": (1280, 720)} | (main or {})
        assert main["format"] in {"XBGR8888", "XRGB8888", "RGB888", "BGR888", "YUV420"}
        return {"use_case": "video", "main": main, "buffer_count": buffer_count, "controls": controls or {}}

    def configure(self, config: dict[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        self.config = config

    def start(self) -> None:
        if self.config is None:
            raise RuntimeError("Camera has not been configured")
        self.started = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.calls.append((self.frames, dict(controls)))

    def autofocus_cycle(self, wait: bool | None = None) -> bool:
        self.af_cycles += 1
        return True

    def capture_metadata(self) -> dict[str, Any]:
        self._next_frame()
        gains = {"ExposureTime": 9000 + self.frames, "AnalogueGain": 2.0, "ColourGains": (1.5, 2.5)}
        return gains | ({"LensPosition": LENS_POSITION} if self.autofocus else {})

    def capture_array(self, name: str = "main", wait: bool | None = None) -> Any:
        """With `wait=False` a job, whose result the caller waits for."""
        job: Future[np.ndarray] = Future()
        if not self.hangs:
            try:
                job.set_result(self._captured(name))
            except RuntimeError as error:
                job.set_exception(error)
        return SimpleNamespace(get_result=lambda timeout=None: job.result(timeout)) if wait is False else job.result(30)

    def _captured(self, name: str) -> np.ndarray:
        self._next_frame()
        assert self.config is not None and name == "main"
        width, height = self.config["main"]["size"]
        red, green, blue = 200, 100, 50
        # The manual, appendix A: the array of a "RGB888" stream holds B, G, R.
        order = {"RGB888": (blue, green, red), "BGR888": (red, green, blue)}[self.config["main"]["format"]]
        return np.broadcast_to(np.array(order, np.uint8), (height, width, 3))

    def stop(self) -> None:
        self.started = False

    def close(self) -> None:
        if not self.closed:
            type(self).open_ones -= 1
        self.closed = True

    def _next_frame(self) -> None:
        if not self.started:
            raise RuntimeError("Camera is not running")
        self.frames += 1
        if self.breaks_after is not None and self.frames > self.breaks_after:
            raise RuntimeError("Camera frontend has timed out")


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(FakePicamera2, "open_ones", 0)
    return SimpleNamespace(Picamera2=FakePicamera2)


def test_pictures_are_bgr_and_owned(library: Any) -> None:
    camera = Picamera2Camera(size=(64, 48), module=library)
    picture = camera.read()
    assert picture is not None and picture.image.shape == (48, 64, 3)
    assert picture.image[0, 0].tolist() == [50, 100, 200]
    assert picture.image.flags.c_contiguous and picture.number == 0
    assert camera._camera.config["buffer_count"] <= 4
    camera.close()


def test_focus_once_then_held(library: Any) -> None:
    camera = Picamera2Camera(module=library)
    fake = camera._camera
    assert fake.af_cycles == 1 and camera.lens_position == LENS_POSITION
    assert {"AfMode": 0, "LensPosition": LENS_POSITION} in [controls for _, controls in fake.calls]
    camera.close()


def test_a_stored_lens_position_needs_no_cycle(library: Any) -> None:
    camera = Picamera2Camera(lens_position=2.5, module=library)
    assert camera._camera.af_cycles == 0
    assert camera._camera.calls[0][1] == {"AfMode": 0, "LensPosition": 2.5}
    camera.close()


def test_a_fixed_lens_is_left_alone(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakePicamera2, "autofocus", False)
    camera = Picamera2Camera(module=library)
    assert camera._camera.af_cycles == 0 and camera.lens_position is None
    camera.close()


def test_exposure_is_found_then_held(library: Any) -> None:
    """The values first, the switches some frames later: libcamera applies them late and in no fixed order."""
    camera = Picamera2Camera(lens_position=1.0, module=library)
    (found, values), (later, switches) = camera._camera.calls[1:]
    assert values == {"ExposureTime": 9000 + found, "AnalogueGain": 2.0, "ColourGains": (1.5, 2.5)}
    assert found >= 10 and later - found >= 3
    assert switches == {"AeEnable": False, "AwbEnable": False}
    camera.close()


def test_closing_frees_the_camera(library: Any) -> None:
    camera = Picamera2Camera(module=library)
    with pytest.raises(CameraError, match="used by another program"):
        Picamera2Camera(module=library)
    camera.close()
    camera.close()
    Picamera2Camera(module=library).close()
    assert FakePicamera2.open_ones == 0


def test_a_camera_that_fails_while_opening_is_freed(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakePicamera2, "breaks_after", 3)
    with pytest.raises(CameraError, match="cannot be opened"):
        Picamera2Camera(module=library)
    assert FakePicamera2.open_ones == 0


def test_a_camera_that_stops_giving_pictures(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    camera = Picamera2Camera(module=library)
    monkeypatch.setattr(FakePicamera2, "breaks_after", 0)
    with pytest.raises(CameraError, match="no picture any more"):
        camera.read()
    camera.close()


def test_a_capture_that_hangs_ends_after_a_while(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.cameras.picamera2.CAPTURE_SECONDS", 0.05)
    camera = Picamera2Camera(module=library)
    monkeypatch.setattr(FakePicamera2, "hangs", True)
    with pytest.raises(CameraError, match="no picture any more"):
        camera.read()
    camera.close()
    assert FakePicamera2.open_ones == 0


def test_no_camera_attached(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakePicamera2, "cameras", [])
    with pytest.raises(CameraError, match="ribbon cable"):
        Picamera2Camera(module=library)
