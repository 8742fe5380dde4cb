"""Points that a single turn brings, written at once (rules.md 1.8, 1.10, section 2).

The fold computes them whenever it applies a play or a pass, so that a correction of the line corrects them too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.ledger import Account
from engine.line import Line
from engine.rulesets import RuleSet
from engine.scoring import limited


def _sum(ends: int) -> int:
    return ends if ends % 5 == 0 else 0


def _fifths(ends: int) -> int:
    return ends // 5 if ends % 5 == 0 else 0


def _fives_threes(ends: int) -> int:
    """One point for each five and for each three in the sum, where they go in evenly: 15 brings 3 + 5 = 8."""
    return sum(ends // part for part in (3, 5) if ends % part == 0)


ENDS_PAY: Mapping[str, Callable[[int], int]] = {
    "none": lambda ends: 0,
    "sum": _sum,
    "fifths": _fifths,
    "fives_threes": _fives_threes,
}


def points_of_ends(line: Line, rules: RuleSet, *, forced_lead: bool = False) -> int:
    """What the turn that made the line as it lies brings (D-20 to D-25).

    Args:
        forced_lead: whether the opening rule prescribed the first tile (D-24).
    """
    leads = len(line) == 1
    if leads and (rules.lead_scores == "no" or (rules.lead_scores == "free_only" and forced_lead)):
        return 0
    return ENDS_PAY[rules.ends_pay](line.end_sum)


def earned(account: Account, points: int, rules: RuleSet) -> Account:
    """The account after points that are written at once; the first must reach `get_in`, where the rules ask for it."""
    if not points or (rules.get_in and not account.open and points < rules.get_in):
        return account
    score = limited(account.score + points, account.score, rules)
    return replace(account, score=score, open=account.open or bool(rules.get_in))
