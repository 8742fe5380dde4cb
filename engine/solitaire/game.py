"""A game on a board with all tiles known: legal moves, push and pop, and how it ended. For self-play and tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from engine.errors import IllegalPlayError
from engine.rulesets import RuleSet
from engine.solitaire.board import Board
from engine.solitaire.course import BoardOutcome, Course, Position
from engine.solitaire.spider import laid_anew
from engine.solitaire.travolator import Travolator
from engine.tiles import Tile


@dataclass(frozen=True)
class Pick:
    """Two tiles are taken; in Memory they are turned over, and stay where they are if they make no pair."""

    first: Tile
    second: Tile


@dataclass(frozen=True)
class Rotate:
    """Travolator's rows move one step."""


@dataclass(frozen=True)
class Reshuffle:
    """What is left of a spider is laid anew in this order."""

    tiles: tuple[Tile, ...]


PairMove = Pick | Rotate | Reshuffle


class PairGame:
    """A game in progress.

    Args:
        position: as `engine.solitaire.deals.deal` lays it out.
        seats: the players in turn order; a solitaire has one.
    """

    def __init__(self, rules: RuleSet, position: Position, seats: Sequence[str] = ("A",)) -> None:
        self.course = Course.begin(rules, seats, position)
        self._before: list[tuple[Course, PairMove]] = []

    @property
    def position(self) -> Position:
        """What lies on the table."""
        return self.course.position

    def legal_moves(self) -> Iterator[PairMove]:
        """The pairs that may be taken; in Memory any two tiles; else the step of the rows, if they may move.

        Laying a stuck spider anew is no move to choose from; `reshuffle` makes it.
        """
        if self.outcome() is not None:
            return
        position = self.position
        if self.course.turns_pass and isinstance(position, Board):
            known = [tile for place in position.left if (tile := position.tiles[place]) is not None]
            yield from (Pick(first, second) for first, second in combinations(known, 2))
            return
        yield from (Pick(first, second) for first, second in position.pairs())
        if isinstance(position, Travolator) and position.is_stuck:
            yield Rotate()

    @property
    def must_reshuffle(self) -> bool:
        """Whether a spider is stuck, so that what is left of it has to be laid anew."""
        return self.course.must_lay_anew

    def reshuffle(self, rng: Random) -> Reshuffle:
        """The move that lays a stuck spider anew, in random order."""
        tiles = self._left()
        rng.shuffle(tiles)
        return Reshuffle(tuple(tiles))

    def _left(self) -> list[Tile]:
        position = self.position
        if isinstance(position, Travolator):
            return list(position.seen)
        return [tile for place in position.left if (tile := position.tiles[place]) is not None]

    def push(self, move: PairMove) -> None:
        """Makes a move.

        Raises:
            IllegalPlayError: the rules forbid it; the game stays as it was.
        """
        reason = self._reason_against(move)
        if reason is not None:
            raise IllegalPlayError(reason, f"this move may not be made now: {move}")
        self._before.append((self.course, move))
        self.course = self._after(move)

    def _reason_against(self, move: PairMove) -> str | None:
        """Why a move may not be made: what is wrong with the pair, or a pair that has to be taken first."""
        if isinstance(move, Pick):
            fault = self.course.judge(self.course.turn, move.first, move.second)
            return fault.reason if fault is not None else None
        if isinstance(move, Reshuffle):
            is_legal = self.must_reshuffle and sorted(move.tiles) == sorted(self._left())
        else:
            is_legal = move in list(self.legal_moves())
        return None if is_legal else "too_early"

    def _after(self, move: PairMove) -> Course:
        course, position = self.course, self.position
        if isinstance(move, Pick):
            if course.is_pair(move.first, move.second):
                return course.taken(course.turn, move.first, move.second)
            return course.missed(move.first, move.second)
        if isinstance(position, Travolator):
            return course.moved(position.rotated())
        return course.moved(laid_anew(position, move.tiles if isinstance(move, Reshuffle) else ()))

    def pop(self) -> PairMove:
        """Takes the last move back; the game is then exactly what it was before.

        Raises:
            IndexError: no move was made.
        """
        self.course, move = self._before.pop()
        return move

    def outcome(self) -> BoardOutcome | None:
        """How the game ended; None while it goes on."""
        return self.course.outcome()
