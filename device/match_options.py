"""What the command line says about a match: its rules, options, players and set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from device.arguments import Parser
from device.errors import UsageError, UserError
from device.texts import Language, say
from engine import rulesets
from engine.errors import RulesError
from engine.events import Seat
from engine.rulesets import RuleSet
from engine.text import Text, counts, either
from engine.tiles import TileSet

Side = Literal["N", "E", "S", "W"]
SIDES_IN_TURN: Mapping[str, Mapping[int, tuple[Side, ...]]] = {
    "cw": {2: ("S", "N"), 3: ("S", "W", "N"), 4: ("S", "W", "N", "E")},
    "ccw": {2: ("S", "N"), 3: ("S", "E", "N"), 4: ("S", "E", "N", "W")},
}
"""Where players sit unless they say otherwise: the first at the picture's lower edge, the others as the turn goes."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def add_match_arguments(parser: Parser) -> None:
    """Adds --rules, --option, --seats and --set."""
    lang: Language = parser.lang
    parser.add_argument("--rules", metavar="ID", help=say("help.match.rules", lang))
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help=say("help.match.option", lang)
    )
    parser.add_argument("--seats", metavar="A,B,..", help=say("help.match.seats", lang))
    parser.add_argument("--set", metavar="D6", help=say("help.match.set", lang))


def parse_rules(
    name: str, options: Mapping[str, Any], words: Sequence[str], tile_set: TileSet | None = None, copies: int = 1
) -> RuleSet:
    """The rule set `name` with `options`, changed by `words` ("fish_scoring=on_one").

    Raises:
        UsageError: there is no such rule set, option or value, or they contradict each other.
    """
    if name not in rulesets.ids():
        if others := rulesets.near(name):
            raise UsageError("usage.rules_near", id=name, near=either(others))
        raise UsageError("usage.rules", id=name)
    changes = {key: str(value) for key, value in options.items()}
    for word in words:
        option, equals, value = word.partition("=")
        if not (option and equals and value):
            raise UsageError("usage.option", word=word)
        changes[option] = value
    rules = rulesets.get(name)
    if tile_set is not None and tile_set != rules.set:
        changes["set"] = str(tile_set)
    if copies != rules.copies:
        changes["copies"] = str(copies)
    try:
        return rules.with_options(**changes)
    except RulesError as error:
        raise UsageError(Text(error.sentence("en"), error.sentence("ru"))) from error


def parse_seats(text: str, sides: Sequence[Side | None] = ()) -> tuple[Seat, ...]:
    """Players in turn order: "Masha,Alex", or with their sides of the picture "Masha:S,Alex:N".

    Args:
        sides: those of the seats that say none, in turn order.

    Raises:
        UsageError: a player without a name, a name that comes twice, or a side that is none.
    """
    seats: list[Seat] = []
    for number, word in enumerate(text.split(",")):
        name, colon, letter = (part.strip() for part in word.partition(":"))
        side = next((side for side in get_args(Side) if side == letter.upper()), None)
        if not name or bool(colon) != (side is not None) or number >= len(LETTERS):
            raise UsageError("usage.seats", word=word)
        seats.append(Seat(LETTERS[number], name, None, side or (sides[number] if number < len(sides) else None)))
    taken = [seat.edge for seat in seats if seat.edge]
    if len({seat.name for seat in seats}) != len(seats) or len(set(taken)) != len(taken):
        raise UsageError("usage.seats_twice", word=text)
    return tuple(seats)


def check_seats(rules: RuleSet, seats: Sequence[Seat]) -> None:
    """Complains unless a camera can follow these rules as these seats play them.

    Raises:
        UsageError: too few or too many, and the sentence says how many; two of one name; a board of pairs.
    """
    if rules.line == "pairs":
        raise UsageError("usage.no_camera", name=rules.name)
    for names in ([seat.name for seat in seats], [seat.name_ru or seat.name for seat in seats]):
        twice = next((name for name in names if names.count(name) > 1 or not name.strip()), None)
        if twice is not None:
            raise UsageError("usage.same_name", word=twice)
    if rules.seats and len(seats) not in rules.seats:
        raise UsageError("usage.how_many", id=rules.id, counts=counts(rules.seats), count=len(seats))


def why_not_scored(rules: RuleSet, seats: Sequence[Seat]) -> UserError | None:
    """A warning where points are counted by rules that need to know whose hand lies where, and nobody said who sits
    where; else None."""
    if not rules.scores or len({seat.edge for seat in seats if seat.edge}) == len(seats):
        return None
    if len(seats) > len(get_args(Side)):
        return UserError("recording.too_many_sides", most=len(get_args(Side)))
    sides = SIDES_IN_TURN[rules.dir].get(len(seats), get_args(Side))
    example = ",".join(f"{seat.name}:{side}" for seat, side in zip(seats, sides, strict=False))
    return UserError("recording.no_sides", example=example)
