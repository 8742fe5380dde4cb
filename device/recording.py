"""Recorded games: a folder, or the same zipped, with recording.toml, frames/ or video.mp4, and maybe truth.jsonl."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from device.archive import open_archive
from device.errors import UserError
from device.photo import PhotoError, decode_picture
from engine.events import Seat
from engine.tiles import NotationError, TileSet

FORMAT = 1
DEFAULT_FPS = 4.0
SECONDS_BETWEEN_STILLS = 1.5
"""Frames further apart than this are single pictures of a table at rest, one after each move."""
LARGEST_TEXT = 16 * 2**20
LARGEST_FRAME = 64 * 2**20

_FRAME_NAME = re.compile(r"frames/(\d{1,9})\.(?:jpe?g|png)", re.IGNORECASE)


class RecordingError(UserError):
    """A recording that cannot be used."""


@dataclass(frozen=True, eq=False)
class RecordingInfo:
    """What recording.toml says.

    Attributes:
        times: seconds of each frame, by frame number; None when the frames come evenly.
        seconds_per_frame: used where `times` is None.
        outline: (k, 2) float32, the table's corner points in pixels of the frames; None when unknown.
    """

    title: str
    title_ru: str | None = None
    tile_set: TileSet = field(default_factory=TileSet)
    copies: int = 1
    rules: str = "free"
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[Seat, ...] = ()
    times: tuple[float, ...] | None = None
    seconds_per_frame: float | None = None
    outline: NDArray[np.float32] | None = None
    licence: str = ""


class Recording:
    """A recording opened for reading; use it in a `with` block.

    Attributes:
        info: what recording.toml says.
        frame_names: the frames' names by their number, in order; empty for a video.

    Raises:
        RecordingError: there is no recording, or it is damaged beyond use.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._archive = open_archive(path)
        try:
            self.info = parse_info(self._toml(), str(path))
            found = (_FRAME_NAME.fullmatch(name) for name in self._archive.names())
            self.frame_names = dict(sorted((int(name.group(1)), name.group(0)) for name in found if name))
            self.has_video = "video.mp4" in self._archive.names()
            if not self.frame_names and not self.has_video:
                raise RecordingError("recording.no_frames", path=path)
            self._times = self._frame_times()
        except BaseException:
            self._archive.close()
            raise

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Lets files go; may be called twice."""
        self._archive.close()

    @property
    def stills(self) -> bool:
        """Whether each frame is a table at rest, so that no movement can be seen between them."""
        times = sorted(self._times.values())
        gaps = [later - earlier for earlier, later in pairwise(times)]
        return bool(gaps) and median(gaps) >= SECONDS_BETWEEN_STILLS

    def time(self, number: int) -> float:
        """When frame `number` was taken, in seconds since the start."""
        return self._times[number]

    def frame_numbers(self) -> Sequence[int]:
        """The numbers of the frames, in order."""
        return tuple(self._times)

    def image(self, number: int) -> NDArray[np.uint8]:
        """Frame `number` as upright BGR.

        Raises:
            RecordingError: the frame is damaged.
        """
        name = self.frame_names[number]
        data = self._archive.read(name, LARGEST_FRAME)
        try:
            return decode_picture(data, Path(name))
        except PhotoError as error:
            raise RecordingError("recording.bad_frame", path=self.path, frame=name) from error

    def video(self) -> Path:
        """The path of video.mp4 (taken out of the zip when there is one)."""
        return self._archive.as_file("video.mp4")

    def truth(self) -> list[dict[str, Any]] | None:
        """The lines of truth.jsonl; None where there is none.

        Raises:
            RecordingError: a line is no JSON object.
        """
        if "truth.jsonl" not in self._archive.names():
            return None
        lines = self._text("truth.jsonl").splitlines()
        try:
            truth = [json.loads(line) for line in lines if line.strip()]
        except (ValueError, RecursionError):
            truth = [None]
        if not all(isinstance(line, dict) for line in truth):
            raise RecordingError("recording.bad_truth", path=self.path)
        return truth

    def _toml(self) -> dict[str, Any]:
        if "recording.toml" not in self._archive.names():
            raise RecordingError("recording.no_toml", path=self.path)
        try:
            return tomllib.loads(self._text("recording.toml"))
        except (ValueError, RecursionError) as error:  # the parser gives up on endless numbers and on deep nesting, too
            raise RecordingError("recording.bad_toml", path=self.path, line=_line_of(error)) from error

    def _text(self, name: str) -> str:
        try:
            return self._archive.read(name, LARGEST_TEXT).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise RecordingError("recording.not_text", path=self.path, name=name) from error

    def _frame_times(self) -> dict[int, float]:
        """Seconds by frame number. Frames behind the last known time are left out: a power cut may leave one."""
        if self.info.times is not None:
            if self.frame_names and max(self.frame_names) >= len(self.info.times):
                raise RecordingError("recording.few_times", path=self.path, times=len(self.info.times))
            return {number: self.info.times[number] for number in self.frame_names}
        if self.info.seconds_per_frame is None and "times.txt" in self._archive.names():
            written = [line for line in self._text("times.txt").splitlines(keepends=True) if line.endswith("\n")]
            try:
                times = [float(line) for line in written]
            except ValueError as error:
                raise RecordingError("recording.bad_times", path=self.path) from error
            if not _are_times(times):
                raise RecordingError("recording.bad_times", path=self.path)
            return {number: times[number] for number in self.frame_names if number < len(times)}
        seconds = self.info.seconds_per_frame or 1 / DEFAULT_FPS
        return {number: round(number * seconds, 3) for number in self.frame_names}


def _line_of(error: Exception) -> str:
    """The number of the line that the parser stumbled over."""
    found = re.search(r"at line (\d+)", str(error))
    return found.group(1) if found else "…"


def parse_info(toml: Mapping[str, Any], path: str) -> RecordingInfo:
    """Checks recording.toml.

    Raises:
        RecordingError: a value is missing or of the wrong kind.
    """

    def take(key: str, kinds: tuple[type, ...], default: Any) -> Any:
        value = toml.get(key, default)
        if value is not default and (not isinstance(value, kinds) or isinstance(value, bool)):
            raise RecordingError("recording.bad_value", path=path, key=key)
        return value

    number = (int, float)
    if take("format", (int,), FORMAT) != FORMAT:
        raise RecordingError("recording.format", path=path, format=toml["format"])
    try:
        tile_set = TileSet.parse(take("set", (str,), "D6"))
    except NotationError as error:
        raise RecordingError("recording.bad_value", path=path, key="set") from error
    copies, fps, seconds = take("copies", (int,), 1), take("fps", number, None), take("seconds_per_frame", number, None)
    if not 1 <= copies <= 4:
        raise RecordingError("recording.bad_value", path=path, key="copies")
    for key, value in (("fps", fps), ("seconds_per_frame", seconds)):
        if value is not None and not 1e-3 <= value <= 1e4:
            raise RecordingError("recording.bad_value", path=path, key=key)
    times = take("times", (list,), None)
    if times is not None and not _are_times(times):
        raise RecordingError("recording.bad_value", path=path, key="times")
    return RecordingInfo(
        title=take("title", (str,), Path(path).stem),
        title_ru=take("title_ru", (str,), None),
        tile_set=tile_set,
        copies=copies,
        rules=take("rules", (str,), "free"),
        options=take("options", (dict,), {}),
        seats=_seats(take("seats", (list,), []), path),
        times=tuple(float(t) for t in times) if times is not None else None,
        seconds_per_frame=seconds if seconds is not None else (1 / fps if fps is not None else None),
        outline=_outline(take("outline", (list,), None), path),
        licence=take("licence", (str,), ""),
    )


def _numbers(values: Sequence[Any]) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9 for value in values)


def _are_times(values: Sequence[Any]) -> bool:
    return _numbers(values) and all(earlier <= later for earlier, later in pairwise(values))


def _outline(points: Any, path: str) -> NDArray[np.float32] | None:
    if points is None:
        return None
    pairs = all(isinstance(point, list) and len(point) == 2 and _numbers(point) for point in points)
    if len(points) < 3 or not pairs:
        raise RecordingError("recording.bad_value", path=path, key="outline")
    return np.array(points, np.float32)


def _seats(entries: Sequence[Any], path: str) -> tuple[Seat, ...]:
    """Seats in turn order, as tables with id, name, name_ru, edge, or just as names."""
    seats = []
    for entry in entries:
        entry = {"id": entry} if isinstance(entry, str) else entry
        texts = isinstance(entry, dict) and all(
            isinstance(entry.get(key, ""), str) for key in ("id", "name", "name_ru", "edge")
        )
        if not texts or not entry.get("id") or entry.get("edge") not in (None, "N", "E", "S", "W"):
            raise RecordingError("recording.bad_value", path=path, key="seats")
        seats.append(Seat(entry["id"], entry.get("name", entry["id"]), entry.get("name_ru"), entry.get("edge")))
    edges = [seat.edge for seat in seats if seat.edge]
    if len({seat.id for seat in seats}) != len(seats) or len(set(edges)) != len(edges):
        raise RecordingError("recording.bad_value", path=path, key="seats")
    return tuple(seats)
