"""A short training, from a shipped network to weights on disk; skipped where torch or onnx is not installed."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the networks are made with torch")
pytest.importorskip("onnx", reason="the networks are exported with onnx")

import torch

from models.training import shards
from models.training.export import export, reader_notes
from models.training.fit import fit, note_losses
from models.training.reader import SIDE, Reader, reader_loss
from models.training.shards import write_shard
from models.training.train_reader import ReaderCrops

FOLDER = Path(__file__).parents[2] / "models"


def test_losses_are_noted_line_by_line(tmp_path: Path):
    for step, share in ((100, 0.25), (200, 0.5)):
        note_losses(tmp_path / "a.csv", {"step": step, "share": share, "heat": 2 / step})
    assert (tmp_path / "a.csv").read_text() == "step,share,heat\n100,0.2500,0.0200\n200,0.5000,0.0100\n"


def test_from_a_shipped_network_to_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shards, "PICTURES_OF_A_SHARD", 3)
    write_shard((tmp_path, 1))
    options = Namespace(
        out=tmp_path / "a.pt",
        start=FOLDER / "float" / "reader.onnx",
        minutes=0.06,
        batch=4,
        rate=1e-5,
        seed=1,
        threads=1,
        half_precision=False,
        csv=None,
    )
    fit(Reader(), reader_loss, ReaderCrops(tmp_path, 1), options)
    trained = Reader()
    trained.load_state_dict(torch.load(options.out))
    export(trained, torch.zeros(1, 3, SIDE, SIDE), {0: "n"}, reader_notes(1.3), tmp_path / "reader.onnx")

    import onnxruntime

    session = onnxruntime.InferenceSession(str(tmp_path / "reader.onnx"))
    shipped = onnxruntime.InferenceSession(str(FOLDER / "float" / "reader.onnx"))
    pictures = np.random.default_rng(0).random((3, 3, SIDE, SIDE)).astype(np.float32)
    found, known = (each.run(None, {"picture": pictures})[0] for each in (session, shipped))
    assert found.shape == (3, 21)
    # hardly trained, so it says nearly what the shipped one says
    assert np.abs(found[:, :13] - known[:, :13]).max() < 1.0
    notes = session.get_modelmeta().custom_metadata_map
    assert notes["temperature"] == "1.3"
    assert notes["outputs"].endswith('"standing", "partial"]')
