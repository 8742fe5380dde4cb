"""The most probable whole table, on small tables whose best explanation can be worked out by hand."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tiles import TileSet
from tests.vision.tables import Put, reading, scene_of
from vision.contact import find_contacts
from vision.decode import Decoded, decode
from vision.scene import Scene

D6 = TileSet(6)


def chosen(scene: Scene, copies: int = 1, tile_set: TileSet = D6) -> Decoded:
    return decode(scene.probabilities, scene.face_up, find_contacts(scene), tile_set, copies)


def between(one: int, other: int, share: float) -> np.ndarray:
    """A half that reads `one` with the probability `share`, else `other`."""
    row = np.zeros(7)
    row[one], row[other] = share, 1.0 - share
    return row


def test_empty_table() -> None:
    assert chosen(scene_of([])).pips.shape == (0, 2)


def test_sure_readings_stay() -> None:
    result = chosen(scene_of([Put(6, 4, 0, 0), Put(4, 1, 2.05, 0), Put(2, 2, 6, 6)]))
    assert result.pips.tolist() == [[6, 4], [4, 1], [2, 2]]
    assert result.confidence.min() > 0.99


def test_a_touch_settles_a_doubtful_half() -> None:
    scene = scene_of([Put(6, 4, 0, 0), Put(5, 1, 2.05, 0)])
    scene.probabilities[1, 0] = between(5, 4, 0.8)  # looks like 5, but it touches a sure 4
    result = chosen(scene)
    assert result.pips.tolist() == [[6, 4], [4, 1]]
    # Odds by hand: 0.2 : 0.8 from the reading, times (0.97/7) : (0.03/42) = 194 : 1 from the touch, gives 48.5 : 1.
    assert result.confidence[1, 0] == pytest.approx(48.5 / 49.5, abs=0.005)


def test_a_sure_half_is_not_explained_away_by_a_touch() -> None:
    scene = scene_of([Put(6, 4, 0, 0), Put(5, 1, 2.05, 0)])
    scene.probabilities[1, 0] = between(5, 4, 0.9995)
    assert chosen(scene).pips.tolist() == [[6, 4], [5, 1]]


def test_touches_of_a_table_on_which_ends_do_not_agree_prove_little() -> None:
    # A row laid out without joining: three sure touches of unequal ends, and one half in doubt.
    row = [Put(6, 4, 0, 0), Put(5, 1, 2.05, 0), Put(0, 3, 4.1, 0), Put(2, 2, 6.15, 0), Put(5, 0, 8.2, 0)]
    scene = scene_of(row)
    scene.probabilities[4, 0] = between(5, 2, 0.8)
    # By hand: (2 * 0.97 + 0) / (2 + 3) = 0.388; the odds 0.2 : 0.8 times (0.388 / 7) : (0.612 / 42) = 3.8 stay below 1.
    assert chosen(scene).pips.tolist()[4] == [5, 0]
    # The same doubt in a line whose other ends agree: 0.97, odds of 194, and the touch decides.
    scene = scene_of([Put(6, 4, 0, 0), Put(4, 1, 2.05, 0), Put(1, 3, 4.1, 0), Put(3, 2, 6.15, 0), Put(5, 0, 8.2, 0)])
    scene.probabilities[4, 0] = between(5, 2, 0.8)
    assert chosen(scene).pips.tolist()[4] == [2, 0]


def test_each_tile_once_settles_a_doubtful_half() -> None:
    scene = scene_of([Put(6, 4, 0, 0), Put(6, 4, 9, 9)])
    scene.probabilities[1, 1] = between(4, 5, 0.9)
    assert chosen(scene).pips.tolist() == [[6, 4], [6, 5]]
    assert chosen(scene, copies=2).pips.tolist() == [[6, 4], [6, 4]]


def test_the_surer_of_two_rivals_keeps_the_tile() -> None:
    scene = scene_of([Put(6, 4, 0, 0), Put(6, 4, 9, 9)])
    scene.probabilities[0, 1] = between(4, 5, 0.7)
    scene.probabilities[1, 1] = between(4, 5, 0.95)
    assert chosen(scene).pips.tolist() == [[6, 5], [6, 4]]


def test_sure_duplicates_stay() -> None:
    scene = scene_of([Put(6, 4, 0, 0, surety=1.0), Put(6, 4, 9, 9, surety=1.0)])
    assert chosen(scene).pips.tolist() == [[6, 4], [6, 4]]


def test_swap_of_two_tiles_that_each_want_the_others_value() -> None:
    # Each half that is in doubt touches a sure neighbour; no single change helps, both together do.
    scene = scene_of([Put(6, 4, 0, 0), Put(5, 1, 2.05, 0), Put(3, 5, 0, 8), Put(4, 1, 2.05, 8)])
    scene.probabilities[1, 0] = between(5, 4, 0.6)
    scene.probabilities[3, 0] = between(4, 5, 0.6)
    assert chosen(scene).pips.tolist() == [[6, 4], [4, 1], [3, 5], [5, 1]]


def test_the_face_down_tile_has_no_number_and_takes_none() -> None:
    result = chosen(scene_of([Put(6, 4, 0, 0), Put(6, 4, 5, 5, face_up=False)]))
    assert result.pips.tolist() == [[6, 4], [-1, -1]]
    assert result.confidence[1].tolist() == [0.0, 0.0]


def test_numbers_beyond_the_set_are_left_out() -> None:
    scene = scene_of([Put(9, 4, 0, 0)], max_pips=9)
    scene.probabilities[0, 0] = 0.0
    scene.probabilities[0, 0, [9, 5]] = 0.9, 0.1
    assert chosen(scene).pips.tolist() == [[5, 4]]
    assert chosen(scene, tile_set=TileSet(9)).pips.tolist() == [[9, 4]]


def test_readings_that_are_no_numbers_do_no_harm() -> None:
    scene = scene_of([Put(6, 4, 0, 0)])
    scene.probabilities[0, 1] = np.nan
    assert chosen(scene).pips[0, 0] == 6


def score_by_hand(values: Sequence[tuple[int, ...]], scene: Scene, joined: list[tuple[int, int]]) -> float:
    """The score of a row of tiles laid end to end, straight from the definition."""
    total = 0.0
    for row, value in enumerate(values):
        total += sum(math.log((1 - 1e-5) * scene.probabilities[row, h, value[h]] + 1e-5 / 7) for h in (0, 1))
    equal = [float(scene.probabilities[i, 1] @ scene.probabilities[j, 0]) for i, j in joined]
    for (i, j), share in zip(joined, equal, strict=True):
        others = (2 * 0.97 + sum(equal) - share) / (2 + len(joined) - 1)
        agree = min(0.97, others)  # by the usual, and by the other touches
        if values[i][1] == values[j][0]:
            total += math.log(agree / 7) - math.log((1 - agree) / 42)
    bones = [tuple(sorted(value)) for value in values]
    return total - sum(math.log(1e4) * (bones.count(bone) - 1) for bone in set(bones))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 100_000))
def test_as_good_as_trying_everything(seed: int) -> None:
    """Three tiles in a row with three possible numbers a half: all 729 explanations are tried."""
    rng = np.random.default_rng(seed)
    scene = scene_of([Put(0, 0, 2.05 * k, 0) for k in range(3)])
    scene.probabilities[:] = 0.0
    scene.probabilities[:, :, :3] = rng.dirichlet(np.ones(3) * 0.5, (3, 2))
    joined = [(0, 1), (1, 2)]
    options = list(itertools.product(range(3), repeat=2))
    best = max(score_by_hand(v, scene, joined) for v in itertools.product(options, repeat=3))
    found = [(int(a), int(b)) for a, b in chosen(scene).pips]
    assert score_by_hand(found, scene, joined) == pytest.approx(best, abs=1e-3)


@settings(max_examples=30, deadline=None)
@given(order=st.permutations(range(6)))
def test_the_order_of_the_tiles_changes_nothing(order: list[int]) -> None:
    scene = scene_of([Put(k, k + 1, 2.05 * k, 0) for k in range(6)])
    for row in range(6):
        scene.probabilities[row, 0] = 0.55 * reading(row, 0.999) + 0.45 * reading((row + 2) % 7, 0.999)
    expected = chosen(scene)
    shuffled = chosen(scene[list(order)])
    assert shuffled.pips.tolist() == expected.pips[order].tolist()
    assert np.allclose(shuffled.confidence, expected.confidence[order], atol=1e-4)


def test_the_margin_is_that_of_the_most_doubtful_half() -> None:
    # 0.9 against 0.1 is 9 to 1; the hair of doubt that each reading gets changes the sixth digit.
    scene = scene_of([Put(6, 4, 0, 0, surety=1.0), Put(3, 2, 9, 9, surety=1.0)])
    assert chosen(scene).margin > 10
    scene.probabilities[1, 1] = between(2, 1, 0.9)
    assert chosen(scene).margin == pytest.approx(math.log(9), abs=1e-4)


def test_the_margin_is_infinite_where_nothing_can_be_read() -> None:
    assert chosen(scene_of([])).margin == math.inf
    assert chosen(scene_of([Put(0, 0, 0, 0, face_up=False)])).margin == math.inf
