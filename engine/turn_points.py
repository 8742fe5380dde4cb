"""Points that a single turn brings, written at once (rules.md 1.8, 1.10, section 2).

The fold computes them whenever it applies a play or a pass, so that a correction of the line corrects them too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.line import Line
from engine.rulesets import RuleSet


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


def points_of_turn(line: Line, rules: RuleSet, *, forced_lead: bool = False, last_tile: bool = False) -> int:
    """What the turn that made the line as it lies brings (D-20 to D-25).

    Args:
        forced_lead: whether the opening rule prescribed the first tile (D-24).
        last_tile: whether the seat has laid its last tile.
    """
    leads = len(line) == 1
    silent = leads and (rules.lead_scores == "no" or (rules.lead_scores == "free_only" and forced_lead))
    ends = 0 if silent else ENDS_PAY[rules.ends_pay](line.end_sum)
    return ends + (rules.finisher if last_tile and rules.finishes_at_once else 0)
