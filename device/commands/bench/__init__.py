"""`tilefish bench`: what claims about reading and speed rest on; a file a measurement."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from device.arguments import Subcommands
from device.errors import UsageError
from device.files import check_place
from device.texts import say


@dataclass(frozen=True)
class Measurement:
    """One thing that can be measured; the module of its name beside this file has `run(args)`.

    Attributes:
        takes: the words of the command line that go with it.
        needs: those that must be there.
    """

    takes: frozenset[str]
    needs: frozenset[str] = frozenset()

    def check(self, args: argparse.Namespace, prog: str) -> None:
        """Raises a UsageError where words do not go with the measurement, or one is missing."""
        given = {word: getattr(args, word) for word in OPTIONS if getattr(args, word) is not None}
        if strange := [_written(word, value) for word, value in given.items() if word not in self.takes]:
            raise UsageError("usage.unknown", words=" ".join(strange), prog=prog)
        if missing := [name for word, name in OPTIONS.items() if word in self.needs - given.keys()]:
            raise UsageError("usage.missing", names=", ".join(missing), prog=prog)


OPTIONS = {
    "folder": "DIR",
    "profile": "--profile",
    "csv": "--csv",
    "rounds": "--rounds",
    "pictures": "--pictures",
    "plot": "--plot",
    "pages": "--pages",
}
"""How the words are written."""

MEASUREMENTS = {
    "photos": Measurement(frozenset({"folder", "profile", "csv"}), frozenset({"folder"})),
    "rendered": Measurement(frozenset({"folder", "profile", "csv"})),
    "empty": Measurement(frozenset({"folder", "pictures", "csv"})),
    "stress": Measurement(frozenset({"pictures", "csv", "plot", "pages"})),
    "engine": Measurement(frozenset({"rounds"})),
    "profiles": Measurement(frozenset({"folder", "pictures", "csv"})),
    "speed": Measurement(frozenset({"rounds", "plot"})),
}


def add_parser(subcommands: Subcommands) -> None:
    """Adds the arguments of `bench`."""
    from device.profiles import add_profile_argument

    lang = subcommands.lang
    parser = subcommands.add("bench")
    parser.add_argument("what", choices=list(MEASUREMENTS), help=say("help.bench.what", lang))
    parser.add_argument("folder", metavar="DIR", nargs="?", type=Path, help=say("help.bench.folder", lang))
    add_profile_argument(parser)
    parser.add_argument("--csv", metavar="FILE", type=Path, help=say("help.bench.csv", lang))
    parser.add_argument("--pictures", metavar="N", type=int, help=say("help.bench.pictures", lang))
    parser.add_argument("--plot", metavar="PATH", type=Path, help=say("help.bench.plot", lang))
    parser.add_argument("--pages", metavar="DIR", type=Path, help=say("help.bench.pages", lang))
    parser.add_argument("--rounds", metavar="N", type=int, help=say("help.bench.rounds", lang))


def run(args: argparse.Namespace) -> int:
    """Measures, then prints; the exit code.

    Raises:
        UsageError: words that do not go with the measurement, or one is missing.
        OSError: the table cannot be written where --csv says.
    """
    MEASUREMENTS[args.what].check(args, f"{args.prog} bench")
    if args.csv:
        check_place(args.csv)
    measure: Callable[[argparse.Namespace], int] = import_module(f"{__name__}.{args.what}").run
    return measure(args)


def _written(word: str, value: object) -> str:
    return str(value) if word == "folder" else OPTIONS[word]
