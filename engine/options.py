"""Options of a rule set: their names, the values they take, and which of them contradict each other."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from engine.errors import RulesError
from engine.rulesets import Redeal, RuleSet
from engine.tiles import NotationError, TileSet

ALIASES = {"fish": "fish_scoring"}
FIXED = ("id", "name", "turns", "deal", "teams")
FREE_OPTIONS = ("set", "copies")
LARGEST = {"copies": 2, "multi_doubles": 4, "bazaar_keep": 2, "open_at": 100, "blank_alone": 100, "six_alone": 100}
SMALLEST = {"copies": 1, "multi_doubles": 1}
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


@dataclass(frozen=True)
class Option:
    """One option of a rule set: its name, its value as text, and the values it may take (empty: see `takes`)."""

    name: str
    value: str
    choices: tuple[str, ...]
    takes: str


def options_of(rules: RuleSet) -> tuple[Option, ...]:
    """The options that may be changed in these rules."""
    return tuple(_options(rules))


def _options(rules: RuleSet) -> Iterator[Option]:
    hints = get_type_hints(RuleSet)
    for field in dataclasses.fields(RuleSet):
        if field.name in FIXED or (rules.line == "free" and field.name not in FREE_OPTIONS):
            continue
        choices = _choices(hints[field.name])
        yield Option(field.name, written(getattr(rules, field.name)), choices, _takes(field.name, hints[field.name]))


def _choices(kind: Any) -> tuple[str, ...]:
    if get_origin(kind) is Literal:
        return tuple(get_args(kind))
    return ("yes", "no") if kind is bool else ()


def _takes(name: str, kind: Any) -> str:
    if choices := _choices(kind):
        return " or ".join(choices)
    if kind is int:
        return f"a whole number from {SMALLEST.get(name, 0)} to {LARGEST.get(name, 10_000)}"
    return "D6, D9, D12, D15 or D18" if kind is TileSet else "doubles/same such as 5/6, or none"


def written(value: object) -> str:
    """A value as an option's text has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def changed(rules: RuleSet, options: Mapping[str, object]) -> RuleSet:
    """`rules` with the options replaced.

    Raises:
        RulesError: see `RuleSet.with_options`.
    """
    known = {option.name: option for option in options_of(rules)}
    hints = get_type_hints(RuleSet)
    values: dict[str, Any] = {}
    for given, value in options.items():
        name = ALIASES.get(given, given)
        if name not in known:
            raise RulesError(f"{rules.id} has no option {given!r}; it has {', '.join(known)}")
        if name in values:
            raise RulesError(f"option {name} is given twice")
        values[name] = _read(known[name], hints[name], value)
    result = dataclasses.replace(rules, **values)
    problem = next(contradictions(result), None)
    if problem:
        raise RulesError(problem)
    return result


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
    elif kind is Redeal:
        read = _read_redeal(text)
    if read is None:
        raise RulesError(f"option {option.name} takes {option.takes}, not {text!r}")
    return read


def _read_redeal(text: str) -> Redeal | None:
    if text.lower() in ("none", "no", "off"):
        return Redeal()
    doubles, slash, same = text.partition("/")
    if slash and all(part.isascii() and part.isdigit() and len(part) <= 2 for part in (doubles, same)):
        return Redeal(int(doubles), int(same))
    return None


def contradictions(rules: RuleSet) -> Iterator[str]:
    """A sentence for each pair of options that cannot both hold."""
    if rules.line == "free":
        return
    if rules.draw == "none" and rules.bazaar_keep:
        yield "option bazaar_keep has no meaning with draw=none: nobody takes from the boneyard"
    if rules.draw == "none" and rules.voluntary_draw:
        yield "option voluntary_draw has no meaning with draw=none: nobody takes from the boneyard"
    if not rules.open_at and rules.open_by != "round":
        yield "option open_by has no meaning with open_at=0: points are written at once"
    if not rules.open_at and rules.below != "remember":
        yield "option below has no meaning with open_at=0: points are written at once"
    yield from _fish_contradictions(rules)
    if rules.scores and not rules.limit and not rules.rounds:
        yield "options limit=0 and rounds=0 leave the match without an end"
    for seats, each in rules.deal:
        if seats * each > len(rules.set) * rules.copies:
            yield f"option set={rules.set} has too few tiles for {seats} players with {each} each"


def _fish_contradictions(rules: RuleSet) -> Iterator[str]:
    differences = rules.fish_scoring == "diff"
    if (differences or rules.out_scoring == "winner_takes_all") != (rules.ledger == "win") and rules.scores:
        yield f"option fish_scoring={rules.fish_scoring} contradicts ledger={rules.ledger}"
    elif differences != (rules.out_scoring == "winner_takes_all"):
        yield f"option fish_scoring={rules.fish_scoring} contradicts out_scoring={rules.out_scoring}"
    if not differences:
        for name in ("fish_diff", "fish_winner"):
            if getattr(rules, name) != getattr(RuleSet, name):
                yield f"option {name} has no meaning with fish_scoring={rules.fish_scoring}: nobody wins a fish"
    elif rules.fish_winner == "fisher" and rules.fish_diff == "pairwise":
        yield "option fish_diff=pairwise contradicts fish_winner=fisher"
    if rules.fish_scoring in ("on_all", "on_one") and rules.fish_tie != "forced_again":
        yield f"option fish_tie has no meaning with fish_scoring={rules.fish_scoring}: the fisher leads"
    if rules.fish_scoring != "on_one" and not rules.carry_opens:
        yield "option carry_opens has no meaning unless fish_scoring=on_one"
