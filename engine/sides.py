"""Who plays together: a side is a player, or a pair of players who sit opposite (rules.md 1.1)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rulesets import RuleSet

PAIRS_NEED = 4


def sides_of(rules: RuleSet, seats: Sequence[str]) -> dict[str, str]:
    """The side of each seat, seats in turn order: the seat itself, or "A+C" where four play in pairs."""
    if rules.teams == "pairs" and len(seats) == PAIRS_NEED:
        return {seat: "+".join((seats[i % 2], seats[i % 2 + 2])) for i, seat in enumerate(seats)}
    return {seat: seat for seat in seats}


def members(side: str) -> tuple[str, ...]:
    """The seats of a side."""
    return tuple(side.split("+"))
