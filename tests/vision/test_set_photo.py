"""A set that labels itself: with a reader that is often wrong, and with the shipped networks on a drawn photo."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.tiles import Tile, TileSet
from models.renderer.light import Light
from models.renderer.looks import TileLook
from models.renderer.scene import render
from models.renderer.sensor import Sensor
from models.training.set_tables import Evening, game_table, set_photo
from vision.pipeline import SceneReader
from vision.scene import Scene
from vision.set_photo import ShownSet, TooFewTilesError, TooManyTilesError, label_tiles, learn_set

D6 = TileSet(6)


def seen(tiles: list[tuple[int, int]], sure: float = 0.9, scores: float = 1.0) -> Scene:
    """A scene with these tiles, each half read with that probability, the others equally probable."""
    count = len(tiles)
    probabilities = np.full((count, 2, 7), (1 - sure) / 6, np.float32)
    for row, pips in enumerate(tiles):
        for half in (0, 1):
            probabilities[row, half, pips[half]] = sure
    blank = Scene.empty((100, 100))
    return replace(
        blank,
        corners=np.zeros((count, 4, 2), np.float32),
        centers=np.zeros((count, 2, 2), np.float32),
        face_up=np.ones(count, np.bool_),
        probabilities=probabilities,
        scores=np.full(count, scores, np.float32),
    )


def test_a_tile_that_is_read_like_another_gets_the_one_that_is_left() -> None:
    # 6-4 and 6-5 are both read as 6-4; the second one less surely, so it is the 6-5
    whole = [(tile.high, tile.low) for tile in D6]
    scene = seen(whole)
    place = whole.index((6, 5))
    scene.probabilities[place, 1] = [0.01, 0.01, 0.01, 0.01, 0.5, 0.45, 0.01]
    shown = label_tiles(scene, D6, 0)
    assert [Tile(*map(int, pips)) for pips in shown.pips] == list(D6)
    assert shown.told.all()


def test_two_tiles_that_look_alike_are_not_told_apart() -> None:
    whole = [(tile.high, tile.low) for tile in D6]
    scene = seen(whole)
    for pips in ((6, 5), (6, 4)):
        scene.probabilities[whole.index(pips), 1] = [0.02, 0.02, 0.02, 0.02, 0.45, 0.45, 0.02]
    shown = label_tiles(scene, D6, 0)
    assert shown.tiles(told=False) == [Tile(6, 4), Tile(6, 5)]
    assert len(shown.tiles(told=True)) == 26


def test_what_is_too_much_and_hardly_a_tile_is_left_out() -> None:
    whole = [(tile.high, tile.low) for tile in D6]
    scene = seen([*whole, (3, 3)])
    scene.scores[-1] = 0.6
    assert len(label_tiles(scene, D6, 0).scene) == 28
    scene.scores[-1] = 0.99
    with pytest.raises(TooManyTilesError) as told:
        label_tiles(scene, D6, 2)
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
