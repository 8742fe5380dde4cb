"""Muggins and All Fives: a house, and every sum of the ends in fives is written as it is (rules.md 1.10)."""

from __future__ import annotations

import dataclasses

from engine.games.classic import difference
from engine.hands import side_values, won_from_hands
from engine.ledger import Charges, RoundEnd, Ruling
from engine.rulesets import RuleSet
from engine.text import Text

MUGGINS = RuleSet(
    id="muggins.blog",
    name=Text("Muggins", "Маггинс"),
    deal=((2, 7), (3, 5), (4, 5)),
    lead_order="any",
    lead_next="winner",
    line="house",
    ends_pay="sum",
    out_scoring="nothing",
    finisher=10,
    fish_scoring="nearest_five",
    fisher="last_tile",
    ledger="win",
    limit=200,
)

ALL_FIVES = dataclasses.replace(
    MUGGINS,
    id="allfives",
    name=Text("All Fives", "Все пятёрки"),
    out_scoring="nearest_five",
    finisher=0,
)

PRESETS = (MUGGINS, ALL_FIVES)


def to_nearest_five(points: int) -> int:
    """Points as fives, the nearest: 1 and 2 are 0, 3 and 4 are 5."""
    return (points + 2) // 5 * 5


def out_nearest_five(end: RoundEnd, rules: RuleSet) -> Charges:
    """Who went out gets the others' points, rounded to the nearest five."""
    winner, values = end.winning_side, side_values(end, rules)
    if winner is None:
        return Charges(dict.fromkeys(values, 0))
    others = won_from_hands(winner, values, rules)
    gain = to_nearest_five(others)
    ruling = Ruling("out.nearest_five", winner, gain, end.winner, (others,))
    return Charges(dict.fromkeys(values, 0) | {winner: gain}, winner=winner, rulings=(ruling,))


def fish_nearest_five(end: RoundEnd, rules: RuleSet) -> Charges:
    """The fish of classic dominoes, its difference rounded to the nearest five."""
    exact = difference(end, rules)
    if exact.winner is None:
        return exact
    (counted,) = exact.rulings
    gain = to_nearest_five(counted.points)
    rule = "fish.nearest_five_to_the_fisher" if rules.fish_winner == "fisher" else "fish.nearest_five"
    ruling = Ruling(rule, exact.winner, gain, terms=(*counted.terms, counted.points))
    return dataclasses.replace(exact, points={**exact.points, exact.winner: gain}, rulings=(ruling,))


OUT = {"nearest_five": out_nearest_five}
FISH = {"nearest_five": fish_nearest_five}
