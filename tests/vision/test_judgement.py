from __future__ import annotations

import math

import numpy as np
import pytest

from tests.vision.fakes import tile
from vision.judgement import of_one_size, proposal_scores, shows_dominoes
from vision.reader import Reading


def reading(valid: tuple[float, float], clear: tuple[float, float], down: float, quad: np.ndarray) -> Reading:
    probabilities = np.zeros((1, 2, 7), np.float32)
    for half in (0, 1):
        probabilities[0, half] = (1 - clear[half]) / 6
        probabilities[0, half, 3] = clear[half]
    downs, none = np.array([[down, down]], np.float32), np.zeros((1, 2), np.float32)
    return Reading(probabilities, np.array([valid], np.float32), downs, quad[None].copy(), none, none)


@pytest.mark.parametrize(
    ("valid", "clear", "down", "score"),
    [
        ((1.0, 1.0), (1.0, 1.0), 0.0, 1.0),
        ((0.9, 0.4), (0.81, 1.0), 0.0, 0.6 * 0.9),
        ((0.9, 0.4), (0.2, 0.2), 1.0, 0.6**1.5),  # face down: nothing to be clear, so it must be there all the more
        ((1.0, 0.0), (1.0, 1.0), 0.0, 0.0),
        ((1.0, 1.0), (0.25, 0.25), 0.5, 0.25),
    ],
)
def test_a_tile_is_as_sure_as_its_halves(
    valid: tuple[float, float], clear: tuple[float, float], down: float, score: float
):
    assert proposal_scores(reading(valid, clear, down, tile(100, 100))) == pytest.approx([score], abs=1e-6)


@pytest.mark.parametrize(
    ("quad", "score"),
    [
        (tile(100, 100, width=1.0), 1.0),  # twice as long as wide
        (tile(100, 100, width=0.5), 1.0),  # 4 to 1, seen at a slant
        (tile(100, 100, width=0.45), 0.0),
        (tile(100, 100, width=2.0), 0.0),  # a square
        (tile(100, 100, unit=2.0), 0.0),  # 2 px wide
    ],
    ids=["tile", "slanted", "stick", "square", "speck"],
)
def test_only_what_has_a_tiles_outline_can_be_one(quad: np.ndarray, score: float):
    assert proposal_scores(reading((1, 1), (1, 1), 0.0, quad)) == pytest.approx([score], abs=1e-6)


def seen(*tiles: tuple[int, int], down: float = 0.0, clear: float = 1.0) -> Reading:
    """Tiles with these pips, each half as clear to read as that."""
    count = len(tiles)
    probabilities = np.full((count, 2, 7), (1 - clear) / 6, np.float32)
    for row, pips in enumerate(tiles):
        probabilities[row, [0, 1], pips] = clear
    quads = np.array([tile(100 * row, 100) for row in range(count)], np.float32)
    ones, none = np.ones((count, 2), np.float32), np.zeros((count, 2), np.float32)
    return Reading(probabilities, ones, np.full((count, 2), down, np.float32), quads, none, none)


def proved(reading: Reading, *scores: float, long_side: int = 1280) -> bool:
    """The tiles are 80 px long: the sixteenth of 1280 at which their odds count as they are."""
    return shows_dominoes(reading, np.array(scores, np.float32), list(range(len(scores))), long_side)


def test_one_very_sure_tile_proves_that_there_are_dominoes():
    """Its odds must be 25: 32 at 0.97, 19 at 0.95."""
    assert proved(seen((6, 4)), 0.97)
    assert proved(seen((6, 0)), 0.97)
    assert not proved(seen((6, 4)), 0.95)
    assert not proved(seen((6, 4), clear=0.97), 0.98)  # 0.97 x 0.98 is 0.951
    assert not shows_dominoes(seen((6, 4)), np.ones(1, np.float32), [], 1280)


def test_a_larger_tile_may_be_less_sure_up_to_a_limit():
    assert proved(seen((6, 4)), 0.95, long_side=640)  # 19 x 2
    assert not proved(seen((6, 4)), 0.92, long_side=320)  # 11.5 x 2, not x 4
    assert not proved(seen((6, 4)), 0.97, long_side=2560)  # 32 / 2


def test_blanks_and_backs_prove_nothing():
    assert not proved(seen((0, 0)), 1.0)
    assert not proved(seen((6, 4), down=1.0), 1.0)


def test_several_fairly_sure_tiles_prove_it_together():
    """Their odds over 4 are multiplied and must come to 25 / 4 = 6.25: 2.875 each at 0.92, 2.25 each at 0.90."""
    assert proved(seen((6, 4), (5, 2)), 0.92, 0.92)
    assert not proved(seen((6, 4), (5, 2)), 0.90, 0.90)
    assert proved(seen((6, 4), (5, 2), (3, 3)), 0.90, 0.90, 0.90)
    assert not proved(seen(*[(6, pips) for pips in range(6)]), *[0.79] * 6)


def test_what_is_seen_several_times_is_hardly_a_tile():
    """1-1 in a row of dice: 32.3 / 9 at 0.97 beside 0.90 is too little, though 0.97 alone would prove it."""
    assert not proved(seen((1, 1), (1, 1)), 0.90, 0.97)
    assert not proved(seen((1, 2), (2, 1)), 0.90, 0.97)  # the same tile, turned
    assert proved(seen((1, 1), (1, 2)), 0.90, 0.97)


def test_two_sets_on_a_table_prove_themselves_nevertheless():
    """Each pair is doubted no further than a proof: (99 / 25)^2 = 15.7."""
    assert proved(seen((1, 1), (1, 1), (6, 4), (6, 4)), *[0.99] * 4)


def test_tiles_of_one_table_are_of_one_size():
    quads = np.array([tile(100 * k, 100, 40) for k in range(4)] + [tile(500, 100, 50), tile(600, 100, 20)])
    factors = of_one_size(quads, np.full(6, 0.9, np.float32))
    # 50 to 40 is perspective; log 2 exceeds the allowance by 0.693 - 0.3
    assert factors == pytest.approx([1, 1, 1, 1, 1, math.exp(-(math.log(2) - 0.3) / 0.25)], rel=1e-4)


def test_unsure_small_ones_do_not_outvote_a_sure_large_tile():
    quads = np.array([tile(100, 100, 60)] + [tile(30 * k, 300, 10) for k in range(5)])
    factors = of_one_size(quads, np.array([0.95] + [0.55] * 5, np.float32))
    assert factors[0] == 1
    assert factors[1:].max() < 0.05


def test_no_tiles_no_sizes():
    assert of_one_size(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32)).shape == (0,)
