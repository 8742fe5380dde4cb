"""What the networks are taught; skipped where torch is not installed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.renderer.arrange import PlacedTile
from models.renderer.camera import Camera
from models.renderer.pixels import jpeg_bytes
from models.renderer.scene import render
from models.training.shards import Sample
from tests.models.plain import plain_table
from vision.networks import Network
from vision.scene import halves_of

pytest.importorskip("torch", reason="the networks are made with torch")

import torch

from models.training import locator, reader
from models.training.train_reader import _mirrored


def half_coloured() -> Sample:
    """On black a tile of 60 px a half, half 0 red and half 1 green."""
    picture = np.zeros((300, 300, 3), np.uint8)
    picture[130:190, 90:150] = (0, 0, 220)
    picture[130:190, 150:210] = (0, 220, 0)
    return Sample(
        jpeg_bytes(picture, 100),
        np.array([[[90, 130], [210, 130], [210, 190], [90, 190]]], np.float32),
        np.array([[3, 5]], np.int16),
        np.array([True]),
        np.ones((1, 2), np.float32),
        np.array([False]),
        np.zeros((0, 4, 2), np.float32),
    )


def middle_of(mask: np.ndarray) -> np.ndarray:
    return np.asarray(np.argwhere(mask).mean(axis=0)[::-1]) + 0.5


def whole_crops(sample: Sample) -> list[tuple[np.ndarray, np.ndarray]]:
    """Training crops and targets in which the whole tile is seen."""
    pairs = [locator.training_crop(sample, 160, np.random.default_rng(seed)) for seed in range(12)]
    whole = []
    for crop, target in pairs:
        tile = crop.max(axis=2) > 60
        border = tile.copy()
        border[1:-1, 1:-1] = False
        if tile.any() and not border.any():
            whole.append((crop, target))
    assert len(whole) >= 4
    return whole


def test_the_locators_target_marks_the_halves_of_the_crop():
    for crop, target in whole_crops(half_coloured()):
        assert target.shape == (8, 40, 40)
        middles = [middle_of(crop[..., channel] > 110) for channel in (2, 1)]
        peaks = np.argwhere(target[0] > 0.999)
        assert len(peaks) == 2
        for row, column in peaks:
            at = (np.array([column, row]) + 0.5 + target[1:3, row, column]) * locator.STRIDE
            half = int(np.linalg.norm(at - middles[1]) < np.linalg.norm(at - middles[0]))
            assert at == pytest.approx(middles[half], abs=1)
            assert (column, row) == tuple((at // locator.STRIDE).astype(int))
            mate = at + target[3:5, row, column] * locator.VECTOR_UNIT
            assert mate == pytest.approx(middles[1 - half], abs=1.5)
            assert target[5, row, column] == 0
            assert target[6, row, column] == 1


def test_hidden_halves_are_no_peaks_and_backs_are_marked():
    sample = half_coloured()
    seen = np.array([[1.0, 0.1]], np.float32)
    for _, target in whole_crops(replace(sample, face_up=~sample.face_up, visible=seen)):
        assert np.count_nonzero(target[0] > 0.999) == 1
        assert (target[5][target[6] > 0] == 1).all()


def test_middles_of_the_halves():
    assert halves_of(half_coloured().corners).tolist() == [[[120, 160], [180, 160]]]


def crops(sample: Sample, shift: tuple[float, float], monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """Targets of many crops of the tile whose outline is thought to lie `shift` px beside."""
    monkeypatch.setattr(reader, "_jittered", lambda corners, rng, most=1.0: corners + np.array(shift, np.float32))
    rng = np.random.default_rng(0)
    targets = [target for _ in range(8) for _, target in reader.training_crops(sample, rng, 1.0)]
    return [target for target in targets if target[7] > 0]


def test_the_readers_target_without_jitter(monkeypatch: pytest.MonkeyPatch):
    found = crops(half_coloured(), (0, 0), monkeypatch)
    assert {float(target[0]) for target in found} == {3.0, 5.0}
    for target in found:
        assert target[1:3].tolist() == [1, 0]
        assert target[3:7] == pytest.approx([-0.5, -0.5, -0.5, 0.5], abs=1e-4)


def test_the_readers_target_leads_back_to_the_tile(monkeypatch: pytest.MonkeyPatch):
    # thought 6 px too far right and 3 px too high: a tenth of a half back, a twentieth down; half 1 is turned round
    for target in crops(half_coloured(), (6, -3), monkeypatch):
        way = 1 if target[0] == 3 else -1
        expected = np.array([-0.5, -0.5, -0.5, 0.5]) + way * np.array([-0.1, 0.05, -0.1, 0.05])
        assert target[3:7] == pytest.approx(expected, abs=1e-3)


def test_a_back_has_no_number_and_a_hidden_half_is_none(monkeypatch: pytest.MonkeyPatch):
    sample = half_coloured()
    back = replace(sample, face_up=np.array([False]))
    assert {tuple(target[:3]) for target in crops(back, (0, 0), monkeypatch)} == {(-1.0, 1.0, 1.0)}
    hidden = replace(sample, visible=np.full((1, 2), 0.2, np.float32))
    assert crops(hidden, (0, 0), monkeypatch) == []
    targets = [target for _, target in reader.training_crops(hidden, np.random.default_rng(0), 1.0)]
    assert all(target[1] == 0 for target in targets)


def test_a_standing_tile_is_no_half_and_says_so(monkeypatch: pytest.MonkeyPatch):
    sample = replace(half_coloured(), standing=np.array([True]))
    found = crops(sample, (0, 0), monkeypatch)
    assert found
    for target in found:
        assert target[[0, 1, 2, 8, 9]].tolist() == [-1, 0, -1, 1, -1]
        assert target[3:7] == pytest.approx([-0.5, -0.5, -0.5, 0.5], abs=1e-4)


@pytest.mark.parametrize(
    ("seen", "partial"), [((1.0, 1.0), 0), ((1.0, 0.8), -1), ((1.0, 0.5), 1), ((0.5, 1.0), 1), ((0.2, 0.3), 0)]
)
def test_a_tile_partly_covered_says_so(seen: tuple[float, float], partial: int):
    sample = replace(half_coloured(), visible=np.array([seen], np.float32))
    target = reader._target(sample, 0, 0, sample.corners[0])
    assert target[9] == partial
    assert target[8] == 0


def test_things_that_are_no_tiles_are_taught_as_none():
    outline = np.array([[[40, 40], [100, 40], [100, 70], [40, 70]]], np.float32)
    bare = replace(
        half_coloured(), corners=np.zeros((0, 4, 2), np.float32), pips=np.zeros((0, 2), np.int16), others=outline
    )
    targets = [target for _, target in reader.training_crops(bare, np.random.default_rng(0), 1.0)]
    assert targets
    assert all(target[[0, 1, 8, 9]].tolist() == [-1, 0, 0, 0] for target in targets)


def test_a_jittered_outline_stays_near():
    corners = half_coloured().corners[0]
    for seed in range(50):
        guess = reader._jittered(corners, np.random.default_rng(seed))
        assert np.linalg.norm(guess - corners, axis=1).max() < 0.6 * 60


def test_a_crop_upside_down_has_its_corners_exchanged():
    crop = np.arange(2 * 2 * 3, dtype=np.uint8).reshape(2, 2, 3)
    target = np.array([4, 1, 0, -0.6, -0.4, -0.5, 0.55, 1, 0, 1], np.float32)
    turned, mirrored = _mirrored(crop, target)
    assert np.array_equal(turned, crop[::-1])
    assert mirrored == pytest.approx([4, 1, 0, -0.5, -0.55, -0.6, 0.4, 1, 0, 1])
    assert _mirrored(turned, mirrored)[1] == pytest.approx(target)


def test_the_networks_give_what_their_docstrings_say():
    with torch.no_grad():
        assert locator.Locator().eval()(torch.zeros(2, 3, 64, 96)).shape == (2, 6, 16, 24)
        assert reader.Reader().eval()(torch.zeros(2, 3, 48, 48)).shape == (2, 21)


def test_losses_are_near_zero_for_the_truth_and_large_for_its_opposite():
    target = torch.from_numpy(whole_crops(half_coloured())[0][1])[None]
    right = target[:, :6].clone()
    right[:, 0] = torch.where(target[:, 0] > 0.999, 12.0, -12.0)
    right[:, 5] = -12.0
    wrong = right.clone()
    wrong[:, 3:5] *= -1
    assert float(locator.locator_loss(right, target)[0]) < 0.01
    assert float(locator.locator_loss(wrong, target)[1]["vector"]) > 1

    read = torch.tensor([[3.0, 1, 0, -0.5, -0.5, -0.5, 0.5, 1, 0, 1]])
    logits = torch.zeros(1, 21)
    logits[0, 3], logits[0, 13], logits[0, 14] = 12.0, 12.0, -12.0
    logits[0, 15:19] = read[0, 3:7]
    logits[0, 19:] = torch.tensor([-12.0, 12.0])
    parts = reader.reader_loss(logits, read)[1]
    assert parts["wrong"] == parts["corner"] == 0
    assert parts["standing"] + parts["partial"] < 1e-4
    assert reader.reader_loss(-logits, read)[1]["standing"] > 1
    assert reader.reader_loss(logits.roll(1, dims=1), read)[1]["wrong"] == 1


def test_the_shipped_notes_are_those_of_the_exporter():
    pytest.importorskip("onnx", reason="the exporter needs onnx")
    from models.training.export import locator_notes, reader_notes

    assert Network.load("locator", threads=1).notes == locator_notes()
    shipped, now = Network.load("reader", threads=1).notes, reader_notes()
    known = shipped["outputs"]
    assert now["outputs"][: len(known)] == known  # the shipped one may lack what was added since
    assert {**now, "temperature": shipped["temperature"], "outputs": known} == shipped


def test_a_rendered_sample_teaches_its_own_numbers(monkeypatch: pytest.MonkeyPatch):
    rendered = render(plain_table([PlacedTile((1, 0), (0, 0), 0.4)], Camera((300, 300), 60.0)))
    truth = rendered.tiles[0]
    sample = replace(
        half_coloured(),
        jpeg=jpeg_bytes(rendered.picture, 95),
        corners=truth.corners[None],
        pips=np.array([truth.tile.pips], np.int16),
        visible=np.array([truth.visible], np.float32),
    )
    monkeypatch.setattr(reader, "_jittered", lambda corners, rng, most=1.0: corners)
    rng, numbers = np.random.default_rng(0), set()
    for _ in range(8):
        for crop, target in reader.training_crops(sample, rng, 1.0):
            if target[0] >= 0:
                blue = crop[24, 24, 0] > 150
                assert blue == (target[0] == 1)
                numbers.add(int(target[0]))
    assert numbers == {0, 1}


def test_training_goes_on_from_a_shipped_network():
    pytest.importorskip("onnx", reason="reading a shipped network as weights needs onnx")
    from models.training.warm import restore

    folder = Path(__file__).parents[2] / "models" / "float"
    rng = np.random.default_rng(0)
    for name, network, side in (("locator", locator.Locator(), 32), ("reader", reader.Reader(), 48)):
        pictures = rng.integers(0, 256, (2, 3, side, side)).astype(np.uint8)
        inputs = torch.from_numpy(pictures).float() / 255
        restore(network, folder / f"{name}.onnx", [inputs])
        shipped = Network.of((folder / f"{name}.onnx").read_bytes(), 1, False).run(pictures.transpose(0, 2, 3, 1))
        with torch.no_grad():
            found = network.eval()(inputs).numpy()[:, : shipped.shape[1]]
            assert found == pytest.approx(shipped, abs=1e-3)
            norm = next(module for module in network.modules() if isinstance(module, torch.nn.BatchNorm2d))
            assert float(norm.running_var.std()) > 0  # measured, not made up
