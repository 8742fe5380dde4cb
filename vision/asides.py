"""Tiles that are seen but not read: those that stand on edge, and those of which a part is covered."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.reader import Reader, Reading
from vision.scene import Aside
from vision.selection import choose, shared_area

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

_LEAST = 0.5
_SURE = 0.75
_COVERED_BY_READ = 0.25
"""An outline that shares more than this with a tile that was read is that tile."""


def find_asides(
    reader: Reader, photo: Bytes, rough: Reading, unread: NDArray[np.bool_], read: Floats
) -> tuple[Aside, ...]:
    """The tiles that stand or are partly covered.

    Args:
        reader: reads the likely ones a second time.
        photo: (height, width, 3) uint8 BGR.
        rough: a first reading of all proposals.
        unread: (n,) which of them are no tile that lies whole.
        read: (k, 4, 2) pixels of the tiles that lie there and were read.
    """
    likely = unread & (np.maximum(_standing(rough), _partial(rough)) > _LEAST)
    if not likely.any():
        return ()
    outlines = rough.corners[likely]
    fine = reader.read(photo, outlines, 0, mirrored=True)
    standing, partial = _standing(fine), _partial(fine)
    scores = np.maximum(standing, partial)
    scores = np.where([_is_free(outline, read) for outline in outlines], scores, 0).astype(np.float32)
    return tuple(
        Aside("standing" if standing[row] >= partial[row] else "partial", outlines[row], float(scores[row]))
        for row in choose(outlines, scores, _SURE)
    )


def _standing(reading: Reading) -> Floats:
    return np.asarray(reading.standing.mean(axis=1), np.float32)


def _partial(reading: Reading) -> Floats:
    """Both halves must say it: a half alone is easily mistaken."""
    return np.asarray(np.sqrt(reading.partial.prod(axis=1)), np.float32)


def _is_free(outline: Floats, read: Floats) -> bool:
    area = max(1.0, float(np.prod(np.ptp(outline, axis=0))) / 2)
    return all(shared_area(outline, other) < _COVERED_BY_READ * area for other in read)
