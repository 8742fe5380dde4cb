"""Opens the networks that read tiles; the only place that the commands take a reader from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.errors import UserError
from engine.tiles import TileSet

if TYPE_CHECKING:
    from device.session import TileReader
    from vision.pipeline import SceneReader


def load_reader(
    tile_set: TileSet, profile: str | None = None, take_only: bool = False, any_set: bool = False
) -> TileReader:
    """A reader for tiles of this set.

    Args:
        tile_set: the set on the table.
        profile: name or file of the set's profile (`device.profiles`); "none" for none.
        any_set: the profile may be of another kind of set; it is used with its own kind only.
        take_only: without a `profile` the one that is kept for this set is taken, if there is exactly one.

    Raises:
        UserError: the networks are missing or damaged, or do not know numbers as high as the set's; the profile is
            missing or of no use.
    """
    from dataclasses import replace

    from device.profiles import NONE, load_profile, only_profile

    reader = load_scene_reader(tile_set)
    fingerprint = reader.reader.network.fingerprint
    if profile == NONE:
        return reader
    if profile is not None:
        return replace(reader, profile=load_profile(profile, None if any_set else tile_set, fingerprint))
    return replace(reader, profile=only_profile(tile_set, fingerprint)) if take_only else reader


def load_scene_reader(tile_set: TileSet) -> SceneReader:
    """The reader without a profile.

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
