"""A DPN text as events, literally: each sign is its event; nothing is judged or inferred (see `engine.dpn.replay`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from engine.dpn.course import Budget, Course, folded
from engine.dpn.model import (
    SHORT_REASONS,
    Bone,
    Clock,
    Comment,
    Desync,
    End,
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
from engine.dpn.places import moved_to
from engine.dpn.tags import setup_of
from engine.dpn.titles import title_of
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
    Undone,
    Voided,
)  # fmt: skip
from engine.fish import is_blocked
from engine.hands import hand_value
from engine.line import Reason
from engine.tiles import NotationError, Tile

MIRROR = {"L": "R", "R": "L"}
ARMS: Mapping[str, str] = {"chain": "LR", "house": "LRUD"}
"""The ends of a line that grows in fixed directions."""
DOUBTFUL = 0.5
"""The confidence of a tile that is marked with ? and of which nothing else is said."""


def to_events(game: Game) -> list[Event]:
    """The events that a game's signs are.

    Raises:
        NotationError: a sign makes no sense where it stands; the sentence says where.
    """
    course = Course()
    events: list[Event] = []
    setup = setup_of(game)
    if setup is not None:
        course.add(setup)
        events.append(setup)
    for one in game.rounds:
        signs: list[Round | Item] = [one] if one.number is not None else []
        for sign in signs + list(one.items):
            try:
                for event in read_sign(course, sign):
                    course.add(event)
                    events.append(event)
            except EngineError as error:
                raise moved_to(sign.place, error) from None
    check(events)
    return events


def check(events: list[Event]) -> None:
    """Whether the fold of all events makes sense.

    Raises:
        NotationError: it makes none, or corrections make it too long.
    """
    folded(events, Budget())


def read_sign(course: Course, sign: Round | Item) -> list[Event]:
    """The events that a sign is at this point of the game; the course is left to its caller to go on.

    Raises:
        NotationError: the sign makes no sense here.
    """
    return _READERS[type(sign)](course, sign)


def tile_of(bone: Bone) -> Tile:
    """The tile of a bone.

    Raises:
        NotationError: nobody could read it.
    """
    if bone.touch is None or bone.outer is None:
        raise NotationError("the tile is unknown", "кость неизвестна")
    return Tile(bone.touch, bone.outer)


def reason_of(word: str) -> Reason:
    """The verdict that a mark names, also in short: dup, turn."""
    return cast(Reason, SHORT_REASONS.get(word, word))


def _seated(course: Course, seat: str | None) -> str:
    ids = course.state.seat_ids
    if seat is None:
        raise NotationError("the seat is unknown", "место неизвестно")
    if ids and seat not in ids:
        known = ", ".join(ids)
        raise NotationError(
            f"there is no seat {seat!r}; the seats are {known}", f"места {seat!r} нет; есть места {known}"
        )
    return seat


def _deal(course: Course, head: Round) -> list[Event]:
    rules, seats = course.state.rules, course.state.seat_ids
    leader = head.lead if isinstance(head.lead, str) else None
    each, bazaar = rules.dealt_each(len(seats)), rules.bazaar_of(len(seats))
    return [Dealt(course.seq + 1, course.t if head.t is None else head.t, head.number or 0, each, bazaar, leader)]


def _turn(course: Course, turn: Turn) -> list[Event]:
    events: list[Event] = []
    seq, t = course.seq + 1, course.t
    if turn.seat is not None:
        _seated(course, turn.seat)
    if turn.drew:
        events.append(Drew(seq, t, _seated(course, turn.seat), turn.drew))
    if turn.passed:
        numbers = tuple(dict.fromkeys(end.pips for end in course.line.open_ends))
        events.append(
            Passed(seq + len(events), t, _seated(course, turn.seat), numbers, turn.doubtful, turn.points or 0)
        )
    if turn.laid:
        events += _plays(course, turn, seq + len(events))
    return events


def _plays(course: Course, turn: Turn, seq: int) -> list[Event]:
    confidence = turn.confidence or (DOUBTFUL if turn.doubtful else 1.0,) * len(turn.laid)
    tiles: list[LaidTile] = []
    for laid, sure in zip(turn.laid, confidence, strict=True):
        tiles.append(_laid(course, laid, sure))
    total = course.lay(tiles)
    played = Played(
        seq, course.t, turn.seat, tuple(tiles), total if turn.sum is None else turn.sum, turn.points or 0,
        turn.reason is None,
    )  # fmt: skip
    if turn.reason is None:
        return [played]
    return [played, Illegal(seq + 1, course.t, turn.seat, seq, tiles[-1].tile, reason_of(turn.reason))]


def _laid(course: Course, laid: Laid, confidence: float) -> LaidTile:
    tile, line = tile_of(laid.bone), course.line
    touch = laid.bone.touch
    if not line.placed:
        course.mirrored = tile.halves[0] != touch
        return LaidTile(tile, None, laid.closed, confidence)
    if laid.arm is None:
        return LaidTile(tile, None, laid.closed, confidence)
    arm = MIRROR.get(laid.arm, laid.arm) if course.mirrored else laid.arm
    for end in line.open_ends:
        if end.end == arm and (line.shape.kind != "free" or end.pips == touch):
            return LaidTile(tile, arm, laid.closed, confidence, line.tiles[end.index], touch, end.pips)
    if line.shape.kind == "free" and 0 < int(arm[1:] or 0) <= len(line):
        return LaidTile(tile, arm, laid.closed, confidence, line.tiles[int(arm[1:]) - 1], touch, touch)
    raise NotationError(f"no end {laid.arm} is open here", f"конец {laid.arm} здесь не открыт")


def _reveal(course: Course, sign: Reveal) -> list[Event]:
    hand = tuple(map(tile_of, sign.hand))
    seat, value = _seated(course, sign.seat), hand_value(hand, course.state.rules)
    return [Revealed(course.seq + 1, course.t, seat, hand, sum(tile.pips for tile in hand), value)]


def _end(course: Course, end: End) -> list[Event]:
    seq, t = course.seq + 1, course.t
    if end.kind == "V":
        return [Voided(seq, t, "by_hand")]
    if end.kind == "O":
        return [Out(seq, t, _seated(course, end.seat))]
    seat = None if end.seat is None else _seated(course, end.seat)
    if end.kind == "C":
        return [Closed(seq, t, seat)]
    blocked = is_blocked(course.line, course.state.rules.fish_when)
    early = blocked and not is_blocked(course.line, "strict")
    return [Fish(seq, t, seat, end.numbers, early, "table" if blocked else "passes")]


def _board(course: Course, score: Score) -> list[Event]:
    """The end of the match; the board after a round is for people, and the score's own event follows it."""
    if score.of == "S":
        return []
    said = [(entry.side, entry.value) for entry in score.entries]
    losers = tuple(side for side, value in said if value == "lost")
    winners = tuple(side for side, value in said if value == "won")
    titles = [title_of(entry.side, entry.title) for entry in score.entries if entry.title is not None]
    named = tuple(title for title in titles if title is not None)
    return [MatchOver(course.seq + 1, course.t, losers, winners, named)]


def _fix(course: Course, fix: Fix) -> list[Event]:
    now = {change.what: change.now for change in fix.changes}
    tile = Tile.parse(now["tile"]) if "tile" in now else None
    return [Fixed(course.seq + 1, course.t, fix.target, now.get("seat"), tile, now.get("end"), inferred=fix.inferred)]


def _undo(course: Course, undo: Undo) -> list[Event]:
    if undo.target is None:
        raise NotationError("which event is taken back is missing", "не сказано, какое событие взято назад")
    return [Undone(course.seq + 1, course.t, undo.target)]


def _desync(course: Course, desync: Desync) -> list[Event]:
    return [Desynced(course.seq + 1, course.t, desync.reason)]


def _resync(course: Course, resync: Resync) -> list[Event]:
    return [Resynced(course.seq + 1, course.t)]


def _noted(course: Course, noted: Noted) -> list[Event]:
    return [replace(noted.event, seq=course.seq + 1, t=course.t)]


def _clock(course: Course, clock: Clock) -> list[Event]:
    course.t = clock.t
    return []


def _number(course: Course, number: Number) -> list[Event]:
    course.skip_to(number.seq)
    return []


def _comment(course: Course, comment: Comment) -> list[Event]:
    return []


_READERS: Mapping[type[Round | Item], Callable[[Course, Any], list[Event]]] = {
    Round: _deal, Clock: _clock, Number: _number, Turn: _turn, End: _end, Reveal: _reveal, Score: _board,
    Fix: _fix, Undo: _undo, Desync: _desync, Resync: _resync, Noted: _noted, Comment: _comment,
}  # fmt: skip
