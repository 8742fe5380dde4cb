"""Which tiles hang together: disjoint sets."""

from __future__ import annotations

from collections.abc import Iterable


class Pieces:
    """Tiles that are joined one by one into pieces."""

    def __init__(self, count: int, joints: Iterable[tuple[int, int]] = ()) -> None:
        self._parent = list(range(count))
        self._size = [1] * count
        for one, other in joints:
            self.join(one, other)

    def find(self, tile: int) -> int:
        """The name of the piece of a tile."""
        while self._parent[tile] != tile:
            self._parent[tile] = self._parent[self._parent[tile]]
            tile = self._parent[tile]
        return tile

    def size(self, tile: int) -> int:
        """How many tiles hang together with this one."""
        return self._size[self.find(tile)]

    def join(self, one: int, other: int) -> bool:
        """Joins two pieces; False if they were one already."""
        a, b = self.find(one), self.find(other)
        if a == b:
            return False
        if self._size[a] < self._size[b]:
            a, b = b, a
        self._parent[b] = a
        self._size[a] += self._size[b]
        return True

    def members(self) -> list[list[int]]:
        """The pieces, each with its tiles in rising order, by their first tile."""
        pieces: dict[int, list[int]] = {}
        for tile in range(len(self._parent)):
            pieces.setdefault(self.find(tile), []).append(tile)
        return list(pieces.values())
