"""What all chapters of the rule book are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.rulesets import RuleSet
from engine.text import Text

Words = Mapping[str, Mapping[str, Text]]
"""For an option, what each of its values means; "value/pairs" where pairs are told otherwise."""


@dataclass(frozen=True)
class Chapter:
    """Some sentences under one heading."""

    heading: Text
    sentences: tuple[Text, ...]


def chosen(words: Words, rules: RuleSet, *names: str, **values: object) -> Iterator[Text]:
    """The sentence of each option's value; nothing for a value that has none (the option is off)."""
    for name in names:
        value = getattr(rules, name)
        key = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        texts = words[name]
        text = texts.get(f"{key}/pairs", texts.get(key)) if rules.teams == "pairs" else texts.get(key)
        if text is not None:
            yield text.filled(**values)


def numbered(words: Mapping[str, Text], rules: RuleSet, *names: str) -> Iterator[Text]:
    """The sentence of each option that is a number and is not 0, with the number as `n`."""
    for name in names:
        number = getattr(rules, name)
        if number:
            yield words[name].filled(n=number)
