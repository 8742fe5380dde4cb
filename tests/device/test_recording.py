"""Recordings are read from folders and zips alike, written append-only, and damage ends in one sentence."""

import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.archive import ArchiveError
from device.cameras.recorded import RecordedCamera
from device.errors import UserError
from device.recording import Recording, RecordingError, RecordingInfo
from device.recording_writer import RecordingWriter
from engine.events import Seat
from engine.tiles import TileSet

TOML = """format = 1
title = "Sunday"
set = "D6"
copies = 2
rules = "kozel.solo"
options = { fish_scoring = "on_one" }
fps = 4
outline = [[0, 0], [60, 0], [60.5, 40]]
licence = "MIT"
seats = [
    { id = "A", name = "Masha", name_ru = "Маша", edge = "S" },
    { id = "B", name = "Alex" },
]
"""


def jpeg(grey: int) -> bytes:
    ok, data = cv2.imencode(".jpg", np.full((40, 60, 3), grey, np.uint8))
    assert ok
    return data.tobytes()


def make(folder: Path, toml: str = TOML, frames: int = 3) -> Path:
    (folder / "frames").mkdir(parents=True)
    (folder / "recording.toml").write_text(toml, encoding="utf-8")
    for number in range(frames):
        (folder / "frames" / f"{number:04d}.jpg").write_bytes(jpeg(40 * number))
    return folder


def zipped(folder: Path, target: Path, prefix: str = "") -> Path:
    with zipfile.ZipFile(target, "w") as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, prefix + file.relative_to(folder).as_posix())
    return target


@pytest.mark.parametrize("kind", ["folder", "zip", "zip with a folder in it"])
def test_reads(tmp_path: Path, kind: str) -> None:
    path = make(tmp_path / "game")
    (path / "truth.jsonl").write_text('{"frame": 1, "tile": "6-4"}\n\n')
    if kind != "folder":
        path = zipped(path, tmp_path / "game.zip", "my game/" if "folder" in kind else "")
    with Recording(path) as recording:
        info = recording.info
        assert (info.title, info.tile_set, info.copies, info.rules) == ("Sunday", TileSet(6), 2, "kozel.solo")
        assert info.options == {"fish_scoring": "on_one"}
        assert info.seats == (Seat("A", "Masha", "Маша", "S"), Seat("B", "Alex"))
        assert info.outline is not None and info.outline.tolist() == [[0, 0], [60, 0], [60.5, 40]]
        assert recording.frame_numbers() == (0, 1, 2)
        assert [recording.time(number) for number in range(3)] == [0, 0.25, 0.5]
        assert abs(int(recording.image(2)[20, 30, 0]) - 80) <= 2
        assert recording.truth() == [{"frame": 1, "tile": "6-4"}]
        assert not recording.stills


def test_frames_seconds_apart_are_stills(tmp_path: Path) -> None:
    with Recording(make(tmp_path / "game", "seconds_per_frame = 3.0\n")) as recording:
        assert recording.stills and recording.time(2) == 6
        assert recording.info.rules == "free" and recording.truth() is None


def test_frame_times_by_number(tmp_path: Path) -> None:
    with Recording(make(tmp_path / "game", "times = [0, 0.2, 1.7]\n")) as recording:
        assert recording.time(2) == 1.7


BAD_TOML = {
    "no toml": ("title = ", "recording.bad_toml"),
    "not a number": ('fps = "4"\n', "recording.bad_value"),
    "zero fps": ("fps = 0\n", "recording.bad_value"),
    "set": ('set = "D7"\n', "recording.bad_value"),
    "copies": ("copies = 0\n", "recording.bad_value"),
    "outline": ("outline = [[0, 0], [1, 1]]\n", "recording.bad_value"),
    "outline of words": ('outline = [["a", 0], [1, 1], [2, 2]]\n', "recording.bad_value"),
    "side": ('seats = [{ id = "A", edge = "left" }]\n', "recording.bad_value"),
    "same seat": ('seats = ["A", "A"]\n', "recording.bad_value"),
    "times backwards": ("times = [3, 2, 1]\n", "recording.bad_value"),
    "few times": ("times = [0, 1]\n", "recording.few_times"),
    "newer": ("format = 2\n", "recording.format"),
    "endless number": ("fps = " + "9" * 5000 + "\n", "recording.bad_toml"),
    "deep": ("options = " + "[" * 5000 + "\n", "recording.bad_toml"),
    "same side": ('seats = [{ id = "A", edge = "S" }, { id = "B", edge = "S" }]\n', "recording.bad_value"),
    "endless": ("times = [0, inf, nan]\n", "recording.bad_value"),
}


@pytest.mark.parametrize(("toml", "key"), BAD_TOML.values(), ids=BAD_TOML.keys())
def test_bad_toml(tmp_path: Path, toml: str, key: str) -> None:
    with pytest.raises(RecordingError) as caught:
        Recording(make(tmp_path / "game", toml))
    assert caught.value.text == key and str(tmp_path / "game") in caught.value.sentence("ru")


def test_no_recordings(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="There is no recording"):
        Recording(tmp_path / "none")
    with pytest.raises(RecordingError, match=r"recording\.toml is missing"):
        Recording(tmp_path)
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(ArchiveError, match="is no recording"):
        Recording(tmp_path / "notes.txt")
    with pytest.raises(RecordingError, match="no pictures"):
        Recording(make(tmp_path / "game", frames=0))


def test_latin1_toml(tmp_path: Path) -> None:
    game = make(tmp_path / "game")
    (game / "recording.toml").write_bytes(b'title = "caf\xe9"\n')
    with pytest.raises(RecordingError, match="is no text"):
        Recording(game)


def test_a_damaged_frame_is_left_out_and_told(tmp_path: Path) -> None:
    game = make(tmp_path / "game", frames=4)
    (game / "frames" / "0001.jpg").write_bytes(b"nonsense")
    (game / "frames" / "0002.jpg").write_bytes(jpeg(10)[:-20])
    warnings: list[UserError] = []
    with Recording(game) as recording:
        camera = RecordedCamera(recording, warnings.append)
        seen = []
        while frame := camera.read():
            seen.append((frame.number, frame.t))
    assert seen == [(0, 0), (3, 0.75)]
    assert [warning.values["frame"] for warning in warnings] == ["frames/0001.jpg", "frames/0002.jpg"]


def test_a_recording_without_one_good_frame_is_no_game(tmp_path: Path) -> None:
    path = make(tmp_path / "game", 'title = "dark"\n', frames=2)
    for frame in (path / "frames").iterdir():
        frame.write_bytes(b"no picture")
    warnings: list[UserError] = []
    with Recording(path) as recording, pytest.raises(UserError, match="Not one picture"):
        RecordedCamera(recording, warnings.append).read()
    assert len(warnings) == 2


def test_a_zip_with_a_damaged_member(tmp_path: Path) -> None:
    path = zipped(make(tmp_path / "game"), tmp_path / "game.zip")
    data = bytearray(path.read_bytes())
    place = data.index(jpeg(40))
    data[place + 50 : place + 90] = bytes(40)
    path.write_bytes(data)
    with Recording(path) as recording, pytest.raises(ArchiveError, match="damaged"):
        recording.image(1)


def test_a_zip_that_unpacks_to_far_too_much(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("recording.toml", b"# " + bytes(200 * 2**20))
    with pytest.raises(ArchiveError, match="too large"):
        Recording(path)


def test_a_zip_whose_names_lead_outside(tmp_path: Path) -> None:
    """Such names are names like any other here: nothing is unpacked by them."""
    path = tmp_path / "game.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("recording.toml", "fps = 4\n")
        archive.writestr("frames/0000.jpg", jpeg(10))
        archive.writestr("../../outside.jpg", jpeg(20))
        archive.writestr("/frames/0001.jpg", jpeg(20))
    with Recording(path) as recording:
        assert recording.frame_numbers() == (0,)
    assert not (tmp_path.parent / "outside.jpg").exists()


def test_bad_truth(tmp_path: Path) -> None:
    game = make(tmp_path / "game")
    (game / "truth.jsonl").write_text('{"frame": 1}\n[1]\n')
    with Recording(game) as recording, pytest.raises(RecordingError, match=r"truth\.jsonl"):
        recording.truth()


def test_truth_nested_too_deep(tmp_path: Path) -> None:
    game = make(tmp_path / "game")
    (game / "truth.jsonl").write_text("[" * 100_000)
    with Recording(game) as recording, pytest.raises(RecordingError, match=r"truth\.jsonl"):
        recording.truth()


@pytest.mark.parametrize("times", ["0\nnan\n1\n", "0\n1\ninf\n", "2\n1\n0\n", "0\nsoon\n2\n"])
def test_times_that_make_no_sense(tmp_path: Path, times: str) -> None:
    game = make(tmp_path / "game", "title = 'x'\n")
    (game / "times.txt").write_text(times)
    with pytest.raises(RecordingError, match=r"times\.txt"):
        Recording(game)


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    info = RecordingInfo(
        title='The "best" game',
        title_ru="«Лучшая» игра",
        rules="kozel.solo",
        options={"limit": 50, "fish_scoring": "on_one"},
        seats=(Seat("A", "Masha", "Маша", "S"), Seat("B", "Alex")),
        outline=np.array([[0, 0], [59, 0], [59, 39], [0, 39]], np.float32),
        licence="MIT",
    )
    writer = RecordingWriter(tmp_path / "game", info)
    assert [writer.add(np.full((40, 60, 3), 30 * n, np.uint8), 0.3 * n) for n in range(3)] == [0, 1, 2]
    with Recording(tmp_path / "game") as recording:
        again = recording.info
        assert (again.title, again.title_ru, again.rules, again.options, again.seats) == (
            info.title,
            info.title_ru,
            info.rules,
            info.options,
            info.seats,
        )
        assert [recording.time(number) for number in recording.frame_numbers()] == [0, 0.3, 0.6]
    writer.close()
    with pytest.raises(RecordingError, match="cannot be written"):
        RecordingWriter(tmp_path / "game", info)


def test_a_power_cut_loses_the_last_frame_at_most(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "game", RecordingInfo(title="cut"))
    for number in range(3):
        writer.add(np.zeros((40, 60, 3), np.uint8), float(number))
    writer.close()
    times = tmp_path / "game" / "times.txt"
    times.write_text(times.read_text()[:-3])
    (tmp_path / "game" / "frames" / "0003.jpg.part").write_bytes(b"half a fra")
    with Recording(tmp_path / "game") as recording:
        assert recording.frame_numbers() == (0, 1)


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_a_video_in_place_of_frames(tmp_path: Path, kind: str) -> None:
    path = make(tmp_path / "game", 'title = "film"\n', frames=0)
    writer = cv2.VideoWriter(str(path / "video.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 8.0, (64, 48))
    if not writer.isOpened():
        pytest.skip("this OpenCV writes no MP4")
    for number in range(16):
        writer.write(np.full((48, 64, 3), 10 * number, np.uint8))
    writer.release()
    if kind == "zip":
        path = zipped(path, tmp_path / "game.zip")
    with Recording(path) as recording:
        assert not recording.stills
        camera = RecordedCamera(recording, lambda _: None)
        times = []
        while frame := camera.read():
            times.append(frame.t)
        camera.close()
    assert times == [0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75]
