"""One round with all hands known: legal moves, push and pop, and how it ended. For self-play, tests and analysis.

The referee at a real table sees no hands; it is in `engine.referee`. `engine.chain_round` plays the plainest games much
faster, in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, product
from random import Random

from engine.errors import IllegalPlayError
from engine.fish import is_blocked, rows_went_round
from engine.leading import leads_of, opening_is_forced, opening_order
from engine.ledger import Ledger
from engine.line import Line, Placement
from engine.moves import DRAW, PASS, Draw, Move, Outcome, Pass, Play
from engine.rulesets import RuleSet
from engine.tiles import Tile

__all__ = ["Draw", "Move", "Outcome", "Pass", "Play", "Round", "opening"]


def opening(
    hands: Mapping[str, Iterable[Tile]], rules: RuleSet, ledger: Ledger | None = None
) -> tuple[str, Tile] | None:
    """Who leads a round by the opening rule, and with which tile (D-12); None where any tile may lead.

    Args:
        ledger: the board before the round.
    """
    holder = {tile: seat for seat, hand in hands.items() for tile in hand}
    order = opening_order(rules, ledger or Ledger())
    return next(((holder[tile], tile) for tile in order if tile in holder), None)


class Round:
    """A round in progress.

    Args:
        hands: the tiles of each seat, seats in turn order; where the rules have rows, from left to right.
        bazaar: the boneyard; tiles are drawn from its end.
        leader: who leads with any tile. None: the opening rule says who leads, and with what.
        ledger: the board before the round, which may change the opening rule.
    """

    def __init__(
        self,
        rules: RuleSet,
        hands: Mapping[str, Collection[Tile]],
        bazaar: Iterable[Tile] = (),
        leader: str | None = None,
        ledger: Ledger | None = None,
    ) -> None:
        self.rules = rules
        self.seats = tuple(hands)
        self.bazaar = list(bazaar)
        self._hands = {seat: list(hand) for seat, hand in hands.items()}
        self._line = Line(rules.shape, rules.set, rules.copies, rules.aside(len(self.seats)))
        self._leader, self.forced = self._who_leads(self._hands, leader, ledger)
        self._turn = self._leader
        self._course: list[Move] = []
        self._before: list[tuple[Tile, ...]] = []  # the hand of the seat to move, before each move

    def _who_leads(
        self, hands: Mapping[str, Collection[Tile]], leader: str | None, ledger: Ledger | None
    ) -> tuple[int, Tile | None]:
        """The place of the leader among the seats, and the tile that must be led, if one must."""
        opens = opening(hands, self.rules, ledger) if leader is None else None
        if opens is None:
            return self.seats.index(leader or self.seats[0]), None
        return self.seats.index(opens[0]), opens[1] if opening_is_forced(self.rules, ledger or Ledger()) else None

    # -- what is known -----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> str:
        """The seat to move."""
        return self.seats[self._turn]

    @property
    def hands(self) -> dict[str, list[Tile]]:
        """The tiles of each seat."""
        return self._hands

    @property
    def line(self) -> Line:
        """The line of play."""
        return self._line

    @property
    def plays(self) -> list[tuple[str, Tile]]:
        """Who laid what, in the order of play."""
        plays, turn = [], self._leader
        for move in self._course:
            plays += [(self.seats[turn], placement.tile) for placement in move.placements]
            turn = turn if isinstance(move, Draw) else (turn + 1) % len(self.seats)
        return plays

    @property
    def passes(self) -> int:
        """How many seats passed since the last play."""
        count = 0
        for move in reversed(self._course):
            if isinstance(move, Play):
                break
            count += isinstance(move, Pass)
        return count

    @property
    def drawn(self) -> int:
        """How many tiles the seat to move has drawn in this turn."""
        count = 0
        while count < len(self._course) and isinstance(self._course[-1 - count], Draw):
            count += 1
        return count

    # -- legal moves -------------------------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal plays; drawing and passing where nothing fits (or where the rules leave it free)."""
        if self.outcome() is not None:
            return ()
        plays = tuple(self.legal_plays())
        if plays and not self.rules.voluntary_draw:
            return plays
        if self._may_draw():
            return (*plays, DRAW)
        return plays or (PASS,)

    def legal_plays(self) -> Iterator[Play]:
        """All ways in which the seat to move may lay tiles, one by one as they are asked for."""
        choices = self._choices()
        for tile in dict.fromkeys(choices):
            yield from (Play((placement,)) for placement in self._at_ends(tile))
        if len(self._line) and (self.rules.multi_doubles > 1 or self.rules.after_bone):
            yield from self._several(choices)

    def _choices(self) -> list[Tile]:
        """The tiles that the seat to move may lay, wherever they fit; the smallest first."""
        hand = self._hands[self.turn]
        if self.rules.row:
            return hand[-1:]
        return self._leads() if not len(self._line) else sorted(hand)

    def _leads(self) -> list[Tile]:
        """The tiles that may be led."""
        return leads_of(sorted(self.hands[self.turn]), self.rules) if self.forced is None else [self.forced]

    def _at_ends(self, tile: Tile) -> Iterator[Placement]:
        for placement in self._line.fits(tile):
            yield placement
            if placement.end is not None and self._line.may_close(tile):
                yield Placement(tile, placement.end, closed=True)

    def _several(self, choices: list[Tile]) -> Iterator[Play]:
        """Doubles at different ends, with `after_bone` also behind a tile that is none; all fit before the turn."""
        fitting = [options for tile in choices if (options := list(self._at_ends(tile)))]
        doubles = [options for options in fitting if options[0].tile.is_double]
        bones = [[options] for options in fitting if not options[0].tile.is_double] if self.rules.after_bone else []
        nothing: list[list[Placement]] = []
        for count in range(1, self.rules.multi_doubles + 1):
            for first in [nothing, *bones] if count > 1 else bones:
                for chosen in combinations(doubles, count):
                    for placements in product(*first, *chosen):
                        if len({placement.end for placement in placements}) == len(placements):
                            yield Play(placements)

    def _may_draw(self) -> bool:
        left = len(self.bazaar) > self.rules.bazaar_keep
        return left and (self.rules.draw == "until" or (self.rules.draw == "one" and not self.drawn))

    # -- moves -------------------------------------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Makes a move of the seat whose turn it is.

        Raises:
            IllegalPlayError: the rules forbid it; the round stays as it was.
        """
        self._check(move)
        hand = self._hands[self.turn]
        self._before.append(tuple(hand))
        self._course.append(move)
        if isinstance(move, Draw):
            hand.append(self.bazaar.pop())
            return
        for placement in move.placements:
            self._line.push(placement)
            hand.remove(placement.tile)
        if isinstance(move, Pass) and self.rules.row:
            hand.insert(0, hand.pop())
        self._turn = (self._turn + 1) % len(self.seats)

    def _check(self, move: Move) -> None:
        if len(move.placements) != 1 or move.placements[0].closed or self.outcome() is not None:
            known = move in self.legal_moves()
        else:
            (placement,) = move.placements
            self._line.node(placement)
            known = placement.tile in self._choices() and placement in self._line.fits(placement.tile)
        if not known:
            raise self._refusal(move)

    def _refusal(self, move: Move) -> IllegalPlayError:
        return IllegalPlayError("mismatch", f"{self.turn} may not make this move: {move}")

    def pop(self) -> Move:
        """Takes the last move back; the round is then exactly what it was before.

        Raises:
            IndexError: no move was made.
        """
        move = self._course.pop()
        if isinstance(move, Draw):
            self.bazaar.append(self._hands[self.turn][-1])
        else:
            self._turn = (self._turn - 1) % len(self.seats)
        for _ in move.placements:
            self._line.pop()
        self._hands[self.turn][:] = self._before.pop()
        return move

    def play_out(self, rng: Random) -> Outcome:
        """Plays random legal moves to the end of the round; each is as likely as the others."""
        while moves := self.legal_moves():
            self.push(moves[int(rng.random() * len(moves)) if len(moves) > 1 else 0])
        outcome = self.outcome()
        assert outcome is not None  # who may not move any more is told why
        return outcome

    # -- its end -----------------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """How the round ended, or None while it goes on."""
        if not len(self._line):
            return None
        last = self.seats[self._turn - 1]
        if isinstance(self._course[-1], Play) and not self._hands[last]:
            return Outcome("out", winner=last)
        if not self._line.open_ends:
            return Outcome("closed", fisher=self._last_to_lay())
        if is_blocked(self._line, self.rules.fish_when) or self._nobody_goes_on():
            return self._fish()
        return None

    def _fish(self) -> Outcome:
        return Outcome("fish", fisher=self._last_to_lay(simple=self.rules.fisher == "last_simple"))

    def _last_to_lay(self, simple: bool = False) -> str | None:
        """Who laid the last tile, or the last that is no double."""
        turn = self._turn
        for move in reversed(self._course):
            turn -= not isinstance(move, Draw)
            if any(not (simple and placement.tile.is_double) for placement in move.placements):
                return self.seats[turn % len(self.seats)]
        return None

    def _nobody_goes_on(self) -> bool:
        if not isinstance(self._course[-1], Pass) or self.passes < len(self.seats):
            return False
        if self.rules.row:
            backwards = [self.seats[self._turn - 1 - back] for back in range(len(self.seats))]
            return rows_went_round(self.passes, [len(self._hands[seat]) for seat in backwards])
        return self.rules.draw == "none" or len(self.bazaar) <= self.rules.bazaar_keep
