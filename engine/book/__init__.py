"""The rule book: a rule set told as a player would tell it at the table, from its data alone.

A file a chapter, with the words beside what chooses them; `engine.book.options` says what each option means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.book.lead import tell as tell_lead
from engine.book.match import tell as tell_match
from engine.book.play import tell as tell_turn
from engine.book.play import tell_points as tell_turn_points
from engine.book.points import tell as tell_round
from engine.book.points import tell_account, tell_fish
from engine.book.table import tell as tell_table
from engine.book.words import Chapter
from engine.rulesets import RuleSet
from engine.text import Text

CHAPTERS: Mapping[Text, Callable[[RuleSet], Iterator[Text]]] = {
    Text("Before you start", "Перед началом"): tell_table,
    Text("Who leads", "Кто заходит"): tell_lead,
    Text("A turn", "Ход"): tell_turn,
    Text("Points in a turn", "Очки за ход"): tell_turn_points,
    Text("Fish: a blocked round", "Рыба: закрытый кон"): tell_fish,
    Text("Points of a round", "Очки за кон"): tell_round,
    Text("The account", "Счёт"): tell_account,
    Text("The match", "Партия"): tell_match,
}


def tell(rules: RuleSet) -> tuple[Chapter, ...]:
    """The rules in chapters, in the order in which a player needs them; chapters that say nothing are left out."""
    chapters = [Chapter(heading, tuple(say(rules))) for heading, say in CHAPTERS.items()]
    return tuple(chapter for chapter in chapters if chapter.sentences)
