from __future__ import annotations

import math

import numpy as np
import pytest

from models.renderer.camera import Camera

SIZE = (1000, 800)


def seen(camera: Camera, *point: float) -> list[float]:
    return [float(value) for value in camera.project(np.array([point], np.float32))[0]]


def test_straight_down_x_runs_right_and_y_down_at_the_scale():
    camera = Camera(SIZE, 50.0)
    assert seen(camera, 0, 0, 0) == pytest.approx([500, 400])
    assert seen(camera, 3, 2, 0) == pytest.approx([650, 500])
    assert seen(camera, -3, -2, 0) == pytest.approx([350, 300])


def test_what_is_nearer_to_the_camera_is_larger():
    # focal length 1000 px, so the camera stands 1000 / 50 = 20 above the table; at height 4 it is 16 away
    camera = Camera(SIZE, 50.0, focal=1.0)
    assert seen(camera, 2, 0, 4) == pytest.approx([500 + 2 * 1000 / 16, 400])


def test_the_target_lies_in_the_middle():
    camera = Camera(SIZE, 50.0, tilt=0.5, azimuth=1.0, roll=2.0, target=(7.0, -3.0))
    assert seen(camera, 7, -3, 0) == pytest.approx([500, 400])


def test_a_tilted_camera():
    # sin 0.6, cos 0.8: toward the camera (0.6, 0, 0.8), right in the picture (0.8, 0, -0.6), down (0, 1, 0)
    camera = Camera(SIZE, 50.0, tilt=math.asin(0.6), focal=1.0)
    assert seen(camera, 4, 0, 0) == pytest.approx([500 + 1000 * 3.2 / 17.6, 400], abs=1e-3)
    assert seen(camera, -4, 0, 0) == pytest.approx([500 - 1000 * 3.2 / 22.4, 400], abs=1e-3)
    assert seen(camera, 0, 2, 1) == pytest.approx([500 - 1000 * 0.6 / 19.2, 400 + 1000 * 2 / 19.2], abs=1e-3)


def test_a_quarter_of_roll_turns_the_picture_clockwise():
    camera = Camera(SIZE, 50.0, roll=math.pi / 2)
    assert seen(camera, 1, 0, 0) == pytest.approx([500, 450], abs=1e-3)
    assert seen(camera, 0, 1, 0) == pytest.approx([450, 400], abs=1e-3)


def test_without_tilt_its_direction_does_not_matter():
    assert seen(Camera(SIZE, 50.0, azimuth=2.1), 3, 2, 0) == pytest.approx([650, 500], abs=1e-3)


def test_points_behind_the_camera_stay_finite():
    assert np.isfinite(seen(Camera(SIZE, 50.0, focal=1.0), 1, 1, 30)).all()
