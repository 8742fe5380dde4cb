"""The rule book: every game is told from its data, every option has words, and what a house changes is heard."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from engine import rulesets
from engine.book import tell
from engine.book.options import MEANINGS, example, shown
from engine.book.pages import pages
from engine.book.values import meanings_of
from engine.conventions import CONVENTIONS
from engine.options import FIXED, options_of
from engine.rulesets import Redeal, RuleSet
from engine.tiles import TileSet

HINTS = get_type_hints(RuleSet)
OPTIONS = [field.name for field in dataclasses.fields(RuleSet) if field.name not in FIXED]
CHOICES = [
    (field, choice) for field in OPTIONS if get_origin(HINTS[field]) is Literal for choice in get_args(HINTS[field])
]
LANGUAGES = ("en", "ru")
DOCS = Path(__file__).parents[2] / "docs" / "rules"


def told(rules: RuleSet, lang: str) -> str:
    return "\n".join(sentence.in_language(lang) for chapter in tell(rules) for sentence in chapter.sentences)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rules_id", rulesets.ids())
def test_every_game_is_told(rules_id: str, lang: str) -> None:
    chapters = tell(rulesets.get(rules_id))
    assert len(chapters) >= 2
    for chapter in chapters:
        for text in chapter.sentences:
            sentence = text.in_language(lang)
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert sentence.endswith(".")
            assert "{" not in sentence


@pytest.mark.parametrize(("field", "choice"), CHOICES)
def test_every_choice_can_be_told(field: str, choice: str) -> None:
    for rules_id in rulesets.ids():
        tell(dataclasses.replace(rulesets.get(rules_id), **{field: choice}))  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("rules_id", "change"),
    [
        ("kozel.solo", {"fish_when": "strict"}),
        ("kozel.solo", {"fish_scoring": "on_one"}),
        ("kozel.solo", {"fisher": "last_tile"}),
        ("kozel.solo", {"open_at": 20}),
        ("kozel.solo", {"open_by": "total"}),
        ("kozel.solo", {"below": "discard"}),
        ("kozel.solo", {"blank_alone": 25}),
        ("kozel.solo", {"six_alone": 50}),
        ("kozel.solo", {"six_alone": 0}),
        ("kozel.solo", {"limit": 201}),
        ("kozel.solo", {"rounds": 5}),
        ("kozel.solo", {"minutes": 30}),
        ("kozel.solo", {"bazaar_keep": 1}),
        ("kozel.solo", {"voluntary_draw": True}),
        ("kozel.solo", {"draw": "one"}),
        ("kozel.solo", {"multi_doubles": 2}),
        ("kozel.solo", {"close_doubles": True}),
        ("kozel.solo", {"line": "house"}),
        ("kozel.solo", {"dir": "ccw"}),
        ("kozel.solo", {"redeal": Redeal(doubles=5)}),
        ("kozel.solo", {"redeal": Redeal(same=6)}),
        ("kozel.solo", {"set": TileSet(9)}),
        ("kozel.solo", {"copies": 2}),
        ("kozel.solo", {"teams": "pairs"}),
        ("kozel.solo", {"lead_order": "doubles_down"}),
        ("kozel.solo", {"lead_next": "winner"}),
        ("kozel.solo", {"no_double_lead": "lightest"}),
        ("kozel.solo", {"wrong_pass": "ends_round"}),
        ("kozel.solo", {"clock": True}),
        ("kozel.solo", {"wipe_at": 25}),
        ("kozel.solo", {"clamp_zero": True}),
        ("kozel.solo", {"level": "another_round"}),
        ("kozel.pair", {"fish_sum": "loser"}),
        ("kozel.pair", {"fish_even": "nothing"}),
        ("kozel.pair", {"lead_with": "any"}),
        ("classic", {"fish_diff": "pairwise"}),
        ("classic", {"fish_winner": "fisher"}),
        ("muggins.blog", {"fish_diff": "pairwise"}),
        ("classic", {"fish_tie": "next_seat"}),
        ("classic", {"finisher": 10}),
        ("sea.saltykov", {"knockout": True}),
        ("osel", {"after_bone": True}),
        ("osel", {"cross_opens": "both_sides"}),
    ],
)
def test_a_changed_option_is_heard(rules_id: str, change: dict[str, Any], lang: str) -> None:
    rules = rulesets.get(rules_id)
    assert told(dataclasses.replace(rules, **change), lang) != told(rules, lang)


def test_classic_deals_by_the_number_of_players() -> None:
    english, russian = (told(rulesets.get("classic"), lang) for lang in LANGUAGES)
    assert "With 2 players everyone takes 7 tiles." in english
    assert "With 3 or 4 players everyone takes 5 tiles." in english
    assert "Если игроков 3 или 4, каждый берёт 5 костей." in russian


def test_a_lead_that_is_not_forced_still_has_its_holder() -> None:
    english, russian = (told(rulesets.parse("kozel.pair first_move_double=no"), lang) for lang in LANGUAGES)
    assert "led, with any tile, by whoever holds 1-1" in english
    assert "начинает с любой кости тот, у кого 1-1" in russian


def test_pairs_are_told_of_pairs() -> None:
    assert "Four play in two pairs" in told(rulesets.get("kozel.pair"), "en")
    assert "Играют вчетвером, пара на пару" in told(rulesets.get("kozel.pair"), "ru")


def test_a_game_without_turns_speaks_of_neither_lead_nor_fish() -> None:
    headings = [chapter.heading.en for chapter in tell(rulesets.get("free"))]
    assert headings == ["Before you start", "A turn", "Points of a round"]
    assert "No points are counted." in told(rulesets.get("free"), "en")


def test_every_option_has_a_meaning_in_both_languages() -> None:
    assert set(MEANINGS) == {*OPTIONS, *CONVENTIONS}
    assert all(meaning.text.en and meaning.text.ru for meaning in MEANINGS.values())


@pytest.mark.parametrize("rules_id", rulesets.ids())
def test_what_a_game_changes_is_among_its_options(rules_id: str) -> None:
    rules = rulesets.get(rules_id)
    changed = {name for name in OPTIONS if getattr(rules, name) != getattr(RuleSet, name)}
    known = {option.name for option in options_of(rules)}
    assert changed & known <= {option.name for option in shown(rules)}


@pytest.mark.parametrize(
    ("rules_id", "names"),
    [
        ("classic", {"fish_winner", "fish_diff", "fish_tie", "voluntary_draw"}),
        ("telephone.72", {"house_count", "fourth_side", "house_is", "lead_scores"}),
        ("sport.fdr", {"count", "fish_sum"}),
    ],
)
def test_what_houses_decide_differently_is_among_its_options(rules_id: str, names: set[str]) -> None:
    assert names <= {option.name for option in shown(rulesets.get(rules_id))}


def test_what_a_game_cannot_decide_is_not_among_its_options() -> None:
    names = {option.name for option in shown(rulesets.get("classic"))}
    assert not names & {"house_count", "general_on", "count", "wipe_at"}


@pytest.mark.parametrize("rules_id", rulesets.ids())
def test_the_change_that_is_given_as_an_example_works(rules_id: str) -> None:
    rules, change = rulesets.get(rules_id), example(rulesets.get(rules_id))
    if change is None:
        assert not shown(rules)
    else:
        assert rulesets.parse(f"{rules_id} {change}") != rules


@pytest.mark.parametrize(
    ("rules_id", "change"),
    [
        ("kozel.solo", "limit=51"),
        ("count", "rounds=7"),
        ("free", "set=D9"),
        ("solitaire.pyramid", "pyramid_unblock=both_below"),
        ("memory", None),
    ],
)
def test_examples_of_a_change(rules_id: str, change: str | None) -> None:
    assert example(rulesets.get(rules_id)) == change


@pytest.mark.parametrize("value", ["yes", "no"])
def test_a_convention_is_shown_as_it_was_set(value: str) -> None:
    rules = rulesets.parse(
        f"kozel.pair bonuses={value} rule13={value} full_fish={value} first_move_double={value} two_doubles={value}"
    )
    there = {option.name: option.value for option in shown(rules)}
    assert {name: there[name] for name in CONVENTIONS} == dict.fromkeys(CONVENTIONS, value)


@pytest.mark.parametrize(("field", "choice"), CHOICES)
def test_values_with_a_name_are_explained(field: str, choice: str) -> None:
    meanings = meanings_of(field)
    assert choice in meanings or not meanings or choice == getattr(RuleSet, field)
    assert all("{" not in text.en + text.ru for text in meanings.values())


def test_no_page_has_an_empty_table() -> None:
    for text in dict(pages()).values():
        lines = text.splitlines()
        assert all(lines[row + 1].startswith("| ") for row, line in enumerate(lines) if line.startswith("|--"))


def test_players_are_counted_as_one_says_it() -> None:
    assert "2 to 8 can play, each for himself." in told(rulesets.get("count"), "en")
    assert "Игроков: от 2 до 8, каждый за себя." in told(rulesets.get("count"), "ru")


def test_the_pages_in_docs_are_those_of_the_data() -> None:
    made = dict(pages())
    there = {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("*.md")}
    assert there.keys() == made.keys()
    assert [
        name for name, text in made.items() if there[name] != text
    ] == []  # renew: tilefish rules --pages docs/rules
