"""Pictures of a running scoreboard, as the README shows it: `python -m tests.browser.screenshots ADDRESS FOLDER`.

Start the page first, for example with `./tilefish demo --no-browser`.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.chromium import ARGUMENTS, PHONE, TELEVISION, find_chromium

SETTLED_MS = 1600


def main() -> None:
    """Waits for the moment asked for, then takes the phone's and the television's picture in both languages."""
    parser = argparse.ArgumentParser(description="Take pictures of a running scoreboard.")
    parser.add_argument("address", help="for example http://127.0.0.1:8000/")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--tiles", type=int, default=1, help="wait until so many tiles lie on the board")
    parser.add_argument("--status", help="wait for this status, for example FISH or 'ROUND OVER'")
    parser.add_argument("--name", default="page", help="how the files' names begin")
    parser.add_argument("--patience", type=float, default=300, help="how many seconds to wait at most")
    take(parser.parse_args())


def take(asked: argparse.Namespace) -> None:
    """Opens all four pages at once, so that they show the same moment."""
    asked.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        pages = {}
        for (device, size, scale), lang in itertools.product(
            (("phone", PHONE, 2), ("tv", TELEVISION, 1)), ("en", "ru")
        ):
            page = browser.new_page(viewport={"width": size[0], "height": size[1]}, device_scale_factor=scale)
            page.goto(f"{asked.address.rstrip('/')}/?lang={lang}")
            pages[f"{asked.name}-{device}-{lang}.png"] = page
        first, *_ = pages.values()
        first.locator(".tiles .tile").nth(asked.tiles - 1).wait_for(state="attached", timeout=1000 * asked.patience)
        if asked.status:
            first.locator(f'#status[data-status="{asked.status}"]').wait_for(timeout=1000 * asked.patience)
        first.wait_for_timeout(SETTLED_MS)
        for name, page in pages.items():
            page.screenshot(path=asked.folder / name)
            print(asked.folder / name)
        browser.close()


if __name__ == "__main__":
    main()
