"""Hard examples for the reader: where the locator proposes tiles that are none.

python -m models.training.mine SHARDS

writes, beside each shard, the false proposals of the shipped locator on its pictures; the reader's training then
teaches them as places that hold no half.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from models.training.shards import MINED, Sample, read_shard
from vision.detector import Detector, distinct
from vision.networks import Network
from vision.scene import halves_of

Floats = NDArray[np.float32]

_MOST = 8
"""Of one picture; the surest ones count."""
_NEAR = 0.5
"""Sides of half a tile: a proposal with both halves nearer than that to a tile's is no false one."""


def false_proposals(detector: Detector, sample: Sample) -> Floats:
    """(k, 4, 2) pixels of the surest proposals that are far from every tile."""
    found = distinct(detector.propose(sample.picture()))
    order = np.argsort(-found.scores, kind="stable")
    wrong = [found.corners[index] for index in order if not is_near_a_tile(found.corners[index], sample.corners)]
    return np.array(wrong[:_MOST], np.float32).reshape(-1, 4, 2)


def is_near_a_tile(box: Floats, tiles: Floats) -> bool:
    """Whether the (4, 2) box may be a rough outline of one of the (n, 4, 2) tiles."""
    if not len(tiles):
        return False
    ends, guess = halves_of(tiles), halves_of(box[None])[0]
    units = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) + 1e-6
    straight = np.linalg.norm(ends - guess[None], axis=2).max(axis=1)
    crossed = np.linalg.norm(ends - guess[None, ::-1], axis=2).max(axis=1)
    return bool((np.minimum(straight, crossed) < _NEAR * units).any())


def mine(shard: Path, detector: Detector) -> int:
    """Writes the false proposals on a shard's pictures beside it; returns how many they are."""
    found = [false_proposals(detector, sample) for sample in read_shard(shard)]
    partial = shard.with_suffix(".part")
    with partial.open("wb") as file:
        np.savez(file, counts=np.array([len(each) for each in found]), corners=np.concatenate(found))
    partial.replace(shard.with_suffix(MINED))
    return sum(len(each) for each in found)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Finds where the shipped locator proposes tiles that are none.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    detector = Detector(Network.load("locator", options.threads))
    waiting = [path for path in sorted(options.folder.glob("*.npz")) if not path.with_suffix(MINED).exists()]
    for path in track(waiting, "mining"):
        mine(path, detector)


if __name__ == "__main__":
    main()
