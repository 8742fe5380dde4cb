"""Classic dominoes with a boneyard (rules.md 1.3)."""

from __future__ import annotations

import dataclasses

from engine.hands import side_values, unique_highest, unique_lowest, won_from_hands
from engine.ledger import Charges, RoundEnd, Ruling
from engine.rulesets import RuleSet
from engine.text import Text

CLASSIC = RuleSet(
    id="classic",
    name=Text("Classic", "Классическое домино"),
    deal=((2, 7), (3, 5), (4, 5)),
    lead_order="doubles_down",
    lead_next="winner",
    fish_scoring="diff",
    out_scoring="winner_takes_all",
    fisher="last_tile",
    ledger="win",
    limit=100,
)

CLASSIC_TWO = dataclasses.replace(
    CLASSIC,
    id="classic.two",
    name=Text("Classic for two, penalties", "Классическое на двоих, штрафные очки"),
    deal=((2, 7),),
    draw="one",
    fish_scoring="higher_pays",
    out_scoring="each_pays_own",
    blank_alone=25,
    six_alone=50,
    ledger="penalty",
    limit=101,
)

PRESETS = (CLASSIC, CLASSIC_TWO)


def winner_takes_all(end: RoundEnd, rules: RuleSet) -> Charges:
    """The side that went out gets what is left in the others' hands, with `count=all` also in its partner's (D-40)."""
    winner, values = end.winning_side, side_values(end, rules)
    if winner is None:
        return Charges(dict.fromkeys(values, 0))
    gain = won_from_hands(winner, values, rules)
    ruling = Ruling("out.winner_takes_all", winner, gain)
    return Charges(dict.fromkeys(values, 0) | {winner: gain}, winner=winner, rulings=(ruling,))


def difference(end: RoundEnd, rules: RuleSet) -> Charges:
    """The lowest hand (or the fisher, D-03) gets the others' points less its own (D-10); a tie gives nothing (D-11)."""
    values = side_values(end, rules)
    nothing = dict.fromkeys(values, 0)
    winner = end.fishing_side if rules.fish_winner == "fisher" else unique_lowest(values)
    if winner is None:
        return Charges(nothing, even=0)
    own = values[winner]
    others = [value for side, value in values.items() if side != winner]
    gain = sum(value - own for value in others) if rules.fish_diff == "pairwise" else sum(others) - own
    how = "to_the_fisher" if rules.fish_winner == "fisher" else rules.fish_diff
    ruling = Ruling(f"fish.diff_{how}", winner, max(gain, 0), terms=(sum(others), own))
    return Charges(nothing | {winner: max(gain, 0)}, winner=winner, rulings=(ruling,))


def higher_pays(end: RoundEnd, rules: RuleSet) -> Charges:
    """The higher hand is charged what it has more than the lowest."""
    values = side_values(end, rules)
    nothing = dict.fromkeys(values, 0)
    payer = unique_highest(values)
    if payer is None:
        return Charges(nothing, even=0)
    winner = min(values, key=lambda side: values[side])
    owed = values[payer] - values[winner]
    ruling = Ruling("fish.higher_pays", payer, owed, terms=(values[payer], values[winner]))
    return Charges(nothing | {payer: owed}, winner=winner, rulings=(ruling,))


OUT = {"winner_takes_all": winner_takes_all}
FISH = {"diff": difference, "higher_pays": higher_pays}
