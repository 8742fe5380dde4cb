"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path


def check_place(path: Path) -> None:
    """Tries whether a file can be written there, before the long work whose result it is to hold.

    Raises:
        OSError: it cannot.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        return
    try:
        _unfinished(path).touch()
        _unfinished(path).unlink()
    except OSError as error:
        error.filename = str(path)
        raise


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file under another name first, so that it is never there half, not even after a power cut.

    Raises:
        OSError: the file cannot be written; what was there before is left as it was.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)  # a pipe or a device is written to, never replaced
        return
    unfinished = _unfinished(path)
    try:
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        error.filename = str(path)
        raise


def _unfinished(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")
