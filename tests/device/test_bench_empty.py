"""`bench empty` on a folder made by hand, with a reader that sees tiles where the picture is bright."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from device.bench import empty
from device.bench.empty import (
    SAMPLE_NAMES,
    Counts,
    EmptyPicture,
    EmptyResult,
    FalseTile,
    as_csv,
    by_kind,
    drawn_pictures,
    folder_pictures,
    measure_empty,
    sample_pictures,
)
from device.cli import main
from device.errors import UserError
from engine.tiles import Tile, TileSet
from tests.device.tables import laid, scene
from vision.scene import Floats, Scene


class BrightReader:
    """Takes a bright picture for 6-4 and a back, a dark one for an empty table."""

    def read(
        self, image: NDArray[np.uint8], tile_set: TileSet, expected: Floats | None = None
    ) -> tuple[Scene, dict[str, float]]:
        table = scene([laid("6-4", 10, 5), laid("0-0", 20, 5)] if image[0, 0, 0] > 100 else [])
        table.face_up[1:] = False
        return table, {"detect": 1.0, "read": 2.0}


def grey(value: int) -> NDArray[np.uint8]:
    return np.full((90, 120, 3), value, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kitchen").mkdir()
    for name, value in (("b.png", 200), ("a.JPG", 20), ("kitchen/c.png", 20)):
        assert cv2.imwrite(str(tmp_path / name), grey(value))
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


@pytest.fixture
def bright(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.reading.load_reader", lambda tile_set, *_, **__: BrightReader())


def test_all_pictures_of_a_folder_and_those_below_it(folder: Path) -> None:
    assert [picture.name for picture in folder_pictures(folder)] == ["a.JPG", "b.png", "kitchen/c.png"]


def test_a_folder_without_pictures(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="There are no pictures in"):
        folder_pictures(tmp_path)


def test_what_is_taken_for_a_tile_is_false() -> None:
    """The middles lie 10 and 20 units of 20 px from the left, 5 from the top."""
    result = measure_empty(EmptyPicture("x", "desk", lambda: grey(200)), BrightReader(), TileSet(6))
    assert result.tiles == (FalseTile(Tile(6, 4), 1.0, (200.0, 100.0)), FalseTile(None, 1.0, (400.0, 100.0)))
    assert measure_empty(EmptyPicture("x", "desk", lambda: grey(20)), BrightReader(), TileSet(6)).tiles == ()


def test_a_picture_that_cannot_be_had_is_told_and_does_not_count() -> None:
    def broken() -> NDArray[np.uint8]:
        raise UserError("It is broken.")

    result = measure_empty(EmptyPicture("x", "desk", broken), BrightReader(), TileSet(6))
    assert str(result.error) == "It is broken."
    assert by_kind([result]) == [Counts("all", 0, 0, 0, 0)]


RESULTS = [
    EmptyResult("a.png", "sample"),
    EmptyResult("1", "desk", (FalseTile(Tile(1, 1), 0.9, (10.4, 20.6)), FalseTile(None, 0.61234, (30.0, 40.0)))),
    EmptyResult("2", "desk", (FalseTile(Tile(2, 1), 0.7, (1.0, 2.0)),)),
    EmptyResult("3", "desk"),
]


def test_counts_by_kind() -> None:
    assert by_kind(RESULTS) == [Counts("sample", 1, 0, 0, 0), Counts("desk", 3, 2, 3, 1), Counts("all", 4, 2, 3, 1)]


def test_each_false_tile_is_a_line_of_the_csv() -> None:
    assert as_csv(RESULTS).splitlines() == [
        "picture,kind,tile,score,x,y",
        "1,desk,1-1,0.9000,10,21",
        "1,desk,,0.6123,30,40",
        "2,desk,2-1,0.7000,1,2",
    ]


def test_pictures_are_drawn_from_seeds_far_from_those_of_the_training() -> None:
    pictures = drawn_pictures(5)
    assert [picture.name for picture in pictures] == [str(90_000_000 + place) for place in range(5)]
    assert [picture.kind for picture in pictures] == ["ground", "desk", "desk", "desk", "ground"]


def test_the_sample_pictures_are_read_where_they_lie() -> None:
    pytest.importorskip("skimage", reason="scikit-image is not installed")
    pictures = sample_pictures()
    assert [picture.name for picture in pictures] == list(SAMPLE_NAMES)
    assert pictures[0].load().shape == (512, 512, 3)


def printed_by(words: Sequence[str], lang: str, capsys: Any, code: int = 0) -> tuple[list[str], str]:
    assert main(["bench", "empty", *words], {"TILEFISH_LANG": lang}) == code
    told = capsys.readouterr()
    return [" ".join(line.split()) for line in told.out.splitlines()], told.err


def test_the_command_in_both_languages(bright: None, folder: Path, tmp_path: Path, capsys: Any) -> None:
    table = tmp_path / "false.csv"
    lines, _ = printed_by([str(folder), "--csv", str(table)], "en", capsys)
    assert {"photo 3 1 2 1", "all 3 1 2 1"} <= set(lines)
    assert table.read_text().splitlines()[1:] == ["b.png,photo,6-4,1.0000,200,100", "b.png,photo,,1.0000,400,100"]
    lines, _ = printed_by([str(folder), "--pictures", "1"], "ru", capsys)
    assert "фотография 1 0 0 0" in lines
    assert not re.findall("[A-Za-z]{3,}", " ".join(lines))


def test_a_damaged_picture_fails_the_command(bright: None, folder: Path, capsys: Any) -> None:
    (folder / "a.JPG").write_bytes(b"no picture")
    lines, errors = printed_by([str(folder)], "en", capsys, code=1)
    assert "photo 2 1 2 1" in lines and "a.JPG" in errors


def test_the_rest_of_the_pictures_is_drawn(bright: None, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(empty, "_draw", lambda seed: grey(200))
    monkeypatch.setattr(empty, "sample_pictures", lambda: [EmptyPicture("cat", "sample", lambda: grey(20))] * 2)
    lines, errors = printed_by(["--pictures", "6"], "en", capsys)
    assert {"sample picture 2 0 0 0", "desk 3 3 6 3", "bare ground 1 1 2 1", "all 6 4 8 4"} <= set(lines)
    assert "scikit-image" not in errors
    assert "all 300 298 596 298" in printed_by([], "en", capsys)[0]


def test_without_scikit_image_a_sentence_says_so(bright: None, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(empty, "_draw", lambda seed: grey(20))
    monkeypatch.setattr(empty, "find_spec", lambda name: None)
    lines, errors = printed_by(["--pictures", "4"], "en", capsys)
    assert "all 4 0 0 0" in lines and "scikit-image is not installed" in errors


@pytest.mark.parametrize("count", ["0", "-1"])
def test_no_picture_is_too_few(folder: Path, count: str, capsys: Any) -> None:
    for words in ([], [str(folder)]):
        assert "at least one picture" in printed_by([*words, "--pictures", count], "en", capsys, code=2)[1]
