"""What the faces of tiles are made of: plain, grained, marbled, printed, stained and worn by years of play."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.looks import Color, TileLook
from models.renderer.pixels import noise, resized

Floats = NDArray[np.float32]

_BROWN = np.array([0.25, 0.5, 0.75], np.float32)


def surface(look: TileLook, color: Color, side: int, rng: np.random.Generator) -> Floats:
    """(h, w, 3) float32 of a bare face, two halves of `side` pixels long."""
    height, width = round(side * look.width), 2 * side
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = color
    if look.print_strength:
        picture += look.print_strength * _print(rng, height, width)
    if look.marble:
        veins = np.sin(3 * noise(rng, height, width, height / 3) + 4 * noise(rng, height, width, height))
        picture *= 1 + look.marble * veins[..., None]
    if look.grain:
        streaks = rng.normal(0, 1, (max(2, height // 3), max(2, side // 8))).astype(np.float32)
        streaks = resized(streaks, (width, height), cv2.INTER_CUBIC)
        picture *= 1 + look.grain * streaks[..., None]
    if look.stain:
        x, y = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
        edge = np.minimum(np.minimum(x, x[::-1])[None, :], np.minimum(y, y[::-1])[:, None]) / (0.12 * side)
        edge = edge * (1 + 0.4 * noise(rng, height, width, height / 3))
        picture *= 1 - look.stain * np.exp(-np.maximum(edge, 0))[..., None] * (1 - _BROWN)
    if look.wear:
        scratches = np.zeros((height, width), np.uint8)
        for start in rng.uniform(0, 1, (6, 2)):
            end = start + rng.normal(0, 0.3, 2)
            first, last = ((int(point[0] * width), int(point[1] * height)) for point in (start, end))
            cv2.line(scratches, first, last, 255, 1)
        spots = np.maximum(noise(rng, height, width, height / 10) - 1.3, 0)
        picture *= 1 - look.wear * (0.6 * spots + scratches.astype(np.float32) / 500)[..., None]
    return np.clip(picture, 0, 1)


def _print(rng: np.random.Generator, height: int, width: int) -> Floats:
    """A printed picture of mean 0: soft patches of colour and some shapes."""
    small = rng.normal(0, 0.5, (4, 8, 3)).astype(np.float32)
    picture = resized(small, (width, height), cv2.INTER_CUBIC)
    for _ in range(int(rng.integers(1, 6))):
        center = (int(rng.integers(width)), int(rng.integers(height)))
        axes = tuple(max(1, int(height * value)) for value in rng.uniform(0.05, 0.6, 2))
        cv2.ellipse(picture, center, axes, float(rng.uniform(0, 180)), 0, 360, rng.normal(0, 0.6, 3).tolist(),
                    -1 if rng.random() < 0.6 else max(1, height // 30))  # fmt: skip
    return picture
