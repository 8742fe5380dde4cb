from __future__ import annotations

import math

import numpy as np
import pytest

from tests.vision.fakes import tile
from vision.judgement import of_one_size, proposal_scores, proven, seen_sizes
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


def proved(reading: Reading, *scores: float, others: int = 0, unit: float = 40.0) -> bool:
    """Whether it is proved where so many other places were looked at, `unit` pixels half of each."""
    places = np.array([*reading.corners, *[tile(500, 40 * row, unit) for row in range(others)]], np.float32)
    return bool(proven(reading, np.array(scores, np.float32), list(range(len(scores))), places))


def test_one_very_sure_tile_proves_that_there_are_dominoes():
    """Its odds over 6, doubled, must be 10: 10.8 at 0.97, 8 at 0.96."""
    assert proved(seen((6, 4)), 0.97)
    assert proved(seen((6, 0)), 0.97)
    assert not proved(seen((6, 4)), 0.96)
    assert not proved(seen((6, 4), clear=0.96), 0.99)  # 0.96 x 0.99 is 0.95
    nothing = seen((6, 4))
    assert not proven(nothing, np.ones(1, np.float32), [], nothing.corners)


def test_among_many_places_of_its_size_it_must_be_surer():
    """At 0.98 the odds are 49: over 6 + 3 they are 5.4, over 6 + 4 only 4.9."""
    assert proved(seen((6, 4)), 0.98, others=3)
    assert not proved(seen((6, 4)), 0.98, others=4)
    assert proved(seen((6, 4)), 0.98, others=9, unit=60)  # half as large again: of another size
    one = seen((6, 4))  # looked at nine times more, a quarter of its length aside: no other places
    places = np.concatenate([one.corners] + [one.corners + 14] * 9)
    assert proven(one, np.array([0.98], np.float32), [0], places)


def test_several_different_ones_among_many_places_are_no_chance():
    """Four at 0.96 share 80 others: 24 / (6 + 20) / 0.5 is 1.85 each, 11.6 together; four of the same prove nothing."""
    assert proved(seen((6, 4), (5, 2), (3, 3), (1, 0)), *[0.96] * 4, others=80)
    assert not proved(seen((6, 4), (6, 4), (6, 4), (6, 4)), *[0.96] * 4, others=80)
    assert not proved(seen((6, 4), (5, 2), (3, 3), (1, 0)), *[0.79] * 4, others=80)


def test_what_is_doubtful_is_none_beside_a_lone_proof():
    """One that is sure proves itself, not what is below 4 to 1; two that differ and are fairly sure prove the rest."""
    two, three = seen((6, 4), (5, 2)), seen((6, 4), (5, 2), (3, 3))
    assert proven(two, np.array([0.99, 0.7], np.float32), [0, 1], two.corners) == [0]
    assert proven(two, np.array([0.99, 0.85], np.float32), [0, 1], two.corners) == [0, 1]
    assert proven(three, np.array([0.99, 0.85, 0.6], np.float32), [0, 1, 2], three.corners) == [0, 1, 2]


def test_blanks_and_backs_prove_nothing():
    assert not proved(seen((0, 0)), 1.0)
    assert not proved(seen((6, 4), down=1.0), 1.0)


def test_several_fairly_sure_tiles_prove_it_together():
    """Their odds over 6, doubled, are multiplied and must come to 10: 3.4 each at 0.91, 3 each at 0.9."""
    assert proved(seen((6, 4), (5, 2)), 0.91, 0.91)
    assert not proved(seen((6, 4), (5, 2)), 0.9, 0.9)
    assert proved(seen((6, 4), (5, 2), (3, 3)), 0.9, 0.9, 0.9)
    assert not proved(seen(*[(6, pips) for pips in range(6)]), *[0.74] * 6)  # 2.85 to 1 is below 6 x 0.5


def test_what_is_seen_several_times_is_hardly_a_tile():
    """1-1 in a row of dice: odds of 32 beside 4 are too little, though 32 alone would prove it."""
    assert not proved(seen((1, 1), (1, 1)), 0.80, 0.97)
    assert not proved(seen((1, 2), (2, 1)), 0.80, 0.97)  # the same tile, turned
    assert proved(seen((1, 1), (1, 2)), 0.80, 0.97)


def test_two_sets_on_a_table_prove_themselves_nevertheless():
    """A pair is doubted no further than two to one: 199 / 6 / 2 is 16.6."""
    assert proved(seen((1, 1), (1, 1)), 0.995, 0.995)


def test_tiles_of_one_table_are_of_one_size():
    quads = np.array([tile(100 * k, 100, 40) for k in range(4)] + [tile(500, 100, 50), tile(600, 100, 20)])
    factors = of_one_size(seen_sizes(quads), np.full(6, 0.9, np.float32))
    # 50 to 40 is perspective; log 2 exceeds the allowance by 0.693 - 0.3
    assert factors == pytest.approx([1, 1, 1, 1, 1, math.exp(-(math.log(2) - 0.3) / 0.25)], rel=1e-4)


def test_unsure_small_ones_do_not_outvote_a_sure_large_tile():
    quads = np.array([tile(100, 100, 60)] + [tile(30 * k, 300, 10) for k in range(5)])
    factors = of_one_size(seen_sizes(quads), np.array([0.95] + [0.55] * 5, np.float32))
    assert factors[0] == 1
    assert factors[1:].max() < 0.05


def test_no_tiles_no_sizes():
    assert of_one_size(np.zeros(0, np.float32), np.zeros(0, np.float32)).shape == (0,)
