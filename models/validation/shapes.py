"""The shape of a tile with its pips, as a mesh, and the paint on its face."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.validation.patterns import veins, wood
from models.validation.poses import Floats
from models.validation.sets import BRASS, Color, Kind

_ROWS = 84
_COLUMNS = 44


@dataclass(frozen=True, eq=False)
class Mesh:
    """A surface of quads.

    Attributes:
        vertices: (n, 3).
        quads: (m, 4) rows of `vertices`, counter-clockwise as seen from outside.
        slots: (m,) which material each quad has.
        places: (n, 2) where on its picture each vertex lies, 0..1 from the lower left corner.
    """

    vertices: Floats
    quads: NDArray[np.int32]
    slots: NDArray[np.int32]
    places: Floats


def pip_places(number: int, six_across: bool = False) -> Floats:
    """(number, 2) pips of a half in units of the spread; the first axis runs along the tile."""
    third = 1.0
    fours = (-1.0, -1 / 3, 1 / 3, 1.0)
    corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    sides = [(0, -third), (0, third)]
    ends = [(-1.0, 0.0), (1.0, 0.0)]
    table: dict[int, list[tuple[float, float]]] = {
        0: [],
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [*corners],
        5: [*corners, (0, 0)],
        6: [*corners, *sides],
        7: [*corners, *sides, (0, 0)],
        8: [*corners, *sides, *ends],
        9: [*corners, *sides, *ends, (0, 0)],
        10: [(u, v) for u in fours for v in (-1.0, 1.0)] + ends,
        11: [(u, v) for u in fours for v in (-1.0, 1.0)] + [*ends, (0, 0)],
        12: [(u, v) for u in fours for v in (-1, 0, 1)],
    }
    places = np.array(table[number], np.float64).reshape(-1, 2)
    return places[:, ::-1] if six_across else places


def tile_mesh(kind: Kind, pips: tuple[int, int]) -> Mesh:
    """A tile around its middle: x from half 0 to half 1, z out of the face; slots 0 face, 1 upper wall, 2 foot."""
    x, y = np.meshgrid(_steps(kind.length, kind.edge, _ROWS), _steps(kind.width, kind.edge, _COLUMNS), indexing="ij")
    inside = np.minimum(kind.length / 2 - abs(x), kind.width / 2 - abs(y))
    flat_x, flat_y = _rounded(x, y, kind)
    rim = np.clip(kind.edge - inside, 0, kind.edge)
    drop = kind.edge - np.sqrt(np.maximum(kind.edge**2 - rim**2, 0))
    top = kind.thickness / 2 - drop - relief(kind, pips, flat_x, flat_y)
    low = -kind.thickness / 2 + drop
    places = np.stack([x / kind.length + 0.5, y / kind.width + 0.5], axis=-1).reshape(-1, 2)
    grid = np.arange(x.size).reshape(x.shape)
    border = np.concatenate([grid[:-1, 0], grid[-1, :-1], grid[:0:-1, -1], grid[0, :0:-1]])
    middle = np.stack([flat_x, flat_y, 0 * x], axis=-1).reshape(-1, 3)[border]
    upper = np.stack([flat_x, flat_y, top], axis=-1).reshape(-1, 3)
    lower = np.stack([flat_x, flat_y, low], axis=-1).reshape(-1, 3)
    count = x.size
    face = np.stack([grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]], axis=-1).reshape(-1, 4)
    waist = 2 * count + np.arange(len(border))
    walls = [_wall(waist, border), _wall(border + count, waist)]
    quads = np.concatenate([face, face[:, ::-1] + count, *walls])
    slots = np.repeat([0, 2, 1, 2], [len(face), len(face), len(border), len(border)])
    return Mesh(
        np.concatenate([upper, lower, middle]),
        quads.astype(np.int32),
        slots.astype(np.int32),
        np.concatenate([places, places, places[border]]),
    )


def relief(kind: Kind, pips: tuple[int, int], x: Floats, y: Floats) -> Floats:
    """How deep below the face each point lies, in centimetres."""
    half = kind.width / 2
    depth = np.zeros_like(x)
    distance = pip_distance(kind, pips, x, y)
    radius = kind.pip_radius * half * (1.15 if kind.pip_depth > 0 else 1.0)
    depth += kind.pip_depth * np.sqrt(np.maximum(1 - (distance / radius) ** 2, 0))
    if kind.bare:
        empty = pip_distance(kind, (9, 9), x, y)
        depth = np.maximum(depth, kind.bare * np.sqrt(np.maximum(1 - (empty / radius) ** 2, 0)))
    if kind.bar == "groove":
        depth += 0.05 * np.clip(1 - abs(x) / 0.06, 0, 1) * (abs(y) < 0.8 * half)
    if kind.pin:
        depth -= 0.05 * np.sqrt(np.maximum(1 - (np.hypot(x, y) / (kind.pin * half * 1.3)) ** 2, 0))
    return depth


def pip_distance(kind: Kind, pips: tuple[int, int], x: Floats, y: Floats) -> Floats:
    """Centimetres from each point to the middle of the nearest pip; squares measure by the larger step."""
    nearest = np.full(x.shape, 1e3)
    spread = kind.pip_spread * kind.width / 2
    for side, number in zip((-1, 1), pips, strict=True):
        for along, across in pip_places(number, kind.six_across) * spread:
            step = abs(x - side * kind.length / 4 - along), abs(y - across)
            apart = np.maximum(*step) if kind.pip_shape == "square" else np.hypot(*step)
            nearest = np.minimum(nearest, apart)
    return nearest


def tile_picture(kind: Kind, pips: tuple[int, int], body: Color, across: int, rng: np.random.Generator) -> Floats:
    """(across, 2 * across, 4) paint of the face from y = -width / 2 on; the last plane is 1 where there is metal."""
    step = kind.length / (2 * across)
    along = (np.arange(2 * across) + 0.5) * step - kind.length / 2
    aside = (np.arange(across) + 0.5) * kind.width / across - kind.width / 2
    x, y = np.meshgrid(along, aside)
    picture = np.ones((across, 2 * across, 4)) * np.array([*body, 0.0])
    if kind.grain:
        picture[..., :3] *= 1 - kind.grain * wood(picture.shape[:2], rng, 9)[..., None]
    if kind.marble:
        picture[..., :3] *= 1 - kind.marble * veins(picture.shape[:2], rng)[..., None]
    half = kind.width / 2
    if kind.frame:
        rim = np.minimum(kind.length / 2 - abs(x), kind.width / 2 - abs(y)) / half
        _lay(picture, np.clip((kind.frame / 2 - abs(rim - 0.12)) * half / step + 0.5, 0, 1), kind.bar_color)
    if kind.bar in ("line", "dashes"):
        line = np.clip((0.05 * half - abs(x)) / step + 0.5, 0, 1) * (abs(y) < 0.8 * half)
        if kind.bar == "dashes":
            line = line * (np.sin(y / half * 14) > -0.2)
        _lay(picture, line, kind.bar_color, float(kind.metal))
    for side, number in enumerate(pips):
        alone = (number, 0) if side == 0 else (0, number)
        mask = _pip_mask(kind, pip_distance(kind, alone, x, y), step, 0.8 if number > 9 else 1.0)
        _lay(picture, mask, kind.pips[number], float(kind.metal))
    if kind.pin:
        _lay(picture, np.clip((kind.pin * half - np.hypot(x, y)) / step + 0.5, 0, 1), BRASS, 1.0)
    return np.clip(picture, 0, 1)


def _pip_mask(kind: Kind, distance: Floats, step: float, share: float) -> Floats:
    radius = kind.pip_radius * kind.width / 2 * share
    disc = np.clip((radius - distance) / step + 0.5, 0, 1)
    if kind.pip_shape in ("ring", "target"):
        disc = disc * np.clip((distance - 0.62 * radius) / step + 0.5, 0, 1)
    if kind.pip_shape == "target":
        disc = np.maximum(disc, np.clip((0.3 * radius - distance) / step + 0.5, 0, 1))
    return disc


def _lay(picture: Floats, mask: Floats, color: Color, metal: float = 0.0) -> None:
    picture += mask[..., None] * (np.array([*color, metal]) - picture)


def _steps(length: float, edge: float, count: int) -> Floats:
    bend = edge * (1 - np.cos(np.linspace(0, np.pi / 2, 5)[:-1]))
    flat = np.linspace(edge, length - edge, count)
    return np.concatenate([bend, flat, length - bend[::-1]]) - length / 2


def _rounded(x: Floats, y: Floats, kind: Kind) -> tuple[Floats, Floats]:
    """Moves the points of a rectangle's corners onto circles, so that the outline gets round corners."""
    corner = max(kind.corner, 1e-3)
    over_x, over_y = abs(x) - kind.length / 2 + corner, abs(y) - kind.width / 2 + corner
    both = (over_x > 0) & (over_y > 0)
    far = np.hypot(over_x, over_y)
    factor = np.where(both, np.maximum(over_x, over_y) / np.where(both, far, 1), 1)
    new_x = np.where(both, np.sign(x) * (kind.length / 2 - corner + over_x * factor), x)
    new_y = np.where(both, np.sign(y) * (kind.width / 2 - corner + over_y * factor), y)
    return new_x, new_y


def _wall(low: NDArray[np.int_], high: NDArray[np.int_]) -> NDArray[np.int_]:
    return np.stack([low, np.roll(low, -1), np.roll(high, -1), high], axis=-1)
