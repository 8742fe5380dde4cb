"""`tilefish demo`: the shipped recording on the scoreboard page, as if it were played now."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from device.arguments import Subcommands
from device.texts import Language, say

if TYPE_CHECKING:
    from device.page import Page
    from device.recording import Recording
    from device.session import GameSession, TileReader

SECONDS_BETWEEN_GAMES = 12.0


def add_parser(subcommands: Subcommands) -> None:
    """Adds the arguments of `demo`."""
    from device.page_arguments import add_page_arguments, add_speed_argument

    lang = subcommands.lang
    parser = subcommands.add("demo")
    parser.add_argument("--once", action="store_true", help=say("help.demo.once", lang))
    add_speed_argument(parser, 1.0)
    add_page_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Replays the recording again and again; with --once one time, checked against its truth."""
    import time

    from device.page import open_page
    from device.reading import load_reader
    from device.recorded_match import demo_recording
    from device.recording import Recording

    with Recording(demo_recording()) as recording:
        reader = load_reader(recording.info.tile_set)
        with open_page(args, sys.stdout) as page:
            while True:
                session = _play(args, recording, reader, page)
                if args.once:
                    return _check(session, recording, args.lang)
                time.sleep(SECONDS_BETWEEN_GAMES / args.speed)


def _play(args: argparse.Namespace, recording: Recording, reader: TileReader, page: Page) -> GameSession:
    """One replay at the pace of the recording."""
    from device.cameras.recorded import RecordedCamera
    from device.following import Pace, follow_to_the_end
    from device.recorded_match import setup_of
    from device.session import GameSession
    from device.telling import Teller

    setup = setup_of(recording)
    teller = Teller(setup.seats, setup.rules, args.lang, False, sys.stdout, sys.stderr)
    session = GameSession(setup, reader)
    with closing(RecordedCamera(recording, teller.warn)) as camera:
        follow_to_the_end(session, camera, teller.tell, page.feed.publish, Pace(args.speed))
    return session


def _check(session: GameSession, recording: Recording, lang: Language) -> int:
    """Compares what was seen with what the recording holds; 1 when they differ."""
    from device.recorded_match import differences

    truth = recording.truth() or []
    found = differences(session.referee.events, truth)
    if not found:
        print(say("demo.right", lang, count=len(truth)))
        return 0
    print(say("demo.wrong", lang, count=len(found)), file=sys.stderr)
    for line in found:
        print(f"  {line}", file=sys.stderr)
    return 1
