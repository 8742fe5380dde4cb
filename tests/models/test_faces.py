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


@pytest.mark.parametrize("variant", [0, 1, 6, 7])
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


def test_the_middle_lane_of_an_eight_may_be_drawn_together():
    # 6 and 7 are the fourth pair of variants
    assert sorted(x for x, y in pip_places(8, variant=0) if y == 0) == [-1, 1]
    assert sorted(x for x, y in pip_places(8, variant=6) if y == 0) == pytest.approx([-0.55, 0.55])
    assert sorted(x for x, y in pip_places(10, variant=7) if y == 0) == pytest.approx([-1, -1 / 3, 1 / 3, 1])


def test_lanes_of_four_lie_along_the_tile_or_across():
    # radius 0.06 and spread 0.3 keep the pips of a twelve apart: 3 lanes of 4, told by how many columns have a pip
    look = replace(LOOK, pip_radius=0.06, pip_spread=0.3)
    for across, columns in ((False, 4), (True, 3)):
        half = draw_face(replace(look, many_across=across), (12, 0), 120, RNG(0))[:, :120, 0]
        filled = (half > 0.4).any(axis=0).astype(int)
        assert np.count_nonzero(np.diff(filled) == 1) == columns


@pytest.mark.parametrize("face", [0.05, 0.5, 0.9])
def test_a_hollow_is_dark_towards_the_lamp_and_lit_beyond(face: float):
    # the lamp stands where half 1 lies, so the rim at the right is dark; the pip's middle is at 30, 30, its radius 9
    look = replace(LOOK, face=(face,) * 3, pip_style="hollow", pip_depth=0.8, pip_radius=0.15)
    row = draw_face(look, (1, 0), 60, RNG(0), lamp=0.0)[30, :, 0]
    assert row[20] > face + 0.02
    assert row[37] < 0.5 * face
    assert row[45] == pytest.approx(face, abs=0.01)


def test_a_worn_printed_or_marbled_face_keeps_its_mean_tone():
    grey = replace(LOOK, face=(0.5, 0.5, 0.5))
    for look in (replace(grey, marble=0.2), replace(grey, wear=0.5), replace(grey, print_strength=0.3)):
        face = draw_face(look, (0, 0), 60, RNG(1))[..., :3]
        assert face.std() > 0.01
        assert face.mean() == pytest.approx(0.5, abs=0.12)


def test_old_bone_is_brown_at_its_edges():
    face = draw_face(replace(LOOK, face=(0.8, 0.8, 0.8), stain=0.8), (0, 0), 60, RNG(1))
    middle, edge = face[20:40, 30:90, :3].mean(axis=(0, 1)), face[:2, :, :3].mean(axis=(0, 1))
    assert middle == pytest.approx([0.8] * 3, abs=0.05)
    assert edge[0] < edge[1] < edge[2] < 0.75


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
