"""Hands: the tiles beside the line that lie or stand before a seat, by the edge of the picture where the seat is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.contact import half_side
from vision.layout import Layout
from vision.pieces import Pieces

Edge = Literal["N", "E", "S", "W"]
Points = NDArray[np.float64]

NEAR_EDGE = 0.25  # of the picture's width or height
BESIDE = 1.7  # of a half's side, from middle to middle of halves: tiles of one row
BEYOND = 1.5  # of a half's side: so far from the line's tiles a row is no part of the line's surroundings


@dataclass(frozen=True)
class Hand:
    """What one seat holds.

    Attributes:
        edge: of the picture, where the seat is: N is the upper one.
        tiles: rows of the scene, and beyond them len(scene) + the number of an aside that stands.
    """

    edge: Edge
    tiles: tuple[int, ...]


def find_hands(layout: Layout) -> tuple[Hand, ...]:
    """The hands, those at the upper edge first, then clockwise.

    Tiles that are not joined and lie near each other make a row. A row belongs to a seat when it lies near an edge of
    the picture, or beyond all that was played. Rows face down are a boneyard. Where nothing was played rows are
    hands only when some of their tiles stand: others are a set spread out.
    """
    where = _places(layout)
    if not where:
        return ()
    held: defaultdict[Edge, list[int]] = defaultdict(list)
    for row in _rows(where, _unit(layout)):
        open_ones = [tile for tile in row if tile >= len(layout.scene) or layout.scene.face_up[tile]]
        if not layout.lines and (len(row) == 1 or max(row) < len(layout.scene)):
            continue
        edge = _edge(layout, np.concatenate([where[tile] for tile in row]), len(row))
        if edge is not None and open_ones:
            held[edge] += row
    order: tuple[Edge, ...] = ("N", "E", "S", "W")
    return tuple(Hand(edge, tuple(sorted(held[edge]))) for edge in order if held[edge])


def _places(layout: Layout) -> dict[int, Points]:
    """Of each tile that may be held some points along its middle, in pixels."""
    scene = layout.scene
    flat = {row: scene.centers[row].astype(np.float64) for row in layout.loose}
    standing = {
        len(scene) + number: _spine(aside.corners)
        for number, aside in enumerate(scene.asides)
        if aside.face == "standing"
    }
    return flat | standing


def _spine(outline: NDArray[np.floating]) -> Points:
    """Two points like the middles of halves, on the longer middle line of a quadrangle: (4, 2) -> (2, 2)."""
    corners = outline.astype(np.float64)
    middles = (corners + np.roll(corners, -1, axis=0)) / 2
    spans = middles[:2] - middles[2:]
    long = int(np.linalg.norm(spans, axis=1).argmax())
    return np.stack([middles[long] - spans[long] / 4, middles[long] - 3 * spans[long] / 4])


def _unit(layout: Layout) -> float:
    """A half's side in pixels."""
    scene = layout.scene
    if len(scene):
        return float(np.median(half_side(scene.corners)))
    return float(np.median([np.linalg.norm(np.subtract(*_spine(aside.corners))) for aside in scene.asides]))


def _rows(where: dict[int, Points], unit: float) -> list[list[int]]:
    """The tiles that lie near each other."""
    tiles = list(where)
    points = np.stack([where[tile] for tile in tiles])
    apart = np.linalg.norm(points[:, None, :, None] - points[None, :, None, :], axis=-1).min(axis=(2, 3))
    first, second = np.nonzero(np.triu(apart < BESIDE * unit, 1))
    near = zip(first.tolist(), second.tolist(), strict=True)
    return [[tiles[place] for place in piece] for piece in Pieces(len(tiles), near).members()]


def _edge(layout: Layout, points: Points, count: int) -> Edge | None:
    """The edge at which a row of `count` tiles lies; None where it is nobody's."""
    away = _away(points.mean(axis=0), layout.scene.size)
    nearest = min(away, key=away.__getitem__)
    if away[nearest] <= NEAR_EDGE:
        return nearest
    return _beyond(layout, points) if count > 1 else None


def _away(point: Points, size: Sequence[int]) -> dict[Edge, float]:
    """How far a point lies from each edge, in widths and heights of the picture."""
    x, y = (point / np.array(size, np.float64)).tolist()
    return {"N": y, "E": 1 - x, "S": 1 - y, "W": x}


def _beyond(layout: Layout, points: Points) -> Edge | None:
    """The side on which points lie beyond all tiles of the lines."""
    played = [row for line in layout.lines for row in line.tiles]
    if len(played) < 2:
        return None
    outline = layout.scene.corners[played].reshape(-1, 2).astype(np.float64)
    sides: dict[Edge, float] = dict(_distances(outline, points))
    farthest = max(sides, key=sides.__getitem__)
    return farthest if sides[farthest] > BEYOND * _unit(layout) else None


def _distances(outline: Points, points: Points) -> Iterator[tuple[Edge, float]]:
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    yield "N", float(top - points[:, 1].max())
    yield "E", float(points[:, 0].min() - right)
    yield "S", float(points[:, 1].min() - bottom)
    yield "W", float(left - points[:, 0].max())
