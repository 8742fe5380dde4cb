"""The cheapest one-to-one assignment, and what the next best choice would cost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Assignment:
    """Each row's column.

    Attributes:
        columns: (n,) the column of each row; no two are equal.
        margins: (n,) what it costs at least to give the row another column, the others following as they must;
            infinite when there is no other choice.
    """

    columns: NDArray[np.intp]
    margins: Array


def assign(costs: Array) -> Assignment:
    """The cheapest assignment of n rows to m >= n columns: the Hungarian method with shortest augmenting paths.

    Raises:
        ValueError: there are more rows than columns.
    """
    rows, count = costs.shape
    if rows > count:
        raise ValueError(f"{rows} rows do not fit into {count} columns")
    owner = np.full(count + 1, -1, np.intp)  # the last column is where each new row starts
    row_price, column_price = np.zeros(rows), np.zeros(count + 1)
    for row in range(rows):
        owner[count] = row
        column, distance = count, np.full(count, np.inf)
        before, seen = np.full(count, count, np.intp), np.zeros(count + 1, np.bool_)
        while owner[column] >= 0:
            seen[column] = True
            current = owner[column]
            reduced = costs[current] - row_price[current] - column_price[:count]
            nearer = ~seen[:count] & (reduced < distance)
            distance[nearer], before[nearer] = reduced[nearer], column
            following = int(np.where(seen[:count], np.inf, distance).argmin())
            step = distance[following]
            row_price[owner[seen]] += step
            column_price[seen] -= step
            distance[~seen[:count]] -= step
            column = following
        while column != count:
            owner[column], column = owner[before[column]], before[column]
    columns = np.empty(rows, np.intp)
    taken = np.flatnonzero(owner[:count] >= 0)
    columns[owner[taken]] = taken
    reduced = costs - row_price[:, None] - column_price[None, :count]
    return Assignment(columns, _margins(np.maximum(reduced, 0), columns, -column_price[:count]))


def _margins(reduced: Array, columns: NDArray[np.intp], lost: Array) -> Array:
    """The shortest round trips of changes: each row takes the column of the next, or one that is free.

    `lost` is what a column is worth that becomes free.
    """
    rows = len(columns)
    free = np.setdiff1d(np.arange(reduced.shape[1]), columns)
    ways = np.full((rows + 1, rows + 1), np.inf)
    ways[:rows, :rows] = reduced[:, columns]
    if len(free):
        ways[:rows, rows] = reduced[:, free].min(axis=1)
        ways[rows, :rows] = lost[columns]
    np.fill_diagonal(ways, np.inf)
    for over in range(rows + 1):
        ways = np.minimum(ways, ways[:, over, None] + ways[None, over, :])
    return np.asarray(np.diag(ways)[:rows])
