"""Printed words on pictures of light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def write(
    picture: NDArray[np.float32],
    word: str,
    at: tuple[int, int],
    font: int,
    size: float,
    color: tuple[float, ...],
    thickness: int,
) -> None:
    """Writes `word` with its lower left corner at `at`; OpenCV letters only 8-bit pictures, so through a mask."""
    if size < 0.05:
        return
    (width, height), below = cv2.getTextSize(word, font, size, thickness)
    x0, y0 = max(0, at[0] - thickness), max(0, at[1] - height - thickness)
    x1 = min(picture.shape[1], at[0] + width + thickness)
    y1 = min(picture.shape[0], at[1] + below + thickness)
    if x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.putText(mask, word, (at[0] - x0, at[1] - y0), font, size, 255, thickness, cv2.LINE_AA)
    region = picture[y0:y1, x0:x1]
    region += (mask.astype(np.float32) / 255)[..., None] * (np.array(color[:3], np.float32) - region)
