"""Trains the locator: python -m models.training.train_locator SHARDS OUT.pt --minutes 50"""

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
from models.training.locator import Locator, locator_loss, training_crop
from models.training.shards import random_samples


class LocatorCrops(IterableDataset[tuple[torch.Tensor, torch.Tensor]]):
    """Endless training crops from the shards of a folder; new shards are found while it runs."""

    def __init__(self, folder: Path, side: int, seed: int) -> None:
        self.folder, self.side, self.seed = folder, side, seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng(self.seed + 1000 * (worker.id if worker else 0))
        while True:
            samples = random_samples(self.folder, 3, rng)
            for index in rng.permutation(len(samples)):
                crop, target = training_crop(samples[int(index)], self.side, rng)
                crop = soften(shift_colors(crop, rng), rng, 0.9)
                yield torch.from_numpy(crop.transpose(2, 0, 1).copy()), torch.from_numpy(target)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Trains the locator on rendered shards.")
    add_options(parser, minutes=50, batch=16, rate=2e-3)
    parser.add_argument("--side", type=int, default=224, help="pixels of a training crop's side")
    options = parser.parse_args()
    fit(Locator(), locator_loss, LocatorCrops(options.shards, options.side, options.seed), options)


if __name__ == "__main__":
    main()
