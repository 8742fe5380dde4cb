"""`bench engine`: rounds a second beside another engine, and the memory they take."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from device.bench.engine import Comparison, Memory, Speed, compare, deals, memory, play_by_moves, speeds
from device.cli import main
from engine import rulesets


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Comparison:
    """What is printed, without the measuring."""
    result = Comparison(Speed(50_000.4, 5.256), Speed(40_000, 4), Speed(10_000, 1))
    monkeypatch.setattr("device.bench.engine.compare", lambda rounds: result)
    monkeypatch.setattr("device.bench.engine.speeds", lambda rounds: iter([("osel", 4, 1234.5)]))
    monkeypatch.setattr("device.bench.engine.memory", lambda rounds: Memory(24_000_000, 24_100_000, rounds))
    return result


def test_the_speeds_and_their_ratios_are_a_table(measured: Comparison, capsys: Any) -> None:
    assert main(["bench", "engine"], {"TILEFISH_LANG": "en"}) == 0
    printed = capsys.readouterr().out
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    assert "sport.fdr, 4 players 50000 5.26" in lines
    assert "the same, move by move 40000 4.00" in lines
    assert "the package dominoes 10000 1.00" in lines
    assert "osel, 4 players 1234" in lines
    assert "Memory: at most 24.0 MB in use at first, 24.1 MB after 100000 more rounds." in printed


def test_without_the_other_engine_its_own_speed_is_told(
    measured: Comparison, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    alone = Comparison(Speed(50_000), Speed(40_000), None)
    monkeypatch.setattr("device.bench.engine.compare", lambda rounds: alone)
    assert main(["bench", "engine", "--rounds", "2000"], {"TILEFISH_LANG": "ru"}) == 0
    printed = capsys.readouterr().out
    assert "Пакет dominoes не установлен, сравнить не с чем." in printed
    assert "конов в секунду" in printed


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["engine", "--rounds", "999"], "at least 1000 rounds"),
        (["engine", "photos"], "Cannot make sense of 'photos'"),
        (["photos"], "Something is missing: DIR"),
        (["photos", "folder", "--rounds", "5000"], "Cannot make sense of '--rounds'"),
    ],
)
def test_what_does_not_go_together(words: list[str], complaint: str, capsys: Any) -> None:
    assert main(["bench", *words], {"TILEFISH_LANG": "en"}) == 2
    assert complaint in capsys.readouterr().err


def test_deals_depend_on_the_seed_only() -> None:
    rules = rulesets.get("sport.fdr")
    assert deals(rules, 4, 3, Random(5)) == deals(rules, 4, 3, Random(5)) != deals(rules, 4, 3, Random(6))
    play_by_moves(rules, deals(rules, 4, 3, Random(5)), Random(1))


def test_every_game_is_measured() -> None:
    assert all(rounds > 0 for _, _, rounds in speeds(5))
    assert compare(20).stretch.rounds > 0


def test_memory_stays_flat() -> None:
    held = memory(10_000)
    assert held.after - held.before < 4_000_000


def test_the_engine_is_much_faster_than_the_package_dominoes() -> None:
    pytest.importorskip("dominoes", reason="it comes with: pip install -e '.[oracles]' -c constraints.txt")
    ratio = compare(1_000).stretch.ratio
    assert ratio is not None and ratio > 4  # 6 on an idle machine
