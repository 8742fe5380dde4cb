"""Options of Osel and of the games in which turns bring points: each can be set, and contradictions are refused."""

from __future__ import annotations

import pytest

from engine.errors import RulesError
from engine.rulesets import parse


@pytest.mark.parametrize(
    "text",
    [
        "telephone.72 house_count=once",
        "telephone.72 fourth_side=yes",
        "telephone.72 cross_opens=at_once",
        "telephone.72 house_is=first_covered",
        "telephone.72 lead_scores=no",
        "telephone.72 multi_doubles=4",
        "telephone.72 end_check=move level=shared",
        "telephone.72 fish_scoring=nothing",
        "telephone.225 lead_scores=yes clamp_zero=yes all_over=best",
        "telephone.365 bonus_cap=0",
        "muggins.blog fish_diff=pairwise fish_tie=next_seat",
        "muggins.blog fish_winner=fisher",
        "allfives get_in=10 finisher=5",
        "allfives limit=250 teams=pairs",
        "fives_threes exact=no end_check=round limit=121",
        "osel after_bone=yes",
        "osel lead_order=doubles_down teams=pairs",
        "osel fish_when=strict multi_doubles=1 close_doubles=no",
    ],
)
def test_settable(text: str) -> None:
    rules = parse(text)
    assert parse(str(rules)) == rules
    assert str(rules) != f"{rules.id}/1"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("classic house_count=once", "house_count has no meaning with line=chain"),
        ("classic cross_opens=at_once", "cross_opens has no meaning with line=chain"),
        ("classic lead_scores=no", "lead_scores has no meaning with ends_pay=none"),
        ("classic get_in=10", "get_in has no meaning with ends_pay=none"),
        ("classic end_check=move", "end_check has no meaning with ends_pay=none"),
        ("classic clamp_zero=yes", "clamp_zero has no meaning"),
        ("osel house_is=first_covered", "cross_opens=at_once contradicts house_is=first_covered"),
        ("osel ends_pay=sum", "ends_pay=sum contradicts ledger=penalty"),
        ("osel finisher=10", "finisher contradicts ledger=penalty"),
        ("osel out_scoring=fives_up", "out_scoring=fives_up contradicts ledger=penalty"),
        ("telephone.72 open_at=25 get_in=10", "get_in contradicts open_at"),
        ("fives_threes limit=0 rounds=9", "exact has no meaning with limit=0"),
        ("telephone.225 limit=0 rounds=9", "all_over has no meaning with limit=0"),
    ],
)
def test_contradictions_are_named(text: str, named: str) -> None:
    with pytest.raises(RulesError, match=named):
        parse(text)


def test_presets_of_the_telephone() -> None:
    rules_72, rules_225, rules_365 = (parse(f"telephone.{limit}") for limit in (72, 225, 365))
    assert (rules_72.limit, rules_72.ends_pay, rules_72.house_is, rules_72.seats) == (
        72,
        "fifths",
        "first_placed",
        (2, 3, 4),
    )
    assert (rules_225.limit, rules_225.ends_pay, rules_225.house_is, rules_225.seats) == (
        225,
        "sum",
        "first_covered",
        (2, 4),
    )
    assert [str(tile) for tile in rules_225.lead_tiles()[:9]] == [
        "3-2", "1-1", "2-2", "3-3", "4-4", "5-5", "6-6", "0-0", "1-0",
    ]  # fmt: skip
    assert (rules_365.limit, rules_365.lead_scores, rules_365.bonus_cap) == (365, "no", 300)
