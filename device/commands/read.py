"""`tilefish read`: which dominoes lie on a photo."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from device.arguments import Subcommands
from device.errors import UsageError, UserError
from device.texts import say
from engine.tiles import TileSet


def add_parser(subcommands: Subcommands) -> None:
    """Adds the arguments of `read`."""
    from device.profiles import add_profile_argument

    lang = subcommands.lang
    parser = subcommands.add("read")
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=Path, help=say("help.read.photos", lang))
    parser.add_argument("--set", default="D6", metavar="D6", help=say("help.match.set", lang))
    add_profile_argument(parser)
    parser.add_argument("--json", action="store_true", help=say("help.read.json", lang))
    parser.add_argument("--overlay", metavar="OUT.png", type=Path, help=say("help.read.overlay", lang))


def run(args: argparse.Namespace) -> int:
    """Reads the photos one after the other; one that is no photo gets a sentence, and the others are still read."""
    tile_set = TileSet.parse(args.set)
    if args.overlay and len(args.photos) > 1:
        raise UsageError("read.one_overlay")

    from device.photo import load_photo
    from device.photo_reading import as_json, as_text, read_photo, save_overlay
    from device.reading import load_reader

    reader, failed = load_reader(tile_set, args.profile), False
    for path in args.photos:
        try:
            photo = load_photo(path)
            reading = read_photo(photo, reader, tile_set)
            if args.overlay:
                save_overlay(reading, args.overlay)
            print(json.dumps(as_json(reading), ensure_ascii=False) if args.json else as_text(reading, args.lang))
            if args.overlay and not args.json:
                print(f"  {say('read.overlay_saved', args.lang, path=args.overlay)}")
        except UserError as error:
            print(error.sentence(args.lang), file=sys.stderr)
            failed = True
    return 1 if failed else 0
