"""What the values of an option mean, each in the sentence by which the book tells it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.book import lead, match, play, points, table
from engine.text import Text, joined

ALSO: Mapping[str, Mapping[str, Text]] = {
    "line": {
        "pairs": Text("The tiles are laid out, and pairs of them are taken.", "Кости выкладывают и снимают парами."),
    },
    "fish_scoring": {
        "diff": points.DIFFERENCE["total"],
        "more_pays": points.MORE_PAYS["loser"],
        "lower_takes": points.LOWER_TAKES["loser"],
        "nearest_five": joined([points.DIFFERENCE["total"], points.ROUNDED]),
    },
    "fish_sum": points.MORE_PAYS,
    "fish_diff": points.DIFFERENCE,
    "fish_even": points.EVEN,
    "out_scoring": {"winner_takes_all": points.TAKES["losers"]},
    "count": {"losers": points.TAKES["losers/pairs"], "all": points.TAKES["all/pairs"]},
}
"""Sentences that the book chooses by more than one option."""


def meanings_of(name: str) -> dict[str, Text]:
    """For the values of an option that have a sentence, this."""
    meanings: dict[str, Text] = {}
    for chapter in (table, lead, play, points, match):
        for value, text in chapter.CHOICES.get(name, {}).items():
            meanings.setdefault(value.removesuffix("/pairs"), text)
    return meanings | dict(ALSO.get(name, {}))
