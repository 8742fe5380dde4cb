"""The plane of the table, seen from a seat: a tile whose shape does not lie in it stands on edge.

Seen from above the faces of standing tiles hardly show. A camera at a seat's height sees them as well as those that
lie, and only their foreshortening tells them apart. A pinhole camera whose axis meets the middle of the photo sees a
small square of the plane with the normal n, at the ray r, as an ellipse with the matrix
(n r)^2 Q (1 - n n^T) Q^T, Q = (1, 0, -rx; 0, 1, -ry); all tiles that lie share n, the focal length and the size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

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
_TINY = 1e-12
_LEAST = 4
"""How many tiles must agree on the plane."""


@dataclass(frozen=True, eq=False)
class Plane:
    """A table seen from a seat.

    Attributes:
        normal: (3,) its normal, turned to the camera, in the camera's frame (right, down, forward).
        focal: the focal length in long sides of the photo.
    """

    normal: Floats
    focal: float

    def from_above(self, size: tuple[int, int]) -> Floats:
        """(3, 3) homography from pixels of a photo of that size to those of a view that looks straight down.

        The camera turns where it is, about the photo's middle, which keeps its place and size.
        """
        lens = np.diag([self.focal * max(size)] * 2 + [1.0])
        lens[:2, 2] = np.array(size) / 2
        forward = -self.normal
        right = np.cross([0.0, 1.0, 0.0], forward)
        right /= np.linalg.norm(right)
        turn = np.stack([right, np.cross(forward, right), forward])
        return np.asarray(lens @ turn @ np.linalg.inv(lens))


def table_plane(corners: Corners, scores: NDArray[np.float32], size: tuple[int, int]) -> Plane | None:
    """The plane that most of the tiles with these (n, 4, 2) corners in pixels share.

    None, where the table is seen from above or too few tiles tell how it lies.

    Args:
        scores: (n,) how sure each tile is.
        size: width and height of the photo in pixels.
    """
    if len(corners) < _LEAST or np.median(_elongation(seen := _ellipses(corners))) < _FORESHORTENED:
        return None
    planes = _planes()
    shapes, sizes = _differences(_expected(planes, corners, size), seen)
    agreement = np.exp(-((shapes / _LIKE) ** 2) - (sizes / _LIKE) ** 2) * scores
    best = int(np.argmax(agreement.sum(axis=1)))
    agree = int((shapes[best] < _STANDS).sum())
    return planes[best] if agree >= max(_LEAST, len(corners) / 2) else None


def standing(corners: Corners, plane: Plane | None, size: tuple[int, int]) -> NDArray[np.bool_]:
    """(n,) which of the tiles with these (n, 4, 2) corners in pixels do not lie in the plane; none without one."""
    if plane is None or not len(corners):
        return np.zeros(len(corners), np.bool_)
    shapes, _ = _differences(_expected([plane], corners, size), _ellipses(corners))
    return np.asarray(shapes[0] >= _STANDS)


def sizes_in_plane(corners: Corners, plane: Plane, size: tuple[int, int]) -> NDArray[np.float32]:
    """(n,) how large the tiles with these (n, 4, 2) corners in pixels are on the table, as logarithms, in some unit."""
    relative = _relative(_expected([plane], corners, size), _ellipses(corners))
    return np.asarray(_log_sizes(relative)[0], np.float32)


def _ellipses(corners: Corners) -> Floats:
    """(n, 2, 2) how each tile shows a circle of half its width, from its quad."""
    along = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 4
    across = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 2
    axes = np.stack([along, across], axis=2).astype(np.float64)
    return np.asarray(axes @ axes.transpose(0, 2, 1))


def _elongation(ellipses: Floats) -> Floats:
    """(...) the logarithm of the ratio of the eigenvalues of (..., 2, 2) matrices."""
    determinant = np.maximum(np.linalg.det(ellipses), _TINY)
    half = np.trace(ellipses, axis1=-2, axis2=-1) / (2 * np.sqrt(determinant))
    return np.asarray(2 * np.arccosh(np.maximum(half, 1.0)))


def _planes() -> list[Plane]:
    """All that are tried."""
    return [
        Plane(np.array([np.sin(tilt) * np.sin(azimuth), -np.sin(tilt) * np.cos(azimuth), -np.cos(tilt)]), focal)
        for tilt, azimuth, focal in product(_TILTS, _AZIMUTHS, _FOCALS)
    ]


def _expected(planes: Sequence[Plane], corners: Corners, size: tuple[int, int]) -> Floats:
    """(h, n, 2, 2) the ellipses of squares of one size in all planes, where the (n, 4, 2) corners are."""
    normals = np.stack([plane.normal for plane in planes])
    focals = np.array([[plane.focal] for plane in planes])
    rays = (corners.mean(axis=1) - np.array(size) / 2) / max(size)
    x, y = rays[:, 0] / focals, rays[:, 1] / focals
    one, none = np.ones_like(x), np.zeros_like(x)
    slopes = np.stack([np.stack([one, none, -x], axis=-1), np.stack([none, one, -y], axis=-1)], axis=-2)
    inside = np.eye(3) - normals[:, :, None] * normals[:, None, :]
    nearness = np.einsum("hnk,hk->hn", np.stack([x, y, one], axis=-1), normals)
    return np.asarray(slopes @ inside[:, None] @ slopes.swapaxes(-1, -2) * nearness[..., None, None] ** 2)


def _differences(expected: Floats, seen: Floats) -> tuple[Floats, Floats]:
    """(h, n) by how much shape and size of (n, 2, 2) ellipses differ from the (h, n, 2, 2) expected, as logarithms."""
    relative = _relative(expected, seen)
    sizes = _log_sizes(relative)
    return _elongation(relative), np.asarray(sizes - np.median(sizes, axis=1, keepdims=True))


def _relative(expected: Floats, seen: Floats) -> Floats:
    """(h, n, 2, 2) the (n, 2, 2) ellipses in terms of the (h, n, 2, 2) expected."""
    return np.asarray(np.linalg.solve(expected + _TINY * np.eye(2), np.broadcast_to(seen, expected.shape)), np.float64)


def _log_sizes(ellipses: Floats) -> Floats:
    """(...) the logarithms of the sizes of (..., 2, 2) ellipses."""
    return np.asarray(0.5 * np.log(np.maximum(np.linalg.det(ellipses), _TINY)))
