"""`tilefish replay`: a recorded game, followed exactly as a live one."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack, closing
from pathlib import Path

from device.arguments import Subcommands
from device.errors import UsageError
from device.texts import say
from engine.tiles import TileSet

TAGS = {"rules": "Rules", "option": "Rules", "seats": "Seats", "set": "Set"}
"""For what may be asked of a recording, the tag that says it in a game in writing."""


def add_parser(subcommands: Subcommands) -> None:
    """Adds the arguments of `replay`."""
    from device.match_options import add_match_arguments
    from device.page_arguments import add_page_arguments, add_speed_argument
    from device.profiles import add_profile_argument

    lang = subcommands.lang
    parser = subcommands.add("replay")
    parser.add_argument("recording", metavar="RECORDING", type=Path, help=say("help.replay.recording", lang))
    add_match_arguments(parser)
    add_profile_argument(parser)
    parser.add_argument("--json", action="store_true", help=say("help.replay.json", lang))
    add_speed_argument(parser)
    parser.add_argument("--serve", action="store_true", help=say("help.replay.serve", lang))
    add_page_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Follows the recording and prints what happened; with --serve on the page, too. A game in writing is told."""
    from device.writings import is_writing

    return _tell_writing(args) if is_writing(args.recording) else _follow(args)


def _tell_writing(args: argparse.Namespace) -> int:
    """Tells a game in writing, and where it and the referee disagree.

    Raises:
        UsageError: something is asked for that only pictures can give.
        UserError: the game makes no sense.
    """
    from device.telling import Teller
    from device.writings import DPN, load

    for name in ("serve", "speed", "rules", "option", "seats", "set", "profile"):
        if getattr(args, name):
            tag = TAGS.get(name) if args.recording.suffix.lower() == DPN else None
            key = "usage.writing" if tag is None else "usage.writing_tag"
            raise UsageError(key, path=args.recording, option=f"--{name}", tag=tag)
    writing = load(args.recording)
    teller = Teller(
        writing.seats, writing.rules, args.lang, args.json, sys.stdout, sys.stderr, with_times=writing.timed
    )
    teller.tell(writing.events)
    for remark in writing.remarks(args.recording, args.lang):
        print(remark, file=sys.stderr)
    return 0


def _follow(args: argparse.Namespace) -> int:
    """Follows a recording as the camera sees it."""
    tile_set = TileSet.parse(args.set) if args.set else None

    from device.cameras.recorded import RecordedCamera
    from device.following import Pace, follow_to_the_end
    from device.match_options import why_not_scored
    from device.reading import load_reader
    from device.recorded_match import setup_of
    from device.recording import Recording
    from device.session import GameSession
    from device.telling import Teller

    with ExitStack() as stack:
        recording = stack.enter_context(Recording(args.recording))
        setup = setup_of(recording, args.rules, args.option, args.seats, tile_set)
        teller = Teller(setup.seats, setup.rules, args.lang, args.json, sys.stdout, sys.stderr)
        if warning := why_not_scored(setup.rules, setup.seats):
            teller.warn(warning)
        session = GameSession(setup, load_reader(setup.tile_set, args.profile))
        camera = stack.enter_context(closing(RecordedCamera(recording, teller.warn)))
        if not args.serve:
            pace = Pace(args.speed) if args.speed else None
            follow_to_the_end(session, camera, teller.tell, lambda _: None, pace)
            return 0

        from device.page import open_page

        page = stack.enter_context(open_page(args, sys.stderr if args.json else sys.stdout))
        follow_to_the_end(session, camera, teller.tell, page.feed.publish, Pace(args.speed or 1.0))
        page.server.wait()
    return 0
