"""Rendered pictures on disk: many pictures and their truth in one file."""

from __future__ import annotations

import argparse
import multiprocessing
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from models.renderer.pixels import decoded, jpeg_bytes
from models.renderer.scene import random_table, render

PICTURES_OF_A_SHARD = 100
MINED = ".mined"
"""Suffix of the file beside a shard that holds false proposals."""


@dataclass(frozen=True, eq=False)
class Sample:
    """One rendered picture.

    Attributes:
        jpeg: the encoded picture.
        corners: (n, 4, 2) float32 pixels, ordered as in `vision.scene.Scene`.
        pips: (n, 2) int16.
        face_up: (n,) bool.
        visible: (n, 2) float32, the share of each half that is seen.
        standing: (n,) bool, on edge; the corners are then those of all that is seen of it.
        others: (k, 4, 2) float32 pixels, outlines of flat things that are no tiles.
        mined: (m, 4, 2) float32 pixels, false proposals of a locator (`models.training.mine`).
    """

    jpeg: bytes
    corners: NDArray[np.float32]
    pips: NDArray[np.int16]
    face_up: NDArray[np.bool_]
    visible: NDArray[np.float32]
    standing: NDArray[np.bool_]
    others: NDArray[np.float32]
    mined: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 4, 2), np.float32))

    def picture(self) -> NDArray[np.uint8]:
        """(height, width, 3) uint8 BGR."""
        return decoded(self.jpeg)


def make_sample(seed: int, size: int = 512) -> Sample:
    """The rendered picture of a seed."""
    rendered = render(random_table(np.random.default_rng(seed), (size, size)))
    tiles = rendered.tiles
    return Sample(
        jpeg=jpeg_bytes(rendered.picture, 95),
        corners=np.array([tile.corners for tile in tiles], np.float32).reshape(-1, 4, 2),
        pips=np.array([tile.tile.pips for tile in tiles], np.int16).reshape(-1, 2),
        face_up=np.array([tile.tile.face_up for tile in tiles], np.bool_),
        visible=np.array([tile.visible for tile in tiles], np.float32).reshape(-1, 2),
        standing=np.array([tile.tile.standing for tile in tiles], np.bool_),
        others=rendered.others,
    )


def write_shard(job: tuple[Path, int]) -> Path:
    """Renders one shard; a shard that is there already is left alone, so an interrupted run goes on."""
    folder, number = job
    path = folder / f"{number:05d}.npz"
    if not path.exists():
        cv2.setNumThreads(1)
        samples = [make_sample(number * PICTURES_OF_A_SHARD + index) for index in range(PICTURES_OF_A_SHARD)]
        partial = path.with_suffix(".part")
        with partial.open("wb") as file:
            np.savez(
                file,
                jpeg=np.frombuffer(b"".join(sample.jpeg for sample in samples), np.uint8),
                jpeg_sizes=np.array([len(sample.jpeg) for sample in samples]),
                tiles=np.array([len(sample.pips) for sample in samples]),
                corners=np.concatenate([sample.corners for sample in samples]),
                pips=np.concatenate([sample.pips for sample in samples]),
                face_up=np.concatenate([sample.face_up for sample in samples]),
                visible=np.concatenate([sample.visible for sample in samples]),
                standing=np.concatenate([sample.standing for sample in samples]),
                things=np.array([len(sample.others) for sample in samples]),
                others=np.concatenate([sample.others for sample in samples]),
            )
        partial.replace(path)
    return path


def read_shard(path: Path) -> list[Sample]:
    """The samples of a shard."""
    with np.load(path) as stored:
        columns = {name: stored[name] for name in stored.files}
    jpegs = np.split(columns["jpeg"], np.cumsum(columns["jpeg_sizes"])[:-1])
    ends = np.cumsum(columns["tiles"])
    things = np.split(columns["others"], np.cumsum(columns["things"])[:-1])
    mined = _mined(path.with_suffix(MINED), len(jpegs))
    return [
        Sample(
            jpeg=jpeg.tobytes(),
            corners=columns["corners"][end - count : end],
            pips=columns["pips"][end - count : end],
            face_up=columns["face_up"][end - count : end],
            visible=columns["visible"][end - count : end],
            standing=columns["standing"][end - count : end],
            others=others,
            mined=false,
        )
        for jpeg, count, end, others, false in zip(jpegs, columns["tiles"], ends, things, mined, strict=True)
    ]


def _mined(path: Path, pictures: int) -> list[NDArray[np.float32]]:
    if not path.exists():
        return [np.zeros((0, 4, 2), np.float32)] * pictures
    with np.load(path) as stored:
        return np.split(stored["corners"], np.cumsum(stored["counts"])[:-1])


def random_samples(folder: Path, shards: int, rng: np.random.Generator) -> list[Sample]:
    """The samples of some shards of a folder, chosen anew each time, so that shards rendered meanwhile take part."""
    paths = sorted(folder.glob("*.npz"))
    chosen = rng.choice(len(paths), min(shards, len(paths)), replace=False)
    return [sample for index in chosen for sample in read_shard(paths[int(index)])]


def main() -> None:
    """python -m models.training.shards FOLDER --shards 120"""
    parser = argparse.ArgumentParser(description="Renders training pictures, 100 a shard.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=0, help="number of the first shard; numbers are seeds")
    parser.add_argument("--shards", type=int, default=120)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    jobs = [(options.folder, options.first + index) for index in range(options.shards)]
    with multiprocessing.Pool(options.processes) as pool:
        for _ in track(pool.imap_unordered(write_shard, jobs), "rendering", total=len(jobs)):
            pass


if __name__ == "__main__":
    main()
