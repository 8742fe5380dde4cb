"""Junctions, lines, open ends, houses, blocked tables and faults, on small tables worked out by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tiles import Tile, TileSet
from tests.vision.tables import Put, scene_of, snake
from vision.layout import Layout, OpenEnd, build_layout
from vision.layout_json import layout_as_json


def lay(*tiles: Put, copies: int = 1) -> Layout:
    return build_layout(scene_of(tiles), copies=copies)


def ends(layout: Layout) -> list[int]:
    return sorted(end.pips for end in layout.lines[0].open_ends)


def test_empty_table() -> None:
    layout = lay()
    assert (layout.lines, layout.loose, layout.problems, layout.pips_sum, layout.blocked) == ((), (), (), 0, None)


def test_a_single_tile_is_a_line_open_at_both_halves() -> None:
    layout = lay(Put(6, 4, 0, 0))
    assert layout.lines[0].open_ends == (OpenEnd(0, 0, 6), OpenEnd(0, 1, 4))
    assert layout.tile(0) == Tile(6, 4)
    assert layout.pips_sum == 10


def test_chain_of_three() -> None:
    layout = lay(Put(4, 1, 2.1, 0), Put(6, 4, 0, 0), Put(1, 0, 4.2, 0))
    assert [(j.tiles, j.halves, j.pips, j.legal) for j in layout.junctions] == [
        ((0, 1), (0, 1), (4, 4), True),
        ((0, 2), (1, 0), (1, 1), True),
    ]
    line = layout.lines[0]
    assert line.tiles == (1, 0, 2)
    assert line.house is None
    assert line.open_ends == (OpenEnd(1, 0, 6), OpenEnd(2, 1, 0))
    assert line.pips == layout.pips_sum == 16
    assert layout.loose == ()
    assert layout.blocked is False


def test_a_tile_apart_is_loose() -> None:
    layout = lay(Put(6, 4, 0, 0), Put(4, 1, 2.05, 0), Put(3, 3, 0, 6))
    assert layout.loose == (2,)
    assert layout.pips_sum == 10 + 5 + 6
    assert layout.lines[0].pips == 15


def test_a_double_across_at_the_end_is_open_once() -> None:
    layout = lay(Put(6, 4, 0, 0), Put(4, 4, 1.55, 0, 90))
    assert ends(layout) == [4, 6]
    assert len(layout.junctions) == 1


def test_a_double_across_within_the_chain_is_not_open() -> None:
    layout = lay(Put(6, 4, 0, 0), Put(4, 4, 1.55, 0, 90), Put(4, 2, 3.1, 0))
    assert ends(layout) == [2, 6]
    assert layout.lines[0].tiles == (0, 1, 2)
    assert layout.lines[0].house is None


def test_a_lone_double_is_open_twice() -> None:
    assert ends(lay(Put(4, 4, 0, 0))) == [4, 4]


def test_a_tile_laid_across_cuts_the_line() -> None:
    # The right side of 6-4's end is at x 1; 4-1 stands upright beside it, as a double would.
    layout = lay(Put(6, 4, 0, 0), Put(4, 1, 1.55, 0, 90))
    assert [(j.pips, j.legal) for j in layout.junctions] == [((4, 4), True)]
    assert ends(layout) == [6]


def test_two_lines_apart_are_two_lines_with_their_own_ends() -> None:
    layout = lay(Put(6, 4, 0, 0), Put(4, 1, 2.05, 0), Put(1, 0, 4.1, 0), Put(3, 3, 0, 6), Put(3, 2, 2.05, 6))
    assert [line.tiles for line in layout.lines] == [(0, 1, 2), (3, 4)]
    assert [sorted(end.pips for end in line.open_ends) for line in layout.lines] == [[0, 6], [2, 3]]
    assert [line.pips for line in layout.lines] == [16, 11]
    assert layout.loose == ()


def test_an_open_double_is_open_opposite_what_it_is_joined_to() -> None:
    # The double at the end lies across; its first long side (corner 0 to 1) is at x 2.05, the one to the right.
    layout = lay(Put(6, 4, 0, 0), Put(4, 4, 1.55, 0, 90))
    assert layout.lines[0].open_ends == (OpenEnd(0, 0, 6), OpenEnd(1, 0, 4, long_side=0))


def test_scattered_tiles_that_touch_by_chance_are_not_joined() -> None:
    """Three ends that meet with unequal numbers and none that agrees: nobody played so."""
    layout = lay(Put(5, 1, 0, 0), Put(4, 3, 2.1, 0), Put(2, 1, 4.2, 0), Put(0, 6, 6.3, 0))
    assert layout.junctions == ()
    assert layout.problems == ()


CROSS = (Put(6, 6, 0, 0, 90), Put(1, 6, -1.55, 0), Put(6, 3, 1.55, 0), Put(4, 6, 0, -2.05, 90), Put(6, 5, 0, 2.05, 90))


def test_cross_with_four_arms() -> None:
    layout = lay(*CROSS)
    assert layout.lines[0].house == 0
    assert ends(layout) == [1, 3, 4, 5]
    assert {j.tiles for j in layout.junctions} == {(0, 1), (0, 2), (0, 3), (0, 4)}
    assert all(j.legal for j in layout.junctions)


def test_cross_with_three_arms_is_open_at_its_fourth_side() -> None:
    layout = lay(*CROSS[:4])
    assert layout.lines[0].house == 0
    assert ends(layout) == [1, 3, 4, 6]


def test_corners_of_a_snake() -> None:
    layout = lay(Put(6, 4, 0, 0), Put(4, 1, 1.55, 0.5, 90), Put(1, 0, 1.05, 2.05, 180))
    assert ends(layout) == [0, 6]
    assert layout.lines[0].tiles == (0, 1, 2)
    assert layout.problems == ()


def test_joined_by_their_sides() -> None:
    layout = lay(Put(6, 4, 0, 0), Put(4, 1, 1.0, 1.05))
    assert [j.legal for j in layout.junctions] == [True]
    assert ends(layout) == [1, 6]


def test_strands_side_by_side_are_not_joined() -> None:
    # A row to the right, a corner, a row back to the left that lies close under the first: 2-1 touches 6-4 and 4-3.
    tiles = (
        Put(6, 4, 0, 0),
        Put(4, 3, 2.05, 0),
        Put(3, 5, 3.6, 0.5, 90),
        Put(5, 2, 2.05, 1.05, 180),
        Put(2, 1, 0, 1.05, 180),
    )
    layout = lay(*tiles)
    assert {j.tiles for j in layout.junctions} == {(0, 1), (1, 2), (2, 3), (3, 4)}
    assert layout.problems == ()
    assert ends(layout) == [1, 6]


def test_strands_side_by_side_with_equal_numbers_close_no_ring() -> None:
    # As above, but the last tile is 2-6, its 6 under the first tile's 6.
    tiles = (
        Put(6, 4, 0, 0),
        Put(4, 3, 2.05, 0),
        Put(3, 5, 3.6, 0.5, 90),
        Put(5, 2, 2.05, 1.05, 180),
        Put(2, 6, 0, 1.05, 180),
    )
    layout = lay(*tiles)
    assert {j.tiles for j in layout.junctions} == {(0, 1), (1, 2), (2, 3), (3, 4)}
    assert ends(layout) == [6, 6]


def test_illegal_end_to_end() -> None:
    layout = lay(Put(6, 4, 0, 0), Put(4, 1, 2.05, 0), Put(3, 2, 4.1, 0))
    assert [(j.tiles, j.pips, j.legal) for j in layout.junctions] == [((0, 1), (4, 4), True), ((1, 2), (1, 3), False)]
    assert layout.lines[0].tiles == (0, 1)
    assert layout.loose == (2,)
    assert layout.problems == ("4-1 touches 3-2 with unequal numbers 1 and 3: tiles 1, 2",)
    assert layout.blocked is None


def test_illegal_play_on_a_single_tile() -> None:
    layout = lay(Put(6, 4, 0, 0), Put(3, 2, 2.05, 0))
    assert [j.legal for j in layout.junctions] == [False]


def test_a_hand_in_a_row_is_not_joined() -> None:
    # Three tiles lie upright abreast; 6-4 and 6-1 even show the same number side by side.
    layout = lay(
        Put(2, 3, 0, 0), Put(3, 5, 2.05, 0), *(Put(6, low, -4 + 1.05 * k, 7, 90) for k, low in enumerate((4, 1, 0)))
    )
    assert {j.tiles for j in layout.junctions} == {(0, 1)}
    assert layout.loose == (2, 3, 4)
    assert layout.problems == ()


def test_face_down_tiles_have_no_number() -> None:
    layout = lay(Put(6, 4, 0, 0), Put(4, 1, 2.05, 0), Put(0, 0, 0, 6, face_up=False))
    assert layout.tile(2) is None
    assert layout.loose == (2,)
    assert layout.pips_sum == 15


def test_a_closed_double_is_joined_and_not_open() -> None:
    layout = lay(Put(6, 4, 0, 0), Put(4, 1, 2.05, 0), Put(1, 1, 3.6, 0, 90, face_up=False))
    assert [(j.tiles, j.pips, j.legal) for j in layout.junctions] == [
        ((0, 1), (4, 4), True),
        ((1, 2), (1, -1), True),
    ]
    assert ends(layout) == [6]
    assert layout.blocked is None


def test_face_down_tiles_abreast_are_a_boneyard() -> None:
    assert lay(*(Put(0, 0, 1.05 * k, 0, 90, face_up=False) for k in range(4))).junctions == ()


def test_a_tile_too_often() -> None:
    tiles = (Put(6, 4, 0, 0, surety=1.0), Put(6, 4, 5, 5, surety=1.0))
    assert lay(*tiles).problems == ("duplicate 6-4: tiles 0, 1",)
    assert lay(*tiles, copies=2).problems == ()


def test_hard_to_read() -> None:
    scene = scene_of([Put(6, 4, 0, 0)])
    scene.probabilities[0, 1] = [0.0, 0.0, 0.0, 0.48, 0.52, 0.0, 0.0]
    assert build_layout(scene).problems == ("hard to read, perhaps 6-4: tile 0",)


# 2-4 4-1 1-2 2-2 2-6 6-0 0-2 2-3 3-5 5-2: both ends show 2, and all seven tiles with a 2 are laid (rules.md K-6).
FISH = [2, 4, 1, 2, 2, 6, 0, 2, 3, 5, 2]


def test_fish() -> None:
    layout = build_layout(scene_of(snake(FISH, 11)))
    assert ends(layout) == [2, 2]
    assert layout.blocked is True
    assert layout.pips_sum == 54


def test_no_fish_while_the_double_is_not_laid() -> None:
    layout = build_layout(scene_of(snake([n for k, n in enumerate(FISH) if k != 4], 11)))
    assert ends(layout) == [2, 2]
    assert layout.blocked is False
    assert layout.pips_sum == 50


def test_blocked_is_not_known_with_two_sets() -> None:
    assert build_layout(scene_of(snake(FISH, 11)), copies=2).blocked is None


def test_larger_set() -> None:
    layout = build_layout(scene_of([Put(12, 9, 0, 0), Put(9, 0, 2.05, 0)], max_pips=12), TileSet(12))
    assert layout.tile(0) == Tile(12, 9)
    assert ends(layout) == [0, 12]


LONG = snake([6, 4, 4, 1, 0, 0, 5, 3, 3, 2, 6, 6, 5, 1, 2], 9)


@settings(max_examples=40, deadline=None)
@given(turn=st.floats(0, 360), side=st.floats(8, 90))
def test_turning_and_scaling_change_nothing(turn: float, side: float) -> None:
    layout = build_layout(scene_of(LONG, turn=turn, side=side))
    assert layout.lines[0].tiles == tuple(range(len(LONG)))
    assert ends(layout) == [2, 6]
    assert layout.problems == ()


@settings(max_examples=40, deadline=None)
@given(st.permutations(range(len(LONG))))
def test_the_order_of_the_tiles_changes_nothing(order: list[int]) -> None:
    layout = build_layout(scene_of([LONG[k] for k in order]))
    original = [order[row] for row in layout.lines[0].tiles]
    assert original in (list(range(len(LONG))), list(range(len(LONG)))[::-1])
    assert ends(layout) == [2, 6]


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_parity_of_a_chain(seed: int) -> None:
    """In a chain, the numbers that occur an odd number of times are its two ends (rules.md 1.1)."""
    rng = np.random.default_rng(seed)
    numbers, used = [int(rng.integers(7))], set()
    while len(numbers) < 12:
        options = [n for n in range(7) if frozenset((n, numbers[-1])) not in used]
        numbers.append(int(rng.choice(options)))
        used.add(frozenset(numbers[-2:]))
    layout = build_layout(scene_of(snake(numbers, 11), turn=rng.uniform(0, 360), jitter=0.02, rng=rng))
    odd = [n for n in range(7) if (layout.pips == n).sum() % 2]
    assert odd == (ends(layout) if numbers[0] != numbers[-1] else [])


def test_as_json() -> None:
    layout = lay(Put(6, 4, 0, 0), Put(4, 1, 2.05, 0), Put(0, 0, 0, 6, face_up=False))
    found = json.loads(json.dumps(layout_as_json(layout)))
    told = ["size", "set", "tiles", "junctions", "lines", "loose", "hands", "problems", "pips", "blocked", "margin"]
    assert list(found) == told
    assert found["size"] == [1600, 1200]
    assert found["set"] == "D6"
    assert found["junctions"] == [{"tiles": [0, 1], "halves": [1, 0], "pips": [4, 4], "legal": True}]
    assert found["lines"] == [
        {
            "tiles": [0, 1],
            "house": None,
            "open_ends": [{"tile": 0, "half": 0, "pips": 6}, {"tile": 1, "half": 1, "pips": 1}],
            "pips": 15,
        }
    ]
    assert (found["loose"], found["problems"], found["pips"], found["blocked"]) == ([2], [], 15, False)
    assert found["hands"] == []
    up, down = found["tiles"][0], found["tiles"][2]
    assert (up["id"], up["face"], up["tile"]) == (0, "up", "6-4")
    assert [half["pips"] for half in up["halves"]] == [6, 4]
    # Half 0 lies half a side (20 pixels) left of the tile's middle at (800, 600).
    assert up["halves"][0]["center"] == [780.0, 600.0]
    assert up["halves"][0]["probabilities"] == pytest.approx([0.0002] * 6 + [0.999], abs=1e-4)
    assert up["corners"] == [[760.0, 580.0], [840.0, 580.0], [840.0, 620.0], [760.0, 620.0]]
    assert (down["face"], down["tile"]) == ("down", None)
    assert all(set(half) == {"center"} for half in down["halves"])
