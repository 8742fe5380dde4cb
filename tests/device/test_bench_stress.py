"""The stress test: what is counted, which range is stated, and that the pages say what was measured."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.bench.photos import BenchError
from device.bench.scoring import TileScore
from device.bench.stress import (
    FACTORS,
    Factor,
    Level,
    as_csv,
    by_factor,
    from_csv,
    measure,
    neutral,
    score_places,
    working_range,
)
from device.bench.stress_page import pages, range_words
from device.bench.stress_tables import LOOKS, SIZE, Conditions, camera_for, covers_for, photographed, stress_table
from device.cli import main
from engine.tiles import TileSet
from models.renderer.arrange import PlacedTile
from models.renderer.scene import TileTruth
from tests.device.tables import UNIT, laid, scene
from vision.layout import Layout, build_layout
from vision.scene import Scene

DOCS = Path(__file__).resolve().parents[2] / "docs"


def lies(text: str, x: float, y: float, visible: tuple[float, float] = (1.0, 1.0)) -> TileTruth:
    """A tile "6-4" with its middle at (x, y) units, its first number to the left."""
    first, second = (int(pips) for pips in text.split("-"))
    centers = np.array([[x - 0.5, y], [x + 0.5, y]], np.float32) * UNIT
    return TileTruth(PlacedTile((first, second), (x, y), 0.0), np.zeros((4, 2), np.float32), centers, visible)


def read(*tiles: tuple[int, int, float, float, float]) -> Layout:
    return build_layout(scene(tiles), TileSet(6))


@pytest.mark.parametrize(
    ("tiles", "truth", "score"),
    [
        ([laid("6-4", 5, 5)], [lies("6-4", 5, 5)], TileScore(1, 0, 0, 0, 2)),
        # Turned by half a turn, the 4 is still to the right.
        ([laid("4-6", 5, 5, 180)], [lies("6-4", 5, 5)], TileScore(1, 0, 0, 0, 2)),
        # Both numbers are there, each at the other's place.
        ([laid("4-6", 5, 5)], [lies("6-4", 5, 5)], TileScore(0, 1, 1, 2, 2)),
        ([laid("6-3", 5, 5)], [lies("6-4", 5, 5)], TileScore(0, 1, 1, 1, 2)),
        # The right tile, 0.6 of a side beside its place, is another one.
        ([laid("6-4", 5, 5.6)], [lies("6-4", 5, 5)], TileScore(0, 1, 1, 0, 0)),
        ([], [lies("6-4", 5, 5), lies("1-1", 9, 5)], TileScore(0, 0, 2, 0, 0)),
        ([laid("6-4", 5, 5), laid("2-1", 15, 5)], [lies("6-4", 5, 5)], TileScore(1, 1, 0, 0, 2)),
        # Of two at one place the nearer counts, and the other is invented.
        ([laid("5-4", 5, 5.3), laid("6-4", 5, 5.1)], [lies("6-4", 5, 5)], TileScore(1, 1, 0, 0, 2)),
        # Partly covered: not read, read rightly, read wrongly.
        ([], [lies("6-4", 5, 5, (1.0, 0.4))], TileScore()),
        ([laid("6-4", 5, 5)], [lies("6-4", 5, 5, (1.0, 0.4))], TileScore()),
        ([laid("6-1", 5, 5)], [lies("6-4", 5, 5, (1.0, 0.4))], TileScore(0, 1, 0, 0, 0)),
        ([], [], TileScore()),
    ],
)
def test_what_counts_at_a_place(
    tiles: Sequence[tuple[int, int, float, float, float]], truth: Sequence[TileTruth], score: TileScore
) -> None:
    assert score_places(read(*tiles), truth) == score


def test_a_back_is_not_read() -> None:
    table = scene([laid("6-4", 5, 5)])
    table.face_up[0] = False
    assert score_places(build_layout(table, TileSet(6)), [lies("6-4", 5, 5)]) == TileScore(missed=1)


def level(value: float, f1_of: tuple[int, int], factor: str = "exposure") -> Level:
    """So many tiles right, so many missed."""
    right, missed = f1_of
    return Level(factor, value, 2, TileScore(right=right, missed=missed, paired_halves=2 * right))


GOOD, BAD = (98, 2), (95, 5)
"""F1 196 / 198 = 0.990 and 190 / 195 = 0.974."""


@pytest.mark.parametrize(
    ("scores", "span"),
    [
        ([GOOD, GOOD, GOOD, GOOD, GOOD], (-2, 2)),
        ([GOOD, BAD, GOOD, GOOD, BAD], (0, 1)),
        ([BAD, GOOD, GOOD, BAD, GOOD], (-1, 0)),
        ([GOOD, GOOD, BAD, GOOD, GOOD], None),
    ],
)
def test_the_working_range_is_unbroken(scores: Sequence[tuple[int, int]], span: tuple[float, float] | None) -> None:
    levels = [level(value, score) for value, score in zip((-2, -1, 0, 1, 2), scores, strict=True)]
    assert working_range(levels, 0.0) == span
    assert working_range(levels[::-1], 0.0) == span


def test_ranges_in_words() -> None:
    levels = [level(-0.5, GOOD), level(0, GOOD), level(1, BAD)]
    assert range_words(levels, "exposure", "en") == "-0.5 to 0"
    assert range_words(levels, "exposure", "ru") == "от -0,5 до 0"
    assert range_words([level(0, BAD)], "exposure", "en") == "none"


def test_found_is_not_read() -> None:
    """Of four tiles three are seen at their place, one of them misread."""
    seen = Level("tilt", 0, 1, TileScore(right=2, false=1, missed=2, wrong_halves=1, paired_halves=6))
    assert seen.found == 0.75 and not seen.holds


def test_the_csv_is_read_back() -> None:
    levels = [level(-0.5, GOOD), level(0, (3, 1)), level(2.5, BAD, "noise")]
    text = as_csv(levels)
    assert text.splitlines()[1] == "exposure,-0.5,2,98,0,2,0,196,0.9899"
    assert from_csv(text) == levels
    assert list(by_factor(levels)) == ["exposure", "noise"]
    with pytest.raises(BenchError):
        from_csv("factor,level\ntilt,3\n")


def test_every_factor_is_measured_under_good_conditions_too() -> None:
    for factor in FACTORS:
        assert list(factor.levels) == sorted(factor.levels)
        assert neutral(factor.name) in factor.levels


@pytest.fixture(scope="module")
def table() -> Any:
    return stress_table(1)


def test_tables_take_turns_and_repeat(table: Any) -> None:
    assert table.tiles == stress_table(1).tiles and table.look is LOOKS[1][0]
    assert str(stress_table(7).tile_set) == "D12"
    assert len({tuple(sorted(tile.pips)) for tile in table.tiles}) == len(table.tiles)


def test_one_thing_changes_at_a_time(table: Any) -> None:
    good = Conditions()
    dark, turned = replace(good, exposure=-1.0), replace(good, rotation=90.0)
    (plain, truth), (darker, same), (_, rotated) = photographed(table, [good, dark, turned])
    assert plain.shape == (SIZE[1], SIZE[0], 3)
    assert np.median(darker) == pytest.approx(np.median(plain) / 2, abs=2)
    middle = np.array(SIZE) / 2
    for before, again, after in zip(truth, same, rotated, strict=True):
        assert np.array_equal(before.centers, again.centers)
        one, other = before.centers - middle, after.centers - middle
        assert np.allclose(np.abs(one[:, ::-1]), np.abs(other), atol=0.1)  # (x, y) and (y, -x) or (-y, x)
        # The upper face is 0.35 above the table, and the camera 1.2 * 1280 / 40 = 38.4.
        assert math.dist(*before.centers) == pytest.approx(40 * 38.4 / (38.4 - 0.35), rel=1e-3)


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5])
def test_as_much_is_covered_as_is_asked_for(table: Any, share: float) -> None:
    how = replace(Conditions(), covered=share * 100)
    ((_, truth),) = photographed(table, [how])
    seen = float(np.mean([tile.visible for tile in truth]))
    # A half counts as seen in full from 93 % of its area on, and the last cover may hide more than was asked for.
    assert 1 - share - 0.2 < seen < (1 - share) / 0.93 + 0.02
    camera = camera_for(table, Conditions())
    fewer, more = covers_for(table, camera, share), covers_for(table, camera, share + 0.1)
    assert more[: len(fewer)] == fewer


class Blind:
    """Sees nothing; counts how often it was asked."""

    asked = 0

    def read(self, image: Any, tile_set: TileSet, expected: Any = None) -> tuple[Scene, dict[str, float]]:
        self.asked += 1
        return Scene.empty((image.shape[1], image.shape[0]), tile_set.max_pips), {}


def test_all_tables_are_read_at_every_level() -> None:
    reader = Blind()
    factors = (Factor("noise", (2.5, 10)), Factor("jpeg", (90,)))
    levels = measure(reader, 2, lambda scores, count: scores, 1, factors)
    assert reader.asked == 6
    assert [(one.factor, one.value, one.pictures) for one in levels] == [
        ("noise", 2.5, 2),
        ("noise", 10, 2),
        ("jpeg", 90, 2),
    ]
    tiles = len(stress_table(0).tiles) + len(stress_table(1).tiles)
    assert all(one.score == TileScore(missed=tiles) for one in levels)


MEASURED = [level(0, GOOD, "tilt"), level(10, GOOD, "tilt"), level(20, BAD, "tilt"), level(2.5, GOOD, "noise")]


def test_the_command_in_both_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("device.reading.load_reader", lambda *_, **__: Blind())
    monkeypatch.setattr("device.bench.stress.measure", lambda *_: MEASURED)
    words = ["bench", "stress", "--pictures", "2", "--csv", str(tmp_path / "x.csv"), "--pages", str(tmp_path)]
    assert main(words, {"TILEFISH_LANG": "en"}) == 0
    assert re.search(r"tilt of the camera +degrees +0 +0\.990 +0\.000 +0\.980 +0 to 10", capsys.readouterr().out)
    assert (tmp_path / "x.csv").read_text() == (tmp_path / "stress.csv").read_text() == as_csv(MEASURED)
    assert "2 tables with\n100 tiles" in (tmp_path / "stress.md").read_text()
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == {"stress.svg", "stress.ru.svg"}
    assert main(["bench", "stress", "--plot", str(tmp_path / "plots")], {"TILEFISH_LANG": "ru"}) == 0
    assert re.search(r"наклон камеры +градусы +0 .* от 0 до 10", capsys.readouterr().out)
    assert "наклон камеры" in (tmp_path / "plots" / "stress.svg").read_text()


def test_at_least_one_table(capsys: Any) -> None:
    assert main(["bench", "stress", "--pictures", "0"], {"TILEFISH_LANG": "en"}) == 2
    assert "at least one table" in capsys.readouterr().err


def committed() -> list[Level]:
    return from_csv((DOCS / "stress.csv").read_text(encoding="utf-8"))


def test_the_pages_in_docs_are_those_of_the_table() -> None:
    """Renew: tilefish bench stress --pages docs."""
    for name, text in pages(committed()).items():
        assert (DOCS / name).read_text(encoding="utf-8") == text
    assert list(by_factor(committed())) == [factor.name for factor in FACTORS]


@pytest.mark.parametrize("name", ["stress.md", "stress.ru.md"])
def test_inside_the_stated_ranges_reading_holds(name: str) -> None:
    rows = re.findall(r"^\| [^|]+ \| [^|]+ \| [^|]+ \| ([^|]+) \|$", (DOCS / name).read_text(encoding="utf-8"), re.M)
    stated = [[float(x.replace(",", ".")) for x in re.findall(r"-?\d+(?:,\d+|\.\d+)?", row)] for row in rows[2:]]
    levels = by_factor(committed())
    assert len(stated) == len(levels)
    for (low, high), some in zip(stated, levels.values(), strict=True):
        inside = [one.score for one in some if low <= one.value <= high]
        assert len(inside) >= 2
        for score in inside:
            assert 2 * score.right / (2 * score.right + score.false + score.missed) >= 0.98
