"""A DPN text as events, literally: each sign is its event, and nothing is judged or inferred (see `engine.dpn.replay`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from engine.dpn.course import Budget, Course, folded
from engine.dpn.model import (
    Bone, Clock, Comment, Desync, End, Fix, Game, Item, Laid, Noted, Number, Resync, Reveal, Round, Score, Turn, Undo,
)  # fmt: skip
from engine.dpn.places import moved_to
from engine.dpn.tags import setup_of
from engine.errors import EngineError
from engine.events import (
    Closed, Dealt, Desynced, Drew, Event, Fish, Fixed, Illegal, LaidTile, MatchOver, Out, Passed, Played, Resynced,
    Revealed, Undone, Voided,
)  # fmt: skip
from engine.fish import is_blocked
from engine.hands import hand_value
from engine.line import Reason
from engine.tiles import NotationError, Tile

MIRROR = {"L": "R", "R": "L"}
SHORT_REASONS: Mapping[str, str] = {"dup": "duplicate", "turn": "out_of_turn"}
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
    at = (course.seq + 1, course.t)
    match sign:
        case Round():
            return [_deal(course, sign)]
        case Clock():
            course.t = sign.t
        case Number():
            course.skip_to(sign.seq)
        case Turn():
            return _turn(course, sign)
        case End():
            return [_end(course, sign)]
        case Reveal():
            hand = tuple(map(tile_of, sign.hand))
            value = hand_value(hand, course.state.rules)
            return [Revealed(*at, _seated(course, sign.seat), hand, sum(tile.pips for tile in hand), value)]
        case Score(of="M"):
            return [_match_over(course, sign)]
        case Fix():
            return [_fix(course, sign)]
        case Undo():
            if sign.target is None:
                raise NotationError("which event is taken back is missing", "не сказано, какое событие взято назад")
            return [Undone(*at, sign.target)]
        case Desync():
            return [Desynced(*at, sign.reason)]
        case Resync():
            return [Resynced(*at)]
        case Noted():
            return [replace(sign.event, seq=at[0], t=at[1])]
        case Score() | Comment():
            pass  # what they say is said by other events, or by none
    return []


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


def _deal(course: Course, head: Round) -> Event:
    rules, seats = course.state.rules, course.state.seat_ids
    leader = head.lead if isinstance(head.lead, str) else None
    return Dealt(
        course.seq + 1, course.t if head.t is None else head.t, head.number or 0, rules.dealt_each(len(seats)),
        rules.bazaar_of(len(seats)), leader,
    )  # fmt: skip


def _turn(course: Course, turn: Turn) -> list[Event]:
    events: list[Event] = []
    seq, t = course.seq + 1, course.t
    if turn.seat is not None:
        _seated(course, turn.seat)
    if turn.drew:
        events.append(Drew(seq, t, _seated(course, turn.seat), turn.drew))
    if turn.passed:
        numbers = tuple(dict.fromkeys(end.pips for end in course.line.open_ends))
        events.append(Passed(seq + len(events), t, _seated(course, turn.seat), numbers, turn.doubtful))
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


def _end(course: Course, end: End) -> Event:
    seq, t, line = course.seq + 1, course.t, course.line
    if end.seat is not None:
        _seated(course, end.seat)
    match end.kind:
        case "O":
            return Out(seq, t, _seated(course, end.seat))
        case "C":
            return Closed(seq, t, end.seat)
        case "V":
            return Voided(seq, t, "by_hand")
        case _:
            blocked = is_blocked(line, course.state.rules.fish_when)
            early = blocked and not is_blocked(line, "strict")
            return Fish(seq, t, end.seat, end.numbers, early, "table" if blocked else "passes")


def _match_over(course: Course, score: Score) -> Event:
    said = [(entry.side, entry.value) for entry in score.entries]
    losers = tuple(side for side, value in said if value == "lost")
    winners = tuple(side for side, value in said if value == "won")
    return MatchOver(course.seq + 1, course.t, losers, winners)


def _fix(course: Course, fix: Fix) -> Event:
    now = {change.what: change.now for change in fix.changes}
    tile = Tile.parse(now["tile"]) if "tile" in now else None
    return Fixed(course.seq + 1, course.t, fix.target, now.get("seat"), tile, now.get("end"), fix.inferred)
