"""Fives and Threes, the game of British pubs (rules.md section 2, number 7), and the point for going out."""

from __future__ import annotations

from engine.ledger import Charges, Ledger, RoundEnd, Ruling
from engine.rulesets import RuleSet
from engine.text import Text

FIVES_THREES = RuleSet(
    id="fives_threes",
    name=Text("Fives and Threes", "Пятёрки и тройки"),
    deal=((2, 7), (3, 5), (4, 5)),
    lead_order="any",
    lead_next="next_seat",
    draw="none",
    ends_pay="fives_threes",
    finisher=1,
    fisher="last_tile",
    ledger="win",
    limit=61,
    exact=True,
    end_check="move",
)

PRESETS = (FIVES_THREES,)


def finisher(charges: Charges, ledger: Ledger, end: RoundEnd, rules: RuleSet) -> Charges:
    """Who went out gets `finisher` points more, unless the last tile has brought them already."""
    side = end.winning_side
    if not rules.finisher or end.termination != "out" or side is None or rules.finishes_at_once:
        return charges
    return charges.adding(side, rules.finisher, Ruling("bonus.finisher", side, rules.finisher, end.winner))


EXTRAS = (finisher,)
