"""Rule sets as data: presets, options, their text, and what is refused."""

from __future__ import annotations

import pytest

from engine import rulesets
from engine.errors import RulesError
from engine.hands import may_redeal
from engine.options import options_of
from engine.rulesets import Redeal, get, near, parse
from engine.tiles import TileSet
from tests.engine.support import tiles


def test_presets_follow_the_rules() -> None:
    kozel = get("kozel.solo")
    assert kozel.seats == (2, 3, 4)
    assert (kozel.open_at, kozel.limit, kozel.blank_alone) == (13, 101, 10)
    assert (kozel.fish_when, kozel.fisher, kozel.fish_scoring) == ("early", "last_simple", "on_all")
    assert kozel.redeal == Redeal(doubles=5, same=6)
    classic = get("classic")
    assert [classic.dealt_each(seats) for seats in (2, 3, 4)] == [7, 5, 5]
    assert [classic.bazaar_of(seats) for seats in (2, 3, 4)] == [14, 13, 8]
    assert (classic.limit, classic.fish_when) == (100, "strict")


def test_lead_order_of_kozel() -> None:
    order = [str(tile) for tile in get("kozel.solo").lead_tiles()]
    assert order[:10] == ["1-1", "2-2", "3-3", "4-4", "5-5", "6-6", "0-0", "6-5", "6-4", "6-3"]
    assert order[10] == "5-4"
    assert len(order) == 28


@pytest.mark.parametrize(
    ("value", "start"),
    [
        ("doubles_down", ["6-6", "5-5"]),
        ("doubles_up", ["0-0", "1-1"]),
        ("ones_up_no_blank", ["1-1", "2-2"]),
    ],
)
def test_lead_orders(value: str, start: list[str]) -> None:
    order = [str(tile) for tile in get("classic").with_options(lead_order=value).lead_tiles()]
    assert order[:2] == start
    assert ("0-0" in order) == (value != "ones_up_no_blank")


def test_lightest_tile_may_lead() -> None:
    assert [str(tile) for tile in get("kozel.solo").with_options(no_double_lead="lightest").lead_tiles()][7] == "1-0"


def test_text_round_trip() -> None:
    rules = parse("kozel.solo fish=on_one fish_when=strict limit=200 set=D9 voluntary_draw=yes redeal=none")
    assert (rules.fish_scoring, rules.limit, rules.set) == ("on_one", 200, TileSet(9))
    text = str(rules)
    assert text.startswith("kozel.solo/1 set=D9 ")
    assert parse(text) == rules
    assert str(get("kozel.solo")) == "kozel.solo/1"
    assert parse("kozel.solo/1 fish=on_all") == get("kozel.solo")


@pytest.mark.parametrize("rules_id", rulesets.ids())
def test_every_option_can_be_set_to_what_it_is(rules_id: str) -> None:
    rules = get(rules_id)
    for option in options_of(rules):
        assert rules.with_options(**{option.name: option.value}) == rules


KOZEL_OPTIONS = {
    "set": "D9", "dir": "ccw", "lead_order": "doubles_down", "no_double_lead": "lightest", "lead_next": "next_seat",
    "draw": "one", "bazaar_keep": "1", "voluntary_draw": "yes", "fish_when": "strict", "fisher": "last_tile",
    "fish_scoring": "on_one", "open_at": "12", "open_by": "total", "below": "discard", "blank_alone": "25",
    "six_alone": "50", "limit": "51", "rounds": "10", "redeal": "6/0",
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), KOZEL_OPTIONS.items())
def test_options_of_kozel(name: str, value: str) -> None:
    changed = get("kozel.solo").with_options(**{name: value})
    assert changed != get("kozel.solo")
    assert parse(str(changed)) == changed


CLASSIC_OPTIONS = {"fish_winner": "fisher", "fish_diff": "pairwise", "fish_tie": "same_leader", "blank_alone": "25"}


@pytest.mark.parametrize(("name", "value"), CLASSIC_OPTIONS.items())
def test_options_of_classic(name: str, value: str) -> None:
    assert getattr(get("classic").with_options(**{name: value}), name) in (value, 25)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "no rule set"),
        ("kozel", "kozel.solo"),
        ("kozel.solo/9", "version 1"),
        ("kozel.solo fish", "fish_scoring=on_one"),
        ("kozel.solo whales=3", "whales"),
        ("kozel.solo fihs_when=early", "no option 'fihs_when' .perhaps fish_when"),
        ("kozel.solo fish=on_two", "on_one"),
        ("kozel.solo limit=-1", "limit"),
        ("kozel.solo limit=many", "limit"),
        ("kozel.solo limit=99999", "limit"),
        ("kozel.solo voluntary_draw=perhaps", "voluntary_draw"),
        ("kozel.solo set=D7", "set"),
        ("kozel.solo redeal=often", "redeal"),
        ("kozel.solo fish=on_one fish=on_all", "twice"),
        ("kozel.solo fish=on_one fish_scoring=on_all", "twice"),
        ("kozel.solo draw=none bazaar_keep=1", "bazaar_keep"),
        ("kozel.solo draw=none voluntary_draw=yes", "voluntary_draw"),
        ("kozel.solo open_at=0 open_by=total", "open_by"),
        ("kozel.solo open_at=0 below=discard", "below"),
        ("kozel.solo fish=diff", "fish_scoring"),
        ("kozel.solo fish_winner=fisher", "fish_winner"),
        ("kozel.solo fish_diff=pairwise", "fish_diff"),
        ("kozel.solo fish_tie=same_leader", "fish_tie"),
        ("kozel.solo carry_opens=no", "carry_opens"),
        ("kozel.solo limit=0", "limit"),
        ("classic fish=on_one", "fish_scoring"),
        ("classic fish_winner=fisher fish_diff=pairwise", "fish_diff"),
        ("free limit=100", "limit"),
        ("kozel.solo id=classic", "id"),
    ],
)
def test_refused_with_a_sentence_that_names_it(text: str, named: str) -> None:
    with pytest.raises(RulesError, match=named):
        parse(text)


def test_a_match_may_end_by_time_alone() -> None:
    assert parse("sport.fdr limit=0").minutes == 50


def test_wrong_number_of_players() -> None:
    with pytest.raises(RulesError, match="2, 3, 4 players, not by 5"):
        get("kozel.solo").dealt_each(5)


@pytest.mark.parametrize(
    ("hand", "granted"),
    [
        ("0-0 1-1 2-2 3-3 4-4 6-5 6-4", True),
        ("0-0 1-1 2-2 3-3 5-4 6-5 6-4", False),
        ("6-0 6-1 6-2 6-3 6-4 6-5 1-0", True),
        ("6-0 6-1 6-2 6-3 6-4 5-1 1-0", False),
    ],
)
def test_redeal_D_17(hand: str, granted: bool) -> None:
    assert may_redeal(tiles(hand), get("kozel.solo")) is granted


def test_an_option_called_like_a_word_of_the_program_is_unknown() -> None:
    with pytest.raises(RulesError, match="no option 'self'"):
        parse("kozel.solo/1 self=1")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("kozel", ["kozel.solo", "kozel.blog", "kozel.pair"]),
        ("козёл", ["kozel.solo", "kozel.blog", "kozel.pair"]),
        ("Морской козел", ["sea.wiki", "sea.blog", "sea.saltykov"]),
        ("осел", ["osel"]),
        ("Колбаса", ["kolbasa"]),
        ("мемори", ["memory"]),
        ("memroy", ["memory"]),
        ("whist", []),
        ("tilefish", []),
        ("", []),
    ],
)
def test_a_name_that_is_not_quite_right_is_understood(word: str, meant: list[str]) -> None:
    assert near(word) == meant


def test_a_wrong_name_is_answered_with_at_most_three() -> None:
    with pytest.raises(RulesError) as refused:
        get("kozel")
    assert refused.value.text == (
        "there is no rule set 'kozel' (perhaps kozel.solo, kozel.blog or kozel.pair)",
        "правил «kozel» нет (может быть, kozel.solo, kozel.blog или kozel.pair)",
    )


@pytest.mark.parametrize(
    ("rules", "own"),
    [
        ("kozel.solo lead_next=partner_or_fisher", "(this game has teams=none)"),
        ("kozel.pair teams=none", "(this game has lead_next=partner_or_fisher)"),
        ("sea.wiki cut_lines=yes", "(this game has multi_doubles=2)"),
    ],
)
def test_what_a_change_contradicts_is_named_as_the_games_own(rules: str, own: str) -> None:
    with pytest.raises(RulesError) as refused:
        parse(rules)
    assert refused.value.text.en.endswith(own)


def test_both_sides_of_a_contradiction_may_have_been_given() -> None:
    with pytest.raises(RulesError) as refused:
        parse("kozel.solo open_at=0 below=discard")
    assert "this game" not in refused.value.text.en
