"""OpenCV's picture operations as the renderer uses them: float32 light in, float32 light out; colours and noise."""

from __future__ import annotations

import colorsys
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


def resized(light: NDArray[Any], size: tuple[int, int], way: int = cv2.INTER_LINEAR) -> Floats:
    """The picture with `size` = (width, height)."""
    return cv2.resize(light, size, interpolation=way).astype(np.float32, copy=False)


def blurred(light: NDArray[Any], sigma: float) -> Floats:
    """Gaussian blur, sigma in pixels."""
    return cv2.GaussianBlur(light, (0, 0), sigma).astype(np.float32, copy=False)


def jpeg_bytes(picture: Bytes, quality: int) -> bytes:
    """The encoded picture."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())


def decoded(jpeg: bytes) -> Bytes:
    """(height, width, 3) uint8 BGR of an encoded picture.

    Raises:
        ValueError: these bytes are no picture.
    """
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("these bytes are no picture")
    return picture.astype(np.uint8, copy=False)


def noise(rng: np.random.Generator, height: int, width: int, cell: float, stretch: float = 1.0) -> Floats:
    """Smooth noise of mean 0 and about unit spread; `cell` pixels wide, `stretch` times as long along x."""
    rows = max(2, int(height / cell) + 2)
    columns = max(2, int(width / (cell * stretch)) + 2)
    small = rng.normal(0, 1, (rows, columns)).astype(np.float32)
    return resized(small, (width, height), cv2.INTER_CUBIC)


def any_color(rng: np.random.Generator) -> Floats:
    """A table's colour: greys and darks are common, vivid ones happen."""
    kind = rng.random()
    if kind < 0.25:
        value = rng.uniform(0.0, 0.15)
        return (np.full(3, value) + rng.uniform(-0.02, 0.02, 3)).clip(0, 1).astype(np.float32)
    if kind < 0.45:
        value = rng.uniform(0.3, 0.97)
        return (np.full(3, value) + rng.uniform(-0.05, 0.05, 3)).clip(0, 1).astype(np.float32)
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.1, 0.9), rng.uniform(0.15, 0.95))
    return np.array([blue, green, red], np.float32)
