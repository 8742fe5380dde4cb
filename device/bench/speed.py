"""How long a table is read, beside a text detector that many know: PP-OCRv4's, as `rapidocr-onnxruntime` runs it.

All is measured in turn in one process, so that what else the machine does falls on both.
"""

from __future__ import annotations

import importlib
import math
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import TileSet

if TYPE_CHECKING:
    from models.renderer.arrange import PlacedTile

Bytes = NDArray[np.uint8]

COUNTS = (1, 7, 28, 91)
COMPARED = 28
"""The tiles on the table that is measured beside the text detector."""
STAGES = ("detect", "read", "layout")
THREADS = 2
ROUNDS = 15
FEWEST_ROUNDS = 3
SIZE = (1280, 960)
HALF_SIDE = 40.0
"""Pixels."""
TEXT_SIDE = 736
_LANE = 11
"""Tiles that lie in a row before the line turns."""
_TURN = 2
_GAP = 0.02
_FIRST = 5
"""The number that the line begins with: a blank alone proves no dominoes."""
_SEED = 970_000_000
_WARM_UP = 3


@dataclass(frozen=True)
class TableTime:
    """Milliseconds from a decoded picture to its layout: the median, and that of each stage.

    Attributes:
        tiles: that lie on the table; `found`: those that were read.
    """

    tiles: int
    found: int
    whole: float
    stages: Mapping[str, float]


@dataclass(frozen=True)
class Beside:
    """What the text detector takes: milliseconds, and the median of our time by its time, pair by pair."""

    ms: float
    ratio: float


@dataclass(frozen=True)
class Speeds:
    """All that is timed; `network` is the text detector's network alone, `detector` all of it, None without it."""

    tables: tuple[TableTime, ...]
    network: Beside | None
    detector: Beside | None


def tiles_of_a_line(tile_set: TileSet, count: int) -> list[tuple[int, int]]:
    """The first tiles of a line in which all tiles of a set lie, each beginning with the number that ends the last.

    The count of the set's numbers is a prime: from number to number in steps of one length, all come by in turn.
    """
    numbers = tile_set.max_pips + 1
    tiles: list[tuple[int, int]] = []
    at = _FIRST
    for step in range(1, numbers // 2 + 1):
        for _ in range(numbers):
            tiles += [(at, at)] if step == 1 else []
            tiles.append((at, (at + step) % numbers))
            at = tiles[-1][1]
    return tiles[:count]


def line_on_a_table(count: int) -> tuple[TileSet, tuple[PlacedTile, ...]]:
    """A line of so many tiles that runs to and fro: of double-six, of more than 28 tiles of double-twelve."""
    from models.renderer.arrange import PlacedTile

    tile_set = TileSet(6) if count <= len(TileSet(6)) else TileSet(12)
    placed: list[PlacedTile] = []
    x, y, way, straight = 1.0, 0.5, 1.0, 0
    for pips in tiles_of_a_line(tile_set, count):
        if straight < _LANE:
            placed.append(PlacedTile(pips, (x, y), 0.0 if way > 0 else math.pi))
            x += way * (2 + _GAP)
        else:
            if straight == _LANE:
                x, y = x - way * 0.5, y + 0.5
            placed.append(PlacedTile(pips, (x, y), math.pi / 2))
            y += 2 + _GAP
        straight += 1
        if straight == _LANE + _TURN:
            way, straight = -way, 0
            x, y = x + way * (1.5 + _GAP), y - 1.5 - _GAP
    middle = np.array([tile.center for tile in placed])
    left, top = (middle.min(axis=0) + middle.max(axis=0)) / 2
    return tile_set, tuple(
        PlacedTile(tile.pips, (tile.center[0] - left, tile.center[1] - top), tile.angle) for tile in placed
    )


def drawn_table(count: int) -> tuple[Bytes, TileSet]:
    """A picture (960, 1280, 3) uint8 BGR of a line of so many tiles seen from above, and their set."""
    from models.renderer.camera import Camera
    from models.renderer.grounds import random_ground
    from models.renderer.looks import TileLook
    from models.renderer.scene import Table, render

    tile_set, tiles = line_on_a_table(count)
    ivory, ink = (0.8, 0.92, 0.95), (0.08, 0.08, 0.08)
    look = TileLook(face=ivory, side=ivory, back=ivory, pip_colors=(ink,) * 13, bar_color=ink, pin_radius=0.07)
    ground = random_ground(np.random.default_rng(_SEED), SIZE, HALF_SIDE)
    return render(Table(Camera(SIZE, HALF_SIDE), look, ground, tiles, seed=_SEED)).picture, tile_set


def measure(rounds: int, counts: Sequence[int] = COUNTS) -> Speeds:
    """Times reading and, where it is installed, the text detector, in turn."""
    cv2.setNumThreads(THREADS)
    tables = [drawn_table(count) for count in counts]
    square = cv2.resize(tables[counts.index(COMPARED)][0], (TEXT_SIDE, TEXT_SIDE)).astype(np.uint8)
    read, text = _reading(), _text_detector(square)
    timed: list[list[tuple[float, int, dict[str, float]]]] = [[] for _ in counts]
    theirs: list[list[float]] = [[] for _ in text]
    for place in range(rounds + _WARM_UP):
        now = [read(*table) for table in tables]
        other = [_ms(run) for run in text]
        if place >= _WARM_UP:
            for kept, one in zip(timed, now, strict=True):
                kept.append(one)
            for spent, ms in zip(theirs, other, strict=True):
                spent.append(ms)
    ours = [whole for whole, _, _ in timed[counts.index(COMPARED)]]
    beside = [Beside(median(ms), median(a / b for a, b in zip(ours, ms, strict=True))) for ms in theirs]
    return Speeds(
        tuple(_table_time(count, each) for count, each in zip(counts, timed, strict=True)),
        *(beside or (None, None)),
    )


def _table_time(count: int, timed: Sequence[tuple[float, int, Mapping[str, float]]]) -> TableTime:
    stages = {stage: median(ms[stage] for _, _, ms in timed) for stage in STAGES}
    return TableTime(count, timed[0][1], median(whole for whole, _, _ in timed), stages)


def _reading() -> Callable[[Bytes, TileSet], tuple[float, int, dict[str, float]]]:
    """Reads a picture: the milliseconds in all, the tiles found, and the milliseconds of the stages."""
    from vision.layout import build_layout
    from vision.pipeline import SceneReader

    reader = SceneReader.load(THREADS)

    def read(picture: Bytes, tile_set: TileSet) -> tuple[float, int, dict[str, float]]:
        began = time.perf_counter()
        scene, ms = reader.read(picture, tile_set)
        seen = time.perf_counter()
        build_layout(scene, tile_set)
        done = time.perf_counter()
        return (done - began) * 1000, len(scene), ms | {"layout": (done - seen) * 1000}

    return read


def _text_detector(picture: Bytes) -> list[Callable[[], object]]:
    """The network alone on the (736, 736, 3) picture, and the whole detector; nothing where it is not installed."""
    try:
        package: Any = importlib.import_module("rapidocr_onnxruntime")
    except ImportError:
        return []
    detector = package.RapidOCR(intra_op_num_threads=THREADS).text_det
    network = detector.infer.session
    pixels = np.ascontiguousarray(picture.transpose(2, 0, 1)[None], np.float32) / np.float32(127.5) - np.float32(1)
    inputs = {network.get_inputs()[0].name: pixels}
    return [lambda: network.run(None, inputs), lambda: detector(picture)]


def _ms(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return (time.perf_counter() - began) * 1000


def size_of_networks() -> int:
    """Bytes of the networks' files."""
    return sum(Path(str(file)).stat().st_size for file in _networks())


def _networks() -> Iterator[Any]:
    return (file for file in files("models").iterdir() if file.name.endswith(".onnx"))


def peak_memory() -> int:
    """The bytes that a fresh process holds at most while it reads the table that is compared."""
    picture, tile_set = drawn_table(COMPARED)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
        return processes.submit(_held_to_read, picture, tile_set).result()


def _held_to_read(picture: Bytes, tile_set: TileSet) -> int:
    read = _reading()
    for _ in range(_WARM_UP):
        read(picture, tile_set)
    return _most_held()


def _most_held() -> int:
    """The bytes that this process held at most; on Linux `getrusage` would count what its parent held, too."""
    status = Path("/proc/self/status")
    if status.exists():
        held = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM:"))
        return int(held.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
