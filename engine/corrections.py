"""Which events of a log count: undos are cut out first, then the corrections that remain are put in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from engine.events import (
    Checked,
    Closed,
    Dealt,
    Event,
    Fish,
    Fixed,
    Illegal,
    LaidTile,
    Left,
    MatchOver,
    Out,
    Passed,
    Played,
    Rescored,
    Revealed,
    Scored,
    Undone,
    WrongPass,
)
from engine.tiles import Tile

LINE_REASONS = ("mismatch", "duplicate", "not_in_set", "closed_end", "detached", "not_a_double", "not_closable")
"""Verdicts that the line alone gives, so that a corrected tile may bring or lift them."""


def not_undone(events: Iterable[Event]) -> list[Event]:
    """The events that no undo took back; corrections are among them."""
    log: list[Event] = []
    for event in events:
        if isinstance(event, Undone):
            log = [kept for kept in log if kept.seq < event.target]
        else:
            log.append(event)
    return log


def last_play(events: Iterable[Event]) -> int | None:
    """The number of the last play, or of the first of the passes inferred from it; None where nothing was played."""
    log = effective(events)
    index = max((i for i, event in enumerate(log) if isinstance(event, Played)), default=None)
    if index is None:
        return None
    while isinstance(before := log[index - 1], Passed) and before.inferred:
        index -= 1
    return log[index].seq


def effective(events: Iterable[Event]) -> list[Event]:
    """The events that count: without what was undone, with corrections and new scores put in.

    After a correction, verdicts on later plays and the end of the unscored round are left out: the referee judges anew.
    """
    log: list[Event] = []
    for event in not_undone(events):
        if isinstance(event, Fixed):
            around = _around(event.target, log)
            followers = _followers(event, log) if event.tile is not None else set()
            log = [_corrected(kept, event, followers, around.was) for kept in log if not _is_stale(kept, event, around)]
        elif isinstance(event, Rescored):
            log = [kept for kept in log if not _is_settled_anew(kept, event)]
            log = [event.score if kept.seq == event.target else kept for kept in log]
        else:
            log.append(event)
    return log


def _is_settled_anew(event: Event, rescored: Rescored) -> bool:
    """The end of the match followed from scores that no longer hold."""
    return isinstance(event, MatchOver) and event.seq > rescored.target


@dataclass(frozen=True)
class _Around:
    """What the log says around a corrected event: the tile that it laid, the seat whose hand it showed, the number of
    the next deal, whether its round or a later one was scored, and whether somebody left."""

    was: Tile | None
    shown: str | None
    next_deal: float
    is_scored: bool
    somebody_left: bool


def _around(target: int, log: Sequence[Event]) -> _Around:
    fixed = next((event for event in log if event.seq == target), None)
    deals = (event.seq for event in log if isinstance(event, Dealt) and event.seq > target)
    return _Around(
        fixed.tiles[0].tile if isinstance(fixed, Played) else None,
        fixed.seat if isinstance(fixed, Revealed) else None,
        next(deals, inf),
        any(isinstance(event, Scored) and event.seq > target for event in log),
        any(isinstance(event, Left) for event in log),
    )


def _followers(fix: Fixed, log: Sequence[Event]) -> set[tuple[int, int]]:
    """Which tiles were laid to the corrected one, as (event, place in the event).

    In a free line the end tells, elsewhere the name of the tile that they were laid to.
    """
    place, of_target, was, found = 0, -1, None, set()
    for event in log:
        if isinstance(event, Dealt):
            if of_target >= 0:
                break
            place = 0
        if not isinstance(event, Played):
            continue
        for number, laid in enumerate(event.tiles):
            if event.seq == fix.target and number == 0:
                of_target, was = place, laid.tile
            elif of_target >= 0 and (laid.end == f"T{of_target + 1}" or (not _is_free(laid) and laid.on == was)):
                found.add((event.seq, number))
            place += 1
    return found


def _is_free(laid: LaidTile) -> bool:
    return laid.end is not None and laid.end.startswith("T")


def _is_stale(event: Event, fix: Fixed, around: _Around) -> bool:
    if fix.hand is not None:
        if isinstance(event, WrongPass):
            return event.seq > fix.target and event.seat == around.shown and event.tile not in fix.hand
        return isinstance(event, Checked) and event.seq > fix.target
    if isinstance(event, Illegal) and event.reason == "wrong_lead" and event.seq > fix.target and not fix.inferred:
        return event.seq <= around.next_deal
    if isinstance(event, Illegal) and fix.tile is None and fix.end is None:
        return event.play == fix.target and event.reason == "out_of_turn"
    if isinstance(event, Illegal):
        return event.play == fix.target or (event.play > fix.target and event.reason in LINE_REASONS)
    if isinstance(event, WrongPass) and fix.tile is not None:
        return event.tile == around.was and event.seq > fix.target
    if isinstance(event, MatchOver) and around.somebody_left:
        return False
    return isinstance(event, Out | Fish | Closed | MatchOver) and event.seq > fix.target and not around.is_scored


def _corrected(event: Event, fix: Fixed, followers: set[tuple[int, int]], was: Tile | None) -> Event:
    if isinstance(event, Played) and event.seq != fix.target and fix.tile is not None and was is not None:
        tiles = [
            _laid_to(fix.tile, was, laid) if (event.seq, number) in followers else laid
            for number, laid in enumerate(event.tiles)
        ]
        return replace(event, tiles=tuple(tiles))
    if event.seq != fix.target:
        return event
    if isinstance(event, Revealed) and fix.hand is not None:
        pips = sum(tile.pips for tile in fix.hand)
        return replace(event, hand=fix.hand, pips=pips, value=fix.value)
    changes: dict[str, Any] = {}
    if fix.seat is not None and hasattr(event, "seat"):
        changes["seat"] = fix.seat
    if isinstance(event, Played) and (fix.tile is not None or fix.end is not None):
        first, *others = event.tiles
        first = replace(first, tile=fix.tile or first.tile, end=fix.end or first.end)
        if first.touch is not None and not first.tile.has(first.touch):
            fits = first.at is not None and first.tile.has(first.at)
            first = replace(first, touch=first.at if fits else first.tile.high)
        changes["tiles"] = (first, *others)
    return replace(event, **changes)


def _laid_to(now: Tile, was: Tile, laid: LaidTile) -> LaidTile:
    """A tile laid to one that was misread: the half that it touches may show another number now.

    Then it is the half that fits, or the one that was misread.
    """
    at = laid.at
    if at is not None and not now.has(at):
        if laid.touch is not None and now.has(laid.touch):
            at = laid.touch
        else:
            kept = was.other(at) if was.has(at) else now.low
            at = now.other(kept) if now.has(kept) else now.high
    return replace(laid, on=now, at=at)
