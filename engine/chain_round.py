"""A round of the plainest games, much faster: one tile a turn on either end of a chain, of one set of tiles.

A hand is a number with a bit for each tile, the chain is the two numbers at its ends, and the course of play is all
that undo needs. What may be laid at an end is looked up by the tiles of the hand that fit there. Hands, line and plays
are made to be read only when they are asked for. Everything holds that holds for `engine.game.Round`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from engine.fish import fisher_of
from engine.game import Round, opening
from engine.line import Line, Placement
from engine.moves import DRAW, PASS, Draw, Move, Outcome, Play
from engine.rulesets import RuleSet
from engine.tiles import PIPS_OF_LARGEST_SET, Tile, TileSet

NO_END = -1
"""The number at an end that is not there yet; no tile fits it. A double that lies alone has its left end only."""

MOST_HANDS_KEPT = 50_000
TILES = tuple(TileSet(PIPS_OF_LARGEST_SET))


class _PlaysAt(dict[int, tuple[Play, ...]]):
    """The plays of some tiles at one end, by the bits of those tiles; made when they are first asked for."""

    def __init__(self, end: str | None) -> None:
        super().__init__()
        self.end = end

    def __missing__(self, bits: int) -> tuple[Play, ...]:
        if len(self) >= MOST_HANDS_KEPT:
            self.clear()
        plays = tuple(Play((Placement(tile, self.end),)) for tile in tiles_of(bits))
        self[bits] = plays
        return plays


AS_LEAD, AT_LEFT, AT_RIGHT = _PlaysAt(None), _PlaysAt("L"), _PlaysAt("R")


def bits_of(tiles: Iterable[Tile]) -> int:
    """The number that stands for these tiles, each there once."""
    return sum([tile.bit for tile in tiles])


def tiles_of(bits: int) -> Iterator[Tile]:
    """The tiles that a number stands for, the smallest first."""
    while bits:
        lowest = bits & -bits
        yield TILES[lowest.bit_length() - 1]
        bits ^= lowest


@cache
def _tiles_with(max_pips: int, with_doubles: bool) -> tuple[int, ...]:
    """For each number the tiles of a set that have it; last, for NO_END, none."""
    tiles = [tile for tile in TileSet(max_pips) if with_doubles or not tile.is_double]
    return (*(bits_of(tile for tile in tiles if tile.has(pips)) for pips in range(max_pips + 1)), 0)


def is_plain_chain(rules: RuleSet) -> bool:
    """Whether `ChainRound` knows all the rules of the line and of a turn."""
    several = rules.multi_doubles > 1 or rules.after_bone or rules.close_doubles
    return rules.line == "chain" and rules.copies == 1 and not (
        several or rules.row or rules.cut_lines or rules.voluntary_draw
    )  # fmt: skip


def start_round(
    rules: RuleSet,
    hands: Mapping[str, Iterable[Tile]],
    bazaar: Iterable[Tile] = (),
    leader: str | None = None,
) -> Round:
    """A round under these rules, played in the fastest way; see `engine.game.Round`."""
    kind = ChainRound if is_plain_chain(rules) else Round
    return kind(rules, hands, bazaar, leader)


class ChainRound(Round):
    """A round on a plain chain. See `engine.game.Round` for its arguments."""

    def __init__(
        self,
        rules: RuleSet,
        hands: Mapping[str, Iterable[Tile]],
        bazaar: Iterable[Tile] = (),
        leader: str | None = None,
    ) -> None:
        self.rules = rules
        self.seats = tuple(hands)
        self.bazaar = list(bazaar)
        self.forced: Tile | None = None
        if leader is None:
            hands = {seat: list(hand) for seat, hand in hands.items()}
            leader, self.forced = opening(hands, rules) or (self.seats[0], None)
        self._leader = self._turn = self.seats.index(leader)
        self._course: list[Move] = []
        self._taken: list[Tile] = []
        self._bits = [bits_of(hand) for hand in hands.values()]
        self._asleep = bits_of(rules.set) & ~bits_of(rules.aside(len(self.seats))) & ~sum(self._bits)
        self._left = self._right = NO_END
        self._fitting = _tiles_with(rules.set.max_pips, True)
        self._early = rules.fish_when == "early"
        self._careful = self._early  # whether a tile that fits may still not be laid, for the round may be over

    # -- what is known -----------------------------------------------------------------------------------------------

    @property
    def hands(self) -> dict[str, list[Tile]]:
        """The tiles of each seat, the smallest first; a later move does not change what was asked for before."""
        return {seat: list(tiles_of(bits)) for seat, bits in zip(self.seats, self._bits, strict=True)}

    @property
    def line(self) -> Line:
        """The line of play as it lies; a later move does not change what was asked for before."""
        line = Line(self.rules.shape, self.rules.set, aside=self.rules.aside(len(self.seats)))
        for move in self._course:
            for placement in move.placements:
                line.push(placement)
        return line

    # -- moves -------------------------------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal plays, at the left end and then at the right one; drawing and passing where nothing fits."""
        if self._careful and self.outcome() is not None:
            return ()
        hand, fitting = self._bits[self._turn], self._fitting
        return AT_LEFT[hand & fitting[self._left]] + AT_RIGHT[hand & fitting[self._right]] or self._other_moves()

    def _other_moves(self) -> tuple[Move, ...]:
        """The moves of a seat that has no tile for an end: it leads, draws or passes."""
        if self._left == NO_END:
            return AS_LEAD[bits_of(self._leads(list(tiles_of(self._bits[self._turn]))))]
        if self.outcome() is not None:
            return ()
        return (DRAW,) if self._may_draw() else (PASS,)

    def legal_plays(self) -> Iterator[Play]:
        """All ways in which the seat to move may lay a tile."""
        return (move for move in self.legal_moves() if isinstance(move, Play))

    def push(self, move: Move) -> None:
        """Makes a move of the seat whose turn it is.

        Raises:
            IllegalPlayError: the rules forbid it; the round stays as it was.
        """
        placements = move.placements
        if len(placements) != 1 or self._careful:
            if move not in self.legal_moves():
                raise self._refusal(move)
            if not placements:
                self._go_on_without_play(move)
                return
        placement, turn = placements[0], self._turn
        tile, end, bits = placement.tile, placement.end, self._bits
        fitting = bits[turn] & tile.bit
        if end == "L" and fitting & self._fitting[self._left] and not placement.closed:
            at = self._left
            self._left = tile.low if tile.high == at else tile.high
            if self._right == NO_END:
                self._right = at
        elif end == "R" and fitting & self._fitting[self._right] and not placement.closed:
            self._right = tile.low if tile.high == self._right else tile.high
        elif not self._laid_as_lead(move):
            raise self._refusal(move)
        bits[turn] = hand = bits[turn] ^ tile.bit
        if not hand:
            self._careful = True
        self._course.append(move)
        self._turn = turn + 1 if turn + 1 < len(self.seats) else 0

    def _laid_as_lead(self, move: Move) -> bool:
        """Lays the first tile, if the rules let it lead."""
        if self._left != NO_END or move not in self.legal_moves():
            return False
        tile = move.placements[0].tile
        self._left, self._right = tile.high, NO_END if tile.is_double else tile.low
        return True

    def _go_on_without_play(self, move: Move) -> None:
        self._course.append(move)
        if isinstance(move, Draw):
            self._taken.append(self.bazaar.pop())
            self._bits[self._turn] |= self._taken[-1].bit
            self._asleep ^= self._taken[-1].bit
        else:
            self._turn = (self._turn + 1) % len(self.seats)

    def pop(self) -> Move:
        """Takes the last move back; the round is then exactly what it was before.

        Raises:
            IndexError: no move was made.
        """
        move = self._course.pop()
        self._careful = self._early
        if isinstance(move, Draw):
            tile = self._taken.pop()
            self.bazaar.append(tile)
            self._bits[self._turn] ^= tile.bit
            self._asleep ^= tile.bit
            return move
        self._turn = (self._turn - 1) % len(self.seats)
        for placement in move.placements:
            self._bits[self._turn] ^= placement.tile.bit
            self._take_off(placement)
        return move

    def _take_off(self, placement: Placement) -> None:
        if placement.end is None:
            self._left = self._right = NO_END
        elif placement.end == "L":
            self._left = placement.tile.other(self._left)
        else:
            self._right = placement.tile.other(self._right)
        if self._left == self._right and sum(isinstance(move, Play) for move in self._course) == 1:
            self._right = NO_END

    # -- its end -----------------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """How the round ended, or None while it goes on."""
        if self._left == NO_END:
            return None
        last = self._turn - 1
        if not self._bits[last] and isinstance(self._course[-1], Play):
            return Outcome("out", winner=self.seats[last])
        if self._is_blocked() or self._nobody_goes_on():
            return Outcome("fish", fisher=fisher_of(self.plays, self.rules.fisher))
        return None

    def _is_blocked(self) -> bool:
        blocking = _tiles_with(self.rules.set.max_pips, not self._early)
        out = self._asleep
        for hand in self._bits:
            out |= hand
        return not out & (blocking[self._left] | blocking[self._right])
