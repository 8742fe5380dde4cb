"""What happens on a board of pairs, as events of the common log (`engine.events`)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.event import Event
from engine.solitaire.course import Result
from engine.solitaire.pairs import PairReason
from engine.tiles import NotationError, Tile


def _two(tiles: tuple[Tile, ...], places: tuple[int, ...]) -> None:
    if len(tiles) != 2 or len(places) not in (0, 2):
        raise NotationError("a pair is two tiles, and two places or none", "пара — две кости и два места или ни одного")


@dataclass(frozen=True)
class LaidOut(Event):
    """Tiles were laid out, in the order of the board's places; None lies face down.

    `again`: it is what was left of a stuck spider. `overlooked`: the pair that could still have been taken then.
    """

    ev = "lay_out"
    tiles: tuple[Tile | None, ...]
    again: bool = False
    overlooked: tuple[Tile, ...] = ()


@dataclass(frozen=True)
class Shown(Event):
    """The tile on a place was turned face up, or was read anew."""

    ev = "show"
    place: int
    tile: Tile


@dataclass(frozen=True)
class PairTaken(Event):
    """Two tiles were taken; `places`: where they lay, if that was seen.

    `reason`: why they may not go, and `tile` which of them is to blame; then they count as put back.
    """

    ev = "pair"
    seat: str | None
    tiles: tuple[Tile, ...]
    places: tuple[int, ...] = ()
    legal: bool = True
    reason: PairReason | None = None
    tile: Tile | None = None

    def __post_init__(self) -> None:
        _two(self.tiles, self.places)


@dataclass(frozen=True)
class Missed(Event):
    """Two tiles that make no pair were turned over and back (Memory)."""

    ev = "miss"
    seat: str | None
    tiles: tuple[Tile, ...]
    places: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        _two(self.tiles, self.places)


@dataclass(frozen=True)
class Rotated(Event):
    """Travolator's rows moved one step. `overlooked`: the pair that stood one above the other before."""

    ev = "rotate"
    overlooked: tuple[Tile, ...] = ()


@dataclass(frozen=True)
class BoardEnded(Event):
    """Nothing lies on the board any more, or nothing there can be taken; `pairs` of each seat, in seat order."""

    ev = "board_end"
    result: Result
    pairs: tuple[int, ...]


BOARD_EVENTS: tuple[type[Event], ...] = (LaidOut, Shown, PairTaken, Missed, Rotated, BoardEnded)
