"""Webcams, network cameras and video files, through OpenCV's VideoCapture."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from device.cameras.base import CameraError, Frame

WIDTH, HEIGHT = 1920, 1080
OPEN_TIMEOUT_MS = 10_000
READ_TIMEOUT_MS = 5_000


class Webcam:
    """A webcam by its number, or a network camera by its address (rtsp://, http://, ...).

    Raises:
        CameraError: there is no such camera, or another program holds it.
    """

    live = True

    def __init__(self, source: int | str, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = str(source) if isinstance(source, int) else _without_password(source)
        self._clock = clock
        if isinstance(source, int):
            self._capture = cv2.VideoCapture(source)
            # MJPG is what webcams send in full size at full rate; a queue would hold old pictures.
            self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        else:
            limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS]
            self._capture = cv2.VideoCapture(source, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            raise CameraError("camera.cannot_open", name=self.name)
        self._start = clock()
        self._count = 0

    def read(self) -> Frame | None:
        """The newest picture; waits for it."""
        ok, image = self._capture.read()
        if not ok or image is None:
            raise CameraError("camera.lost", name=self.name)
        number, self._count = self._count, self._count + 1
        return Frame(np.asarray(image, np.uint8), self._clock() - self._start, number)

    def close(self) -> None:
        """Lets the camera go."""
        self._capture.release()


class VideoFile:
    """A video file, frame by frame, thinned out to `frames_per_second`.

    Raises:
        CameraError: the file is no video that OpenCV can read.
    """

    live = False

    def __init__(self, path: Path, frames_per_second: float = 4.0) -> None:
        self.name = path.name
        self._capture = cv2.VideoCapture(str(path))
        self._is_grabbed = self._capture.isOpened() and self._capture.grab()
        if not self._is_grabbed:
            raise CameraError("camera.no_video", name=path)
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._rate = rate if 1e-3 < rate < 1e4 else 25.0
        self._gap = 1 / frames_per_second
        self._position = 0
        self._due = 0.0

    def read(self) -> Frame | None:
        """The next frame that is due; None at the end."""
        while self._is_grabbed or self._capture.grab():
            self._is_grabbed = False
            number, self._position = self._position, self._position + 1
            t = number / self._rate
            if t + 1e-9 < self._due:
                continue
            self._due = max(self._due + self._gap, t)
            ok, image = self._capture.retrieve()
            if ok and image is not None:
                return Frame(np.asarray(image, np.uint8), t, number)
        return None

    def close(self) -> None:
        """Lets the file go."""
        self._capture.release()


def _without_password(address: str) -> str:
    """The address as it may be shown: without the user's name and password."""
    scheme, separator, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{separator}{host.rpartition('@')[2]}{slash}{path}"
