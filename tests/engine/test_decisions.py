"""Every decision that a house may take differently is an option, with the default that the rules name."""

from __future__ import annotations

import pytest

from engine.book.options import MEANINGS
from engine.rulesets import get, parse

DECISIONS = [
    # decision, rules, option as its register names it, default, another value
    ("D-01", "kozel.solo", "fish_when", "early", "strict"),
    ("D-01", "kozel.pair", "fish_when", "strict", "early"),
    ("D-02", "kozel.solo", "fisher", "last_simple", "last_tile"),
    ("D-02", "sport.fdr", "fisher", "last_tile", "last_simple"),
    ("D-03", "classic", "fish_winner", "lowest", "fisher"),
    ("D-04", "kozel.solo", "open_at", "13", "12"),
    ("D-05", "kozel.solo", "open_by", "round", "total"),
    ("D-06", "kozel.solo", "below", "remember", "discard"),
    ("D-06", "sea.wiki", "below", "discard", "remember"),
    ("D-08", "kozel.solo fish=on_one", "carry_opens", "yes", "no"),
    ("D-10", "classic", "fish_diff", "total", "pairwise"),
    ("D-11", "classic", "fish_tie", "forced_again", "same_leader"),
    ("D-12", "kozel.solo", "lead_order", "ones_up", "doubles_down"),
    ("D-12", "classic", "lead_order", "doubles_down", "doubles_up"),
    ("D-12", "classic", "no_double_lead", "heaviest", "lightest"),
    ("D-13", "kozel.solo", "limit", "101", "51"),
    ("D-13", "kozel.solo", "rounds", "0", "10"),
    ("D-14", "kozel.solo", "voluntary_draw", "no", "yes"),
    ("D-15", "kozel.solo", "bazaar_keep", "0", "1"),
    ("D-15", "kozel.blog", "bazaar_keep", "1", "0"),
    ("D-16", "kozel.solo", "draw", "until", "one"),
    ("D-16", "classic.two", "draw", "one", "until"),
    ("D-17", "kozel.solo", "redeal", "5/6", "6/6"),
    ("D-18", "kozel.solo", "blank_alone", "10", "25"),
    ("D-18", "sea.wiki", "six_alone", "50", "12"),
    ("D-19", "kozel.pair", "next_lead", "partner_or_fisher", "out_or_fisher"),
    ("D-20", "telephone.72", "house_count", "until_covered", "once"),
    ("D-22", "telephone.72", "cross_opens", "both_sides", "at_once"),
    ("D-22", "osel", "cross_opens", "at_once", "both_sides"),
    ("D-23", "telephone.72", "house_is", "first_placed", "first_covered"),
    ("D-23", "telephone.225", "house_is", "first_covered", "first_placed"),
    ("D-24", "telephone.72", "lead_scores", "yes", "no"),
    ("D-24", "telephone.225", "lead_scores", "free_only", "yes"),
    ("D-26", "telephone.225", "clamp_zero", "no", "yes"),
    ("D-28", "telephone.225", "end_check", "round", "move"),
    ("D-29", "osel", "osel_after_bone", "no", "yes"),
    ("D-32", "osel", "lead_order", "ones_up", "doubles_down"),
    ("D-33", "sea.wiki", "ledger", "win", None),
    ("D-33", "sea.saltykov", "ledger", "penalty", None),
    ("D-34", "sea.wiki", "hundred", "wipe_all", "none"),
    ("D-34", "sea.saltykov buy_six=no", "hundred", "wipe_opponents", "none"),
    ("D-34", "sea.blog", "fish_debt", "3", "2"),
    ("D-35", "sea.wiki", "wipe_at", "25", "26"),
    ("D-37", "sea.saltykov", "fish_sum", "loser", "all"),
    ("D-38", "sea.saltykov", "eggs", "weight", "none"),
    ("D-39", "general", "general_on", "any", "doubles"),
    ("D-40", "sport.fdr", "count", "all", "losers"),
]  # fmt: skip
NAMED_OTHERWISE = {"next_lead": "lead_next", "osel_after_bone": "after_bone"}


@pytest.mark.parametrize(("decision", "rules", "option", "default", "other"), DECISIONS)
def test_default_and_option(decision: str, rules: str, option: str, default: str, other: str | None) -> None:
    name = NAMED_OTHERWISE.get(option, option)
    assert parse(f"{rules} {option}={default}") == parse(rules)
    assert decision in MEANINGS[name].register
    if other is not None:
        changed = parse(f"{rules} {option}={other}")
        assert changed != parse(rules)
        assert f"{name}={other}" in str(changed)


GAMES = """
    classic classic.two kozel.solo kozel.blog kozel.pair sea.wiki sea.blog sea.saltykov osel telephone.72 telephone.225
    telephone.365 sport.fdr sport.yard muggins.blog allfives general kolbasa solitaire.pyramid solitaire.spider
    solitaire.travolator memory latin.partnership puerto_rico.500 puerto_rico.200 dominican.200 cuban.d9 fives_threes
    jamaican count
"""


def test_the_games_that_the_rules_describe_are_there() -> None:
    for rules_id in GAMES.split():
        assert get(rules_id).id == rules_id
