"""The feed: full state on connect, order, slow clients, threads."""

from __future__ import annotations

import asyncio
import json
import threading

import pytest

from device.feed import Feed, Message


def seqs_of(feed: Feed, publish_before: list[int], publish_after: list[int]) -> list[int]:
    """The sequence numbers that a client gets which subscribes between two batches."""

    async def listen() -> list[int]:
        for seq in publish_before:
            feed.publish({"seq": seq})
        subscription = feed.subscribe()
        for seq in publish_after:
            feed.publish({"seq": seq})
        got = []
        while (message := await subscription.next(0.05)) is not None:
            got.append(message.seq)
        feed.unsubscribe(subscription)
        return got

    return asyncio.run(listen())


def test_connecting_gives_the_newest_state_and_then_each_new_one() -> None:
    assert seqs_of(Feed(), [1, 2, 3], [4, 5]) == [3, 4, 5]


def test_nothing_is_sent_before_the_first_state() -> None:
    assert seqs_of(Feed(), [], []) == []


def test_slow_client_is_brought_to_the_newest_state() -> None:
    # Two places: 1 and 2 fill them, 3 clears them, 4 fills up, 5 clears again.
    assert seqs_of(Feed(queue_length=2), [1], [2, 3, 4, 5]) == [5]


def test_a_restarted_game_counts_from_the_start_again() -> None:
    assert seqs_of(Feed(), [40], [1, 2]) == [40, 1, 2]


def test_message_is_one_sse_event_on_one_line() -> None:
    feed = Feed()
    feed.publish({"seq": 7, "title": "Кон\nпервый"})
    assert feed.latest is not None
    assert feed.latest.as_sse() == 'event: state\nid: 7\ndata: {"seq":7,"title":"Кон\\nпервый"}\n\n'


def test_a_state_that_is_not_json_is_refused_and_the_old_one_stays() -> None:
    feed = Feed()
    feed.publish({"seq": 1})
    with pytest.raises(ValueError):
        feed.publish({"seq": 2, "t": float("nan")})
    assert feed.latest == Message("state", 1, '{"seq":1}')


def test_states_published_by_another_thread_wake_every_client() -> None:
    feed = Feed(queue_length=200)

    def publish_hundred() -> None:
        for seq in range(100):
            feed.publish({"seq": seq})

    async def listen() -> list[list[int]]:
        clients = [feed.subscribe() for _ in range(3)]
        thread = threading.Thread(target=publish_hundred)
        thread.start()
        got: list[list[int]] = []
        for client in clients:
            messages = [await client.next(5.0) for _ in range(100)]
            got.append([json.loads(message.data)["seq"] for message in messages if message])
        thread.join()
        return got

    assert asyncio.run(listen()) == [list(range(100))] * 3


def test_disconnecting_ends_a_waiting_client_and_the_feed_lives_on() -> None:
    feed = Feed()

    async def listen() -> tuple[Message | None, bool]:
        client = feed.subscribe()
        asyncio.get_running_loop().call_later(0.01, feed.disconnect_all)
        message = await client.next(5.0)
        return message, client.ended

    assert asyncio.run(listen()) == (None, True)
    feed.publish({"seq": 1})  # the client's loop is closed by now; that must not disturb the game
    assert feed.latest is not None


def test_clients_are_counted_and_forgotten() -> None:
    feed = Feed()

    async def come_and_go() -> list[int]:
        client = feed.subscribe()
        counts = [feed.clients]
        feed.unsubscribe(client)
        feed.unsubscribe(client)
        return [*counts, feed.clients]

    assert asyncio.run(come_and_go()) == [1, 0]
