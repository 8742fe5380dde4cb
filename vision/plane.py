"""The plane of the table, seen from a seat: a tile whose shape does not lie in it stands on edge.

Seen from above the faces of standing tiles hardly show. A camera at a seat's height sees them as well as those that
lie, and only their foreshortening tells them apart. A pinhole camera whose axis meets the middle of the photo sees a
small square of the plane with the normal n, at the ray r, as an ellipse with the matrix
(n r)^2 Q (1 - n n^T) Q^T, Q = (1, 0, -rx; 0, 1, -ry); all tiles that lie share n, the focal length and the size.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Corners = NDArray[np.float32]

_FORESHORTENED = 0.25
"""From which logarithm of the squared ratio of their axes on tiles are seen from a seat: about 28 degrees."""
_TILTS = np.radians(np.arange(0.0, 67.0, 6.0))
_AZIMUTHS = np.radians(np.arange(-60.0, 61.0, 15.0))
"""Directions in which the table goes away from the camera, 0 is up in the photo: people do not sit upside down."""
_FOCALS = (0.7, 1.0, 1.5)
"""In long sides of the photo."""
_LIKE = 0.25
"""By how much, in logarithms, tiles of the plane differ in shape and size from what the plane says."""
_STANDS = 0.65
"""From which logarithm of the ratio of squared axes, beside what the plane says, on a tile does not lie in it.

Where the view is steeper than 35 degrees, a tile that stands facing the camera differs by more than 0.7; between 40 and
50 degrees the two look alike, and nothing is said. Outlines are read to about 0.2, at worst 0.5.
"""
_LEAST = 4
"""How many tiles must agree on the plane."""


def standing(corners: Corners, scores: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.bool_]:
    """(n,) which of the tiles with these (n, 4, 2) corners in pixels do not lie in the plane that most of them share.

    None, where the table is seen from above or too few tiles tell how it lies.

    Args:
        scores: (n,) how sure each tile is.
        size: width and height of the photo in pixels.
    """
    nobody = np.zeros(len(corners), np.bool_)
    if len(corners) < _LEAST:
        return nobody
    seen = _ellipses(corners)
    if np.median(_elongation(seen)) < _FORESHORTENED:
        return nobody
    middle = np.array(size) / 2
    rays = (corners.mean(axis=1) - middle) / max(size)
    shapes, sizes = _differences(_expected(rays), seen)
    agreement = np.exp(-((shapes / _LIKE) ** 2) - (sizes / _LIKE) ** 2) * scores
    best = int(np.argmax(agreement.sum(axis=1)))
    lies = shapes[best] < _STANDS
    return ~lies if lies.sum() >= max(_LEAST, len(corners) / 2) else nobody


def _ellipses(corners: Corners) -> Floats:
    """(n, 2, 2) how each tile shows a circle of half its width, from its quad."""
    along = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 4
    across = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 2
    axes = np.stack([along, across], axis=2).astype(np.float64)
    return np.asarray(axes @ axes.transpose(0, 2, 1))


def _elongation(ellipses: Floats) -> Floats:
    """(...) the logarithm of the ratio of the eigenvalues of (..., 2, 2) matrices."""
    determinant = np.maximum(np.linalg.det(ellipses), 1e-12)
    half = np.trace(ellipses, axis1=-2, axis2=-1) / (2 * np.sqrt(determinant))
    return np.asarray(2 * np.arccosh(np.maximum(half, 1.0)))


@lru_cache(maxsize=1)
def _normals() -> Floats:
    """(h, 3) normals of planes in the camera's frame (right, down, forward), turned to the camera."""
    tilts, azimuths = np.meshgrid(_TILTS, _AZIMUTHS, indexing="ij")
    sin = np.sin(tilts)
    return np.stack([sin * np.sin(azimuths), -sin * np.cos(azimuths), -np.cos(tilts)], axis=-1).reshape(-1, 3)


def _expected(rays: Floats) -> Floats:
    """(h, n, 2, 2) the ellipses of squares of one size in all planes, at (n, 2) rays in long sides of the photo."""
    normals = _normals()
    inside = np.eye(3) - normals[:, :, None] * normals[:, None, :]
    results = []
    for focal in _FOCALS:
        x, y = rays.T / focal
        one, none = np.ones_like(x), np.zeros_like(x)
        slopes = np.stack([np.stack([one, none, -x], axis=1), np.stack([none, one, -y], axis=1)], axis=1)
        nearness = normals @ np.stack([x, y, one])
        seen = np.einsum("nij,hjk,nlk->hnil", slopes, inside, slopes)
        results.append(seen * nearness[..., None, None] ** 2)
    return np.concatenate(results)


def _differences(expected: Floats, seen: Floats) -> tuple[Floats, Floats]:
    """(h, n) by how much shape and size of (n, 2, 2) ellipses differ from the (h, n, 2, 2) expected, as logarithms."""
    relative = np.linalg.solve(expected + 1e-12 * np.eye(2), np.broadcast_to(seen, expected.shape))
    sizes = 0.5 * np.log(np.maximum(np.linalg.det(relative), 1e-12))
    beside = sizes - np.median(sizes, axis=1, keepdims=True)
    return _elongation(np.asarray(relative)), np.asarray(beside)
