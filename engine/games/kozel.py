"""Kozel: each for himself, in pairs with conventions, and as yard sport (rules.md 1.4, 1.5, 1.9)."""

from __future__ import annotations

import dataclasses

from engine.hands import BLANK, SIX, side_values, unique_highest
from engine.ledger import Charges, Ledger, RoundEnd, Ruling
from engine.rulesets import Bonus, Redeal, RuleSet
from engine.text import Text

KOZEL_SOLO = RuleSet(
    id="kozel.solo",
    name=Text("Kozel, each for himself", "Козёл, каждый за себя"),
    redeal=Redeal(doubles=5, same=6),
    lead_order="ones_up",
    lead_next="out_or_fisher",
    fish_when="early",
    fish_scoring="on_all",
    out_scoring="each_pays_own",
    open_at=13,
    blank_alone=10,
    titles="kozel",
    limit=101,
)

KOZEL_BLOG = dataclasses.replace(
    KOZEL_SOLO,
    id="kozel.blog",
    name=Text("Kozel, the last tile of the boneyard stays", "Козёл, последнюю кость с базара не берут"),
    bazaar_keep=1,
)

KOZEL_PAIR = dataclasses.replace(
    KOZEL_SOLO,
    id="kozel.pair",
    name=Text("Kozel in pairs, with conventions", "Козёл парами, с конвенциями"),
    conventions=("bonuses", "rule13", "full_fish", "first_move_double", "two_doubles"),
    deal=((4, 7),),
    teams="pairs",
    redeal=Redeal(doubles=5),
    lead_next="partner_or_fisher",
    lead_with="double",
    draw="none",
    fish_when="strict",
    fish_scoring="more_pays",
    fish_sum="all",
    fish_even="carry",
    blank_alone=25,
    six_alone=50,
    lead_bonus=Bonus(50, 25),
    finish_bonus=Bonus(50, 25),
)

SPORT_YARD = dataclasses.replace(
    KOZEL_SOLO,
    id="sport.yard",
    name=Text("Yard sport dominoes", "Спортивное домино, дворовое"),
    deal=((4, 7),),
    teams="pairs",
    draw="none",
    lead_next="next_seat",
    fish_when="strict",
    fisher="last_tile",
    fish_scoring="more_pays",
    titles="none",
    limit=0,
    rounds=4,
)

PRESETS = (KOZEL_SOLO, KOZEL_BLOG, KOZEL_PAIR, SPORT_YARD)


def each_pays_own(end: RoundEnd, rules: RuleSet) -> Charges:
    """Every side is charged its own hands, except the one that went out (D-07)."""
    values = side_values(end, rules)
    winner = end.winning_side
    points = values if winner is None else values | {winner: 0}
    nobody_out = Ruling("closed.on_all" if end.termination == "closed" else "fish.on_all")
    rulings = (nobody_out if winner is None else Ruling("out.each_pays_own", winner),)
    return Charges(points, winner=winner, rulings=rulings)


def on_one(end: RoundEnd, rules: RuleSet) -> Charges:
    """Fish on one: the only highest hand pays all hands; where two are equal the points wait.

    A round whose last end was closed is no fish of anybody: everybody pays the own hand (D-31).
    """
    if end.termination == "closed":
        return each_pays_own(end, rules)
    values = side_values(end, rules)
    total, payer = sum(values.values()), unique_highest(values)
    nothing = dict.fromkeys(values, 0)
    if payer is None:
        return Charges(nothing, even=total)
    ruling = Ruling("fish.on_one", payer, total, terms=(values[payer],))
    return Charges(nothing | {payer: total}, rulings=(ruling,))


def more_pays(end: RoundEnd, rules: RuleSet) -> Charges:
    """The side with more pays its own points, or with `fish_sum=all` those of both (rules.md 1.5, D-37)."""
    values = side_values(end, rules)
    payer = unique_highest(values)
    if payer is None:
        return Charges(dict.fromkeys(values, 0), even=sum(values.values()))
    return _paid_by(payer, end, rules, rules.fish_sum == "all", "fish.more_pays")


def fishers_risk(end: RoundEnd, rules: RuleSet) -> Charges:
    """Not the full fish: fishers who have less charge the others their own hands, but pay all if they have more."""
    values = side_values(end, rules)
    payer = unique_highest(values)
    if payer is None:
        return Charges(dict.fromkeys(values, 0), even=sum(values.values()))
    return _paid_by(payer, end, rules, payer == end.fishing_side, "fish.fishers_risk")


def _paid_by(payer: str, end: RoundEnd, rules: RuleSet, all_hands: bool, rule: str) -> Charges:
    values = side_values(end, rules)
    owed = sum(values.values()) if all_hands else values[payer]
    winner = min(values, key=lambda side: values[side])
    ruling = Ruling(f"{rule}_{'all' if all_hands else 'own'}", payer, owed, terms=(values[payer], values[winner]))
    return Charges(dict.fromkeys(values, 0) | {payer: owed}, winner=winner, rulings=(ruling,))


def lead_and_finish_bonuses(charges: Charges, ledger: Ledger, end: RoundEnd, rules: RuleSet) -> Charges:
    """A round that was led or finished with 6-6 or 0-0 costs its losers more (rules.md 1.5, P-2, P-3)."""
    winner = charges.winner
    if winner is None:
        return charges
    finish = end.last if end.termination == "out" else ()
    for tiles, bonus, rule in (
        (end.lead, rules.lead_bonus, "bonus.lead"),
        (finish, rules.finish_bonus, "bonus.finish"),
    ):
        points = bonus.six * (SIX in tiles) + bonus.blank * (BLANK in tiles)
        for side in charges.points if points else ():
            if side != winner:
                charges = charges.adding(side, points, Ruling(rule, side, points))
    return charges


OUT = {"each_pays_own": each_pays_own}
FISH = {"on_all": each_pays_own, "on_one": on_one, "more_pays": more_pays, "fishers_risk": fishers_risk}
EXTRAS = (lead_and_finish_bonuses,)
