"""Who played in a recorded round: the last round of a log, its plays without seats, and what to correct in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.corrections import effective, not_undone
from engine.events import Dealt, Drew, Event, Fixed, Passed, Played, Revealed, Setup
from engine.fold import new_line, node_of, same_turn
from engine.inference.infer import infer
from engine.inference.model import Inference, Odds, Table, Turn
from engine.line import Line
from engine.rulesets import RuleSet
from engine.tiles import Tile

Likelihoods = Mapping[str, float]


@dataclass(frozen=True)
class NamedRound:
    """Who played in a round. `events`: the numbers of the events that make up each turn of the inference."""

    inference: Inference
    events: tuple[tuple[int, ...], ...]
    fixes: Mapping[int, str]
    """Plays that the log gives to nobody or to another seat: the event's number and the seat that it should have."""

    @property
    def in_doubt(self) -> tuple[int, ...]:
        """The numbers of the events that a person should be asked about: another reading is about as probable."""
        if not self.inference.about_equal:
            return ()
        return tuple(seq for turn in self.inference.differs for seq in self.events[turn])


def name_seats(
    events: Iterable[Event],
    hints: Mapping[int, Likelihoods] | None = None,
    *,
    believe: Literal["named", "corrected"] = "named",
    reveal: Mapping[str, Sequence[Tile]] | None = None,
    draws_seen: bool = False,
    odds: Odds | None = None,
) -> NamedRound | None:
    """Finds who played in the last round of a log; None where no order of play is kept, or nothing was dealt or played,
    or the seats that are certain contradict each other.

    Args:
        hints: for plays, by the number of their event, the likelihood of each seat (from the table edge of the hand).
        believe: which seats of the log are certain where there is no hint: all, or those that a person corrected (the
            others may be the referee's own guess from the turn order). A person's correction always is.
        reveal: the hands that are shown; None: those of the log.
        draws_seen: every draw is in the log.

    Raises:
        LogError: a hand or a hint names a seat that is not there.
    """
    log = list(events)
    told = effective(log)
    setup = next((event for event in reversed(told) if isinstance(event, Setup)), None)
    dealt = next((event for event in reversed(told) if isinstance(event, Dealt)), None)
    if setup is None or dealt is None or not setup.rules.turns or not setup.seats:
        return None
    corrected = {
        event.target for event in not_undone(log) if isinstance(event, Fixed) and event.seat and not event.inferred
    }
    reader = _Reader(setup.rules, hints or {}, corrected, believe == "named")
    for event in told[told.index(dealt) + 1 :]:
        reader.read(event)
    if not any(turn.tiles for turn in reader.turns):
        return None
    hands = reader.hands if reveal is None else reveal
    table = Table(
        tuple(seat.id for seat in setup.seats), dealt.each, dealt.leader,
        {seat: tuple(hand) for seat, hand in hands.items()}, dealt.bazaar, setup.rules.draw, setup.rules.bazaar_keep,
        draws_seen, setup.rules.set, setup.rules.copies,
    )  # fmt: skip
    inference = infer(table, reader.turns, odds)
    if inference is None:
        return None
    fixes = {
        play.seq: seat
        for plays, seat in zip(reader.plays, inference.best.seats, strict=True)
        for play in plays
        if isinstance(play, Played) and play.seat != seat
    }
    return NamedRound(inference, tuple(tuple(event.seq for event in turn) for turn in reader.plays), fixes)


class _Reader:
    """Makes turns of a round's events."""

    def __init__(
        self, rules: RuleSet, hints: Mapping[int, Likelihoods], corrected: set[int], believes_log: bool
    ) -> None:
        self.rules, self.hints, self.corrected, self.believes_log = rules, hints, corrected, believes_log
        self.line: Line = new_line(rules)
        self.turns: list[Turn] = []
        self.plays: list[list[Played | Passed | Drew]] = []
        self.hands: dict[str, tuple[Tile, ...]] = {}

    def read(self, event: Event) -> None:
        """One more event of the round."""
        numbers = tuple(dict.fromkeys(end.pips for end in self.line.open_ends))
        if isinstance(event, Played):
            self._played(event, numbers)
            self.hands.clear()  # shown too early: the round went on
        elif isinstance(event, Passed) and not event.inferred:
            self._add(Turn(numbers=event.numbers, seats={event.seat: 1.0}), event)
        elif isinstance(event, Drew):
            self._add(Turn(numbers=numbers, seats={event.seat: 1.0}, drawn=event.count), event)
        elif isinstance(event, Revealed):
            self.hands[event.seat] = event.hand

    def _add(self, turn: Turn, event: Played | Passed | Drew) -> None:
        self.turns.append(turn)
        self.plays.append([event])

    def _played(self, event: Played, numbers: tuple[int, ...]) -> None:
        before = [one for one in self.plays[-1] if isinstance(one, Played)] if self.plays else []
        joins = bool(before) and same_turn(self.rules, before, event.tiles)
        for laid in event.tiles:
            self.line.push_observed(node_of(self.line, laid))
        seats, tiles = self._likelihoods(event), tuple(laid.tile for laid in event.tiles)
        if not joins or before[-1].t != event.t:
            self._add(Turn(tiles, numbers, seats, joins=joins), event)
            return
        turn = self.turns[-1]
        self.turns[-1] = replace(turn, tiles=turn.tiles + tiles, seats=_both(turn.seats, seats))
        self.plays[-1].append(event)

    def _likelihoods(self, event: Played) -> Likelihoods | None:
        if event.seat is not None and event.seq in self.corrected:
            return {event.seat: 1.0}
        if event.seq in self.hints:
            return self.hints[event.seq]
        return {event.seat: 1.0} if event.seat is not None and self.believes_log else None


def _both(one: Likelihoods | None, other: Likelihoods | None) -> Likelihoods | None:
    """Two pieces of evidence about one turn."""
    if one is None or other is None:
        return other if one is None else one
    return {seat: likelihood * other.get(seat, 0.0) for seat, likelihood in one.items()}
