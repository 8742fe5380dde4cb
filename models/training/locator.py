"""The locator: where halves lie, which two make a tile, and which lie face down.

Method: centre heat map with offsets (Zhou et al., "Objects as Points", 2019), plus a vector from each half to the
middle of its mate, so that halves pair to tiles without boxes or angles.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training.blocks import Residual, convolution
from models.training.shards import Sample
from vision.scene import halves_of

STRIDE = 4
VECTOR_UNIT = 16.0
"""Pixels; the network gives vectors in this unit."""
HALF_SIDES = (6.5, 46.0)
"""Pixels: the least and the largest side of the halves that it is trained on."""

Floats = NDArray[np.float32]


class Locator(nn.Module):
    """(n, 3, h, w) pictures, h and w multiples of 32, BGR in 0..1 -> (n, 6, h / 4, w / 4):

    heat (logit), offset x and y from the cell's middle in cells, vector to the mate x and y in `VECTOR_UNIT`,
    face down (logit). Fine layers see edges and pips; coarse ones, which are cheap, see the tile and what is around it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(*convolution(3, 16, 2), *convolution(16, 32, 2), Residual(32))
        self.middle = nn.Sequential(*convolution(32, 64, 2), Residual(64), Residual(64))
        self.coarse = nn.Sequential(*convolution(64, 112, 2), Residual(112), Residual(112))
        self.around = nn.Sequential(*convolution(112, 128, 2), Residual(128))
        self.from_around = nn.Sequential(*convolution(128, 112, side=1))
        self.from_coarse = nn.Sequential(*convolution(112, 64, side=1))
        self.join_middle = nn.Sequential(*convolution(64, 64))
        self.from_middle = nn.Sequential(*convolution(64, 32, side=1))
        self.join_fine = nn.Sequential(*convolution(32, 32), *convolution(32, 48))
        self.head = nn.Conv2d(48, 6, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)
        self.enlarge = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x: Tensor) -> Tensor:
        """The planes of the class's docstring."""
        fine = self.fine(x)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        coarse = coarse + self.enlarge(self.from_around(self.around(coarse)))
        middle = self.join_middle(middle + self.enlarge(self.from_coarse(coarse)))
        fine = self.join_fine(fine + self.enlarge(self.from_middle(middle)))
        result: Tensor = self.head(fine)
        return result


def training_crop(sample: Sample, side: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], Floats]:
    """A random piece of the picture, turned and scaled, and its (8, side / 4, side / 4) target.

    Target planes: heat, offset x, y, vector x, y, face down, weight of the vectors, weight of the heat.
    """
    picture = sample.picture()
    size = picture.shape[0]
    unit = _median_unit(sample)
    wanted = float(np.exp(rng.uniform(*np.log(HALF_SIDES))))
    scale = float(np.clip(wanted / unit, max(0.85 * side / size, 5.5 / unit), 52 / unit))
    angle = float(rng.integers(4)) * 90 + float(rng.normal(0, 8))
    matrix = np.asarray(cv2.getRotationMatrix2D((size / 2, size / 2), angle, scale), np.float64)
    matrix[:, 2] += side / 2 - size / 2 + _shift(sample, matrix, side, size, scale, rng)
    if rng.random() < 0.5:
        matrix = np.array([[-1, 0, side - 1], [0, 1, 0]]) @ np.vstack([matrix, [0, 0, 1]])
    source = picture if scale > 0.75 else cv2.GaussianBlur(picture, (0, 0), 0.42 / scale)
    crop = cv2.warpAffine(source, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    corners = sample.corners @ matrix[:, :2].T.astype(np.float32) + matrix[:, 2].astype(np.float32)
    return crop.astype(np.uint8), _target(halves_of(corners.reshape(-1, 4, 2)), sample, side)


def _shift(
    sample: Sample, matrix: NDArray[np.float64], side: int, size: int, scale: float, rng: np.random.Generator
) -> Floats:
    """Moves the crop over the picture; mostly to where a tile is."""
    slack = max(0.0, size * scale - side) / 2
    shift = rng.uniform(-slack, slack, 2)
    if len(sample.corners) and rng.random() < 0.75:
        middle = sample.corners[int(rng.integers(len(sample.corners)))].mean(axis=0)
        at = matrix[:, :2] @ middle + matrix[:, 2] + side / 2 - size / 2
        shift = np.clip(rng.uniform(0.05, 0.95, 2) * side - at, -slack, slack)
    return np.asarray(shift, np.float32)


def _median_unit(sample: Sample) -> float:
    if not len(sample.corners):
        return 24.0
    centers = halves_of(sample.corners)
    return float(np.median(np.linalg.norm(centers[:, 1] - centers[:, 0], axis=1)))


def _target(centers: Floats, sample: Sample, side: int) -> Floats:
    cells = side // STRIDE
    target = np.zeros((8, cells, cells), np.float32)
    target[7] = 1.0
    best = np.zeros((cells, cells), np.float32)
    for index in range(len(centers)):
        unit = float(np.linalg.norm(centers[index, 1] - centers[index, 0]))
        for half in (0, 1):
            seen = float(sample.visible[index, half])
            center, mate = centers[index, half], centers[index, 1 - half]
            if seen < 0.35 or not (0 <= center[0] < side and 0 <= center[1] < side):
                continue
            x, y, w, h, bump = _bump(center, unit, cells)
            if w <= 0 or h <= 0:
                continue
            window = (slice(y, y + h), slice(x, x + w))
            if seen < 0.75 or unit < 6:
                target[7][window] = np.where(bump > 0.1, 0.0, target[7][window])
                continue
            target[0][window] = np.maximum(target[0][window], bump)
            near = (bump > 0.45) & (bump > best[window])
            best[window] = np.where(near, bump, best[window])
            xs = (np.arange(x, x + w) + 0.5)[None, :] * STRIDE
            ys = (np.arange(y, y + h) + 0.5)[:, None] * STRIDE
            values = (
                (center[0] - xs) / STRIDE + 0 * ys,
                (center[1] - ys) / STRIDE + 0 * xs,
                np.broadcast_to((mate[0] - center[0]) / VECTOR_UNIT, (h, w)),
                np.broadcast_to((mate[1] - center[1]) / VECTOR_UNIT, (h, w)),
                np.broadcast_to(0.0 if sample.face_up[index] else 1.0, (h, w)),
                np.broadcast_to(1.0, (h, w)),
            )
            for plane, value in enumerate(values, start=1):
                target[plane][window] = np.where(near, value, target[plane][window])
    return target


def _bump(center: Floats, unit: float, cells: int) -> tuple[int, int, int, int, Floats]:
    """A Gaussian of peak 1 in the cell of the centre; x, y, width, height and values of its window."""
    sigma = max(0.75, 0.17 * unit / STRIDE)
    reach = int(3 * sigma) + 1
    cell_x, cell_y = int(center[0] // STRIDE), int(center[1] // STRIDE)
    x0, x1 = max(0, cell_x - reach), min(cells, cell_x + reach + 1)
    y0, y1 = max(0, cell_y - reach), min(cells, cell_y + reach + 1)
    dx = np.arange(x0, x1) - cell_x
    dy = np.arange(y0, y1) - cell_y
    bump = np.exp(-(dx[None, :] ** 2 + dy[:, None] ** 2) / (2 * sigma**2)).astype(np.float32)
    return x0, y0, x1 - x0, y1 - y0, bump


def locator_loss(output: Tensor, target: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Focal loss of the heat, L1 of offsets and vectors, cross-entropy of face down."""
    heat, weight = target[:, 0], target[:, 7]
    logit = output[:, 0]
    probability = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999).float()
    positive = peak * torch.log(probability) * (1 - probability) ** 2
    negative = (1 - peak) * weight * torch.log(1 - probability) * probability**2 * (1 - heat) ** 4
    count = peak.sum().clamp(min=1.0)
    heat_loss = -(positive.sum() + negative.sum()) / count
    near = target[:, 6]
    near_count = near.sum().clamp(min=1.0)
    offset_loss = (torch.abs(output[:, 1:3] - target[:, 1:3]) * near[:, None]).sum() / near_count
    length = torch.linalg.vector_norm(target[:, 3:5], dim=1, keepdim=True).clamp(min=0.3)
    vector_loss = (torch.abs(output[:, 3:5] - target[:, 3:5]) / length * near[:, None]).sum() / near_count
    down = nn.functional.binary_cross_entropy_with_logits(output[:, 5], target[:, 5], reduction="none")
    down_loss = (down * near).sum() / near_count
    total = heat_loss + 0.5 * offset_loss + 2.0 * vector_loss + 0.5 * down_loss
    parts: dict[str, Any] = {"heat": heat_loss, "offset": offset_loss, "vector": vector_loss, "down": down_loss}
    return total, {name: float(value.detach()) for name, value in parts.items()}
