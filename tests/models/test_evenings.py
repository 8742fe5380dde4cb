"""Rendered evenings: what the photo of a set shows, and what lies on its tables."""

from __future__ import annotations

import numpy as np

from engine.tiles import Tile, TileSet
from models.renderer.evenings import game_table, random_evening, set_photo
from models.renderer.scene import render


def test_the_photo_shows_every_tile_once_and_whole() -> None:
    rng = np.random.default_rng(4)
    shown = render(set_photo(rng, random_evening(rng, TileSet(6))))
    assert sorted(Tile(*tile.tile.pips) for tile in shown.tiles) == list(TileSet(6))
    assert all(min(tile.visible) > 0.9 for tile in shown.tiles)
    assert all(tile.corners.min() > 0 and (tile.corners.max(axis=0) < (1600, 1200)).all() for tile in shown.tiles)


def test_no_tile_lies_twice_on_a_table() -> None:
    rng = np.random.default_rng(5)
    for _ in range(5):
        tiles = [Tile(*tile.pips) for tile in game_table(rng, random_evening(rng, TileSet(9))).tiles]
        assert len(set(tiles)) == len(tiles)
