"""Trains the reader: python -m models.training.train_reader SHARDS OUT.pt --minutes 40"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

from models.training.augment import shift_colors, soften
from models.training.fit import add_options, fit
from models.training.reader import Reader, reader_loss, training_crops
from models.training.shards import random_samples


class ReaderCrops(IterableDataset[tuple[torch.Tensor, torch.Tensor]]):
    """Endless crops of halves from the shards of a folder; new shards are found while it runs."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.seed = folder, seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng(self.seed + 1000 * (worker.id if worker else 0))
        while True:
            samples = random_samples(self.folder, 2, rng)
            crops = [pair for sample in samples for pair in training_crops(sample, rng, 0.8)]
            for index in rng.permutation(len(crops)):
                crop, target = crops[int(index)]
                if rng.random() < 0.5:
                    crop, target = _mirrored(crop, target)
                crop = soften(shift_colors(crop, rng), rng, 1.6)
                yield torch.from_numpy(crop.transpose(2, 0, 1).copy()), torch.from_numpy(target)


def _mirrored(crop: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Upside down: the mate stays on the right, the outer corners change places."""
    target = target.copy()
    if target[7] > 0:
        target[3:7] = [target[5], -target[6], target[3], -target[4]]
    return crop[::-1], target


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Trains the reader on rendered shards.")
    add_options(parser, minutes=40, batch=128, rate=2e-3)
    options = parser.parse_args()
    fit(Reader(), reader_loss, ReaderCrops(options.shards, options.seed), options)


if __name__ == "__main__":
    main()
