"""`tilefish rules`: the games that are known, and how each is played."""

from __future__ import annotations

import argparse
from pathlib import Path

from device.arguments import Subcommands, wrapped
from device.texts import say


def add_parser(subcommands: Subcommands) -> None:
    """Adds the arguments of `rules`."""
    parser = subcommands.add("rules")
    parser.add_argument("id", nargs="?", help=say("help.rules.id", subcommands.lang))
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=say("help.match.option", subcommands.lang),
    )
    parser.add_argument("--pages", metavar="DIR", type=Path, help=say("help.rules.pages", subcommands.lang))


def run(args: argparse.Namespace) -> int:
    """Lists all rule sets, or tells one, or writes the whole rule book.

    Raises:
        UsageError: no such rule set or option.
    """
    if args.pages is not None:
        _write_pages(args.pages, args.lang)
    elif args.id is None:
        _list(args)
    else:
        _tell(args)
    return 0


def _list(args: argparse.Namespace) -> None:
    from engine import rulesets

    width = max(map(len, rulesets.ids())) + 3
    for rules_id in rulesets.ids():
        print(f"{rules_id:<{width}}{rulesets.get(rules_id).name.in_language(args.lang)}")
    print("\n" + say("rules.more", args.lang, prog=args.prog, example="kozel.solo"))


def _tell(args: argparse.Namespace) -> None:
    from device.match_options import parse_rules
    from engine.book import tell
    from engine.book.options import MEANINGS, example, shown
    from engine.book.pages import HOUSE

    rules, lang = parse_rules(args.id, {}, args.option), args.lang
    print(f"{rules.name.in_language(lang)}  ({rules.id})")
    for chapter in tell(rules):
        print(f"\n{chapter.heading.in_language(lang)}")
        for sentence in chapter.sentences:
            print(wrapped(sentence.in_language(lang), "  - ", "    "))
    options, change = shown(rules), example(rules)
    if options or change:
        print(f"\n{HOUSE.in_language(lang)}")
    if change:
        print(wrapped(say("rules.options", lang, id=rules.id, example=change), "    "))
    for option in options:
        meaning = MEANINGS[option.name].text.in_language(lang)
        choices = f" ({', '.join(option.choices)})" if option.choices else ""
        print(wrapped(f"{option.name}={option.value}: {meaning}{choices}", "  - ", "    "))


def _write_pages(folder: Path, lang: str) -> None:
    from device.files import write_whole
    from engine.book.pages import pages

    folder.mkdir(parents=True, exist_ok=True)
    written = list(pages())
    for name, text in written:
        write_whole(folder / name, text.encode())
    print(say("rules.written", "ru" if lang == "ru" else "en", n=len(written), folder=folder))
