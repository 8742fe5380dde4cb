"""Jamaican dominoes: a round is worth one point, and six of them are the match (rules.md 2, row 8)."""

from __future__ import annotations

import dataclasses

from engine.hands import seat_values
from engine.ledger import Account, Aftermath, Charges, RoundEnd, Ruling
from engine.rulesets import RuleSet
from engine.text import Text

JAMAICAN = RuleSet(
    id="jamaican",
    name=Text("Jamaican, cut-throat", "Ямайское домино, каждый за себя"),
    deal=((2, 14), (3, 9), (4, 7)),
    three_without_blank=True,
    dir="ccw",
    lead_order="doubles_down",
    lead_next="winner",
    draw="none",
    fisher="last_tile",
    fish_scoring="one_point",
    out_scoring="one_point",
    ledger="win",
    limit=6,
)

JAMAICAN_PARTNER = dataclasses.replace(
    JAMAICAN,
    id="jamaican.partner",
    name=Text("Jamaican in pairs, six-love", "Ямайское домино парами, шесть подряд"),
    deal=((4, 7),),
    three_without_blank=False,
    teams="pairs",
    lead_by="side",
    win_wipes=True,
)

PRESETS = (JAMAICAN, JAMAICAN_PARTNER)


def one_point_out(end: RoundEnd, rules: RuleSet) -> Charges:
    """Going out wins the round, which is one point."""
    return _one_point(end.winning_side, end, "out.one_point")


def one_point_fish(end: RoundEnd, rules: RuleSet) -> Charges:
    """The player with the lowest hand wins a fish for his side; where two sides have it nobody does."""
    values = seat_values(end, rules)
    lowest = min(values.values())
    sides = {end.sides[seat] for seat, value in values.items() if value == lowest}
    return _one_point(sides.pop() if len(sides) == 1 else None, end, "fish.one_point", lowest)


def _one_point(winner: str | None, end: RoundEnd, rule: str, *terms: int) -> Charges:
    nothing = dict.fromkeys(end.side_ids, 0)
    if winner is None:
        return Charges(nothing, even=0)
    return Charges(nothing | {winner: 1}, winner=winner, rulings=(Ruling(rule, winner, 1, terms=terms),))


def wipe_by_win(after: Aftermath, rules: RuleSet) -> Aftermath:
    """Who wins a round takes the others all that they had, so that only wins in a row lead to the limit."""
    winner = after.charges.winner
    if not rules.win_wipes or winner is None:
        return after
    accounts = dict(after.ledger.accounts)
    lost = {side: account.score for side, account in accounts.items() if side != winner and account.score}
    rulings = [Ruling("wipe.by_win", side, score) for side, score in lost.items()]
    return after.ruled(*rulings, ledger=after.ledger.with_accounts(accounts | dict.fromkeys(lost, Account())))


OUT = {"one_point": one_point_out}
FISH = {"one_point": one_point_fish}
AFTER = (wipe_by_win,)
