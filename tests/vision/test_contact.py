"""Which halves touch: each kind of touch by hand, and that turning, scaling and renumbering change nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.tables import Put, scene_of, snake
from vision.contact import Contact, Kind, find_contacts, half_side


def touches(tiles: list[Put]) -> dict[tuple[int, int, int, int], Contact]:
    return {(*contact.tiles, *contact.halves): contact for contact in find_contacts(scene_of(tiles))}


def test_nothing_touches_on_an_empty_table_or_alone() -> None:
    assert find_contacts(scene_of([])) == ()
    assert find_contacts(scene_of([Put(6, 4, 0, 0)])) == ()


def test_half_side_is_the_root_of_half_the_area() -> None:
    assert half_side(scene_of([Put(6, 4, 0, 0, 30)], side=20).corners) == pytest.approx([20.0])


def test_end_to_end() -> None:
    # The left tile reaches from -1 to 1, the right one from 1.1 to 3.1: a gap of a tenth of a half's side.
    found = touches([Put(6, 4, 0, 0), Put(4, 1, 2.1, 0)])
    assert list(found) == [(0, 1, 1, 0)]
    contact = found[0, 1, 1, 0]
    assert contact.kind is Kind.END_TO_END
    assert contact.gap == pytest.approx(0.1, abs=1e-4)
    assert contact.run == pytest.approx(1.0, abs=1e-4)
    assert not contact.crosswise


def test_end_to_end_when_half_0_of_both_meet() -> None:
    assert list(touches([Put(6, 4, 0, 0, 180), Put(6, 1, 2.05, 0)])) == [(0, 1, 0, 0)]


def test_double_across_is_touched_at_its_middle() -> None:
    # The double stands upright, its left side at 1.05; the end of the first tile covers half of each of its halves.
    found = touches([Put(6, 4, 0, 0), Put(4, 4, 1.55, 0, 90)])
    assert set(found) == {(0, 1, 1, 0), (0, 1, 1, 1)}
    for contact in found.values():
        assert contact.kind is Kind.END_TO_SIDE
        assert contact.crosswise
        assert contact.run == pytest.approx(0.5, abs=1e-4)


def test_corner() -> None:
    # The second tile hangs down from the lower side of the right half of the first.
    found = touches([Put(6, 4, 0, 0), Put(4, 1, 0.5, 1.55, 90)])
    assert list(found) == [(0, 1, 1, 0)]
    assert found[0, 1, 1, 0].kind is Kind.END_TO_SIDE
    assert not found[0, 1, 1, 0].crosswise


def test_corner_the_other_way_round() -> None:
    # The second tile stands beside the right end, its upper half level with it.
    found = touches([Put(6, 4, 0, 0), Put(4, 1, 1.55, 0.5, 90)])
    assert list(found) == [(0, 1, 1, 0)]
    assert found[0, 1, 1, 0].kind is Kind.END_TO_SIDE


def test_sides_that_overlap_by_one_half() -> None:
    # As in ddd games: the lower tile is shifted by one half, its left half lies under the right half of the upper one.
    found = touches([Put(6, 4, 0, 0), Put(4, 1, 1.0, 1.05)])
    assert list(found) == [(0, 1, 1, 0)]
    assert found[0, 1, 1, 0].kind is Kind.SIDE_TO_SIDE


def test_tiles_abreast_touch_with_both_halves() -> None:
    assert set(touches([Put(6, 4, 0, 0), Put(6, 1, 0, 1.05)])) == {(0, 1, 0, 0), (0, 1, 1, 1)}


@pytest.mark.parametrize(
    "other",
    [
        Put(4, 1, 2.8, 0),  # 0.8 of a half's side away
        Put(4, 1, 2.05, 0.9),  # the ends share a tenth of a side
        Put(4, 1, 2.1, 1.1),  # corner to corner
        Put(4, 1, 0, 1.5),  # sides half a side apart
        Put(4, 1, 3.0, 0, 45),  # askew by 45 degrees
    ],
)
def test_what_merely_lies_near_does_not_touch(other: Put) -> None:
    assert touches([Put(6, 4, 0, 0), other]) == {}


def test_tiles_of_different_size_do_not_touch() -> None:
    small, large = scene_of([Put(6, 4, 0, 0)], side=20), scene_of([Put(4, 1, 2.05, 0)], side=40)
    scene = scene_of([Put(6, 4, 0, 0), Put(4, 1, 2.05, 0)])
    scene.corners[0], scene.corners[1] = small.corners[0], large.corners[0]
    assert find_contacts(scene) == ()


def test_crooked_tiles_with_gaps_touch() -> None:
    tiles = [Put(6, 4, 0, 0, -4), Put(4, 4, 1.75, 0.05, 94), Put(4, 1, 3.5, 0.1, 5)]
    assert {(*c.tiles, c.halves[0]) for c in find_contacts(scene_of(tiles)) if c.tiles == (0, 1)} == {(0, 1, 1)}
    assert {c.tiles for c in find_contacts(scene_of(tiles))} == {(0, 1), (1, 2)}


SNAKE = snake([6, 4, 4, 1, 0, 0, 5, 3, 3, 2, 6, 6, 5, 1, 2], width=9)
NUMBERED = {(*c.tiles, *c.halves, c.kind) for c in find_contacts(scene_of(SNAKE))}


@settings(max_examples=60, deadline=None)
@given(turn=st.floats(0, 360), side=st.floats(8, 90), x=st.floats(-500, 2000), y=st.floats(-500, 2000))
def test_turning_scaling_and_shifting_change_nothing(turn: float, side: float, x: float, y: float) -> None:
    contacts = find_contacts(scene_of(SNAKE, turn=turn, side=side, origin=(x, y)))
    assert {(*c.tiles, *c.halves, c.kind) for c in contacts} == NUMBERED


@settings(max_examples=60, deadline=None)
@given(st.permutations(range(len(SNAKE))))
def test_the_order_of_the_tiles_changes_nothing(order: list[int]) -> None:
    contacts = find_contacts(scene_of([SNAKE[k] for k in order]))
    found = set()
    for c in contacts:
        ends = sorted((order[tile], half) for tile, half in zip(c.tiles, c.halves, strict=True))
        found.add((ends[0][0], ends[1][0], ends[0][1], ends[1][1], c.kind))
    assert found == NUMBERED


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), gap=st.floats(0.0, 0.2))
def test_each_tile_of_a_snake_touches_the_next_in_spite_of_jitter(seed: int, gap: float) -> None:
    tiles = snake([6, 4, 4, 1, 0, 0, 5, 3, 3, 2, 6, 6, 5, 1, 2], 9, gap)
    rng = np.random.default_rng(seed)
    contacts = find_contacts(scene_of(tiles, turn=rng.uniform(0, 360), jitter=0.03, rng=rng))
    assert {c.tiles for c in contacts} >= {(k, k + 1) for k in range(len(tiles) - 1)}
