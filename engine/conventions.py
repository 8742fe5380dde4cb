"""Conventions: one word that a family agrees on before a match, for several options at once (rules.md 1.5).

A convention is no option of its own: it is written out into the options that it stands for, so that a rule set's text
and its log know only those.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import RulesError
from engine.rulesets import RuleSet
from engine.text import Text, quoted

Meaning = Mapping[str, str]

CONVENTIONS: Mapping[str, Mapping[str, Meaning]] = {
    "bonuses": {
        "yes": {"blank_alone": "25", "six_alone": "50", "lead_bonus": "50/25", "finish_bonus": "50/25"},
        "no": {"blank_alone": "0", "six_alone": "12", "lead_bonus": "none", "finish_bonus": "none"},
    },
    "rule13": {"yes": {"open_at": "13"}, "no": {"open_at": "0"}},
    "full_fish": {
        "yes": {"fish_scoring": "more_pays", "fish_sum": "all"},
        "no": {"fish_scoring": "fishers_risk", "fish_sum": "loser"},
    },
    "first_move_double": {
        "yes": {"lead_with": "double", "lead_forced": "yes"},
        "no": {"lead_with": "any", "lead_forced": "no"},
    },
    "two_doubles": {"yes": {"multi_doubles": "2"}, "no": {"multi_doubles": "1"}},
}
"""What each value of each convention stands for."""


def convention_of(name: str, values: Mapping[str, str]) -> str | None:
    """Which value of a convention holds in rules whose options have these values; None: some of both."""
    return next(
        (value for value, meaning in CONVENTIONS[name].items() if meaning.items() <= values.items()),
        None,
    )


def written_out(rules: RuleSet, options: Mapping[str, object]) -> dict[str, object]:
    """The options with each convention of these rules replaced by what it stands for.

    Raises:
        RulesError: a convention has no such value, or an option that it stands for is given too.
    """
    plain = {name: value for name, value in options.items() if name not in rules.conventions}
    for name, value in options.items():
        if name not in rules.conventions:
            continue
        for option, its_value in _meaning(name, value).items():
            if option in plain:
                raise RulesError(
                    f"option {option} is given twice: {name} stands for it too",
                    f"параметр {option} указан дважды: его задаёт и {name}",
                )
            plain[option] = its_value
    return plain


def _meaning(name: str, value: object) -> Meaning:
    text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).strip().lower()
    meanings = CONVENTIONS[name]
    if text not in meanings:
        words = ", ".join(meanings)
        raise is_none_of(name, Text(words, words), text)
    return meanings[text]


def is_none_of(name: str, values: Text, given: str) -> RulesError:
    """An option or convention with a value that is none of its few."""
    return RulesError(
        f"option {name} is one of: {values.en}; not {given!r}",
        f"параметр {name} — одно из: {values.ru}; а не {quoted(given)}",
    )
