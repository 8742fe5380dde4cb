"""The rule book: a rule set told as a player would tell it at the table, from its data alone.

A file a chapter, with the words beside what chooses them; `engine.book.options` says what each option means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.book import lead, match, play, points, table
from engine.book.words import Chapter
from engine.rulesets import RuleSet
from engine.text import Text

CHAPTERS: Mapping[Text, Callable[[RuleSet], Iterator[Text]]] = {
    Text("Before you start", "Перед началом"): table.tell,
    Text("Who leads", "Кто заходит"): lead.tell,
    Text("A turn", "Ход"): play.tell,
    Text("Points in a turn", "Очки за ход"): play.tell_points,
    Text("Fish: a blocked round", "Рыба: закрытый кон"): points.tell_fish,
    Text("Points of a round", "Очки за кон"): points.tell,
    Text("The account", "Счёт"): points.tell_account,
    Text("The match", "Партия"): match.tell,
}


def tell(rules: RuleSet) -> tuple[Chapter, ...]:
    """The rules in chapters, in the order in which a player needs them; chapters that say nothing are left out."""
    chapters = [Chapter(heading, tuple(say(rules))) for heading, say in CHAPTERS.items()]
    return tuple(chapter for chapter in chapters if chapter.sentences)
