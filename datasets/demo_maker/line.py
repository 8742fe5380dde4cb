"""The line of play laid out on a table as people do it: doubles crosswise, and a turn where the table ends."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from engine.tiles import Tile
from models.renderer.arrange import PlacedTile

GAP = 0.05
"""Between two tiles, in sides of half a tile, as all lengths here."""
CROOKED = 0.012
"""Spread of the angle in radians, and of the place: nobody lays tiles with a ruler."""
ROWS_APART = 3.0
"""How far an arm runs away from its row before it turns back."""

Way = tuple[int, int]


@dataclass
class Arm:
    """An arm that grows: the middle of its outer edge, the way it goes, where it turns, and what it ends with."""

    x: float
    y: float
    way: Way
    turns_to: Way
    row: float
    ends_crosswise: bool


class LineOnTable:
    """Lays tiles at both ends of the line; the left arm winds upwards and the right arm downwards.

    Args:
        half_width: how far from the middle tiles may reach to the left and right.
    """

    def __init__(self, half_width: float, rng: np.random.Generator) -> None:
        self._half_width = half_width
        self._rng = rng
        self._arms: dict[str, Arm] = {}

    def lay(self, tile: Tile, end: str | None, touch: int | None) -> PlacedTile:
        """The place of a tile at an end ("L" or "R"; None for the first tile).

        Args:
            touch: the number of its half that touches the line.
        """
        if end is None:
            return self._first(tile)
        arm = self._arms[end]
        pips = (touch if touch is not None else tile.high, tile.other(touch) if touch is not None else tile.low)
        if tile.is_double:
            return self._across(arm, pips)
        if not arm.ends_crosswise and self._should_turn(arm):
            return self._turned(arm, pips)
        return self._straight(arm, pips)

    def _first(self, tile: Tile) -> PlacedTile:
        reach = 0.5 if tile.is_double else 1.0
        self._arms = {
            "L": Arm(-reach, 0.0, (-1, 0), (0, -1), 0.0, tile.is_double),
            "R": Arm(reach, 0.0, (1, 0), (0, 1), 0.0, tile.is_double),
        }
        return self._placed(tile.halves, 0.0, 0.0, (0, 1) if tile.is_double else (1, 0))

    def _should_turn(self, arm: Arm) -> bool:
        """At the end of a row, and back into a row once the arm is far enough from the last one."""
        if arm.way[0]:
            return abs(arm.x + 2.6 * arm.way[0]) > self._half_width
        return abs(arm.y - arm.row) > ROWS_APART

    def _across(self, arm: Arm, pips: tuple[int, int]) -> PlacedTile:
        x, y = self._ahead(arm, 0.5 + GAP)
        arm.x, arm.y = self._ahead(arm, 1.0 + GAP)
        arm.ends_crosswise = True
        return self._placed(pips, x, y, (arm.way[1], arm.way[0]))

    def _straight(self, arm: Arm, pips: tuple[int, int]) -> PlacedTile:
        x, y = self._ahead(arm, 1.0 + GAP)
        arm.x, arm.y = self._ahead(arm, 2.0 + GAP)
        arm.ends_crosswise = False
        return self._placed(pips, x, y, arm.way)

    def _turned(self, arm: Arm, pips: tuple[int, int]) -> PlacedTile:
        """The touching half lies before the end, the other half to the side."""
        x, y = self._ahead(arm, 0.5 + GAP)
        if arm.way[0]:
            way, arm.row, arm.turns_to = arm.turns_to, arm.y, (-arm.way[0], 0)
        else:
            way, arm.turns_to = arm.turns_to, arm.way
        arm.x, arm.y, arm.way, arm.ends_crosswise = x + 1.5 * way[0], y + 1.5 * way[1], way, False
        return self._placed(pips, x + 0.5 * way[0], y + 0.5 * way[1], way)

    @staticmethod
    def _ahead(arm: Arm, by: float) -> tuple[float, float]:
        return (arm.x + by * arm.way[0], arm.y + by * arm.way[1])

    def _placed(self, pips: tuple[int, int], x: float, y: float, way: Way) -> PlacedTile:
        dx, dy, turn = (float(value) for value in self._rng.normal(0, CROOKED, 3))
        return PlacedTile(pips, (x + dx, y + dy), math.atan2(way[1], way[0]) + turn)
