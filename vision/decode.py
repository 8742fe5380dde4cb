"""The most probable values of the whole table.

The set (each tile so many times), the touching halves (equal numbers) and the readings together form an
error-correcting code: a reading is evidence, not a decision. The score of an explanation is a sum of natural
logarithms: of the probabilities that were read, a gain for each touch whose numbers agree, a loss for each tile too
many. `vision.explanation` holds the model and finds the best explanation; here it is polished where touches form rings,
and the probability of each number is worked out.
A reading that is surer than all that speaks against it stands, and shows as an illegal touch or a duplicate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tiles import TileSet
from vision.contact import Contact
from vision.explanation import DUPLICATE_LOSS, Array, Model, best_explanation, build_model

MOST_SWEEPS = 20
SURE_LEAD = 7.0  # nats ahead of all others: a reading of more than 99.9 %


@dataclass(frozen=True, eq=False)
class Decoded:
    """The chosen values.

    Attributes:
        pips: (n, 2) the number on each half, -1 on a tile that lies face down.
        confidence: (n, 2) float32, the probability of each number, given the table; 0 where face down.
        margin: natural logarithm of how many times more probable this explanation of the table is than the best one in
            which one tile, or two that touch or claim the same bone, are others; infinite where nothing can be read.
    """

    pips: NDArray[np.intp]
    confidence: NDArray[np.float32]
    margin: float


def decode(
    probabilities: NDArray[np.floating],
    face_up: NDArray[np.bool_],
    contacts: Sequence[Contact],
    tile_set: TileSet,
    copies: int = 1,
) -> Decoded:
    """Chooses the most probable values of all tiles together.

    Args:
        probabilities: (n, 2, k) of each half for 0 .. k-1 pips.
        face_up: (n,) which tiles can be read at all.
        contacts: the halves that touch.
        tile_set: numbers above its largest are left out.
        copies: how many of these sets are on the table.
    """
    model = build_model(probabilities, face_up, contacts, tile_set, copies)
    search = _Search(model)
    search.settle()
    return search.result(len(face_up))


class _Search:
    """Local search over whole tiles: one tile at a time, then two that touch or that claim the same bone."""

    def __init__(self, model: Model) -> None:
        self.copies, self.rows, self.states = model.copies, model.rows, model.states
        self.scores, self.bones, self.factors = model.scores, model.bones, model.factors
        self.neighbours = model.neighbours
        self.chosen = best_explanation(model)
        self.joints: dict[tuple[int, int], Array] = {}
        self.count = np.zeros(model.numbers**2, np.intp)
        for row in self.rows:
            self.count[self.bones[row][self.chosen[row]]] += 1

    def settle(self) -> None:
        """Sweeps until nothing gets better."""
        for _ in range(MOST_SWEEPS):
            self.joints.clear()
            changed = [self._move_one(row) for row in self.rows]
            changed += [self._move_two(i, j) for i, j in self._pairs()]
            if not any(changed):
                return
        self.joints.clear()

    def _pairs(self) -> list[tuple[int, int]]:
        """Pairs worth a common move: those that touch, and those where one wants the bone that the other has."""
        holders: dict[int, list[int]] = {}
        for row in self.rows:
            holders.setdefault(int(self.bones[row][self.chosen[row]]), []).append(row)
        pairs: set[tuple[int, int]] = set()
        for row in self.rows:
            if self._is_content(row):
                continue
            wanted = self.scores[row] > self.scores[row][self.chosen[row]] - DUPLICATE_LOSS
            rivals = [other for bone in set(self.bones[row][wanted].tolist()) for other in holders.get(bone, [])]
            pairs |= {(min(row, other), max(row, other)) for other in rivals + self.neighbours[row] if other != row}
        return sorted(pairs)

    def _is_content(self, row: int) -> bool:
        """Whether the tile shows what was so surely read that nothing it touches can change it, and is no duplicate."""
        state, scores = self.chosen[row], self.scores[row]
        if state != 0 or self.count[self.bones[row][state]] > self.copies:
            return False
        lead = math.inf if len(scores) == 1 else float(scores[0] - scores[1])
        for other in self.neighbours[row]:
            factor = self.factors[row, other]
            if factor[state, self.chosen[other]] <= 0:
                lead -= float(factor.max())
        return lead > SURE_LEAD

    def _alone(self, row: int, without: tuple[int, ...] = ()) -> Array:
        """The score of each state of a tile from its reading and the touches with all tiles but `without`."""
        score = self.scores[row].copy()
        for other in self.neighbours[row]:
            if other not in without:
                score += self.factors[row, other][:, self.chosen[other]]
        return score

    def _excess(self, bones: NDArray[np.intp]) -> Array:
        """What it costs to add each of these bones to those that are counted now."""
        return np.where(self.count[bones] >= self.copies, DUPLICATE_LOSS, 0.0)

    def _set(self, row: int, state: int) -> None:
        self.chosen[row] = state
        self.count[self.bones[row][state]] += 1

    def _lift(self, row: int) -> int:
        state = self.chosen[row]
        self.count[self.bones[row][state]] -= 1
        return state

    def _move_one(self, row: int) -> bool:
        before = self._lift(row)
        score = self._alone(row) - self._excess(self.bones[row])
        after = int(score.argmax())
        if score[after] <= score[before] + 1e-9:
            after = before
        self._set(row, after)
        return after != before

    def _move_two(self, i: int, j: int) -> bool:
        before = (self._lift(i), self._lift(j))
        joint = self.joints[i, j] = self._joint(i, j)
        best = np.unravel_index(int(joint.argmax()), joint.shape)
        after = (int(best[0]), int(best[1]))
        if joint[after] <= joint[before] + 1e-9:
            after = before
        self._set(i, after[0])
        self._set(j, after[1])
        return after != before

    def _joint(self, i: int, j: int) -> Array:
        """The score of each pair of states of two tiles, both lifted, all others as chosen."""
        one = self._alone(i, without=(j,)) - self._excess(self.bones[i])
        two = self._alone(j, without=(i,)) - self._excess(self.bones[j])
        joint = one[:, None] + two[None, :]
        if (i, j) in self.factors:
            joint += self.factors[i, j]
        same = self.bones[i][:, None] == self.bones[j][None, :]
        full = self.count[self.bones[i]] == self.copies - 1
        joint -= np.where(same & full[:, None], DUPLICATE_LOSS, 0.0)
        return np.asarray(joint)

    def result(self, count: int) -> Decoded:
        """The values chosen; the confidence of a half is the least that any pair of tiles leaves it."""
        pips = np.full((count, 2), -1, np.intp)
        confidence = np.zeros((count, 2), np.float32)
        agree = {row: (self.states[row] == self.states[row][self.chosen[row]]).astype(np.float64) for row in self.rows}
        rival = 0.0
        for row in self.rows:
            pips[row] = self.states[row][self.chosen[row]]
            state = self._lift(row)
            weights = _weights(self._alone(row) - self._excess(self.bones[row]))
            self._set(row, state)
            confidence[row] = weights @ agree[row] / weights.sum()
            rival = max(rival, _second(weights))
        for i, j in self._pairs():
            weights = _weights(self._joint_of_lifted(i, j))
            total = weights.sum()
            rival = max(rival, _second(weights))
            confidence[i] = np.minimum(confidence[i], weights.sum(axis=1) @ agree[i] / total)
            confidence[j] = np.minimum(confidence[j], weights.sum(axis=0) @ agree[j] / total)
        return Decoded(pips, confidence, -math.log(rival) if rival > 0 else math.inf)

    def _joint_of_lifted(self, i: int, j: int) -> Array:
        """See `_joint`; that of the last sweep, in which nothing changed, still holds."""
        if (i, j) not in self.joints:
            before = (self._lift(i), self._lift(j))
            self.joints[i, j] = self._joint(i, j)
            self._set(i, before[0])
            self._set(j, before[1])
        return self.joints[i, j]


def _weights(scores: Array) -> Array:
    """The odds of each state or pair of states, the best one's being 1."""
    return np.asarray(np.exp(scores - scores.max()))


def _second(weights: Array) -> float:
    """The second largest weight; 0 where there is but one."""
    return float(np.partition(weights, -2, axis=None)[-2]) if weights.size > 1 else 0.0
