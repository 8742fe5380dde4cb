"""The command line's grammar: an argument parser that speaks every language and complains in one sentence."""

from __future__ import annotations

import argparse
import difflib
import re
import textwrap
from collections.abc import Sequence
from typing import NoReturn

from device.errors import UsageError
from device.texts import LANGUAGES, Language, say
from engine.text import either

HELP_WIDTH = 88

# What argparse says (CPython 3.11 to 3.14), and the sentence for it.
_COMPLAINTS = (
    (re.compile(r"the following arguments are required: (?P<names>.+)"), "usage.missing"),
    (
        re.compile(r"argument (?P<name>.+): invalid choice: (?P<word>'.*'|\S+) \(choose from (?P<choices>.+)\)"),
        "usage.choice",
    ),
    (re.compile(r"argument (?P<name>.+): expected (?:one|at least one) argument"), "usage.value"),
    (re.compile(r"argument (?P<name>.+): expected (?P<number>\d+) arguments?"), "usage.values"),
    (re.compile(r"argument (?P<name>.+): invalid \w+ value: (?P<word>.+)"), "usage.number"),
    (re.compile(r"argument (?P<name>.+): not allowed with argument (?P<other>.+)"), "usage.not_both"),
    (re.compile(r"argument (?P<name>.+): ignored explicit argument (?P<word>.+)"), "usage.no_value"),
    (re.compile(r"argument (?P<name>.+?): (?P<reason>.+)"), "usage.other"),
)


class Parser(argparse.ArgumentParser):
    """An argument parser in the language `lang`; what is wrong is raised as a `UsageError`.

    With `passes_on` set, words that it does not know are no error but land in the list `passed_on` of the result.
    """

    passes_on = False

    def __init__(self, prog: str, lang: Language, description: str, epilog: str | None = None) -> None:
        super().__init__(
            prog=prog,
            description=textwrap.fill(description, HELP_WIDTH),
            epilog=epilog,
            add_help=False,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.lang = lang
        self._positionals.title = say("help.positionals", lang)
        self._optionals.title = say("help.options", lang)
        self.add_argument("-h", "--help", action="help", help=say("help.help", lang))
        self.add_argument("--lang", choices=LANGUAGES, help=say("help.lang", lang))

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """What `words` say.

        Raises:
            UsageError: they make no sense.
        """
        args, unknown = self.parse_known_args(words)
        if unknown and not self.passes_on:
            raise UsageError("usage.unknown", words=" ".join(unknown), prog=self.prog)
        args.passed_on = unknown
        return args

    def error(self, message: str) -> NoReturn:
        """Raises the complaint as one sentence."""
        for pattern, key in _COMPLAINTS:
            if found := pattern.fullmatch(message):
                raise UsageError(key, **self._named(found.groupdict()), prog=self.prog)
        raise UsageError(message)

    def _named(self, found: dict[str, str]) -> dict[str, object]:
        """What a complaint says, without argparse's quotes; of a missing argument with few values, these."""
        told: dict[str, object] = dict(found)
        if "choices" in found:
            told["choices"] = found["choices"].replace("'", "")
        if (word := found.get("word", ""))[:1] in ("'", '"'):
            told["word"] = word[1:-1]
        missing = found.get("names", "").split(", ")[0]
        for action in self._positionals._group_actions:
            if action.choices and action.dest == missing:
                told["names"] = either(action.choices)
        return told

    def format_usage(self) -> str:
        """The usage line, for which argparse has only an English word."""
        return super().format_usage().replace("usage:", say("help.usage", self.lang), 1)

    def format_help(self) -> str:
        """The whole help text."""
        return super().format_help().replace("usage:", say("help.usage", self.lang), 1)


class Subcommands:
    """Where a command module adds its parser: `parser = subcommands.add("read")`.

    The texts of a command are `help.<name>` (one line), `help.<name>.about` and `help.<name>.example` (a command line
    after the program's name, or several). `lang` is the language for the help of its arguments.
    """

    def __init__(self, prog: str, lang: Language) -> None:
        self.prog = prog
        self.lang = lang
        self.parsers: dict[str, Parser] = {}

    def add(self, name: str) -> Parser:
        """A parser for the command `name`."""
        examples = [f"{self.prog} {line}" for line in say(f"help.{name}.example", self.lang).splitlines()]
        example = say("help.example", self.lang, example="\n  ".join(examples))
        parser = Parser(f"{self.prog} {name}", self.lang, say(f"help.{name}.about", self.lang), example)
        self.parsers[name] = parser
        return parser


def wrapped(text: str, first: str = "", later: str | None = None) -> str:
    """A paragraph in lines that a terminal holds, the first and the later ones with spaces before them."""
    indent = first if later is None else later
    return textwrap.fill(text, HELP_WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)


def near(word: str, known: Sequence[str]) -> str | None:
    """Those of the `known` words that `word` may be meant for, or None."""
    found = [other for other in known if word and word.lower() in other]
    if not found:
        found = difflib.get_close_matches(word.lower(), known, n=3, cutoff=0.6)
    return ", ".join(found) or None
