from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.renderer.faces import draw_back, draw_face, pip_places
from tests.models.plain import LOOK

RNG = np.random.default_rng


def dark_spots(face: np.ndarray) -> tuple[int, int]:
    """How many separate spots of the pips' blue lie on the left and on the right half."""
    blue = (face[..., 0] > 0.4).astype(np.uint8)
    count, _, _, middles = cv2.connectedComponentsWithStats(blue)
    left = sum(middles[index][0] < face.shape[1] / 2 for index in range(1, count))
    return left, count - 1 - left


@pytest.mark.parametrize("variant", [0, 1])
@pytest.mark.parametrize("pips", range(13))
def test_a_half_has_its_pips_and_looks_the_same_after_half_a_turn(pips: int, variant: int):
    places = {(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in pip_places(pips, variant=variant)}
    assert len(places) == pips
    assert {(-x + 0.0, -y + 0.0) for x, y in places} == places
    assert all(abs(x) <= 1 and abs(y) <= 1 for x, y in places)


def test_classic_places():
    assert pip_places(1) == [(0.0, 0.0)]
    assert set(pip_places(2)) == {(-1.0, -1.0), (1.0, 1.0)}
    assert set(pip_places(4)) == {(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)}
    # the rows of a six lie along the tile, or across it
    assert {(x, y) for x, y in pip_places(6)} == {(-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)}
    assert {(x, y) for x, y in pip_places(6, six_across=True)} == {(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)}


def test_sets_arrange_ten_in_two_ways():
    def lanes(variant: int) -> list[int]:
        across = [y for _, y in pip_places(10, variant=variant)]
        return [across.count(lane) for lane in (-1.0, 0.0, 1.0)]

    assert lanes(0) == [4, 2, 4]
    assert lanes(1) == [3, 4, 3]


@pytest.mark.parametrize("pips", [(n, 12 - n) for n in range(13)] + [(6, 6), (0, 0)])
def test_a_drawn_face_shows_its_pips(pips: tuple[int, int]):
    assert dark_spots(draw_face(LOOK, pips, 60, RNG(0))) == pips


def test_a_face_is_two_halves_long_and_as_wide_as_the_look_says():
    face = draw_face(replace(LOOK, width=0.9), (1, 2), 50, RNG(0))
    assert face.shape == (45, 100, 4)
    assert face[..., 3].mean() == pytest.approx(1.0)


def test_rounded_corners_are_not_covered():
    face = draw_face(replace(LOOK, corner=0.25), (0, 0), 60, RNG(0))
    assert face[0, 0, 3] == 0
    assert face[30, 60, 3] == pytest.approx(1.0)
    # four corners of radius 15 leave (4 - pi) * 15 * 15 of 120 * 60 pixels free
    assert 1 - face[..., 3].mean() == pytest.approx((4 - np.pi) * 15**2 / (120 * 60), abs=0.01)


def test_the_back_shows_no_pips():
    back = draw_back(LOOK, 60, RNG(0))
    assert back.shape == (60, 120, 4)
    assert np.allclose(back[..., :3], LOOK.back, atol=1e-4)


def test_the_bar_lies_between_the_halves():
    face = draw_face(replace(LOOK, bar="line", bar_color=(0.0, 0.0, 0.0), bar_width=0.1), (0, 0), 60, RNG(0))
    columns = np.nonzero((face[..., 2] < 0.2).any(axis=0))[0]
    assert columns.mean() == pytest.approx(59.5, abs=1)
    assert len(columns) == pytest.approx(6, abs=1)
