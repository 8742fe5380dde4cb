"""A round of the plainest games, much faster: one tile a turn on either end of a chain, of one set of tiles.

A hand is a number with a bit for each tile, the chain is the two numbers at its ends, and the course of play is all
that undo needs. What may be laid at an end is looked up by the tiles of the hand that fit there. Hands, line and plays
are made to be read only when they are asked for. Everything holds that holds for `engine.game.Round`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from random import Random

from engine.bits import bits_of, set_bits, tiles_of
from engine.game import Round
from engine.leading import leads_of
from engine.ledger import Ledger
from engine.line import Line, Placement
from engine.moves import DRAW, PASS, Draw, Move, Outcome, Play
from engine.rulesets import RuleSet
from engine.tiles import Tile

NO_END = -1
"""The number at an end that is not there yet; no tile fits it. A double that lies alone has its left end only."""

MOST_HANDS_KEPT = 50_000
"""So much is remembered at most of each end; a double-six set has 896 of these."""


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
ONLY_DRAW, ONLY_PASS = (DRAW,), (PASS,)


def is_plain_chain(rules: RuleSet) -> bool:
    """Whether `ChainRound` knows all the rules of the line and of a turn."""
    several = rules.multi_doubles > 1 or rules.after_bone or rules.close_doubles
    return rules.line == "chain" and rules.copies == 1 and not (
        several or rules.row or rules.cut_lines or rules.voluntary_draw
    )  # fmt: skip


def start_round(
    rules: RuleSet,
    hands: Mapping[str, Collection[Tile]],
    bazaar: Iterable[Tile] = (),
    leader: str | None = None,
    ledger: Ledger | None = None,
) -> Round:
    """A round under these rules, played in the fastest way; see `engine.game.Round`."""
    kind = ChainRound if is_plain_chain(rules) else Round
    return kind(rules, hands, bazaar, leader, ledger)


class ChainRound(Round):
    """A round on a plain chain. See `engine.game.Round` for its arguments."""

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
        self._leader, self.forced = self._who_leads(hands, leader, ledger)
        self._turn = self._leader
        self._course: list[Move] = []
        self._taken: list[Tile] = []
        self._shown: Line | None = None
        self._first_hand = list(hands[self.seats[self._turn]])
        self._bits = [bits_of(hand) for hand in hands.values()]
        self._left = self._right = NO_END
        self._early = rules.fish_when == "early"
        everything, self._fitting, simple = set_bits(rules.set.max_pips)
        self._blocking = simple if self._early else self._fitting
        self._asleep = everything & ~sum(self._bits)
        if rules.three_without_blank:
            self._asleep &= ~bits_of(rules.aside(len(self.seats)))
        self._careful = self._early  # whether a tile that fits may still not be laid, for the round may be over
        self._offered: tuple[Move, ...] = ()  # the moves of the seat to move, once they were sought and are no plays

    # -- what is known -----------------------------------------------------------------------------------------------

    @property
    def hands(self) -> dict[str, list[Tile]]:
        """The tiles of each seat, the smallest first; a later move does not change what was asked for before."""
        return {seat: list(tiles_of(bits)) for seat, bits in zip(self.seats, self._bits, strict=True)}

    @property
    def line(self) -> Line:
        """The line of play as it lies; after a move it must be asked for again."""
        if self._shown is None:
            self._shown = Line(self.rules.shape, self.rules.set, aside=self.rules.aside(len(self.seats)))
        laid = [placement for move in self._course for placement in move.placements]
        same = 0
        for node, placement in zip(self._shown.placed, laid, strict=False):
            if node.tile != placement.tile or node.end != placement.end:
                break
            same += 1
        while len(self._shown) > same:
            self._shown.pop()
        for placement in laid[same:]:
            self._shown.push(placement)
        return self._shown

    # -- moves -------------------------------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal plays, at the left end and then at the right one; drawing and passing where nothing fits."""
        if self._careful and self.outcome() is not None:
            return ()
        hand, fitting = self._bits[self._turn], self._fitting
        return AT_LEFT[hand & fitting[self._left]] + AT_RIGHT[hand & fitting[self._right]] or self._other_moves()

    def _other_moves(self) -> tuple[Move, ...]:
        """The moves of a seat that has no tile for an end: it leads, draws or passes."""
        if not self._offered:
            if self._left == NO_END:
                self._offered = tuple([AS_LEAD[tile.bit][0] for tile in self._leads()])
            elif not self._is_fish():
                self._offered = ONLY_DRAW if self.bazaar and self._may_draw() else ONLY_PASS
        return self._offered

    def _leads(self) -> list[Tile]:
        """The tiles that may be led, in the order in which the leader got them."""
        if self.forced is not None:
            return [self.forced]
        return self._first_hand if self.rules.lead_with == "any" else leads_of(self._first_hand, self.rules)

    def legal_plays(self) -> Iterator[Play]:
        """All ways in which the seat to move may lay a tile."""
        return (move for move in self.legal_moves() if isinstance(move, Play))

    def push(self, move: Move) -> None:
        """Makes a move of the seat whose turn it is.

        Raises:
            IllegalPlayError: the rules forbid it; the round stays as it was.
        """
        end, turn, bits = move.end, self._turn, self._bits
        if end == "L" and bits[turn] & move.bit & self._fitting[self._left] and not self._careful:
            if self._right == NO_END:
                self._right = self._left
            self._left ^= move.across
        elif end == "R" and bits[turn] & move.bit & self._fitting[self._right] and not self._careful:
            self._right ^= move.across
        elif move is not PASS or self._offered is not ONLY_PASS:
            self._push_any(move)
            return
        bits[turn] = hand = bits[turn] ^ move.bit
        if not hand:
            self._careful = True
        self._offered = ()
        self._course.append(move)
        turn += 1
        self._turn = turn if turn < len(bits) else 0

    def _push_any(self, move: Move) -> None:
        """Makes a move of any kind, once it is found among the legal ones."""
        if move not in (self._offered or self.legal_moves()):
            raise self._refusal(move)
        self._course.append(move)
        self._offered = ()
        if isinstance(move, Draw):
            tile = self.bazaar.pop()
            self._taken.append(tile)
            self._bits[self._turn] |= tile.bit
            self._asleep ^= tile.bit
            return
        for placement in move.placements:
            self._bits[self._turn] ^= placement.tile.bit
            self._careful = self._early or not self._bits[self._turn]
            self._lay(placement)
        self._turn = (self._turn + 1) % len(self.seats)

    def _lay(self, placement: Placement) -> None:
        tile = placement.tile
        if placement.end is None:
            self._left, self._right = tile.high, NO_END if tile.is_double else tile.low
        elif placement.end == "R":
            self._right ^= tile.across
        else:
            if self._right == NO_END:
                self._right = self._left
            self._left ^= tile.across

    def play_out(self, rng: Random) -> Outcome:
        """Plays random legal moves to the end of the round: what `engine.game.Round.play_out` does, at a stretch."""
        random, bits, course, fitting = rng.random, self._bits, self._course, self._fitting
        if self._asleep or self._careful or self.outcome() is not None:
            return super().play_out(rng)
        if self._left == NO_END:
            moves = self.legal_moves()
            self.push(moves[int(random() * len(moves)) if len(moves) > 1 else 0])
        left, right, turn, seats = self._left, self._right, self._turn, len(bits)
        while True:
            hand = bits[turn]
            plays = AT_LEFT[hand & fitting[left]] + AT_RIGHT[hand & fitting[right]]
            if plays:
                play = plays[int(random() * len(plays))] if len(plays) > 1 else plays[0]
                course.append(play)
                bits[turn] = hand = hand ^ play.bit
                if play.end == "R":
                    right ^= play.across
                else:
                    if right == NO_END:
                        right = left
                    left ^= play.across
            elif self._is_blocked(left, right):
                break
            else:
                course.append(PASS)
            turn += 1
            if turn == seats:
                turn = 0
            if not hand:
                self._careful = True
                break
        self._left, self._right, self._turn, self._offered = left, right, turn, ()
        return self._fish() if hand else Outcome("out", self.seats[turn - 1])

    def pop(self) -> Move:
        """Takes the last move back; the round is then exactly what it was before.

        Raises:
            IndexError: no move was made.
        """
        move = self._course.pop()
        self._careful, self._offered = self._early, ()
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
            self._left ^= placement.tile.across
        else:
            self._right ^= placement.tile.across
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
        return self._fish() if self._is_fish() else None

    def _is_fish(self) -> bool:
        # where no tile sleeps, the table shows it as soon as nobody can go on
        return self._is_blocked(self._left, self._right) or (self._asleep > 0 and self._nobody_goes_on())

    def _is_blocked(self, left: int, right: int) -> bool:
        """Whether no tile is left that fits these ends, doubles aside in an early fish."""
        out = self._asleep
        for hand in self._bits:
            out |= hand
        return not out & (self._blocking[left] | self._blocking[right])
