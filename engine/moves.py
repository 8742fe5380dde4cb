"""What a seat may do in its turn, and how a round ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from engine.ledger import Termination
from engine.placing import Placement


@dataclass(frozen=True, slots=True)
class Play:
    """A turn in which tiles are laid: one, or several at different ends where the rules have that.

    `end`, `bit` and `across` are those of the one tile that is laid openly at an end, copied here for speed; `end` is
    None for any other play.
    """

    placements: tuple[Placement, ...]
    end: str | None = field(init=False, repr=False, compare=False, default=None)
    bit: int = field(init=False, repr=False, compare=False, default=0)
    across: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        if len(self.placements) == 1 and not self.placements[0].closed:
            (placement,) = self.placements
            object.__setattr__(self, "end", placement.end)
            object.__setattr__(self, "bit", placement.tile.bit)
            object.__setattr__(self, "across", placement.tile.across)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return self.bit == other.bit and self.placements == other.placements


@dataclass(frozen=True, slots=True)
class Draw:
    """A turn's step in which the top tile of the boneyard is taken."""

    placements: ClassVar[tuple[Placement, ...]] = ()
    end: ClassVar[None] = None
    bit: ClassVar[int] = 0
    across: ClassVar[int] = 0


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn in which nothing is laid. Where tiles stand in a row, the one turned over goes to the row's other end."""

    placements: ClassVar[tuple[Placement, ...]] = ()
    end: ClassVar[None] = None
    bit: ClassVar[int] = 0
    across: ClassVar[int] = 0


Move = Play | Draw | Pass

DRAW, PASS = Draw(), Pass()


class Outcome(NamedTuple):
    """How a round ended: `winner` went out, or `fisher` blocked it."""

    termination: Termination
    winner: str | None = None
    fisher: str | None = None
