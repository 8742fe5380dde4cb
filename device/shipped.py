"""Where the folders of datasets/ lie that Tilefish ships."""

from __future__ import annotations

import sysconfig
from pathlib import Path


def shipped_folder(name: str, holding: str) -> Path | None:
    """The folder `name`, known by a file in it: in the project's datasets/, or where the package's data went."""
    project = Path(__file__).resolve().parents[1]
    places = (project / "datasets" / name, Path(sysconfig.get_path("data")) / "share" / "tilefish" / name)
    return next((place for place in places if (place / holding).is_file()), None)
