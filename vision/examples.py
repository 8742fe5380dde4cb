"""Many examples out of one photo: its tiles seen from farther away, in other light, a little beside their places, with
others at their sides; and all that is no tile."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.profile import Floats, Sights
from vision.reader import Reader

Bytes = NDArray[np.uint8]

_AS_THEY_LIE = (None, 36.0, 30.0, 19.0, 16.0)
_IN_COMPANY = (None, 44.0, 26.0, 22.0, 14.0)
"""Sides of half a tile in pixels, for each time that the photo is looked at; None leaves it as it is."""
AS_THEY_LIE = 2 * len(_AS_THEY_LIE)
"""The first so many sights of `tile_sights` show the tiles with nothing else beside them than in the photo."""
_JITTER = 0.03
_MARGIN = 1.0
"""How much of the photo around the tiles is looked at, in sides of half a tile."""
_PLACES = 150
"""At how many places the ground is looked at."""
_SIZES = (0.25, 1.5)
"""How large something there may look, in sizes of a tile."""
_ELSEWHERE = 0.22
"""So many lengths of a tile from the middle of each tile, an outline shows something else."""


def tile_sights(reader: Reader, photo: Bytes, corners: Floats, max_pips: int) -> Sights:
    """What the reader sees of the halves of the tiles with (n, 4, 2) `corners`; the same tiles give the same sights."""
    rng = np.random.default_rng(0)
    picture, inside = _around(photo, corners)
    outputs = []
    for place, unit in enumerate((*_AS_THEY_LIE, *_IN_COMPANY)):
        seen, scale = _seen_anew(picture, inside, unit, rng)
        crops = reader.crops(seen, _jittered(inside * np.float32(scale), rng))
        crops = _shaded(_with_neighbours(crops, rng), rng) if place >= len(_AS_THEY_LIE) else crops
        outputs.append(reader.both_ways(crops).reshape(2, len(crops), -1))
    return _sights(reader, np.concatenate(outputs), max_pips)


def other_sights(reader: Reader, photo: Bytes, corners: Floats, doubtful: Floats, max_pips: int) -> Sights:
    """What the reader sees where no tile lies: between tiles, on the ground, and at `doubtful` (m, 4, 2) outlines.

    Args:
        reader, max_pips: as in `tile_sights`.
        photo: (height, width, 3) uint8 BGR.
        corners: (n, 4, 2) pixels of all tiles of the photo.
        doubtful: what was taken for a tile for a while.
    """
    rng = np.random.default_rng(1)
    size = np.array([photo.shape[1], photo.shape[0]])
    outlines = np.concatenate([doubtful, _between(corners, rng), _anywhere(size, _units(corners), rng)])
    inside = ((outlines.mean(axis=1) > 0) & (outlines.mean(axis=1) < size)).all(axis=1)
    apart = np.linalg.norm(outlines.mean(axis=1)[:, None] - corners.mean(axis=1)[None], axis=2)
    is_other = inside & (apart > _ELSEWHERE * 2 * _units(corners)[None]).all(axis=1)
    crops = reader.crops(photo, outlines[is_other].astype(np.float32))
    return _sights(reader, reader.both_ways(crops).reshape(2, len(crops), -1), max_pips)


def _sights(reader: Reader, output: Floats, max_pips: int) -> Sights:
    numbers = output[..., : max_pips + 1] / np.float32(reader.temperature)
    return Sights(reader.features(output), numbers, output[..., reader.classes])


def _units(corners: Floats) -> Floats:
    return np.asarray(np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1) / 2, np.float32)


def _around(photo: Bytes, corners: Floats) -> tuple[Bytes, Floats]:
    """The part of the photo in which the tiles lie, and their corners in it."""
    border = _MARGIN * float(_units(corners).max())
    low = np.maximum(corners.min(axis=(0, 1)) - border, 0).astype(int)
    high = (corners.max(axis=(0, 1)) + border).astype(int)
    return photo[low[1] : high[1], low[0] : high[0]], corners - low.astype(np.float32)


def _seen_anew(photo: Bytes, corners: Floats, unit: float | None, rng: np.random.Generator) -> tuple[Bytes, float]:
    """The photo smaller, a little blurred, in another light, with some grain; and how much smaller it is."""
    real = float(np.median(_units(corners)))
    scale = min(1.0, unit / real) if unit else 1.0
    picture = photo
    if scale < 1:
        size = (max(1, round(photo.shape[1] * scale)), max(1, round(photo.shape[0] * scale)))
        picture = cv2.resize(photo, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    light = picture.astype(np.float32) / np.float32(255)
    blur = float(rng.uniform(0, 0.05)) * real * scale
    if blur > 0.3:
        light = cv2.GaussianBlur(light, (0, 0), blur).astype(np.float32)
    light = light ** np.float32(np.exp(rng.normal(0, 0.15)))
    light = light * (np.exp(rng.normal(0, 0.12)) * np.exp(rng.normal(0, 0.04, 3))).astype(np.float32)
    light = light + rng.standard_normal(light.shape, np.float32) * np.float32(rng.uniform(0, 0.024))
    return (np.clip(light, 0, 1) * 255).astype(np.uint8), scale


def _jittered(corners: Floats, rng: np.random.Generator) -> Floats:
    shift = rng.normal(0, _JITTER, (len(corners), 1, 2)) + rng.normal(0, _JITTER / 2, corners.shape)
    return (corners + shift * _units(corners)[:, None, None]).astype(np.float32)


def _with_neighbours(crops: Bytes, rng: np.random.Generator) -> Bytes:
    """Other halves pushed against the three free sides of some, as on a table where people play."""
    side = crops.shape[1]
    edge = round(side / 6)  # a quarter of a half is seen around it
    result = crops.copy()
    for crop in result:
        above, below, before = crops[rng.integers(len(crops), size=3)]
        depths = np.where(rng.random(3) < 0.6, edge - rng.integers(3, size=3), 0)
        up, down, left = (int(depth) for depth in depths)
        crop[:up] = above[side - edge - up : side - edge]
        crop[side - down :] = below[edge : edge + down]
        crop[:, :left] = before[:, edge : edge + left][:, ::-1]
    return result


def _shaded(crops: Bytes, rng: np.random.Generator) -> Bytes:
    """Each crop a little brighter towards one side."""
    slope = np.linspace(-1, 1, crops.shape[1], dtype=np.float32)[:, None]
    across, down = rng.normal(0, 0.12, (2, len(crops), 1, 1, 1)).astype(np.float32)
    light = np.exp(across * slope + down * slope[:, None])
    return np.asarray(np.clip(crops * light, 0, 255), np.uint8)


def _between(corners: Floats, rng: np.random.Generator) -> Floats:
    """Two outlines for each tile, half of them on it and half beside it."""
    along = (corners[:, 1] - corners[:, 0]) / 2
    across = (corners[:, 3] - corners[:, 0]) / 2
    ways = np.stack([along, -along, across, -across])
    shifts = [ways[rng.integers(4, size=len(corners)), np.arange(len(corners))] for _ in range(2)]
    far = rng.uniform(0.8, 1.2, (2, len(corners), 1))
    return np.asarray((corners + (np.stack(shifts) * far)[:, :, None]).reshape(-1, 4, 2), np.float32)


def _anywhere(size: NDArray[np.intp], units: Floats, rng: np.random.Generator) -> Floats:
    """Outlines of any direction and of many sizes anywhere in the photo."""
    length = np.median(units) * np.exp(rng.uniform(np.log(_SIZES[0]), np.log(_SIZES[1]), (_PLACES, 1)))
    angle = rng.uniform(0, 2 * np.pi, _PLACES)
    along = length * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) / 2
    middle = rng.uniform(0, 1, (_PLACES, 2)) * size
    corners = [middle - along - across, middle + along - across, middle + along + across, middle - along + across]
    return np.stack(corners, axis=1).astype(np.float32)
