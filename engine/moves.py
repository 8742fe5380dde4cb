"""What a seat may do in its turn, and how a round ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.ledger import Termination
from engine.placing import Placement


@dataclass(frozen=True, slots=True)
class Play:
    """A turn in which tiles are laid: one, or several at different ends where the rules have that."""

    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A turn's step in which the top tile of the boneyard is taken."""

    placements: ClassVar[tuple[Placement, ...]] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn in which nothing is laid. Where tiles stand in a row, the one turned over goes to the row's other end."""

    placements: ClassVar[tuple[Placement, ...]] = ()


Move = Play | Draw | Pass

DRAW, PASS = Draw(), Pass()


@dataclass(frozen=True)
class Outcome:
    """How a round ended: `winner` went out, or `fisher` blocked it."""

    termination: Termination
    winner: str | None = None
    fisher: str | None = None
