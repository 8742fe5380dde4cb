"""What a picture file says about itself before it is decoded: format, size, and whether its end is there.

Decoding is left to OpenCV; this only looks, so that a huge or cut-off file is met with a sentence and not with
gigabytes of memory. Byte layouts: ITU T.81 (JPEG), W3C PNG, GIF89a, Windows BMP, Google's RIFF container (WebP).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

_FRAME_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_MARKERS_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})
_START_OF_SCAN = 0xDA


@dataclass(frozen=True)
class Header:
    """Format ("JPEG", "PNG", ...), width and height as stored (before EXIF), and whether the file's end is missing."""

    format: str
    width: int
    height: int
    cut_off: bool = False


def read_header(data: bytes) -> Header | None:
    """Reads the header of a picture file; None when it is none of the formats known here or is damaged."""
    try:
        if data.startswith(b"\xff\xd8\xff"):
            return _jpeg(data)
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            width, height = struct.unpack_from(">II", data, 16)
            return Header("PNG", width, height, cut_off=b"IEND" not in data[-64:])
        if data.startswith((b"GIF87a", b"GIF89a")):
            width, height = struct.unpack_from("<HH", data, 6)
            return Header("GIF", width, height, cut_off=b"\x3b" not in data[-64:])
        if data.startswith(b"BM"):
            width, height = struct.unpack_from("<ii", data, 18)
            return Header("BMP", width, abs(height), cut_off=len(data) < struct.unpack_from("<I", data, 2)[0])
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp(data)
    except (struct.error, IndexError):
        return None
    return None


def _jpeg(data: bytes) -> Header | None:
    """Walks the segments to the first scan. A JPEG without an end marker after it was cut off."""
    position, size = 2, None
    while True:
        while data[position] != 0xFF or data[position + 1] in (0x00, 0xFF):
            position += 1
        marker = data[position + 1]
        position += 2
        if marker in _MARKERS_WITHOUT_LENGTH:
            continue
        if marker in _FRAME_MARKERS:
            height, width = struct.unpack_from(">HH", data, position + 3)
            size = (width, height)
        if marker == _START_OF_SCAN:
            return Header("JPEG", *size, cut_off=b"\xff\xd9" not in data[position:]) if size else None
        position += struct.unpack_from(">H", data, position)[0]


def _webp(data: bytes) -> Header | None:
    cut_off = len(data) < struct.unpack_from("<I", data, 4)[0] + 8
    kind = data[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return Header("WebP", width & 0x3FFF, height & 0x3FFF, cut_off)
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return Header("WebP", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, cut_off)
    if kind == b"VP8X":
        width, height = (int.from_bytes(data[start : start + 3], "little") + 1 for start in (24, 27))
        return Header("WebP", width, height, cut_off)
    return None
