from __future__ import annotations

import numpy as np

from tests.vision.tables import Put, scene_of
from vision.scene import Scene


def three() -> Scene:
    """Tiles at (100, 100), (140, 100) and (180, 140); a unit is 40 px."""
    return scene_of([Put(6, 4, 0, 0), Put(4, 4, 1, 0), Put(1, 2, 2, 1, face_up=False)], origin=(100.0, 100.0))


def test_rows_by_mask_and_by_number():
    scene = three()
    for part in (scene[np.array([False, True, True])], scene[[1, 2]], scene[np.array([1, 2])]):
        assert len(part) == 2
        assert part.size == scene.size
        assert part.face_up.tolist() == [True, False]
        assert part.centers.mean(axis=1).tolist() == [[140, 100], [180, 140]]
        assert part.probabilities[0].argmax(axis=1).tolist() == [4, 4]
        assert part.corners.shape == (2, 4, 2)
    assert len(scene[[]]) == 0
    assert scene[[2, 0]].centers.mean(axis=1).tolist() == [[180, 140], [100, 100]]


def test_moved_to_the_pixels_of_the_whole_photo():
    scene = three()
    moved = scene.moved((300, 50), (1920, 1080))
    assert moved.size == (1920, 1080)
    assert moved.centers.mean(axis=1)[0].tolist() == [400, 150]
    assert (moved.corners - scene.corners == np.array([300, 50])).all()
    assert moved.probabilities is scene.probabilities
    assert scene.centers.mean(axis=1)[0].tolist() == [100, 100]


def test_inside_an_outline():
    square = np.array([[80, 80], [160, 80], [160, 160], [80, 160]], np.float32)
    assert three().inside(square).tolist() == [True, True, False]
    assert three().inside(square[::-1]).tolist() == [True, True, False]


def test_inside_an_outline_with_a_bay():
    # a U open at the top: the middle tile lies in its bay
    bay = np.array([[90, 80], [120, 80], [120, 120], [160, 120], [160, 80], [190, 80], [190, 160], [90, 160]])
    assert three().inside(bay.astype(np.float32)).tolist() == [True, False, True]


def test_an_empty_scene():
    scene = Scene.empty((640, 480), 9)
    assert len(scene) == 0
    assert scene.probabilities.shape == (0, 2, 10)
    assert scene.inside(np.array([[0, 0], [9, 0], [9, 9]], np.float32)).shape == (0,)
    assert scene.moved((1, 1), (2, 2)).size == (2, 2)
