"""`tilefish calibrate set`: shows Tilefish your set, so that it reads it better."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from device.arguments import Subcommands
from device.errors import UsageError, UserError
from device.texts import Language, say
from engine.tiles import Tile, TileSet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from device.cameras.base import Image
    from vision.set_photo import SetPhotoError, ShownSet

DEFAULT_NAME = "my-set"
_FRAMES_TO_SETTLE = 15
"""A camera that has just been opened still looks for the right exposure."""


def add_parser(subcommands: Subcommands) -> None:
    """Adds the arguments of `calibrate`."""
    lang = subcommands.lang
    parser = subcommands.add("calibrate")
    parser.add_argument("what", choices=["set"], help=say("help.calibrate.what", lang))
    parser.add_argument("photos", nargs="*", metavar="PHOTO", type=Path, help=say("help.calibrate.photos", lang))
    parser.add_argument("--camera", metavar="CAMERA", help=say("help.calibrate.camera", lang))
    parser.add_argument("--set", default="D6", metavar="D6", help=say("help.match.set", lang))
    parser.add_argument("--name", default=DEFAULT_NAME, metavar="NAME", help=say("help.calibrate.name", lang))
    parser.add_argument("--overlay", metavar="OUT.png", type=Path, help=say("help.calibrate.overlay", lang))


def run(args: argparse.Namespace) -> int:
    """Learns the set's look and keeps it; 1, and nothing kept, when too little of the set can be told apart."""
    tile_set = TileSet.parse(args.set)
    _check(args)

    from device.photo_reading import check_overlay
    from device.profiles import profile_path, save_profile
    from device.reading import load_scene_reader
    from vision.set_photo import SetPhotoError, learn_set

    path = profile_path(args.name)
    if args.overlay:
        check_overlay(args.overlay, args.photos)
    reader = load_scene_reader(tile_set)
    names, images = _pictures(args)
    try:
        shown = learn_set(reader, images, tile_set, path.stem)
    except SetPhotoError as error:
        raise _told(error, names, tile_set) from error
    save_profile(shown.profile, path)
    if args.overlay:
        _save_overlay(shown, images[0], tile_set, args.overlay)
    for line in _lines(shown, tile_set, args.lang):
        print(line)
    print(say("calibrate.kept", args.lang, path=path))
    if args.overlay:
        print(say("read.overlay_saved", args.lang, path=args.overlay))
    return 0


def _check(args: argparse.Namespace) -> None:
    if args.photos and args.camera:
        raise UsageError("calibrate.photo_or_camera")
    if not args.photos and not args.camera:
        raise UsageError("calibrate.nothing", prog=args.prog)
    if args.overlay and len(args.photos) > 1:
        raise UsageError("read.one_overlay")


def _pictures(args: argparse.Namespace) -> tuple[list[str], list[Image]]:
    """The pictures and what to call them."""
    from device.photo import load_photo

    if args.camera:
        return [args.camera], [_frame(args.camera)]
    return [str(path) for path in args.photos], [load_photo(path).image for path in args.photos]


def _frame(wish: str) -> Image:
    """A picture from a camera; of a file or a folder the first one."""
    from device.cameras.base import CameraError
    from device.cameras.opening import open_camera

    camera = open_camera(wish)
    try:
        frame = camera.read()
        for _ in range(_FRAMES_TO_SETTLE if camera.live else 0):
            frame = camera.read() or frame
    finally:
        camera.close()
    if frame is None:
        raise CameraError("camera.no_video", name=wish)
    return frame.image


def _told(error: SetPhotoError, names: list[str], tile_set: TileSet) -> UserError:
    """The sentence for what is wrong with the photos."""
    from vision.set_photo import TooFewTilesError, TooManyTilesError

    if isinstance(error, TooManyTilesError):
        return UserError(
            "calibrate.too_many", path=names[error.photo], count=error.count, set=tile_set, whole=len(tile_set)
        )
    assert isinstance(error, TooFewTilesError)
    key = "calibrate.too_few" if error.seen == error.told else "calibrate.too_few_told"
    return UserError(key, count=error.seen, told=error.told, set=tile_set, whole=len(tile_set))


def _lines(shown: ShownSet, tile_set: TileSet, lang: Language) -> Iterable[str]:
    yield say("calibrate.learnt", lang, count=shown.profile.tiles, whole=len(tile_set), set=tile_set)
    for key, tiles in (("calibrate.untold", shown.untold), ("calibrate.missing", shown.missing)):
        if tiles:
            yield say(key, lang, tiles=_listed(tiles), count=len(tiles))


def _listed(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))


def _save_overlay(shown: ShownSet, image: Image, tile_set: TileSet, path: Path) -> None:
    """Draws what was taken for what; tiles that cannot be told from others are red."""
    import cv2
    import numpy as np

    from device.files import write_whole
    from vision.layout import Fault, Layout
    from vision.overlay import draw_overlay

    photo = shown.photos[0]
    rows = range(len(photo.scene))
    layout = Layout(
        scene=photo.scene,
        pips=photo.pips,
        confidence=np.repeat(photo.told[:, None], 2, axis=1).astype(np.float32),
        contacts=(),
        junctions=(),
        lines=(),
        loose=tuple(row for row in rows if photo.told[row]),
        faults=tuple(
            Fault("unsure", (row,), (Tile(int(photo.pips[row, 0]), int(photo.pips[row, 1])),))
            for row in rows
            if not photo.told[row]
        ),
        blocked=None,
        tile_set=tile_set,
    )
    _, data = cv2.imencode(path.suffix, draw_overlay(image, layout))
    write_whole(path, data.tobytes())
