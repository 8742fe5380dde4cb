"""The course of a game on a board: the position, whose turn it is, who found what, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.rulesets import RuleSet
from engine.solitaire.board import Board
from engine.solitaire.pairs import Fault
from engine.solitaire.travolator import Travolator
from engine.tiles import Tile

Position = Board | Travolator
Result = Literal["cleared", "stuck", "went_round"]


@dataclass(frozen=True)
class BoardOutcome:
    """How a game on a board ended, and which seats won and lost."""

    result: Result
    winners: tuple[str, ...]
    losers: tuple[str, ...]


@dataclass(frozen=True)
class Course:
    """A game on a board as it stands; moves make new ones.

    `pairs`: how many each seat has found, in seat order. `misses`: how often two tiles were turned over in vain.
    `fault`: what was wrong with the last pair that was taken, until the next move; such a pair counts as put back.
    """

    rules: RuleSet
    seats: tuple[str, ...]
    position: Position
    turn: str | None
    pairs: tuple[int, ...]
    misses: int = 0
    fault: Fault | None = None

    @classmethod
    def begin(cls, rules: RuleSet, seats: Sequence[str], position: Position) -> Course:
        """The first seat is to move."""
        return cls(rules, tuple(seats), position, seats[0] if seats else None, (0,) * len(seats))

    @property
    def turns_pass(self) -> bool:
        """Whether a miss is no fault but ends the turn."""
        return isinstance(self.position, Board) and self.position.layout.hidden

    @property
    def must_lay_anew(self) -> bool:
        """Whether a spider is stuck, so that what is left of it has to be shuffled and laid anew."""
        return self.rules.pair_board == "spider" and self.position.is_stuck

    def judge(self, seat: str | None, first: Tile, second: Tile, places: Sequence[int] = ()) -> Fault | None:
        """What is wrong with a seat taking these two; None where nothing is, or where it is just a miss."""
        if self.turns_pass and seat is not None and seat != self.turn:
            return Fault("out_of_turn")
        fault = self.position.fault(first, second, places)
        return None if fault == Fault("sum") and self.turns_pass else fault

    def is_pair(self, first: Tile, second: Tile) -> bool:
        """Whether the two are a pair by their pips alone, when it has been judged that they may be taken."""
        return not isinstance(self.position, Board) or self.position.layout.pair(first, second)

    def taken(self, seat: str | None, first: Tile, second: Tile, places: Sequence[int] = ()) -> Course:
        """After a seat took a pair; whoever finds one goes on."""
        pairs = tuple(count + (name == seat) for name, count in zip(self.seats, self.pairs, strict=True))
        return replace(self, position=self.position.take(first, second, places), pairs=pairs, fault=None)

    def missed(self, first: Tile, second: Tile, places: Sequence[int] = ()) -> Course:
        """After two tiles that make no pair were turned over and back: the next seat's turn."""
        position = self.position
        for tile, place in zip((first, second), places, strict=False):  # places are two or none
            position = position.shown(place, tile)
        return replace(self, position=position, turn=self._next(), misses=self.misses + 1, fault=None)

    def at_fault(self, fault: Fault) -> Course:
        """After two tiles were taken that may not go: the board stays as it was, for they have to be put back."""
        return replace(self, fault=fault)

    def moved(self, position: Position) -> Course:
        """After the tiles that are left came to lie in another way, or more of them are known."""
        return replace(self, position=position, fault=None)

    def _next(self) -> str | None:
        return None if self.turn is None else self.seats[(self.seats.index(self.turn) + 1) % len(self.seats)]

    def outcome(self) -> BoardOutcome | None:
        """How the game ended; None while it goes on."""
        if self.position.is_cleared:
            most = max(self.pairs, default=0)
            winners = tuple(seat for seat, pairs in zip(self.seats, self.pairs, strict=True) if pairs == most)
            return BoardOutcome("cleared", winners, tuple(seat for seat in self.seats if seat not in winners))
        if isinstance(self.position, Travolator):
            return BoardOutcome("went_round", (), self.seats) if self.position.went_round else None
        if self.position.is_stuck and not self.must_lay_anew:
            return BoardOutcome("stuck", (), self.seats)
        return None
