"""Rendered evenings: what the photo of a set shows, and how readings of its tables are counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.tiles import Tile, TileSet
from models.renderer.scene import Rendered, TileTruth, render
from models.training.evaluate_profiles import Errors, compare
from models.training.set_tables import game_table, random_evening, set_photo
from vision.layout import Layout, build_layout
from vision.scene import Scene


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


def table() -> Rendered:
    """6-4 and 3-2 lie whole in a row; of 5-5 a part is covered."""
    tiles = []
    for row, (pips, seen) in enumerate((((6, 4), 1.0), ((3, 2), 1.0), ((5, 5), 0.5))):
        corners = np.array([[10, 10], [50, 10], [50, 30], [10, 30]], np.float32) + np.array([0, 60 * row])
        centers = np.array([[20, 20], [40, 20]], np.float32) + np.array([0, 60 * row])
        placed = replace(game_table(np.random.default_rng(0), EVENING).tiles[0], pips=pips)
        tiles.append(TileTruth(placed, corners.astype(np.float32), centers.astype(np.float32), (1.0, seen)))
    return Rendered(np.zeros((300, 100, 3), np.uint8), tuple(tiles), np.zeros((0, 4, 2), np.float32))


EVENING = random_evening(np.random.default_rng(0), TileSet(6))


def read(*tiles: tuple[tuple[int, int], float, bool]) -> Layout:
    """Tiles read as these numbers, from left to right, at these heights, face up or not."""
    count = len(tiles)
    corners = np.array([[10, -10], [50, -10], [50, 10], [10, 10]], np.float32)
    probabilities = np.full((count, 2, 7), 1e-6, np.float32)
    for row, (pips, _, _) in enumerate(tiles):
        probabilities[row, [0, 1], pips] = 1.0
    heights = np.array([height for _, height, _ in tiles], np.float32)[:, None, None] * np.array([0, 1], np.float32)
    scene = replace(
        Scene.empty((100, 300)),
        corners=(corners + heights).astype(np.float32),
        centers=(np.array([[20, 0], [40, 0]], np.float32) + heights).astype(np.float32),
        face_up=np.array([up for _, _, up in tiles]),
        probabilities=probabilities,
        scores=np.ones(count, np.float32),
    )
    return build_layout(scene, TileSet(6))


def test_all_right() -> None:
    assert compare(table(), read(((6, 4), 20, True), ((3, 2), 80, True))) == Errors(0, 0, 0, 4, 2)


def test_a_half_is_misread_a_tile_missed_and_one_invented() -> None:
    # 6-4 is read as 6-3, 3-2 is missed, and there is nothing at height 250; what is partly covered does not count
    counted = compare(table(), read(((6, 3), 20, True), ((5, 1), 140, True), ((1, 1), 250, True)))
    assert counted == Errors(wrong_halves=1, missed=1, false=1, halves=2, tiles=2)


def test_a_tile_read_the_other_way_round_is_wrong_and_one_taken_for_a_back_is_missed() -> None:
    assert compare(table(), read(((4, 6), 20, True), ((3, 2), 80, False))) == Errors(2, 1, 0, 2, 2)


def test_errors_add_up() -> None:
    assert Errors(1, 2, 3, 4, 5) + Errors(1, 1, 1, 1, 1) == Errors(2, 3, 4, 5, 6)
