"""Runs a session over a camera: frames at their pace, events told, snapshots published."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from device.cameras.base import Camera, Frame
from device.cameras.steady import SteadyCamera
from device.errors import UserError
from device.session import GameSession
from engine.events import Event

Tell = Callable[[Sequence[Event]], None]
Publish = Callable[[dict[str, Any]], None]
LONGEST_WAIT = 0.5


class Pace:
    """Holds recorded frames back until they are due: `speed` 2 plays twice as fast."""

    def __init__(
        self,
        speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._speed, self._clock, self._sleep = speed, clock, sleep
        self._start: float | None = None

    def wait(self, t: float) -> None:
        """Returns when the frame taken at `t` seconds is due; at once when it is late."""
        now = self._clock()
        if self._start is None:
            self._start = now - t / self._speed
        self._sleep(max(0.0, self._start + t / self._speed - now))


def follow_to_the_end(
    session: GameSession, camera: Camera, tell: Tell, publish: Publish, pace: Pace | None = None
) -> None:
    """Follows a recording, a video or a folder of photos until it ends."""
    news = _News(session, tell, publish)
    news.spread(session.start())
    while (frame := camera.read()) is not None:
        if pace is not None:
            pace.wait(frame.t)
        news.spread(session.step(frame))


def follow_live(
    session: GameSession,
    camera: SteadyCamera,
    tell: Tell,
    publish: Publish,
    warn: Callable[[UserError], None],
    goes_on: Callable[[], bool] = lambda: True,
) -> None:
    """Follows a live camera while `goes_on`, also through times when it gives no picture; each is told once."""
    news = _News(session, tell, publish)
    news.spread(session.start())
    while goes_on():
        frame: Frame | None = camera.latest(LONGEST_WAIT)
        lost = camera.lost
        if lost is not None and not session.camera_lost:
            warn(lost)
        session.camera_lost = lost is not None
        news.spread(session.step(frame) if frame is not None else [])


class _News:
    """Tells events, and publishes a snapshot when there is something new to show."""

    def __init__(self, session: GameSession, tell: Tell, publish: Publish) -> None:
        self._session, self._tell, self._publish = session, tell, publish
        self._shown: object = None

    def spread(self, events: Sequence[Event]) -> None:
        if events:
            self._tell(events)
        now = (self._session.status, len(self._session.timings), len(self._session.referee.events))
        if now != self._shown:
            self._shown = now
            self._publish(self._session.snapshot())
