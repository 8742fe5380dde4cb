"""A table seen from a seat, searched once more as if from above: there its far tiles are neither small nor flat."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detector import Detector, distinct
from vision.plane import Plane

Bytes = NDArray[np.uint8]
Corners = NDArray[np.float32]

_LARGEST = 2.0
"""How much larger than the photo the view may be, and how much farther from the tiles seen it reaches than these."""


def places_from_above(detector: Detector, photo: Bytes, plane: Plane, tiles: Corners) -> Corners:
    """(m, 4, 2) pixels of the photo: outlines in which a tile may be, found in a view from above.

    Args:
        detector: finds them.
        photo: (height, width, 3) uint8 BGR.
        plane: of the table.
        tiles: (n, 4, 2) pixels of those that are known; the view shows the table around them.
    """
    height, width = photo.shape[:2]
    matrix, size = _window(plane.from_above((width, height)), tiles, max(width, height))
    view = cv2.warpPerspective(photo, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    found = distinct(detector.propose(view.astype(np.uint8))).corners
    if not len(found):
        return found
    back = cv2.perspectiveTransform(found.reshape(1, -1, 2).astype(np.float64), np.linalg.inv(matrix))
    corners = back.reshape(-1, 4, 2).astype(np.float32)
    inside = ((corners.mean(axis=1) >= 0) & (corners.mean(axis=1) <= [width, height])).all(axis=1)
    return np.asarray(corners[inside])


def _window(matrix: NDArray[np.float64], tiles: Corners, long_side: int) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """The homography moved and scaled so that the tiles and what is around them fill the view, and the view's size."""
    points = cv2.perspectiveTransform(tiles.reshape(1, -1, 2).astype(np.float64), matrix)[0]
    low, high = points.min(axis=0), points.max(axis=0)
    unit = float(np.median(np.linalg.norm(points[1::4] - points[0::4], axis=1))) / 2
    low, high = low - 6 * unit, high + 6 * unit
    scale = min(1.0, _LARGEST * long_side / float((high - low).max()))
    move = np.array([[scale, 0, -scale * low[0]], [0, scale, -scale * low[1]], [0, 0, 1]])
    width, height = np.ceil((high - low) * scale).astype(int).tolist()
    return move @ matrix, (max(16, width), max(16, height))
