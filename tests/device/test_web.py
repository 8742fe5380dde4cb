"""The web application and its server: what the addresses give, and that trouble is said in one sentence."""

from __future__ import annotations

import io
import json
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn

from device.errors import UserError
from device.feed import Feed
from device.serve import PageServer, is_reachable, listen
from device.web import create_app
from device.web.app import STATIC
from engine import book, rulesets

Event = dict[str, str]


@pytest.fixture
def feed() -> Feed:
    return Feed()


@pytest.fixture
def server(feed: Feed) -> Iterator[PageServer]:
    with PageServer(feed, port=0) as running:
        yield running


def events_of(response: httpx.Response) -> Iterator[Event]:
    """The events of a stream as they come; comments are left out."""
    event: Event = {}
    for line in response.iter_lines():
        if not line:
            if event:
                yield event
            event = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            event[name] = value


def test_the_page_needs_nothing_from_elsewhere(server: PageServer) -> None:
    page = httpx.get(server.address)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["cache-control"] == "no-store"
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert addresses
    assert all(address.startswith(("/static/", "data:")) for address in addresses)
    for path in STATIC.rglob("*.*"):
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|//[a-z]+\.[a-z]", text), path


@pytest.mark.parametrize("path", sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*")))
def test_every_file_is_served_and_short_enough_to_read(server: PageServer, path: str) -> None:
    answer = httpx.get(f"{server.address}static/{path}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    kinds = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
    assert answer.headers["content-type"].startswith(kinds[Path(path).suffix])
    assert answer.text.count("\n") < 400


def test_texts_of_the_page_exist_in_both_languages() -> None:
    script = (STATIC / "js" / "texts.js").read_text("utf-8")
    english, russian = script.split("  ru: {")
    keys = re.compile(r'^    "([^"]+)":', re.MULTILINE)
    assert keys.findall(english) == keys.findall(russian)
    assert {f"status.{word}" for word in ("WAITING", "HAND", "SETTLING", "STILL", "ILLEGAL", "DESYNC", "FISH")} <= set(
        keys.findall(english)
    )


@pytest.mark.parametrize("path", ["static/../app.py", "static/%2e%2e/app.py", "static/", "docs", "openapi.json"])
def test_nothing_else_is_served(server: PageServer, path: str) -> None:
    assert httpx.get(server.address + path).status_code == 404


def test_state_is_empty_and_then_the_newest(server: PageServer, feed: Feed) -> None:
    address = server.address + "state.json"
    assert httpx.get(address).json() == {}
    feed.publish({"seq": 1})
    feed.publish({"seq": 2, "title": "Рыба"})
    assert httpx.get(address).json() == {"seq": 2, "title": "Рыба"}
    assert httpx.get(address).headers["cache-control"] == "no-store"


def test_the_rules_of_a_game_are_told_in_both_languages(server: PageServer) -> None:
    rules = rulesets.parse("kozel.solo limit=51")
    answer = httpx.get(server.address + "rules.json", params={"rules": str(rules)})
    assert answer.status_code == 200
    told = answer.json()
    assert told["rules"] == str(rules) and told["name"] == rules.name.to_json()
    assert [chapter["heading"] for chapter in told["chapters"]] == [one.heading.to_json() for one in book.tell(rules)]
    sentences = [sentence for chapter in told["chapters"] for sentence in chapter["sentences"]]
    assert any("51" in sentence["ru"] for sentence in sentences)


@pytest.mark.parametrize("rules", ["", "no.such.game", "kozel.solo limit=many", "kozel.solo/7", "\x00" * 50])
def test_rules_that_do_not_exist_are_one_sentence(server: PageServer, rules: str) -> None:
    answer = httpx.get(server.address + "rules.json", params={"rules": rules})
    assert answer.status_code == 400
    assert set(answer.json()["error"]) == {"en", "ru"}


@pytest.mark.parametrize("rules_id", rulesets.ids())
def test_every_game_finds_its_rules_by_the_text_of_its_snapshot(server: PageServer, rules_id: str) -> None:
    answer = httpx.get(server.address + "rules.json", params={"rules": str(rulesets.get(rules_id))})
    assert answer.status_code == 200 and answer.json()["name"]["ru"]


def test_stream_gives_the_full_state_and_then_each_new_one(server: PageServer, feed: Feed) -> None:
    feed.publish({"seq": 1})
    feed.publish({"seq": 2})
    with httpx.stream("GET", server.address + "events", timeout=5) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store"
        events = events_of(response)
        assert next(events) == {"retry": "1000"}
        assert next(events) == {"event": "state", "id": "2", "data": '{"seq":2}'}
        feed.publish({"seq": 3})
        assert next(events)["data"] == '{"seq":3}'


def test_stream_beats_when_there_is_no_news(feed: Feed) -> None:
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    config = uvicorn.Config(create_app(feed, heartbeat_seconds=0.05), log_level="error", lifespan="off")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        with httpx.stream("GET", f"http://127.0.0.1:{port}/events", timeout=5) as response:
            lines = response.iter_lines()
            seen = [next(lines) for _ in range(6)]
        assert seen == ["retry: 1000", "", ": still here", "event: beat", "data: {}", ""]
    finally:
        running.should_exit = True
        running.force_exit = True
        thread.join(5)


def test_a_client_that_goes_is_forgotten(server: PageServer, feed: Feed) -> None:
    feed.publish({"seq": 1})
    with httpx.stream("GET", server.address + "events", timeout=5) as response:
        events = events_of(response)
        next(events)
        assert feed.clients == 1
    for _ in range(100):
        if feed.clients == 0:
            break
        threading.Event().wait(0.02)
    assert feed.clients == 0


def test_stopping_ends_streams_at_once_and_frees_the_port(feed: Feed) -> None:
    feed.publish({"seq": 1})
    server = PageServer(feed, port=0)
    server.start()
    with httpx.stream("GET", server.address + "events", timeout=5) as response:
        events = events_of(response)
        next(events)
        next(events)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        assert list(events) == []
        stopping.join(3)
        assert not stopping.is_alive()
    with PageServer(feed, port=server.port) as again:
        assert json.loads(httpx.get(again.address + "state.json").text) == {"seq": 1}


def test_a_taken_port_is_one_sentence(server: PageServer) -> None:
    with pytest.raises(UserError) as caught:
        PageServer(Feed(), port=server.port).start()
    following = server.port % 65535 + 1
    assert caught.value.sentence("en") == (
        f"Port {server.port} is used by another program; close that, or choose another with --port {following}."
    )
    assert caught.value.sentence("ru") == (
        f"Порт {server.port} занят другой программой; закройте её или выберите другой порт: --port {following}."
    )


@pytest.mark.parametrize(
    ("host", "port", "start"),
    [
        ("127.0.0.1", 65536, "65536 is no port"),
        ("127.0.0.1", -1, "-1 is no port"),
        ("no.such.host.invalid", 0, "no.such.host.invalid is no address of this computer"),
        ("192.0.2.77", 0, "192.0.2.77 is no address of this computer"),
        ("..", 0, ".. is no address of this computer"),
    ],
)
def test_an_address_that_cannot_be_is_one_sentence(host: str, port: int, start: str) -> None:
    with pytest.raises(UserError) as caught:
        listen(host, port)
    assert str(caught.value).startswith(start)
    assert "\n" not in str(caught.value)


def test_a_server_for_this_computer_alone_shows_no_code(server: PageServer) -> None:
    out = Terminal()
    server.announce("en", out)
    assert server.address == f"http://127.0.0.1:{server.port}/"
    assert out.getvalue() == f"The scoreboard is at http://127.0.0.1:{server.port}/\n"


def test_a_server_for_the_network_shows_its_code(feed: Feed) -> None:
    with PageServer(feed, "0.0.0.0", 0) as server:
        out, file = Terminal(), io.StringIO()
        server.announce("ru", out)
        server.announce("ru", file)
        assert httpx.get(server.address + "state.json").status_code == 200
    assert out.getvalue().startswith(f"Табло открыто по адресу {server.address}\nС телефона")
    assert out.getvalue().count("█") > 50
    assert file.getvalue() == f"Табло открыто по адресу {server.address}\n"


def test_which_hosts_phones_can_reach() -> None:
    expected = {
        "127.0.0.1": False,
        "::1": False,
        "localhost": False,
        "0.0.0.0": True,
        "192.168.1.7": True,
        "pi.local": True,
    }
    assert {host: is_reachable(host) for host in expected} == expected


def test_the_newer_address_family_is_served_too(feed: Feed) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    with PageServer(feed, "::1", 0) as server:
        assert server.address == f"http://[::1]:{server.port}/"
        assert httpx.get(server.address + "state.json").json() == {}


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True
