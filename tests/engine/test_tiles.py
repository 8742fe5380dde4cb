"""Tiles and sets."""

from __future__ import annotations

import pytest

from engine.tiles import NotationError, Tile, TileSet
from tests.engine.support import tiles


@pytest.mark.parametrize(
    ("name", "count", "pips"),
    [("D6", 28, 168), ("D9", 55, 495), ("D12", 91, 1092), ("D15", 136, 2040), ("D18", 190, 3420)],
)
def test_sets(name: str, count: int, pips: int) -> None:
    tile_set = TileSet.parse(name)
    assert len(tile_set) == len(set(tile_set)) == count
    assert tile_set.pips == pips
    assert str(tile_set) == name


def test_tile_is_the_same_from_both_sides() -> None:
    assert Tile(4, 6) == Tile(6, 4) == Tile.parse("4-6")
    assert str(Tile(4, 6)) == "6-4"
    assert Tile(6, 4).other(6) == 4
    assert Tile(5, 5).other(5) == 5


@pytest.mark.parametrize("text", ["", "6", "6-", "6-4-1", "a-b", "19-0", "-1-2", "6 4", "٦-٤"])
def test_no_tile(text: str) -> None:
    with pytest.raises(NotationError):
        Tile.parse(text)


@pytest.mark.parametrize("text", ["", "6x", "D7", "D0", "DD6", "D 6 6"])
def test_no_set(text: str) -> None:
    with pytest.raises(NotationError):
        TileSet.parse(text)


def test_set_knows_its_tiles() -> None:
    assert tiles("6-6")[0] in TileSet(6)
    assert Tile(7, 0) not in TileSet(6)
    assert "6-6" not in TileSet(6)
