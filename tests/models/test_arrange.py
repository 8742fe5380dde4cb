from __future__ import annotations

import math
from itertools import combinations

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from models.renderer.arrange import (
    Pose,
    chain_poses,
    mosaic_poses,
    random_tiles,
    row_poses,
    scatter_poses,
)

SPAN = (16.0, 12.0)
SEEDS = st.integers(0, 2**32 - 1)
few = settings(max_examples=12, deadline=None)


def outline(pose: Pose, shrunk: float = 0.0) -> np.ndarray:
    """The corners of a tile of 2 by 1, `shrunk` on every side."""
    box = cv2.boxPoints(((pose[0], pose[1]), (2 - 2 * shrunk, 1 - 2 * shrunk), math.degrees(pose[2])))
    return np.asarray(box, np.float32)


def most_shared(poses: list[Pose], shrunk: float = 0.0) -> float:
    """The largest area that two tiles share."""
    outlines = [outline(pose, shrunk) for pose in poses]
    return max((cv2.intersectConvexConvex(a, b)[0] for a, b in combinations(outlines, 2)), default=0.0)


@few
@given(SEEDS, st.booleans())
def test_scattered_tiles_do_not_overlap(seed: int, tight: bool):
    poses = scatter_poses(np.random.default_rng(seed), SPAN, 14, [], tight)
    assert 1 <= len(poses) <= 14
    assert most_shared(poses) < 1e-3


@few
@given(SEEDS)
def test_scattered_tiles_keep_off_those_that_lie_there(seed: int):
    taken = [(0.0, 0.0, 0.3), (3.0, 1.0, 1.2)]
    poses = scatter_poses(np.random.default_rng(seed), SPAN, 10, taken, tight=True)
    assert taken[0] not in poses
    assert most_shared(taken + poses) < 1e-3


@few
@given(SEEDS)
def test_tiles_of_a_row_lie_beside_each_other(seed: int):
    poses = row_poses(np.random.default_rng(seed), SPAN, 1.0, 12)
    assert len(poses) == 12
    assert most_shared(poses, shrunk=0.08) < 1e-3


@few
@given(SEEDS)
def test_a_mosaic_does_not_overlap(seed: int):
    assert most_shared(mosaic_poses(np.random.default_rng(seed), SPAN, 14), shrunk=0.06) < 1e-3


@few
@given(SEEDS)
def test_a_chain_does_not_overlap_and_hangs_together(seed: int):
    poses = chain_poses(np.random.default_rng(seed), SPAN, 14, 1.0)
    assert most_shared(poses, shrunk=0.12) < 1e-3
    for index, pose in enumerate(poses[1:], start=1):
        grown = outline(pose, -0.15)
        assert any(cv2.intersectConvexConvex(grown, outline(other, -0.15))[0] > 0 for other in poses[:index])


@few
@given(SEEDS, st.sampled_from([6, 9, 12]))
def test_random_tiles_are_of_the_set_and_only_heaps_lie_high(seed: int, max_pips: int):
    tiles = random_tiles(np.random.default_rng(seed), SPAN, max_pips, 1.0, 0.3)
    assert tiles
    assert all(0 <= pips <= max_pips for tile in tiles for pips in tile.pips)
    for level in {tile.height for tile in tiles}:
        poses = [(*tile.center, tile.angle) for tile in tiles if tile.height == level]
        assert most_shared(poses, shrunk=0.12) < 1e-3
