"""Measures reading on photos and recordings whose truth is known; the numbers are counted by device/bench/scoring.py.

A folder holds truth.json (`{"photos": {"stills/x.jpg": {"group", "set", "view", "face_up", "partial", ...}}}`) and
recordings/*/ with truth.jsonl (a line a play: {"frame", "tile"}).
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from device.bench.asides import ASIDE_COUNTS, AsideScore, Place, score_asides
from device.bench.scoring import Answer, PartialTile, PlayScore, TileScore, answers_of, pair_tiles, score_plays
from device.cameras.recorded import RecordedCamera
from device.errors import UserError
from device.following import follow_to_the_end
from device.photo import load_photo
from device.photo_reading import read_photo
from device.recorded_match import setup_of
from device.recording import Recording
from device.session import GameSession, TileReader
from engine.events import Event, Fixed, Played
from engine.tiles import NotationError, Tile, TileSet
from vision.calibration import calibration_error

STAGES = ("load", "detect", "read", "layout")
FREE = "free"
SURE = 0.99
"""Answers that are given at least so surely are counted by themselves."""


class BenchError(UserError):
    """A folder that cannot be measured."""


@dataclass(frozen=True)
class PhotoTruth:
    """What lies on one photo.

    Attributes:
        marks: more of it, such as its light, by what is marked.
        places: of all its tiles; empty where they are not known.
    """

    path: str
    group: str
    tile_set: TileSet
    view: str
    face_up: tuple[Tile, ...]
    partial: tuple[PartialTile, ...]
    marks: Mapping[str, str] = field(default_factory=dict)
    places: tuple[Place, ...] = ()


@dataclass(frozen=True)
class PhotoResult:
    """How one photo was read.

    Attributes:
        reported: the tiles that were seen face up.
        backs: how many were seen face down.
        answers: what was said of the halves that can be compared with the truth.
        asides: how tiles were taken that stand or are partly covered.
        ms: milliseconds by stage.
        error: why it was not read.
    """

    truth: PhotoTruth
    score: TileScore
    reported: tuple[Tile, ...] = ()
    backs: int = 0
    answers: tuple[Answer, ...] = ()
    asides: AsideScore = field(default_factory=AsideScore)
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
class Sure:
    """How well probabilities meant what they said.

    Attributes:
        count: the halves that could be compared with the truth.
        error: the expected calibration error, 0..1.
        sure, right: how many answers were given with at least 0.99, and how many of these were right.
    """

    count: int
    error: float
    sure: int
    right: int

    @classmethod
    def of(cls, answers: Sequence[Answer]) -> Sure:
        """Sums up these answers."""
        confidence = np.array([answer.confidence for answer in answers])
        right = np.array([answer.is_right for answer in answers], np.bool_)
        sure = confidence >= SURE
        return cls(len(answers), calibration_error(confidence, right), int(sure.sum()), int(right[sure].sum()))


@dataclass(frozen=True)
class Row:
    """A line of the table: some of the photos together."""

    name: str
    photos: int
    tiles: int
    score: TileScore
    perfect: int
    said: Sure
    asides: AsideScore
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
    began = time.perf_counter()
    try:
        photo = load_photo(folder / truth.path)
        loaded = (time.perf_counter() - began) * 1000
        reading = read_photo(photo, reader, truth.tile_set)
    except UserError as error:
        return PhotoResult(truth, TileScore(missed=len(truth.face_up)), error=error)
    layout = reading.layout
    told = {row: tile for row in range(len(layout.scene)) if (tile := layout.tile(row)) is not None}
    reported, rows = tuple(told.values()), list(told)
    pairing = pair_tiles(reported, truth.face_up, truth.partial)
    return PhotoResult(
        truth,
        pairing.score,
        reported,
        backs=len(layout.scene) - len(reported),
        answers=answers_of(pairing, layout.pips[rows].tolist(), layout.confidence[rows].tolist()),
        asides=score_asides(truth.places, photo.in_photo_pixels(layout.scene)),
        ms={"load": loaded} | reading.ms,
    )


def largest_set(truths: Sequence[PhotoTruth], recordings: Sequence[Path] = ()) -> TileSet:
    """The largest set on these photos and in these recordings: a reader that knows it can read them all."""
    sets = [TileSet(), *(truth.tile_set for truth in truths)]
    for path in recordings:
        # A recording that cannot be opened says so when it is measured.
        with suppress(UserError), Recording(path) as recording:
            sets.append(recording.info.tile_set)
    return max(sets, key=len)


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
    reported = played_tiles(session.referee.events)
    ms = median(sum(timing.values()) for timing in session.timings) if session.timings else 0.0
    return RecordingResult(path.name, score_plays(reported, true), tuple(reported), ms)


def played_tiles(log: Sequence[Event]) -> list[Tile]:
    """The tiles in the order in which plays were told, each as it was last corrected.

    A play that was taken back is one of them: it was on the table, or else it was invented, and counts as either.
    """
    fixed = {event.target: event.tile for event in log if isinstance(event, Fixed) and event.tile is not None}
    plays = [(event.seq, [laid.tile for laid in event.tiles]) for event in log if isinstance(event, Played)]
    return [tile for seq, (first, *others) in plays for tile in (fixed.get(seq, first), *others)]


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
    return Row(
        name,
        len(results),
        sum(len(result.truth.face_up) for result in results),
        total,
        perfect,
        Sure.of([answer for result in results for answer in result.answers]),
        sum((result.asides for result in results), AsideScore()),
        ms,
    )


def as_csv(results: Sequence[PhotoResult]) -> str:
    """A line a photo, with its marks, all counts, the milliseconds of each stage and what went wrong."""
    text = io.StringIO()
    marks = list(dict.fromkeys(mark for result in results for mark in result.truth.marks))
    placed = any(result.truth.places for result in results)
    lines = [_cells(result, marks, placed) for result in results]
    writer = csv.DictWriter(text, list(lines[0]) if lines else ["photo"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()


def _cells(result: PhotoResult, marks: Sequence[str], placed: bool) -> dict[str, object]:
    """The columns of one photo, by their names; those that need the places of tiles only where these are known."""
    truth, said = result.truth, Sure.of(result.answers)
    counts = ("right", "false", "missed", "wrong_halves", "paired_halves")
    return {
        "photo": truth.path,
        "group": truth.group,
        "set": truth.tile_set,
        "view": truth.view,
        **{mark: truth.marks.get(mark, "") for mark in marks},
        **{count: getattr(result.score, count) for count in counts},
        "calibration_error": f"{said.error:.4f}",
        "sure_halves": said.sure,
        "sure_right": said.right,
        **({count: getattr(result.asides, count) for count in ASIDE_COUNTS} if placed else {}),
        **{f"ms_{stage}": f"{result.ms[stage]:.1f}" if stage in result.ms else "" for stage in STAGES},
        "error": result.error or "",
    }
