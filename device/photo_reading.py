"""One photo read whole: scene, layout, milliseconds, and what `read` says of it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2

from device.errors import UserError
from device.files import check_place, write_whole
from device.photo import Photo
from device.session import TileReader
from device.texts import Language, say
from engine.tiles import TileSet
from vision.hands import find_hands
from vision.layout import Layout, Line, build_layout
from vision.layout_json import layout_as_json
from vision.overlay import draw_overlay

OVERLAY_SUFFIXES = frozenset({".png", ".jpg", ".jpeg"})


@dataclass(frozen=True, eq=False)
class PhotoReading:
    """What was read on a photo.

    Attributes:
        layout: in pixels of `photo.image`.
        ms: milliseconds by stage: "detect", "read", "layout".
    """

    photo: Photo
    layout: Layout
    ms: dict[str, float]


def read_photo(photo: Photo, reader: TileReader, tile_set: TileSet) -> PhotoReading:
    """Reads the table on a photo."""
    scene, ms = reader.read(photo.image, tile_set)
    began = time.perf_counter()
    layout = build_layout(scene, tile_set)
    return PhotoReading(photo, layout, ms | {"layout": (time.perf_counter() - began) * 1000})


def as_json(reading: PhotoReading) -> dict[str, Any]:
    """The reading as `read --json` prints it, in pixels of the upright photo."""
    layout = replace(reading.layout, scene=reading.photo.in_photo_pixels(reading.layout.scene))
    told = layout_as_json(layout)
    ms = {stage: round(value, 1) for stage, value in reading.ms.items()}
    return {"photo": str(reading.photo.path), "size": told.pop("size"), "set": told.pop("set"), "ms": ms, **told}


def as_text(reading: PhotoReading, lang: Language) -> str:
    """The reading for people: a few short lines."""
    return "\n".join([str(reading.photo.path), *("  " + line for line in _lines(reading.layout, lang))])


def save_overlay(reading: PhotoReading, path: Path) -> None:
    """Writes the photo with what was read drawn on it; the file is there whole or not at all.

    Raises:
        UserError: the name ends in neither .png nor .jpg, or it is the photo's own.
        OSError: the file cannot be written.
    """
    check_overlay(path, [reading.photo.path])
    _, data = cv2.imencode(path.suffix, draw_overlay(reading.photo.image, reading.layout))
    write_whole(path, data.tobytes())


def check_overlay(path: Path, photos: Sequence[Path]) -> None:
    """Refuses a name to which no overlay can be written.

    Raises:
        UserError: it ends in neither .png nor .jpg, or it is the name of one of the photos.
        OSError: no file can be written there.
    """
    if path.suffix.lower() not in OVERLAY_SUFFIXES:
        raise UserError("read.overlay_format", path=path)
    if path.exists() and any(photo.exists() and path.samefile(photo) for photo in photos):
        raise UserError("read.overlay_on_photo", path=path)
    check_place(path)


def _lines(layout: Layout, lang: Language) -> Iterator[str]:
    if not len(layout.scene):
        yield from _aside_lines(layout, lang) if layout.scene.asides else [say("read.nothing", lang)]
        return
    count = len(layout.scene)
    yield say("read.tiles", lang, count=count, pips=layout.pips_sum)
    for line in layout.lines:
        yield say("read.line", lang, tiles=" ".join(walk(layout, line)), pips=line.pips)
        if line.house is not None:
            yield "  " + say("read.house", lang, tile=layout.tile(line.house))
        ends = say("event.and", lang).join(str(end.pips) for end in line.open_ends)
        yield "  " + (say("read.ends", lang, ends=ends) if ends else say("read.no_ends", lang))
    yield from _loose_lines(layout, lang)
    hidden = int((~layout.scene.face_up).sum())
    if hidden:
        yield say("read.face_down", lang, count=hidden)
    yield from _aside_lines(layout, lang)
    if layout.blocked is not None:
        yield say("read.blocked" if layout.blocked else "read.not_blocked", lang)
    for fault in layout.faults:
        values = {"tile": fault.values[0], "count": len(fault.tiles)}
        if fault.kind == "unequal":
            values |= {"other": fault.values[1], "one": fault.numbers[0], "two": fault.numbers[1]}
        yield say(f"read.{fault.kind}", lang, **values)


def _loose_lines(layout: Layout, lang: Language) -> Iterator[str]:
    """The hands by the edge where they lie, then what lies nowhere in particular."""
    hands = find_hands(layout)
    held = {tile for hand in hands for tile in hand.tiles}
    for hand in hands:
        if tiles := _names(layout, [row for row in hand.tiles if row < len(layout.scene)]):
            yield say(f"read.hand.{hand.edge}", lang, tiles=tiles)
    if tiles := _names(layout, [row for row in layout.loose if row not in held]):
        yield say("read.loose", lang, tiles=tiles)


def _names(layout: Layout, rows: Sequence[int]) -> str:
    """The tiles in these rows that lie face up."""
    return " ".join(str(tile) for row in rows if (tile := layout.tile(row)) is not None)


def _aside_lines(layout: Layout, lang: Language) -> Iterator[str]:
    """How many tiles are seen but not read."""
    for face in ("standing", "partial"):
        count = sum(aside.face == face for aside in layout.scene.asides)
        if count:
            yield say(f"read.{face}", lang, count=count)


def walk(layout: Layout, line: Line) -> list[str]:
    """The tiles of a line, each written so that a chain reads on from number to number: 1-0 0-6 6-6."""
    legal = [junction for junction in layout.junctions if junction.legal]
    words = []
    for place, row in enumerate(line.tiles):
        half = _half_towards(legal, row, line.tiles[place - 1]) if place else None
        if half is None and place + 1 < len(line.tiles):
            after = _half_towards(legal, row, line.tiles[place + 1])
            half = 1 - after if after is not None else None
        one, other = (int(pips) for pips in layout.pips[row])
        if one < 0:
            words.append("?-?")
        else:
            words.append(f"{other}-{one}" if half == 1 else f"{one}-{other}")
    return words


def _half_towards(junctions: Sequence[Any], row: int, other: int) -> int | None:
    """The half of tile `row` that touches tile `other`; None when they are not joined."""
    for junction in junctions:
        if row in junction.tiles and other in junction.tiles:
            return int(junction.half_of(row))
    return None
