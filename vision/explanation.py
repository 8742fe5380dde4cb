"""The model of a table's numbers, and its best explanation.

Each tile that lies face up has states (pairs of numbers), scored by what was read; touching tiles gain when their
touching halves agree; a bone that is there too often costs. Without that cost the best explanation follows from max-sum
along the tiles that touch. Bones that come too often are then settled by branch and bound: of the tiles that show one,
either one shows something else, or the loss is paid.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tiles import TileSet
from vision.contact import Contact, Kind
from vision.pieces import Pieces

Array = NDArray[np.float64]

DOUBT = 1e-5  # no reading is surer than this allows; it bounds what one half can weigh at about 13 nats
DUPLICATE_LOSS = math.log(1e4)  # a second set on the table, or a tile seen twice, once in ten thousand tiles
AGREEMENT = {Kind.END_TO_END: 0.97, Kind.END_TO_SIDE: 0.88, Kind.SIDE_TO_SIDE: 0.4}  # how often touching halves agree
AGREEMENT_WEIGHT = 2.0  # how many touches of this table or pile it takes to doubt that as much as to believe it
POOR_TOUCH = 0.3  # a touch of less quality weighs less
MOST_STATES = 40
WIDEST_DROP = 17.0  # nats under the best reading: room for one half that is read wrongly with full confidence
MOST_BRANCHES = 150


@dataclass(frozen=True, eq=False)
class Model:
    """All that speaks for and against the numbers of a table.

    Attributes:
        numbers: how many different numbers a half can show.
        copies: how often each bone can be there.
        rows: the tiles that lie face up.
        states: for each of them (k, 2) pairs of numbers, the best reading first.
        scores: for each of them (k,) log probabilities of the states.
        bones: for each of them (k,) the bone that each state is, as larger half * numbers + smaller half.
        factors: for each two tiles that touch, in both orders, (k, l) the gain of each pair of their states.
        neighbours: for each tile those that it touches.
    """

    numbers: int
    copies: int
    rows: tuple[int, ...]
    states: dict[int, NDArray[np.intp]]
    scores: dict[int, Array]
    bones: dict[int, NDArray[np.intp]]
    factors: dict[tuple[int, int], Array]
    neighbours: dict[int, list[int]]


def build_model(
    probabilities: NDArray[np.floating],
    face_up: NDArray[np.bool_],
    contacts: Sequence[Contact],
    tile_set: TileSet,
    copies: int,
) -> Model:
    """The model of a scene; the arguments are those of `vision.decode.decode`."""
    numbers = tile_set.max_pips + 1
    rows = tuple(int(row) for row in np.flatnonzero(face_up))
    logs = _sober_logs(probabilities, numbers)
    candidates = {row: _candidates(logs[row]) for row in rows}
    states = {row: candidates[row][0] for row in rows}
    seen = [contact for contact in contacts if face_up[list(contact.tiles)].all()]
    factors = _factors(seen, _agreements(seen, np.exp(logs)), states, numbers)
    return Model(
        numbers=numbers,
        copies=copies,
        rows=rows,
        states=states,
        scores={row: candidates[row][1] for row in rows},
        bones={row: states[row].max(1) * numbers + states[row].min(1) for row in rows},
        factors=factors,
        neighbours=_neighbours(rows, factors),
    )


def _neighbours(rows: Sequence[int], pairs: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    neighbours: dict[int, list[int]] = {row: [] for row in rows}
    for one, other in pairs:
        neighbours[one].append(other)
    return neighbours


def _gain(agree: float, numbers: int) -> float:
    """What agreement is worth when touching halves of this kind agree with the probability `agree`."""
    return math.log(agree / numbers) - math.log((1.0 - agree) / (numbers * (numbers - 1)))


def _agreements(contacts: Sequence[Contact], readings: Array) -> list[float]:
    """How probable it is that the halves of each touch agree, by its kind and by how the other ends on the table agree.

    Tiles laid out in rows or pushed into a heap touch without being joined: where the other ends of the table, and
    above all those of the same pile, do not agree, this one proves little. It never says more than on a table where
    people play.
    """
    if not contacts:
        return []
    (i, j), (a, b) = (np.array([getattr(c, name) for c in contacts]).T for name in ("tiles", "halves"))
    equal = (readings[i, a] * readings[j, b]).sum(-1)
    ends = np.array([contact.kind is not Kind.SIDE_TO_SIDE for contact in contacts])
    piles = Pieces(len(readings), zip(i.tolist(), j.tolist(), strict=True))
    pile = np.array([piles.find(tile) for tile in i.tolist()])
    agreed, count = (np.bincount(pile, weight)[pile] for weight in (equal * ends, ends))
    usual = np.array([AGREEMENT[contact.kind] for contact in contacts])
    elsewhere = _shrunk(usual, (equal * ends).sum() - agreed, ends.sum() - count)
    return [float(agree) for agree in np.minimum(usual, _shrunk(elsewhere, agreed - equal * ends, count - ends))]


def _shrunk(usual: Array, agreed: Array, count: NDArray[np.floating]) -> Array:
    """How often touches agree that usually do so, when `agreed` of `count` do here."""
    return np.asarray((usual * AGREEMENT_WEIGHT + agreed) / (AGREEMENT_WEIGHT + count))


def _factors(
    contacts: Sequence[Contact], agreements: Sequence[float], states: dict[int, NDArray[np.intp]], numbers: int
) -> dict[tuple[int, int], Array]:
    """For each touching pair the gain of each pair of states; a touch that agrees suffices."""
    factors: dict[tuple[int, int], Array] = {}
    for contact, agree in zip(contacts, agreements, strict=True):
        i, j = contact.tiles
        mine, theirs = states[i][:, contact.halves[0]], states[j][:, contact.halves[1]]
        gain = _gain(agree, numbers) * (1.0 if contact.quality > POOR_TOUCH else 0.6)
        factor = np.where(mine[:, None] == theirs[None, :], gain, 0.0)
        factors[i, j] = np.maximum(factors[i, j], factor) if (i, j) in factors else factor
    return factors | {(j, i): factor.T for (i, j), factor in factors.items()}


def _sober_logs(probabilities: NDArray[np.floating], numbers: int) -> Array:
    """Logarithms of the readings, cut to the set's numbers and mixed with a little doubt."""
    p = np.zeros((*probabilities.shape[:2], numbers))
    known = min(numbers, probabilities.shape[2])
    p[..., :known] = probabilities[..., :known]
    p = np.nan_to_num(np.clip(p, 0.0, 1.0))
    total = p.sum(-1, keepdims=True)
    p = np.where(total > 0, p / np.maximum(total, 1e-12), 1.0 / numbers)
    return np.asarray(np.log((1.0 - DOUBT) * p + DOUBT / numbers))


def _candidates(logs: Array) -> tuple[NDArray[np.intp], Array]:
    """The states of one tile that may matter, the best first: (k, 2) numbers and (k,) scores."""
    score = (logs[0][:, None] + logs[1][None, :]).ravel()
    order = np.argsort(-score, kind="stable")[:MOST_STATES]
    order = order[score[order] >= score[order[0]] - WIDEST_DROP]
    first, second = np.divmod(order, logs.shape[1])
    return np.stack([first, second], axis=1), score[order]


@dataclass(frozen=True)
class _Branch:
    """A part of all explanations: states that are ruled out by (tile, bone), bones whose loss is paid."""

    barred: frozenset[tuple[int, int]] = frozenset()
    paid: frozenset[int] = frozenset()


def best_explanation(model: Model) -> dict[int, int]:
    """The number of the best state of each tile.

    Exact where the touches form no rings and few bones come too often; a good start else.
    """
    trees = _trees(model)
    solved: dict[tuple[int, frozenset[tuple[int, int]]], tuple[float, dict[int, int]]] = {}

    def solve(branch: _Branch) -> tuple[float, dict[int, int]]:
        total = 0.0
        chosen: dict[int, int] = {}
        for number, tree in enumerate(trees):
            rows = {row for row, _ in tree}
            key = (number, frozenset(bar for bar in branch.barred if bar[0] in rows))
            if key not in solved:
                solved[key] = _max_sum(model, tree, key[1])
            total += solved[key][0]
            chosen |= solved[key][1]
        return total - _paid_loss(model, chosen, branch.paid), chosen

    score, chosen = solve(_Branch())
    waiting: list[tuple[float, int, _Branch, dict[int, int]]] = [(-score, 0, _Branch(), chosen)]
    for pushed in range(1, MOST_BRANCHES):
        _, _, branch, chosen = heapq.heappop(waiting)
        bone, holders = _excess(model, chosen, branch.paid)
        if bone is None:
            break
        children = [_Branch(branch.barred | {(row, bone)}, branch.paid) for row in holders]
        children.append(_Branch(branch.barred, branch.paid | {bone}))
        for number, child in enumerate(children):
            score, explanation = solve(child)
            heapq.heappush(waiting, (-score, 100 * pushed + number, child, explanation))
    return chosen


def _paid_loss(model: Model, chosen: dict[int, int], paid: frozenset[int]) -> float:
    """A bone whose loss is paid costs at least one loss, more when it is there still oftener."""
    if not paid:
        return 0.0
    holders = Counter(int(model.bones[row][state]) for row, state in chosen.items())
    return DUPLICATE_LOSS * sum(max(1, holders[bone] - model.copies) for bone in paid)


def _excess(model: Model, chosen: dict[int, int], paid: frozenset[int]) -> tuple[int | None, list[int]]:
    """A bone that is there too often without being paid for, and the tiles that show it."""
    holders: dict[int, list[int]] = {}
    for row, state in chosen.items():
        holders.setdefault(int(model.bones[row][state]), []).append(row)
    for bone, rows in holders.items():
        if len(rows) > model.copies and bone not in paid:
            return bone, rows
    return None, []


def _max_sum(
    model: Model, tree: list[tuple[int, int | None]], barred: frozenset[tuple[int, int]]
) -> tuple[float, dict[int, int]]:
    """The best states along a tree, and their score; some bones are barred for some tiles."""
    gain = {row: model.scores[row].copy() for row, _ in tree}
    for row, bone in barred:
        gain[row][model.bones[row] == bone] = -1e6
    best: dict[int, NDArray[np.intp]] = {}
    for row, parent in reversed(tree):
        if parent is not None:
            through = model.factors[parent, row] + gain[row][None, :]
            best[row] = through.argmax(axis=1)
            gain[parent] += through.max(axis=1)
    chosen: dict[int, int] = {}
    for row, parent in tree:
        chosen[row] = int(gain[row].argmax()) if parent is None else int(best[row][chosen[parent]])
    return float(gain[tree[0][0]].max()), chosen


def _trees(model: Model) -> list[list[tuple[int, int | None]]]:
    """The pieces of tiles that touch, each as a spanning tree: (row, its parent), parents before their children."""
    trees: list[list[tuple[int, int | None]]] = []
    seen: set[int] = set()
    for start in model.rows:
        if start in seen:
            continue
        seen.add(start)
        tree: list[tuple[int, int | None]] = [(start, None)]
        for row, _ in tree:
            fresh = [other for other in model.neighbours[row] if other not in seen]
            seen.update(fresh)
            tree += [(other, row) for other in fresh]
        trees.append(tree)
    return trees
