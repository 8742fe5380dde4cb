"""Tiles that stand on edge, told by their shape from those that lie."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.renderer.camera import Camera
from vision.plane import sizes_in_plane, standing, table_plane

SIZE = (640, 480)


def stands(corners: NDArray[np.float32]) -> list[bool]:
    """Which of equally sure tiles stand, by the plane that they tell themselves."""
    plane = table_plane(corners, np.ones(len(corners), np.float32), SIZE)
    return [bool(each) for each in standing(corners, plane, SIZE)]


def seat(tilt: float, focal: float = 1.0) -> Camera:
    """A camera at a seat: with these angles the table goes away from it upwards in the picture."""
    camera = Camera(SIZE, 26.0, math.radians(tilt), 0.0, 0.0, focal)
    near, far = camera.project(np.array([[0, 0, 0], [-3.0, 0, 0]], np.float32))
    roll = math.atan2(far[0] - near[0], -(far[1] - near[1]))
    return Camera(SIZE, 26.0, math.radians(tilt), 0.0, -roll, focal)


def lying(x: float, y: float, angle: float) -> NDArray[np.float32]:
    """(4, 3) table points of a tile that lies with its middle at x, y."""
    along = np.array([math.cos(angle), math.sin(angle), 0])
    across = np.array([-math.sin(angle), math.cos(angle), 0]) / 2
    middle = np.array([x, y, 0.3])
    return np.stack(
        [middle - along - across, middle + along - across, middle + along + across, middle - along + across]
    )


def facing(x: float, y: float) -> NDArray[np.float32]:
    """(4, 3) table points of a tile on its long edge that shows its face to the seat, the table's +x."""
    return np.array([[x, y + 1, 1.0], [x, y - 1, 1.0], [x, y - 1, 0.0], [x, y + 1, 0.0]], np.float32)


def seen(camera: Camera, tiles: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    return np.stack([camera.project(tile) for tile in tiles])


CHAIN = [lying(-3.0 + 0.7 * k, -4.0 + 2.05 * k, 0.4 * k) for k in range(5)]


@pytest.mark.parametrize("tilt", [28.0, 34.0])
@pytest.mark.parametrize("focal", [0.8, 1.2])
def test_a_hand_that_stands_in_front_is_no_part_of_the_table(tilt: float, focal: float) -> None:
    corners = seen(seat(tilt, focal), [*CHAIN, facing(5.0, -3.0), facing(5.0, 0.0)])
    assert stands(corners) == [False] * 5 + [True, True]


@pytest.mark.parametrize("tilt", [0.0, 15.0, 30.0, 45.0, 60.0])
def test_what_lies_never_stands(tilt: float) -> None:
    rng = np.random.default_rng(int(tilt))
    corners = seen(seat(tilt), [*CHAIN, lying(4.0, 2.0, 1.0), lying(4.0, -3.0, 2.0)])
    shaken = corners + rng.normal(0, 0.8, corners.shape).astype(np.float32)
    assert not any(stands(shaken))


def test_too_few_tiles_tell_no_plane() -> None:
    corners = seen(seat(30.0), [*CHAIN[:2], facing(5.0, 0.0)])
    assert stands(corners) == [False] * 3
    assert stands(corners[:0]) == []


def test_in_the_plane_near_and_far_tiles_are_of_one_size() -> None:
    """What perspective makes of their sizes is nearly undone: planes are tried in steps of six degrees."""
    corners = seen(seat(45.0, 0.7), [lying(x, y, 0.5 * math.pi) for x in (-8.0, 0.0, 8.0) for y in (-3.0, 3.0)])
    in_photo = np.ptp([0.5 * math.log(cv2.contourArea(tile)) for tile in corners])
    plane = table_plane(corners, np.ones(6, np.float32), SIZE)
    assert plane is not None
    assert np.ptp(sizes_in_plane(corners, plane, SIZE)) < 0.4 * in_photo


@pytest.mark.parametrize("tilt", [36.0, 48.0])
def test_from_above_tiles_are_twice_as_long_as_wide_again(tilt: float) -> None:
    corners = seen(seat(tilt), [*CHAIN, lying(4.0, 2.0, 1.0), lying(-6.0, 4.0, 2.0)])
    plane = table_plane(corners, np.ones(7, np.float32), SIZE)
    assert plane is not None
    above = cv2.perspectiveTransform(corners.reshape(1, -1, 2).astype(np.float64), plane.from_above(SIZE)).reshape(
        -1, 4, 2
    )
    long, short = (np.linalg.norm(above[:, a] - above[:, b], axis=1) for a, b in ((1, 0), (3, 0)))
    assert np.abs(np.log(long / short / 2)).max() < 0.15
