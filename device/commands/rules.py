"""`tilefish rules`: the games that are known, and how each is played."""

from __future__ import annotations

import argparse
import textwrap

from device.arguments import HELP_WIDTH, Subcommands
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


def run(args: argparse.Namespace) -> int:
    """Lists all rule sets, or tells one.

    Raises:
        UsageError: no such rule set or option.
    """
    from engine import rulesets

    if args.id is None:
        width = max(map(len, rulesets.ids())) + 3
        for rules_id in rulesets.ids():
            print(f"{rules_id:<{width}}{rulesets.get(rules_id).name.in_language(args.lang)}")
        print("\n" + say("rules.more", args.lang, prog=args.prog, example=rulesets.ids()[-1]))
        return 0
    _tell(args)
    return 0


def _tell(args: argparse.Namespace) -> None:
    from device.match_options import parse_rules
    from device.rules_text import tell, tell_options

    rules = parse_rules(args.id, {}, args.option)
    print(f"{rules.name.in_language(args.lang)}  ({rules.id})")
    for chapter in tell(rules, args.lang):
        print(f"\n{chapter.heading}")
        for sentence in chapter.sentences:
            print(textwrap.fill(sentence, HELP_WIDTH, initial_indent="  - ", subsequent_indent="    "))
    options = tell_options(rules, args.lang)
    print(f"\n{options.heading}")
    for line in options.sentences:
        print(f"    {line}")
