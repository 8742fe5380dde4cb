from __future__ import annotations

import numpy as np
import pytest

from models.renderer.arrange import PlacedTile
from models.renderer.camera import Camera
from vision.crops import FLAT_TILE, as_half_zero, half_crop

RED, GREEN, BLUE, GREY = (0, 0, 200), (0, 200, 0), (200, 0, 0), (90, 90, 90)
SIDE, REACH = 48, 0.75
"""As the reader has it: 32 px of the crop are the side of a half, its middle is the crop's, 8 px are margin."""
STRAIGHT = np.array([[40, 40], [120, 40], [120, 80], [40, 80]], np.float32)


def picture_of_a_tile() -> np.ndarray:
    """On grey: half 0 red with a blue upper left quarter, half 1 green."""
    picture = np.full((160, 200, 3), GREY, np.uint8)
    picture[40:80, 40:80] = RED
    picture[40:60, 40:60] = BLUE
    picture[40:80, 80:120] = GREEN
    return picture


def colors(crop: np.ndarray, *places: tuple[int, int]) -> list[tuple[int, ...]]:
    """The colours at (x, y)."""
    return [tuple(int(value) for value in crop[y, x]) for x, y in places]


def assert_upright_half_zero(crop: np.ndarray) -> None:
    assert crop.shape == (SIDE, SIDE, 3)
    assert crop.dtype == np.uint8
    # upper left, upper right, lower left and lower right quarter of the half, its mate, what is around
    places = [(16, 16), (32, 16), (16, 32), (32, 32), (44, 24), (3, 24), (24, 3), (24, 44)]
    assert colors(crop, *places) == [BLUE, RED, RED, RED, GREEN, GREY, GREY, GREY]


def assert_upright_half_one(crop: np.ndarray) -> None:
    # its mate lies to the right: the blue quarter is now at the far lower right, beyond the crop
    places = [(16, 16), (32, 16), (16, 32), (32, 32), (44, 12), (44, 36), (3, 24), (24, 3)]
    assert colors(crop, *places) == [GREEN, GREEN, GREEN, GREEN, RED, RED, GREY, GREY]


def test_half_zero_has_its_mate_on_the_right():
    assert_upright_half_zero(half_crop(picture_of_a_tile(), STRAIGHT, 0, SIDE, REACH))


def test_half_one_has_its_mate_on_the_right():
    assert_upright_half_one(half_crop(picture_of_a_tile(), STRAIGHT, 1, SIDE, REACH))


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_picture_gives_the_same_crops(quarters: int):
    picture, corners = picture_of_a_tile(), STRAIGHT
    for _ in range(quarters):  # a quarter counterclockwise takes (x, y) to (y, width - x)
        width = picture.shape[1]
        picture = np.ascontiguousarray(np.rot90(picture))
        corners = np.stack([corners[:, 1], width - corners[:, 0]], axis=1)
    assert_upright_half_zero(half_crop(picture, corners, 0, SIDE, REACH))
    assert_upright_half_one(half_crop(picture, corners, 1, SIDE, REACH))


def test_the_edges_of_the_half_lie_where_the_reach_says():
    crop = half_crop(picture_of_a_tile(), STRAIGHT, 0, SIDE, REACH)
    half = (crop != np.array(GREY)).any(axis=2)
    rows, columns = np.nonzero(half[:, 24])[0], np.nonzero(half[24])[0]
    assert (rows[0], rows[-1]) == (pytest.approx(8, abs=1), pytest.approx(39, abs=1))
    assert columns[0] == pytest.approx(8, abs=1)
    assert columns[-1] == SIDE - 1  # the mate goes on


def test_a_tile_larger_than_the_crop_is_shrunk():
    large = picture_of_a_tile().repeat(4, axis=0).repeat(4, axis=1)
    assert_upright_half_zero(half_crop(large, STRAIGHT * 4, 0, SIDE, REACH))


def test_at_the_pictures_border_the_border_goes_on():
    # the picture ends 10 px left of the half's middle: what is beyond looks like the border
    picture, corners = picture_of_a_tile()[:, 50:], STRAIGHT - np.array([50, 0], np.float32)
    crop = half_crop(picture, corners, 0, SIDE, REACH)
    assert colors(crop, (32, 16), (44, 24), (17, 16), (2, 16), (2, 32)) == [RED, GREEN, BLUE, BLUE, RED]


def test_a_tile_outside_the_picture_gives_grey():
    crop = half_crop(picture_of_a_tile(), STRAIGHT + 1000, 0, SIDE, REACH)
    assert (crop == 127).all()


def test_as_half_zero_turns_the_tile_by_half_a_turn():
    assert as_half_zero(STRAIGHT, 0).tolist() == STRAIGHT.tolist()
    assert as_half_zero(STRAIGHT, 1).tolist() == [[120, 80], [40, 80], [40, 40], [120, 40]]
    assert as_half_zero(as_half_zero(STRAIGHT, 1), 1).tolist() == STRAIGHT.tolist()


def test_the_flat_tile_has_its_half_around_the_origin():
    assert FLAT_TILE.min(axis=0).tolist() == [-0.5, -0.5]
    assert FLAT_TILE.max(axis=0).tolist() == [1.5, 0.5]


def test_a_tile_seen_at_a_slant_is_cut_out_straight():
    # the renderer's own pictures: half 1 of a 0-1 has its blue pip in the middle of the crop
    from models.renderer.scene import render
    from tests.models.plain import plain_table

    camera = Camera((600, 450), 60.0, tilt=0.6, azimuth=0.9, roll=0.4)
    rendered = render(plain_table([PlacedTile((0, 1), (0.5, 0.3), 2.0)], camera))
    crop = half_crop(rendered.picture, rendered.tiles[0].corners, 1, SIDE, REACH)
    ys, xs = np.nonzero(crop[..., 0] > 100)
    assert (xs.mean(), ys.mean()) == (pytest.approx(23.5, abs=0.8), pytest.approx(23.5, abs=0.8))
    assert np.ptp(xs) == pytest.approx(2 * 0.1 * 32, abs=2)
    assert np.ptp(ys) == pytest.approx(2 * 0.1 * 32, abs=2)
