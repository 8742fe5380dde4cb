"""The rule book as Markdown pages: one a game, one of all options, and their list; each in both languages."""

from __future__ import annotations

from collections.abc import Iterator

from engine import rulesets
from engine.book import tell
from engine.book.options import MEANINGS, example, shown
from engine.book.values import meanings_of
from engine.options import options_of
from engine.rulesets import RuleSet
from engine.text import Text

GAMES = Text("The games", "Игры")
INTRODUCTION = Text(
    "Every page is made from the rule set itself, with `./tilefish rules --pages docs/rules`.",
    "Каждая страница сделана из самого набора правил командой `./tilefish rules --pages docs/rules`.",
)
OPTIONS = Text("All options", "Все параметры")
ABOUT_OPTIONS = Text(
    "Any option can be set in any game, unless it contradicts another one: "
    "`--rules kozel.solo --option fish_scoring=on_one`.",
    "Любой параметр можно задать в любой игре, если он не противоречит другому: "
    "`--rules kozel.solo --option fish_scoring=on_one`.",
)
HOUSE = Text("Your house may play it differently", "У вас дома могут играть иначе")
COLUMNS = Text("| Option | Here | Values | Meaning |", "| Параметр | Здесь | Значения | Смысл |")
OPTION_COLUMNS = Text("| Option | Values | Meaning |", "| Параметр | Значения | Смысл |")
VALUES = Text("What the values mean", "Что значат значения")
SAY_IT = Text(
    "Say what you change, as in: `--rules {id} --option {change}`",
    "Укажите, что у вас иначе, например: `--rules {id} --option {change}`",
)
OTHER_LANGUAGE = Text("[По-русски]({file})", "[In English]({file})")
MORE = Text("[All options]({file})", "[Все параметры]({file})")


def pages() -> Iterator[tuple[str, str]]:
    """All pages: their file's name and text."""
    for lang in ("en", "ru"):
        yield file_name("README", lang), _index(lang)
        yield file_name("options", lang), _options(lang)
        for rules_id in rulesets.ids():
            yield file_name(rules_id, lang), page(rulesets.get(rules_id), lang)


def file_name(stem: str, lang: str) -> str:
    """The page's file in one language."""
    return f"{stem}.md" if lang == "en" else f"{stem}.{lang}.md"


def page(rules: RuleSet, lang: str) -> str:
    """One game."""
    parts = [f"# {rules.name.in_language(lang)}", f"`{rules.id}` · {_other(rules.id, lang)}"]
    for chapter in tell(rules):
        parts.append(f"## {chapter.heading.in_language(lang)}")
        parts.append("\n".join(f"- {sentence.in_language(lang)}" for sentence in chapter.sentences))
    rows = [
        f"| `{option.name}` | {option.value} | {option.takes.in_language(lang)} | "
        f"{MEANINGS[option.name].text.in_language(lang)} |"
        for option in shown(rules)
    ]
    if rows:
        parts.append(f"## {HOUSE.in_language(lang)}")
        parts.append("\n".join([COLUMNS.in_language(lang), "|---|---|---|---|", *rows]))
    change = example(rules)
    if change:
        parts.append(SAY_IT.filled(id=rules.id, change=change).in_language(lang))
    parts.append(MORE.in_language(lang).format(file=file_name("options", lang)))
    return "\n\n".join(parts) + "\n"


def _index(lang: str) -> str:
    rows = [
        f"- [{rulesets.get(name).name.in_language(lang)}]({file_name(name, lang)}) `{name}`" for name in rulesets.ids()
    ]
    more = MORE.in_language(lang).format(file=file_name("options", lang))
    parts = [
        f"# {GAMES.in_language(lang)}",
        _other("README", lang),
        INTRODUCTION.in_language(lang),
        "\n".join(rows),
        more,
    ]
    return "\n\n".join(parts) + "\n"


def _options(lang: str) -> str:
    rows = [
        f"| `{option.name}` | {option.takes.in_language(lang)} | {MEANINGS[option.name].text.in_language(lang)} |"
        for option in options_of(rulesets.get("classic"))
    ]
    table = "\n".join([OPTION_COLUMNS.in_language(lang), "|---|---|---|", *rows])
    parts = [f"# {OPTIONS.in_language(lang)}", _other("options", lang), ABOUT_OPTIONS.in_language(lang), table]
    parts += [f"## {VALUES.in_language(lang)}", *_values(lang)]
    return "\n\n".join(parts) + "\n"


def _values(lang: str) -> Iterator[str]:
    """What each value means that has a name."""
    for option in options_of(rulesets.get("classic")):
        told = meanings_of(option.name)
        lines = [f"- `{value}`: {told[value].in_language(lang)}" for value in option.choices if value in told]
        if lines:
            yield "\n".join([f"`{option.name}`\n", *lines])


def _other(stem: str, lang: str) -> str:
    other = "ru" if lang == "en" else "en"
    return OTHER_LANGUAGE.in_language(lang).format(file=file_name(stem, other))
