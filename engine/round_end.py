"""From the state of a round that is over to its facts, and from its settlement to the score event."""

from __future__ import annotations

from typing import Any

from engine.events import SideScore
from engine.hands import side_values
from engine.leading import next_leader
from engine.ledger import RoundEnd
from engine.scoring import Settlement
from engine.state import MatchState


def round_end(state: MatchState) -> RoundEnd:
    """All facts that the score of a finished round hangs on. Every hand must have been shown."""
    current = state.round
    plays = current.play_events
    first = [play for play in plays if play.seat == plays[0].seat and play.t == plays[0].t] if plays else []
    return RoundEnd(
        current.termination or "fish",
        {seat: tuple(current.hands[seat]) for seat in state.seat_ids},
        state.sides,
        current.winner,
        current.fisher,
        plays[0].seat if plays else None,
        tuple(laid.tile for play in first for laid in play.tiles),
        tuple(laid.tile for play in current.last_turn for laid in play.tiles),
        current.fitted_both,
        current.number,
    )


def score_fields(state: MatchState, end: RoundEnd, settlement: Settlement) -> dict[str, Any]:
    """The fields of the score event."""
    ledger, values = settlement.ledger, side_values(end, state.rules)
    rows = tuple(
        SideScore(side, values[side], settlement.points[side], account.remembered, account.score, account.open)
        for side, account in ledger.accounts.items()
    )
    out = end.termination == "out"
    return {
        "round": end.number,
        "termination": end.termination,
        "scoring": state.rules.out_scoring if out else state.rules.fish_scoring,
        "winner": settlement.charges.winner,
        "carry": ledger.carry,
        "leader": None if settlement.opening else next_leader(state.rules, end, settlement.charges, ledger),
        "sides": rows,
        "eggs": ledger.eggs,
        "debt": ledger.debt,
        "hundred": ledger.hundred,
        "rulings": settlement.rulings,
    }
