"""Changes of colour and sharpness on top of what the renderer drew, so that one picture serves many times."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]


def shift_colors(picture: Bytes, rng: np.random.Generator) -> Bytes:
    """Random contrast, gamma and balance of (h, w, 3) uint8; now and then grey, inverted or with channels swapped."""
    tones = np.linspace(0, 1, 256, dtype=np.float32)
    table = np.empty((256, 1, 3), np.float32)
    gamma, contrast, lift = np.exp(rng.normal(0, 0.25)), np.exp(rng.normal(0, 0.2)), rng.normal(0, 0.06)
    for channel in range(3):
        gain = np.exp(rng.normal(0, 0.08))
        table[:, 0, channel] = (np.power(tones, gamma) * gain - 0.5) * contrast + 0.5 + lift
    result = cv2.LUT(picture, (np.clip(table, 0, 1) * 255).astype(np.uint8))
    chance = rng.random()
    if chance < 0.06:
        grey = cv2.cvtColor(result, cv2.COLOR_BGR2GRAY)
        result = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    elif chance < 0.12:
        result = np.ascontiguousarray(result[..., rng.permutation(3)])
    elif chance < 0.15:
        result = cv2.bitwise_not(result)
    return result.astype(np.uint8)


def soften(picture: Bytes, rng: np.random.Generator, strongest: float) -> Bytes:
    """Sometimes blurs (sigma up to `strongest` pixels) and adds grain to (h, w, 3) uint8."""
    if rng.random() < 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, strongest))).astype(np.uint8)
    if rng.random() < 0.25:
        grain = rng.normal(0, rng.uniform(1, 12), picture.shape)
        picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
    return picture
