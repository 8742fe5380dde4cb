"""What the log of a match says now: the round that is played, the board, and who sits at the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.events import Played, Scored, Seat
from engine.ledger import Account, Ledger, PassPoints, Termination, Title
from engine.line import Line, OpenEnd, Reason
from engine.rulesets import RuleSet
from engine.sides import sides_of
from engine.solitaire.course import Course
from engine.tiles import Tile

Phase = Literal["waiting", "playing", "ended", "scored", "over"]


@dataclass
class RoundState:
    """One round as far as the log tells.

    `lacks`: for each seat the passes that its later tiles may prove wrong, as (event of the pass, numbers that were
    open). `last_turn`: the plays of the turn that was last, several where the rules let doubles be laid together, and
    `before_turn` the account of its side before it. `began` is the board when the round was dealt. `play_events` have
    the sum and the points that hold now, after all corrections. `fitted_both`: see `engine.ledger.RoundEnd`.
    `holder_of_six` has bought 6-6 in this round.
    `unanswered`: the passes since the last tile, as events, and `passers` who made them; `pass_points`: what they
    have brought in this round.
    `exposed`: tiles that lie open after a misplay, by seat.
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
    before_turn: Account | None = None
    began: Ledger | None = None
    fitted_both: bool = False
    drawn: dict[str, int] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict)
    lacks: dict[str, list[tuple[int, tuple[int, ...]]]] = field(default_factory=dict)
    passes: int = 0
    unanswered: list[int] = field(default_factory=list)
    passers: list[str] = field(default_factory=list)
    pass_points: list[PassPoints] = field(default_factory=list)
    exposed: dict[str, Tile] = field(default_factory=dict)
    proved_wrong: set[int] = field(default_factory=set)
    illegal: dict[int, Reason] = field(default_factory=dict)
    hands: dict[str, tuple[Tile, ...]] = field(default_factory=dict)
    termination: Termination | None = None
    winner: str | None = None
    fisher: str | None = None
    holder_of_six: str | None = None


@dataclass
class MatchState:
    """All that the log says now.

    `phase`: `waiting` for a deal, `playing`, `ended` (out or fish: the hands are to be shown), `scored`, `over`.
    `time_called`: the time has run out; `time_up`: it had when this round was dealt, or did while it was played.
    `board`: the board of pairs, in games that have one and no line.
    """

    rules: RuleSet
    round: RoundState
    seats: tuple[Seat, ...] = ()
    phase: Phase = "waiting"
    ledger: Ledger = field(default_factory=Ledger)
    next_leader: str | None = None
    scores: list[Scored] = field(default_factory=list)
    losers: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    titles: tuple[Title, ...] = ()
    time_called: bool = False
    time_up: bool = False
    left: tuple[str, ...] = ()
    board: Course | None = None
    desync: str | None = None

    @property
    def line(self) -> Line:
        """The line of play of this round."""
        return self.round.line

    @property
    def turn(self) -> str | None:
        """Whose turn it is, where that is known."""
        turn = self.round.turn if self.board is None else self.board.turn
        return turn if self.phase == "playing" else None

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The open ends of the line."""
        return self.line.open_ends

    @property
    def open_numbers(self) -> tuple[int, ...]:
        """The numbers that are open, each once, in the order of the ends."""
        return tuple(dict.fromkeys(end.pips for end in self.open_ends))

    @property
    def seat_ids(self) -> tuple[str, ...]:
        """The seats in turn order."""
        return tuple(seat.id for seat in self.seats)

    @property
    def sides(self) -> dict[str, str]:
        """The side of each seat."""
        return sides_of(self.rules, self.seat_ids)

    def account_of(self, seat: str) -> Account:
        """The account of a seat's side."""
        return self.ledger.accounts[self.sides[seat]]

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
