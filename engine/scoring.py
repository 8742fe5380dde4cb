"""How a finished round is written to the board, and when the match is over (rules.md 1.2, 1.4).

What a round is worth is said by one named function for each value of `out_scoring` and `fish_scoring`; they are in
`engine.games`, a file a family, with the special rules (bonuses, wipes, instant wins) that look at a round after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.accounts import charge, held_back
from engine.games import AFTER, EXTRAS, FISH, OUT
from engine.hands import unique_highest
from engine.ledger import Account, Aftermath, Charges, EndedBy, Ledger, MatchEnd, RoundEnd, Ruling
from engine.rulesets import RuleSet
from engine.titles import titles_of


@dataclass(frozen=True)
class Settlement:
    """The board after a round, what the round brought, and the end of the match if it was the last.

    `points` are what each side was charged or won in all; `charges` tells how they came about. `opening`: the opening
    rule decides who leads the next round, whoever won this one.
    """

    ledger: Ledger
    points: Mapping[str, int]
    charges: Charges
    rulings: tuple[Ruling, ...] = ()
    over: MatchEnd | None = None
    opening: bool = False


def settle(ledger: Ledger, end: RoundEnd, rules: RuleSet, *, time_up: bool = False) -> Settlement:
    """Writes a finished round.

    Args:
        time_up: the time of the match has run out, so that this was its last round unless the sides are level.
    """
    charges = _with_carry(_charges(ledger, end, rules), ledger, rules)
    points = {side: charges.points.get(side, 0) + charges.carried.get(side, 0) for side in ledger.accounts}
    accounts = {
        side: _written(account, charges, side, rules) if charges.even is None else account
        for side, account in ledger.accounts.items()
    }
    held = [held_back(side, account, points[side], rules) for side, account in ledger.accounts.items()]
    rulings = (*charges.rulings, *(ruling for ruling in held if ruling is not None))
    after = replace(ledger, accounts=accounts, carry=charges.carry)
    aftermath = Aftermath(ledger, after, end, charges, rulings)
    for special_rule in AFTER:
        aftermath = special_rule(aftermath, rules)
    over = aftermath.over or match_end(aftermath.ledger, end.number, rules, time_up=time_up)
    return Settlement(aftermath.ledger, points, charges, aftermath.rulings, over, aftermath.opening)


def _charges(ledger: Ledger, end: RoundEnd, rules: RuleSet) -> Charges:
    out = end.termination == "out"
    charges = OUT[rules.out_scoring](end, rules) if out else FISH[rules.fish_scoring](end, rules)
    for extra in EXTRAS:
        charges = extra(charges, ledger, end, rules)
    return charges


def _with_carry(charges: Charges, ledger: Ledger, rules: RuleSet) -> Charges:
    """Points of an even fish wait; in the next round the winner gets them, or who is charged most pays them (D-09)."""
    if charges.even is not None:
        waits = rules.fish_even == "carry" or rules.fish_scoring == "on_one"
        carry = ledger.carry + (charges.even if waits else 0)
        ruling = Ruling("fish.carried", points=carry) if waits else Ruling("fish.even", points=charges.even)
        return replace(charges, carry=carry, rulings=(*charges.rulings, ruling))
    if not ledger.carry:
        return charges
    payer = charges.winner if rules.ledger == "win" else unique_highest(charges.points)
    if payer is None or (rules.ledger == "penalty" and not charges.points.get(payer)):
        return replace(charges, carry=ledger.carry)
    ruling = Ruling("carry.written", payer, ledger.carry)
    return replace(charges, carried={payer: ledger.carry}, rulings=(*charges.rulings, ruling))


def _written(account: Account, charges: Charges, side: str, rules: RuleSet) -> Account:
    """A side that scores nothing in a round loses what was remembered (D-07)."""
    points, carried = charges.points.get(side, 0), charges.carried.get(side, 0)
    if not points + carried:
        return replace(account, remembered=0)
    return charge(account, points, rules, carried)


def match_end(ledger: Ledger, rounds_played: int, rules: RuleSet, *, time_up: bool = False) -> MatchEnd | None:
    """Whether the match is over: a score reached the limit, all rounds are played, or the time is up (D-13)."""
    scores = ledger.scores
    if not rules.scores or not scores:
        return None
    reached = tuple(side for side, score in scores.items() if rules.limit and score >= rules.limit)
    all_played = bool(rules.rounds) and rounds_played >= rules.rounds
    if not reached and not all_played and not time_up:
        return None
    by: EndedBy = "limit" if reached else "rounds" if all_played else "time"
    if rules.all_over == "draw" and len(reached) == len(scores):
        return MatchEnd((), (), by=by)
    best = (min if rules.ledger == "penalty" else max)(scores.values())
    winners = tuple(side for side, score in scores.items() if score == best)
    if rules.level == "another_round" and len(winners) > 1:
        return None
    worst = (max if rules.ledger == "penalty" else min)(scores.values())
    losers = tuple(side for side, score in scores.items() if score == worst and score != best)
    if rules.ledger == "penalty" and reached:
        losers = tuple(side for side in reached if side not in winners) or reached
        winners = () if winners == reached else winners  # all are goats, and none is a better one
    return MatchEnd(losers, winners, titles_of(losers, ledger, rules), by)
