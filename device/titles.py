"""What a side is called after a match, in words: its title with the eggs it earned and what they weigh."""

from __future__ import annotations

from device.texts import Language, say
from engine.ledger import Title

LOUD = ("officer", "general")
"""Titles that are called out in capitals."""
MOST_NAMED = 6
"""More eggs than these are told by their number."""


def title_of(title: Title, lang: Language) -> str:
    """A title as it is called out: "goat", "OFFICER WITH DOUBLE EGGS WEIGHING 80"."""
    words = [say(f"title.{title.name}", lang)]
    if title.eggs:
        words.append(say("title.with_eggs", lang, eggs=_counted("title.eggs", title.eggs, lang)))
    if title.weight:
        words.append(say("title.weight", lang, weight=title.weight))
    text = " ".join(words)
    return text.upper() if title.name in LOUD else text


def eggs_of(count: int, lang: Language) -> str:
    """Eggs by their number: "eggs", "double eggs", ..."""
    return _counted("eggs", count, lang)


def _counted(key: str, count: int, lang: Language) -> str:
    return say(f"{key}.{count}" if count <= MOST_NAMED else f"{key}.many", lang, n=count)
