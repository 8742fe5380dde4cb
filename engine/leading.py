"""Who leads the next round (rules.md D-11, D-19, D-41)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ledger import Charges, Ledger, RoundEnd
from engine.rulesets import RuleSet


def next_leader(rules: RuleSet, end: RoundEnd, charges: Charges, ledger: Ledger) -> str | None:
    """The seat that leads the next round with any tile; None: the opening rule decides again.

    Args:
        ledger: the board after the round.
    """
    seats = tuple(end.hands)
    if rules.lead_next == "forced_again" or (rules.lead_next == "record" and not _has_record(ledger, rules)):
        return None
    if rules.lead_next == "next_seat":
        return _after(end.leader, seats)
    if rules.lead_next == "winner":
        winner = _seat_of(charges.winner, end)
        tied = {"forced_again": None, "same_leader": end.leader, "next_seat": _after(end.leader, seats)}
        return winner if winner is not None else tied[rules.fish_tie]
    if rules.lead_next == "partner_or_fisher" and end.winner is not None:
        return _partner(end.winner, end)
    return end.winner or end.fisher


def _has_record(ledger: Ledger, rules: RuleSet) -> bool:
    """Whether a side has opened its account and has not reached the limit."""
    return any(account.open and account.score < rules.limit for account in ledger.accounts.values())


def _after(seat: str | None, seats: Sequence[str]) -> str | None:
    return None if seat is None else seats[(seats.index(seat) + 1) % len(seats)]


def _partner(seat: str, end: RoundEnd) -> str:
    return next((other for other, side in end.sides.items() if side == end.sides[seat] and other != seat), seat)


def _seat_of(side: str | None, end: RoundEnd) -> str | None:
    """The seat of a side that has the lead: who went out, else the fisher, else the first of the side."""
    seats = [seat for seat, its_side in end.sides.items() if its_side == side]
    return next((seat for seat in (end.winner, end.fisher) if seat in seats), seats[0] if seats else None)
