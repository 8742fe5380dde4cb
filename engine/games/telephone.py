"""Telephone, also Domiki, Pyatyorka or Blokha: a house, and points for ends that add up to fives (rules.md 1.8)."""

from __future__ import annotations

import dataclasses

from engine.hands import seat_values, side_values, unique_lowest, won_from_hands
from engine.ledger import Charges, Ledger, RoundEnd, Ruling
from engine.rulesets import RuleSet
from engine.text import Text

FIVE = 5

TELEPHONE_72 = RuleSet(
    id="telephone.72",
    name=Text("Telephone to 72", "Телефон (Домики, Пятёрка) до 72"),
    lead_order="ones_up",
    lead_next="winner",
    line="house",
    ends_pay="fifths",
    out_scoring="fifths_up",
    fish_scoring="fifths_up",
    ledger="win",
    limit=72,
    level="another_round",
)

TELEPHONE_225 = dataclasses.replace(
    TELEPHONE_72,
    id="telephone.225",
    name=Text("Telephone to 225", "Телефон (Блоха) до 225"),
    deal=((2, 7), (4, 7)),
    teams="pairs",
    lead_order="two_three",
    no_double_lead="lightest",
    house_is="first_covered",
    ends_pay="sum",
    lead_scores="free_only",
    out_scoring="leftovers_off",
    fish_scoring="leftovers_off",
    limit=225,
    all_over="draw",
    level="shared",
)

TELEPHONE_365 = dataclasses.replace(
    TELEPHONE_225,
    id="telephone.365",
    name=Text("Telephone to 365", "Телефон до 365"),
    deal=((2, 7), (3, 7), (4, 7)),
    teams="none",
    lead_scores="no",
    out_scoring="fives_up",
    fish_scoring="fives_up",
    bonus_cap=300,
    limit=365,
    all_over="best",
    level="another_round",
)

PRESETS = (TELEPHONE_72, TELEPHONE_225, TELEPHONE_365)


def fifths_up(end: RoundEnd, rules: RuleSet) -> Charges:
    """The winner gets a fifth of the others' points, rounded up over all of them together (D-26, D-27)."""
    return _rounded_up(end, rules, 1, "fifths_up")


def fives_up(end: RoundEnd, rules: RuleSet) -> Charges:
    """The winner gets the others' points, rounded up to the next five."""
    return _rounded_up(end, rules, FIVE, "fives_up")


def _rounded_up(end: RoundEnd, rules: RuleSet, a_fifth_is: int, rule: str) -> Charges:
    values = side_values(end, rules)
    nothing = dict.fromkeys(values, 0)
    winner = end.winning_side or unique_lowest(values)
    if winner is None:
        return Charges(nothing, even=0)
    others = won_from_hands(winner, values, rules)
    gain = -(-others // FIVE) * a_fifth_is
    ruling = Ruling(f"{_how(end)}.{rule}", winner, gain, end.winner, (others,))
    return Charges(nothing | {winner: gain}, winner=winner, rulings=(ruling,))


def leftovers_off(end: RoundEnd, rules: RuleSet) -> Charges:
    """Every hand is taken off the score of its side, each rounded down to fives (D-26, D-27).

    Nobody gains anything. Of a fish the lowest hand is the winner, for the next lead.
    """
    winner = end.winning_side or unique_lowest(side_values(end, rules))
    charges = Charges(
        dict.fromkeys(end.side_ids, 0), winner=winner, rulings=(Ruling(f"{_how(end)}.leftovers_off", winner),)
    )
    for seat, value in seat_values(end, rules).items():
        off, side = value - value % FIVE, end.sides[seat]
        if off:
            charges = charges.adding(side, -off, Ruling("leftovers.off", side, -off, seat, (value,)))
    return charges


def _how(end: RoundEnd) -> str:
    return "out" if end.termination == "out" else "fish"


def capped_bonus(charges: Charges, ledger: Ledger, end: RoundEnd, rules: RuleSet) -> Charges:
    """What a round brings at its end lifts no score above `bonus_cap`: only turns do."""
    for side, points in charges.points.items() if rules.bonus_cap else ():
        room = max(rules.bonus_cap - ledger.accounts[side].score, 0)
        if points > room:
            ruling = Ruling("bonus.capped", side, room, terms=(points, rules.bonus_cap))
            charges = charges.adding(side, room - points, ruling)
    return charges


OUT = {"fifths_up": fifths_up, "fives_up": fives_up, "leftovers_off": leftovers_off}
FISH = OUT
EXTRAS = (capped_bonus,)
