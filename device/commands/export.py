"""`tilefish export`: a recorded game as text that people or programs can read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device.arguments import Subcommands
from device.errors import UserError
from device.texts import say

FORMS = ("dpn", "jsonl")


def add_parser(subcommands: Subcommands) -> None:
    """Adds the arguments of `export`."""
    lang = subcommands.lang
    parser = subcommands.add("export")
    parser.add_argument("game", metavar="GAME", type=Path, help=say("help.export.game", lang))
    parser.add_argument("--to", metavar="FILE", type=Path, help=say("help.export.to", lang))
    parser.add_argument("--format", choices=FORMS, help=say("help.export.format", lang))


def run(args: argparse.Namespace) -> int:
    """Writes the game to the file, or prints it; what a reader should know of it goes to stderr.

    Raises:
        UserError: there is no such game, or it makes no sense.
    """
    from device.files import write_whole
    from device.writings import is_writing, load, load_truth
    from engine.errors import EngineError

    writing = load(args.game) if is_writing(args.game) else load_truth(args.game)
    try:
        text = writing.text(args.format or _form_of(args.to))
    except EngineError as error:
        raise UserError("writing.bad", path=args.game, why=error) from error
    for remark in writing.remarks(args.game, args.lang):
        print(remark, file=sys.stderr)
    if args.to is None:
        print(text, end="")
    else:
        write_whole(args.to, text.encode("utf-8", "replace"))
    return 0


def _form_of(path: Path | None) -> str:
    """The form that a file's name asks for; DPN where it asks for none."""
    asked = path.suffix.lower().removeprefix(".") if path is not None else ""
    return asked if asked in FORMS else FORMS[0]
