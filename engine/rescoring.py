"""Scores that no longer follow from a corrected log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.corrections import effective
from engine.events import Event, Scored
from engine.fold import apply, begin
from engine.round_end import round_end, score_fields
from engine.rulesets import get
from engine.scoring import settle


def rescored(log: Iterable[Event]) -> Iterator[Scored]:
    """The score events as they should read now, those that read so already left out, the first round first."""
    state = begin(get("free"))
    for event in effective(log):
        if isinstance(event, Scored):
            end = round_end(state)
            settlement = settle(state.ledger, end, state.rules, time_up=state.time_up)
            new = replace(event, **score_fields(state, end, settlement))
            if new != event:
                yield new
            event = new
        state = apply(state, event)
