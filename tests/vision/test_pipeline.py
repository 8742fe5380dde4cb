from __future__ import annotations

import numpy as np
import pytest

from engine.tiles import TileSet
from tests.vision.fakes import FakeNetwork, tile
from vision.detector import Detector, Proposals, distinct
from vision.pipeline import SceneError, SceneReader
from vision.reader import Reader


def proposals(*rows: tuple[np.ndarray, float]) -> Proposals:
    scores = np.array([score for _, score in rows], np.float32)
    corners = np.array([quad for quad, _ in rows], np.float32).reshape(-1, 4, 2)
    return Proposals(corners, scores, np.zeros_like(scores), scores, np.zeros(len(rows), np.bool_))


def test_nearly_the_same_from_another_scale_is_dropped_for_the_surer_one():
    kept = distinct(proposals((tile(100, 100), 0.5), (tile(105, 102, 42), 0.8), (tile(103, 99, 40, 180), 0.4)))
    assert kept.scores == pytest.approx([0.8])
    assert kept.corners[0].tolist() == tile(105, 102, 42).tolist()


@pytest.mark.parametrize(
    "other",
    [
        tile(116, 100),  # 16 px aside are more than 0.35 of the unit 40
        tile(100, 100, 49),  # 49 / 40 is more than exp(0.18) = 1.197
        tile(100, 100, degrees=16),  # cos 16 degrees is 0.961
        tile(100, 100, degrees=90),
    ],
    ids=["aside", "larger", "turned", "across"],
)
def test_what_differs_is_kept_the_surest_first(other: np.ndarray):
    kept = distinct(proposals((tile(100, 100), 0.5), (other, 0.8)))
    assert kept.scores == pytest.approx([0.8, 0.5])


def test_nothing_is_distinct_from_nothing():
    assert distinct(proposals()).corners.shape == (0, 4, 2)


def blind_reader(*reader_outputs: np.ndarray) -> SceneReader:
    """A detector that sees nothing, and a reader that says what is given."""
    nothing = np.full((1, 6, 48, 64), -9.0, np.float32)
    locator = FakeNetwork(nothing, stride=4, vector_unit=16.0, half_sides=[6.5, 46.0])
    notes = {"classes": 13, "side": 48, "reach": 0.75, "temperature": 1.0}
    return SceneReader(Detector(locator), Reader(FakeNetwork(*reader_outputs, **notes)))


def half_output(pips: int, valid: float = 9.0, down: float = -9.0) -> list[float]:
    """What the reader says of a half whose outline is as it was thought."""
    logits = [20.0 if number == pips else 0.0 for number in range(13)]
    return [*logits, valid, down, -0.5, -0.5, -0.5, 0.5]


def test_an_expected_tile_is_read_where_the_detector_misses_it():
    photo = np.zeros((192, 256, 3), np.uint8)
    reader = blind_reader(np.array([half_output(6), half_output(4)], np.float32))
    scene, spent = reader.read(photo, TileSet(6), expected=tile(100, 100)[None])
    assert scene.size == (256, 192)
    assert scene.corners[0] == pytest.approx(tile(100, 100), abs=0.01)
    assert scene.centers[0] == pytest.approx(np.array([[80, 100], [120, 100]]), abs=0.01)
    assert scene.probabilities.shape == (1, 2, 7)
    assert scene.probabilities[0].argmax(axis=1).tolist() == [6, 4]
    assert scene.face_up.tolist() == [True]
    assert set(spent) == {"detect", "read"}
    assert len(reader.read(photo, TileSet(6))[0]) == 0


def test_an_expected_tile_that_is_gone_is_not_reported():
    reader = blind_reader(np.array([half_output(6, valid=-9.0), half_output(4, valid=-9.0)], np.float32))
    scene, _ = reader.read(np.zeros((192, 256, 3), np.uint8), TileSet(6), expected=tile(100, 100)[None])
    assert len(scene) == 0


def test_a_tile_face_down_shows_no_number():
    reader = blind_reader(np.array([half_output(6, down=9.0), half_output(4, down=9.0)], np.float32))
    scene, _ = reader.read(np.zeros((192, 256, 3), np.uint8), TileSet(6), expected=tile(100, 100)[None])
    assert scene.face_up.tolist() == [False]
    assert scene.probabilities == pytest.approx(np.full((1, 2, 7), 1 / 7))


def test_a_set_with_numbers_that_the_reader_does_not_know():
    reader = blind_reader(np.zeros((0, 19), np.float32))
    with pytest.raises(SceneError, match="D15"):
        reader.read(np.zeros((192, 256, 3), np.uint8), TileSet(15))
