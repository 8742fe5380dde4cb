"""The demo as people meet it: `tilefish demo` runs, its page is open, and the shipped game comes to its end there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from device.recorded_match import demo_recording
from device.recording import Recording
from device.serve import listen
from engine.events import Played, Scored, from_json
from tests.browser.chromium import PHONE, TELEVISION
from tests.browser.conftest import PATIENCE_MS, Watcher

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
END_MS = 240_000
RED, YELLOW = "rgb(255, 122, 112)", "rgb(255, 216, 77)"
FISH = {"en": "Fish on 1! Masha is the fisher", "ru": "Рыба на 1! Рыбак — Маша"}
OTHER = {"en": ("Русский", "ru"), "ru": ("English", "en")}
NAMES = {"en": ["Masha", "Alex", "Olya", "Sergey"], "ru": ["Маша", "Алекс", "Оля", "Сергей"]}


def free_port() -> int:
    """A port that nobody listens at."""
    with listen("127.0.0.1", 0) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def running_demo() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The demo in a process of its own, and the address that it prints once the page can be opened."""
    words = ["demo", "--once", "--no-browser", "--port", str(free_port()), "--speed", "8"]
    demo = subprocess.Popen(
        [sys.executable, "-m", "device", "--lang", "en", *words],
        stdout=subprocess.PIPE, text=True, cwd=ROOT, env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        assert demo.stdout is not None
        announced = demo.stdout.readline()
        assert announced, "the demo ended before its page could be opened"
        yield demo, announced.split()[-1]
    finally:
        demo.kill()
        demo.wait()


def tiles_to_lay() -> int:
    """How many tiles the recorded round lays, and that its score is the one this test knows by heart."""
    with Recording(demo_recording()) as recording:
        events = [from_json(line) for line in recording.truth() or ()]
    score = next(event for event in events if isinstance(event, Scored))
    assert [(row.remembered, row.score, row.open) for row in score.sides] == [
        (4, 0, False), (12, 0, False), (0, 33, True), (11, 0, False),
    ]  # fmt: skip
    return sum(len(event.tiles) for event in events if isinstance(event, Played))


def counts_of(page: Page) -> list[int]:
    """How many tiles of the line the page has shown, one number after the other, since `watch_the_board`."""
    return [int(count) for count in page.evaluate("window.counts")]


def watch_the_board(page: Page) -> None:
    """Notes in the page how many tiles of the line it shows whenever that changes: nothing that it shows is missed."""
    page.evaluate(
        """() => {
            const count = () => document.querySelectorAll(".tiles .tile:not(.beside, .leaving)").length;
            window.counts = [count()];
            const note = () => { if (count() !== window.counts.at(-1)) window.counts.push(count()); };
            new MutationObserver(note).observe(document.querySelector(".tiles"), {
                childList: true, subtree: true, attributeFilter: ["class"],
            });
        }"""
    )


def test_the_demo_comes_to_its_end_on_the_page(browser: Browser) -> None:
    tiles = tiles_to_lay()
    with running_demo() as (demo, address):
        pages: list[tuple[str, Page, Watcher]] = []
        for size, lang in ((TELEVISION, "en"), (PHONE, "ru")):
            page = browser.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
            page.set_default_timeout(PATIENCE_MS)
            watcher = Watcher(address)
            watcher.watch(page)
            page.goto(f"{address}?lang={lang}")
            watch_the_board(page)
            pages.append((lang, page, watcher))
        for lang, page, watcher in pages:
            expect(page.locator("#plays li[data-ev=fish] > span")).to_have_text(FISH[lang], timeout=END_MS)
            expect(page.locator(".title.fisher")).to_have_count(1)
            # Remembered points are yellow with a plus, an open account is red (rules.md 1.4).
            expect(page.locator(".points")).to_have_text(["+4", "+12", "33", "+11"], timeout=END_MS)
            colours = page.locator(".points").evaluate_all("all => all.map(p => getComputedStyle(p).color)")
            assert colours == [YELLOW, YELLOW, RED, YELLOW]
            expect(page.locator(".card .name")).to_have_text(NAMES[lang])
            expect(page.locator(".hand")).to_have_count(4)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            page.get_by_role("button", name=OTHER[lang][0]).click()
            expect(page.locator("#plays li[data-ev=fish] > span")).to_have_text(FISH[OTHER[lang][1]])
            expect(page.locator(".card .name")).to_have_text(NAMES[OTHER[lang][1]])
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            counts = counts_of(page)
            assert counts[-1] == tiles and counts == sorted(counts) and len(counts) > tiles // 2
            assert watcher.troubles == []
            page.close()
        assert demo.wait(PATIENCE_MS / 1000) == 0
