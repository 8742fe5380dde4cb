"""Files that are there whole or not at all."""

import os
import threading
from pathlib import Path

import pytest

from device.files import check_place, write_whole


def test_a_file_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    for data in (b"first", b"second"):
        write_whole(tmp_path / "x.csv", data)
    assert (tmp_path / "x.csv").read_bytes() == b"second"
    assert [file.name for file in tmp_path.iterdir()] == ["x.csv"]


def test_what_cannot_be_written_is_named_as_the_user_named_it(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "kept").touch()
    for target in (tmp_path / "nowhere" / "x.csv", tmp_path / "folder"):
        for write in (check_place, lambda path: write_whole(path, b"data")):
            with pytest.raises(OSError) as caught:
                write(target)
            assert caught.value.filename == str(target)
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["folder", "kept"]


def test_trying_a_place_leaves_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes(b"before")
    for target in (tmp_path / "x.csv", tmp_path / "new.csv", Path(os.devnull)):
        check_place(target)
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("x.csv", b"before")]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"data")
    reader.join(10)
    assert read == [b"data"] and pipe.is_fifo()
