"""Keeps a live camera going: the newest picture, a watchdog for one that hangs, patience with one that is gone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from device.cameras.base import Camera, CameraError, Frame

WATCHDOG_SECONDS = 6.0
FIRST_DELAY, LONGEST_DELAY = 2.0, 20.0


class SteadyCamera:
    """A live camera read in a thread of its own; frames that nobody fetched in time are dropped.

    When the camera fails it is closed and opened anew: after 2 seconds, then 4, 8, 16, and every 20. One that gives
    nothing for `watchdog` seconds counts as lost, too; but its driver holds it until the call comes back, so that it is
    opened anew only then. `lost` tells meanwhile why there is no picture.

    Args:
        open_camera: opens the camera; raises CameraError.
        camera: the camera, if it is open already.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        camera: Camera | None = None,
        watchdog: float = WATCHDOG_SECONDS,
        delays: tuple[float, float] = (FIRST_DELAY, LONGEST_DELAY),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open, self._watchdog, self._delays, self._clock = open_camera, watchdog, delays, clock
        self._changed = threading.Condition()
        self._start = self._alive = clock()
        self._newest: Frame | None = None
        self._count = 0
        self._lost: CameraError | None = None
        self._closed = False
        threading.Thread(target=self._work, args=(camera,), name="camera", daemon=True).start()

    @property
    def lost(self) -> CameraError | None:
        """Why there is no picture at the moment; None while the camera works."""
        return self._lost

    def latest(self, timeout: float) -> Frame | None:
        """The newest picture that was not fetched yet; None when `timeout` seconds bring none."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None, timeout)
            frame, self._newest = self._newest, None
            if frame is None and self._lost is None and self._clock() - self._alive > self._watchdog:
                self._lost = CameraError("camera.hangs", seconds=round(self._watchdog))
        return frame

    def close(self) -> None:
        """Ends the capture; the camera is let go as soon as its driver allows."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _work(self, camera: Camera | None) -> None:
        """Reads until it is closed; opens the camera again whenever it fails."""
        delay = 0.0
        while not self._closed:
            before = self._count
            try:
                camera = camera or _opened(self._open)
                self._read_on(camera)
            except CameraError as error:
                self._lost = error
                delay = min(max(2 * delay, self._delays[0]), self._delays[1])
            finally:
                if camera is not None:
                    # A driver that has failed may fail at closing, too.
                    with suppress(Exception):
                        camera.close()
                camera = None
            if self._count > before:
                delay = self._delays[0]
            with self._changed:
                self._changed.wait_for(lambda: self._closed, delay)

    def _read_on(self, camera: Camera) -> None:
        """Hands on frames until it is closed.

        Raises:
            CameraError: the camera gives none any more.
        """
        while not self._closed:
            frame = _read(camera)
            with self._changed:
                self._lost, self._alive = None, self._clock()
                self._newest = replace(frame, t=self._alive - self._start, number=self._count)
                self._count += 1
                self._changed.notify_all()


def _opened(open_camera: Callable[[], Camera]) -> Camera:
    try:
        return open_camera()
    except CameraError:
        raise
    except Exception as error:  # drivers raise what they like, and the game has to go on
        raise CameraError("camera.fails", why=_reason(error)) from error


def _read(camera: Camera) -> Frame:
    try:
        frame = camera.read()
    except CameraError:
        raise
    except Exception as error:  # as above
        raise CameraError("camera.lost", name=camera.name) from error
    if frame is None:
        raise CameraError("camera.lost", name=camera.name)
    return frame


def _reason(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
