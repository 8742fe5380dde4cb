"""Boards on which tiles hold each other down: the places as data, and a position on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from engine.errors import LogError
from engine.solitaire.pairs import PAIRINGS, Fault, Pairing
from engine.tiles import Tile


@dataclass(frozen=True)
class Place:
    """Where a tile lies, for a picture of the board, and what holds it.

    `free_when`: sets of places; the tile may be taken as soon as one of these sets is empty. An empty set is one that
    is empty from the start.
    """

    row: int
    column: int
    free_when: tuple[frozenset[int], ...] = (frozenset(),)


@dataclass(frozen=True)
class Layout:
    """A kind of board. `hidden`: free tiles lie face down too, until somebody turns them over."""

    places: tuple[Place, ...]
    pairing: Pairing = "twelve"
    hidden: bool = False

    def pair(self, first: Tile, second: Tile) -> bool:
        """Whether the two make a pair on this board."""
        return PAIRINGS[self.pairing](first, second)


@dataclass(frozen=True)
class Board:
    """A position: what lies on the places of a layout. Nothing here changes; moves make new boards.

    `tiles`: the tile on each place, None where nobody has seen it; the places after the last one are empty, as on a
    smaller spider. `gone`: places that were emptied. `taken`: tiles that have left. `deck`: tiles that may lie here.
    """

    layout: Layout
    tiles: tuple[Tile | None, ...]
    deck: frozenset[Tile]
    gone: frozenset[int] = frozenset()
    taken: frozenset[Tile] = frozenset()

    @property
    def left(self) -> tuple[int, ...]:
        """The places on which tiles still lie."""
        return tuple(place for place in range(len(self.tiles)) if place not in self.gone)

    @property
    def free(self) -> tuple[int, ...]:
        """The places whose tiles may be taken now."""
        left = frozenset(self.left)
        places = self.layout.places
        return tuple(at for at in self.left if any(left.isdisjoint(holders) for holders in places[at].free_when))

    @property
    def seen(self) -> tuple[Tile | None, ...]:
        """What a camera above the table sees: the tiles that lie face up, None for the others and for gaps."""
        up = () if self.layout.hidden else self.free
        return tuple(tile if place in up else None for place, tile in enumerate(self.tiles))

    def pairs(self) -> Iterator[tuple[Tile, Tile]]:
        """The pairs that may be taken now, as far as the tiles are known."""
        known = [tile for place in self.free if (tile := self.tiles[place]) is not None]
        return ((first, second) for first, second in combinations(known, 2) if self.layout.pair(first, second))

    @property
    def is_cleared(self) -> bool:
        """Whether every tile is gone."""
        return not self.left

    @property
    def is_stuck(self) -> bool:
        """Whether tiles lie here, all free ones are known, and no two of them make a pair."""
        known = all(self.tiles[place] is not None for place in self.free)
        return bool(self.left) and known and next(self.pairs(), None) is None

    def fault(self, first: Tile, second: Tile, places: Sequence[int] = ()) -> Fault | None:
        """What is wrong with taking these two; None where nothing is.

        `places`: where they lay, if that was seen; then it holds, whatever was read there before.
        """
        if first == second:
            return Fault("same_tile", first)
        found = self._find(first, second, places)
        for tile, place in zip((first, second), found, strict=True):
            if place is None:
                return Fault("not_there", tile)
        for tile, place in zip((first, second), found, strict=True):
            if place not in self.free:
                return Fault("blocked", tile)
        return None if self.layout.pair(first, second) else Fault("sum")

    def take(self, first: Tile, second: Tile, places: Sequence[int] = ()) -> Board:
        """The board without these two.

        Raises:
            LogError: one of them is not here.
        """
        one, other = self._find(first, second, places)
        if one is None or other is None:
            raise LogError(f"{first} and {second} are not both on the board", f"{first} и {second} не лежат на поле")
        board = self.shown(one, first).shown(other, second)
        return replace(board, gone=self.gone | {one, other}, taken=self.taken | {first, second})

    def shown(self, place: int, tile: Tile) -> Board:
        """The board after the tile on a place has been seen; where it was thought to lie before, is unknown now.

        Raises:
            LogError: nothing lies there, or this tile cannot lie on the board.
        """
        if place not in self.left:
            raise LogError(f"no tile lies on place {place}", f"на месте {place} кости нет")
        if not self._may_lie(tile):
            raise LogError(f"{tile} cannot lie on the board", f"{tile} на поле быть не может")
        tiles = [None if known == tile else known for known in self.tiles]
        tiles[place] = tile
        return replace(self, tiles=tuple(tiles))

    def _may_lie(self, tile: Tile) -> bool:
        return tile in self.deck and tile not in self.taken

    def _find(self, first: Tile, second: Tile, places: Sequence[int]) -> tuple[int | None, int | None]:
        if len(places) == 2:
            seen = zip((first, second), places, strict=True)
            one, other = (place if place in self.left and self._may_lie(tile) else None for tile, place in seen)
            return one, other if other != one else None
        one = self._place_of(first, None)
        return one, self._place_of(second, one)

    def _place_of(self, tile: Tile, but: int | None) -> int | None:
        """Where a tile lies; one that nobody has seen is taken for the first unseen one, free ones before others."""
        if not self._may_lie(tile):
            return None
        if tile in self.tiles:
            return self.tiles.index(tile)
        free = self.free
        unseen = [place for place in self.left if self.tiles[place] is None and place != but]
        return min(unseen, key=lambda place: (place not in free, place), default=None)
