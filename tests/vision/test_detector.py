from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.fakes import FakeNetwork, tile
from vision.detector import Detector, Peaks, distinct_rows, level_sides, pair_peaks, tile_corners


def peaks(*rows: tuple[float, float, float, float, float, float]) -> Peaks:
    """Rows of x, y, vector x, vector y, heat, down."""
    table = np.array(rows, np.float32).reshape(-1, 6)
    return Peaks(table[:, :2], table[:, 2:4], table[:, 4], table[:, 5])


LEFT = (10.0, 10.0, 20.0, 0.0, 0.9, 0.2)
RIGHT = (30.0, 10.0, -20.0, 0.0, 0.9, 0.6)
TILE = [[0, 0], [40, 0], [40, 20], [0, 20]]


def test_corners_run_clockwise_from_half_zero():
    assert tile_corners(np.array([10.0, 10.0]), np.array([30.0, 10.0])).tolist() == TILE
    # half 0 above half 1: corner 3 and corner 0 lie at the top
    upright = tile_corners(np.array([10.0, 10.0]), np.array([10.0, 30.0]))
    assert upright.tolist() == [[20, 0], [20, 40], [0, 40], [0, 0]]


@settings(max_examples=40, deadline=None)
@given(st.floats(-500, 500), st.floats(-500, 500), st.floats(4, 90), st.floats(-math.pi, math.pi))
def test_a_tile_is_twice_as_long_as_wide(x: float, y: float, unit: float, angle: float):
    first = np.array([x, y], np.float32)
    second = first + np.float32(unit) * np.array([math.cos(angle), math.sin(angle)], np.float32)
    corners = tile_corners(first, second).astype(np.float64)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    assert sides == pytest.approx([2 * unit, unit, 2 * unit, unit], abs=0.01)
    assert (corners[3] + corners[0]) / 2 == pytest.approx(first - (second - first) / 2, abs=0.01)


def test_halves_that_point_at_each_other_are_a_tile():
    found = pair_peaks(peaks(LEFT, RIGHT), 5, 60)
    assert found.corners.tolist() == [TILE]
    assert found.scores == pytest.approx([0.9])
    assert found.down == pytest.approx([0.4])


def test_a_vector_that_misses_costs_surety():
    # the chord of 11 of a circle of 20: off by 0.55 of the tile's unit, so the agreement is exp(-1)
    turn = 2 * math.asin(11 / 40)
    off = (30.0, 10.0, -20 * math.cos(turn), 20 * math.sin(turn), 0.9, 0.0)
    assert pair_peaks(peaks(LEFT, off), 5, 60).scores == pytest.approx([0.9 * math.exp(-1)], rel=1e-3)


def test_the_surer_pair_wins_a_half():
    # both outer halves point at the middle one, which points to the left
    far = (50.0, 10.0, -20.0, 0.0, 0.49, 0.0)
    found = pair_peaks(peaks(far, RIGHT, LEFT), 5, 60)
    assert found.scores[0] == pytest.approx(0.9)
    assert found.corners[0].min(axis=0).tolist() == [0, 0]
    assert found.corners[0].max(axis=0).tolist() == [40, 20]
    # the other one gets the mate that it points at
    assert found.scores[1:] == pytest.approx([0.4 * 0.49])
    assert found.heat == pytest.approx([0.9, 0.4 * 0.49])
    assert found.is_guess.tolist() == [False, False]


def crowd(tiles: int) -> list[tuple[float, float, float, float, float, float]]:
    """Halves of tiles for sure, 20 px apart, in a column far to the right."""
    shifted = [(x + 300, y, *rest) for x, y, *rest in (LEFT, RIGHT)]
    return [(x, y + 60 * row, *rest) for row in range(tiles) for x, y, *rest in shifted]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("apart", "tiles", "proposed"),
    [(16, 8, False), (17, 8, True), (23, 8, True), (25, 8, False), (20, 8, True), (20, 7, False)],
)
def test_in_a_crowd_halves_that_point_nowhere_are_proposed_with_those_as_far_away_as_mates(
    apart: float, tiles: int, proposed: bool
):
    # mates are 20 px apart here; a fifth more or less may be perspective
    astray = [(10.0, 80.0, 0.0, 3.0, 0.64, 0.0), (10.0 + apart, 80.0, 0.0, -3.0, 0.81, 0.0)]
    found = pair_peaks(peaks(*astray, *crowd(tiles)), 5, 60)
    assert found.is_guess.tolist() == [False] * tiles + [True] * proposed
    if proposed:
        assert found.scores[-1] == pytest.approx(0.5 * 0.8 * 0.9)
        assert found.heat[-1] == pytest.approx(0.64)
        assert found.corners[-1].mean(axis=0).tolist() == [10 + apart / 2, 80]


def test_outlines_of_one_tile_are_one():
    outlines = np.stack([tile(100, 100), tile(103, 99, 40, 180), tile(300, 100)])
    assert distinct_rows(outlines, np.array([0.5, 0.8, 0.6], np.float32)).tolist() == [1, 2]


def test_a_sure_lone_half_gets_the_mate_it_points_at():
    found = pair_peaks(peaks((10.0, 10.0, 20.0, 0.0, 0.6, 1.0)), 5, 60)
    assert found.corners.tolist() == [TILE]
    assert found.scores == pytest.approx([0.24])
    assert found.down == pytest.approx([1.0])


def test_an_unsure_lone_half_is_nothing():
    assert len(pair_peaks(peaks((10.0, 10.0, 20.0, 0.0, 0.44, 0.0)), 5, 60).scores) == 0


@pytest.mark.parametrize(("shortest", "longest"), [(21, 60), (5, 19)])
def test_mates_too_near_or_too_far_are_no_tile(shortest: float, longest: float):
    assert len(pair_peaks(peaks(LEFT, RIGHT), shortest, longest).scores) == 0


def test_no_peaks_no_tiles():
    found = pair_peaks(peaks(), 5, 60)
    assert found.corners.shape == (0, 4, 2)
    assert found.scores.shape == found.down.shape == (0,)


def test_two_tiles_side_by_side_are_not_mixed_up():
    below = [(x, y + 20, *rest) for x, y, *rest in (LEFT, RIGHT)]
    found = pair_peaks(peaks(LEFT, below[1], RIGHT, below[0]), 5, 60)  # type: ignore[arg-type]
    tops = sorted(quad.min(axis=0).tolist() for quad in found.corners)
    assert tops == [[0, 0], [0, 20]]


@pytest.mark.parametrize(
    ("size", "sides"),
    [
        ((1280, 960), [144, 256, 576, 1280]),
        ((960, 1280), [144, 256, 576, 1280]),
        ((4000, 3000), [144, 256, 576, 1280]),
        ((1200, 900), [144, 256, 576, 1280]),  # enlarged by 7 percent only
        ((1000, 750), [144, 256, 576, 1000]),
        ((640, 480), [144, 256, 576]),
        ((300, 200), [144, 256]),
        ((100, 80), [100]),
        ((1, 1), [1]),
    ],
)
def test_levels_are_never_much_larger_than_the_photo(size: tuple[int, int], sides: list[int]):
    assert level_sides(*size) == sides


def test_the_networks_planes_become_pixels_of_the_photo():
    # one cell is 4 px; cell (5, 2) with an offset of (0.25, -0.5) cells: x (5 + 0.5 + 0.25) * 4, y (2 + 0.5 - 0.5) * 4
    planes = np.zeros((6, 16, 16), np.float32)
    planes[0] = -9.0
    for x, way in ((5, 1.0), (10, -1.0)):
        planes[:, 2, x] = [3.0, 0.25, -0.5, way * 1.25, 0.0, -9.0]  # 1.25 units of 16 px
    network = FakeNetwork(planes[None], stride=4, vector_unit=16.0, half_sides=[6.5, 46.0])
    found = Detector(network).propose(np.zeros((64, 64, 3), np.uint8))
    assert found.corners == pytest.approx(np.array([[[13, -2], [53, -2], [53, 18], [13, 18]]], np.float32))
    assert found.scores == pytest.approx([1 / (1 + math.exp(-3))], rel=1e-3)
    assert found.down == pytest.approx([0.0], abs=1e-3)
    assert [picture.shape for picture in network.seen] == [(1, 64, 64, 3)]


@pytest.mark.parametrize(("notes", "shape"), [({}, (1, 64, 80, 3)), ({"multiple": 32}, (1, 64, 96, 3))])
def test_pictures_are_padded_to_the_multiples_that_the_network_asks_for(notes: dict[str, int], shape: tuple[int, ...]):
    planes = np.full((1, 6, 16, 24), -9.0, np.float32)
    network = FakeNetwork(planes, stride=4, vector_unit=16.0, half_sides=[6.5, 46.0], **notes)
    Detector(network).propose(np.zeros((50, 70, 3), np.uint8))
    assert [picture.shape for picture in network.seen] == [shape]


def test_a_large_photo_is_shrunk_in_two_steps_to_the_right_size():
    # a bright square of 30 px at (600, 300) of 1300 x 700: at 576 it is 13.3 px at (265.8, 132.9)
    planes = np.full((1, 6, 80, 144), -9.0, np.float32)
    network = FakeNetwork(planes, stride=4, vector_unit=16.0, half_sides=[6.5, 46.0])
    photo = np.zeros((700, 1300, 3), np.uint8)
    photo[285:315, 585:615] = 200
    Detector(network).search(photo, 576)
    seen = network.seen[0][0, ..., 0]
    assert seen.shape == (320, 576)
    ys, xs = np.nonzero(seen > 100)
    assert (xs.mean() + 0.5, ys.mean() + 0.5) == pytest.approx((600 * 576 / 1300, 300 * 576 / 1300), abs=0.6)
    assert np.ptp(xs) + 1 == pytest.approx(13.3, abs=1)
