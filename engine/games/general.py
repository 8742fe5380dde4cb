"""General's goat: pairs count their generals (rules.md 1.11)."""

from __future__ import annotations

from engine.hands import BLANK, SIX
from engine.ledger import Charges, RoundEnd, Ruling
from engine.rulesets import RuleSet
from engine.text import Text

GENERAL = RuleSet(
    id="general",
    name=Text("General's goat", "Генеральский козёл"),
    conventions=("two_doubles",),
    deal=((4, 7),),
    teams="pairs",
    lead_order="ones_up",
    lead_next="forced_again",
    multi_doubles=2,
    draw="none",
    out_scoring="generals",
    titles="general",
    limit=5,
)

PRESETS = (GENERAL,)


def generals(end: RoundEnd, rules: RuleSet) -> Charges:
    """The player next in turn after who went out is the General, and his side has one more (D-39, G-1 to G-3)."""
    nothing = dict.fromkeys(end.side_ids, 0)
    if end.winner is None:
        return Charges(nothing)
    makes_general = {
        "any": True,
        "doubles": SIX in end.last or BLANK in end.last,
        "blank_only": BLANK in end.last,
    }[rules.general_on]
    if not makes_general:
        return Charges(nothing, winner=end.winning_side, rulings=(Ruling("general.none", end.winning_side),))
    seats = tuple(end.hands)
    named = seats[(seats.index(end.winner) + 1) % len(seats)]
    ruling = Ruling("general.named", end.sides[named], 1, named)
    return Charges(nothing | {end.sides[named]: 1}, winner=end.winning_side, rulings=(ruling,))


def fish_is_void(end: RoundEnd, rules: RuleSet) -> Charges:
    """A fish counts for nobody (G-4)."""
    return Charges(dict.fromkeys(end.side_ids, 0), rulings=(Ruling("fish.void"),))


OUT = {"generals": generals}
FISH = {"nothing": fish_is_void}
