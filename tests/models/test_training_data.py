"""What training sees: shards, changes of colour, and the count of the evaluation. Needs no torch."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.training import shards
from models.training.augment import shift_colors, soften
from models.training.calibrate import best_temperature
from models.training.evaluate import Tally
from models.training.mine import is_near_a_tile, mine
from models.training.shards import Sample, make_sample, read_shard, write_shard
from tests.vision.fakes import tile
from tests.vision.tables import Put, scene_of
from vision.detector import Detector, Proposals
from vision.scene import Aside


@pytest.fixture
def two_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "PICTURES_OF_A_SHARD", 2)


@pytest.mark.usefixtures("two_pictures")
def test_a_shard_keeps_every_sample(tmp_path: Path):
    path = write_shard((tmp_path, 7))
    assert path == tmp_path / "00007.npz"
    assert [entry.name for entry in tmp_path.iterdir()] == ["00007.npz"]
    kept = read_shard(path)
    assert len(kept) == 2
    for index, sample in enumerate(kept):
        made = make_sample(14 + index)
        assert sample.jpeg == made.jpeg
        assert sample.picture().shape == (512, 512, 3)
        for column in ("corners", "pips", "face_up", "visible", "standing", "others"):
            assert np.array_equal(getattr(sample, column), getattr(made, column))
            assert getattr(sample, column).dtype == getattr(made, column).dtype


@pytest.mark.usefixtures("two_pictures")
def test_a_shard_that_is_there_is_left_alone(tmp_path: Path):
    (tmp_path / "00003.npz").write_bytes(b"kept")
    assert write_shard((tmp_path, 3)).read_bytes() == b"kept"


class OneProposal(Detector):
    """Sees a tile wherever it is told to."""

    def __init__(self, *corners: np.ndarray) -> None:
        self.found = np.array(corners, np.float32)

    def propose(self, photo: np.ndarray) -> Proposals:
        scores = np.linspace(0.9, 0.5, len(self.found)).astype(np.float32)
        return Proposals(self.found, scores, np.zeros_like(scores), scores, scores < 0)


@pytest.mark.usefixtures("two_pictures")
def test_false_proposals_are_kept_beside_the_shard(tmp_path: Path):
    path = write_shard((tmp_path, 7))
    far = tile(-900, -900)  # no tile is drawn there
    first = read_shard(path)[0]
    assert len(first.mined) == 0
    assert mine(path, OneProposal(far, *first.corners[:1])) >= 2
    for sample in read_shard(path):
        assert sample.mined[0].tolist() == far.tolist()
    assert len(read_shard(path)[0].mined) == 1  # the other proposal is a tile


def test_a_proposal_near_a_tile_is_not_false():
    # halves of 40 px: 0.5 of that may be off, either way round
    there = tile(100, 100)[None]
    assert is_near_a_tile(tile(115, 105), there)
    assert is_near_a_tile(tile(115, 105, degrees=180), there)
    assert not is_near_a_tile(tile(125, 100), there)
    assert not is_near_a_tile(tile(100, 100, degrees=90), there)
    assert not is_near_a_tile(tile(100, 100), there[:0])


def test_colours_shift_but_the_picture_stays():
    picture = np.random.default_rng(0).integers(0, 256, (20, 30, 3)).astype(np.uint8)
    before = picture.copy()
    for seed in range(40):
        shifted = soften(shift_colors(picture, np.random.default_rng(seed)), np.random.default_rng(seed), 0.9)
        assert shifted.shape == picture.shape
        assert shifted.dtype == np.uint8
    assert np.array_equal(picture, before)
    assert np.array_equal(
        shift_colors(picture, np.random.default_rng(9)), shift_colors(picture, np.random.default_rng(9))
    )


def sample_of(corners: np.ndarray, pips: np.ndarray, face_up: np.ndarray, visible: np.ndarray) -> Sample:
    others = np.zeros((0, 4, 2), np.float32)
    return Sample(b"", corners, pips, face_up, visible, np.zeros(len(corners), np.bool_), others)


def test_standing_tiles_count_apart():
    # the first stands and is reported so; the second stands and is read as if it lay there
    there = scene_of([Put(6, 4, 0, 0), Put(3, 2, 4, 0)])
    pips = np.array([[6, 4], [3, 2]], np.int16)
    sample = replace(
        sample_of(there.corners, pips, there.face_up, np.ones((2, 2), np.float32)), standing=np.array([True, True])
    )
    seen = replace(scene_of([Put(3, 2, 4, 0)]), asides=(Aside("standing", there.corners[0], 0.9),))
    tally = Tally()
    tally.add(sample, seen)
    assert (tally.tiles, tally.found, tally.false) == (0, 0, 1)
    assert (tally.standing, tally.standing_found) == (2, 1)


def test_the_temperature_that_fits():
    # logits (2, 0): 88 % right where softmax says 88 % at temperature 1; twice as large logits need temperature 2
    logits = np.zeros((1000, 3), np.float32)
    logits[:, 0] = np.log(0.8 / 0.1)
    truth = np.array([0] * 800 + [1] * 100 + [2] * 100)
    assert best_temperature(logits, truth) == pytest.approx(1.0, abs=0.03)
    assert best_temperature(2 * logits, truth) == pytest.approx(2.0, abs=0.06)


def test_the_evaluation_counts_by_place():
    # in units of 40 px: right but turned round; one half wrong; a back taken for a face; missed; half hidden
    there = scene_of(
        [Put(6, 4, 0, 0), Put(3, 2, 4, 0), Put(1, 1, 0, 4, face_up=False), Put(5, 5, 4, 4), Put(0, 1, 8, 4)]
    )
    seen = scene_of([Put(4, 6, 0.1, 0, 180), Put(3, 1, 4, 0), Put(1, 1, 0, 4), Put(2, 2, -6, -6), Put(0, 6, 8, 4)])
    visible = np.ones((5, 2), np.float32)
    visible[4, 1] = 0.5
    pips = np.array([[6, 4], [3, 2], [1, 1], [5, 5], [0, 1]], np.int16)
    tally = Tally()
    tally.add(sample_of(there.corners, pips, there.face_up, visible), seen)
    assert (tally.tiles, tally.found, tally.false) == (4, 3, 1)
    assert (tally.halves, tally.wrong_halves, tally.right_tiles, tally.wrong_face) == (4, 1, 1, 1)


def test_the_evaluation_of_an_empty_table():
    tally = Tally()
    nothing = np.zeros(0, np.bool_)
    empty = sample_of(
        np.zeros((0, 4, 2), np.float32), np.zeros((0, 2), np.int16), nothing, np.zeros((0, 2), np.float32)
    )
    tally.add(empty, scene_of([Put(6, 4, 0, 0)]))
    assert (tally.tiles, tally.false) == (0, 1)
