from __future__ import annotations

import math
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.fakes import tile
from vision.selection import choose, shared_area


def chosen(*rows: tuple[np.ndarray, float]) -> list[int]:
    quads = np.array([quad for quad, _ in rows], np.float32).reshape(-1, 4, 2)
    return choose(quads, np.array([score for _, score in rows], np.float32), 0.5)


def test_free_tiles_stay_the_surest_first():
    assert chosen((tile(100, 100), 0.6), (tile(300, 100), 0.9), (tile(500, 100), 0.7)) == [1, 2, 0]


def test_unsure_tiles_go():
    assert chosen((tile(100, 100), 0.49), (tile(300, 100), 0.51)) == [1]
    assert chosen() == []


def test_of_two_in_each_other_the_surer_stays():
    assert chosen((tile(100, 100), 0.7), (tile(120, 110), 0.8)) == [1]
    assert chosen((tile(100, 100), 0.9), (tile(100, 100, unit=10), 0.8)) == [0]


def test_tiles_may_touch_and_overlap_a_little():
    # 80 x 40 px: the second touches the first below, the third shares a fifth with it
    assert chosen((tile(100, 100), 0.9), (tile(100, 140), 0.8), (tile(164, 100), 0.7)) == [0, 1, 2]


@pytest.mark.parametrize(
    ("neighbours", "between", "kept"),
    [
        (0.9, 0.95, [0, 1]),  # log-odds 2.2 each against 2.9
        (0.9, 0.995, [2]),  # against 5.3
        (0.6, 0.9, [2]),  # 0.4 each against 2.2
    ],
)
def test_a_false_tile_between_two_real_ones_must_outweigh_both(neighbours: float, between: float, kept: list[int]):
    # end to end at 60..140 and 140..220; the false one takes the halves that touch
    assert chosen((tile(100, 100), neighbours), (tile(180, 100), neighbours), (tile(140, 100), between)) == kept


def test_in_a_long_row_no_tile_is_lost():
    # false ones between all of them make one knot of 79, too large for the exact choice
    row = [(tile(80 * k, 100), 0.9) for k in range(40)] + [(tile(80 * k + 40, 100), 0.6) for k in range(39)]
    assert chosen(*row) == list(range(40))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 6), st.integers(0, 3), st.sampled_from([0, 90]), st.floats(0.3, 0.999)), max_size=8
    )
)
def test_the_choice_is_the_best_of_all(places: list[tuple[int, int, int, float]]):
    quads = [tile(40 * x, 40 * y, degrees=degrees) for x, y, degrees, _ in places]
    scores = [score for *_, score in places]

    def weight(row: int) -> float:
        surety = min(scores[row], 0.995)
        return math.log(surety / (1 - surety)) + 0.3

    def fits(rows: tuple[int, ...]) -> bool:
        return all(shared_area(quads[a], quads[b]) < 0.3 * 3200 for a, b in combinations(rows, 2))

    likely = [row for row in range(len(places)) if np.float32(scores[row]) >= 0.5]
    subsets = chain.from_iterable(combinations(likely, count) for count in range(len(likely) + 1))
    best = max(sum(weight(row) for row in rows) for rows in subsets if fits(rows))
    kept = chosen(*zip(quads, scores, strict=True))
    assert set(kept) <= set(likely)
    assert fits(tuple(kept))
    assert sum(weight(row) for row in kept) == pytest.approx(best, abs=1e-3)


def test_shared_area():
    assert shared_area(tile(100, 100), tile(140, 100)) == pytest.approx(40 * 40)
    assert shared_area(tile(100, 100), tile(100, 100)) == pytest.approx(80 * 40)
    assert shared_area(tile(100, 100), tile(100, 100, degrees=90)) == pytest.approx(40 * 40)
    assert shared_area(tile(100, 100), tile(100, 100, unit=10)) == pytest.approx(20 * 10)
    assert shared_area(tile(100, 100), tile(180, 100)) == pytest.approx(0)
    assert shared_area(tile(100, 100), tile(400, 100)) == 0
