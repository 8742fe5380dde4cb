"""`bench rendered` on a folder made by hand, with a reader that knows what lies there."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from device.bench.asides import Place
from device.bench.photos import BenchError, as_csv, measure_photo
from device.bench.rendered import FalseTiles, false_tiles, load_rendered_truth, rows_by_mark, sample_folder
from device.bench.scoring import PartialTile, TileScore
from device.cli import main
from engine.tiles import Tile, TileSet
from tests.device.tables import chain, laid, scene
from vision.scene import Floats, Scene


class GreyReader:
    """Knows the tables by the grey of the picture."""

    def read(
        self, image: NDArray[np.uint8], tile_set: TileSet, expected: Floats | None = None
    ) -> tuple[Scene, dict[str, float]]:
        grey = int(image[0, 0, 0])
        return TABLES[min(TABLES, key=lambda known: abs(known - grey))], {"detect": 1.0, "read": 2.0}


TABLES = {
    10: scene(chain("6-4", "4-2", x=20)),
    60: scene([laid("6-4", 10, 10), laid("5-2", 20, 10)]),
    120: scene([laid("1-0", 10, 10)]),
}


def tile(text: str, seen: tuple[float, float] = (1.0, 1.0), face: str = "up") -> dict[str, Any]:
    halves = [
        {"pips": int(pips), "center": [0, 0], "visible": share}
        for pips, share in zip(text.split("-"), seen, strict=True)
    ]
    return {"tile": text, "face": face, "halves": halves, "corners": [[0, 0]] * 4}


def line(
    name: str, layout: str, tiles: Sequence[dict[str, Any]], kind: str = "ivory", tilt: float = 5.0
) -> dict[str, Any]:
    told = {"kind": kind, "table": "felt", "light": "bare bulb", "layout": layout, "tilt": tilt, "set": "D6"}
    return {"picture": f"{name}.png", **told, "tiles": tiles}


LINES = [
    line("a", "line", [tile("4-6"), tile("2-4", (0.95, 0.9)), tile("3-3", face="standing"), tile("1-1", face="down")]),
    line("b", "covered", [tile("6-5"), tile("5-1", (1.0, 0.4)), tile("0-0", (0.1, 0.0))], kind="resin", tilt=48.0),
    line("c", "empty", []),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "truth.jsonl").write_text("\n".join(map(json.dumps, LINES)))
    for name, grey in (("a", 10), ("b", 60), ("c", 120)):
        assert cv2.imwrite(str(tmp_path / f"{name}.png"), np.full((90, 120, 3), grey, np.uint8))
    return tmp_path


def test_what_must_be_read(folder: Path) -> None:
    """Tiles that lie open, both halves seen to nine tenths; of one seen less, its better half is known."""
    a, b, c = load_rendered_truth(folder)
    assert a.face_up == (Tile(6, 4), Tile(4, 2)) and a.partial == ()
    assert b.face_up == (Tile(6, 5),) and b.partial == (PartialTile(5),)
    assert c.face_up == () and c.partial == ()
    assert (a.view, b.view) == ("overhead", "oblique")
    assert [place.kind for place in a.places] == ["whole", "whole", "standing", "whole"]
    assert [place.kind for place in b.places] == ["whole", "partial"]
    assert b.marks == {"kind": "resin", "light": "bare bulb", "table": "felt", "layout": "covered", "tilt": "35-"}


def test_where_a_tile_is(tmp_path: Path) -> None:
    """The middle between its halves; the side of a half is half of the tile's length. One that stands behind others is
    none that could be told."""
    seen = tile("6-5") | {"face": "standing", "corners": [[0, 0], [40, 0], [40, 20], [0, 20]]}
    for half, x in zip(seen["halves"], (10, 30), strict=True):
        half["center"] = [x, 12]
    hidden = tile("5-4", (1.0, 0.5), "standing")
    (tmp_path / "truth.jsonl").write_text(json.dumps(line("a", "standing", [seen, hidden])))
    first, second = load_rendered_truth(tmp_path)[0].places
    assert first == Place((20.0, 12.0), 20.0, "standing") and second.kind == "whole"


@pytest.mark.parametrize(
    ("tilt", "name"), [(0.0, "0-10"), (10.0, "0-10"), (10.1, "10-25"), (35.0, "25-35"), (35.1, "35-")]
)
def test_tilts(tmp_path: Path, tilt: float, name: str) -> None:
    (tmp_path / "truth.jsonl").write_text(json.dumps(line("a", "line", [], tilt=tilt)))
    assert load_rendered_truth(tmp_path)[0].marks["tilt"] == name


def test_rows(folder: Path) -> None:
    """On b, 5-2 is excused by the tile of which only the five is seen; 6-4 is a false reading of 6-5."""
    results = [measure_photo(folder, truth, GreyReader()) for truth in load_rendered_truth(folder)]
    assert results[0].score == TileScore(right=2, paired_halves=4)
    assert results[1].score == TileScore(false=1, missed=1, wrong_halves=1, paired_halves=2)
    rows = {row.name: row for row in rows_by_mark(results)}
    assert list(rows) == [
        "kind ivory",
        "kind resin",
        "light bare_bulb",
        "table felt",
        "layout covered",
        "layout line",
        "tilt 0-10",
        "tilt 35-",
        "all oblique",
        "all overhead",
        "all",
    ]
    everything = rows["all"]
    assert (everything.photos, everything.tiles, everything.perfect) == (2, 3, 1)
    assert everything.score.f1 == pytest.approx(4 / 6) and everything.score.half_error_rate == pytest.approx(1 / 6)
    assert false_tiles(results) == FalseTiles(pictures=1, tiles=1, backs=0)


def test_a_back_seen_on_an_empty_table_is_a_false_tile(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = scene([laid("1-0", 10, 10), laid("2-0", 20, 10)])
    table.face_up[1] = False
    monkeypatch.setitem(TABLES, 120, table)
    results = [measure_photo(folder, truth, GreyReader()) for truth in load_rendered_truth(folder)]
    assert false_tiles(results) == FalseTiles(pictures=1, tiles=2, backs=1)


def test_the_marks_stand_in_the_csv(folder: Path) -> None:
    lines = as_csv([measure_photo(folder, truth, GreyReader()) for truth in load_rendered_truth(folder)]).splitlines()
    assert lines[0].startswith("photo,group,set,view,kind,light,table,layout,tilt,right,false,missed")
    assert "sure_right,standing,told_standing,laid_standing,partial,told_partial,read_partial,ms_load" in lines[0]
    assert lines[2].startswith("b.png,resin,D6,oblique,resin,bare bulb,felt,covered,35-,0,1,1,1,2,")


@pytest.mark.parametrize(
    ("text", "en", "ru"),
    [
        ("", "it holds no photos", "нет снимков"),
        (json.dumps(LINES[0]) + "\n{", "look at line 2", "посмотрите строку 2"),
        ('{"picture": "a.jpg"}', "look at line 1", "посмотрите строку 1"),
        ("3", "look at line 1", "посмотрите строку 1"),
    ],
)
def test_a_bad_truth_is_told_in_both_languages(tmp_path: Path, text: str, en: str, ru: str) -> None:
    (tmp_path / "truth.jsonl").write_text(text)
    with pytest.raises(BenchError) as caught:
        load_rendered_truth(tmp_path)
    assert en in caught.value.sentence("en") and ru in caught.value.sentence("ru")


def test_no_truth(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match=r"holds truth\.jsonl"):
        load_rendered_truth(tmp_path)


def test_the_command_in_both_languages(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr("device.reading.load_reader", lambda tile_set, *_, **__: GreyReader())
    table = folder / "table.csv"
    assert main(["bench", "rendered", str(folder), "--csv", str(table)], {"TILEFISH_LANG": "en"}) == 0
    printed = capsys.readouterr().out
    assert "set translucent" in printed and "light bare bulb" in printed
    assert "1 picture without dominoes: 1 false tile, 0 of them face down." in printed
    assert len(table.read_text().splitlines()) == 4
    assert main(["bench", "rendered", str(folder)], {"TILEFISH_LANG": "ru"}) == 0
    printed = capsys.readouterr().out
    assert "свет голая лампочка" in printed and "1 снимок без домино: 1 лишняя кость" in printed
    assert not re.findall("[A-Za-z]{3,}", printed)


def test_a_picture_that_is_missing_fails_the_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr("device.reading.load_reader", lambda tile_set, *_, **__: GreyReader())
    (folder / "b.png").unlink()
    assert main(["bench", "rendered", str(folder)], {"TILEFISH_LANG": "en"}) == 1
    assert "b.png" in capsys.readouterr().err


def test_the_shipped_sample_is_whole() -> None:
    folder = sample_folder()
    truths = load_rendered_truth(folder)
    assert len(truths) == 12 and all((folder / truth.path).is_file() for truth in truths)
    assert sum(truth.marks["layout"] == "empty" for truth in truths) >= 2
    assert sum((folder / truth.path).stat().st_size for truth in truths) < 1_500_000


def test_no_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.bench.rendered.shipped_folder", lambda name, holding: None)
    with pytest.raises(BenchError, match="name a folder"):
        sample_folder()
