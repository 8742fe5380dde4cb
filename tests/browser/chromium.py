"""Where a Chromium is, how it is started for tests, and the screens that the page is made for."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PHONE, TABLET, TELEVISION = (360, 740), (768, 1024), (1920, 1080)


def find_chromium() -> str | None:
    """The path of an installed Chromium or Chrome, None without one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)
