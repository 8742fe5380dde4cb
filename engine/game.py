"""One round with all hands known: legal moves, push and pop, and how it ended. For self-play, tests and analysis.

The referee at a real table sees no hands; it is in `engine.referee`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from engine.errors import IllegalPlayError
from engine.fish import fisher_of, is_blocked
from engine.ledger import Termination
from engine.line import Line, Placement
from engine.rulesets import RuleSet
from engine.tiles import Tile


@dataclass(frozen=True)
class Play:
    """A turn in which tiles are laid: one, or several doubles at different ends where the rules have that."""

    placements: tuple[Placement, ...]


@dataclass(frozen=True)
class Draw:
    """A turn's step in which the top tile of the boneyard is taken."""


@dataclass(frozen=True)
class Pass:
    """A turn in which nothing is laid."""


Move = Play | Draw | Pass


@dataclass(frozen=True)
class Outcome:
    """How a round ended: `winner` went out, or `fisher` blocked it."""

    termination: Termination
    winner: str | None = None
    fisher: str | None = None


@dataclass(frozen=True)
class _Before:
    """What `pop` has to bring back."""

    move: Move
    turn: str
    passes: int
    drawn: int
    taken: Tile | None = None


def opening(hands: Mapping[str, Iterable[Tile]], rules: RuleSet) -> tuple[str, Tile] | None:
    """Who must lead a first round, and with which tile (D-12); None where any tile may lead."""
    holder = {tile: seat for seat, hand in hands.items() for tile in hand}
    return next(((holder[tile], tile) for tile in rules.lead_tiles() if tile in holder), None)


class Round:
    """A round in progress.

    Args:
        hands: the tiles of each seat, seats in turn order.
        bazaar: the boneyard; tiles are drawn from its end.
        leader: who leads with any tile. None: the opening rule says who leads, and with what.
    """

    def __init__(
        self,
        rules: RuleSet,
        hands: Mapping[str, Iterable[Tile]],
        bazaar: Iterable[Tile] = (),
        leader: str | None = None,
    ) -> None:
        self.rules = rules
        self.hands = {seat: list(hand) for seat, hand in hands.items()}
        self.bazaar = list(bazaar)
        self.line = Line(rules.shape, rules.set, rules.copies)
        forced = opening(self.hands, rules) if leader is None else None
        self.forced = forced[1] if forced else None
        self.seats = tuple(self.hands)
        self.turn = forced[0] if forced else leader or self.seats[0]
        self.passes = 0
        self.drawn = 0
        self.plays: list[tuple[str, Tile]] = []
        self._before: list[_Before] = []

    def legal_plays(self) -> Iterator[Play]:
        """All ways in which the seat to move may lay tiles, one by one as they are asked for."""
        hand = sorted(self.hands[self.turn])
        for tile in dict.fromkeys(hand):
            if self.forced is None or self.line.tiles or tile == self.forced:
                yield from (Play((placement,)) for placement in self._at_ends(tile))
        if self.line.tiles and self.rules.multi_doubles > 1:
            yield from self._several_doubles([tile for tile in hand if tile.is_double])

    def _at_ends(self, tile: Tile) -> Iterator[Placement]:
        for placement in self.line.fits(tile):
            yield placement
            if self.rules.close_doubles and tile.is_double and placement.end is not None:
                yield Placement(tile, placement.end, closed=True)

    def _several_doubles(self, doubles: list[Tile]) -> Iterator[Play]:
        fitting = [list(self._at_ends(tile)) for tile in doubles]
        for count in range(2, self.rules.multi_doubles + 1):
            for chosen in combinations([options for options in fitting if options], count):
                for placements in product(*chosen):
                    if len({placement.end for placement in placements}) == count:
                        yield Play(placements)

    def legal_moves(self) -> Iterator[Move]:
        """The legal plays; drawing and passing where nothing fits (or where the rules leave it free)."""
        if self.outcome() is not None:
            return
        can_play = False
        for play in self.legal_plays():
            can_play = True
            yield play
        if can_play and not self.rules.voluntary_draw:
            return
        if self._may_draw():
            yield Draw()
        elif not can_play:
            yield Pass()

    def _may_draw(self) -> bool:
        left = len(self.bazaar) > self.rules.bazaar_keep
        return left and (self.rules.draw == "until" or (self.rules.draw == "one" and not self.drawn))

    def push(self, move: Move) -> None:
        """Makes a move of the seat whose turn it is.

        Raises:
            IllegalPlayError: the rules forbid it; the round stays as it was.
        """
        if move not in set(self.legal_moves()):
            raise IllegalPlayError("mismatch", f"{self.turn} may not make this move: {move}")
        taken = self.bazaar.pop() if isinstance(move, Draw) else None
        self._before.append(_Before(move, self.turn, self.passes, self.drawn, taken))
        if taken is not None:
            self.hands[self.turn].append(taken)
            self.drawn += 1
            return
        if isinstance(move, Play):
            for placement in move.placements:
                self.line.push(placement)
                self.hands[self.turn].remove(placement.tile)
                self.plays.append((self.turn, placement.tile))
        self.passes = self.passes + 1 if isinstance(move, Pass) else 0
        self.drawn = 0
        self.turn = self.seats[(self.seats.index(self.turn) + 1) % len(self.seats)]

    def pop(self) -> Move:
        """Takes the last move back; the round is then exactly what it was before.

        Raises:
            IndexError: no move was made.
        """
        before = self._before.pop()
        if isinstance(before.move, Play):
            for placement in reversed(before.move.placements):
                self.line.pop()
                self.plays.pop()
                self.hands[before.turn].append(placement.tile)
        elif before.taken is not None:
            self.hands[before.turn].remove(before.taken)
            self.bazaar.append(before.taken)
        self.turn, self.passes, self.drawn = before.turn, before.passes, before.drawn
        return before.move

    def outcome(self) -> Outcome | None:
        """How the round ended, or None while it goes on."""
        if self.plays and not self.hands[self.plays[-1][0]]:
            return Outcome("out", winner=self.plays[-1][0])
        if self.line.tiles and not self.line.open_ends:
            return Outcome("closed", fisher=self.plays[-1][0])
        nothing_to_draw = self.rules.draw == "none" or len(self.bazaar) <= self.rules.bazaar_keep
        stuck = self.passes >= len(self.seats) and not self.drawn and nothing_to_draw
        if stuck or is_blocked(self.line, self.rules.fish_when):
            return Outcome("fish", fisher=fisher_of(self.plays, self.rules.fisher))
        return None
