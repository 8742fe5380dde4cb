from __future__ import annotations

import math

import numpy as np
import pytest

from tests.vision.fakes import FakeNetwork
from vision.reader import Reader

TILE = np.array([[0, 0], [40, 0], [40, 20], [0, 20]], np.float32) + 20
PHOTO = np.random.default_rng(0).integers(0, 255, (80, 100, 3)).astype(np.uint8)


def half(
    logits: dict[int, float] | None = None,
    valid: float = 0.0,
    down: float = 0.0,
    outer: tuple[float, float, float, float] = (-0.5, -0.5, -0.5, 0.5),
) -> list[float]:
    """One row of the network's output: outer is x0, y0, x3, y3 in the frame of the half."""
    return [(logits or {}).get(pips, 0.0) for pips in range(13)] + [valid, down, *outer]


def reader(*outputs: list[list[float]], temperature: float = 1.0) -> Reader:
    arrays = [np.array(rows, np.float32) for rows in outputs]
    return Reader(FakeNetwork(*arrays, classes=13, side=48, reach=0.75, temperature=temperature))


def test_logits_become_probabilities_of_the_sets_numbers():
    # twelve pips are not in a double-six set, however much they look so: 9 / (9 + 6 * 1)
    result = reader([half({2: math.log(9), 12: 30.0}), half()]).read(PHOTO, TILE[None], 6)
    assert result.probabilities.shape == (1, 2, 7)
    assert result.probabilities[0, 0, 2] == pytest.approx(9 / 15)
    assert result.probabilities[0, 0, 0] == pytest.approx(1 / 15)
    assert result.probabilities[0, 1] == pytest.approx(np.full(7, 1 / 7))


def test_the_temperature_softens():
    result = reader([half({2: math.log(9)}), half()], temperature=2.0).read(PHOTO, TILE[None], 6)
    assert result.probabilities[0, 0, 2] == pytest.approx(3 / 9)


def test_valid_and_down_are_of_each_half():
    result = reader([half(valid=math.log(3), down=-50.0), half(valid=-math.log(4), down=50.0)]).read(
        PHOTO, TILE[None], 6
    )
    assert result.valid[0] == pytest.approx([0.75, 0.2])
    assert result.down[0] == pytest.approx([0.0, 1.0], abs=1e-6)


def test_an_outline_that_was_right_stays():
    result = reader([half(), half()]).read(PHOTO, TILE[None], 6)
    assert result.corners[0] == pytest.approx(TILE, abs=1e-3)


def test_each_half_moves_its_own_outer_corners():
    # the unit is 20 px: 0.1 outward are 2 px to the left for half 0, and for half 1 to the right;
    # 0.05 downward in half 1's frame, which stands on its head, are 1 px up
    result = reader([half(outer=(-0.6, -0.5, -0.5, 0.5)), half(outer=(-0.5, -0.45, -0.6, 0.55))]).read(
        PHOTO, TILE[None], 6
    )
    # corner 0 and 3 come from half 0; corner 2 is half 1's first and corner 1 its second
    expected = TILE + np.array([[-2, 0], [2, -1], [0, -1], [0, 0]])
    assert result.corners[0] == pytest.approx(expected, abs=1e-3)


def test_corners_do_not_run_away():
    result = reader([half(outer=(-9.0, -0.5, -0.5, 0.5)), half()]).read(PHOTO, TILE[None], 6)
    assert result.corners[0, 0] == pytest.approx(TILE[0] - [0.25 * 20, 0], abs=1e-3)


def test_mirrored_looks_upside_down_too_and_takes_the_mean():
    straight = [half({3: 8.0}, valid=2.0, outer=(-0.6, -0.5, -0.5, 0.5)), half()]
    # upside down the corners change places: its x3 belongs to corner 0, its y0 with the other sign to corner 3
    mirrored = [half({3: 4.0}, valid=4.0, outer=(-0.5, -0.4, -0.6, 0.5)), half()]
    network_reader = reader(straight, mirrored)
    result = network_reader.read(PHOTO, TILE[None], 6, mirrored=True)
    network = network_reader.network
    assert isinstance(network, FakeNetwork)
    assert np.array_equal(network.seen[1], network.seen[0][:, ::-1])
    assert result.probabilities[0, 0, 3] == pytest.approx(math.exp(6) / (math.exp(6) + 6))
    assert result.valid[0, 0] == pytest.approx(1 / (1 + math.exp(-3)))
    # corner 0: x (-0.6 - 0.6) / 2, y (-0.5 - 0.5) / 2; corner 3: x (-0.5 - 0.5) / 2, y (0.5 + 0.4) / 2
    expected = TILE + np.array([[-2, 0], [0, 0], [0, 0], [0, -1]])
    assert result.corners[0] == pytest.approx(expected, abs=1e-3)


def test_many_crops_go_in_batches_and_keep_their_order():
    class Counting(FakeNetwork):
        def run(self, pictures: np.ndarray) -> np.ndarray:
            rows = []
            for picture in pictures:
                self.seen.append(picture)
                rows.append(half({(len(self.seen) - 1) % 13: 20.0}))
            return np.array(rows, np.float32)

    network = Counting(classes=13, side=48, reach=0.75, temperature=1.0)
    result = Reader(network).read(PHOTO, np.repeat(TILE[None], 50, axis=0), 12)
    assert len(network.seen) == 100
    assert result.probabilities.reshape(100, 13).argmax(axis=1).tolist() == [index % 13 for index in range(100)]


def test_no_tiles_are_not_read():
    result = reader([half()]).read(PHOTO, np.zeros((0, 4, 2), np.float32), 9)
    assert result.probabilities.shape == (0, 2, 10)
    assert result.corners.shape == (0, 4, 2)
