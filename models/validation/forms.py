"""Plain shapes as meshes: boxes, sheets, turned bodies."""

from __future__ import annotations

import math

import numpy as np

from models.validation.poses import Floats
from models.validation.shapes import Mesh

_FACES = np.array([[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [2, 3, 7, 6], [1, 2, 6, 5], [3, 0, 4, 7]])
_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)


def box(long: float, deep: float, high: float, shares: int = 1) -> Mesh:
    """A box that stands on z = 0; with six `shares`, each face has a sixth of the picture's width, else all of it."""
    x, y = long / 2, deep / 2
    base = np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    corners = np.concatenate([np.column_stack([base, np.zeros(4)]), np.column_stack([base, np.full(4, high)])])
    vertices = corners[_FACES.ravel()]
    places = np.concatenate([(_SQUARE + np.array([face % shares, 0])) / np.array([shares, 1]) for face in range(6)])
    quads = np.arange(24).reshape(6, 4)
    return Mesh(vertices, quads.astype(np.int32), np.array([1, 0, 1, 1, 1, 1], np.int32), places)


def solid_box(long: float, deep: float, high: float) -> Mesh:
    """A box whose faces share their corners, so that its edges can be rounded."""
    mesh = box(long, deep, high)
    vertices, owners = np.unique(mesh.vertices.round(6), axis=0, return_inverse=True)
    quads = owners.ravel()[mesh.quads]
    places = (vertices[:, :2] / np.array([long, deep])) + 0.5
    return Mesh(vertices, quads.astype(np.int32), np.zeros(6, np.int32), places)


def sheet(long: float, deep: float, heights: Floats, repeats: float = 1.0) -> Mesh:
    """A cloth of (rows, columns) heights, the first row at the front."""
    rows, columns = heights.shape
    y, x = np.meshgrid(np.linspace(-0.5, 0.5, rows), np.linspace(-0.5, 0.5, columns), indexing="ij")
    vertices = np.stack([x * long, y * deep, heights], axis=-1).reshape(-1, 3)
    places = np.stack([(x + 0.5) * repeats, (y + 0.5) * repeats], axis=-1).reshape(-1, 2)
    grid = np.arange(rows * columns).reshape(rows, columns)
    quads = np.stack([grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]], axis=-1).reshape(-1, 4)
    return Mesh(vertices, quads.astype(np.int32), np.zeros(len(quads), np.int32), places)


def turned(profile: Floats, steps: int = 32) -> Mesh:
    """A body of revolution about z from (n, 2) radii and heights, from the bottom outside to wherever it ends."""
    angles = np.linspace(0, 2 * math.pi, steps, endpoint=False)
    rings = [np.column_stack([r * np.cos(angles), r * np.sin(angles), np.full(steps, z)]) for r, z in profile]
    grid = np.arange(len(profile) * steps).reshape(len(profile), steps)
    right = np.roll(grid, -1, axis=1)
    quads = np.stack([grid[:-1], right[:-1], right[1:], grid[1:]], axis=-1).reshape(-1, 4)
    vertices = np.concatenate(rings)
    reach = max(float(profile[:, 0].max()), 1e-6)
    return Mesh(vertices, quads.astype(np.int32), np.zeros(len(quads), np.int32), vertices[:, :2] / reach / 2 + 0.5)


def blades(rng: np.random.Generator, reach: float, count: int, high: float) -> Mesh:
    """Grass: narrow leaves that lean, each a quad with a pointed end."""
    foot = rng.uniform(-reach, reach, (count, 2))
    yaw, lean = rng.uniform(-math.pi, math.pi, count), rng.normal(0, 0.5, (count, 2)) * high
    wide = np.column_stack([np.cos(yaw), np.sin(yaw)]) * rng.uniform(0.06, 0.14, (count, 1))
    tall = rng.uniform(0.4, 1.0, count) * high
    tip = foot + lean
    low, top = np.zeros(count), tall
    corners = [
        np.column_stack([foot - wide, low]),
        np.column_stack([foot + wide, low]),
        np.column_stack([tip + wide * 0.15, top]),
        np.column_stack([tip - wide * 0.15, top]),
    ]
    vertices = np.stack(corners, axis=1).reshape(-1, 3)
    quads = np.arange(4 * count).reshape(count, 4)
    shade = np.repeat(rng.random((count, 1)), 4, axis=0)
    return Mesh(vertices, quads.astype(np.int32), np.zeros(count, np.int32), np.column_stack([shade, shade * 0]))
