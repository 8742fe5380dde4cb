"""A Raspberry Pi's camera through picamera2: the only place that imports it.

Written after the Picamera2 manual (Raspberry Pi Ltd): the stream format "RGB888" lies in memory as B, G, R, which is
what OpenCV wants. The package comes from apt (python3-picamera2), never from pip.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from device.cameras.base import CameraError, Frame

SIZE = (1920, 1080)
BUFFERS = 4
"""At most four: each is a full picture in the camera's own memory, of which a Pi has little."""
FRAMES_TO_SETTLE = 20
"""Frames that automatic exposure and white balance get before they are locked."""
FRAMES_TO_APPLY = 4
CAPTURE_SECONDS = 5.0
AF_MANUAL = 0
"""libcamera's AfModeEnum.Manual."""


class Picamera2Camera:
    """The Pi's camera, with exposure, white balance and focus found once and then held.

    A table that grows lighter with every white tile must not change the exposure, and a hand must not pull the focus.

    Args:
        lens_position: a stored focus in dioptres; without it one autofocus cycle finds it (see `lens_position` after).

    Raises:
        CameraError: picamera2 is not installed, or there is no camera, or another program holds it.
    """

    live = True
    name = "picamera2"

    def __init__(
        self,
        lens_position: float | None = None,
        size: tuple[int, int] = SIZE,
        module: ModuleType | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        library = module or _picamera2()
        self._clock = clock
        self._count = 0
        self.lens_position = lens_position
        if not library.Picamera2.global_camera_info():
            raise CameraError("camera.no_pi_camera")
        try:
            self._camera: Any = library.Picamera2()
        except Exception as error:
            raise CameraError("camera.busy", name=self.name) from error
        try:
            main = {"size": size, "format": "RGB888"}
            self._camera.configure(self._camera.create_video_configuration(main=main, buffer_count=BUFFERS))
            self._camera.start()
            self._focus()
            self._lock_exposure()
        except Exception as error:  # as in `read`
            with suppress(Exception):
                self.close()
            raise CameraError("camera.cannot_open", name=self.name) from error
        self._start = clock()

    def read(self) -> Frame | None:
        """The next picture; waits for it."""
        try:
            # Without a limit, a loose ribbon cable would hold this call, and with it the camera, for ever.
            image = self._camera.capture_array("main", wait=False).get_result(timeout=CAPTURE_SECONDS)
        except Exception as error:  # libcamera and its Python wrapping raise many kinds
            raise CameraError("camera.lost", name=self.name) from error
        number, self._count = self._count, self._count + 1
        return Frame(np.ascontiguousarray(image[:, :, :3], np.uint8), self._clock() - self._start, number)

    def close(self) -> None:
        """Stops the camera and frees it for others; picamera2 keeps it busy until closed."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            camera.close()

    def _focus(self) -> None:
        """One autofocus cycle, or the stored lens position; cameras with a fixed lens have neither."""
        if "AfMode" not in self._camera.camera_controls:
            return
        if self.lens_position is None and self._camera.autofocus_cycle():
            self.lens_position = float(self._camera.capture_metadata()["LensPosition"])
        if self.lens_position is not None:
            self._camera.set_controls({"AfMode": AF_MANUAL, "LensPosition": self.lens_position})

    def _lock_exposure(self) -> None:
        """Holds the values that automatic exposure and white balance have found.

        libcamera applies the controls of one call in no fixed order and a few frames late; automatics switched off
        together with new values may freeze the old ones. So the values come first, the switches some frames later.
        """
        metadata = self._frames(FRAMES_TO_SETTLE)
        held = {key: metadata[key] for key in ("ExposureTime", "AnalogueGain", "ColourGains") if key in metadata}
        self._camera.set_controls(held)
        self._frames(FRAMES_TO_APPLY)
        self._camera.set_controls({"AeEnable": False, "AwbEnable": False})

    def _frames(self, count: int) -> Any:
        """Lets `count` frames pass; the metadata of the last one."""
        for _ in range(count - 1):
            self._camera.capture_metadata()
        return self._camera.capture_metadata()


def _picamera2() -> ModuleType:
    try:
        return import_module("picamera2")
    except (ImportError, OSError) as error:
        # A missing libcamera shows itself as OSError or ImportError from inside the package.
        raise CameraError("camera.no_picamera2") from error
