"""Who leads a round, and with what (rules.md D-11, D-12, D-19, D-41)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from engine.hands import BLANK, SIX
from engine.ledger import HOLDER_OF_SIX, Charges, Ledger, RoundEnd
from engine.rulesets import RuleSet
from engine.tiles import Tile


def opening_order(rules: RuleSet, ledger: Ledger) -> tuple[Tile, ...]:
    """All tiles in the order in which they lead a round that nobody leads by right; empty where any tile may.

    Args:
        ledger: the board before the round.
    """
    order = rules.lead_tiles()
    return (SIX, *(tile for tile in order if tile != SIX)) if ledger.hundred == HOLDER_OF_SIX else order


def opening_is_forced(rules: RuleSet, ledger: Ledger) -> bool:
    """Whether the tile that decides who leads must be led itself."""
    return bool(opening_order(rules, ledger)) and (rules.lead_forced or ledger.hundred == HOLDER_OF_SIX)


def leads_of(hand: Iterable[Tile], rules: RuleSet) -> list[Tile]:
    """The tiles of a hand that may lead, where the opening rule prescribes none.

    With `lead_with=double` it must be a double; but 0-0 and 6-6 cost too much to be asked for, so that a hand with no
    other double may lead anything (rules.md 1.5).
    """
    tiles = list(hand)
    return [tile for tile in tiles if tile.is_double] if any(must_lead(tile, rules) for tile in tiles) else tiles


def must_lead(tile: Tile, rules: RuleSet) -> bool:
    """Whether who holds this tile may lead nothing but a double."""
    return rules.lead_with == "double" and tile.is_double and tile not in (BLANK, SIX)


def next_leader(rules: RuleSet, end: RoundEnd, charges: Charges, ledger: Ledger) -> str | None:
    """The seat that leads the next round with any tile; None: the opening rule decides again.

    Args:
        ledger: the board after the round.
    """
    leader = _leader_by_rule(rules, end, charges, ledger)
    if ledger.hundred in end.side_ids and (leader is None or end.sides[leader] != ledger.hundred):
        return _seat_of(ledger.hundred, end)
    return leader


def _leader_by_rule(rules: RuleSet, end: RoundEnd, charges: Charges, ledger: Ledger) -> str | None:
    seats = tuple(end.hands)
    if rules.lead_next == "forced_again":
        return None
    if rules.lead_next == "record" and not _has_record(ledger, rules) and not _has_egg(charges, ledger):
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
    limit = rules.limit or inf
    return any(account.open and account.score < limit for account in ledger.accounts.values())


def _has_egg(charges: Charges, ledger: Ledger) -> bool:
    """Whether the round was an even fish that counts: it is led on by its makers, though nobody has a record yet."""
    return charges.even is not None and bool(ledger.eggs)


def _after(seat: str | None, seats: Sequence[str]) -> str | None:
    return None if seat is None else seats[(seats.index(seat) + 1) % len(seats)]


def _partner(seat: str, end: RoundEnd) -> str:
    return next((other for other, side in end.sides.items() if side == end.sides[seat] and other != seat), seat)


def _seat_of(side: str | None, end: RoundEnd) -> str | None:
    """The seat of a side that has the lead: who went out, else the fisher, else the first of the side."""
    seats = [seat for seat, its_side in end.sides.items() if its_side == side]
    return next((seat for seat in (end.winner, end.fisher) if seat in seats), seats[0] if seats else None)
