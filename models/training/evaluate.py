"""How well the shipped networks read rendered tables that they never saw.

python -m models.training.evaluate --pictures 200
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from engine.tiles import TileSet
from models.training.shards import Sample, make_sample
from vision.calibration import calibration_error
from vision.pipeline import SceneReader
from vision.scene import Scene

Floats = NDArray[np.float32]

FIRST_SEED = 90_000_000
"""Far from the seeds of the training shards."""


@dataclass
class Tally:
    """Counts over pictures; a tile is there when both of its halves are seen to at least 90 percent.

    What is reported at a tile that stands is false, unless it is reported as standing. `sure` and `right` hold, for
    every half compared, the probability of the number that was read and whether it was the right one.
    """

    tiles: int = 0
    found: int = 0
    false: int = 0
    halves: int = 0
    wrong_halves: int = 0
    right_tiles: int = 0
    wrong_face: int = 0
    standing: int = 0
    standing_found: int = 0
    sure: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)

    def add(self, sample: Sample, scene: Scene) -> None:
        """Compares one scene with the truth by place."""
        middles = sample.corners.mean(axis=1)
        units = np.linalg.norm(sample.corners[:, 1] - sample.corners[:, 0], axis=1) / 2
        taken: set[int] = set()
        for row in range(len(scene)):
            apart = np.linalg.norm(middles - scene.centers[row].mean(axis=0), axis=1) / np.maximum(units, 1)
            index = int(np.argmin(apart)) if len(apart) else -1
            if index < 0 or apart[index] > 0.4 or index in taken or sample.standing[index]:
                self.false += 1
                continue
            taken.add(index)
            if sample.visible[index].min() >= 0.9:
                self._compare(sample, scene, index, row)
        whole = sample.visible.min(axis=1, initial=1) >= 0.9
        self.tiles += int((whole & ~sample.standing).sum())
        self.standing += int((whole & sample.standing).sum())
        self._count_standing(sample, scene, middles, units)

    def _count_standing(self, sample: Sample, scene: Scene, middles: Floats, units: Floats) -> None:
        found: set[int] = set()
        for aside in scene.asides:
            if aside.face == "standing" and len(middles):
                apart = np.linalg.norm(middles - aside.corners.mean(axis=0), axis=1) / np.maximum(units, 1)
                index = int(np.argmin(apart))
                if apart[index] <= 0.4 and sample.standing[index] and sample.visible[index].min() >= 0.9:
                    found.add(index)
        self.standing_found += len(found)

    def _compare(self, sample: Sample, scene: Scene, index: int, row: int) -> None:
        self.found += 1
        if bool(scene.face_up[row]) != bool(sample.face_up[index]):
            self.wrong_face += 1
        elif sample.face_up[index]:
            left = (sample.corners[index, 0] + sample.corners[index, 3]) / 2
            turned = np.linalg.norm(scene.centers[row, 0] - left) > np.linalg.norm(scene.centers[row, 1] - left)
            read = scene.probabilities[row].argmax(axis=1)[:: -1 if turned else 1]
            right = read == sample.pips[index]
            self.sure += scene.probabilities[row].max(axis=1)[:: -1 if turned else 1].tolist()
            self.right += right.tolist()
            wrong = int((~right).sum())
            self.halves += 2
            self.wrong_halves += wrong
            self.right_tiles += wrong == 0


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Reads unseen rendered tables and compares with the truth.")
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="seed of the first picture")
    options = parser.parse_args()
    reader, tally = SceneReader.load(), Tally()
    for index in track(range(options.pictures), "reading"):
        sample = make_sample(options.first + index, 640)
        scene, _ = reader.read(sample.picture(), TileSet(12))
        tally.add(sample, scene)
    print(
        f"{options.pictures} pictures, {tally.tiles} whole tiles: {tally.found / max(1, tally.tiles):.1%} found, ",
        end="",
    )
    print(f"{tally.false} false, {tally.wrong_face} with the wrong face, ", end="")
    print(f"{tally.wrong_halves / max(1, tally.halves):.2%} of {tally.halves} halves misread, ", end="")
    print(f"calibration error {calibration_error(np.array(tally.sure), np.array(tally.right)):.2%}, ", end="")
    print(f"{tally.standing_found} of {tally.standing} standing tiles reported as such")


if __name__ == "__main__":
    main()
