"""The words of the line of play: how it may grow, where a tile is laid, what lies there and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto
from typing import Literal

from engine.tiles import Tile

Reason = Literal[
    "mismatch", "duplicate", "not_in_set", "closed_end", "detached", "not_a_double",
    "not_closable", "wrong_lead", "out_of_turn", "two_at_once", "exposed_first", "round_over",
]  # fmt: skip

LineKind = Literal["chain", "house", "free"]

CHAIN_ARMS = ("L", "R")
CROSS_ARMS = ("U", "D")


@dataclass(frozen=True)
class LineShape:
    """How a line may grow, and what its ends count.

    Args:
        kind: `chain`, `house` (a double with up to four arms) or `free` (any half that a tile touches).
        house_is: which double becomes the house (rules.md D-23).
        cross_opens: when the two cross sides of the house may be used (rules.md D-22).
        closes_doubles: whether a double may be laid face down, which closes its end (Osel).
        cuts_lines: whether any tile that fits may be laid across, which closes its end, while both arms of the chain
            are equally long (Kolbasa).
        house_count: whether the house counts both halves until both its sides are covered, or one (rules.md D-20).
        fourth_side: whether the last free side of a house with three arms counts (rules.md D-21).
    """

    kind: LineKind = "chain"
    house_is: Literal["first_placed", "first_covered"] = "first_placed"
    cross_opens: Literal["both_sides", "at_once"] = "both_sides"
    closes_doubles: bool = True
    cuts_lines: bool = False
    house_count: Literal["until_covered", "once"] = "until_covered"
    fourth_side: bool = False


CHAIN = LineShape()


@dataclass(frozen=True)
class Placement:
    """A tile at an end; `end` is None for the first tile of the round.

    `closed`: a double laid face down (Osel), or a tile laid across (Kolbasa); its end is then dead.
    """

    tile: Tile
    end: str | None = None
    closed: bool = False


@dataclass(frozen=True)
class Joint:
    """What the camera saw: the tile touches `tile` of the line, half `own` against that tile's half `pips`.

    `end` names the side of a double that has several alike, where that is known.
    """

    tile: Tile
    pips: int
    own: int
    end: str | None = None


@dataclass(frozen=True)
class Placed:
    """A tile in the line: node of the tree. `parent` counts from 0 in the order of play.

    `touch` is the tile's half at the junction and `at` the parent's; both None for the root and for a tile that joins
    nothing. `end` is None for the root and for what lies where no end is open.
    """

    tile: Tile
    end: str | None = None
    parent: int | None = None
    touch: int | None = None
    at: int | None = None
    closed: bool = False

    @property
    def outer(self) -> int:
        """The half that faces away from the parent (the smaller half where the junction is unknown)."""
        if self.touch is None or not self.tile.has(self.touch):
            return self.tile.low
        return self.tile.other(self.touch)


@dataclass(frozen=True)
class OpenEnd:
    """An end that a tile may be joined to: the arm, the number it shows, and the tile there (its place in the line)."""

    end: str
    pips: int
    index: int


class LineStatus(Flag):
    """Everything that is wrong with a line; `VALID` when nothing is."""

    VALID = 0
    MISMATCH = auto()
    DUPLICATE = auto()
    NOT_IN_SET = auto()
    CLOSED_END = auto()
    DETACHED = auto()
    NOT_A_DOUBLE = auto()
    NOT_CLOSABLE = auto()
