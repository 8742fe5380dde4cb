"""The temperature at which the reader's probabilities mean what they say.

python -m models.training.calibrate --pictures 300

prints the one that fits drawn halves that training never saw, and the calibration error without it, with the one that
the network carries, and with it; give it to `models.training.export reader ... --temperature`. With `--folder` it reads
pictures of the second renderer instead (`models.validation`), which shows whether it holds where nothing was learnt.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from models.training.pictures import Picture, drawn_pictures, pictures_in
from vision.calibration import calibration_error
from vision.crops import half_crop
from vision.last_layer import softmax
from vision.networks import Network

Floats = NDArray[np.floating]

FIRST_SEED = 80_000_000
"""Far from the seeds of training and of the evaluation."""


def best_temperature(logits: Floats, truth: NDArray[np.integer]) -> float:
    """The divisor of the (n, classes) logits that makes the true classes most probable."""
    candidates = np.exp(np.linspace(np.log(0.4), np.log(4.0), 240))
    losses = [-np.log(np.maximum(softmax(logits / t)[np.arange(len(truth)), truth], 1e-12)).mean() for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def validation_halves(network: Network, pictures: Iterable[Picture]) -> tuple[Floats, NDArray[np.integer]]:
    """Logits and numbers of the whole face-up halves of unseen tables, outlines a little off, read both ways up."""
    classes, side, reach = (network.notes[name] for name in ("classes", "side", "reach"))
    rng = np.random.default_rng(FIRST_SEED)
    logits, truth = [np.zeros((0, classes), np.float32)], []
    for sample in (picture.sample for picture in pictures):
        picture = sample.picture()
        whole = sample.face_up & ~sample.standing & (sample.visible.min(axis=1) >= 0.9)
        crops = []
        for index in np.flatnonzero(whole):
            unit = float(np.linalg.norm(sample.corners[index, 1] - sample.corners[index, 0])) / 2
            guess = (sample.corners[index] + rng.normal(0, 0.02 * unit, (4, 2))).astype(np.float32)
            for half in (0, 1):
                crops.append(half_crop(picture, guess, half, side, reach))
                truth.append(int(sample.pips[index, half]))
        if crops:
            both = network.run(np.stack(crops)) + network.run(np.stack([crop[::-1] for crop in crops]))
            logits.append(both[:, :classes] / 2)
    return np.concatenate(logits), np.array(truth)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Finds the temperature of the shipped reader on rendered halves.")
    parser.add_argument("--pictures", type=int, default=300)
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="seed of the first picture")
    parser.add_argument("--folder", type=Path, help="reads the pictures of this folder instead of drawn ones")
    options = parser.parse_args()
    drawn = drawn_pictures(options.first, options.pictures)
    pictures = track(drawn if options.folder is None else pictures_in(options.folder), "reading", transient=True)
    network = Network.load("reader")
    logits, truth = validation_halves(network, pictures)
    right = logits.argmax(axis=1) == truth
    print(f"{len(truth)} halves, {1 - right.mean():.2%} misread; calibration error")
    for name, temperature in (
        ("without temperature", 1.0),
        ("with the network's", float(network.notes["temperature"])),
        ("with the one that fits", best_temperature(logits, truth)),
    ):
        error = calibration_error(softmax(logits / temperature).max(axis=1), right)
        print(f"  {name}, {temperature:.2f}: {error:.2%}")


if __name__ == "__main__":
    main()
