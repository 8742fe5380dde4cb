"""A set that labels itself: with a reader that is often wrong, and with the shipped networks on a drawn photo."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.tiles import Tile, TileSet
from models.renderer.evenings import Evening, game_table, set_photo
from models.renderer.light import Light
from models.renderer.looks import TileLook
from models.renderer.scene import render
from models.renderer.sensor import Sensor
from vision.pipeline import SceneReader
from vision.profile import UNKNOWN, Sights
from vision.scene import Scene
from vision.set_photo import (
    ShownSet,
    TooFewTilesError,
    TooManyTilesError,
    _surety,
    _unconfirmed,
    label_tiles,
    learn_set,
    surest,
)

D6 = TileSet(6)


WHOLE = [(tile.high, tile.low) for tile in D6]


def logs(tiles: list[tuple[int, int]], sure: float = 0.9) -> NDArray[np.float64]:
    """Each half of these tiles read with that probability, the other numbers equally probable."""
    probabilities = np.full((len(tiles), 2, 7), (1 - sure) / 6)
    for row, pips in enumerate(tiles):
        probabilities[row, [0, 1], pips] = sure
    return np.asarray(np.log(probabilities))


def test_a_tile_that_is_read_like_another_gets_the_one_that_is_left() -> None:
    # 6-4 and 6-5 are both read as 6-4; the second one less surely, so it is the 6-5
    read = logs(WHOLE)
    read[WHOLE.index((6, 5)), 1] = np.log([0.01, 0.01, 0.01, 0.01, 0.5, 0.45, 0.01])
    pips, told = label_tiles(read, D6)
    assert [Tile(*map(int, two)) for two in pips] == list(D6)
    assert told.all()


def test_two_tiles_that_look_alike_are_not_told_apart() -> None:
    read = logs(WHOLE)
    alike = [WHOLE.index(pips) for pips in ((6, 5), (6, 4))]
    read[alike, 1] = np.log([0.02, 0.02, 0.02, 0.02, 0.45, 0.45, 0.02])
    _, told = label_tiles(read, D6)
    assert np.flatnonzero(~told).tolist() == sorted(alike)


def tiles(scores: list[float]) -> Scene:
    count = len(scores)
    return replace(
        Scene.empty((100, 100)),
        corners=np.zeros((count, 4, 2), np.float32),
        centers=np.zeros((count, 2, 2), np.float32),
        face_up=np.ones(count, np.bool_),
        probabilities=np.full((count, 2, 7), 1 / 7, np.float32),
        scores=np.array(scores, np.float32),
    )


def test_what_is_too_much_and_hardly_a_tile_is_left_out() -> None:
    assert surest(tiles([0.9] * 14 + [0.6] + [0.9] * 14), D6, 0).scores.min() > 0.8
    with pytest.raises(TooManyTilesError) as told:
        surest(tiles([0.99] * 29), D6, 2)
    assert (told.value.photo, told.value.count) == (2, 29)


@pytest.fixture(scope="module")
def reader() -> SceneReader:
    return SceneReader.load(threads=1)


def photo(tiles: int) -> NDArray[np.uint8]:
    """A drawn photo of the first so many tiles of a plain set."""
    rng = np.random.default_rng(5)
    table = set_photo(rng, Evening(D6, TileLook(), Light(), Sensor(), 7))
    return render(replace(table, tiles=table.tiles[:tiles], ground=np.full_like(table.ground, 0.25))).picture


@pytest.fixture(scope="module")
def plain_set(reader: SceneReader) -> ShownSet:
    return learn_set(reader, [photo(28)], D6, "plain")


def test_a_drawn_set_labels_itself(reader: SceneReader, plain_set: ShownSet) -> None:
    picture, shown = photo(28), plain_set
    assert (shown.profile.tiles, shown.missing, shown.untold) == (28, (), ())
    assert (shown.profile.tile_set, shown.profile.name) == ("D6", "plain")
    assert np.isfinite(shown.profile.centers).all()
    with_it = replace(reader, profile=shown.profile).read(picture, D6)[0]
    assert sorted(Tile(*map(int, half)) for half in with_it.probabilities.argmax(axis=2)) == sorted(D6)


def test_most_of_a_set_is_enough_and_what_is_missing_is_said(reader: SceneReader) -> None:
    shown = learn_set(reader, [photo(20)], D6, "part")
    assert shown.profile.tiles == 20
    assert len(shown.missing) == 8


def test_a_few_tiles_are_too_few(reader: SceneReader) -> None:
    with pytest.raises(TooFewTilesError) as told:
        learn_set(reader, [photo(5)], D6, "few")
    assert (told.value.seen, told.value.told) == (5, 5)


DARK = TileLook(face=(0.1, 0.1, 0.1), side=(0.1, 0.1, 0.1), pip_colors=((0.9, 0.9, 0.9),) * 13, pip_style="ring")


def test_a_profile_changes_nothing_on_a_table_with_another_set(reader: SceneReader, plain_set: ShownSet) -> None:
    profile = plain_set.profile
    rng = np.random.default_rng(8)
    table = game_table(rng, Evening(D6, DARK, Light(), Sensor(), 7))
    picture = render(replace(table, ground=np.full_like(table.ground, 0.4))).picture
    plain, with_it = (used.read(picture, D6)[0] for used in (reader, replace(reader, profile=profile)))
    assert len(plain) > 0
    assert np.array_equal(plain.probabilities, with_it.probabilities)
    assert np.array_equal(plain.corners, with_it.corners)


def test_a_profile_of_another_kind_of_set_is_not_used(reader: SceneReader, plain_set: ShownSet) -> None:
    picture, profile = photo(6), plain_set.profile
    plain, with_it = (used.read(picture, TileSet(9))[0] for used in (reader, replace(reader, profile=profile)))
    assert np.array_equal(plain.probabilities, with_it.probabilities)


def test_a_number_does_not_confirm_itself():
    # No half looks like another, and of the others as many show 0 as 1: nothing can be learnt from them.
    looks = np.eye(16, dtype=np.float32)[None]
    halves = Sights(looks, np.zeros((1, 16, 2), np.float32), np.zeros((1, 16), np.float32))
    pips = np.repeat([1, 0], 8)
    assert _unconfirmed(halves, pips) == pytest.approx(0, abs=1e-3)


def test_how_sure_the_known_numbers_are():
    logits = np.log(np.array([[[0.75, 0.25], [0.5, 0.5]]], np.float32))
    assert _surety(logits, np.array([0, UNKNOWN])) == pytest.approx(math.log(0.75), abs=1e-4)
