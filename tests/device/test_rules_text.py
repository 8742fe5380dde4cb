"""The rules as they are told: every value of every option has words, in both languages."""

from __future__ import annotations

import dataclasses
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from device.rules_text import tell, tell_options
from device.texts import LANGUAGES, Language
from engine import rulesets
from engine.rulesets import Redeal, RuleSet
from engine.tiles import TileSet

HINTS = get_type_hints(RuleSet)
CHOICES = [(field, choice) for field, kind in HINTS.items() if get_origin(kind) is Literal for choice in get_args(kind)]


def told(rules: RuleSet, lang: Language) -> str:
    return "\n".join(sentence for chapter in tell(rules, lang) for sentence in chapter.sentences)


@pytest.mark.parametrize("rules_id", rulesets.ids())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_is_told(rules_id, lang):
    chapters = tell(rulesets.get(rules_id), lang)
    assert len(chapters) >= 3
    for chapter in chapters:
        for sentence in chapter.sentences:
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert sentence.endswith(".")
            assert "{" not in sentence


@pytest.mark.parametrize(("field", "choice"), CHOICES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_choice_has_words(field, choice, lang):
    for rules_id in rulesets.ids():
        told(dataclasses.replace(rulesets.get(rules_id), **{field: choice}), lang)


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
        ("kozel.solo", {"limit": 201}),
        ("kozel.solo", {"rounds": 5}),
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
        ("classic", {"fish_diff": "pairwise"}),
        ("classic", {"fish_winner": "fisher"}),
        ("classic", {"fish_tie": "next_seat"}),
    ],
)
def test_a_changed_option_is_heard(rules_id, change, lang):
    rules = rulesets.get(rules_id)
    assert told(dataclasses.replace(rules, **change), lang) != told(rules, lang)


def test_classic_deals_by_the_number_of_players():
    text = told(rulesets.get("classic"), "en")
    assert "With 2 players everyone takes 7 tiles." in text
    assert "With 3 or 4 players everyone takes 5 tiles." in text
    assert "Если игроков 3 или 4, каждый берёт 5 костей." in told(rulesets.get("classic"), "ru")


def test_a_game_without_turns_speaks_of_neither_lead_nor_fish():
    headings = [chapter.heading for chapter in tell(rulesets.get("free"), "en")]
    assert headings == ["Before you start", "A turn", "Points"]
    assert "No points are counted." in told(rulesets.get("free"), "en")


@pytest.mark.parametrize("rules_id", rulesets.ids())
def test_the_example_of_an_option_can_be_used(rules_id):
    rules = rulesets.get(rules_id)
    first = tell_options(rules, "en").sentences[0]
    name, value = first.split("--option ")[1].split("=")
    assert rules.with_options(**{name: value}) != rules
