"""The plays that a hand has to choose from, and which of them may block the round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.line import Line, Placement
from engine.tiles import Tile

FishWhen = Literal["strict", "early"]


@dataclass(frozen=True)
class Choice:
    """A legal play of one tile: the number it is joined to, the numbers open after it, the pips on the table then."""

    tile: Tile
    end: str | None
    joins: int | None
    leaves: tuple[int, ...]
    blocks: bool
    table_pips: int

    @property
    def opens(self) -> int | None:
        """The number that the tile itself puts at its end; None for the first tile, which opens both its halves."""
        return None if self.joins is None else self.tile.other(self.joins)


def choices(
    line: Line,
    tiles: Iterable[Tile],
    fish_when: FishWhen = "strict",
    asleep: int = 0,
    held: Iterable[Tile] = (),
) -> tuple[Choice, ...]:
    """The plays of these tiles that differ; to which of two ends with the same number a tile goes is no choice.

    Args:
        asleep: tiles in the boneyard that nobody may draw.
        held: tiles that certainly lie in a hand, so that a play is no fish while another one of them fits.
    """
    found, in_hands = [], Counter(held)
    for tile in dict.fromkeys(tiles):
        known = (in_hands - Counter([tile])).keys()
        seen: set[int | None] = set()
        for placement in line.fits(tile):
            joins = next((end.pips for end in line.open_ends if end.end == placement.end), None)
            if joins not in seen:
                seen.add(joins)
                found.append(_choice(line, placement, joins, fish_when, asleep, known))
    return tuple(found)


def _choice(
    line: Line,
    placement: Placement,
    joins: int | None,
    fish_when: FishWhen,
    asleep: int,
    held: Iterable[Tile],
) -> Choice:
    line.push(placement)
    leaves = tuple(dict.fromkeys(end.pips for end in line.open_ends))
    blocks = may_block(line, fish_when, asleep, held)
    pips = line.pips
    line.pop()
    return Choice(placement.tile, placement.end, joins, leaves, blocks, pips)


def tiles_out(line: Line) -> list[Tile]:
    """The tiles that do not lie in the line, each as often as it is still out."""
    out = Counter(dict.fromkeys(line.tile_set, line.copies))
    out.subtract(line.tiles)
    return sorted(out.elements(), reverse=True)


def may_block(line: Line, fish_when: FishWhen = "strict", asleep: int = 0, held: Iterable[Tile] = ()) -> bool:
    """Whether a line as it lies may be a fish: all tiles that fit may be asleep, and none of them is `held`."""
    numbers = {end.pips for end in line.open_ends}
    if not numbers or line.shape.kind == "free":
        return False
    fitting = [tile for tile in tiles_out(line) if any(tile.has(pips) for pips in numbers)]
    if fish_when == "early":
        fitting = [tile for tile in fitting if not tile.is_double]
    return len(fitting) <= asleep and not set(fitting).intersection(held)
