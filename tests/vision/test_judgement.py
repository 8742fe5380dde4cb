from __future__ import annotations

import math
from dataclasses import replace

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


def one_seen(pips: int, clear: float, down: float) -> Reading:
    probabilities = np.full((1, 2, 7), (1 - clear) / 6, np.float32)
    probabilities[:, :, pips] = clear
    return replace(reading((1, 1), (1, 1), down, tile(100, 100)), probabilities=probabilities)


@pytest.mark.parametrize(
    ("seen", "score", "proved"),
    [
        (one_seen(3, 0.95, 0.0), 0.9, True),  # 0.9 x 0.95 = 0.855
        (one_seen(3, 0.85, 0.0), 0.9, False),  # 0.9 x 0.85 = 0.765
        (one_seen(0, 1.0, 0.0), 1.0, False),  # blanks only: a bare rectangle
        (one_seen(3, 0.95, 1.0), 1.0, False),  # a back
    ],
    ids=["pips", "doubtful", "blank", "back"],
)
def test_one_sure_tile_with_pips_proves_that_there_are_dominoes(seen: Reading, score: float, proved: bool):
    assert shows_dominoes(seen, np.array([score], np.float32), [0]) is proved
    assert not shows_dominoes(seen, np.array([score], np.float32), [])


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
