"""Events as DPN. A sign is used where reading it gives the very same event back; any other event is noted as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.dpn.course import Course
from engine.dpn.model import (
    Bone,
    Change,
    Clock,
    Desync,
    End,
    Entry,
    Fix,
    Game,
    Item,
    Laid,
    Noted,
    Number,
    Resync,
    Reveal,
    Round,
    Score,
    Turn,
    Undo,
)  # fmt: skip
from engine.dpn.reader import read
from engine.dpn.tags import LOG, setup_of, tags_of
from engine.dpn.titles import title_text
from engine.dpn.to_events import read_sign
from engine.dpn.writer import write
from engine.errors import EngineError
from engine.events import (
    Closed,
    Dealt,
    Desynced,
    Drew,
    Event,
    Fish,
    Fixed,
    Illegal,
    LaidTile,
    MatchOver,
    Out,
    Passed,
    Played,
    Resynced,
    Revealed,
    Scored,
    Setup,
    Undone,
    Voided,
)  # fmt: skip
from engine.tiles import Tile

SURE = 0.9
"""A tile that was read with less confidence is marked with ?."""


def from_events(events: Iterable[Event]) -> Game:
    """The game that a log tells, with nothing of it lost.

    Raises:
        engine.tiles.NotationError: the log makes no sense: its numbers do not grow, or an event cannot come where it
            stands.
    """
    log = list(events)
    course, book = Course(), _Book()
    game = Game((LOG,))
    if log and isinstance(log[0], Setup):
        told = Game((*tags_of(log[0]), LOG))
        if _reads_as(told, log[0]):
            game = told
            course.add(log[0])
            log = log[1:]
    place = 0
    while place < len(log):
        place += _write(course, book, log[place : place + 2])
    return Game(game.tags, book.rounds())


def _reads_as(game: Game, setup: Setup) -> bool:
    try:
        return setup_of(game) == setup
    except EngineError:
        return False


class _Book:
    """The rounds that are written so far."""

    def __init__(self) -> None:
        self._heads = [Round()]
        self._items: list[list[Item]] = [[]]

    def add(self, sign: Round | Item) -> None:
        if isinstance(sign, Round):
            self._heads.append(sign)
            self._items.append([])
        else:
            self._items[-1].append(sign)

    def rounds(self) -> tuple[Round, ...]:
        written = zip(self._heads, self._items, strict=True)
        return tuple(replace(head, items=tuple(items)) for head, items in written if items or head.number is not None)


def _write(course: Course, book: _Book, events: Sequence[Event]) -> int:
    """Writes one event, or a play together with the verdict on it; returns how many it was."""
    event = events[0]
    if event.seq > course.seq + 1:
        book.add(Number(event.seq))
        course.skip_to(event.seq)
    if isinstance(event, Scored) and _is_text(board := _score(event)):
        book.add(board)
    for signs, count in _choices(course, event, events):
        if _says(course, signs, events[:count]):
            break
    else:
        signs, count = _clocked(course, event, [Noted(replace(event, seq=0, t=0.0))]), 1
    for sign in signs:
        book.add(sign)
    for written in events[:count]:
        course.add(written)
    return count


def _choices(course: Course, event: Event, events: Sequence[Event]) -> Iterable[tuple[list[Round | Item], int]]:
    """Signs that may say the event, the shortest first, each with how many events it would say."""
    if isinstance(event, Dealt):
        yield [Round(event.round, None if event.t == course.t else event.t, event.leader)], 1
        return
    if isinstance(event, Played):
        verdict = events[1] if len(events) > 1 else None
        count = 2 if not event.legal and isinstance(verdict, Illegal) and verdict.play == event.seq else 1
        reason = verdict.reason if count == 2 and isinstance(verdict, Illegal) else None
        turn = _turn(event, reason)
        if event.points or course.state.rules.ends_pay != "none":
            turn = replace(turn, sum=event.sum)
        yield _clocked(course, event, [turn]), count
        yield _clocked(course, event, [replace(turn, sum=event.sum)]), count
        return
    sign = _sign(course, event)
    if sign is not None:
        yield _clocked(course, event, [sign]), 1


def _clocked(course: Course, event: Event, signs: Sequence[Item]) -> list[Round | Item]:
    return [*signs] if event.t == course.t else [Clock(event.t), *signs]


def _says(course: Course, signs: Sequence[Round | Item], events: Sequence[Event]) -> bool:
    """Whether the signs read as just these events."""
    t = course.t
    try:
        said = [event for sign in signs for event in read_sign(course, sign)]
        return said == list(events) and all(map(_is_text, signs))
    except EngineError:
        return False
    finally:
        course.t = t


def _is_text(sign: Round | Item) -> bool:
    """Whether a sign can be written and reads back as itself."""
    game = Game(rounds=(sign if isinstance(sign, Round) else Round(items=(sign,)),))
    try:
        return read(write(game)) == game
    except EngineError:
        return False


def _bone(laid: LaidTile) -> Bone:
    touch = laid.tile.high if laid.touch is None or not laid.tile.has(laid.touch) else laid.touch
    return Bone(touch, laid.tile.other(touch))


def _hand(tiles: Iterable[Tile]) -> tuple[Bone, ...]:
    return tuple(Bone(*tile.halves) for tile in tiles)


def _turn(event: Played, reason: str | None) -> Turn:
    confidence = tuple(laid.confidence for laid in event.tiles)
    certain = all(value == 1.0 for value in confidence)
    return Turn(
        event.seat,
        laid=tuple(Laid(_bone(laid), laid.end, laid.closed) for laid in event.tiles),
        points=event.points or None,
        reason=reason,
        doubtful=any(value < SURE for value in confidence),
        confidence=() if certain else confidence,
    )


def _sign(course: Course, event: Event) -> Item | None:
    """The sign for an event, as far as there is one; it may still not say all of it."""
    if isinstance(event, Fixed):
        return _fix(course, event)
    writer = _WRITERS.get(type(event))
    return writer(event) if writer else None


def _match_over(event: MatchOver) -> Score:
    titles = {title.side: title_text(title) for title in event.titles}
    said = [(side, "won") for side in event.winners] + [(side, "lost") for side in event.losers]
    return Score("M", tuple(Entry(side, value, titles.get(side)) for side, value in said))


_WRITERS: Mapping[type[Event], Callable[[Any], Item]] = {
    Drew: lambda event: Turn(event.seat, drew=max(event.count, 0)),
    Passed: lambda event: Turn(event.seat, passed=True, points=event.points or None, doubtful=event.inferred),
    Out: lambda event: End("O", event.seat),
    Fish: lambda event: End("F", event.seat, event.numbers),
    Closed: lambda event: End("C", event.seat),
    Voided: lambda event: End("V"),
    Revealed: lambda event: Reveal(event.seat, _hand(event.hand)),
    MatchOver: _match_over,
    Undone: lambda event: Undo(event.target),
    Desynced: lambda event: Desync(event.reason),
    Resynced: lambda event: Resync(),
}


def end_sign(event: Event) -> End | None:
    """The sign for the end of a round; None for any other event."""
    sign = _WRITERS[type(event)](event) if type(event) in _WRITERS else None
    return sign if isinstance(sign, End) else None


def _fix(course: Course, event: Fixed) -> Fix:
    laid, seat = course.as_told(event.target)
    changes = []
    if event.tile is not None:
        changes.append(Change("tile", str(event.tile), str(laid.tile) if laid else None))
    if event.end is not None:
        changes.append(Change("end", event.end, laid.end if laid else None))
    if event.seat is not None:
        changes.append(Change("seat", event.seat, seat or "?"))
    return Fix(event.target, tuple(changes), event.inferred)


def _score(event: Scored) -> Score:
    """The board after a round, for people: it is the event that counts."""
    return Score("S", tuple(Entry(row.side, board_text(row.score, row.remembered, row.open)) for row in event.sides))


def board_text(score: int, remembered: int, is_open: bool) -> str:
    """An account as the board shows it: "58", or "+12" for points that are only remembered."""
    return f"+{remembered}" if remembered and not is_open else str(score)
