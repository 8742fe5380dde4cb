"""Small upright pictures of halves, cut out of a photo; training and reading use the same ones."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

FLAT_TILE = np.array([[-0.5, -0.5], [1.5, -0.5], [1.5, 0.5], [-0.5, 0.5]], np.float32)
"""The corners of a tile in the frame of its half 0: the middle of the half is the origin, its side is 1, the mate
lies to the right."""


def as_half_zero(corners: Floats, half: int) -> Floats:
    """The (4, 2) corners of a tile, turned so that `half` becomes half 0."""
    return corners if half == 0 else corners[[2, 3, 0, 1]]


def half_crop(picture: Bytes, corners: Floats, half: int, side: int, reach: float) -> Bytes:
    """Cuts one half out of the picture, upright, its mate to the right: (side, side, 3) uint8.

    Args:
        picture: (height, width, 3) uint8.
        corners: (4, 2) pixels of the tile as `vision.scene.Scene` orders them.
        half: 0 or 1.
        side: pixels of the crop's side.
        reach: half the crop's side, in sides of half a tile.
    """
    quad = as_half_zero(corners, half)
    target = ((FLAT_TILE + reach) * side / (2 * reach) - 0.5).astype(np.float32)
    length = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 4
    low = np.floor(quad.min(axis=0) - 0.4 * length - 3).astype(int)
    high = np.ceil(quad.max(axis=0) + 0.4 * length + 4).astype(int)
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    x1, y1 = min(picture.shape[1], int(high[0])), min(picture.shape[0], int(high[1]))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return np.full((side, side, 3), 127, np.uint8)
    window = picture[y0:y1, x0:x1]
    shrink = length * 2 * reach / side
    if shrink > 1.3:
        window = cv2.GaussianBlur(window, (0, 0), 0.42 * shrink).astype(np.uint8)
    # The middle of the first pixel lies at 0.5 in our coordinates, and at 0 in OpenCV's.
    matrix = cv2.getPerspectiveTransform((quad - np.array([x0, y0]) - 0.5).astype(np.float32), target)
    crop = cv2.warpPerspective(window, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return crop.astype(np.uint8)
