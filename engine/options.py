"""Options of a rule set: their names, and the values they take."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from engine.consistency import contradictions
from engine.conventions import CONVENTIONS, convention_of, is_none_of, written_out
from engine.errors import RulesError
from engine.rulesets import Bonus, Redeal, RuleSet
from engine.text import Text, either, joined, quoted
from engine.tiles import SETS, NotationError, TileSet

ALIASES = {"fish": "fish_scoring", "next_lead": "lead_next", "osel_after_bone": "after_bone"}
FIXED = ("id", "name", "conventions", "turns", "deal")
OFFERED = {
    "free": ("set", "copies"),
    "pairs": ("pyramid_unblock",),
    "none": (
        "set", "copies", "blank_alone", "six_alone", "both_alone", "blank_value", "limit", "rounds", "minutes", "level",
    ),
}  # fmt: skip
"""Where nothing is joined and scored as in other games, the few options that mean something."""

LARGEST = {
    "copies": 2, "multi_doubles": 4, "bazaar_keep": 2, "fish_debt": 9, "open_at": 100, "blank_alone": 100,
    "six_alone": 100, "both_alone": 100, "blank_value": 100,
}  # fmt: skip
SMALLEST = {"copies": 1, "multi_doubles": 1}
TAKES: dict[Any, Text] = {
    Redeal: Text("doubles/same such as 5/6, or none", "дубли/одинаковые, например 5/6, или none"),
    Bonus: Text("points for 6-6 and for 0-0 such as 50/25, or none", "очки за 6-6 и за 0-0, например 50/25, или none"),
    tuple[int, ...]: Text("points such as 100/75/50/25, or none", "очки, например 100/75/50/25, или none"),
}
INHERITED = re.compile(r"\b(\w+)=|\boption (\w+)\b")
NOTHING = ("none", "no", "off")
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


@dataclass(frozen=True)
class Option:
    """One option of a rule set: its name, its value as text, and the values it may take (empty: see `takes`)."""

    name: str
    value: str
    choices: tuple[str, ...]
    takes: Text


@cache
def _hints() -> dict[str, Any]:
    return get_type_hints(RuleSet)


def options_of(rules: RuleSet) -> tuple[Option, ...]:
    """The options that may be changed in these rules, with the conventions that hold as one of their values says."""
    options = tuple(_options(rules))
    return options + tuple(_conventions(rules, {option.name: option.value for option in options}))


def _conventions(rules: RuleSet, values: Mapping[str, str]) -> Iterator[Option]:
    for name in rules.conventions:
        value = convention_of(name, values)
        if value is not None:
            choices = tuple(CONVENTIONS[name])
            yield Option(name, value, choices, _listed(choices))


def _options(rules: RuleSet) -> Iterator[Option]:
    hints = _hints()
    for field in dataclasses.fields(RuleSet):
        if field.name in FIXED or field.name not in OFFERED.get(rules.line, (field.name,)):
            continue
        choices = _choices(hints[field.name])
        yield Option(field.name, written(getattr(rules, field.name)), choices, _takes(field.name, hints[field.name]))


def _choices(kind: Any) -> tuple[str, ...]:
    if get_origin(kind) is Literal:
        return tuple(get_args(kind))
    return ("yes", "no") if kind is bool else ()


def _takes(name: str, kind: Any) -> Text:
    choices = _choices(kind)
    if kind is TileSet:
        choices = tuple(f"D{pips}" for pips in SETS)
    if choices:
        return _listed(choices)
    if kind is int:
        low, high = SMALLEST.get(name, 0), LARGEST.get(name, 10_000)
        return Text(f"a whole number from {low} to {high}", f"целое число от {low} до {high}")
    return TAKES[kind]


def _listed(choices: Iterable[str]) -> Text:
    words = ", ".join(choices)
    return Text(words, words)


def written(value: object) -> str:
    """A value as an option's text has it."""
    if value in (Redeal(), Bonus()):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "/".join(map(str, value)) or "none"
    return str(value)


def changed(rules: RuleSet, options: Mapping[str, object]) -> RuleSet:
    """`rules` with the options replaced.

    Raises:
        RulesError: see `RuleSet.with_options`.
    """
    known = {option.name: option for option in _options(rules)}
    hints = _hints()
    values: dict[str, Any] = {}
    for given, value in written_out(rules, options).items():
        name = ALIASES.get(given, given)
        if name not in known:
            raise _unknown(given, (*known, *ALIASES, *rules.conventions), rules)
        if name in values:
            raise RulesError(f"option {name} is given twice", f"параметр {name} указан дважды")
        values[name] = _read(known[name], hints[name], value)
    result = dataclasses.replace(rules, **values)
    problem = next(contradictions(result), None)
    if problem:
        raise RulesError(*joined([problem, *_inherited(problem, result, values)]))
    return result


def _inherited(problem: Text, rules: RuleSet, given: Iterable[str]) -> Iterator[Text]:
    """Names those options in a contradiction that nobody has given: they are the game's own."""
    if not problem.en.startswith("option "):
        return
    found = dict.fromkeys(name or other for name, other in INHERITED.findall(problem.en))
    own = [name for name in found if hasattr(rules, name) and name not in given]
    if own:
        values = ", ".join(f"{name}={written(getattr(rules, name))}" for name in own)
        yield Text(f"(this game has {values})", f"(в этой игре {values})")


def _unknown(given: str, known: Iterable[str], rules: RuleSet) -> RulesError:
    """An option that these rules have not, with those that may have been meant."""
    meant = get_close_matches(given, list(known))
    perhaps = either(meant)
    return RulesError(
        f"the rules {rules.id} have no option {given!r}" + (f" (perhaps {perhaps.en})" if meant else ""),
        f"в правилах {rules.id} нет параметра {quoted(given)}" + (f" (может быть, {perhaps.ru})" if meant else ""),
    )


def _read(option: Option, kind: Any, value: object) -> Any:
    text = written(value).strip()
    read: Any = None
    if get_origin(kind) is Literal:
        read = text if text in option.choices else None
    elif kind is bool:
        read = True if text.lower() in YES else False if text.lower() in NO else None
    elif kind is int:
        in_range = text.isascii() and text.isdigit() and len(text) <= 5
        read = int(text) if in_range else None
        if read is not None and not SMALLEST.get(option.name, 0) <= read <= LARGEST.get(option.name, 10_000):
            read = None
    elif kind is TileSet:
        try:
            read = TileSet.parse(text)
        except NotationError:
            read = None
    elif kind is Redeal or kind is Bonus:
        numbers = _numbers(text)
        read = kind(*numbers) if numbers is not None and len(numbers) in (0, 2) else None
    elif kind == tuple[int, ...]:
        read = _numbers(text)
    if read is None:
        if option.choices or kind is TileSet:
            raise is_none_of(option.name, option.takes, text)
        raise RulesError(
            f"option {option.name} takes {option.takes.en}, not {text!r}",
            f"параметр {option.name} принимает {option.takes.ru}, а не {quoted(text)}",
        )
    return read


def _numbers(text: str) -> tuple[int, ...] | None:
    """The numbers of "100/75/50"; none of them for "none", None for a text of another shape."""
    if text.lower() in NOTHING:
        return ()
    parts = text.split("/")
    if len(parts) <= 9 and all(part.isascii() and part.isdigit() and len(part) <= 3 for part in parts):
        return tuple(map(int, parts))
    return None
