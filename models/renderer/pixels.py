"""OpenCV's picture operations as the renderer uses them: float32 light in, float32 light out."""

from __future__ import annotations

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
