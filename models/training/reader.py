"""The reader: how many pips a half shows, from a small upright crop of it.

A half is cut out so that its mate lies to the right. The crop also tells whether there is such a half at all,
whether it shows its back, and where its outer corners are, so that the tile's outline can be improved.
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
from vision.crops import FLAT_TILE, as_half_zero, half_crop
from vision.scene import halves_of

SIDE = 48
"""Pixels of a crop's side."""
REACH = 0.75
"""Half the crop's side in table units: a half and a quarter of a half around it."""
CLASSES = 13
"""0 to 12 pips."""
OUTPUTS = CLASSES + 2 + 4 + 2
"""Pips (logits), is a half (logit), face down (logit), outer corners x0 y0 x3 y3 in table units from the middle, of a
tile that stands on edge (logit), of a tile that is partly covered or cut by the picture's edge (logit)."""
WHOLE = 0.88
PARTLY = 0.75
"""From which share seen a half counts as whole; below which as partly covered."""

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Points = NDArray[np.floating[Any]]


class Reader(nn.Module):
    """(n, 3, 48, 48) crops, BGR in 0..1 -> (n, 21), see `OUTPUTS`."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            *convolution(3, 16), *convolution(16, 32, 2), Residual(32),
            *convolution(32, 80, 2), Residual(80),
            *convolution(80, 128, 2), Residual(128),
        )  # fmt: skip
        self.decide = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(128 * 36, 128), nn.ReLU(inplace=True), nn.Linear(128, OUTPUTS)
        )

    def forward(self, x: Tensor) -> Tensor:
        """The outputs of the class's docstring."""
        result: Tensor = self.decide(self.features(x))
        return result


def training_crops(sample: Sample, rng: np.random.Generator, per_tile: float) -> list[tuple[Bytes, Floats]]:
    """Crops of halves with jitter, and of places that are none, each with its target.

    Target (10): pips (-1 where unknown), is a half (-1 unknown), face down (-1), outer corners (4), weight of corners,
    standing (-1), partly covered (-1).
    """
    picture = sample.picture()
    result = []
    count = len(sample.corners)
    for index in range(count):
        if rng.random() > per_tile:
            continue
        half = int(rng.integers(2))
        guess = _jittered(sample.corners[index], rng)
        result.append((half_crop(picture, guess, half, SIDE, REACH), _target(sample, index, half, guess)))
    places = max(1, int(0.3 * count * per_tile), min(4, len(sample.others)))
    wrong = [_wrong_place(sample, picture.shape[0], rng) for _ in range(places)]
    if len(sample.mined):
        chosen = rng.choice(len(sample.mined), min(3, len(sample.mined)), replace=False)
        wrong += [_jittered(sample.mined[index], rng, 0.5) for index in chosen]
    for box in wrong:
        if box is not None:
            target = np.full(10, -1, np.float32)
            target[1], target[3:] = 0.0, 0
            result.append((half_crop(picture, box, int(rng.integers(2)), SIDE, REACH), target))
    return result


def _target(sample: Sample, index: int, half: int, guess: Floats) -> Floats:
    """What there is to say of a half whose tile is thought to lie at `guess`; see `training_crops`."""
    seen, mate_seen = sample.visible[index, half], sample.visible[index, 1 - half]
    target = np.full(10, -1, np.float32)
    target[3:8] = 0
    if max(seen, mate_seen) < 0.35:
        target[1], target[8], target[9] = 0, 0, 0
        return target
    if seen >= 0.6:
        target[3:7] = _outer_corners(sample.corners[index], guess, half)
    if sample.standing[index]:
        target[1], target[7], target[8] = 0, float(seen >= 0.6), 1
        return target
    target[8] = 0
    least = min(seen, mate_seen)
    target[9] = 1 if least < PARTLY else 0 if least >= WHOLE else -1
    if seen >= 0.85:
        whole = mate_seen >= 0.6
        target[1] = 1.0 if whole else -1.0
        target[2] = 0.0 if sample.face_up[index] else 1.0
        target[0] = float(sample.pips[index, half]) if sample.face_up[index] else -1.0
        target[7] = 1.0 if whole else 0.0
    elif seen < 0.6:
        target[1] = 0.0
    return target


def _axes(corners: Points) -> tuple[Points, Points, Points]:
    """Middle, half the long side and half the short side of a tile as vectors."""
    long = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    short = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    return corners.mean(axis=0), long, short


def _box(middle: Points, long: Points, short: Points) -> Floats:
    corners = [middle - long - short, middle + long - short, middle + long + short, middle - long + short]
    return np.stack(corners).astype(np.float32)


def _jittered(corners: Floats, rng: np.random.Generator, most: float = 1.0) -> Floats:
    """What a locator might have said of the tile: moved, turned, scaled, with square angles."""
    middle, long, short = _axes(corners)
    unit = float(np.linalg.norm(long))
    strength = most * (1.0 if rng.random() < 0.6 else 0.35)
    middle = middle + rng.normal(0, 0.07 * strength, 2) * unit
    turn = rng.normal(0, 0.07 * strength)
    long = long * np.exp(rng.normal(0, 0.07 * strength))
    turned = np.array([long[0] - turn * long[1], long[1] + turn * long[0]])
    if rng.random() < 0.5:
        short = np.array([-turned[1], turned[0]]) * 0.5 * np.exp(rng.normal(0, 0.05))
    else:
        short = short * np.exp(rng.normal(0, 0.07 * strength))
    return _box(middle, turned, short)


def _outer_corners(truth: Floats, guess: Floats, half: int) -> Floats:
    """Corners 0 and 3 of the half (turned so that its mate is right) in the frame of the guessed tile's half."""
    quad, real = as_half_zero(guess, half), as_half_zero(truth, half)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), FLAT_TILE)
    seen = cv2.perspectiveTransform(real[None, [0, 3]].astype(np.float32), matrix)
    return np.asarray(seen, np.float32).reshape(4)


def _wrong_place(sample: Sample, size: int, rng: np.random.Generator) -> Floats | None:
    """A box where no tile is, or on a thing that is none, or which joins halves of two tiles, or lies across one."""
    if len(sample.others) and rng.random() < (0.7 if not len(sample.corners) else 0.35):
        box = _on_a_thing(sample.others[int(rng.integers(len(sample.others)))], rng)
    elif not len(sample.corners) or rng.random() < 0.35:
        unit = float(np.exp(rng.uniform(np.log(8), np.log(60))))
        angle = float(rng.uniform(-np.pi, np.pi))
        along = np.array([np.cos(angle), np.sin(angle)]) * unit
        box = _box(rng.uniform(0, size, 2), along, np.array([-along[1], along[0]]) / 2)
    else:
        middle, long, short = _axes(sample.corners[int(rng.integers(len(sample.corners)))])
        kind = rng.random()
        if kind < 0.45:
            shifts = rng.choice([-1.0, -0.5, 0.5, 1.0])
            aside = rng.choice([0.0, 0.0, 0.5, -0.5, 1.0])
            box = _box(middle + shifts * long + aside * 2 * short, long, short)
        elif kind < 0.8:
            over = rng.choice([-0.5, 0.0, 0.5])
            side = rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0])
            box = _box(middle + over * long + side * short, 2 * short, -long / 2)
        else:
            factor = float(rng.choice([0.5, 0.6, 1.6, 2.0]))
            box = _box(middle + (rng.choice([-0.5, 0, 0.5]) * long), long * factor, short * factor)
    return None if _is_a_tile(box, sample) else box


def _on_a_thing(outline: Floats, rng: np.random.Generator) -> Floats:
    """The thing's own outline, or a box like a tile somewhere on it."""
    middle, long, short = _axes(outline)
    if rng.random() < 0.5:
        return _jittered(outline if rng.random() < 0.7 else outline[[1, 2, 3, 0]], rng)
    along, across = (long, short) if rng.random() < 0.5 else (short, -long)
    unit = float(np.clip(np.linalg.norm(short) * rng.uniform(0.3, 1.5), 6, 120))
    along = along / (np.linalg.norm(along) + 1e-6) * unit
    across = across / (np.linalg.norm(across) + 1e-6) * unit / 2
    return _box(middle + rng.uniform(-0.8, 0.8) * long + rng.uniform(-0.8, 0.8) * short, along, across)


def _is_a_tile(box: Floats, sample: Sample) -> bool:
    """Whether the box agrees with some tile so well that it is no wrong place."""
    if not len(sample.corners):
        return False
    centers = halves_of(sample.corners)
    guess = halves_of(box[None])[0]
    unit = np.linalg.norm(guess[1] - guess[0]) + 1e-6
    straight = np.linalg.norm(centers - guess[None], axis=2).max(axis=1)
    crossed = np.linalg.norm(centers - guess[None, ::-1], axis=2).max(axis=1)
    return bool(min(straight.min(), crossed.min()) < 0.4 * unit)


def reader_loss(output: Tensor, target: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropies and the L1 of the corners; what is unknown counts for nothing."""
    pips, valid, down = target[:, 0].long(), target[:, 1], target[:, 2]
    pips_loss = nn.functional.cross_entropy(output[:, :CLASSES], pips.clamp(min=0), reduction="none",
                                            label_smoothing=0.01)  # fmt: skip
    pips_loss = _mean(pips_loss, (pips >= 0).float())
    binary = nn.functional.binary_cross_entropy_with_logits
    valid_loss = _mean(binary(output[:, CLASSES], valid.clamp(min=0), reduction="none"), (valid >= 0).float())
    down_loss = _mean(binary(output[:, CLASSES + 1], down.clamp(min=0), reduction="none"), (down >= 0).float())
    corner_loss = _mean(torch.abs(output[:, CLASSES + 2 : CLASSES + 6] - target[:, 3:7]).mean(dim=1), target[:, 7])
    aside_loss = [
        _mean(
            binary(output[:, place], target[:, known].clamp(min=0), reduction="none"), (target[:, known] >= 0).float()
        )
        for place, known in ((CLASSES + 6, 8), (CLASSES + 7, 9))
    ]
    total = pips_loss + 0.5 * valid_loss + 0.3 * down_loss + 2.0 * corner_loss + 0.3 * sum(aside_loss)
    right = (output[:, :CLASSES].argmax(dim=1) == pips).float()
    parts = {
        "pips": pips_loss,
        "wrong": 1 - _mean(right, (pips >= 0).float()),
        "valid": valid_loss,
        "down": down_loss,
        "corner": corner_loss,
        "standing": aside_loss[0],
        "partial": aside_loss[1],
    }
    return total, {name: float(value.detach()) for name, value in parts.items()}


def _mean(values: Tensor, weights: Tensor) -> Tensor:
    return (values * weights).sum() / weights.sum().clamp(min=1.0)
