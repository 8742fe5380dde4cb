"""Travolator: two rows face up that move round like a belt; pairs stand one above the other (rules.md 1.13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.errors import LogError
from engine.solitaire.pairs import Fault, makes_twelve
from engine.tiles import Tile


@dataclass(frozen=True)
class Travolator:
    """The two rows, equally long, and how often they moved since a pair was last taken. Nothing here changes."""

    top: tuple[Tile, ...]
    bottom: tuple[Tile, ...]
    rotations: int = 0

    @property
    def seen(self) -> tuple[Tile, ...]:
        """All tiles, the top row first: every one lies face up."""
        return self.top + self.bottom

    def pairs(self) -> Iterator[tuple[Tile, Tile]]:
        """The columns that make a pair."""
        return ((up, down) for up, down in zip(self.top, self.bottom, strict=True) if makes_twelve(up, down))

    @property
    def is_cleared(self) -> bool:
        """Whether every tile is gone."""
        return not self.top

    @property
    def is_stuck(self) -> bool:
        """Whether no column makes a pair, so that the rows have to move."""
        return bool(self.top) and next(self.pairs(), None) is None

    @property
    def went_round(self) -> bool:
        """Whether the rows have moved once all the way round and still show no pair: the game is lost."""
        return self.is_stuck and self.rotations >= len(self.seen)

    def fault(self, first: Tile, second: Tile, places: Sequence[int] = ()) -> Fault | None:
        """What is wrong with taking these two; None where nothing is. `places` adds nothing, since all is seen."""
        if first == second:
            return Fault("same_tile", first)
        for tile in (first, second):
            if tile not in self.seen:
                return Fault("not_there", tile)
        if {first, second} not in [{up, down} for up, down in zip(self.top, self.bottom, strict=True)]:
            return Fault("apart")
        return None if makes_twelve(first, second) else Fault("sum")

    def take(self, first: Tile, second: Tile, places: Sequence[int] = ()) -> Travolator:
        """The rows without this column, the gap closed.

        Raises:
            LogError: the two make no column.
        """
        columns = list(zip(self.top, self.bottom, strict=True))
        kept = [column for column in columns if set(column) != {first, second}]
        if len(kept) == len(columns):
            raise LogError(
                f"{first} and {second} do not stand one above the other", f"{first} и {second} не стоят друг над другом"
            )
        return Travolator(tuple(up for up, _ in kept), tuple(down for _, down in kept))

    def shown(self, place: int, tile: Tile) -> Travolator:
        """The rows after the tile on a place (the top row's come first) was read anew; two that were mixed up change.

        Raises:
            LogError: no tile lies there.
        """
        row = list(self.seen)
        if not 0 <= place < len(row):
            raise LogError(f"no tile lies on place {place}", f"на месте {place} кости нет")
        if tile in row:
            row[row.index(tile)] = row[place]
        row[place] = tile
        half = len(self.top)
        return replace(self, top=tuple(row[:half]), bottom=tuple(row[half:]))

    def rotated(self) -> Travolator:
        """The rows one step on: the bottom's first tile goes up to the left, the top's last one down to the right."""
        top, bottom = (self.bottom[:1] + self.top[:-1]), (self.bottom[1:] + self.top[-1:])
        return Travolator(top, bottom, self.rotations + 1)
