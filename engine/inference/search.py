"""The search for who played: best-first over (turn, whose turn it is, tiles laid, numbers lacked), exact by its bounds.

Every partial assignment carries the best that it can still become: the evidence so far, the best evidence of each later
turn, and the number of final hands that its passes leave (which later passes can only lessen). The most promising one
is taken further; the first that is complete is therefore the best. Numbers that seats lack and tiles that they laid are
kept as bits of one integer each, a field for every seat.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import combinations, count
from math import inf, log
from operator import add
from typing import NamedTuple

from engine.inference.evidence import OUT_OF_REACH, Evidence, Found, Plan, Step
from engine.inference.model import Mistake

_COUNT = 8  # bits for the number of tiles that a seat laid
_ROUNDING = 1e-9
_HASTE = 2.0  # in a hurry: how much less probable a node may be that is one turn nearer to the end
STEPS = 20_000
"""How many steps a search takes before it gives up exactness; a round of four whose hands are shown takes far less."""


class _Node(NamedTuple):
    """A partial assignment. `turn` is -1 while anybody may lead; `unproved`: passes that are taken for wrong ones and
    that a later tile of the seat has to prove, as (seat, numbers)."""

    plan: int
    depth: int
    turn: int
    laid: int
    lacks: int
    unproved: tuple[tuple[int, int], ...]
    over: bool


class _Path(NamedTuple):
    """How a node was reached, from the last step back. `seats` is a number that tells paths by their seats apart."""

    before: _Path | None
    step: Step
    seats: int
    evidence: float

    def steps(self) -> tuple[Step, ...]:
        found: list[Step] = []
        path: _Path | None = self
        while path is not None and path.before is not None:
            found.append(path.step)
            path = path.before
        return tuple(reversed(found))


class _Reach(NamedTuple):
    """One way for the turn to come to a seat."""

    passers: tuple[int, ...]
    marks: int
    unproved: tuple[tuple[int, int], ...]
    mistakes: tuple[tuple[Mistake, int], ...]


class Search:
    """The search over the evidence of one round."""

    def __init__(self, known: Evidence) -> None:
        self.known = known
        self._shares: dict[tuple[int, int], float] = {}
        self._clashes: dict[int, int] = {}
        self._heap: list[tuple[float, int, int, float, bool, _Node, _Path]] = []
        self._ticks = count(0, -1)  # of two equal ones the later comes first
        self._seen: dict[_Node, list[tuple[int, _Path]]] = {}
        self._haste = 0.0
        self.is_exact = True
        self._rests: dict[int, list[list[float]]] = {}
        self._is_guided = any(known.shown) or any(min(hints) < max(hints) for hints in known.hints)
        self._fares: dict[int, list[list[float]]] = {}
        self._known_ways: dict[tuple[int, int, int, bool], tuple[_Reach, ...]] = {}

    # -- bounds ------------------------------------------------------------------------------------------------------

    def _worth(self, node: _Node) -> float:
        """The best share of all deals, or the least price of wrong hand sizes, that a node may end with."""
        plan = self.known.plans[node.plan]
        if plan.loose:
            return self.known.all_deals + max(1, self._missed(node, plan)) * self.known.costs["hand_size"]
        if plan.hidden is None:
            return self.known.all_deals
        lasting = node.lacks & self.known.lasting[node.depth]
        key = (node.plan, lasting)
        share = self._shares.get(key)
        if share is None:
            field = (1 << self.known.width) - 1
            lacks = [lasting >> seat * self.known.width & field for seat in self.known.unseen]
            ways = self.known.hidden.hands(plan.hidden, lacks)
            share = self._shares[key] = self.known.all_deals + log(ways) if ways else -inf
        return share

    def _fares_of(self, depth: int) -> list[list[float]]:
        """The least price at which the turn comes from one seat to another, whatever they laid and lack."""
        fares = self._fares.get(depth)
        if fares is None:
            seats = range(self.known.seats)
            fares = [[self._fare(depth, turn, seat) for seat in seats] for turn in seats]
            self._fares[depth] = fares
        return fares

    def _fare(self, depth: int, turn: int, seat: int) -> float:
        fare = max(map(self._price, self._reaches(depth, turn, seat, False)), default=-inf)
        if fare < self.known.mildest:
            fare = max(map(self._price, self._reaches(depth, turn, seat, True)), default=-inf)
        return fare

    def _price(self, reach: _Reach) -> float:
        return self.known.silent_pass * len(reach.passers) + sum(self.known.costs[kind] for kind, _ in reach.mistakes)

    def _rest(self, depth: int, turn: int, lacks: int) -> float:
        """The best evidence that the turns still to come can give, after what seats lack now and hands that are shown;
        how many tiles a seat may lay is left out, and so are the passes to come, where no hand speaks against them."""
        known, seats = self.known, self.known.seats
        if turn < 0 or not self._is_guided:
            return known.later[depth]
        lacks &= known.lasting[depth]
        rests = self._rests.setdefault(lacks, [[0.0] * seats])  # from the last turn back
        field = (1 << known.width) - 1
        while len(rests) <= len(known.turns) - depth:
            place = len(known.turns) - len(rests)
            tiles, step, after = known.tiles[place], 0 if known.turns[place].drawn else 1, rests[-1]
            gains = [
                -inf if lacks >> seat * known.width & field & tiles else hint + after[(seat + step) % seats]
                for seat, hint in enumerate(known.hints[place])
            ]
            rests.append([max(map(add, gains, fares)) for fares in self._fares_of(place)])
        return rests[len(known.turns) - depth][turn]

    def _missed(self, node: _Node, plan: Plan) -> int:
        laid = self._unpacked(node.laid)
        over = sum(max(0, have - most) for have, most in zip(laid, plan.most, strict=True))
        if node.depth < len(self.known.turns):
            return over
        return over + sum(max(0, least - have) for have, least in zip(laid, plan.least, strict=True))

    def _unpacked(self, laid: int) -> list[int]:
        return [laid >> seat * _COUNT & 0xFF for seat in range(self.known.seats)]

    def _clash(self, lacks: int) -> int:
        """The tiles of the round that show one of these numbers, as bits in the order of play."""
        clash = self._clashes.get(lacks)
        if clash is None:
            clash = sum(1 << place for place, tile in enumerate(self.known.laid_tiles) if tile & lacks)
            self._clashes[lacks] = clash
        return clash

    def _is_hopeless(self, node: _Node) -> bool:
        """Whether the tiles still to come cannot be shared out among the seats any more."""
        plan, future = self.known.plans[node.plan], self.known.future[node.depth]
        if any(not self._clash(numbers) & future for _, numbers in node.unproved):
            return True
        if plan.loose or self.known.has_draws:
            return False
        field, laid, lacks, owned = (1 << self.known.width) - 1, node.laid, node.lacks, 0
        for seat in range(self.known.seats):
            have = laid >> seat * _COUNT & 0xFF
            if have < plan.most[seat]:
                fitting = future & ~self._clash(lacks >> seat * self.known.width & field)
                if fitting.bit_count() < plan.least[seat] - have:
                    return True
                owned |= fitting
        return owned != future

    # -- one turn further --------------------------------------------------------------------------------------------

    def _next(self, node: _Node, path: _Path, broken: bool) -> Iterator[tuple[float, bool, _Node, _Path]]:
        """All ways to give the next turn to a seat: those that break no rule, or the others. With their bounds."""
        hints, most = self.known.hints[node.depth], self._worth(node)
        for skipped in reversed(range(self.known.seats)):  # what is pushed last is taken first: the fewest passes
            seat = (max(node.turn, 0) + skipped) % self.known.seats
            if hints[seat] == -inf:
                continue
            for reach in self._reaches(node.depth, node.turn, seat, broken):
                landed = self._land(node, seat, reach)
                if landed is None or bool(landed[1]) != broken:
                    continue
                after, mistakes = landed
                evidence = path.evidence + hints[seat] + self.known.silent_pass * len(reach.passers)
                evidence += sum(self.known.costs[kind] for kind, _ in mistakes)
                # what a pass costs in deals is counted when the node's turn comes: most never do
                worth = self._worth(after) if after.lacks == node.lacks else most
                bound = evidence + self._rest(after.depth, after.turn, after.lacks) + worth
                step = Step(seat, reach.passers, mistakes)
                yield bound, False, after, _Path(path, step, path.seats * self.known.seats + seat, evidence)

    def _reaches(self, depth: int, due: int, seat: int, broken: bool) -> tuple[_Reach, ...]:
        """How the turn may come to a seat when it is another one's (`due`)."""
        key = (depth, due, seat, broken)
        ways = self._known_ways.get(key)
        if ways is None:
            ways = self._known_ways[key] = tuple(self._find_reaches(depth, due, seat, broken))
        return ways

    def _find_reaches(self, depth: int, due: int, seat: int, broken: bool) -> Iterator[_Reach]:
        turn, seats = self.known.turns[depth], self.known.seats
        skipped = (seat - due) % seats
        announced = (seat,) if not turn.tiles and not turn.drawn else ()
        in_turn = due < 0 or not skipped or (turn.joins and skipped == seats - 1)
        passers = () if in_turn else tuple((due + k) % seats for k in range(skipped))
        if not passers or self._may_pass(depth, passers):
            yield from self._passing(depth, passers, announced, broken)
        if broken and passers:
            for reach in self._passing(depth, (), announced, broken):
                yield reach._replace(mistakes=(("out_of_turn", seat), *reach.mistakes))

    def _may_pass(self, depth: int, passers: tuple[int, ...]) -> bool:
        """Whether these seats may have passed in silence: not at the lead, nor where they had to draw first."""
        if depth == 0 or self.known.never_passed:
            return False
        if not self.known.sizes_known or self.known.to_draw[depth] <= 0:
            return True
        before = self.known.turns[depth - 1]
        return self.known.table.draw == "one" and before.drawn > 0 and passers == (self.known.surest(before),)

    def _passing(
        self, depth: int, passers: tuple[int, ...], announced: tuple[int, ...], broken: bool
    ) -> Iterator[_Reach]:
        """What these passes tell; with `broken` also as wrong ones, any of them."""
        numbers = self.known.open[depth] if self.known.lacks_hold else 0
        everyone = passers + announced
        if not broken:
            marks = sum(numbers << seat * self.known.width for seat in everyone)
            if not marks & self.known.shown[depth]:
                yield _Reach(passers, marks, (), ())
            return
        for wrong in range(len(everyone) + 1 if numbers else 1):
            for liars in combinations(everyone, wrong):
                marks = sum(numbers << seat * self.known.width for seat in everyone if seat not in liars)
                if marks & self.known.shown[depth]:
                    continue
                unproved = tuple(
                    (seat, numbers)
                    for seat in liars
                    if not numbers << seat * self.known.width & self.known.shown[depth]
                )
                yield _Reach(passers, marks, unproved, tuple(("wrong_pass", seat) for seat in liars))

    def _land(self, node: _Node, seat: int, reach: _Reach) -> tuple[_Node, tuple[tuple[Mistake, int], ...]] | None:
        """The node after the seat's turn, and all mistakes made; None where that cannot be."""
        depth, size, turn = node.depth, self.known.sizes[node.depth], self.known.turns[node.depth]
        lacks, unproved, mistakes = node.lacks | reach.marks, (*node.unproved, *reach.unproved), reach.mistakes
        field = seat * self.known.width
        if turn.drawn:
            lacks &= ~(((1 << self.known.width) - 1) << field)
            if any(who == seat for who, _ in unproved):
                return None
        laid, over = node.laid, node.over
        if size:
            if lacks & self.known.tiles[depth] << field:
                return None
            if unproved:
                unproved = tuple(one for one in unproved if one[0] != seat or not one[1] & self.known.tiles[depth])
            if over or (depth == self.known.last_play and self.known.closer not in (-1, seat)):
                mistakes = (*mistakes, ("round_over", seat))
            laid += size << seat * _COUNT
            have, plan = laid >> seat * _COUNT & 0xFF, self.known.plans[node.plan]
            if have > plan.most[seat] and not plan.loose:
                return None
            over = over or (self.known.sizes_known and have >= self.known.held[depth][seat])
        moved = seat if turn.drawn else (seat + 1) % self.known.seats
        return _Node(node.plan, depth + 1, moved, laid, lacks, unproved, over), mistakes

    # -- the search itself -------------------------------------------------------------------------------------------

    def run(self, steps: int = STEPS) -> list[Found]:
        """The best assignment and the best one with other seats, where it is less than `OUT_OF_REACH` behind.

        After so many steps the search gives up exactness (`is_exact`) and hurries to the end.
        """
        known, found = self.known, list[Found]()
        leader = -1 if known.table.leader is None else known.table.seats.index(known.table.leader)
        for plan in reversed(range(len(known.plans))):
            root = _Node(plan, 0, leader, 0, 0, (), False)
            self._put(self._rest(0, leader, 0) + self._worth(root), False, root, _Path(None, Step(-1), 0, 0.0))
        while self._heap and len(found) < 2:
            _, _, _, bound, broken, node, path = heapq.heappop(self._heap)
            if found and bound <= found[0].log_probability + OUT_OF_REACH:
                if self.is_exact:
                    break
                continue
            if not broken and not self._is_due(bound, node, path):
                continue
            if node.depth < len(known.turns):
                steps -= 1
                if steps == 0:
                    self._hurry()
                for further in self._next(node, path, broken):
                    self._put(*further)
            elif self._is_whole(node):
                one = Found(self._told(node, path), bound, bound - known.all_deals)
                found += [one] if all(one.seats != other.seats for other in found) else []
        return sorted(found, key=lambda one: -one.log_probability)

    def _put(self, bound: float, broken: bool, node: _Node, path: _Path) -> None:
        if bound > -inf:
            key = -bound - self._haste * node.depth
            heapq.heappush(self._heap, (key, -node.depth, next(self._ticks), bound, broken, node, path))

    def _hurry(self) -> None:
        """From now on what is nearer to the end comes first."""
        self.is_exact, self._haste = False, _HASTE
        waiting, self._heap = self._heap, []
        for _, _, _, bound, broken, node, path in waiting:
            self._put(bound, broken, node, path)

    def _is_due(self, bound: float, node: _Node, path: _Path) -> bool:
        """Whether a node is to be taken further now; if not it waits with its true bound, or nothing can come of it."""
        if self._is_hopeless(node):
            return False
        worth = self._worth(node)
        now = path.evidence + self._rest(node.depth, node.turn, node.lacks) + worth
        if now < bound - _ROUNDING:
            self._put(now, False, node, path)
            return False
        if self._is_outdone(node, path):
            return False
        if node.depth < len(self.known.turns):
            mistaken = path.evidence + self.known.later[node.depth] + self.known.mildest + worth
            self._put(min(bound, mistaken), True, node, path)
        return True

    def _is_outdone(self, node: _Node, path: _Path) -> bool:
        """Whether nothing new can come of a node: two others with other seats, or one with the same, came as far with
        no less evidence, and lack nothing that it does not lack."""
        before = self._seen.setdefault(node._replace(lacks=0), [])
        better = {
            other.seats
            for lacks, other in before
            if not lacks & ~node.lacks and other.evidence >= path.evidence - _ROUNDING
        }
        if path.seats in better or len(better) > 1:
            return True
        before.append((node.lacks, path))
        return False

    def _is_whole(self, node: _Node) -> bool:
        """Whether a complete assignment keeps what it assumed: wrong passes proved, hand sizes met or missed."""
        plan = self.known.plans[node.plan]
        if plan.loose:
            return self._missed(node, plan) > 0
        laid = self._unpacked(node.laid)
        return not node.unproved and all(have >= least for have, least in zip(laid, plan.least, strict=True))

    def _told(self, node: _Node, path: _Path) -> tuple[Step, ...]:
        """The steps; seats whose number of tiles cannot be are named with the last one."""
        steps, plan = path.steps(), self.known.plans[node.plan]
        if not plan.loose:
            return steps
        laid = self._unpacked(node.laid)
        amiss: list[tuple[Mistake, int]] = [
            ("hand_size", seat)
            for seat, (have, least, most) in enumerate(zip(laid, plan.least, plan.most, strict=True))
            if not least <= have <= most
        ]
        last = steps[-1]
        return (*steps[:-1], last._replace(mistakes=(*last.mistakes, *amiss)))
