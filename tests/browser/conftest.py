"""A real Chromium, and the page that it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, expect, sync_playwright

from device.feed import Feed
from device.serve import PageServer
from tests.browser.chromium import ARGUMENTS, TELEVISION, find_chromium

OpenPage = Callable[..., Page]
PATIENCE_MS = 60_000  # a small computer that does much else is slow, and not wrong


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for a module and no longer: while Playwright runs, no other test of this process can run an event loop."""
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium was found: install it (Debian: apt install chromium) to test the page")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, timeout=PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        yield running
        running.close()


@pytest.fixture
def feed() -> Feed:
    return Feed()


@pytest.fixture
def server(feed: Feed) -> Iterator[PageServer]:
    with PageServer(feed, port=0) as running:
        yield running


@dataclass
class Watcher:
    """Notes what must not happen while pages are open: script errors, requests to elsewhere, refusals by the policy."""

    address: str
    troubles: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("pageerror", self.note_error)
        page.on("request", self.note_request)
        page.on("console", self.note_console)

    def note_error(self, error: Error) -> None:
        self.troubles.append(f"error: {error}")

    def note_request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:")):
            self.troubles.append(f"request: {request.url}")

    def note_console(self, said: ConsoleMessage) -> None:
        # What the browser says of a server that is away is no error of the page.
        if "Content Security" in said.text or (said.type == "error" and "net::ERR" not in said.text):
            self.troubles.append(said.text)


@pytest.fixture
def open_page(browser: Browser, server: PageServer) -> Iterator[OpenPage]:
    """Opens the scoreboard, `open_page(size, query="?lang=ru", locale="ru-RU")`; trouble in any page fails the test."""
    contexts: list[BrowserContext] = []
    watcher = Watcher(server.address)

    def open_one(size: tuple[int, int] = TELEVISION, query: str = "", locale: str = "en-GB", calm: bool = True) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            reduced_motion="reduce" if calm else "no-preference",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        watcher.watch(page)
        page.goto(server.address + query)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert watcher.troubles == []
