from __future__ import annotations

import numpy as np
import pytest

from vision.closer import Heat, more_places
from vision.detector import Peaks

TILE = np.array([[[40, 40], [80, 40], [80, 60], [40, 60]]], np.float32)
NO_PEAKS = Peaks(*(np.zeros(shape, np.float32) for shape in ((0, 2), (0, 2), 0, 0)))


def heat(*warm: tuple[int, int], peaks: Peaks = NO_PEAKS) -> Heat:
    """A map whose cells are 10 pixels wide, warm in these cells (column, row)."""
    cells = np.zeros((20, 20), np.float32)
    for column, row in warm:
        cells[row, column] = 0.25
    return Heat(peaks, cells, 0.1, 8, 60)


def places(seen: Heat, found: np.ndarray) -> list[list[list[float]]]:
    places: list[list[list[float]]] = more_places([seen], found).tolist()
    return places


def test_a_place_beside_a_tile_is_proposed_where_both_halves_are_warm():
    # End to end with the tile: halves at (90, 50) and (110, 50).
    assert places(heat((9, 5), (11, 5)), TILE) == [[[80, 40], [120, 40], [120, 60], [80, 60]]]
    assert places(heat((9, 5)), TILE) == []


def test_a_place_crosswise_at_the_end_of_a_tile():
    # The end is at x = 80; a double across it has its halves at (90, 40) and (90, 60).
    assert places(heat((9, 4), (9, 6)), TILE) == [[[100, 30], [100, 70], [80, 70], [80, 30]]]


def test_faint_halves_are_paired_as_far_apart_as_in_the_tiles_that_were_found():
    # 20 pixels are usual, 40 are not; and the locator cannot see mates that are 5 apart.
    points = np.array([[105, 155], [125, 155], [165, 155], [105, 160]], np.float32)
    peaks = Peaks(points, np.zeros_like(points), np.ones(4, np.float32), np.zeros(4, np.float32))
    warm = heat((10, 15), (12, 15), (16, 15), peaks=peaks)
    assert places(warm, TILE) == [[[95, 145], [135, 145], [135, 165], [95, 165]]]


def test_what_lies_outside_the_map_is_cold():
    assert heat((0, 0)).at(np.array([[5, 5], [-5, 5], [205, 5]], np.float32)).tolist() == [0.25, 0, 0]


@pytest.mark.parametrize(("warmer", "count"), [(998, 1), (1000, 0)])
def test_only_the_warmest_halves_are_paired_for_on_an_even_picture_there_are_too_many(warmer: int, count: int):
    points = np.array([[105, 155], [125, 155], *[[5, 5]] * warmer], np.float32)
    warmth = np.array([0.1, 0.1, *[0.2] * warmer], np.float32)
    peaks = Peaks(points, np.zeros_like(points), warmth, np.zeros(len(points), np.float32))
    assert len(places(heat((10, 15), (12, 15), peaks=peaks), TILE)) == count
