"""`bench speed`: the tables that it draws, and what it prints."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from device.bench.speed import Beside, Speeds, TableTime, line_on_a_table, size_of_networks, tiles_of_a_line
from device.cli import main
from engine.tiles import TileSet

TABLES = (
    TableTime(1, 1, 9.04, {"detect": 6.0, "read": 2.96, "layout": 0.12}),
    TableTime(28, 27, 18.55, {"detect": 6.0, "read": 8.5, "layout": 4.06}),
)


@pytest.mark.parametrize("highest", [6, 12])
def test_all_tiles_of_a_set_make_one_line(highest: int) -> None:
    tile_set = TileSet(highest)
    tiles = tiles_of_a_line(tile_set, len(tile_set))
    assert {tuple(sorted(tile)) for tile in tiles} == {tuple(sorted(tile.halves)) for tile in tile_set}
    assert len(tiles) == len(tile_set)
    assert all(one[1] == next_one[0] for one, next_one in pairwise(tiles))


def test_a_line_begins_with_pips() -> None:
    assert tiles_of_a_line(TileSet(6), 3) == [(5, 5), (5, 6), (6, 6)]


@pytest.mark.parametrize(("count", "tile_set"), [(1, "D6"), (28, "D6"), (29, "D12"), (91, "D12")])
def test_the_line_lies_on_the_table(count: int, tile_set: str) -> None:
    chosen, tiles = line_on_a_table(count)
    assert (str(chosen), len(tiles)) == (tile_set, count)
    # 1280 x 960 pixels are 32 x 24 halves
    assert all(abs(x) < 16 - 1 and abs(y) < 12 - 0.5 for x, y in (tile.center for tile in tiles))


def test_each_tile_begins_where_the_last_one_ends() -> None:
    _, tiles = line_on_a_table(91)
    for one, other in pairwise(tiles):
        end = [one.center[axis] + turn(one.angle) / 2 for axis, turn in ((0, math.cos), (1, math.sin))]
        start = [other.center[axis] - turn(other.angle) / 2 for axis, turn in ((0, math.cos), (1, math.sin))]
        assert math.dist(end, start) == pytest.approx(1.02, abs=0.021)  # one half and a little gap


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """What is printed, without the measuring."""
    monkeypatch.setattr("device.bench.speed.peak_memory", lambda: 155_600_000)
    monkeypatch.setattr("device.bench.speed.size_of_networks", lambda: 4_960_000)
    speeds = Speeds(TABLES, Beside(39.11, 0.474), Beside(69.02, 0.269))
    monkeypatch.setattr("device.bench.speed.measure", lambda rounds: speeds)
    return monkeypatch


def test_times_ratios_size_and_memory_are_told(
    measured: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "speed"], {"TILEFISH_LANG": "en"}) == 0
    printed = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    assert "28 27 18.6 6.0 8.5 4.1" in lines
    assert "alone takes 39.1 ms: a table of 28 tiles takes 0.47 times as long." in printed
    assert "The whole text detector takes 69.0 ms: a table of 28 tiles takes 0.27 times as long." in printed
    assert "The networks take 5.0 MB, reading a table at most 156 MB of memory." in printed


def test_without_the_text_detector_our_time_is_told(
    measured: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured.setattr("device.bench.speed.measure", lambda rounds: Speeds(TABLES, None, None))
    assert main(["bench", "speed", "--rounds", "3"], {"TILEFISH_LANG": "ru"}) == 0
    printed = capsys.readouterr().out
    assert "Пакет rapidocr-onnxruntime не установлен" in printed
    assert "мс на стол" in printed


def test_the_time_is_plotted_against_the_tiles(measured: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert main(["bench", "speed", "--plot", str(tmp_path / "speed.svg")], {"TILEFISH_LANG": "en"}) == 0
    drawn = (tmp_path / "speed.svg").read_text(encoding="utf-8")
    assert drawn.count("ms layout") == 1 and "</svg>" in drawn


def test_two_rounds_are_too_few(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "speed", "--rounds", "2"], {"TILEFISH_LANG": "en"}) == 2
    assert "at least 3 rounds" in capsys.readouterr().err
    assert main(["bench", "speed", "--rounds", "2"], {"TILEFISH_LANG": "ru"}) == 2
    assert "не меньше 3 раз" in capsys.readouterr().err


def test_the_networks_are_small() -> None:
    assert size_of_networks() < 10_000_000
