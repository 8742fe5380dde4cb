"""The film of the round: frame by frame, what lies on the table and whose arm is over it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from datasets.demo_maker.game import HALF_TABLE, Game, Move
from models.renderer.arrange import PlacedTile

FPS = 1.5
"""A still table is one on which nothing moved for 0.6 seconds: here the second frame after an arm has gone."""
EMPTY_FRAMES = 3
STILL_FRAMES = 2
LAST_FRAMES = 5
HALF_WAY = 0.5
IN_HAND = 0.5
"""How high above the table a tile is carried, in sides of half a tile."""


@dataclass(frozen=True)
class Shot:
    """One frame.

    Attributes:
        tiles: that lie or are carried.
        arm: the side it comes from and where its finger tips are on the table; None: no arm.
        play: the number of the play that can be seen to lie still from this frame on.
        hands_shown: all hands lie open from this frame on.
    """

    tiles: tuple[PlacedTile, ...]
    arm: tuple[str, tuple[float, float]] | None = None
    play: int | None = None
    hands_shown: bool = False


def shots(game: Game) -> Iterator[Shot]:
    """All frames of the round, in order."""
    lying: tuple[PlacedTile, ...] = ()
    for _ in range(EMPTY_FRAMES):
        yield Shot(())
    for number, move in enumerate(game.plays):
        for shot in _reach(move, lying):
            yield shot
            lying = shot.tiles
        yield Shot(lying)
        yield from (Shot(lying, play=number) for _ in range(STILL_FRAMES - 1))
    for move in game.reveals:
        for shot in _reach(move, lying):
            yield shot
            lying = shot.tiles
    for number in range(LAST_FRAMES):
        yield Shot(lying, hands_shown=number >= STILL_FRAMES)


def _reach(move: Move, lying: tuple[PlacedTile, ...]) -> Iterator[Shot]:
    """An arm comes in with the tiles, lays them, and goes."""
    side = move.seat.edge or "S"
    middle = np.mean([tile.center for tile in move.tiles], axis=0)
    edge = np.array({"S": (0.1, 1), "N": (-0.1, -1), "W": (-1, 0.1), "E": (1, -0.1)}[side]) * HALF_TABLE
    toward = (edge - middle) / np.linalg.norm(edge - middle)
    there = middle + 0.55 * toward
    half_way = edge + HALF_WAY * (there - edge)
    shift = half_way - there
    carried = tuple(
        replace(tile, center=(tile.center[0] + float(shift[0]), tile.center[1] + float(shift[1])), height=IN_HAND)
        for tile in move.tiles
    )
    yield Shot(lying + carried, (side, _point(half_way)))
    yield Shot(lying + move.tiles, (side, _point(there)))
    yield Shot(lying + move.tiles, (side, _point(half_way)))


def _point(place: np.ndarray) -> tuple[float, float]:
    return (float(place[0]), float(place[1]))
