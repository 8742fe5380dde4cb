"""Which halves of which tiles touch, from the outlines alone.

A half has three outer sides: its end and two long sides. Two tiles touch where a side of one runs along a side of the
other, face to face, with little between them. Whether such a touch joins the tiles is for `vision.layout` to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.scene import Floats, Scene


class Kind(Enum):
    """How two halves touch."""

    END_TO_END = "end to end"
    END_TO_SIDE = "end to side"
    SIDE_TO_SIDE = "side to side"


LARGEST_ANGLE = np.deg2rad(30.0)
# In units of a half's side: a real gap of a quarter, and the jitter of two detected edges. The less a kind of touch is
# likely by chance, the more it is allowed.
LARGEST_GAP = {Kind.END_TO_END: 0.5, Kind.END_TO_SIDE: 0.45, Kind.SIDE_TO_SIDE: 0.34}
DEEPEST_OVERLAP = -0.35
LEAST_RUN = 0.38  # of a half's side, along which the two sides must adjoin
LEAST_SHARED_RUN = 0.27  # the lesser part of an end that meets the middle of a long side
WIDEST_ROW = 0.7  # between long sides of tiles that lie abreast, of which one half touches
LARGEST_SCALE_RATIO = 1.6

# The six outer sides of a tile, as (half, index of the first point, index of the second) into the outline with the
# middles of the long sides put in: corner 0, middle, corner 1, corner 2, middle, corner 3.
_SIDES = ((0, 5, 0), (1, 2, 3), (0, 0, 1), (1, 1, 2), (1, 3, 4), (0, 4, 5))
SIDE_NAMES = ("end 0", "end 1", "first long side 0", "first long side 1", "second long side 1", "second long side 0")
END_SIDES = (0, 1)


@dataclass(frozen=True)
class Contact:
    """Two halves that touch.

    Attributes:
        tiles: the rows of both tiles in the scene, the smaller first.
        halves: the half of each that touches.
        sides: which of the six outer sides of each touches (an index into `SIDE_NAMES`).
        run: how far the sides adjoin, in units of a half's side.
        gap: what lies between them, in the same unit; negative where the outlines overlap.
        crosswise: an end that meets the middle of a long side, as at a double that lies across.
        abreast: long sides that lie against each other over both halves, as in a hand.
        skew: the angle between the two sides, in degrees.
    """

    tiles: tuple[int, int]
    halves: tuple[int, int]
    sides: tuple[int, int]
    run: float
    gap: float
    crosswise: bool = False
    abreast: bool = False
    skew: float = 0.0

    @property
    def kind(self) -> Kind:
        """Ends, long sides, or one of each."""
        return _kind(self.sides)

    @property
    def quality(self) -> float:
        """0..1: how well the two sides lie against each other; an end across lies against two halves."""
        closeness = 1.0 - max(0.0, abs(self.gap) - 0.1) / 0.5
        return min(1.0, max(0.0, self.run * (2.0 if self.crosswise else 1.0))) * max(0.0, closeness)


def half_side(corners: Floats) -> NDArray[np.float64]:
    """The length of a half's side of each tile in pixels, from its area: (n, 4, 2) -> (n,)."""
    x, y = corners[..., 0].astype(np.float64), corners[..., 1].astype(np.float64)
    area = 0.5 * np.abs((x * np.roll(y, -1, axis=-1) - y * np.roll(x, -1, axis=-1)).sum(axis=-1))
    return np.asarray(np.sqrt(np.maximum(area, 1e-9) / 2.0))


def find_contacts(scene: Scene) -> tuple[Contact, ...]:
    """All pairs of halves that touch, at most one for each pair of halves."""
    if len(scene) < 2:
        return ()
    unit = half_side(scene.corners)
    first, second = _near_pairs(scene, unit)
    if len(first) == 0:
        return ()
    run, gap, skew = _facing(scene.corners[first], scene.corners[second], 0.5 * (unit[first] + unit[second]))
    pairs = list(zip(first.tolist(), second.tolist(), strict=True))
    best: dict[tuple[int, int, int, int], Contact] = {}
    touching = (run >= LEAST_SHARED_RUN) & (gap >= DEEPEST_OVERLAP) & (gap <= LARGEST_GAP[Kind.END_TO_END])
    for pair, a, b in np.argwhere(touching).tolist():
        contact = _contact(pairs[pair], (a, b), run[pair], gap[pair], float(skew[pair, a, b]))
        if contact is None:
            continue
        place = (*contact.tiles, *contact.halves)
        if place not in best or contact.quality > best[place].quality:
            best[place] = contact
    return tuple(best.values())


def _near_pairs(scene: Scene, unit: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs whose middles are so near that they may touch, and that are about equally large."""
    middle = scene.corners.mean(axis=1).astype(np.float64)
    apart = np.linalg.norm(middle[:, None] - middle[None, :], axis=2)
    larger, smaller = np.maximum.outer(unit, unit), np.minimum.outer(unit, unit)
    near = (apart < 2.7 * larger) & (larger < LARGEST_SCALE_RATIO * smaller)
    first, second = np.nonzero(np.triu(near, 1))
    return first, second


def _outer_sides(corners: Floats) -> NDArray[np.float64]:
    """The six outer sides of each tile as segments: (n, 4, 2) -> (n, 6, 2, 2)."""
    c = corners.astype(np.float64)
    outline = np.stack([c[:, 0], (c[:, 0] + c[:, 1]) / 2, c[:, 1], c[:, 2], (c[:, 2] + c[:, 3]) / 2, c[:, 3]], axis=1)
    return np.stack([outline[:, [a, b]] for _, a, b in _SIDES], axis=1)


def _side_directions(corners: Floats) -> NDArray[np.float64]:
    """The directions of the six outer sides, each from both parallel edges: (n, 4, 2) -> (n, 6, 2).

    A single short edge would follow the jitter of its two corners.
    """
    c = corners.astype(np.float64)
    along, across = _unit(c[:, 1] + c[:, 2] - c[:, 0] - c[:, 3]), _unit(c[:, 2] + c[:, 3] - c[:, 0] - c[:, 1])
    return np.stack([-across, across, along, along, -along, -along], axis=1)


def _facing(
    one: Floats, other: Floats, unit: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """For m pairs of outlines, the common run, the gap and the angle of each pair of sides: three (m, 6, 6) arrays.

    The run is negative where the sides do not face each other.
    """
    a, b = _outer_sides(one)[:, :, None], _outer_sides(other)[:, None, :]
    along_a, along_b = _side_directions(one)[:, :, None], _side_directions(other)[:, None, :]
    turned = -(along_a * along_b).sum(-1)
    facing = turned > np.cos(LARGEST_ANGLE)
    along = _unit(along_a - along_b)
    a0, a1 = (a[..., 0, :] * along).sum(-1), (a[..., 1, :] * along).sum(-1)
    b0, b1 = (b[..., 1, :] * along).sum(-1), (b[..., 0, :] * along).sum(-1)
    start, stop = np.maximum(a0, b0), np.minimum(a1, b1)
    middle = 0.5 * (start + stop)
    outward = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    at_a = _height(a[..., 0, :], a[..., 1, :], outward, a0, a1, middle)
    at_b = _height(b[..., 1, :], b[..., 0, :], outward, b0, b1, middle)
    scale = unit[:, None, None]
    run = np.where(facing, (stop - start) / scale, -1.0)
    return run, (at_b - at_a) / scale, np.degrees(np.arccos(np.clip(turned, -1.0, 1.0)))


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9))


def _height(
    start: NDArray[np.float64],
    stop: NDArray[np.float64],
    outward: NDArray[np.float64],
    at_start: NDArray[np.float64],
    at_stop: NDArray[np.float64],
    at: NDArray[np.float64],
) -> NDArray[np.float64]:
    """How far outward the segment lies at position `at` of the common direction."""
    part = np.clip((at - at_start) / np.maximum(at_stop - at_start, 1e-9), 0.0, 1.0)
    point = start + part[..., None] * (stop - start)
    return np.asarray((point * outward).sum(-1))


def _contact(
    tiles: tuple[int, int], sides: tuple[int, int], run: NDArray[np.float64], gap: NDArray[np.float64], skew: float
) -> Contact | None:
    """The contact of these sides of two tiles; None where they adjoin too little or lie too far apart."""
    kind = _kind(sides)
    twin = _twin_run(*sides, run, gap) if kind is Kind.END_TO_SIDE else 0.0
    own_run, own_gap = float(run[sides]), float(gap[sides])
    if own_gap > LARGEST_GAP[kind] or own_run + twin < LEAST_RUN:
        return None
    return Contact(
        tiles,
        (_SIDES[sides[0]][0], _SIDES[sides[1]][0]),
        sides,
        own_run,
        own_gap,
        crosswise=twin >= LEAST_SHARED_RUN,
        abreast=kind is Kind.SIDE_TO_SIDE and _are_abreast(*sides, run, gap),
        skew=skew,
    )


def _kind(sides: tuple[int, int]) -> Kind:
    ends = sum(side in END_SIDES for side in sides)
    return (Kind.SIDE_TO_SIDE, Kind.END_TO_SIDE, Kind.END_TO_END)[ends]


_TWIN = {2: 3, 3: 2, 4: 5, 5: 4}  # the other half of the same long side


def _twin_run(a: int, b: int, run: NDArray[np.float64], gap: NDArray[np.float64]) -> float:
    """Where an end meets a long side: its run along the other half of that side."""
    c, d = (a, _TWIN[b]) if a in END_SIDES else (_TWIN[a], b)
    touches = DEEPEST_OVERLAP <= gap[c, d] <= LARGEST_GAP[Kind.END_TO_SIDE]
    return max(0.0, float(run[c, d])) if touches else 0.0


def _are_abreast(a: int, b: int, run: NDArray[np.float64], gap: NDArray[np.float64]) -> bool:
    """Where long sides touch: whether their other halves lie against each other, too."""
    c, d = _TWIN[a], _TWIN[b]
    return bool(run[c, d] >= LEAST_RUN and DEEPEST_OVERLAP <= gap[c, d] <= WIDEST_ROW)
