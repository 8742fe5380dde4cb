from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.renderer.arrange import PlacedTile
from models.renderer.camera import Camera
from models.renderer.clutter import Hand
from models.renderer.light import Light, light_field, tinted
from models.renderer.scene import Rendered, _metered, random_table, render
from models.renderer.sensor import Sensor, expose, random_sensor
from tests.models.plain import IDEAL_SENSOR, LOOK, plain_table, red, tilted

ABOVE = Camera((600, 450), 60.0)


def drawn(*tiles: PlacedTile, camera: Camera = ABOVE) -> Rendered:
    return render(plain_table(tiles, camera))


def test_the_same_seed_gives_the_same_picture():
    first, again, other = (render(random_table(np.random.default_rng(seed), (160, 160))) for seed in (5, 5, 6))
    assert np.array_equal(first.picture, again.picture)
    assert [tile.visible for tile in first.tiles] == [tile.visible for tile in again.tiles]
    assert not np.array_equal(first.picture, other.picture)


def test_the_seed_of_a_table_decides_its_grain():
    table = replace(plain_table([PlacedTile((3, 4), (0, 0), 0.5)], ABOVE), sensor=Sensor(noise=0.05))
    assert np.array_equal(render(table).picture, render(table).picture)
    assert not np.array_equal(render(table).picture, render(replace(table, seed=1)).picture)


def test_a_picture_is_bytes_of_the_cameras_size():
    rendered = drawn()
    assert rendered.picture.shape == (450, 600, 3)
    assert rendered.picture.dtype == np.uint8
    assert rendered.tiles == ()
    assert not rendered.picture.any()


def test_corners_and_centers_of_a_tile_straight_from_above():
    # the camera is 1.2 * 600 / 60 = 12 above the table, the upper face at height 0.3: 60 * 12 / 11.7 px a unit
    unit = 720 / 11.7
    truth = drawn(PlacedTile((1, 0), (1.0, 0.5), 0.0)).tiles[0]
    middle = np.array([300 + unit, 225 + 0.5 * unit])
    expected = middle + np.array([[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]) * unit
    assert truth.corners == pytest.approx(expected, abs=0.01)
    assert truth.centers == pytest.approx(middle + np.array([[-0.5, 0], [0.5, 0]]) * unit, abs=0.01)


@pytest.mark.parametrize("degrees", [0, 45, 90, 135, 180, 270])
def test_each_half_is_drawn_where_the_truth_has_it(degrees: int):
    rendered = drawn(PlacedTile((1, 0), (0.7, -0.4), math.radians(degrees)))
    (one_x, one_y), (none_x, none_y) = np.floor(rendered.tiles[0].centers).astype(int)
    # light of 0.8 is 204 of 255: the pip is blue, the blank half shows the face
    assert rendered.picture[one_y, one_x].tolist() == pytest.approx([204, 0, 0], abs=2)
    assert rendered.picture[none_y, none_x].tolist() == pytest.approx([0, 51, 204], abs=2)


@pytest.mark.parametrize("camera", [ABOVE, tilted(35)], ids=["above", "tilted"])
def test_the_face_fills_its_outline(camera: Camera):
    rendered = drawn(PlacedTile((0, 0), (1.2, 0.8), 0.6), camera=camera)
    seen = red(rendered.picture)
    outline = np.zeros(seen.shape, np.uint8)
    cv2.fillConvexPoly(outline, np.round((rendered.tiles[0].corners - 0.5) * 16).astype(np.int32), 1, shift=4)
    both, either = np.count_nonzero(seen & (outline > 0)), np.count_nonzero(seen | (outline > 0))
    assert both / either > 0.95  # OpenCV fills a polygon with its border
    assert np.count_nonzero(seen) == pytest.approx(cv2.contourArea(rendered.tiles[0].corners), rel=0.015)
    middle = np.argwhere(seen).mean(axis=0)[::-1] + 0.5
    weight = cv2.moments(rendered.tiles[0].corners)
    assert middle == pytest.approx([weight["m10"] / weight["m00"], weight["m01"] / weight["m00"]], abs=0.5)


def test_a_tile_face_down_shows_its_back():
    rendered = drawn(PlacedTile((6, 6), (0, 0), 0.0, face_up=False))
    x, y = np.floor(rendered.tiles[0].centers[0]).astype(int)
    assert rendered.picture[y, x].tolist() == pytest.approx([0, 204, 0], abs=2)
    assert not red(rendered.picture).any()


def test_a_free_tile_is_wholly_visible():
    rendered = drawn(PlacedTile((2, 3), (0, 0), 0.4), PlacedTile((2, 3), (0, 2), 0.4))
    assert all(min(tile.visible) > 0.97 for tile in rendered.tiles)


def test_a_tile_under_another_is_hidden():
    under = PlacedTile((2, 3), (0, 0), 0.0)
    upon = PlacedTile((4, 5), (0, 0), 0.0, height=LOOK.thickness)
    # the order in which they are listed does not matter, their height does
    above, below = drawn(upon, under).tiles
    assert min(above.visible) > 0.97
    assert max(below.visible) < 0.05


def test_a_tile_half_covered():
    # the upper one lies across half 1; seen from above its middle it hides nothing of half 0
    under = PlacedTile((2, 3), (-0.5, 0.0), 0.0)
    upon = PlacedTile((4, 5), (0.0, 0.0), math.pi / 2, height=LOOK.thickness)
    below = drawn(under, upon).tiles[0]
    assert below.visible[0] > 0.9
    assert below.visible[1] < 0.1


def test_what_lies_outside_the_picture_is_not_visible():
    assert drawn(PlacedTile((2, 3), (30.0, 0.0), 0.0)).tiles[0].visible == (0.0, 0.0)


def test_a_tile_that_stands_is_outlined_from_the_top_to_the_foot():
    # the camera leans towards +y by 40 degrees and looks at the origin from 12 units away; the tile's back is there
    rendered = drawn(PlacedTile((0, 0), (0, 0), 0.0, standing=True), camera=tilted(40))
    truth = rendered.tiles[0]
    sin, cos = math.sin(math.radians(40)), math.cos(math.radians(40))
    far = 720 * (-0.15 * cos - 1.0 * sin) / (12 + 0.15 * sin - cos)  # top edge: y -0.15, height 1
    near = 720 * 0.15 * cos / (12 - 0.15 * sin)  # foot: y 0.15, height 0
    assert truth.corners[[0, 1], 1] == pytest.approx(225 + far, abs=0.01)
    assert truth.corners[[2, 3], 1] == pytest.approx(225 + near, abs=0.01)
    assert min(truth.visible) > 0.93
    assert not red(rendered.picture).any()


def test_a_standing_tile_shows_its_face_to_the_other_side():
    rendered = drawn(PlacedTile((0, 0), (0, 0), math.pi, standing=True), camera=tilted(40))
    assert red(rendered.picture).any()


def test_a_hand_hides_the_tile_below_it():
    table = plain_table([PlacedTile((2, 3), (0, 0), 0.0)], ABOVE)
    hand = Hand(tip=(200.0, 225.0), wrist_from=(900.0, 225.0), width=220.0)
    assert max(render(replace(table, hands=(hand,))).tiles[0].visible) < 0.2


def test_a_shadow_falls_to_where_the_light_says():
    ground = np.full((450, 600, 3), 0.5, np.float32)
    light = Light(azimuth=0.0, reach=3.0, shadow=0.5, softness=0.01, gradient=0.0)
    table = replace(plain_table([PlacedTile((0, 0), (0, 0), 0.0)], ABOVE), ground=ground, light=light)
    picture = render(table).picture
    # the tile ends 60 px right of the middle, its shadow is 0.3 * 3 * 60 = 54 px long
    assert picture[225, 300 + 90].tolist() == pytest.approx([64] * 3, abs=3)
    assert picture[225, 300 - 90].tolist() == pytest.approx([127] * 3, abs=2)


def test_light_from_one_side():
    field = light_field(Light(gradient=0.4, gradient_azimuth=0.0), (80, 40), np.random.default_rng(0))
    assert field.shape == (40, 80)
    assert field[20, 0] == pytest.approx(0.8, abs=0.02)
    assert field[20, -1] == pytest.approx(1.2, abs=0.02)


def test_a_second_lamp_casts_a_second_shadow():
    ground = np.full((450, 600, 3), 0.5, np.float32)
    light = Light(azimuth=0.0, reach=3.0, shadow=0.5, softness=0.01, gradient=0.0, second=math.pi)
    table = replace(plain_table([PlacedTile((0, 0), (0, 0), 0.0)], ABOVE), ground=ground, light=light)
    picture = render(table).picture
    # the second is 0.6 as strong: 127 * (1 - 0.3); above and below the tile there is none
    assert picture[225, 300 + 90].tolist() == pytest.approx([64] * 3, abs=3)
    assert picture[225, 300 - 90].tolist() == pytest.approx([89] * 3, abs=3)
    assert picture[225 + 60, 300].tolist() == pytest.approx([127] * 3, abs=2)


def test_the_edge_of_a_shadow_is_sharp():
    # darker by 0.6 right of the middle, within a thousandth of the width
    light = Light(gradient=0.0, edges=((0.0, 0.0, 0.6, 0.0005),))
    field = light_field(light, (400, 100), np.random.default_rng(0))
    assert field[50, 190] == pytest.approx(1.0)
    assert field[50, 210] == pytest.approx(0.4)


def test_the_dimmest_place_lies_in_all_shadows():
    # half of the lamp's 0.4, half of the gradient's 0.2, edges of a half and a fifth: 0.8 * 0.9 * 0.5 * 0.8
    edges = ((0.0, 0.0, 0.5, 0.01), (1.0, 0.0, 0.2, 0.01))
    assert Light(gradient=0.2, lamp=0.4, edges=edges).dimmest() == pytest.approx(0.288)


def test_a_camera_meters_the_table():
    dark, middle = (np.full((64, 64, 3), tone, np.float32) for tone in (0.1, 0.4))
    light = Light(gradient=0.0)
    assert _metered(Sensor(exposure=0.5), middle, light).exposure == pytest.approx(0.5)
    assert _metered(Sensor(exposure=0.5), dark, light).exposure == pytest.approx(1.0)  # 0.5 * sqrt(0.4 / 0.1)
    assert _metered(Sensor(exposure=0.125), middle, light).exposure == pytest.approx(0.17)
    shadow = Light(gradient=0.0, edges=((0.0, 0.0, 0.5, 0.01),))
    assert _metered(Sensor(exposure=0.125), middle, shadow).exposure == pytest.approx(0.34)


def test_lamps_of_two_colours_and_a_veil():
    grey = np.full((40, 80, 3), 0.5, np.float32)
    two = tinted(grey, Light(casts=((2.0, 1.0, 0.5), (0.5, 1.0, 2.0)), gradient_azimuth=0.0))
    # a share of 1 / (1 + exp(4)) = 0.018 of the other colour remains at each side
    assert two[20, 0] == pytest.approx([0.987, 0.5, 0.263], abs=0.01)
    assert two[20, -1] == pytest.approx([0.263, 0.5, 0.987], abs=0.01)
    veiled = tinted(grey, Light(glare=(0.5, 0.5, 0.1, 0.4)))
    assert veiled[20, 40] == pytest.approx(0.9, abs=0.02)
    assert veiled[20, 2] == pytest.approx(0.5, abs=0.01)


def test_grain_never_drowns_a_dark_picture():
    sensors = [random_sensor(np.random.default_rng(seed), 20.0) for seed in range(300)]
    assert all(2**-3 <= sensor.exposure <= 4.1 for sensor in sensors)
    assert all(sensor.noise <= 0.01 + 0.1 * sensor.exposure for sensor in sensors)
    assert min(sensor.exposure for sensor in sensors) < 0.25
    assert max(sensor.exposure for sensor in sensors) > 2


def test_the_sensor():
    light = np.full((40, 60, 3), 0.5, np.float32)
    rng = np.random.default_rng(0)
    assert expose(light, IDEAL_SENSOR, rng) == pytest.approx(127, abs=1)
    assert expose(light, replace(IDEAL_SENSOR, exposure=0.5), rng) == pytest.approx(63, abs=1)
    assert expose(light, replace(IDEAL_SENSOR, gamma=2.0), rng) == pytest.approx(63, abs=1)
    assert expose(light, replace(IDEAL_SENSOR, exposure=20.0), rng).min() >= 250
    blue = np.zeros((8, 8, 3), np.float32) + np.array([0.5, 0.0, 0.0], np.float32)
    assert expose(blue, replace(IDEAL_SENSOR, swapped=True), rng)[4, 4].tolist() == pytest.approx([0, 0, 127], abs=1)
