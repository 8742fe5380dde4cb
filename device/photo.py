"""Loads a photo safely: whatever the file is, it ends in an upright picture of sensible size or in one sentence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from device.errors import UserError
from device.photo_header import Header, read_header
from vision.scene import Scene

PHOTO_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif"})
LARGEST_FILE = 256 * 2**20
LARGEST_AREA = 160_000_000
"""Pixels. Decoding one of this size takes about half a gigabyte, whatever the format."""
SMALLEST_SIDE = 16
ENOUGH_PIXELS = 2400
"""A long side of this many pixels shows a tile of 1/60 of the photo's width clearly; more only costs time."""
MOST_PIXELS = 4800

_REDUCED = {
    1: cv2.IMREAD_COLOR_BGR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_PHONE_FORMATS = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif")


class PhotoError(UserError):
    """A file that is no usable photo."""


@dataclass(frozen=True, eq=False)
class Photo:
    """A photo ready to be read.

    Attributes:
        path: where it came from.
        image: (h, w, 3) uint8 BGR, upright, perhaps smaller than the file's.
        size: width and height of the upright photo in its own pixels.
    """

    path: Path
    image: NDArray[np.uint8]
    size: tuple[int, int]

    def in_photo_pixels(self, scene: Scene) -> Scene:
        """A scene seen in `image`, with coordinates in pixels of the upright photo."""
        height, width = self.image.shape[:2]
        if (width, height) == self.size:
            return scene
        scale = np.array([self.size[0] / width, self.size[1] / height], np.float32)
        asides = tuple(replace(aside, corners=aside.corners * scale) for aside in scene.asides)
        return replace(
            scene, size=self.size, corners=scene.corners * scale, centers=scene.centers * scale, asides=asides
        )


def load_photo(path: Path) -> Photo:
    """Reads a photo, upright (EXIF honoured), in 8 bits a colour and without transparency.

    Huge photos are decoded at a half, a quarter or an eighth of their size. Of a moving picture the first frame counts.

    Raises:
        PhotoError: the file is missing, no photo, damaged, cut off, far too large, or too small to show a domino.
    """
    data = _read_file(path)
    header = check_picture(data, path)
    factor = max(step for step in _REDUCED if step == 1 or max(header.width, header.height) / step >= ENOUGH_PIXELS)
    image = _decode(data, path, factor)
    height, width = image.shape[:2]
    # EXIF may have turned the photo by a quarter: then its sides are exchanged.
    turned = _is_turned((width, height), (header.width, header.height))
    size = (header.height, header.width) if turned else (header.width, header.height)
    if max(width, height) > MOST_PIXELS:
        shrink = ENOUGH_PIXELS / max(width, height)
        small = (max(1, round(width * shrink)), max(1, round(height * shrink)))
        image = np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA), np.uint8)
    return Photo(path, image, size)


def decode_picture(data: bytes, path: Path) -> NDArray[np.uint8]:
    """The picture in a file's bytes, upright BGR and in its own size; `path` is what the sentence calls it.

    Raises:
        PhotoError: see `load_photo`.
    """
    check_picture(data, path)
    return _decode(data, path)


def _decode(data: bytes, path: Path, factor: int = 1) -> NDArray[np.uint8]:
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), _REDUCED[factor])
    except cv2.error:
        decoded = None
    if decoded is None:
        raise PhotoError("photo.damaged", path=path)
    return np.asarray(decoded, np.uint8)


def _read_file(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise PhotoError("photo.folder", path=path)
        if not path.exists():
            raise PhotoError("photo.missing", path=path)
        if not path.is_file():
            raise PhotoError("photo.no_photo", path=path)
        if path.stat().st_size > LARGEST_FILE:
            raise PhotoError("photo.too_large", path=path)
        return path.read_bytes()
    except OSError as error:
        raise PhotoError("photo.unreadable", path=path, why=error) from error


def _what_it_is(data: bytes) -> str:
    """The sentence for a file that is none of the known formats."""
    if not data:
        return "photo.empty"
    if data[4:12] in _PHONE_FORMATS:
        return "photo.phone_format"
    return "photo.damaged" if data.startswith((b"\xff\xd8\xff", b"\x89PNG")) else "photo.no_photo"


def check_picture(data: bytes, path: Path) -> Header:
    """Looks at a picture file before it is decoded; `path` is what the sentence calls it.

    Raises:
        PhotoError: it is no picture, damaged, cut off, far too large, or too small to show a domino.
    """
    header = read_header(data)
    if header is None:
        raise PhotoError(_what_it_is(data), path=path)
    width, height = header.width, header.height
    if width < 1 or height < 1:
        raise PhotoError("photo.damaged", path=path)
    if width * height > LARGEST_AREA:
        raise PhotoError("photo.too_many_pixels", path=path, width=width, height=height)
    if min(width, height) < SMALLEST_SIDE:
        raise PhotoError("photo.too_small", path=path, width=width, height=height)
    if header.cut_off:
        raise PhotoError("photo.cut_off", path=path)
    return header


def _is_turned(decoded: tuple[int, int], stored: tuple[int, int]) -> bool:
    """Whether a picture of size `stored` has come out of the decoder, perhaps smaller, with its sides exchanged."""
    if decoded[0] == decoded[1] or stored[0] == stored[1]:
        return False
    return (decoded[0] > decoded[1]) != (stored[0] > stored[1])
