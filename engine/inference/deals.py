"""How many ways there are to deal the tiles that nobody has seen: what a pass tells about hidden hands, as a number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb, prod

from engine.tiles import Tile


def number_mask(numbers: Iterable[int]) -> int:
    """A set of numbers of pips as bits: bit 4 for the 4."""
    mask = 0
    for pips in numbers:
        mask |= 1 << pips
    return mask


def shares(tiles: int, sizes: Iterable[int]) -> int:
    """Into how many different shares of these sizes so many tiles can be dealt; what is over sleeps.

    0 when there are too few tiles.
    """
    left, ways = tiles, 1
    for size in sizes:
        if size > left:
            return 0
        ways *= comb(left, size)
        left -= size
    return ways


class HiddenTiles:
    """The tiles that lie neither on the table nor in a hand that was shown."""

    def __init__(self, tiles: Sequence[Tile]) -> None:
        self.count = len(tiles)
        self._masks = [number_mask(tile.halves) for tile in tiles]
        self._without: dict[int, int] = {}

    def without(self, numbers: int) -> int:
        """The hidden tiles that show none of these numbers (a mask), as bits by their place."""
        found = self._without.get(numbers)
        if found is None:
            found = sum(1 << place for place, mask in enumerate(self._masks) if not mask & numbers)
            self._without[numbers] = found
        return found

    def hands(self, sizes: Sequence[int], lacks: Sequence[int]) -> int:
        """In how many ways hands of these sizes can be dealt from the hidden tiles; what is over sleeps.

        Args:
            sizes: tiles a hand.
            lacks: for each hand the numbers that it must not show, as a mask.
        """
        full = (1 << self.count) - 1
        barred, free = [], []
        for size, mask in zip(sizes, lacks, strict=True):
            allowed = self.without(mask)
            if allowed.bit_count() < size:
                return 0
            if size and allowed != full:
                barred.append((size, allowed))
            else:
                free.append(size)
        left = self.count - sum(size for size, _ in barred)
        rest = shares(left, free) if left >= sum(free) else 0
        if not rest or not barred:
            return rest
        if len(barred) == 1:
            return rest * comb(barred[0][1].bit_count(), barred[0][0])
        parts = [full]
        for _, allowed in reversed(barred):
            # afterwards part k holds the tiles that hand j may have where bit j of k is set
            parts = [part & kept for part in parts for kept in (~allowed, allowed)]
        counts = tuple(part.bit_count() for part in parts)
        return rest * _picks(counts, tuple(size for size, _ in barred))


@lru_cache(maxsize=1 << 16)
def _picks(counts: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """Ways in which each hand takes its tiles, `counts[k]` being the tiles that hand j may take where bit j of k is
    set."""
    size, others = sizes[0], sizes[1:]
    if not others:
        return comb(counts[1], size)
    if len(others) == 1:
        _, mine, theirs, both = counts
        return sum(
            comb(mine, size - shared) * comb(both, shared) * comb(theirs + both - shared, others[0])
            for shared in range(max(0, size - mine), min(size, both) + 1)
        )
    barred, allowed = counts[0::2], counts[1::2]
    ways = 0
    for taken in _splits(allowed, size):
        left = tuple(no + yes - took for no, yes, took in zip(barred, allowed, taken, strict=True))
        ways += prod(comb(yes, took) for yes, took in zip(allowed, taken, strict=True)) * _picks(left, others)
    return ways


def _splits(most: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """All ways to write `size` as a sum with one part for each of `most`, none larger than that."""
    splits: list[tuple[tuple[int, ...], int]] = [((), size)]
    for place, limit in enumerate(most):
        later = sum(most[place + 1 :])
        splits = [
            ((*parts, part), left - part)
            for parts, left in splits
            for part in range(max(0, left - later), min(limit, left) + 1)
        ]
    return [parts for parts, left in splits if left == 0]
