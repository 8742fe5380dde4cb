"""The temperature at which the reader's probabilities mean what they say.

python -m models.training.calibrate --pictures 300

prints the one that fits rendered halves that training never saw, and the calibration error without and with it; give it
to `models.training.export reader ... --temperature`.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from models.training.shards import make_sample
from vision.calibration import calibration_error
from vision.crops import half_crop
from vision.networks import Network

Floats = NDArray[np.floating]

FIRST_SEED = 80_000_000
"""Far from the seeds of training and of the evaluation."""


def best_temperature(logits: Floats, truth: NDArray[np.integer]) -> float:
    """The divisor of the (n, classes) logits that makes the true classes most probable."""
    candidates = np.exp(np.linspace(np.log(0.4), np.log(4.0), 240))
    losses = [-np.log(np.maximum(_softmax(logits / t)[np.arange(len(truth)), truth], 1e-12)).mean() for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def _softmax(logits: Floats) -> Floats:
    scores = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))


def validation_halves(network: Network, first: int, pictures: int) -> tuple[Floats, NDArray[np.integer]]:
    """Logits and numbers of the whole face-up halves of unseen tables, outlines a little off, read both ways up."""
    classes, side, reach = (network.notes[name] for name in ("classes", "side", "reach"))
    rng = np.random.default_rng(first)
    logits, truth = [], []
    for seed in track(range(first, first + pictures), "reading"):
        sample = make_sample(seed, 640)
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
    options = parser.parse_args()
    logits, truth = validation_halves(Network.load("reader"), options.first, options.pictures)
    temperature = best_temperature(logits, truth)
    right = logits.argmax(axis=1) == truth
    before, after = (calibration_error(_softmax(logits / t).max(axis=1), right) for t in (1.0, temperature))
    print(f"{len(truth)} halves, {1 - right.mean():.2%} misread; temperature {temperature:.2f}: ", end="")
    print(f"calibration error {before:.2%} -> {after:.2%}")


if __name__ == "__main__":
    main()
