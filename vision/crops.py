"""Small upright pictures of halves, cut out of a photo; training and reading use the same ones."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Homographies = NDArray[np.float64]

FLAT_TILE = np.array([[-0.5, -0.5], [1.5, -0.5], [1.5, 0.5], [-0.5, 0.5]], np.float32)
"""The corners of a tile in the frame of its half 0: the middle of the half is the origin, its side is 1, the mate
lies to the right."""

_HALVES_IN_TILE = np.array([[[0.5, 0, 0.25], [0, 1, 0.5], [0, 0, 1]], [[-0.5, 0, 0.75], [0, -1, 0.5], [0, 0, 1]]])
"""From the frames of both halves to a tile that is a square of side 1 with corner 0 at the origin."""
_FLATTEST = 1e-6
_SHRUNK = 1.3
"""From how many pixels of the picture to one of the crop it is blurred first, lest fine texture alias."""


def as_half_zero(corners: Floats, half: int) -> Floats:
    """The (4, 2) corners of a tile, turned so that `half` becomes half 0."""
    return corners if half == 0 else corners[[2, 3, 0, 1]]


def half_frames(corners: Floats) -> Homographies:
    """(n, 4, 2) pixels of tiles -> (n, 2, 3, 3): from the frame of each half, as `FLAT_TILE` tells it, to pixels.

    Method: the unit square to a quad (Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989).
    """
    p0, p1, p2, p3 = corners.astype(np.float64).transpose(1, 0, 2)
    first, second, excess = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    area = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    area = np.where(np.abs(area) < _FLATTEST, _FLATTEST, area)
    g = (excess[:, 0] * second[:, 1] - excess[:, 1] * second[:, 0]) / area
    h = (first[:, 0] * excess[:, 1] - first[:, 1] * excess[:, 0]) / area
    tiles = np.ones((len(corners), 3, 3))
    tiles[:, :2, 0] = p1 - p0 + g[:, None] * p1
    tiles[:, :2, 1] = p3 - p0 + h[:, None] * p3
    tiles[:, :2, 2] = p0
    tiles[:, 2, 0], tiles[:, 2, 1] = g, h
    return np.asarray(tiles[:, None] @ _HALVES_IN_TILE)


def half_crop(picture: Bytes, corners: Floats, half: int, side: int, reach: float) -> Bytes:
    """Cuts one half of the tile with these (4, 2) corners out of the picture; see `tile_crops`."""
    crop: Bytes = tile_crops(picture, as_half_zero(corners, half)[None], side, reach, halves=1)[0]
    return crop


def tile_crops(picture: Bytes, corners: Floats, side: int, reach: float, halves: int = 2) -> Bytes:
    """Cuts halves of tiles out of the picture, upright, the mate to the right: (halves * n, side, side, 3) uint8.

    Args:
        picture: (height, width, 3) uint8.
        corners: (n, 4, 2) pixels of the tiles as `vision.scene.Scene` orders them.
        side: pixels of the crop's side.
        reach: half the crop's side, in sides of half a tile.
        halves: 2 for both halves, one after the other, 1 for half 0 alone.
    """
    crops = np.empty((len(corners), halves, side, side, 3), np.uint8)
    quads = corners.astype(np.float32)
    lengths = np.linalg.norm(quads[:, [1, 2]] - quads[:, [0, 3]], axis=2).sum(axis=1) / 4
    margins = 0.4 * lengths[:, None] + 3
    low = np.maximum(np.floor(quads.min(axis=1) - margins), 0).astype(int)
    high = np.minimum(np.ceil(quads.max(axis=1) + margins + 1), picture.shape[1::-1]).astype(int)
    frames = half_frames(quads)[:, :halves] @ _from_crop(side, reach)
    # The middle of the first pixel lies at 0.5 in our coordinates, and at 0 in OpenCV's.
    frames[:, :, :2] -= (low + 0.5)[:, None, :, None] * frames[:, :, 2:]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for index, ((x0, y0), (x1, y1)) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
        if x1 - x0 < 2 or y1 - y0 < 2:
            crops[index] = 127
            continue
        window = picture[y0:y1, x0:x1]
        shrink = float(lengths[index]) * 2 * reach / side
        if shrink > _SHRUNK:
            window = cv2.GaussianBlur(window, (0, 0), 0.42 * shrink).astype(np.uint8, copy=False)
        for half in range(halves):
            matrix = frames[index, half]
            cv2.warpPerspective(
                window, matrix, (side, side), crops[index, half], flags=flags, borderMode=cv2.BORDER_REPLICATE
            )
    return crops.reshape(-1, side, side, 3)


def _from_crop(side: int, reach: float) -> Homographies:
    """From a crop's pixels, the middle of the first one being 0, to the frame of its half."""
    pixel = 2 * reach / side
    return np.array([[pixel, 0, pixel / 2 - reach], [0, pixel, pixel / 2 - reach], [0, 0, 1]])
