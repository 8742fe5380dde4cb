"""What the engine complains of is said in both languages."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable

import pytest

from engine.errors import EngineError, RulesError
from engine.events import from_json, from_line
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.tiles import NotationError, Tile, TileSet
from tests.engine.support import FOUR


def complaint(make: Callable[[], object]) -> EngineError:
    with pytest.raises(EngineError) as caught:
        make()
    return caught.value


def test_a_wrong_set_is_named_in_both_languages() -> None:
    error = complaint(lambda: TileSet.parse("D7"))
    assert isinstance(error, NotationError) and isinstance(error, ValueError)
    assert str(error) == error.text.en == "D7 is no set; choose D6, D9, D12, D15 or D18"
    assert error.text.ru == "D7 — не комплект; выберите D6, D9, D12, D15 или D18"
    assert error.sentence("ru") == "D7 — не комплект; выберите D6, D9, D12, D15 или D18."


def test_a_wrong_option_is_named_in_both_languages() -> None:
    error = complaint(lambda: parse("kozel.solo fish_when=maybe"))
    assert isinstance(error, RulesError)
    assert error.sentence("en") == ("Option fish_when is one of: strict, early; not 'maybe'.")
    assert error.sentence("ru") == ("Параметр fish_when — одно из: strict, early; а не «maybe».")


COMPLAINTS: list[Callable[[], object]] = [
    lambda: Tile(19, 0),
    lambda: Tile.parse("six"),
    lambda: TileSet.parse("many"),
    lambda: TileSet(7),
    lambda: get("whist"),
    lambda: parse(""),
    lambda: parse("kozel.solo/9"),
    lambda: parse("kozel.solo fish"),
    lambda: parse("kozel.solo fish=on_one fish=on_all"),
    lambda: parse("kozel.solo fish=on_one fish_scoring=on_all"),
    lambda: parse("kozel.solo whales=3"),
    lambda: parse("kozel.solo limit=many"),
    lambda: parse("kozel.solo redeal=often"),
    lambda: parse("kozel.solo set=D7"),
    lambda: parse("kozel.solo draw=none bazaar_keep=1"),
    lambda: parse("kozel.solo draw=none voluntary_draw=yes"),
    lambda: parse("kozel.solo open_at=0 open_by=total"),
    lambda: parse("kozel.solo open_at=0 below=discard"),
    lambda: parse("kozel.solo limit=0"),
    lambda: parse("kozel.solo fish=diff"),
    lambda: parse("kozel.solo fish_winner=fisher"),
    lambda: parse("kozel.solo fish_tie=same_leader"),
    lambda: parse("kozel.solo carry_opens=no"),
    lambda: parse("classic fish_winner=fisher fish_diff=pairwise"),
    lambda: get("kozel.solo").dealt_each(5),
    lambda: from_line("{broken"),
    lambda: from_json(3),
    lambda: from_json({"ev": "whale"}),
    lambda: from_json({"ev": "out", "seq": "1", "t": 0.0, "seat": "A"}),
    lambda: from_json({"ev": "out", "seq": 1, "t": 0.0}),
    lambda: from_json({"ev": "out", "seq": 1, "t": 0.0, "seat": "A", "more": 1}),
    lambda: Referee.resume([]),
    lambda: Referee(get("kozel.solo"), FOUR).reveal({"X": []}, 1.0),
    lambda: Referee(get("kozel.solo"), FOUR).fix(9, 1.0, seat="A"),
]


@pytest.mark.parametrize("make", COMPLAINTS)
def test_every_complaint_exists_in_both_languages(make: Callable[[], object]) -> None:
    error = complaint(make)
    assert str(error) == error.text.en and not re.search("[а-яё]", error.text.en)
    assert re.search("[а-яё]{3}", error.text.ru)
    assert pickle.loads(pickle.dumps(error)).text == error.text
