"""Memory: twenty tiles face down; two with equal sums are a pair (rules.md 1.13)."""

from __future__ import annotations

from functools import cache
from random import Random

from engine.solitaire.board import Layout, Place
from engine.tiles import Tile, TileSet

ROWS, COLUMNS = 4, 5
TILES_OF_SUM = {2: 2, 3: 2, 4: 2, 5: 2, 6: 4, 7: 2, 8: 2, 9: 2, 10: 2}
"""How many tiles with each sum are laid; of sums with three tiles any two."""


@cache
def grid() -> Layout:
    """Four rows of five, all face down and free."""
    places = (Place(row, column) for row in range(ROWS) for column in range(COLUMNS))
    return Layout(tuple(places), pairing="equal", hidden=True)


def choose(tiles: TileSet, rng: Random) -> list[Tile]:
    """Twenty tiles of a set that make pairs, shuffled."""
    chosen = [
        tile
        for pips, count in TILES_OF_SUM.items()
        for tile in rng.sample([tile for tile in tiles if tile.pips == pips], count)
    ]
    rng.shuffle(chosen)
    return chosen
