"""The command line: finds the command, speaks the user's language, and turns what went wrong into one sentence.

A command is a module in device/commands with `add_parser(subcommands)` and `run(args) -> int` (the exit code: 0 done,
1 failed, 2 bad usage). Only the module of the command that is asked for gets imported, and it imports what is heavy
(numpy, OpenCV, the web server) inside `run`, so that help and errors come at once.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NoReturn

from device.arguments import Parser, Subcommands, near
from device.errors import UsageError, UserError, in_language
from device.texts import LANGUAGES, Language, pick_language, say
from engine.errors import EngineError

COMMANDS: Mapping[str, str] = {
    "demo": "device.commands.demo",
    "read": "device.commands.read",
    "replay": "device.commands.replay",
    "live": "device.commands.live",
    "calibrate": "device.commands.calibrate",
    "export": "device.commands.export",
    "rules": "device.commands.rules",
    "bench": "device.commands.bench",
    "test": "device.commands.test",
}

# What a shell reports for a program that Ctrl-C, a reader who went away, or SIGTERM has ended.
INTERRUPTED = 130
READER_GONE = 141
TERMINATED = 143


def main(words: Sequence[str], environment: Mapping[str, str], prog: str = "tilefish") -> int:
    """Runs the command line `words` and returns the exit code; errors of the user go to stderr, one sentence each."""
    lang: Language = "en"
    try:
        lang = _language(words, environment)
        code = _dispatch(words, prog, lang)
        sys.stdout.flush()
    except UserError as error:
        return _complain(error.sentence(lang, prog), error.exit_code)
    except EngineError as error:
        return _complain(error.sentence(lang), UsageError.exit_code)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python flushes stdout once more on its way out, and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    except OSError as error:
        return _complain(_sentence_for(error, lang), UserError.exit_code)
    return code


def console() -> None:
    """The entry point of the installed program `tilefish`, and of `python -m device`, which ./tilefish runs."""
    _open_streams()
    signal.signal(signal.SIGTERM, _terminate)
    # The video library's own complaints would stand beside our sentence.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    installed = os.path.basename(sys.argv[0]) == "tilefish"  # noqa: PTH119 - pathlib is not needed otherwise
    sys.exit(main(sys.argv[1:], os.environ, "tilefish" if installed else "./tilefish"))


def _open_streams() -> None:
    """Output can be written whatever it is connected to: a terminal without Cyrillic, or nothing at all (`>&-`)."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 - open until the program ends
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _terminate(*_: object) -> NoReturn:
    """Ends as a program should that is told to, with all its `with` blocks: temporary files go away."""
    sys.exit(TERMINATED)


def _dispatch(words: Sequence[str], prog: str, lang: Language) -> int:
    command_at = _command_at(words)
    general = _general_parser(prog, lang)
    general.read(words[:command_at])
    if command_at == len(words):
        general.print_help(sys.stderr)
        return UsageError.exit_code
    command = words[command_at]
    if command not in COMMANDS:
        if others := near(command, tuple(COMMANDS)):
            raise UsageError("usage.command_near", command=command, near=others)
        raise UsageError("usage.command", command=command, prog=prog)
    module = importlib.import_module(COMMANDS[command])
    subcommands = Subcommands(prog, lang)
    module.add_parser(subcommands)
    args = subcommands.parsers[command].read(words[command_at + 1 :])
    args.lang, args.prog = lang, prog
    return int(module.run(args))


def _command_at(words: Sequence[str]) -> int:
    """The place of the command among the words: the first that is no option and no option's value."""
    for place, word in enumerate(words):
        if not word.startswith("-") and (place == 0 or words[place - 1] != "--lang"):
            return place
    return len(words)


def _general_parser(prog: str, lang: Language) -> Parser:
    """The parser for what stands before the command."""
    width = max(map(len, COMMANDS)) + 2
    lines = [f"{say('help.commands', lang)}:"]
    lines += [f"  {name:<{width}}{say(f'help.{name}', lang)}" for name in COMMANDS]
    parser = Parser(prog, lang, say("help.about", lang), "\n".join([*lines, "", say("help.more", lang, prog=prog)]))
    parser.add_argument("--version", action=_Version, nargs=0, help=say("help.version", lang))
    parser.usage = f"{prog} [-h] [--version] [--lang {{{','.join(LANGUAGES)}}}] {say('help.command', lang)} ..."
    return parser


class _Version(argparse.Action):
    """Prints the version; asks for it only then, for the look-up is slow."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("tilefish")
        except PackageNotFoundError:  # run from its folder without being installed
            number = ""
        print(f"tilefish {number}".rstrip())
        parser.exit()


def _language(words: Sequence[str], environment: Mapping[str, str]) -> Language:
    """The language, needed before anything can be parsed: a wrong --lang is left for the parser to complain about."""
    asked = [after for word, after in pairwise(words) if word == "--lang"]
    asked += [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    try:
        return pick_language(environment, asked[-1] if asked else None)
    except ValueError:
        return pick_language(environment)


def _sentence_for(error: OSError, lang: Language) -> str:
    reason = in_language(error, lang)
    if error.filename is None:
        return say("error.system", lang, reason=reason)
    return say("error.file", lang, path=error.filename, reason=reason)


def _complain(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code
