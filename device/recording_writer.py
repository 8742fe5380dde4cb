"""Writes a recording while the game runs, only ever adding: a power cut loses at most the last frame."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from device.files import write_whole
from device.recording import FORMAT, RecordingError, RecordingInfo

JPEG_QUALITY = 85


class RecordingWriter:
    """A new recording in an empty folder.

    recording.toml comes first and is complete; each frame is on the disk before its time is added to times.txt, so
    that a reader never meets half a frame.

    Raises:
        RecordingError: the folder holds something already, or cannot be written.
    """

    def __init__(self, folder: Path, info: RecordingInfo, quality: int = JPEG_QUALITY) -> None:
        self._folder, self._quality, self._count = folder, quality, 0
        try:
            (folder / "frames").mkdir(parents=True)
            write_whole(folder / "recording.toml", as_toml(info).encode())
            self._times = None if info.seconds_per_frame or info.times else (folder / "times.txt").open("x")
        except OSError as error:
            raise RecordingError("recording.cannot_write", path=folder, why=error) from error

    def add(self, image: NDArray[np.uint8], t: float) -> int:
        """Adds a frame (BGR) taken `t` seconds after the start; returns its number.

        Raises:
            RecordingError: the disk is full or gone.
        """
        number = self._count
        ok, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        try:
            if not ok:
                raise OSError("the frame could not be encoded")
            write_whole(self._folder / "frames" / f"{number:04d}.jpg", jpeg.tobytes())
            if self._times is not None:
                self._times.write(f"{t:.3f}\n")
                self._times.flush()
                os.fsync(self._times.fileno())
        except OSError as error:
            raise RecordingError("recording.cannot_write", path=self._folder, why=error) from error
        self._count += 1
        return number

    def close(self) -> None:
        """Ends the recording; may be called twice."""
        if self._times is not None:
            self._times.close()


def as_toml(info: RecordingInfo) -> str:
    """recording.toml's text. JSON's strings, numbers and lists are TOML's as well."""
    lines: dict[str, Any] = {"format": FORMAT, "title": info.title, "set": str(info.tile_set), "copies": info.copies}
    if info.title_ru is not None:
        lines["title_ru"] = info.title_ru
    lines |= {"rules": info.rules, "licence": info.licence}
    if info.times is not None:
        lines["times"] = list(info.times)
    elif info.seconds_per_frame is not None:
        lines["seconds_per_frame"] = info.seconds_per_frame
    if info.outline is not None:
        lines["outline"] = [[round(float(x), 1), round(float(y), 1)] for x, y in info.outline]
    text = "".join(f"{key} = {_toml_value(value)}\n" for key, value in lines.items())
    if info.options:
        text += f"options = {_inline_table(dict(info.options))}\n"
    if info.seats:
        seats = [{"id": seat.id, "name": seat.name, "name_ru": seat.name_ru, "edge": seat.edge} for seat in info.seats]
        text += "seats = [\n" + "".join(f"    {_inline_table(seat)},\n" for seat in seats) + "]\n"
    return text


def _toml_value(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _inline_table(table: dict[str, Any]) -> str:
    return "{ " + ", ".join(f"{key} = {_toml_value(value)}" for key, value in table.items() if value is not None) + " }"
