"""The scoreboard page for a command: served, announced, and opened in the browser."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO

from device.feed import Feed
from device.serve import PageServer


@dataclass(frozen=True)
class Page:
    """A page that is being served."""

    feed: Feed
    server: PageServer


@contextmanager
def open_page(args: argparse.Namespace, out: TextIO) -> Iterator[Page]:
    """Serves the page on args.host and args.port for the length of a `with` block, and prints its address to `out`.

    Raises:
        UserError: the port is taken or the host is no address of this computer.
    """
    feed = Feed()
    with PageServer(feed, args.host, args.port) as server:
        server.announce(args.lang, out)
        if args.browser and _has_screen():
            webbrowser.open(server.address)
        yield Page(feed, server)


def _has_screen() -> bool:
    """Whether a browser with windows can open here: without one, a text browser would take the terminal."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
