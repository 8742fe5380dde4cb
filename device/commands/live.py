"""`tilefish live`: the game on the table, through a camera."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from device.arguments import Subcommands
from device.texts import say
from engine.tiles import TileSet

if TYPE_CHECKING:
    from device.cameras.base import Camera
    from device.page import Page
    from device.session import GameSession, GameSetup
    from device.telling import Teller


def add_parser(subcommands: Subcommands) -> None:
    """Adds the arguments of `live`."""
    from device.match_options import add_match_arguments
    from device.page_arguments import add_page_arguments
    from device.profiles import add_profile_argument

    lang = subcommands.lang
    parser = subcommands.add("live")
    parser.add_argument("--camera", default="auto", metavar="CAMERA", help=say("help.live.camera", lang))
    add_match_arguments(parser)
    add_profile_argument(parser)
    parser.add_argument("--json", action="store_true", help=say("help.replay.json", lang))
    add_page_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Referees what the camera shows until Ctrl-C."""
    tile_set = TileSet.parse(args.set) if args.set else None

    from device.cameras.folder import FolderCamera
    from device.cameras.opening import open_camera
    from device.match_options import why_not_scored
    from device.page import open_page
    from device.reading import load_reader
    from device.session import GameSession
    from device.telling import Teller

    setup = _setup(args, tile_set)
    reader = load_reader(setup.tile_set, args.profile, take_only=True)
    camera = open_camera(args.camera)
    setup = replace(setup, stills=isinstance(camera, FolderCamera))
    teller = Teller(setup.seats, setup.rules, args.lang, args.json, sys.stdout, sys.stderr)
    if warning := why_not_scored(setup.rules, setup.seats):
        teller.warn(warning)
    try:
        session = GameSession(setup, reader)
        with open_page(args, sys.stderr if args.json else sys.stdout) as page:
            _follow(args.camera, camera, session, teller, page)
    except KeyboardInterrupt:
        # This is how a live game is ended.
        return 0
    finally:
        camera.close()
    return 0


def _setup(args: argparse.Namespace, tile_set: TileSet | None) -> GameSetup:
    """The match as the command line names it: without --rules whatever is laid is followed, and nothing is scored."""
    from device.match_options import SIDES_IN_TURN, check_seats, parse_rules, parse_seats
    from device.session import GameSetup

    rules = parse_rules(args.rules or "free", {}, args.option, tile_set)
    sides = SIDES_IN_TURN[rules.dir].get(len(args.seats.split(",")), ()) if args.seats else ()
    seats = parse_seats(args.seats, sides) if args.seats else ()
    check_seats(rules, seats)
    return GameSetup("", rules, seats, rules.set, rules.copies)


def _follow(wish: str, camera: Camera, session: GameSession, teller: Teller, page: Page) -> None:
    """Follows a live camera until Ctrl-C, or a file to its end, after which the page stays until Ctrl-C."""
    from device.cameras.folder import FolderCamera
    from device.cameras.opening import open_camera
    from device.cameras.steady import SteadyCamera
    from device.following import Pace, follow_live, follow_to_the_end

    if camera.live:
        with closing(SteadyCamera(lambda: open_camera(wish), camera)) as steady:
            follow_live(session, steady, teller.tell, page.feed.publish, teller.warn)
        return
    follow_to_the_end(session, camera, teller.tell, page.feed.publish, Pace())
    if isinstance(camera, FolderCamera):
        for error in camera.skipped:
            teller.warn(error)
    page.server.wait()
