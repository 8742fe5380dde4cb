"""Many examples out of one photo: its tiles seen from farther away, in other light, a little beside their places."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.profile import Examples, Floats, Numbers
from vision.reader import Reader

Bytes = NDArray[np.uint8]

_UNITS = (None, 44.0, 30.0, 22.0, 16.0, None, 36.0, 26.0, 19.0, 14.0)
"""Sides of half a tile in pixels, for each time that the photo is looked at; None leaves it as it is."""
_JITTER = 0.03
_MARGIN = 1.0
"""How much of the photo around the tiles is looked at, in sides of half a tile."""


@dataclass(frozen=True, eq=False)
class Labelled:
    """The tiles of a photo with the numbers that they show: (n, 4, 2) `corners`, (n, 2) `pips`."""

    photo: Bytes
    corners: Floats
    pips: Numbers


def examples_of(reader: Reader, shown: Labelled) -> Examples:
    """What the reader sees of the tiles, in many ways; the same tiles give the same examples."""
    rng = np.random.default_rng(0)
    picture, corners = _around(shown.photo, shown.corners)
    features = []
    for unit in _UNITS:
        seen, scale = _seen_anew(picture, corners, unit, rng)
        features.append(reader.features(reader.both_ways(seen, _jittered(corners * np.float32(scale), rng))))
    times = 2 * len(_UNITS)
    halves = np.arange(2 * len(corners))
    return Examples(np.concatenate(features), np.tile(shown.pips.reshape(-1), times), np.tile(halves, times))


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
