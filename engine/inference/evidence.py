"""What is known about a round, made ready for the search: seats by their place, numbers and tiles as bits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import inf, log
from typing import NamedTuple

from engine.inference.deals import HiddenTiles, number_mask, shares
from engine.inference.model import Mistake, Odds, Table, Turn
from engine.tiles import Tile

OUT_OF_REACH = log(0.01)
"""No rival is looked for that is so much less probable than the best."""
MOST_COUNTED = 4
"""With more hidden hands than these deals are not counted: there are too many ways to share out what is left."""


class Step(NamedTuple):
    """One turn of an assignment: the seat, who silently passed before it, and what was wrong; seats by their place."""

    seat: int
    passers: tuple[int, ...] = ()
    mistakes: tuple[tuple[Mistake, int], ...] = ()


class Found(NamedTuple):
    """A complete assignment. `evidence`: its probability without the deals, and without the choices of the players."""

    steps: tuple[Step, ...]
    log_probability: float
    evidence: float

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat of each turn."""
        return tuple(step.seat for step in self.steps)

    @property
    def is_clean(self) -> bool:
        """Whether no rule is broken in it."""
        return not any(step.mistakes for step in self.steps)


@dataclass(frozen=True)
class Plan:
    """How many tiles each seat is to have laid in the end. `hidden`: sizes of the unseen hands then, or None where they
    are not counted. `loose`: the numbers may be missed, each tile at the odds of a wrong hand size.
    """

    least: tuple[int, ...]
    most: tuple[int, ...]
    hidden: tuple[int, ...] | None
    loose: bool = False


def log_odds(odds: float) -> float:
    """A factor as a logarithm."""
    return log(odds) if odds > 0 else -inf


class Evidence:
    """A table, its turns, and the odds of mistakes."""

    def __init__(self, table: Table, turns: Sequence[Turn], odds: Odds) -> None:
        self.table, self.turns = table, turns
        self.seats = len(table.seats)
        self.width = table.set.max_pips + 1
        self.costs: dict[str, float] = {
            "wrong_pass": log_odds(odds.wrong_pass), "out_of_turn": log_odds(odds.out_of_turn),
            "round_over": log_odds(odds.round_over), "hand_size": log_odds(odds.hand_size),
        }  # fmt: skip
        self._read_turns()
        self._read_draws()
        self._read_hands()
        self.silent_pass = 0.0 if self.counts_deals else log_odds(odds.silent_pass)
        self.mildest = max(self.costs["wrong_pass"], self.costs["out_of_turn"], self.costs["round_over"])

    # -- what the turns tell -----------------------------------------------------------------------------------------

    def _read_turns(self) -> None:
        ids = self.table.seats
        self.open = [number_mask(turn.numbers) for turn in self.turns]
        self.tiles = [number_mask(half for tile in turn.tiles for half in tile.halves) for turn in self.turns]
        self.sizes = [len(turn.tiles) for turn in self.turns]
        self.hints = [
            [0.0] * self.seats if turn.seats is None else [log_odds(turn.seats.get(seat, 0.0)) for seat in ids]
            for turn in self.turns
        ]
        self.later = [0.0]
        for hints in reversed(self.hints):
            self.later.append(self.later[-1] + max(hints))
        self.later.reverse()
        self.laid_tiles = [number_mask(tile.halves) for turn in self.turns for tile in turn.tiles]
        everything = (1 << len(self.laid_tiles)) - 1
        starts = [sum(self.sizes[:depth]) for depth in range(len(self.turns) + 1)]
        self.future = [everything >> start << start for start in starts]

    def _read_draws(self) -> None:
        table = self.table
        may_draw = table.draw != "none" and table.bazaar > table.keep
        self.sizes_known = table.draws_seen or not may_draw
        self.lacks_hold = self.sizes_known or table.draw == "until"
        drawn = [0] * self.seats
        self.held: list[tuple[int, ...]] = []  # after each turn: the tiles that a seat was dealt and drew so far
        self.to_draw: list[int] = []  # before each turn: what may still be drawn
        for turn in self.turns:
            self.to_draw.append(table.bazaar - table.keep - sum(drawn) if may_draw else 0)
            if turn.drawn and turn.seats:
                drawn[self.surest(turn)] += turn.drawn
            self.held.append(tuple(table.each + more for more in drawn))
        self.got = tuple(table.each + more for more in drawn)
        self.has_draws = any(turn.drawn for turn in self.turns)
        self.single = all(len(turn.tiles) == 1 and not turn.joins for turn in self.turns)
        # at each turn: the fields of the seats that draw no more, so that what they lack stays lacking
        self.lasting = [
            sum(
                ((1 << self.width) - 1) << seat * self.width
                for seat in range(self.seats)
                if not self._draws(seat, depth)
            )
            for depth in range(len(self.turns) + 1)
        ]

    def _draws(self, seat: int, since: int) -> bool:
        return any(turn.drawn and self.surest(turn) == seat for turn in self.turns[since:])

    def surest(self, turn: Turn) -> int:
        """The seat that is most likely from the evidence of this turn alone."""
        likelihoods = turn.seats or {}
        return max(range(self.seats), key=lambda seat: likelihoods.get(self.table.seats[seat], 0.0))

    def _read_hands(self) -> None:
        table = self.table
        shown = Counter(tile for turn in self.turns for tile in turn.tiles)
        for hand in table.revealed.values():
            shown.update(hand)
        rest = Counter(dict.fromkeys(table.set, table.copies))
        rest.subtract(shown)
        hidden = tuple(rest.elements())
        self.revealed = dict(table.revealed)
        absent = [seat for seat in table.seats if seat not in self.revealed]
        if len(absent) == 1 and not table.bazaar and shown.total() + len(hidden) == sum(self.got):
            self.revealed[absent[0]], hidden = hidden, ()
        self.hidden = HiddenTiles(hidden)
        hands = [self.revealed.get(seat) for seat in table.seats]
        self.hands_known = len(self.revealed) == self.seats and self.sizes_known and not self.has_draws
        self.unseen = [seat for seat, hand in enumerate(hands) if hand is None]
        self.shown = [self._packed_hands(hands, depth) for depth in range(len(self.turns))]
        self.counts_deals = self.sizes_known
        self.plans = self._make_plans(hands)
        empty = [seat for seat, hand in enumerate(hands) if hand is not None and not hand]
        self.closer = empty[0] if len(empty) == 1 and not self.sizes_known else -1
        self.last_play = max((depth for depth, size in enumerate(self.sizes) if size), default=-1)
        asleep = not self.sizes_known and not self.unseen and self.hidden.count > table.keep
        self.never_passed = asleep and table.draw == "until"

    def _packed_hands(self, hands: Sequence[tuple[Tile, ...] | None], depth: int) -> int:
        """The numbers that seats hold from this turn to the end, as far as their hands were shown."""
        packed = 0
        for seat, hand in enumerate(hands):
            if hand and self.lacks_hold and not self._draws(seat, depth):
                packed |= number_mask(half for tile in hand for half in tile.halves) << seat * self.width
        return packed

    def _make_plans(self, hands: Sequence[tuple[Tile, ...] | None]) -> list[Plan]:
        total = len(self.laid_tiles)
        if not self.sizes_known:
            more = self.table.bazaar - self.table.keep
            lefts = [0 if hand is None else len(hand) for hand in hands]
            least = [0 if hand is None else max(0, self.table.each - len(hand)) for hand in hands]
            most = [self.table.each + more - left for left in lefts]
            plans = [Plan(tuple(least), tuple(most), None)]
            self.all_deals = 0.0
        else:
            deals = shares(len(self.table.set) * self.table.copies, self.got)
            self.all_deals = -log(deals) if deals else 0.0
            ranges = [
                range(got + 1) if hand is None else range(got - len(hand), got - len(hand) + 1)
                for got, hand in zip(self.got, hands, strict=True)
            ]
            least = [numbers[0] for numbers in ranges]
            most = [numbers[-1] for numbers in ranges]
            if len(self.unseen) > MOST_COUNTED:
                self.all_deals, self.counts_deals = 0.0, False
                plans = [Plan(tuple(least), tuple(most), None)] if min(most) >= 0 else []
            else:
                plans = [self._plan(laid) for laid in product(*ranges) if sum(laid) == total and min(laid) >= 0]
        return [*plans, Plan(tuple(least), tuple(most), None, loose=True)]

    def _plan(self, laid: tuple[int, ...]) -> Plan:
        return Plan(laid, laid, tuple(self.got[seat] - laid[seat] for seat in self.unseen))
