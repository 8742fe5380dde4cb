"""Tables laid at random as players lay them, seen askew: what is found joined is what was joined, and nothing else.

Tiles lie up to 3 % of a half's side off their places and up to 3 degrees askew, with gaps up to 0.15 of a half's side
between them; the camera looks down at up to 35 degrees from straight down.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.vision.laid import Laid, Table, jittered, meet_by_chance, seen_askew
from vision.hands import find_hands
from vision.layout import Layout, build_layout

SEEDS = st.integers(0, 1_000_000)


def look(laid: Laid, rng: np.random.Generator, turn: float) -> Layout:
    return build_layout(seen_askew(jittered(laid.tiles, rng), rng.uniform(0, 35), turn))


def chain(table: Table, count: int) -> None:
    table.line(count, turns=0.35)


def cross(table: Table, count: int) -> None:
    table.line(count, turns=0.15, branches=0.8)


def two_lines(table: Table, count: int) -> None:
    table.line(count // 2, at=(0.0, -4.0))
    table.line(count // 2, at=(0.0, 4.0))


def boneyard(table: Table, count: int) -> None:
    """A line, and two rows face down below it, the lower one end to end with the upper one."""
    table.line(min(count, 10))
    pitch = 1.0 + table.gap
    for row in range(2):
        table.row((-6.0, 11.0 + (2.0 + table.gap) * row), (1.0, 0.0), 5, face_up=False, pitch=pitch)


@pytest.mark.parametrize("lay", [chain, cross, two_lines, boneyard])
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_what_is_joined_is_found_and_nothing_else(lay: Callable[[Table, int], None], seed: int) -> None:
    """Lines that turn and branch keep 0.6 of a half's side clear of themselves and of others."""
    rng = np.random.default_rng(seed)
    table = Table(rng, gap=rng.uniform(0.0, 0.15), clear=0.6)
    lay(table, int(rng.integers(2, 25)))
    laid = table.laid()
    layout = look(laid, rng, turn=rng.uniform(0, 360))
    assert {junction.tiles for junction in layout.junctions} == laid.joined
    assert layout.problems == ()


@pytest.mark.parametrize("lay", [chain, cross])
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_a_line_that_touches_itself_is_joined_only_where_it_was_laid(
    lay: Callable[[Table, int], None], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    table = Table(rng, gap=rng.uniform(0.0, 0.15), clear=rng.uniform(0.0, 0.15))
    lay(table, int(rng.integers(10, 25)))
    laid = table.laid()
    assume(not meet_by_chance(laid))
    layout = look(laid, rng, turn=rng.uniform(0, 360))
    assert {junction.tiles for junction in layout.junctions} == laid.joined
    assert layout.problems == ()


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_hands_lie_before_their_seats_and_nothing_in_them_is_joined(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = Table(rng, gap=rng.uniform(0.0, 0.15), clear=0.6)
    table.line(int(rng.integers(2, 15)))
    for edge in "NESW"[: int(rng.integers(1, 5))]:
        table.hand(edge, min(int(rng.integers(2, 7)), len(table.box)), pitch=1.0 + rng.uniform(0.0, 0.3))
    laid = table.laid()
    layout = look(laid, rng, turn=rng.uniform(-8, 8))
    assert {junction.tiles for junction in layout.junctions} == laid.joined
    held = {edge: rows for edge, rows in laid.hands.items() if rows}
    assert {hand.edge: frozenset(hand.tiles) for hand in find_hands(layout)} == held


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_a_set_spread_out_in_rows_is_no_line(seed: int) -> None:
    """All 28 tiles in four rows that touch end to end: by chance three of the 21 ends agree."""
    rng = np.random.default_rng(seed)
    gap = rng.uniform(0.0, 0.15)
    table = Table(rng, gap, clear=0.0)
    for row in range(4):
        table.row((-4.0, -4.0 + (2.0 + gap) * row), (1.0, 0.0), 7, pitch=1.0 + gap)
    layout = look(table.laid(), rng, turn=rng.uniform(0, 360))
    assert layout.junctions == ()
    assert layout.problems == ()
    assert layout.loose == tuple(range(28))


def test_a_hand_as_laid_by_hand() -> None:
    """The camera's picture of a table that is known: 6-4 at the middle, seen straight down."""
    table = Table(np.random.default_rng(0), gap=0.1, clear=0.6)
    table.line(1)
    scene = seen_askew(table.tiles, tilt=0.0, turn=0.0, side=36.0)
    assert scene.centers[0].mean(axis=0).tolist() == [800.0, 600.0]
    across = np.abs(scene.corners[0].max(axis=0) - scene.corners[0].min(axis=0))
    assert sorted(across.tolist()) == pytest.approx([36.0, 72.0], abs=1e-3)
