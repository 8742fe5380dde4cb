"""The feed: the newest snapshot of the table, handed from the game's thread to every page that listens."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

QUEUE_LENGTH = 8
"""Messages that wait for one client; a client slower than that is brought to the newest state at once."""


@dataclass(frozen=True)
class Message:
    """One thing told to the pages: its kind (the SSE event's name), its sequence number, its JSON text on one line."""

    kind: str
    seq: int
    data: str

    def as_sse(self) -> str:
        """The message as the lines of a server-sent event."""
        return f"event: {self.kind}\nid: {self.seq}\ndata: {self.data}\n\n"


class Subscription:
    """One client's bounded queue. Made by `Feed.subscribe`; read it in the event loop that subscribed."""

    def __init__(self, length: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Message] = deque()
        self._length = length
        self._lock = threading.Lock()
        self._awake = asyncio.Event()
        self._ended = False

    def offer(self, message: Message) -> None:
        """Queues a message; from any thread. As each carries the full state, a full queue keeps the newest alone."""
        with self._lock:
            if len(self._waiting) >= self._length:
                self._waiting.clear()
            self._waiting.append(message)
        self._wake()

    def end(self) -> None:
        """Lets the reader stop after what is queued; from any thread."""
        self._ended = True
        self._wake()

    async def next(self, timeout: float) -> Message | None:
        """The next message, or None when `timeout` seconds bring none or the subscription ended (see `ended`)."""
        try:
            async with asyncio.timeout(timeout):
                while (message := self._take()) is None and not self._ended:
                    await self._awake.wait()
        except TimeoutError:
            return None
        return message

    @property
    def ended(self) -> bool:
        """Whether nothing more will come and nothing is queued."""
        return self._ended and not self._waiting

    def _take(self) -> Message | None:
        with self._lock:
            self._awake.clear()
            message = self._waiting.popleft() if self._waiting else None
            if self._waiting or self._ended:
                self._awake.set()
            return message

    def _wake(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._awake.set)
        except RuntimeError:  # the client's event loop is closed: the server stopped, nobody reads this any more
            self._ended = True


class Feed:
    """The thread-safe link between the game loop, which publishes snapshots, and the web server."""

    def __init__(self, queue_length: int = QUEUE_LENGTH) -> None:
        self._queue_length = queue_length
        self._lock = threading.Lock()
        self._latest: Message | None = None
        self._subscriptions: set[Subscription] = set()

    def publish(self, snapshot: Mapping[str, Any]) -> None:
        """Makes `snapshot` (plain JSON values) the current state and tells every client. From any thread; never waits.

        Raises:
            ValueError: the snapshot holds a number that JSON lacks (NaN or infinity).
            TypeError: the snapshot holds something that is not JSON.
        """
        data = json.dumps(snapshot, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        seq = snapshot.get("seq", 0)
        message = Message("state", seq if isinstance(seq, int) else 0, data)
        with self._lock:
            self._latest = message
            for subscription in self._subscriptions:
                subscription.offer(message)

    @property
    def latest(self) -> Message | None:
        """The newest message, None before the first snapshot."""
        return self._latest

    @property
    def clients(self) -> int:
        """How many clients listen now."""
        return len(self._subscriptions)

    def subscribe(self) -> Subscription:
        """A new client's queue, with the current full state in it. Call it inside a running event loop."""
        subscription = Subscription(self._queue_length)
        with self._lock:
            if self._latest is not None:
                subscription.offer(self._latest)
            self._subscriptions.add(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Forgets a client that is gone; twice does no harm."""
        with self._lock:
            self._subscriptions.discard(subscription)

    def disconnect_all(self) -> None:
        """Ends every client's stream, so that the server can stop; the feed itself stays usable."""
        with self._lock:
            for subscription in self._subscriptions:
                subscription.end()
