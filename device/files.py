"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file under another name first, so that it is never there half, not even after a power cut.

    Raises:
        OSError: the file cannot be written; what was there before is left as it was.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)  # a pipe or a device is written to, never replaced
        return
    unfinished = path.with_name(f".{path.name}.part")
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
