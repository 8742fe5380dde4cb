"""Pictures to measure on that training never saw, with their truth: drawn from seeds, or rendered by Blender."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.tiles import TileSet
from models.training.shards import Sample, make_sample

SIZE = 640


@dataclass(frozen=True, eq=False)
class Picture:
    """A table and its truth; `is_game`: a set lies there as people lay it, no tile twice, so that it can be decided
    as a whole."""

    sample: Sample
    tile_set: TileSet
    is_game: bool


def drawn_pictures(first: int, count: int) -> Iterator[Picture]:
    """Tables of our own renderer; any tiles up to 12-12 may lie there, the same one twice, too."""
    for seed in range(first, first + count):
        yield Picture(make_sample(seed, SIZE), TileSet(12), is_game=False)


def pictures_in(folder: Path) -> Iterator[Picture]:
    """The pictures of a folder with truth.jsonl, as `models.validation` writes it."""
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        sample = _sample(told["tiles"], (folder / told["picture"]).read_bytes())
        yield Picture(sample, TileSet.parse(told["set"]), is_game=True)


def _sample(tiles: Sequence[Mapping[str, Any]], jpeg: bytes) -> Sample:
    halves = [tile["halves"] for tile in tiles]
    return Sample(
        jpeg=jpeg,
        corners=np.array([tile["corners"] for tile in tiles], np.float32).reshape(-1, 4, 2),
        pips=np.array([[half["pips"] for half in two] for two in halves], np.int16).reshape(-1, 2),
        face_up=np.array([tile["face"] == "up" for tile in tiles], np.bool_),
        visible=np.array([[half["visible"] for half in two] for two in halves], np.float32).reshape(-1, 2),
        standing=np.array([tile["face"] == "standing" for tile in tiles], np.bool_),
        others=np.zeros((0, 4, 2), np.float32),
    )
