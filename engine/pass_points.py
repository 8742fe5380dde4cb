"""Points that passes bring, written at once (rules.md 2: Puerto Rico to 200, the Dominican Republic).

The fold computes them whenever it applies a pass, as it does with the points of a play; so a correction changes them,
and a pass that is proved wrong takes them back.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledger import PassPoints
from engine.state import MatchState


def points_of_pass(state: MatchState, seat: str, event: int = 0) -> tuple[PassPoints, ...]:
    """What it brings that `seat` passes now.

    Args:
        event: the number of the pass in the log, where it has one already.
    """
    if not state.rules.passes_pay or not state.round.plays:
        return ()
    return tuple(points for points in _all_points(state, seat, event) if points.points)


def _all_points(state: MatchState, seat: str, event: int) -> Iterator[PassPoints]:
    rules, current, sides = state.rules, state.round, state.sides
    player, tile = current.plays[-1]
    run = (*current.unanswered, event)
    payee = _payee(state, seat, player)
    if payee is not None:
        yield PassPoints("each", payee, rules.each_pass, (event,))
    if player is None:
        return
    if len(current.plays) == 1 and len(run) == 1 and player != seat:
        if tile.is_double:
            yield PassPoints("opening_on_double", sides[player], rules.opening_pass_on_double, run)
        else:
            yield PassPoints("opening", sides[player], rules.opening_pass, run)
    if len(run) == len(sides) - 1 and player != seat:
        yield PassPoints("run", sides[player], rules.run_of_passes, run)
    for before in current.pass_points:
        if before.rule == "run" and len(run) == len(sides) and set(before.passes) < set(run):
            yield PassPoints("lock", before.side, -before.points, run)


def _payee(state: MatchState, seat: str, player: str | None) -> str | None:
    """The side that laid the tile on which a seat passes; where that is its own side, the only other one."""
    sides = state.sides
    if player is not None and sides[player] != sides[seat]:
        return sides[player]
    others = {side for side in sides.values() if side != sides[seat]}
    return others.pop() if len(others) == 1 else None
