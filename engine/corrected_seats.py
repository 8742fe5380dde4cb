"""What else changes in a log when a play turns out to have been another seat's.

Passes were inferred from who seemed to play, and verdicts from what that seat seemed to hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.events import Closed, Dealt, Event, Fish, Fixed, Illegal, Out, Passed, Played, Setup, WrongPass


def with_seat_of_play(fix: Fixed, log: Sequence[Event]) -> list[Event]:
    """The log without what followed from the seat that event `fix.target`, a play, had before.

    Of the passes that were inferred before this play and before the next one, those of seats that were not skipped
    after all go, and the verdicts on them; so do verdicts on wrong passes that this tile proved, and that the next play
    was out of turn. Who went out or made the fish by this play is corrected with it.
    """
    at = next((index for index, event in enumerate(log) if event.seq == fix.target), 0)
    play, seats = log[at] if log else None, _seats(log[:at])
    if not isinstance(play, Played) or fix.seat is None or fix.seat not in seats or play.seat == fix.seat:
        return list(log)
    end = next((i for i, event in enumerate(log) if i > at and isinstance(event, Dealt)), len(log))
    follower = next((i for i in range(at + 1, end) if isinstance(log[i], Played)), None)
    gone = {event.seq for event in _not_skipped(_inferred_before(at, log), fix.seat)}
    if follower is not None:
        following = log[follower]
        assert isinstance(following, Played)
        skipped = _between(seats, _after(seats, fix.seat), following.seat)
        gone |= {event.seq for event in _inferred_before(follower, log) if event.seat not in skipped}
    kept: list[Event] = []
    for index, event in enumerate(log):
        if event.seq in gone or (at < index and _followed(event, play, gone, follower and log[follower].seq)):
            continue
        kept.append(_by(fix.seat, event) if _is_end_by(play, event, log[at + 1 : index]) else event)
    return kept


def _seats(log: Sequence[Event]) -> tuple[str, ...]:
    setups = [event for event in log if isinstance(event, Setup)]
    return tuple(seat.id for seat in setups[-1].seats) if setups else ()


def _after(seats: Sequence[str], seat: str) -> str:
    return seats[(seats.index(seat) + 1) % len(seats)]


def _between(seats: Sequence[str], first: str, last: str | None) -> list[str]:
    """The seats from `first` on, up to but without `last`; none where `last` is not known."""
    if last not in seats:
        return []
    count = (seats.index(last) - seats.index(first)) % len(seats)
    return [seats[(seats.index(first) + step) % len(seats)] for step in range(count)]


def _inferred_before(index: int, log: Sequence[Event]) -> list[Passed]:
    """The passes that were inferred from the play at `index`."""
    passes: list[Passed] = []
    for event in reversed(log[:index]):
        if not (isinstance(event, Passed) and event.inferred):
            break
        passes.insert(0, event)
    return passes


def _not_skipped(passes: Sequence[Passed], seat: str) -> Sequence[Passed]:
    """Those from the one of `seat` on: it has played, and nobody after it was asked."""
    first = next((index for index, event in enumerate(passes) if event.seat == seat), len(passes))
    return passes[first:]


def _followed(event: Event, play: Played, gone: set[int], follower: int | None) -> bool:
    """Whether a verdict rests on who seemed to have played."""
    if isinstance(event, WrongPass):
        laid = {laid.tile for laid in play.tiles}
        return event.passed in gone or (event.seat == play.seat and event.tile in laid)
    return isinstance(event, Illegal) and event.reason == "out_of_turn" and event.play == follower


def _is_end_by(play: Played, event: Event, since: Sequence[Event]) -> bool:
    """Whether this play ended the round: it was the last one, or the last before nothing but doubles."""
    if not isinstance(event, Out | Fish | Closed) or event.seat != play.seat:
        return False
    if any(isinstance(event, Dealt) for event in since) or event.seq < play.seq:
        return False
    later = [laid.tile for event in since if isinstance(event, Played) for laid in event.tiles]
    return not later or (isinstance(event, Fish) and all(tile.is_double for tile in later))


def _by(seat: str, event: Event) -> Event:
    fields: dict[str, Any] = {"seat": seat}
    return replace(event, **fields)
