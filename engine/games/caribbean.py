"""Pairs around the Caribbean: the Latin game, Puerto Rico, the Dominican Republic, Cuba (rules.md 2, rows 3 to 6)."""

from __future__ import annotations

import dataclasses

from engine.hands import BLANK
from engine.ledger import Charges, Ledger, RoundEnd, Ruling
from engine.rulesets import RuleSet
from engine.text import Text
from engine.tiles import TileSet

LATIN = RuleSet(
    id="latin.partnership",
    name=Text("Latin partnership dominoes", "Латинское домино, парами"),
    deal=((4, 7),),
    teams="pairs",
    dir="ccw",
    lead_order="doubles_down",
    lead_next="next_seat",
    draw="none",
    fisher="last_tile",
    fish_scoring="lower_takes",
    out_scoring="winner_takes_all",
    ledger="win",
    limit=100,
)

PUERTO_RICO_500 = dataclasses.replace(
    LATIN,
    id="puerto_rico.500",
    name=Text("Puerto Rico, to 500", "Пуэрто-Рико, до 500"),
    lead_next="winner",
    fish_sum="all",
    fish_tie="next_seat",
    count="all",
    capicu=100,
    chuchazo=100,
    first_hands=(100, 75, 50, 25),
    limit=500,
)

PUERTO_RICO_200 = dataclasses.replace(
    PUERTO_RICO_500,
    id="puerto_rico.200",
    name=Text("Puerto Rico, to 200, passes pay", "Пуэрто-Рико, до 200, с очками за пас"),
    capicu=0,
    chuchazo=0,
    first_hands=(),
    each_pass=10,
    limit=200,
)

DOMINICAN_200 = dataclasses.replace(
    PUERTO_RICO_200,
    id="dominican.200",
    name=Text("Dominican dominoes, to 200", "Доминиканское домино, до 200"),
    fish_winner="fisher_or_next",
    capicu=25,
    opening_pass=50,
    opening_pass_on_double=25,
    run_of_passes=25,
    each_pass=0,
)

CUBAN_D9 = dataclasses.replace(
    LATIN,
    id="cuban.d9",
    name=Text("Cuban dominoes, double nine", "Кубинское домино, комплект до 9-9"),
    set=TileSet(9),
    deal=((4, 10),),
    lead_order="any",
    limit=150,
)

PRESETS = (LATIN, PUERTO_RICO_500, PUERTO_RICO_200, DOMINICAN_200, CUBAN_D9)


def first_hands(charges: Charges, ledger: Ledger, end: RoundEnd, rules: RuleSet) -> Charges:
    """The first rounds of a match bring their winner more: 100, 75, 50, 25."""
    winner = charges.winner
    if winner is None or end.number > len(rules.first_hands):
        return charges
    points = rules.first_hands[end.number - 1]
    return charges.adding(winner, points, Ruling("bonus.first_hands", winner, points, terms=(end.number,)))


def last_tile_bonuses(charges: Charges, ledger: Ledger, end: RoundEnd, rules: RuleSet) -> Charges:
    """Going out brings more with a tile, no double, that fits both ends (capicú), and with 0-0 (chuchazo)."""
    winner = charges.winner
    if winner is None or end.termination != "out":
        return charges
    if rules.capicu and end.fitted_both:
        charges = charges.adding(winner, rules.capicu, Ruling("bonus.capicu", winner, rules.capicu, end.winner))
    if rules.chuchazo and BLANK in end.last:
        charges = charges.adding(winner, rules.chuchazo, Ruling("bonus.chuchazo", winner, rules.chuchazo, end.winner))
    return charges


EXTRAS = (first_hands, last_tile_bonuses)
