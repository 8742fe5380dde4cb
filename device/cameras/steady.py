"""Keeps a live camera going: the newest picture, a watchdog for one that hangs, patience with one that is gone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from device.cameras.base import Camera, CameraError, Frame

WATCHDOG_SECONDS = 6.0
FIRST_DELAY, LONGEST_DELAY = 2.0, 20.0


class SteadyCamera:
    """A live camera read in a thread of its own; frames that nobody fetched in time are dropped.

    When the camera fails, or gives nothing for `watchdog` seconds, it is given up and opened anew: after 2 seconds,
    then 4, 8, 16, and every 20. `lost` tells meanwhile why there is no picture.

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
        self._worker = 0
        self._hire(camera, delay=0.0)

    @property
    def lost(self) -> CameraError | None:
        """Why there is no picture at the moment; None while the camera works."""
        return self._lost

    def latest(self, timeout: float) -> Frame | None:
        """The newest picture that was not fetched yet; None when `timeout` seconds bring none."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None, timeout)
            frame, self._newest = self._newest, None
            hangs = frame is None and self._lost is None and self._clock() - self._alive > self._watchdog
        if hangs:
            # The thread sits in the driver and cannot be ended; it is left alone and its camera is opened anew.
            self._lost = CameraError("camera.hangs", seconds=round(self._watchdog))
            self._hire(None, delay=self._delays[0])
        return frame

    def close(self) -> None:
        """Ends the capture; the camera is let go as soon as its driver allows."""
        with self._changed:
            self._worker += 1
            self._changed.notify_all()

    def _hire(self, camera: Camera | None, delay: float) -> None:
        with self._changed:
            self._worker += 1
            number = self._worker
        threading.Thread(target=self._work, args=(number, camera, delay), name="camera", daemon=True).start()

    def _work(self, number: int, camera: Camera | None, delay: float) -> None:
        """Reads until another worker has taken over; opens the camera again whenever it fails."""
        while self._pause(number, delay):
            try:
                camera = camera or self._open()
                delay = self._read_on(number, camera)
            except CameraError as error:
                self._lost = error
                delay = min(max(2 * delay, self._delays[0]), self._delays[1])
            finally:
                if camera is not None:
                    camera.close()
                camera = None

    def _read_on(self, number: int, camera: Camera) -> float:
        """Hands on frames until the camera fails; returns the delay before it is opened again."""
        got_one = False
        while number == self._worker:
            try:
                frame = camera.read()
                if frame is None:
                    raise CameraError("camera.lost", name=camera.name)
            except CameraError as error:
                if not got_one:
                    raise
                self._lost = error
                return self._delays[0]
            with self._changed:
                if number != self._worker:
                    break
                got_one, self._lost, self._alive = True, None, self._clock()
                self._newest = replace(frame, t=self._alive - self._start, number=self._count)
                self._count += 1
                self._changed.notify_all()
        return 0.0

    def _pause(self, number: int, seconds: float) -> bool:
        """Waits; False when this worker is no longer wanted."""
        with self._changed:
            return not self._changed.wait_for(lambda: number != self._worker, seconds)
