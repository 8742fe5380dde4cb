"""Who played when every hand is known: from the end of the round backwards, with the tiles of each seat always at hand.

Going back, a seat holds what it showed and what it laid later; whether it could pass, and among how many tiles it
chose, is then certain. Only assignments that break no rule are looked for here.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf, log
from typing import NamedTuple

from engine.inference.deals import number_mask
from engine.inference.evidence import OUT_OF_REACH, Evidence, Found, Step

STEPS = 200_000
"""How many steps a search takes before it gives up exactness; a round of four takes some thousands."""


class _Back(NamedTuple):
    """The end of an assignment: `depth` turns are still to be given, `seat` played the one after them.

    `hands`: what each seat held then, as bits. `evidence`: of the turns given, `choices`: how freely they were chosen.
    """

    depth: int
    seat: int
    hands: tuple[int, ...]
    evidence: float
    choices: float
    later: tuple[Step, ...]


class KnownHands:
    """The assignments without a mistake of a round whose hands are all known."""

    def __init__(self, known: Evidence) -> None:
        self.known = known
        tiles = [tile for turn in known.turns for tile in turn.tiles]
        self._laid = [before & ~after for before, after in pairwise(known.future)]
        self._left: list[int] = []
        for seat in known.table.seats:
            hand = known.revealed[seat]
            self._left.append(((1 << len(hand)) - 1) << len(tiles))
            tiles += hand
        masks = [number_mask(tile.halves) for tile in tiles]
        self._fits = [sum(1 << place for place, mask in enumerate(masks) if mask & numbers) for numbers in known.open]
        self._leader = -1 if known.table.leader is None else known.table.seats.index(known.table.leader)
        self.is_exact = True
        self._may_pass: dict[int, int] = {}
        self._earlier = [known.later[0] - later for later in known.later]

    def best(self, wanted: int = 2, steps: int = STEPS) -> list[Found]:
        """The most probable assignments, the best first.

        A seat that held k tiles that fit is taken to have chosen each of them equally often. After so many steps what
        was found so far has to do (`is_exact`).
        """
        known = self.known
        found: list[Found] = []
        worst = -inf
        stack = [_Back(len(known.turns), -1, tuple(self._left), 0.0, 0.0, ())]
        while stack:
            back, steps = stack.pop(), steps - 1
            if steps < 0:
                self.is_exact = False
                break
            if back.evidence + self._earlier[back.depth] + back.choices <= worst:
                continue
            if back.depth:
                stack += self._before(back)
            elif self._leader in (-1, back.seat) and all(hand.bit_count() == known.table.each for hand in back.hands):
                found.append(Found(back.later, back.evidence + back.choices + known.all_deals, back.evidence))
                found.sort(key=lambda one: -one.log_probability)
                del found[wanted:]
                reach = found[0].log_probability + OUT_OF_REACH
                worst = max(reach, found[-1].log_probability if len(found) == wanted else -inf) - known.all_deals
        return [one for one in found if one.log_probability > found[0].log_probability + OUT_OF_REACH]

    def _before(self, back: _Back) -> list[_Back]:
        """All ways to give the turn before, the fewest passes last."""
        seats, after = self.known.seats, back.seat
        if after < 0:
            return [given for seat in range(seats) if (given := self._give(back, seat, ())) is not None]
        ways: list[tuple[int, tuple[int, ...]]] = []
        passers: tuple[int, ...] = ()
        for skipped in range(seats):
            ways.append(((after - 1 - skipped) % seats, passers))
            passers = ((after - 1 - skipped) % seats, *passers)
            if back.hands[passers[0]] & self._fits[back.depth]:
                break
        if self.known.turns[back.depth].joins:
            ways = [(after, ()), *(way for way in ways if way[0] != after)]
        return [given for seat, passed in reversed(ways) if (given := self._give(back, seat, passed)) is not None]

    def _give(self, back: _Back, seat: int, passers: tuple[int, ...]) -> _Back | None:
        """The turn before given to a seat, while these passed after it; None where its hand cannot have been so."""
        known, depth = self.known, back.depth - 1
        evidence, choices, held = back.evidence + known.hints[depth][seat], back.choices, back.hands[seat]
        hand = held | self._laid[depth]
        round_goes_on = known.future[depth + 1] != 0
        if evidence == -inf or hand.bit_count() > known.table.each or (hand != held and not held and round_goes_on):
            return None
        if hand != held:
            choices -= log(max(1, (hand & self._fits[depth]).bit_count()))
        elif held & self._fits[depth]:
            return None
        hands = (*back.hands[:seat], hand, *back.hands[seat + 1 :])
        if known.single and not self._can_come_out(depth, seat, hands):
            return None
        later = (back.later[0]._replace(passers=passers), *back.later[1:]) if back.later else ()
        return _Back(depth, seat, hands, evidence, choices, (Step(seat), *later))

    def _can_come_out(self, depth: int, seat: int, hands: tuple[int, ...]) -> bool:
        """Whether the turns before can go round the table: each seat's number of turns is given by how often it goes
        round, and lies between the tiles that it still has to lay and those and all passes that its hand allows.
        """
        known, seats = self.known, self.known.seats
        least, most = 0, seats * (depth + seats) * seats
        for other, hand in enumerate(hands):
            to_lay = known.table.each - hand.bit_count()
            first = (seat - 1 - other) % seats
            passes = (self._passes(hand) & ((2 << depth) - 1)).bit_count()
            least = max(least, seats * (to_lay - 1) + first + 1)
            most = min(most, seats * (to_lay + passes) + first)
        if self._leader >= 0:
            least += (seat - self._leader - least) % seats
        return least <= most

    def _passes(self, hand: int) -> int:
        """The turns before which a seat with these tiles may have passed, as bits."""
        turns = self._may_pass.get(hand)
        if turns is None:
            turns = sum(1 << depth for depth, fits in enumerate(self._fits) if depth and not hand & fits)
            self._may_pass[hand] = turns
        return turns
