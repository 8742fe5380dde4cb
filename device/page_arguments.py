"""What the command line says about showing a game: where the page is served, and how fast a recording plays."""

from __future__ import annotations

from device.arguments import Parser
from device.errors import UsageError
from device.texts import Language, say

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
SLOWEST, FASTEST = 0.01, 1000.0


def add_page_arguments(parser: Parser) -> None:
    """Adds --host, --port and --no-browser."""
    lang: Language = parser.lang
    parser.add_argument("--host", default=DEFAULT_HOST, metavar="ADDRESS", help=say("help.page.host", lang))
    parser.add_argument("--port", default=DEFAULT_PORT, type=int, metavar="N", help=say("help.page.port", lang))
    parser.add_argument("--no-browser", dest="browser", action="store_false", help=say("help.page.no_browser", lang))


def add_speed_argument(parser: Parser, default: float | None = None) -> None:
    """Adds --speed; without it `speed` is `default`."""
    help_text = say("help.replay.speed", parser.lang)
    parser.add_argument("--speed", type=_speed, default=default, metavar="N", help=help_text)


def _speed(word: str) -> float:
    try:
        speed = float(word)
    except ValueError:
        speed = 0.0
    if not SLOWEST <= speed <= FASTEST:
        raise UsageError("usage.speed")
    return speed
