"""How tiles were taken that are no plays: those that stand on edge, and those that are partly covered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from vision.scene import Floats, Scene

NEAR = 0.75
"""Of a half's side: a report whose middle is nearer than this to the middle of a tile is about that tile."""


@dataclass(frozen=True)
class Place:
    """Where a tile is in a picture.

    Attributes:
        middle: of what is seen of it, in pixels of the picture.
        side: of a half, in pixels.
        kind: "standing", "partial" (it lies, and a part of it is covered), or "whole" for all others.
    """

    middle: tuple[float, float]
    side: float
    kind: str = "whole"


@dataclass(frozen=True)
class AsideScore:
    """Counts of tiles that stand or are partly covered; those of several pictures add up with `+`.

    Attributes:
        standing: tiles that stand, wholly seen.
        told_standing: those reported as standing.
        laid_standing: those reported as tiles that lie on the table, face up or down: plays that are none.
        partial: tiles of which a part is covered.
        told_partial: those reported as partly covered.
        read_partial: those reported as tiles that lie whole; their numbers are scored elsewhere.
    """

    standing: int = 0
    told_standing: int = 0
    laid_standing: int = 0
    partial: int = 0
    told_partial: int = 0
    read_partial: int = 0

    def __add__(self, other: AsideScore) -> AsideScore:
        return AsideScore(*(getattr(self, name) + getattr(other, name) for name in ASIDE_COUNTS))


ASIDE_COUNTS = tuple(field.name for field in fields(AsideScore))


def score_asides(places: Sequence[Place], scene: Scene) -> AsideScore:
    """Compares what was reported with the places of all tiles; each report is about the nearest tile, if any is near.

    Args:
        places: of all tiles of the picture, also of those that lie whole.
        scene: in pixels of the picture.
    """
    if not places:
        return AsideScore()
    laid = _nearest(places, scene.centers.mean(axis=1))
    told = {
        face: _nearest(places, _middles([aside.corners for aside in scene.asides if aside.face == face]))
        for face in ("standing", "partial")
    }
    rows = {kind: {row for row, place in enumerate(places) if place.kind == kind} for kind in told}
    return AsideScore(
        standing=len(rows["standing"]),
        told_standing=len(rows["standing"] & told["standing"] - laid),
        laid_standing=len(rows["standing"] & laid),
        partial=len(rows["partial"]),
        told_partial=len(rows["partial"] & told["partial"] - laid),
        read_partial=len(rows["partial"] & laid),
    )


def _nearest(places: Sequence[Place], middles: Floats) -> set[int]:
    """The rows of the places that (n, 2) reports are about."""
    known = np.array([place.middle for place in places])
    sides = np.array([place.side for place in places])
    apart = np.linalg.norm(middles[:, None] - known[None], axis=2) / np.maximum(sides, 1.0)
    nearest = apart.argmin(axis=1)
    return set(nearest[apart.min(axis=1) < NEAR].tolist())


def _middles(outlines: Sequence[Floats]) -> Floats:
    return np.array([outline.mean(axis=0) for outline in outlines], np.float32).reshape(-1, 2)
