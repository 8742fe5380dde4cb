"""What each seat may hold: over all deals that agree with what is known, the chance of every tile in every hand.

Tiles that the same holders may have cannot be told apart, so deals are counted by classes of such tiles, with the room
that is left in each hand; the boneyard is one more holder, which may have anything. Where that would take too long
(large sets, many seats that passed), deals are drawn with a fixed seed, and the result states its standard error.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, sqrt
from random import Random

from engine.tiles import DOUBLE_SIX, Tile, TileSet

EXACT_STEPS = 200_000
"""How many steps of the exact count are affordable: about half a second."""
SAMPLES = 2_000


@dataclass(frozen=True)
class Holder:
    """What is known of a seat's hand.

    Args:
        tiles: how many it holds.
        lacks: numbers that none of them shows: it passed on them and has drawn nothing since.
        holds: tiles that it has for certain, since it laid or showed them later.
        without: tiles that it has not: it would have had to lead with them.
    """

    seat: str
    tiles: int
    lacks: tuple[int, ...] = ()
    holds: tuple[Tile, ...] = ()
    without: tuple[Tile, ...] = ()


@dataclass(frozen=True)
class Known:
    """All that is known of a deal: the tiles on the table and what each seat may hold; the rest is asleep."""

    holders: tuple[Holder, ...]
    table: tuple[Tile, ...] = ()
    tile_set: TileSet = DOUBLE_SIX
    copies: int = 1

    def also(self, seat: str, lacks: Iterable[int] = (), holds: Iterable[Tile] = ()) -> Known:
        """The same with something more known of one seat."""
        holders = tuple(
            dataclasses.replace(
                holder,
                lacks=tuple(dict.fromkeys((*holder.lacks, *lacks))),
                holds=tuple(dict.fromkeys((*holder.holds, *holds))),
            )
            if holder.seat == seat
            else holder
            for holder in self.holders
        )
        return dataclasses.replace(self, holders=holders)


@dataclass(frozen=True)
class Chance:
    """The probability that a tile is there (where the set has a tile several times: how many of it on average)."""

    tile: Tile
    chance: float


@dataclass(frozen=True)
class HandChances:
    """The tiles that a seat may hold, the larger first; their chances add up to the tiles in its hand."""

    seat: str
    tiles: tuple[Chance, ...]


@dataclass(frozen=True)
class Holdings:
    """The answer.

    `deals` is how many deals agree with what is known (0: it contradicts itself, and then all hands are empty).
    `exact` is False where deals were drawn: `error` is then the largest standard error of a chance, and `deals_error`
    that of `deals`.
    """

    deals: int
    exact: bool
    error: float
    deals_error: float
    hands: tuple[HandChances, ...]
    bazaar: tuple[Chance, ...]

    def chance(self, seat: str, tile: Tile) -> float:
        """The probability that a seat holds a tile."""
        rows = (row for hand in self.hands if hand.seat == seat for row in hand.tiles)
        return next((row.chance for row in rows if row.tile == tile), 0.0)


@dataclass(frozen=True)
class Share:
    """A probability, and its standard error where it comes from deals that were drawn."""

    chance: float
    exact: bool
    error: float


def holdings(known: Known, max_steps: int = EXACT_STEPS, samples: int = SAMPLES, seed: int = 1) -> Holdings:
    """The number of deals that agree with what is known, and the chance of every tile in every hand.

    Args:
        max_steps: beyond so many steps of the exact count, `samples` deals are drawn with `seed`.
    """
    problem = _Problem.of(known)
    if problem is None:
        return _nothing(known)
    shares = _count(problem, max_steps) or _draw(problem, samples, Random(seed))
    return _answer(known, problem, shares) if shares.deals else _nothing(known, shares.exact)


def lack_chance(known: Known, seat: str, numbers: Iterable[int]) -> Share:
    """The probability that no tile in a seat's hand shows one of these numbers: that it had to pass or draw."""
    all_deals = holdings(known)
    without = holdings(known.also(seat, lacks=numbers))
    if not all_deals.deals:
        return Share(0.0, all_deals.exact, 0.0)
    chance = min(1.0, without.deals / all_deals.deals)
    parts = [part.deals_error / part.deals for part in (all_deals, without) if part.deals]
    error = chance * sqrt(sum(part * part for part in parts))
    return Share(chance, all_deals.exact and without.exact, error)


# -- the problem without names: classes of tiles, and the room in each hand ------------------------------------------

Room = tuple[int, ...]


@dataclass(frozen=True)
class _Class:
    """Tiles that the same holders may have; `may` are their places in the room, the boneyard's is the last."""

    may: tuple[int, ...]
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class _Problem:
    classes: tuple[_Class, ...]
    room: Room

    @classmethod
    def of(cls, known: Known) -> _Problem | None:
        """None where what is known cannot all be true."""
        pool = Counter(dict.fromkeys(known.tile_set, known.copies))
        pool.subtract(known.table)
        for holder in known.holders:
            pool.subtract(holder.holds)
            if any(_barred(tile, holder) for tile in holder.holds):
                return None
        room = [holder.tiles - len(holder.holds) for holder in known.holders]
        room.append(pool.total() - sum(room))
        if min(pool.values()) < 0 or min(room) < 0:
            return None
        groups: dict[tuple[int, ...], list[Tile]] = {}
        for tile in pool.elements():
            may = [place for place, holder in enumerate(known.holders) if not _barred(tile, holder)]
            groups.setdefault((*may, len(known.holders)), []).append(tile)
        # few holders first: they leave the fewest ways, and the last class fills what room is left in just one
        classes = [_Class(may, tuple(group)) for may, group in sorted(groups.items(), key=lambda item: len(item[0]))]
        return cls(tuple(classes), tuple(room))


def _barred(tile: Tile, holder: Holder) -> bool:
    return tile in holder.without or any(tile.has(pips) for pips in holder.lacks)


@dataclass(frozen=True)
class _Shares:
    """For each class and each place of its `may`: the chance of one of its tiles to be there."""

    deals: int
    deals_error: float
    exact: bool
    error: float
    chances: tuple[tuple[float, ...], ...]


# -- exactly ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Step:
    """A class handed out: what each of its holders is given, the room left then, and in how many ways it is done."""

    given: tuple[int, ...]
    left: Room
    ways: int


def _splits(size: int, rooms: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """How `size` tiles may be divided among holders with that room, each with its number of ways."""
    first, rest = rooms[0], rooms[1:]
    if not rest:
        if size <= first:
            yield (size,), 1
        return
    for given in range(max(0, size - sum(rest)), min(size, first) + 1):
        for others, ways in _splits(size - given, rest):
            yield (given, *others), comb(size, given) * ways


def _steps(group: _Class, room: Room, to_come: Room) -> Iterator[_Step]:
    """The ways to hand out a class after which the classes to come can still fill every hand."""
    for given, ways in _splits(len(group.tiles), [room[place] for place in group.may]):
        left = list(room)
        for place, count in zip(group.may, given, strict=True):
            left[place] -= count
        if all(space <= coming for space, coming in zip(left, to_come, strict=True)):
            yield _Step(given, tuple(left), ways)


def _to_come(classes: Sequence[_Class], places: int) -> Room:
    return tuple(sum(len(group.tiles) for group in classes if place in group.may) for place in range(places))


def _count(problem: _Problem, max_steps: int) -> _Shares | None:
    """All deals counted, class by class; None where that takes more than `max_steps`."""
    classes, places = problem.classes, len(problem.room)
    levels: list[dict[Room, list[_Step]]] = []
    rooms, taken = {problem.room}, 0
    for number, group in enumerate(classes):
        to_come = _to_come(classes[number + 1 :], places)
        level: dict[Room, list[_Step]] = {}
        for room in rooms:
            level[room] = []
            for step in _steps(group, room, to_come):
                level[room].append(step)
                taken += 1
                if taken > max_steps:
                    return None
        levels.append(level)
        rooms = {step.left for steps in level.values() for step in steps}
    return _shares_of(problem, levels)


def _shares_of(problem: _Problem, levels: Sequence[dict[Room, list[_Step]]]) -> _Shares:
    """Ways to reach each room, times ways to go on from it, say how often each step is taken."""
    onward: list[dict[Room, int]] = [{(0,) * len(problem.room): 1}]
    for level in reversed(levels):
        after = onward[-1]
        onward.append({
            room: sum(step.ways * after.get(step.left, 0) for step in steps) for room, steps in level.items()
        })  # fmt: skip
    onward.reverse()
    deals = onward[0].get(problem.room, 0)
    reached = {problem.room: 1}
    chances = []
    for group, level, after in zip(problem.classes, levels, onward[1:], strict=True):
        held, next_reached = [0] * len(group.may), Counter[Room]()
        for room, steps in level.items():
            for step in steps:
                ways = reached.get(room, 0) * step.ways
                next_reached[step.left] += ways
                for place, given in enumerate(step.given):
                    held[place] += ways * given * after.get(step.left, 0)
        reached = dict(next_reached)
        chances.append(tuple(count / (deals * len(group.tiles)) if deals else 0.0 for count in held))
    return _Shares(deals, 0.0, True, 0.0, tuple(chances))


# -- by drawing deals ------------------------------------------------------------------------------------------------


def _draw(problem: _Problem, samples: int, rng: Random) -> _Shares:
    """Deals drawn tile by tile, each holder as likely as the room it has; a deal weighs the inverse of its chance."""
    drawn = [_draw_one(problem, rng) for _ in range(samples)]
    weights = [weight for weight, _ in drawn]
    total = sum(weights)
    if not total:
        return _Shares(0, 0.0, False, 0.0, ())
    mean = total / samples
    spread = sqrt(sum((weight - mean) ** 2 for weight in weights) / max(1, samples - 1))
    chances, worst = [], 0.0
    for number, group in enumerate(problem.classes):
        row = []
        for place in range(len(group.may)):
            parts = [given[number][place] / len(group.tiles) if given else 0.0 for _, given in drawn]
            chance = sum(weight * part for weight, part in zip(weights, parts, strict=True)) / total
            squares = sum((weight * (part - chance)) ** 2 for weight, part in zip(weights, parts, strict=True))
            worst = max(worst, sqrt(squares) / total)
            row.append(chance)
        chances.append(tuple(row))
    return _Shares(max(1, round(mean)), spread / sqrt(samples), False, worst, tuple(chances))


def _draw_one(problem: _Problem, rng: Random) -> tuple[float, list[list[int]]]:
    """One deal: its weight, and what each class gave to each of its holders. A dead end weighs nothing."""
    room, weight, dealt = list(problem.room), 1.0, []
    for group in problem.classes:
        given = [0] * len(group.may)
        for _ in group.tiles:
            rooms = [room[place] for place in group.may]
            free = sum(rooms)
            if not free:
                return 0.0, []
            place = rng.choices(range(len(rooms)), weights=rooms)[0]
            weight *= free / rooms[place]
            room[group.may[place]] -= 1
            given[place] += 1
        dealt.append(given)
    return weight, dealt


# -- with names again ------------------------------------------------------------------------------------------------


def _nothing(known: Known, exact: bool = True) -> Holdings:
    return Holdings(0, exact, 0.0, 0.0, tuple(HandChances(holder.seat, ()) for holder in known.holders), ())


def _answer(known: Known, problem: _Problem, shares: _Shares) -> Holdings:
    sums: list[dict[Tile, float]] = [
        {tile: float(holder.holds.count(tile)) for tile in holder.holds} for holder in known.holders
    ]
    sums.append({})  # the boneyard
    for group, chances in zip(problem.classes, shares.chances, strict=True):
        for place, chance in zip(group.may, chances, strict=True):
            if chance:
                for tile in group.tiles:
                    sums[place][tile] = sums[place].get(tile, 0.0) + chance
    rows = [tuple(Chance(tile, row[tile]) for tile in sorted(row, reverse=True)) for row in sums]
    hands = tuple(HandChances(holder.seat, row) for holder, row in zip(known.holders, rows, strict=False))
    return Holdings(shares.deals, shares.exact, shares.error, shares.deals_error, hands, rows[-1])
