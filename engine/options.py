"""Options of a rule set: their names, the values they take, and which of them contradict each other."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from engine.errors import RulesError
from engine.rulesets import Redeal, RuleSet
from engine.text import Text
from engine.tiles import SETS, NotationError, TileSet

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
    takes: Text


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


def _takes(name: str, kind: Any) -> Text:
    choices = _choices(kind)
    if kind is TileSet:
        choices = tuple(f"D{pips}" for pips in SETS)
    if choices:
        return Text(" or ".join(choices), " или ".join(choices))
    if kind is int:
        low, high = SMALLEST.get(name, 0), LARGEST.get(name, 10_000)
        return Text(f"a whole number from {low} to {high}", f"целое число от {low} до {high}")
    return Text("doubles/same such as 5/6, or none", "дубли/одинаковые, например 5/6, или none")


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
            names = ", ".join(known)
            raise RulesError(
                f"{rules.id} has no option {given!r}; it has {names}",
                f"в {rules.id} нет параметра {given!r}; есть {names}",
            )
        if name in values:
            raise RulesError(f"option {name} is given twice", f"параметр {name} указан дважды")
        values[name] = _read(known[name], hints[name], value)
    result = dataclasses.replace(rules, **values)
    problem = next(contradictions(result), None)
    if problem:
        raise RulesError(*problem)
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
        raise RulesError(
            f"option {option.name} takes {option.takes.en}, not {text!r}",
            f"параметр {option.name} принимает {option.takes.ru}, а не {text!r}",
        )
    return read


def _read_redeal(text: str) -> Redeal | None:
    if text.lower() in ("none", "no", "off"):
        return Redeal()
    doubles, slash, same = text.partition("/")
    if slash and all(part.isascii() and part.isdigit() and len(part) <= 2 for part in (doubles, same)):
        return Redeal(int(doubles), int(same))
    return None


def contradictions(rules: RuleSet) -> Iterator[Text]:
    """A sentence for each pair of options that cannot both hold."""
    if rules.line == "free":
        return
    if rules.draw == "none":
        nobody = Text("nobody takes from the boneyard", "с базара никто не берёт")
        if rules.bazaar_keep:
            yield _no_meaning("bazaar_keep", "draw=none", nobody)
        if rules.voluntary_draw:
            yield _no_meaning("voluntary_draw", "draw=none", nobody)
    if not rules.open_at:
        at_once = Text("points are written at once", "очки пишут сразу")
        if rules.open_by != "round":
            yield _no_meaning("open_by", "open_at=0", at_once)
        if rules.below != "remember":
            yield _no_meaning("below", "open_at=0", at_once)
    yield from _fish_contradictions(rules)
    if rules.scores and not rules.limit and not rules.rounds:
        yield Text(
            "options limit=0 and rounds=0 leave the match without an end",
            "с параметрами limit=0 и rounds=0 партия не кончится",
        )
    for seats, each in rules.deal:
        if seats * each > len(rules.set) * rules.copies:
            yield Text(
                f"option set={rules.set} has too few tiles for {seats} players with {each} each",
                f"при set={rules.set} не хватит костей: игроков {seats}, каждому по {each}",
            )


def _no_meaning(name: str, other: str, because: Text) -> Text:
    return Text(
        f"option {name} has no meaning with {other}: {because.en}",
        f"параметр {name} не имеет смысла при {other}: {because.ru}",
    )


def _contradict(one: str, other: str) -> Text:
    return Text(f"option {one} contradicts {other}", f"параметр {one} противоречит {other}")


def _fish_contradictions(rules: RuleSet) -> Iterator[Text]:
    differences = rules.fish_scoring == "diff"
    scoring = f"fish_scoring={rules.fish_scoring}"
    if (differences or rules.out_scoring == "winner_takes_all") != (rules.ledger == "win") and rules.scores:
        yield _contradict(scoring, f"ledger={rules.ledger}")
    elif differences != (rules.out_scoring == "winner_takes_all"):
        yield _contradict(scoring, f"out_scoring={rules.out_scoring}")
    if not differences:
        for name in ("fish_diff", "fish_winner"):
            if getattr(rules, name) != getattr(RuleSet, name):
                yield _no_meaning(name, scoring, Text("nobody wins a fish", "рыбу никто не выигрывает"))
    elif rules.fish_winner == "fisher" and rules.fish_diff == "pairwise":
        yield _contradict("fish_diff=pairwise", "fish_winner=fisher")
    if rules.fish_scoring in ("on_all", "on_one") and rules.fish_tie != "forced_again":
        yield _no_meaning("fish_tie", scoring, Text("the fisher leads", "заходит рыбак"))
    if rules.fish_scoring != "on_one" and not rules.carry_opens:
        yield _no_meaning("carry_opens", scoring, Text("no points wait for a payer", "очки никого не ждут"))
