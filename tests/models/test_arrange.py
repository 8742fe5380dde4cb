from __future__ import annotations

import itertools
import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.renderer.arrange import (
    PlacedTile,
    Pose,
    chain_poses,
    line_poses,
    mosaic_poses,
    pile_poses,
    random_tiles,
    row_poses,
    scatter_poses,
    snake_poses,
    standing_rows,
)

SPAN = (16.0, 12.0)
SEEDS = st.integers(0, 2**32 - 1)
few = settings(max_examples=12, deadline=None)


def apart(one: Pose, other: Pose) -> float:
    """How far two tiles of 2 by 1 lie apart along the axis that parts them best; negative where they overlap."""
    gaps = []
    for axis in (one[2], one[2] + math.pi / 2, other[2], other[2] + math.pi / 2):
        between = abs((other[0] - one[0]) * math.cos(axis) + (other[1] - one[1]) * math.sin(axis))
        reaches = (abs(math.cos(axis - pose[2])) + abs(math.sin(axis - pose[2])) / 2 for pose in (one, other))
        gaps.append(between - sum(reaches))
    return max(gaps)


def least_apart(poses: list[Pose]) -> float:
    return min((apart(one, other) for one, other in combinations(poses, 2)), default=math.inf)


def test_apart():
    assert apart((0, 0, 0), (2.5, 0, math.pi)) == pytest.approx(0.5)
    assert apart((0, 0, 0), (1.5, 0.3, math.pi / 2)) == pytest.approx(0)
    assert apart((0, 0, 0), (0, 0.9, 0)) == pytest.approx(-0.1)


@few
@given(SEEDS, st.booleans())
def test_scattered_tiles_do_not_overlap(seed: int, tight: bool):
    poses = scatter_poses(np.random.default_rng(seed), SPAN, 14, [], tight)
    assert 1 <= len(poses) <= 14
    assert least_apart(poses) >= 0


@few
@given(SEEDS)
def test_scattered_tiles_keep_off_those_that_lie_there(seed: int):
    taken = [(0.0, 0.0, 0.3), (3.0, 1.0, 1.2)]
    poses = scatter_poses(np.random.default_rng(seed), SPAN, 10, taken, tight=True)
    assert taken[0] not in poses
    assert least_apart(taken + poses) >= 0


@few
@given(SEEDS)
def test_tiles_of_a_row_lie_beside_each_other(seed: int):
    poses = row_poses(np.random.default_rng(seed), SPAN, 1.0, 12)
    assert len(poses) == 12
    assert least_apart(poses) > -0.16


@few
@given(SEEDS)
def test_a_mosaic_does_not_overlap(seed: int):
    assert least_apart(mosaic_poses(np.random.default_rng(seed), SPAN, 14)) > -0.12


@few
@given(SEEDS)
def test_a_chain_does_not_overlap_and_hangs_together(seed: int):
    poses = chain_poses(np.random.default_rng(seed), SPAN, 14, 1.0)
    assert least_apart(poses) > -0.16
    for index, pose in enumerate(poses[1:], start=1):
        assert min(apart(pose, other) for other in poses[:index]) < 0.3


@few
@given(SEEDS)
def test_a_snake_runs_to_and_fro_without_overlap(seed: int):
    poses = snake_poses(np.random.default_rng(seed), SPAN, 1.0, 14)
    assert len(poses) == 14
    assert least_apart(poses) > -0.1
    for one, other in itertools.pairwise(poses):
        assert apart(one, other) < 0.15


@few
@given(SEEDS)
def test_lines_lie_side_by_side_without_overlap(seed: int):
    poses = line_poses(np.random.default_rng(seed), SPAN, 14)
    assert len(poses) >= 6
    assert least_apart(poses) > -0.06
    turned = [abs(math.sin(pose[2] - poses[0][2])) for pose in poses]
    assert max(turned) < 0.1


@few
@given(SEEDS)
def test_each_tile_of_a_pile_lies_on_one_below_it(seed: int):
    poses, levels = pile_poses(np.random.default_rng(seed), SPAN, 14)
    assert levels[0] == 0
    assert max(levels) < 4
    for level in set(levels):
        assert least_apart([pose for pose, there in zip(poses, levels, strict=True) if there == level]) >= 0
    for index, level in enumerate(levels):
        below = [pose for pose, there in zip(poses[:index], levels, strict=False) if there == level - 1]
        assert level == 0 or min(apart(poses[index], pose) for pose in below) < 0


def test_a_player_sees_the_faces_of_the_own_hand():
    # the player sits where +x points; a standing tile's face looks to its angle - 90 degrees
    for seed in range(8):
        rows = standing_rows(np.random.default_rng(seed), SPAN, 6, [], seat=0.0)
        assert rows[0].center[0] > 0.5
        looks = [math.cos(tile.angle - math.pi / 2) for tile in rows if abs(math.sin(tile.angle)) > 0.5]
        assert max(looks) > 0.7


def test_a_cross_has_four_arms():
    rng = np.random.default_rng(4)
    found = 0
    for _ in range(40):
        poses = chain_poses(rng, SPAN, 12, 1.0)
        x, y, angle = poses[0]
        sides = {
            (round(way[0]), round(way[1]))
            for other in poses[1:]
            if apart(poses[0], other) < 0.1
            for way in [turned_back(other[0] - x, other[1] - y, angle)]
            if max(abs(way[0]), abs(way[1])) > 1.4 and min(abs(way[0]), abs(way[1])) < 0.3
        }
        found += {(0, 1), (0, -1)} <= {(np.sign(a), np.sign(b)) for a, b in sides if a == 0} and len(sides) == 4
    assert found >= 1


def turned_back(x: float, y: float, angle: float) -> tuple[float, float]:
    return x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)


@few
@given(SEEDS)
def test_a_hand_stands_where_nothing_lies(seed: int):
    lying = [PlacedTile((1, 2), (0.0, 0.0), 0.3), PlacedTile((1, 2), (3.0, 2.0), 1.3)]
    rows = standing_rows(np.random.default_rng(seed), SPAN, 6, lying)
    assert all(tile.standing for tile in rows)
    for tile in rows:
        for other in lying:
            assert apart((*tile.center, tile.angle), (*other.center, other.angle)) >= 0


@few
@given(SEEDS, st.sampled_from([6, 9, 12]))
def test_random_tiles_are_of_the_set_and_only_heaps_lie_high(seed: int, max_pips: int):
    tiles = random_tiles(np.random.default_rng(seed), SPAN, max_pips, 1.0, 0.3)
    assert tiles
    assert all(0 <= pips <= max_pips for tile in tiles for pips in tile.pips)
    for level in {tile.height for tile in tiles}:
        poses = [(*tile.center, tile.angle) for tile in tiles if tile.height == level]
        assert least_apart(poses) > -0.16
