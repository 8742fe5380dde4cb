"""Tables without a domino: desks full of things that may be taken for some, and bare grounds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.renderer.lookalikes import random_lookalikes
from models.renderer.scene import random_table, render

Bytes = NDArray[np.uint8]

FIRST_SEED = 90_000_000
"""Far from the seeds of the training's pictures."""
SIZES = ((640, 480), (480, 640), (800, 600), (1024, 768), (768, 1024), (1280, 720), (1280, 960), (1600, 1200))
_BARE = 4
"""One picture in so many shows the ground alone: cloths, floors and printed boards."""


def kind_of(seed: int) -> str:
    """What `draw_desk` draws: "desk" or "ground"."""
    return "ground" if seed % _BARE == 0 else "desk"


def draw_desk(seed: int) -> Bytes:
    """A table without a domino, (height, width, 3) uint8 BGR of any of `SIZES`; the same for the same seed.

    Ground, light, view and camera are those of `random_table`. A desk has dice, cards, keyboards, phones, labels and
    sheets with printed dots on it, a dozen and more; a ground is bare.
    """
    rng = np.random.default_rng(seed)
    size = SIZES[int(rng.integers(len(SIZES)))]
    table = replace(random_table(rng, size), tiles=(), below=(), above=(), clutter=0)
    if kind_of(seed) == "desk":
        unit = table.camera.scale
        things = random_lookalikes(rng, (size[0] / unit, size[1] / unit), unit, int(rng.integers(12, 25)))
        table = replace(table, below=things, clutter=int(rng.integers(2, 8)))
    return render(table).picture
