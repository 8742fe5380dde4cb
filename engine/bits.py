"""Tiles as the bits of a number: a hand, a set, or all tiles with one number in one comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from engine.tiles import PIPS_OF_LARGEST_SET, Tile, TileSet


def bits_of(tiles: Iterable[Tile]) -> int:
    """The number that stands for these tiles, each there once."""
    return sum([tile.bit for tile in tiles])


def tiles_of(bits: int) -> Iterator[Tile]:
    """The tiles that a number stands for, the smallest first."""
    every = _every_tile()
    while bits:
        lowest = bits & -bits
        yield every[lowest.bit_length() - 1]
        bits ^= lowest


@cache
def _every_tile() -> tuple[Tile, ...]:
    return tuple(TileSet(PIPS_OF_LARGEST_SET))


class SetBits(NamedTuple):
    """The tiles of a set: all of them; for each number those that have it; and those of them that are no doubles.

    A last number, -1, which no tile has, stands for an end that is not there.
    """

    all: int
    fitting: tuple[int, ...]
    simple: tuple[int, ...]


@cache
def set_bits(max_pips: int) -> SetBits:
    """The bits of the set whose largest number is `max_pips`."""
    tiles, numbers = tuple(TileSet(max_pips)), range(max_pips + 1)
    fitting = [bits_of(tile for tile in tiles if tile.has(pips)) for pips in numbers]
    simple = [bits & ~Tile(pips, pips).bit for pips, bits in zip(numbers, fitting, strict=True)]
    return SetBits(bits_of(tiles), (*fitting, 0), (*simple, 0))
