"""Tiles and sets: what dominoes exist and how they are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from engine.errors import EngineError
from engine.text import quoted

SETS = (6, 9, 12, 15, 18)
PIPS_OF_LARGEST_SET = SETS[-1]


class NotationError(EngineError):
    """A text that names no tile, set or event."""


@dataclass(frozen=True, order=True)
class Tile:
    """One physical bone, both halves by their pips; `Tile(4, 6) == Tile(6, 4)`, the larger half first.

    `index` counts the tiles from 0-0 on, the same in every set; `bit` is that bit of a number, so that a number may
    stand for a hand. `across` turns one half into the other: `half ^ tile.across`.

    Raises:
        NotationError: a half below 0 or above 18 pips.
    """

    high: int
    low: int
    index: int = field(init=False, repr=False, compare=False)
    bit: int = field(init=False, repr=False, compare=False)
    across: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for pips in (self.high, self.low):
            if not 0 <= pips <= PIPS_OF_LARGEST_SET:
                raise NotationError(
                    f"a half shows 0 to {PIPS_OF_LARGEST_SET} pips, not {pips}",
                    f"на половинке от 0 до {PIPS_OF_LARGEST_SET} очков, а не {pips}",
                )
        if self.high < self.low:
            high, low = self.low, self.high
            object.__setattr__(self, "high", high)
            object.__setattr__(self, "low", low)
        index = self.high * (self.high + 1) // 2 + self.low
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "bit", 1 << index)
        object.__setattr__(self, "across", self.high ^ self.low)

    def __hash__(self) -> int:
        return self.index

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Reads "6-4" (either half first).

        Raises:
            NotationError: the text is no tile.
        """
        parts = text.strip().split("-")
        if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
            raise NotationError(
                f"{text!r} is no tile; write it like 6-4", f"{quoted(text)} — не кость; пишите её так: 6-4"
            )
        return cls(int(parts[0]), int(parts[1]))

    @property
    def halves(self) -> tuple[int, int]:
        """Both halves, the larger first."""
        return (self.high, self.low)

    @property
    def pips(self) -> int:
        """The sum of both halves."""
        return self.high + self.low

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal."""
        return self.high == self.low

    def has(self, pips: int) -> bool:
        """Whether one of the halves shows `pips`."""
        return pips in (self.high, self.low)

    def other(self, pips: int) -> int:
        """The half across from `pips` (itself on a double).

        Raises:
            ValueError: no half shows `pips`.
        """
        if pips == self.high:
            return self.low
        if pips == self.low:
            return self.high
        raise ValueError(f"{self} has no half with {pips} pips")

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


@cache
def _all_tiles(max_pips: int) -> tuple[Tile, ...]:
    return tuple(Tile(high, low) for high in range(max_pips + 1) for low in range(high + 1))


def _no_set(text: str) -> NotationError:
    choices = ", ".join(f"D{pips}" for pips in SETS[:-1])
    return NotationError(
        f"{text} is no set; choose {choices} or D{SETS[-1]}",
        f"{text} — не комплект; выберите {choices} или D{SETS[-1]}",
    )


@dataclass(frozen=True)
class TileSet:
    """A complete set: every tile from 0-0 to n-n once (rules.md 1.1).

    Raises:
        NotationError: no such set is made; double-six to double-eighteen are.
    """

    max_pips: int = 6

    def __post_init__(self) -> None:
        if self.max_pips not in SETS:
            raise _no_set(f"D{self.max_pips}")

    @classmethod
    def parse(cls, text: str) -> TileSet:
        """Reads "D6" (or "d6").

        Raises:
            NotationError: the text names no set.
        """
        digits = text.strip().removeprefix("D").removeprefix("d")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 2):
            raise _no_set(repr(text))
        return cls(int(digits))

    def __iter__(self) -> Iterator[Tile]:
        return iter(_all_tiles(self.max_pips))

    def __len__(self) -> int:
        return (self.max_pips + 1) * (self.max_pips + 2) // 2

    def __contains__(self, tile: object) -> bool:
        return isinstance(tile, Tile) and tile.high <= self.max_pips

    @property
    def pips(self) -> int:
        """The sum of all pips: 168 for D6."""
        return sum(tile.pips for tile in self)

    def __str__(self) -> str:
        return f"D{self.max_pips}"


DOUBLE_SIX = TileSet(6)
