"""Seats, hands and recorded rounds that several tests use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from engine.events import Event, Seat
from engine.ledger import Account, Ledger, RoundEnd, Termination
from engine.line import Joint
from engine.referee import Referee
from engine.rulesets import RuleSet, parse
from engine.scoring import Settlement, settle
from engine.sides import sides_of
from engine.tiles import Tile

MASHA = Seat("A", "Masha", "Маша", "S")
ALEX = Seat("B", "Alex", "Алекс", "W")
OLYA = Seat("C", "Olya", "Оля", "N")
SERG = Seat("D", "Serg", "Серж", "E")
FOUR = (MASHA, ALEX, OLYA, SERG)

# rules.md K-9: the moves up to 4-6, the touching half first; and what was left then
K9_MOVES = (
    "B:1-1 C:1-3@L D:1-5@R A:3-5@L B:5-2@L C:5-6@R D:2-0@L A:0-3@L B:3-2@L C:6-0@R D:0-1@R A:2-6@L "
    "B:6-1@L C:1-2@L D:- A:2-4@L B:4-3@L C:1-4@R D:3-6@L A:4-6@R"
)
K9_HANDS = {"A": "0-0 0-4", "B": "3-3 4-5", "C": "2-2 4-4", "D": "0-5 5-5 6-6"}


def tiles(text: str) -> list[Tile]:
    """The tiles of "6-4 0-0"."""
    return [Tile.parse(word) for word in text.split()]


def hands(texts: Mapping[str, str]) -> dict[str, list[Tile]]:
    """Hands by seat."""
    return {seat: tiles(text) for seat, text in texts.items()}


def follow(referee: Referee, moves: str) -> list[Event]:
    """Feeds moves in DPN ("B:5-2@L", closed "B:5-5@Lx") as a camera sees them: the tile, what it touches, and the seat;
    no passes."""
    events: list[Event] = []
    start = int(referee.events[-1].t) + 1 if referee.events else 1
    for t, move in enumerate(moves.split(), start=start):
        seat, _, act = move.partition(":")
        if act == "-":
            continue
        bone, _, arm = act.removesuffix("x").partition("@")
        touch = int(bone.split("-")[0])
        joints = []
        line = referee.state.line
        if line.placed:
            end = next(end for end in line.open_ends if end.end == (arm or "L"))
            joints = [Joint(line.tiles[end.index], end.pips, touch, end.end)]
        events += referee.play(Tile.parse(bone), joints, float(t), seat_hint=seat, closed=act.endswith("x"))
    return events


def worth(points: int) -> tuple[Tile, ...]:
    """A hand with so many points, none of them for a tile that is alone (the same tile may come twice)."""
    if points > 11:
        return (Tile(6, 5), *worth(points - 11))
    return (Tile(min(points, 6), max(points - 6, 0)),) if points else ()


def round_end(
    rules: RuleSet,
    termination: Termination,
    held: Mapping[str, int | str],
    **facts: Any,
) -> RoundEnd:
    """A finished round: what each seat holds, as points or as tiles ("6-4 0-0"), seats in turn order."""
    shown = {seat: worth(hand) if isinstance(hand, int) else tuple(tiles(hand)) for seat, hand in held.items()}
    return RoundEnd(termination, shown, sides_of(rules, tuple(held)), **facts)


def settled(rules: RuleSet, end: RoundEnd, accounts: Mapping[str, Account] | None = None, **board: Any) -> Settlement:
    """The round written to the board: `accounts` by side (empty ones where none are given), `board` as of `Ledger`."""
    empty = dict.fromkeys(end.side_ids, Account())
    return settle(Ledger({**empty, **(accounts or {})}, **board), end, rules)


def kinds(events: Iterable[Event]) -> list[str]:
    """What happened, in order."""
    return [event.ev for event in events]


E = TypeVar("E", bound=Event)


def one(events: Iterable[Event], kind: type[E]) -> E:
    """The only event of a kind."""
    (event,) = (event for event in events if isinstance(event, kind))
    return event


def kozel(moves: str = "", rules: str = "kozel.solo") -> Referee:
    """A four-hand game after these moves."""
    referee = Referee(parse(rules), FOUR)
    referee.start()
    follow(referee, moves)
    return referee
