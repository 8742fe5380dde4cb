"""A free line, of a game whose rules are not known: a tile may join any half that it touches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.errors import IllegalPlayError
from engine.placing import OpenEnd, Placed, Placement
from engine.tiles import Tile


def free_ends(placed: Sequence[Placed]) -> Iterator[OpenEnd]:
    """Every half that joins nothing yet; the end `T3` is one of the third tile's."""
    joined: dict[int | None, list[int]] = {}
    for node in placed:
        if node.at is not None:
            joined.setdefault(node.parent, []).append(node.at)
    for index, node in enumerate(placed):
        halves = Counter(node.tile.halves)
        halves.subtract([node.touch] if node.touch is not None else [])
        halves.subtract(joined.get(index, []))
        for pips in node.tile.halves:
            if halves[pips] > 0:
                halves[pips] -= 1
                yield OpenEnd(f"T{index + 1}", pips, index)


def free_places(placed: Sequence[Placed], tile: Tile) -> Iterator[Placement]:
    """Every tile that has a half in common with `tile`, be that half joined already or not."""
    for index, node in enumerate(placed):
        if node.tile.has(tile.high) or node.tile.has(tile.low):
            yield Placement(tile, f"T{index + 1}")


def free_node(placed: Sequence[Placed], ends: Sequence[OpenEnd], placement: Placement) -> Placed:
    """The node that a placement makes; a half that joins nothing yet is taken before one that does.

    Raises:
        IllegalPlayError: there is no such tile, or it has no half in common with the new one.
    """
    number = (placement.end or "").removeprefix("T")
    index = int(number) - 1 if number.isdigit() else -1
    if not 0 <= index < len(placed):
        raise IllegalPlayError("closed_end", f"there is no tile {placement.end}")
    there = placed[index].tile
    free = {end.pips for end in ends if end.index == index}
    common = [pips for pips in placement.tile.halves if there.has(pips)]
    if not common:
        raise IllegalPlayError("mismatch", f"{placement.tile} has no half equal to one of {there}")
    pips = next((pips for pips in common if pips in free), common[0])
    return Placed(placement.tile, placement.end, index, pips, pips, placement.closed)
