"""Which events of a log count: undos are cut out first, then the corrections that remain are put in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from engine.corrected_seats import with_seat_of_play
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

ENDS = (Out, Fish, Closed)


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

    After a correction, verdicts that it may change and the end of the unscored round are left out: the referee judges
    anew.
    """
    log: list[Event] = []
    for event in not_undone(events):
        if isinstance(event, Fixed):
            if event.seat is not None and not event.inferred:
                log = with_seat_of_play(event, log)
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
    the next deal and of the end of its round after it, whether that round or a later one was scored, and whether
    somebody left."""

    was: Tile | None
    shown: str | None
    next_deal: float
    end: float
    is_scored: bool
    somebody_left: bool


def _around(target: int, log: Sequence[Event]) -> _Around:
    fixed = next((event for event in log if event.seq == target), None)
    deals = (event.seq for event in log if isinstance(event, Dealt) and event.seq > target)
    ends = (event.seq for event in log if isinstance(event, ENDS) and event.seq > target)
    return _Around(
        fixed.tiles[0].tile if isinstance(fixed, Played) else None,
        fixed.seat if isinstance(fixed, Revealed) else None,
        next(deals, inf),
        next(ends, inf),
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
    """Whether an event of the corrected round followed from what was read wrong."""
    if isinstance(event, Illegal) and event.reason != "wrong_lead":
        return fix.target <= event.play < around.next_deal and _is_lifted(event, fix, around)
    if not fix.target < event.seq < around.next_deal:
        return False
    if isinstance(event, Illegal):  # a later tile may have shown that the leader had a double
        return fix.hand is None and not fix.inferred
    if isinstance(event, WrongPass):
        return _is_refuted(event, fix, around)
    if isinstance(event, Checked):
        return fix.hand is not None or fix.tile is not None
    if around.is_scored or fix.hand is not None:
        return False
    return isinstance(event, ENDS) or (isinstance(event, MatchOver) and not around.somebody_left)


def _is_lifted(verdict: Illegal, fix: Fixed, around: _Around) -> bool:
    """Whether a verdict on the corrected play, or on a later one, is to be given anew."""
    of_target, on_line = verdict.play == fix.target, fix.tile is not None or fix.end is not None
    match verdict.reason:
        case "out_of_turn":
            return of_target and fix.seat is not None
        case "exposed_first" | "two_at_once":
            return of_target and fix.hand is None
        case "round_over":
            return around.end < verdict.play and not around.is_scored and fix.hand is None
        case _:
            return on_line


def _is_refuted(verdict: WrongPass, fix: Fixed, around: _Around) -> bool:
    """Whether a wrong pass was proved by what was read wrong, or is to be judged by other numbers now."""
    if fix.hand is not None:
        return verdict.seat == around.shown and verdict.tile not in fix.hand
    if verdict.passed == fix.target:
        return fix.seat is not None
    if fix.tile is not None and verdict.tile == around.was:
        return True
    other_numbers = fix.tile is not None or fix.end is not None
    return other_numbers and verdict.passed > fix.target and around.next_deal == inf


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
