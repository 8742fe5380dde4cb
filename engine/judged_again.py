"""What the referee says of a round once more, after a correction."""

from __future__ import annotations

from collections.abc import Iterable

from engine import judge
from engine.corrections import effective
from engine.events import Checked, Dealt, Event, Passed, Played, Revealed, WrongPass
from engine.fold import apply, fold
from engine.state import MatchState
from engine.tiles import Tile

Proof = tuple[str, int, Tile]
"""Who passed, the event of the pass, and the tile that proves it wrong."""


def wrong_passes(log: Iterable[Event], draws_seen: bool) -> list[Proof]:
    """The passes of the last round that tiles laid or shown later prove wrong, and that no verdict stands against."""
    events = effective(log)
    start = max((index for index, event in enumerate(events) if isinstance(event, Dealt)), default=len(events))
    state = fold(events[:start])
    judged = {event.passed for event in events[start:] if isinstance(event, WrongPass)}
    proofs: dict[int, Proof] = {}
    for event in events[start:]:
        for seat, passed, tile in _proved_by(event, state, draws_seen):
            if passed not in judged:
                proofs.setdefault(passed, (seat, passed, tile))
        state = apply(state, event)
    return list(proofs.values())


def _proved_by(event: Event, state: MatchState, draws_seen: bool) -> list[Proof]:
    match event:
        case Passed(seat=seat):
            owed = judge.owed_tile(state, seat)
            return [(seat, event.seq, owed)] if owed is not None else []
        case Played(seat=str(seat)):
            tiles = [laid.tile for laid in event.tiles]
        case Revealed(seat=seat):
            tiles = list(event.hand)
        case _:
            return []
    return [(seat, passed, tile) for passed, tile in judge.wrong_passes(state, seat, tiles, draws_seen)]


def is_checked(log: Iterable[Event]) -> bool:
    """Whether it was said of the last round already that its tiles do not add up."""
    said = False
    for event in effective(log):
        said = isinstance(event, Checked) or (said and not isinstance(event, Dealt))
    return said
