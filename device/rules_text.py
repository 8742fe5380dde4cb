"""A rule set told as a player would tell it at the table, in any language of `device.texts`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from device.texts import Language, say
from engine.errors import RulesError
from engine.options import options_of
from engine.rulesets import RuleSet


@dataclass(frozen=True)
class Chapter:
    """Some sentences under one heading."""

    heading: str
    sentences: tuple[str, ...]


def tell(rules: RuleSet, lang: Language) -> list[Chapter]:
    """The rules in chapters, in the order in which a player needs them; chapters that say nothing are left out."""
    parts = {"start": _start, "lead": _lead, "play": _play, "fish": _fish, "score": _score}
    chapters = [
        Chapter(say(f"rules.part.{part}", lang), tuple(say_all(rules, lang))) for part, say_all in parts.items()
    ]
    return [chapter for chapter in chapters if chapter.sentences]


def tell_options(rules: RuleSet, lang: Language) -> Chapter:
    """What a house may change, as it is written in `--rules`: the name, the value now, and the values it takes."""
    options = options_of(rules)
    lines = [say("rules.options", lang, id=rules.id, example=_one_change(rules))]
    for option in options:
        choices = f"   ({', '.join(option.choices)})" if option.choices else ""
        lines.append(f"{option.name}={option.value}{choices}")
    return Chapter(say("rules.part.options", lang), tuple(lines))


def _one_change(rules: RuleSet) -> str:
    """An option with another value that these rules can take, as an example."""
    options = {option.name: option for option in options_of(rules)}
    for name in ("fish_scoring", "fish_when"):
        for choice in options[name].choices if name in options else ():
            if choice != options[name].value and _allows(rules, name, choice):
                return f"{name}={choice}"
    return f"set={'D9' if rules.set.max_pips == 6 else 'D6'}"


def _allows(rules: RuleSet, name: str, value: str) -> bool:
    try:
        rules.with_options(**{name: value})
    except RulesError:
        return False
    return True


def _start(rules: RuleSet, lang: Language) -> Iterator[str]:
    key = "rules.set" if rules.copies == 1 else "rules.sets"
    yield say(key, lang, n=rules.set.max_pips, copies=rules.copies, tiles=len(rules.set) * rules.copies)
    if not rules.deal:
        return
    team = "rules.seats" if rules.teams == "none" else "rules.pairs"
    yield say(team, lang, seats=either(rules.seats, lang), direction=say(f"rules.dir.{rules.dir}", lang))
    if len({tiles for _, tiles in rules.deal}) == 1:
        yield say("rules.deal", lang, n=rules.deal[0][1])
    else:
        for tiles in dict.fromkeys(tiles for _, tiles in rules.deal):
            seats = tuple(seats for seats, each in rules.deal if each == tiles)
            yield say("rules.deal_by_seats", lang, seats=either(seats, lang), n=tiles)
    if any(rules.bazaar_of(seats) for seats in rules.seats):
        yield say("rules.boneyard", lang)
    doubles, same = rules.redeal.doubles, rules.redeal.same
    if doubles and same:
        yield say("rules.redeal_both", lang, doubles=doubles, same=same)
    elif doubles:
        yield say("rules.redeal", lang, doubles=doubles)
    elif same:
        yield say("rules.redeal_same", lang, same=same)


def _lead(rules: RuleSet, lang: Language) -> Iterator[str]:
    if not rules.turns:
        return
    yield say(f"rules.lead_order.{rules.lead_order}", lang)
    if rules.lead_order != "any":
        yield say(f"rules.no_double_lead.{rules.no_double_lead}", lang)
    yield say(f"rules.lead_next.{rules.lead_next}", lang)


def _play(rules: RuleSet, lang: Language) -> Iterator[str]:
    yield say(f"rules.line.{rules.line}", lang)
    if rules.line == "house":
        yield say(f"rules.house_is.{rules.house_is}", lang)
        yield say(f"rules.cross_opens.{rules.cross_opens}", lang)
    if rules.multi_doubles > 1:
        yield say("rules.multi_doubles", lang, n=rules.multi_doubles)
    if rules.close_doubles:
        yield say("rules.close_doubles", lang)
    if not rules.turns:
        return
    yield say(f"rules.draw.{rules.draw}", lang)
    if rules.bazaar_keep:
        yield say("rules.bazaar_keep", lang, n=rules.bazaar_keep)
    yield say("rules.voluntary_draw" if rules.voluntary_draw else "rules.no_voluntary_draw", lang)
    yield say("rules.out", lang)


def _fish(rules: RuleSet, lang: Language) -> Iterator[str]:
    if not rules.turns:
        return
    yield say(f"rules.fish_when.{rules.fish_when}", lang)
    yield say(f"rules.fisher.{rules.fisher}", lang)
    if rules.fish_scoring == "diff":
        yield say(f"rules.fish_scoring.diff.{rules.fish_diff}", lang)
        yield say(f"rules.fish_winner.{rules.fish_winner}", lang)
        yield say(f"rules.fish_tie.{rules.fish_tie}", lang)
    else:
        yield say(f"rules.fish_scoring.{rules.fish_scoring}", lang)


def _score(rules: RuleSet, lang: Language) -> Iterator[str]:
    if not rules.scores:
        yield say("rules.no_score", lang)
        return
    yield say(f"rules.out_scoring.{rules.out_scoring}", lang)
    if rules.open_at:
        yield say(f"rules.open_by.{rules.open_by}.{rules.below}", lang, n=rules.open_at)
    if rules.blank_alone:
        yield say("rules.blank_alone", lang, n=rules.blank_alone)
    if rules.six_alone != 12:
        yield say("rules.six_alone", lang, n=rules.six_alone)
    if rules.limit:
        yield say(f"rules.limit.{rules.ledger}", lang, n=rules.limit)
    if rules.rounds:
        yield say("rules.rounds", lang, n=rules.rounds)


def either(numbers: tuple[int, ...], lang: Language) -> str:
    """ "2, 3 or 4"."""
    words = [str(number) for number in numbers]
    return say("rules.or", lang).join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
