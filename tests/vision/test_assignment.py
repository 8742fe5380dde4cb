"""The cheapest assignment and its margins, against trying everything."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.assignment import assign


def test_a_greedy_choice_would_cost_more() -> None:
    # row 0 likes column 0 best (1), but then row 1 would have to pay 10: together 0-1 and 1-0 cost 2 + 2 = 4, not 11
    found = assign(np.array([[1.0, 2.0], [2.0, 10.0]]))
    assert found.columns.tolist() == [1, 0]
    assert found.margins.tolist() == pytest.approx([7.0, 7.0])


def test_equal_rows_can_not_be_told_apart() -> None:
    found = assign(np.array([[1.0, 1.0, 9.0], [1.0, 1.0, 9.0], [9.0, 9.0, 0.0]]))
    assert sorted(found.columns[:2].tolist()) == [0, 1] and found.columns[2] == 2
    assert found.margins[:2].tolist() == [0.0, 0.0]
    # another column for row 2 is taken from row 0 or 1, which gets column 2 instead: 9 + 9 for 0 + 1
    assert found.margins[2] == pytest.approx(17.0)


def test_a_free_column_is_a_way_out() -> None:
    found = assign(np.array([[0.0, 3.0]]))
    assert (found.columns.tolist(), found.margins.tolist()) == ([0], [3.0])


def test_an_only_choice_has_no_end_of_margin() -> None:
    assert assign(np.array([[5.0]])).margins.tolist() == [np.inf]
    assert assign(np.zeros((0, 3))).columns.tolist() == []


def test_more_rows_than_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="2 rows"):
        assign(np.zeros((2, 1)))


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(0, 2), st.integers(0, 10_000), st.booleans())
def test_as_good_as_trying_everything(rows: int, more: int, seed: int, whole: bool) -> None:
    rng = np.random.default_rng(seed)
    shape = (rows, rows + more)
    costs = rng.integers(0, 4, shape).astype(np.float64) if whole else rng.normal(0, 3, shape)
    every = {
        choice: sum(costs[row, column] for row, column in enumerate(choice))
        for choice in permutations(range(rows + more), rows)
    }
    found, best = assign(costs), min(every.values())
    assert every[tuple(found.columns.tolist())] == pytest.approx(best)
    for row in range(rows):
        others = [cost for choice, cost in every.items() if choice[row] != found.columns[row]]
        assert found.margins[row] == pytest.approx(min(others) - best if others else np.inf, abs=1e-9)
