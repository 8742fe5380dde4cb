"""What a picture shows, exactly: a JSON object for each picture."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from models.validation.plan import Plan
from models.validation.poses import Floats, Piece, moved
from models.validation.sets import Kind
from models.validation.view import View

Sees = Callable[[int, Floats], bool]
"""Whether the camera sees this point (3,) of the tile with this number."""

_GRID = 7


def picture_truth(plan: Plan, pieces: list[Piece], sees: Sees) -> dict[str, Any]:
    """One line of truth.jsonl.

    A tile has its `face` ("up", "down", "standing"), the `corners` of what is seen of it, clockwise, so that half 0
    lies between the last and the first, and its `halves` with `center` (pixels) and `visible` (share seen, 0..1). Tiles
    that lie face down have their pips all the same. A tile of which nothing is seen is left out.
    """
    tiles = []
    for row, piece in enumerate(pieces):
        tile = _tile_truth(plan, piece, partial(sees, row))
        if any(half["visible"] > 0 for half in tile["halves"]):
            tiles.append(tile)
    return {
        "picture": f"{plan.number:04d}.jpg",
        "seed": plan.seed,
        "size": list(plan.view.size),
        "set": f"D{plan.max_pips}",
        "kind": plan.kind.name,
        "table": plan.table,
        "light": plan.light,
        "layout": plan.layout,
        "tilt": round(math.degrees(plan.view.tilt), 1),
        "focal": plan.view.focal,
        "tiles": tiles,
    }


def _tile_truth(plan: Plan, piece: Piece, sees: Callable[[Floats], bool]) -> dict[str, Any]:
    outline, turned = seen_outline(plan.kind, piece, plan.view)
    corners = plan.view.project(outline)
    order = piece.pips[::-1] if turned else piece.pips
    halves = []
    for half, pips in enumerate(order):
        center = plan.view.project(_on(outline, 0.25 + 0.5 * half, 0.5)[None])[0]
        shares = (np.arange(_GRID) + 0.5) / _GRID * 0.92 + 0.04
        points = [_on(outline, (half + along) / 2, across) for along in shares for across in shares]
        visible = sum(_inside(plan.view, point) and sees(point) for point in points) / len(points)
        halves.append({"pips": pips, "center": _rounded(center), "visible": round(visible, 3)})
    tile = f"{order[0]}-{order[1]}"
    return {"tile": tile, "face": piece.face, "halves": halves, "corners": [_rounded(corner) for corner in corners]}


def seen_outline(kind: Kind, piece: Piece, view: View) -> tuple[Floats, bool]:
    """(4, 3) points around what is seen of the tile, clockwise in the picture; whether half 1 comes first.

    Of a tile that lies, the face or the back that looks up; of one that stands, from its far upper edge to its near
    foot.
    """
    long, deep, high = kind.length / 2, kind.width / 2, kind.thickness / 2
    if piece.face == "standing":
        outlines = [_along(long, (deep, high), (-deep, -high)), _along(long, (deep, -high), (-deep, high))]
    else:
        up = high if piece.face == "up" else -high
        outlines = [_along(long, (-deep, up), (deep, up))]
    places = [moved(piece.pose, outline) for outline in outlines]
    seen = max(places, key=lambda points: abs(_area(view.project(points))))
    if _area(view.project(seen)) < 0:
        return seen[[1, 0, 3, 2]], True
    return seen, False


def _along(long: float, one: tuple[float, float], other: tuple[float, float]) -> Floats:
    return np.array([[-long, *one], [long, *one], [long, *other], [-long, *other]])


def _area(corners: Floats) -> float:
    """Twice the area, positive where the corners run clockwise in the picture (y down)."""
    x, y = corners.T
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))


def _on(outline: Floats, along: float, across: float) -> Floats:
    low = outline[0] + (outline[1] - outline[0]) * along
    high = outline[3] + (outline[2] - outline[3]) * along
    return np.asarray(low + (high - low) * across)


def _inside(view: View, point: Floats) -> bool:
    x, y = view.project(point[None])[0]
    return bool(-0.5 <= x < view.size[0] - 0.5 and -0.5 <= y < view.size[1] - 0.5)


def _rounded(point: Floats) -> list[float]:
    return [round(float(value), 1) for value in point]
