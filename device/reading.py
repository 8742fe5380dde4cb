"""Opens the networks that read tiles; the only place that the commands take a reader from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.errors import UserError
from engine.tiles import TileSet

if TYPE_CHECKING:
    from device.session import TileReader


def load_reader(tile_set: TileSet) -> TileReader:
    """A reader for tiles of this set.

    Raises:
        UserError: the networks are missing or damaged, or do not know numbers as high as the set's.
    """
    import cv2

    from vision.networks import ModelError
    from vision.pipeline import SceneReader

    # What OpenCV has to say of a damaged file is said by us, in one sentence.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        reader = SceneReader.load()
    except ModelError as error:
        raise UserError("error.models") from error
    if tile_set.max_pips >= reader.reader.classes:
        raise UserError("error.set", set=tile_set, largest=reader.reader.classes - 1)
    return reader
