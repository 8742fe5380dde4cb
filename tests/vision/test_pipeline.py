from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.tiles import TileSet
from tests.vision.fakes import FakeNetwork, tile
from vision.detector import Detector, Proposals
from vision.pipeline import SceneError, SceneReader, distinct, of_one_size, proposal_scores, shows_dominoes
from vision.reader import Reader, Reading


def proposals(*rows: tuple[np.ndarray, float]) -> Proposals:
    scores = np.array([score for _, score in rows], np.float32)
    return Proposals(np.array([quad for quad, _ in rows], np.float32).reshape(-1, 4, 2), scores, np.zeros_like(scores))


def reading(valid: tuple[float, float], clear: tuple[float, float], down: float, quad: np.ndarray) -> Reading:
    probabilities = np.zeros((1, 2, 7), np.float32)
    for half in (0, 1):
        probabilities[0, half] = (1 - clear[half]) / 6
        probabilities[0, half, 3] = clear[half]
    downs, none = np.array([[down, down]], np.float32), np.zeros((1, 2), np.float32)
    return Reading(probabilities, np.array([valid], np.float32), downs, quad[None].copy(), none, none)


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


@pytest.mark.parametrize(
    ("valid", "clear", "down", "score"),
    [
        ((1.0, 1.0), (1.0, 1.0), 0.0, 1.0),
        ((0.9, 0.4), (0.81, 1.0), 0.0, 0.6 * 0.9),
        ((0.9, 0.4), (0.2, 0.2), 1.0, 0.6**1.5),  # face down: nothing to be clear, so it must be there all the more
        ((1.0, 0.0), (1.0, 1.0), 0.0, 0.0),
        ((1.0, 1.0), (0.25, 0.25), 0.5, 0.25),
    ],
)
def test_a_tile_is_as_sure_as_its_halves(
    valid: tuple[float, float], clear: tuple[float, float], down: float, score: float
):
    assert proposal_scores(reading(valid, clear, down, tile(100, 100))) == pytest.approx([score], abs=1e-6)


@pytest.mark.parametrize(
    ("quad", "score"),
    [
        (tile(100, 100, width=1.0), 1.0),  # twice as long as wide
        (tile(100, 100, width=0.5), 1.0),  # 4 to 1, seen at a slant
        (tile(100, 100, width=0.45), 0.0),
        (tile(100, 100, width=2.0), 0.0),  # a square
        (tile(100, 100, unit=2.0), 0.0),  # 2 px wide
    ],
    ids=["tile", "slanted", "stick", "square", "speck"],
)
def test_only_what_has_a_tiles_outline_can_be_one(quad: np.ndarray, score: float):
    assert proposal_scores(reading((1, 1), (1, 1), 0.0, quad)) == pytest.approx([score], abs=1e-6)


def one_seen(pips: int, clear: float, down: float) -> Reading:
    probabilities = np.full((1, 2, 7), (1 - clear) / 6, np.float32)
    probabilities[:, :, pips] = clear
    return replace(reading((1, 1), (1, 1), down, tile(100, 100)), probabilities=probabilities)


@pytest.mark.parametrize(
    ("seen", "score", "proved"),
    [
        (one_seen(3, 0.95, 0.0), 0.9, True),  # 0.9 x 0.95 = 0.855
        (one_seen(3, 0.85, 0.0), 0.9, False),  # 0.9 x 0.85 = 0.765
        (one_seen(0, 1.0, 0.0), 1.0, False),  # blanks only: a bare rectangle
        (one_seen(3, 0.95, 1.0), 1.0, False),  # a back
    ],
    ids=["pips", "doubtful", "blank", "back"],
)
def test_one_sure_tile_with_pips_proves_that_there_are_dominoes(seen: Reading, score: float, proved: bool):
    assert shows_dominoes(seen, np.array([score], np.float32), [0]) is proved
    assert not shows_dominoes(seen, np.array([score], np.float32), [])


def test_tiles_of_one_table_are_of_one_size():
    quads = np.array([tile(100 * k, 100, 40) for k in range(4)] + [tile(500, 100, 50), tile(600, 100, 20)])
    factors = of_one_size(quads, np.full(6, 0.9, np.float32))
    # 50 to 40 is perspective; log 2 exceeds the allowance by 0.693 - 0.3
    assert factors == pytest.approx([1, 1, 1, 1, 1, math.exp(-(math.log(2) - 0.3) / 0.25)], rel=1e-4)


def test_unsure_small_ones_do_not_outvote_a_sure_large_tile():
    quads = np.array([tile(100, 100, 60)] + [tile(30 * k, 300, 10) for k in range(5)])
    factors = of_one_size(quads, np.array([0.95] + [0.55] * 5, np.float32))
    assert factors[0] == 1
    assert factors[1:].max() < 0.05


def test_no_tiles_no_sizes():
    assert of_one_size(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32)).shape == (0,)


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
