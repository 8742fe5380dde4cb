"""The state of a match as a fold over its events: undo, replay and resume all come from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Literal

from engine.corrections import effective
from engine.events import (
    Closed,
    Dealt,
    Desynced,
    Drew,
    Event,
    Fish,
    Illegal,
    LaidTile,
    MatchOver,
    Out,
    Passed,
    Played,
    Redealt,
    Resynced,
    Revealed,
    Scored,
    Seat,
    Setup,
    WrongPass,
)
from engine.line import Line, OpenEnd, Placed, Reason
from engine.rulesets import RuleSet, get
from engine.scoring import Account, Termination
from engine.tiles import Tile

Phase = Literal["waiting", "playing", "ended", "scored", "over"]


@dataclass
class RoundState:
    """One round as far as the log tells.

    `lacks`: for each seat the passes that its later tiles may prove wrong, as (event of the pass, numbers that were
    open). `last_turn`: the plays of the turn that was last, several where the rules let doubles be laid together.
    """

    line: Line
    number: int = 0
    each: int = 0
    bazaar: int = 0
    leader: str | None = None
    turn: str | None = None
    plays: list[tuple[str | None, Tile]] = field(default_factory=list)
    play_events: list[Played] = field(default_factory=list)
    last_turn: list[Played] = field(default_factory=list)
    drawn: dict[str, int] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict)
    lacks: dict[str, list[tuple[int, tuple[int, ...]]]] = field(default_factory=dict)
    passes: int = 0
    proved_wrong: set[int] = field(default_factory=set)
    illegal: dict[int, Reason] = field(default_factory=dict)
    hands: dict[str, tuple[Tile, ...]] = field(default_factory=dict)
    termination: Termination | None = None
    winner: str | None = None
    fisher: str | None = None


@dataclass
class MatchState:
    """All that the log says now.

    `phase`: `waiting` for a deal, `playing`, `ended` (out or fish: the hands are to be shown), `scored`, `over`.
    """

    rules: RuleSet
    round: RoundState
    seats: tuple[Seat, ...] = ()
    phase: Phase = "waiting"
    accounts: dict[str, Account] = field(default_factory=dict)
    carry: int = 0
    next_leader: str | None = None
    scores: list[Scored] = field(default_factory=list)
    losers: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    desync: str | None = None

    @property
    def line(self) -> Line:
        """The line of play of this round."""
        return self.round.line

    @property
    def turn(self) -> str | None:
        """Whose turn it is, where that is known."""
        return self.round.turn if self.phase == "playing" else None

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The open ends of the line."""
        return self.line.open_ends

    @property
    def seat_ids(self) -> tuple[str, ...]:
        """The seats in turn order."""
        return tuple(seat.id for seat in self.seats)

    def after(self, seat: str | None) -> str | None:
        """The next seat in turn order."""
        if seat is None or not self.rules.turns:
            return None
        ids = self.seat_ids
        return ids[(ids.index(seat) + 1) % len(ids)]

    def before(self, seat: str) -> str:
        """The seat that plays before another one."""
        ids = self.seat_ids
        return ids[ids.index(seat) - 1]

    def between(self, first: str, last: str) -> list[str]:
        """The seats from `first` on, up to but without `last`, in turn order."""
        seats = []
        while first != last:
            seats.append(first)
            first = self.after(first) or last
        return seats

    def tiles_left(self, seat: str) -> int:
        """How many tiles a seat holds: its revealed hand, else dealt and drawn less laid (draws that nobody saw are
        not in it)."""
        if seat in self.round.hands:
            return len(self.round.hands[seat])
        laid = sum(player == seat for player, _ in self.round.plays)
        return max(0, self.round.each + self.round.drawn.get(seat, 0) - laid)


def new_line(rules: RuleSet) -> Line:
    """An empty line of play under these rules."""
    return Line(rules.shape, rules.set, rules.copies)


def node_of(line: Line, laid: LaidTile) -> Placed:
    """The node of the tree for a tile of the log."""
    if not line.placed:
        return Placed(laid.tile, closed=laid.closed)
    if line.shape.kind == "free" and laid.end is not None:
        return Placed(laid.tile, laid.end, int(laid.end.removeprefix("T")) - 1, laid.touch, laid.at, laid.closed)
    for end in line.open_ends:
        if end.end == laid.end:
            # the number that is there now: a correction may have changed it since the tile was laid
            return Placed(laid.tile, laid.end, end.index, laid.touch, end.pips, laid.closed)
    parent = max((i for i, tile in enumerate(line.tiles) if tile == laid.on), default=None)
    return Placed(laid.tile, None, parent, laid.touch, laid.at, laid.closed)


def same_turn(rules: RuleSet, turn: Sequence[Played], tiles: Sequence[LaidTile]) -> bool:
    """Whether one seat may lay these tiles in the turn of those plays: doubles only, each at another end."""
    laid = [laid for play in turn for laid in play.tiles] + list(tiles)
    ends = {tile.end for tile in laid}
    doubles = all(tile.tile.is_double for tile in laid)
    return len(laid) <= rules.multi_doubles and doubles and None not in ends and len(ends) == len(laid)


def in_turn_still(state: MatchState, seat: str | None) -> bool:
    """Whether this seat played last and nobody passed since."""
    turn = state.round.last_turn
    return bool(turn) and turn[-1].seat == seat and not state.round.passes


def begin(rules: RuleSet, seats: tuple[Seat, ...] = ()) -> MatchState:
    """The state before the first deal."""
    accounts = {seat.id: Account() for seat in seats}
    return MatchState(rules, RoundState(new_line(rules)), seats, accounts=accounts)


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after one more event, which is neither a correction nor an undo (those need the whole log: `fold`).

    The state given is used up: its round is changed in place.
    """
    if isinstance(event, Setup):
        return begin(event.rules, event.seats)
    handler = _HANDLERS.get(type(event))
    if handler is not None:
        handler(state, event)
    return state


def fold(events: Iterable[Event]) -> MatchState:
    """The state after all events; corrections and undos are honoured. A log without a set-up is one of `free` play."""
    return reduce(apply, effective(events), begin(get("free")))


# -- one function for each kind of event -----------------------------------------------------------------------------


def _dealt(state: MatchState, event: Dealt) -> None:
    state.round = RoundState(
        new_line(state.rules), event.round, event.each, event.bazaar, event.leader, turn=event.leader
    )
    state.phase = "playing"


def _redealt(state: MatchState, event: Redealt) -> None:
    if event.granted:
        state.phase = "waiting"
        state.next_leader = state.round.leader


def _played(state: MatchState, event: Played) -> None:
    current = state.round
    for laid in event.tiles:
        current.line.push_observed(node_of(current.line, laid))
        current.plays.append((event.seat, laid.tile))
    goes_on = in_turn_still(state, event.seat) and same_turn(state.rules, current.last_turn, event.tiles)
    current.last_turn = [*current.last_turn, event] if goes_on else [event]
    current.play_events.append(event)
    if state.phase == "playing":
        current.hands.clear()  # shown too early: the round went on
    current.passes = 0
    current.turn = state.after(event.seat)
    if event.seat is not None:
        current.last[event.seat] = "+".join(str(laid.tile) for laid in event.tiles)


def _drew(state: MatchState, event: Drew) -> None:
    current = state.round
    current.drawn[event.seat] = current.drawn.get(event.seat, 0) + event.count
    current.bazaar -= event.count
    current.last[event.seat] = "draw"
    current.lacks.pop(event.seat, None)  # what it lacked before, it may have drawn


def _passed(state: MatchState, event: Passed) -> None:
    current = state.round
    current.lacks.setdefault(event.seat, []).append((event.seq, event.numbers))
    current.last[event.seat] = "pass"
    current.passes += 1
    current.turn = state.after(event.seat)


def _wrong_pass(state: MatchState, event: WrongPass) -> None:
    state.round.proved_wrong.add(event.passed)


def _illegal(state: MatchState, event: Illegal) -> None:
    state.round.illegal[event.play] = event.reason


def _fish(state: MatchState, event: Fish) -> None:
    state.phase, state.round.termination, state.round.fisher = "ended", "fish", event.seat


def _out(state: MatchState, event: Out) -> None:
    state.phase, state.round.termination, state.round.winner = "ended", "out", event.seat


def _closed(state: MatchState, event: Closed) -> None:
    state.phase, state.round.termination, state.round.fisher = "ended", "closed", event.seat


def _revealed(state: MatchState, event: Revealed) -> None:
    state.round.hands[event.seat] = event.hand


def _scored(state: MatchState, event: Scored) -> None:
    state.phase = "scored"
    state.carry, state.next_leader = event.carry, event.leader
    state.accounts = {row.seat: Account(row.score, row.remembered, row.open) for row in event.seats}
    state.scores.append(event)


def _match_over(state: MatchState, event: MatchOver) -> None:
    state.phase, state.losers, state.winners = "over", event.losers, event.winners


def _desynced(state: MatchState, event: Desynced) -> None:
    state.desync = event.reason


def _resynced(state: MatchState, event: Resynced) -> None:
    state.desync = None


_HANDLERS: dict[type[Event], Callable[[MatchState, Any], None]] = {
    Dealt: _dealt, Redealt: _redealt, Played: _played, Drew: _drew, Passed: _passed,
    WrongPass: _wrong_pass, Illegal: _illegal, Fish: _fish, Out: _out, Closed: _closed, Revealed: _revealed,
    Scored: _scored, MatchOver: _match_over, Desynced: _desynced, Resynced: _resynced,
}  # fmt: skip
