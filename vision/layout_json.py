"""A layout as JSON values (the contract of `read --json`).

Tiles are named by their `id` throughout. `lines` holds every piece that is legally joined, the largest first, so two
separate lines are two entries; `hands` what lies or stands before a seat, by the edge of the picture ("N" is the upper
one). A tile in a hand is also in `loose`, unless it stands. `margin` is the natural logarithm of how many times more
probable the numbers of the whole table are than the next best ones; null where no tile lies face up.
"""

from __future__ import annotations

import math
from typing import Any

from vision.hands import find_hands
from vision.layout import Layout, Line
from vision.scene import Aside


def layout_as_json(layout: Layout) -> dict[str, Any]:
    """The layout as plain dicts, lists, strings and numbers; coordinates in pixels of the upright photo."""
    return {
        "size": [int(layout.scene.size[0]), int(layout.scene.size[1])],
        "set": str(layout.tile_set),
        "tiles": [_tile(layout, row) for row in range(len(layout.scene))]
        + [_aside(aside, len(layout.scene) + index) for index, aside in enumerate(layout.scene.asides)],
        "junctions": [
            {"tiles": list(j.tiles), "halves": list(j.halves), "pips": list(j.pips), "legal": j.legal}
            for j in layout.junctions
        ],
        "lines": [_line(line) for line in layout.lines],
        "loose": list(layout.loose),
        "hands": [{"edge": hand.edge, "tiles": list(hand.tiles)} for hand in find_hands(layout)],
        "problems": list(layout.problems),
        "pips": layout.pips_sum,
        "blocked": layout.blocked,
        "margin": round(layout.margin, 2) if math.isfinite(layout.margin) else None,
    }


def _line(line: Line) -> dict[str, Any]:
    ends = [{"tile": end.tile, "half": end.half, "pips": end.pips} for end in line.open_ends]
    return {"tiles": list(line.tiles), "house": line.house, "open_ends": ends, "pips": line.pips}


def _tile(layout: Layout, row: int) -> dict[str, Any]:
    """One tile; the confidence of a tile that lies face down is that there is one."""
    scene, tile = layout.scene, layout.tile(row)
    halves: list[dict[str, Any]] = []
    for half in (0, 1):
        entry: dict[str, Any] = {"center": _rounded(scene.centers[row, half])}
        if tile is not None:
            entry["pips"] = int(layout.pips[row, half])
            entry["confidence"] = round(float(layout.confidence[row, half]), 4)
            entry["probabilities"] = [round(float(p), 4) for p in scene.probabilities[row, half]]
        halves.append(entry)
    confidence = float(layout.confidence[row].prod()) if tile is not None else float(scene.scores[row])
    return {
        "id": row,
        "face": "down" if tile is None else "up",
        "tile": None if tile is None else str(tile),
        "confidence": round(confidence, 4),
        "halves": halves,
        "corners": [_rounded(corner) for corner in scene.corners[row]],
    }


def _aside(aside: Aside, number: int) -> dict[str, Any]:
    """A tile that stands or is partly covered: where it is, and no numbers."""
    return {
        "id": number,
        "face": aside.face,
        "tile": None,
        "confidence": round(aside.score, 4),
        "halves": [],
        "corners": [_rounded(corner) for corner in aside.corners],
    }


def _rounded(point: Any) -> list[float]:
    return [round(float(value), 1) for value in point]
