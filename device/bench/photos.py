"""Measures reading on photos and recordings whose truth is known; the numbers are counted by device/scoring.py.

A folder holds truth.json (`{"photos": {"stills/x.jpg": {"group", "set", "view", "face_up", "partial", ...}}}`) and
recordings/*/ with truth.jsonl (a line a play: {"frame", "tile"}).
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from device.bench.scoring import PartialTile, PlayScore, TileScore, score_plays, score_tiles
from device.cameras.recorded import RecordedCamera
from device.errors import UserError
from device.following import follow_to_the_end
from device.photo import load_photo
from device.photo_reading import read_photo
from device.recorded_match import setup_of
from device.recording import Recording
from device.session import GameSession, TileReader
from engine.corrections import effective
from engine.events import Event, Played
from engine.tiles import NotationError, Tile, TileSet
from vision.pipeline import SceneError

STAGES = ("load", "detect", "read", "layout")
FREE = "free"


class BenchError(UserError):
    """A folder that cannot be measured."""


@dataclass(frozen=True)
class PhotoTruth:
    """What lies on one photo; `marks` says more of it, such as its light, by what is marked."""

    path: str
    group: str
    tile_set: TileSet
    view: str
    face_up: tuple[Tile, ...]
    partial: tuple[PartialTile, ...]
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PhotoResult:
    """How one photo was read; `backs` tiles were seen face down, `error` says why it was not read."""

    truth: PhotoTruth
    score: TileScore
    reported: tuple[Tile, ...] = ()
    backs: int = 0
    ms: Mapping[str, float] = field(default_factory=dict)
    error: UserError | None = None


@dataclass(frozen=True)
class RecordingResult:
    """How one recording was followed; `error` says why it was not."""

    name: str
    score: PlayScore
    reported: tuple[Tile, ...] = ()
    ms: float = 0.0
    error: UserError | None = None


@dataclass(frozen=True)
class Row:
    """A line of the table: some of the photos together."""

    name: str
    photos: int
    tiles: int
    score: TileScore
    perfect: int
    ms: Mapping[str, float]


def load_truth(folder: Path) -> list[PhotoTruth]:
    """Reads truth.json.

    Raises:
        BenchError: there is none, or it is not as described above.
    """
    path = folder / "truth.json"
    try:
        photos = json.loads(path.read_text(encoding="utf-8"))["photos"].items()
    except FileNotFoundError as error:
        raise BenchError("bench.no_truth", path=path) from error
    except json.JSONDecodeError as error:
        raise BenchError("bench.bad_line", path=path, line=error.lineno) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BenchError("bench.bad_truth", path=path) from error
    return [_checked_truth(path, name, entry) for name, entry in photos]


def _checked_truth(path: Path, name: str, entry: Mapping[str, Any]) -> PhotoTruth:
    try:
        return _photo_truth(name, entry)
    except KeyError as error:
        why = BenchError("bench.lacks", key=error.args[0])
        raise BenchError("bench.bad_entry", path=path, photo=name, why=why) from error
    except (ValueError, TypeError, AttributeError) as error:
        raise BenchError("bench.bad_entry", path=path, photo=name, why=error) from error


def _photo_truth(name: str, entry: Mapping[str, Any]) -> PhotoTruth:
    return PhotoTruth(
        path=name,
        group=str(entry["group"]),
        tile_set=TileSet.parse(entry.get("set", "D6")),
        view=str(entry.get("view", "overhead")),
        face_up=tuple(Tile.parse(text) for text in entry["face_up"]),
        partial=tuple(PartialTile.parse(text) for text in entry.get("partial", ())),
    )


def measure_photo(folder: Path, truth: PhotoTruth, reader: TileReader) -> PhotoResult:
    """Reads one photo with the set that the truth names; one that cannot be read misses all its tiles."""
    import time

    began = time.perf_counter()
    try:
        photo = load_photo(folder / truth.path)
        loaded = (time.perf_counter() - began) * 1000
        reading = read_photo(photo, reader, truth.tile_set)
    except UserError as error:
        return PhotoResult(truth, TileScore(missed=len(truth.face_up)), error=error)
    except SceneError:
        unknown = BenchError("bench.not_read", path=truth.path, set=truth.tile_set)
        return PhotoResult(truth, TileScore(missed=len(truth.face_up)), error=unknown)
    layout = reading.layout
    reported = tuple(tile for row in range(len(layout.scene)) if (tile := layout.tile(row)) is not None)
    score = score_tiles(reported, truth.face_up, truth.partial)
    return PhotoResult(truth, score, reported, len(layout.scene) - len(reported), {"load": loaded} | reading.ms)


def recordings_in(folder: Path) -> list[Path]:
    """The recordings that have a truth."""
    return sorted(path.parent for path in (folder / "recordings").glob("*/truth.jsonl"))


def measure_recording(path: Path, reader: TileReader) -> RecordingResult:
    """Follows one recording by the rules `free` and compares the plays, in their order, with the truth."""
    true: list[Tile] = []
    try:
        with Recording(path) as recording:
            true = [Tile.parse(str(line["tile"])) for line in recording.truth() or ()]
            session = GameSession(setup_of(recording, FREE), reader)
            follow_to_the_end(session, RecordedCamera(recording, lambda _: None), lambda _: None, lambda _: None)
    except UserError as error:
        return RecordingResult(path.name, PlayScore(0, len(true), 0), error=error)
    except (NotationError, KeyError):
        bad = BenchError("recording.bad_truth", path=path)
        return RecordingResult(path.name, PlayScore(0, len(true), 0), error=bad)
    except SceneError:
        unknown = BenchError("bench.not_read", path=path.name, set=session.setup.tile_set)
        return RecordingResult(path.name, PlayScore(0, len(true), 0), error=unknown)
    reported = played_tiles(session.referee.events)
    ms = median(sum(timing.values()) for timing in session.timings) if session.timings else 0.0
    return RecordingResult(path.name, score_plays(reported, true), tuple(reported), ms)


def played_tiles(log: Sequence[Event]) -> list[Tile]:
    """The tiles in the order of play, each as the log knows it in the end; what was taken back does not count."""
    plays = [event for event in effective(log) if isinstance(event, Played)]
    return [laid.tile for play in plays for laid in play.tiles]


def summary(results: Sequence[PhotoResult]) -> Iterator[Row]:
    """A row for each group with its set and view, one for each set and view, and one for all."""
    for key in sorted({_group(result) for result in results}):
        yield row_of(" ".join(key), [result for result in results if _group(result) == key])
    for kind in sorted({_kind(result) for result in results}):
        yield row_of(" ".join(("all", *kind)), [result for result in results if _kind(result) == kind])
    yield row_of("all", results)


def _group(result: PhotoResult) -> tuple[str, ...]:
    return (result.truth.group, *_kind(result))


def _kind(result: PhotoResult) -> tuple[str, ...]:
    return (str(result.truth.tile_set), result.truth.view)


def row_of(name: str, results: Sequence[PhotoResult]) -> Row:
    """The line of the table that sums up these photos."""
    total = sum((result.score for result in results), TileScore())
    perfect = sum(result.score.perfect and not result.error for result in results)
    read = [result.ms for result in results if not result.error]
    ms = {stage: median(times[stage] for times in read) for stage in STAGES if read}
    return Row(name, len(results), sum(len(result.truth.face_up) for result in results), total, perfect, ms)


def as_csv(results: Iterable[PhotoResult]) -> str:
    """A line a photo, with its marks, the milliseconds of each stage and what went wrong."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    results = list(results)
    marks = list(dict.fromkeys(mark for result in results for mark in result.truth.marks))
    counts = ("right", "false", "missed", "wrong_halves", "paired_halves")
    writer.writerow(["photo", "group", "set", "view", *marks, *counts, *(f"ms_{stage}" for stage in STAGES), "error"])
    for result in results:
        truth = result.truth
        times = [f"{result.ms[stage]:.1f}" if stage in result.ms else "" for stage in STAGES]
        numbers = [getattr(result.score, count) for count in counts]
        marked = [truth.marks.get(mark, "") for mark in marks]
        names = (truth.path, truth.group, truth.tile_set, truth.view)
        writer.writerow([*names, *marked, *numbers, *times, result.error or ""])
    return text.getvalue()
