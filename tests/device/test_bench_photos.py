"""`bench photos` on a folder made by hand, with a reader that knows what lies there."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from device.bench.photos import (
    BenchError,
    Sure,
    as_csv,
    largest_set,
    load_truth,
    measure_photo,
    measure_recording,
    played_tiles,
    recordings_in,
    summary,
)
from device.bench.scoring import Answer, PlayScore, TileScore
from device.cli import main
from engine.events import Fixed, LaidTile, Played, Undone
from engine.tiles import Tile, TileSet
from tests.device.tables import ScriptedReader, chain, laid, scene
from vision.scene import Floats, Scene


class GreyReader:
    """Knows the tables by the grey of the picture."""

    def __init__(self, tables: dict[int, Scene]) -> None:
        self.tables = tables

    def read(
        self, image: NDArray[np.uint8], tile_set: TileSet, expected: Floats | None = None
    ) -> tuple[Scene, dict[str, float]]:
        grey = int(image[0, 0, 0])
        return self.tables[min(self.tables, key=lambda known: abs(known - grey))], {"detect": 1.0, "read": 2.0}


def picture(path: Path, grey: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), np.full((90, 120, 3), grey, np.uint8))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    def entry(group: str, view: str, *face_up: str, partial: tuple[str, ...] = ()) -> dict[str, object]:
        return {"group": group, "set": "D6", "view": view, "face_up": face_up, "partial": partial}

    photos = {
        "stills/a.png": entry("one", "overhead", "6-4", "4-2"),
        "stills/b.png": entry("one", "overhead", "6-5", "4-2", partial=("3-?",)),
        "stills/c.png": entry("two", "oblique", "1-1"),
        "stills/none.png": entry("two", "oblique", "2-2"),
    }
    (tmp_path / "truth.json").write_text(json.dumps({"photos": photos}))
    for name, grey in (("a", 10), ("b", 60), ("c", 120)):
        picture(tmp_path / "stills" / f"{name}.png", grey)
    return tmp_path


TABLES = {
    10: scene(chain("6-4", "4-2", x=20)),
    60: scene([laid("6-4", 10, 10), laid("4-2", 20, 10), laid("3-0", 30, 10)]),
    120: scene([]),
}


def test_photos(folder: Path) -> None:
    results = [measure_photo(folder, truth, GreyReader(TABLES)) for truth in load_truth(folder)]
    assert [result.score for result in results] == [
        TileScore(right=2, paired_halves=4),
        TileScore(right=1, false=1, missed=1, wrong_halves=1, paired_halves=4),
        TileScore(missed=1),
        TileScore(missed=1),
    ]
    assert "none.png" in str(results[3].error)
    rows = {row.name: row for row in summary(results)}
    assert list(rows) == ["one D6 overhead", "two D6 oblique", "all D6 oblique", "all D6 overhead", "all"]
    one = rows["all D6 overhead"]
    assert (one.photos, one.tiles, one.perfect) == (2, 4, 1)
    assert one.score.precision == one.score.recall == one.score.f1 == 0.75
    assert one.score.half_error_rate == 1 / 8
    assert one.ms["detect"] == 1.0 and one.ms["read"] == 2.0
    assert (rows["all"].photos, rows["all"].score.missed, rows["all"].perfect) == (4, 3, 1)


def test_csv(folder: Path) -> None:
    results = [measure_photo(folder, truth, GreyReader(TABLES)) for truth in load_truth(folder)]
    header, *lines = as_csv(results).splitlines()
    counts = "right,false,missed,wrong_halves,paired_halves,calibration_error,sure_halves,sure_right,ms_load"
    assert header.startswith(f"photo,group,set,view,{counts}") and len(lines) == 4
    assert lines[1].startswith("stills/b.png,one,D6,overhead,1,1,1,1,4,") and "There is no file" in lines[3]


def test_what_was_said_of_halves(folder: Path) -> None:
    """On a all four halves are right. On b 6-4 stands for 6-5: its six is right, its four is wrong, 4-2 is right; 3-0
    is excused and cannot be compared."""
    a, b, *_ = (measure_photo(folder, truth, GreyReader(TABLES)) for truth in load_truth(folder))
    assert [answer.is_right for answer in a.answers] == [True] * 4
    assert [answer.is_right for answer in b.answers] == [True, False, True, True]


def test_sure_answers_and_calibration() -> None:
    """Three said with 0.99 or more, two of them right; one said with 0.5, and wrong: in bins of a fifteenth the first
    three lie together, said 0.995 on average, right 2/3; so (3 * (0.995 - 2/3) + 0.5) / 4."""
    answers = [Answer(0.99, True), Answer(0.995, False), Answer(1.0, True), Answer(0.5, False)]
    said = Sure.of(answers)
    assert (said.count, said.sure, said.right) == (4, 3, 2)
    assert said.error == pytest.approx((3 * (0.995 - 2 / 3) + 0.5) / 4)
    assert Sure.of([]) == Sure(0, 0.0, 0, 0)


def test_recordings(folder: Path) -> None:
    game = folder / "recordings" / "game"
    for number in range(4):
        picture(game / "frames" / f"{number:04d}.jpg", 10)
    (game / "recording.toml").write_text('rules = "free"\nseconds_per_frame = 3.0\n')
    (game / "truth.jsonl").write_text('{"frame": 1, "tile": "6-4"}\n{"frame": 2, "tile": "4-2"}\n')
    (folder / "recordings" / "no truth").mkdir()
    assert recordings_in(folder) == [game]
    tables = [[], chain("6-4", x=28), chain("6-4", "4-2", x=28), chain("6-4", "4-2", "2-2", x=28)]
    result = measure_recording(game, ScriptedReader([scene(table) for table in tables]))
    assert result.score == PlayScore(2, 2, 3) and result.score.extra == 1 and result.ms == 3.0


def test_a_correction_counts_for_the_play_that_it_corrects() -> None:
    wrong, right = LaidTile(Tile(6, 4)), LaidTile(Tile(4, 2))
    log = [Played(3, 0.0, None, (wrong,), 0, 0, True), Played(4, 0.0, None, (right,), 0, 0, True)]
    assert played_tiles([*log, Fixed(5, 0.0, target=3, tile=Tile(6, 5))]) == [Tile(6, 5), Tile(4, 2)]


def test_a_play_that_was_taken_back_was_told_all_the_same() -> None:
    """Laid in one frame, gone in a later one, and another tile in its place: three plays were made."""
    first, second, third = (LaidTile(Tile(*halves)) for halves in ((4, 4), (4, 3), (4, 1)))
    plays = [Played(seq, 0.0, None, (laid,), 0, 0, True) for seq, laid in ((3, first), (4, second), (6, third))]
    log = [*plays[:2], Undone(5, 0.0, target=4), plays[2]]
    assert played_tiles(log) == [Tile(4, 4), Tile(4, 3), Tile(4, 1)]


@pytest.mark.parametrize(
    ("text", "en", "ru"),
    [
        ('{"photos":\n{,}}', "look at line 2", "посмотрите строку 2"),
        ('{"photos": 3}', "holds no photos", "нет снимков"),
        (
            '{"photos": {"a.jpg": {"group": "x"}}}',
            "photo a.jpg: face_up is missing",
            "снимок a.jpg: не хватает face_up",
        ),
        (
            '{"photos": {"a.jpg": {"group": "x", "face_up": ["6/4"]}}}',
            "'6/4' is no tile; write it like 6-4",
            "«6/4» — не кость; пишите её так: 6-4",
        ),
    ],
)
def test_a_bad_truth_is_told_in_both_languages(tmp_path: Path, text: str, en: str, ru: str) -> None:
    (tmp_path / "truth.json").write_text(text)
    with pytest.raises(BenchError) as caught:
        load_truth(tmp_path)
    assert en in caught.value.sentence("en") and ru in caught.value.sentence("ru")


def test_the_largest_set_of_a_folder(folder: Path) -> None:
    truths = load_truth(folder)
    assert largest_set([]) == TileSet(6)
    assert largest_set([*truths, replace(truths[0], tile_set=TileSet(9))]) == TileSet(9)
    for name, tile_set in (("large", "D12"), ("broken", "D7")):
        picture(folder / name / "frames" / "0000.jpg", 10)
        (folder / name / "recording.toml").write_text(f'rules = "free"\nset = "{tile_set}"\n')
    assert largest_set(truths, [folder / "large", folder / "broken"]) == TileSet(12)


def test_the_tables_of_bench_are_russian(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr("device.reading.load_reader", lambda tile_set, *_, **__: GreyReader(TABLES))
    assert main(["bench", "photos", str(folder)], {"TILEFISH_LANG": "ru"}) == 1
    printed = capsys.readouterr()
    assert "мс: поиск" in printed.out and "все D6 сбоку" in printed.out and "one D6 сверху" in printed.out
    words = set(re.findall("[A-Za-z]{3,}", printed.out))
    assert words == {"one", "two"}
    assert "none.png нет." in printed.err.replace("\n", "")


def test_no_truth(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match="There is no"):
        load_truth(tmp_path)
    (tmp_path / "truth.json").write_text('{"photos": {"a.jpg": {"group": "x", "face_up": ["6/4"]}}}')
    with pytest.raises(BenchError, match="cannot be understood"):
        load_truth(tmp_path)
