from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.networks import ModelError, Network


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands in for the folder of the networks."""
    monkeypatch.setattr("vision.networks.files", lambda package: tmp_path)
    return tmp_path


def test_a_missing_network(folder: Path):
    with pytest.raises(ModelError, match=r"locator\.onnx is missing; install Tilefish again"):
        Network.load("locator")


@pytest.mark.parametrize("content", [b"", b"no network at all", b"\x08\x07\x12\x04torch" * 50])
def test_a_damaged_network(folder: Path, content: bytes):
    (folder / "reader.onnx").write_bytes(content)
    with pytest.raises(ModelError, match=r"reader\.onnx is damaged; install Tilefish again"):
        Network.load("reader")


def test_a_network_cut_off_in_the_middle(folder: Path):
    whole = (Path(__file__).parents[2] / "models" / "reader.onnx").read_bytes()
    (folder / "reader.onnx").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ModelError, match="damaged"):
        Network.load("reader")


def test_pictures_become_what_the_network_expects():
    class Session:
        def run(self, outputs: object, inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
            return [inputs["picture"]]

    pictures = np.zeros((2, 4, 5, 3), np.uint8)
    pictures[1, 2, 3] = [51, 102, 255]
    shown = Network(Session(), {}).run(pictures)
    assert shown.shape == (2, 3, 4, 5)
    assert shown.dtype == np.float32
    assert shown[1, :, 2, 3] == pytest.approx([0.2, 0.4, 1.0])
    assert shown[0].max() == 0
