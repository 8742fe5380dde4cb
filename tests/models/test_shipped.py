"""The networks that Tilefish ships: what their files say, and that they read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.renderer.arrange import PlacedTile
from models.renderer.camera import Camera
from models.renderer.looks import TileLook
from models.renderer.scene import Rendered, Table, render
from vision.networks import Network
from vision.pipeline import SceneReader

FOLDER = Path(__file__).parents[2] / "models"


@pytest.fixture(scope="module")
def scene_reader() -> SceneReader:
    return SceneReader.load(threads=1)


def test_the_locators_notes():
    locator = Network.load("locator", threads=1)
    assert set(locator.notes) == {"input", "outputs", "stride", "multiple", "vector_unit", "half_sides"}
    assert locator.notes["outputs"] == ["heat", "offset_x", "offset_y", "vector_x", "vector_y", "down"]
    assert locator.notes["stride"] == 4
    assert locator.notes["multiple"] == 32
    assert locator.notes["vector_unit"] > 0
    smallest, largest = locator.notes["half_sides"]
    assert 0 < smallest < largest


def test_the_readers_notes():
    reader = Network.load("reader", threads=1)
    assert set(reader.notes) == {"input", "outputs", "classes", "side", "reach", "temperature"}
    assert reader.notes["classes"] == 13
    numbers = [str(pips) for pips in range(13)]
    assert reader.notes["outputs"][:19] == [*numbers, "half", "down", "x0", "y0", "x3", "y3"]
    assert reader.notes["outputs"][19:] == ["standing", "partial"]
    assert reader.notes["temperature"] > 0


def test_the_networks_take_and_give_what_their_notes_say():
    locator, reader = Network.load("locator", threads=1), Network.load("reader", threads=1)
    for network in (locator, reader):
        assert [entry.name for entry in network.session.get_inputs()] == ["picture"]
        assert network.notes["input"].startswith("BGR, float32, divided by 255")
    planes = locator.run(np.zeros((2, 64, 96, 3), np.uint8))
    assert planes.shape == (2, len(locator.notes["outputs"]), 64 // 4, 96 // 4)
    side = reader.notes["side"]
    assert reader.run(np.zeros((3, side, side, 3), np.uint8)).shape == (3, len(reader.notes["outputs"]))


def test_the_networks_are_small():
    assert sum(path.stat().st_size for path in FOLDER.glob("*.onnx")) <= 10_000_000


@pytest.mark.parametrize("tone", [0, 255])
def test_a_blank_picture_holds_no_tile(scene_reader: SceneReader, tone: int):
    scene, _ = scene_reader.read(np.full((480, 640, 3), tone, np.uint8))
    assert len(scene) == 0
    assert scene.size == (640, 480)


@pytest.mark.parametrize("size", [(1, 1), (3, 500), (40, 30)])
def test_odd_pictures_are_read_too(scene_reader: SceneReader, size: tuple[int, int]):
    scene, _ = scene_reader.read(np.zeros((size[1], size[0], 3), np.uint8))
    assert len(scene) == 0
    assert scene.size == size


def simple_table() -> Rendered:
    """Five tiles of ivory on green, as a camera nearly straight above sees them."""
    tiles = (
        PlacedTile((6, 4), (-1.0, 0.0), 0.0),
        PlacedTile((4, 4), (0.52, 0.0), np.pi / 2),  # a double across the end of the first
        PlacedTile((0, 5), (-2.5, -3.0), 0.7),
        PlacedTile((3, 1), (3.5, 2.0), -2.0),
        PlacedTile((2, 6), (3.0, -2.5), 1.2, face_up=False),
    )
    ground = np.empty((600, 800, 3), np.float32)
    ground[:] = (0.2, 0.4, 0.12)
    look = TileLook(back=(0.35, 0.15, 0.1))
    return render(Table(Camera((800, 600), 52.0, tilt=0.15, azimuth=1.0), look, ground, tiles, seed=3))


def test_a_simple_table_is_read_exactly(scene_reader: SceneReader):
    rendered = simple_table()
    scene, _ = scene_reader.read(rendered.picture)
    assert len(scene) == len(rendered.tiles)
    rows = set()
    for truth in rendered.tiles:
        apart = np.linalg.norm(scene.centers.mean(axis=1) - truth.centers.mean(axis=0), axis=1)
        row = int(apart.argmin())
        rows.add(row)
        assert apart[row] < 4
        assert bool(scene.face_up[row]) == truth.tile.face_up
        turned = np.linalg.norm(scene.centers[row, 0] - truth.centers[0]) > 26
        corners = truth.corners[[2, 3, 0, 1]] if turned else truth.corners
        assert np.linalg.norm(scene.corners[row] - corners, axis=1).max() < 6
        if truth.tile.face_up:
            read = scene.probabilities[row].argmax(axis=1).tolist()
            assert read == list(truth.tile.pips[::-1] if turned else truth.tile.pips)
    assert rows == set(range(len(rendered.tiles)))
    assert scene.probabilities.sum(axis=2) == pytest.approx(np.ones((5, 2)), abs=1e-4)
