"""Sets whose numbers the reader does not know are refused before anything else is done."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from device.cli import main
from vision.pipeline import SceneReader

EN = "D15 cannot be read yet; numbers up to 12 can.\n"
RU = "D15 пока не читается; читаются очки до 12.\n"


@pytest.fixture(autouse=True)
def reader_up_to_twelve(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    network = SimpleNamespace(fingerprint="abc")
    reader = SimpleNamespace(reader=SimpleNamespace(classes=13, network=network))
    monkeypatch.setattr(SceneReader, "load", lambda threads=None: reader)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def recording(path: Path, tile_set: str) -> Path:
    """One whose only picture is none: it would be complained of if it were looked at."""
    (path / "frames").mkdir(parents=True)
    (path / "frames" / "0000.jpg").write_text("no picture")
    (path / "truth.jsonl").write_text('{"frame": 0, "tile": "1-0"}\n')
    (path / "recording.toml").write_text(f'rules = "free"\nset = "{tile_set}"\n')
    return path


def refused(*words: object) -> bool:
    return all(main([str(word) for word in words], {"TILEFISH_LANG": lang}) == 1 for lang in ("en", "ru"))


@pytest.mark.parametrize(
    "words",
    [
        ("read", "none.jpg", "nor this.jpg"),
        ("live", "--camera", "no camera"),
        ("calibrate", "set", "none.jpg"),
        ("calibrate", "set", "--camera", "no camera"),
    ],
)
def test_asked_for(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(*words, "--set", "D15")
    assert capsys.readouterr() == ("", EN + RU)


def test_recordings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused("replay", recording(tmp_path / "a", "D15"))
    assert refused("replay", recording(tmp_path / "b", "D6"), "--set", "D15")
    assert capsys.readouterr() == ("", (EN + RU) * 2)


def test_the_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = recording(tmp_path / "demo", "D15")
    monkeypatch.setattr("device.recorded_match.demo_recording", lambda: path)
    assert refused("demo", "--once")
    assert capsys.readouterr() == ("", EN + RU)


def test_photos_and_recordings_to_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = {"group": "x", "set": "D15", "face_up": []}
    (tmp_path / "truth.json").write_text(json.dumps({"photos": {"none.jpg": photo}}))
    assert refused("bench", "photos", tmp_path)
    (tmp_path / "truth.json").write_text(json.dumps({"photos": {}}))
    recording(tmp_path / "recordings" / "game", "D15")
    assert refused("bench", "photos", tmp_path)
    assert capsys.readouterr() == ("", (EN + RU) * 2)


def test_rendered_pictures_to_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    marks = {"kind": "ivory", "table": "felt", "light": "sun", "layout": "line", "tilt": 5.0}
    (tmp_path / "truth.jsonl").write_text(json.dumps({"picture": "none.jpg", "set": "D15", "tiles": [], **marks}))
    assert refused("bench", "rendered", tmp_path)
    assert capsys.readouterr() == ("", EN + RU)
