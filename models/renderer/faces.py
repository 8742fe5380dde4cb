"""The upper face of a tile and its back as small pictures."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.lettering import write
from models.renderer.looks import Color, TileLook
from models.renderer.materials import surface
from models.renderer.pixels import resized

Floats = NDArray[np.float32]

_SHIFT = 4  # cv2 draws in sixteenths of a pixel, so that small pips keep their place
_FINER = 3  # cv2 smooths edges of 8-bit pictures only, so faces are drawn larger and shrunk


def pip_places(pips: int, six_across: bool = False, variant: int = 0) -> list[tuple[float, float]]:
    """Where the pips of a half lie, in -1..1 along and across the tile; 0 to 12 pips.

    `variant` chooses between the ways in which sets arrange eight pips and ten and more: an odd one lays ten in lanes
    of 3, 4 and 3, and every fourth pair draws the middle lane together.
    """
    corners = [(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)]
    if pips <= 5:
        places = {0: 0, 1: 0, 2: 2, 3: 2, 4: 4, 5: 4}[pips]
        return corners[:places] + [(0.0, 0.0)] * (pips % 2)
    if pips <= 9:
        lanes = {6: (3, 0, 3), 7: (3, 1, 3), 8: (3, 2, 3), 9: (3, 3, 3)}[pips]
    else:
        lanes = {10: ((4, 2, 4), (3, 4, 3)), 11: ((4, 3, 4), (4, 3, 4)), 12: ((4, 4, 4), (4, 4, 4))}[pips][variant % 2]
    drawn_together = pips in (8, 11) or lanes == (4, 2, 4)
    middle = 0.55 if drawn_together and variant // 2 % 4 == 3 else 1.0
    result = []
    for lane, count in zip((-1.0, 0.0, 1.0), lanes, strict=True):
        reach = middle if lane == 0 else 1.0
        places_along = [0.0] if count == 1 else list(np.linspace(-reach, reach, count))
        result += [(along, lane) for along in places_along]
    return [(lane, along) for along, lane in result] if six_across else result


def draw_face(
    look: TileLook, pips: tuple[int, int], side: int, rng: np.random.Generator, lamp: float | None = None
) -> Floats:
    """The upper face, half 0 on the left: (h, w, 4) float32 blue, green, red, coverage in 0..1.

    `side` is the number of pixels of half a tile along its length; `lamp` the direction from which the light comes, in
    radians from half 0 to half 1 and on clockwise; without it any.
    """
    side *= _FINER
    turn = float(rng.uniform(0, 2 * np.pi)) if lamp is None else lamp
    picture = surface(look, look.face, side, rng)
    if look.empty_dimples:
        _draw_empty_dimples(picture, look, side, turn)
    shift = rng.normal(0, 1, 2) * look.pip_shift * side
    for half in (0, 1):
        middle = ((0.5 + half) * side + float(shift[0]), picture.shape[0] / 2 + float(shift[1]))
        _draw_pips(picture, look, pips[half], middle, side, turn)
    _draw_bar(picture, look, side)
    _shade_bevel(picture, look, side, turn)
    if look.gloss:
        _mirror_lamps(picture, look, rng)
    return _shrunk(np.dstack([np.clip(picture, 0, 1), _coverage(look, side)]))


def draw_back(look: TileLook, side: int, rng: np.random.Generator, lamp: float | None = None) -> Floats:
    """The back of a tile; shape and `lamp` as `draw_face`."""
    side *= _FINER
    picture = surface(replace(look, stain=0.0, print_strength=0.0), look.back, side, rng)
    width, height = picture.shape[1], picture.shape[0]
    color = look.back_mark_color
    if look.back_mark == "text":
        words = ["DOMINO", "RO", "PLAY", "8", "CLUB", "ace", "TOP"]
        word = words[int(rng.integers(len(words)))]
        size = 0.02 * height * float(rng.uniform(0.7, 1.4)) * (2.0 if len(word) < 3 else 1.0)
        (w, h), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, size, 1)
        at = (int(width / 2 - w / 2), int(height / 2 + h / 2))
        write(picture, word, at, cv2.FONT_HERSHEY_DUPLEX, size, color, max(1, int(height / 14)))
    elif look.back_mark == "emblem":
        for radius in (0.38, 0.27, 0.12):
            shade = color if radius != 0.27 else look.back
            cv2.ellipse(picture, (width // 2, height // 2), (int(radius * height * 1.3), int(radius * height)),
                        0, 0, 360, shade, -1)  # fmt: skip
    elif look.back_mark == "frame":
        inset = int(height * 0.14)
        cv2.rectangle(picture, (inset, inset), (width - inset, height - inset), color, max(1, height // 24))
    elif look.back_mark == "lattice":
        for offset in range(-height, width, max(4, height // 5)):
            cv2.line(picture, (offset, 0), (offset + height, height), color, max(1, height // 40))
            cv2.line(picture, (offset + height, 0), (offset, height), color, max(1, height // 40))
    _shade_bevel(picture, look, side, float(rng.uniform(0, 2 * np.pi)) if lamp is None else lamp)
    if look.gloss:
        _mirror_lamps(picture, look, rng)
    return _shrunk(np.dstack([np.clip(picture, 0, 1), _coverage(look, side)]))


def _shrunk(picture: Floats) -> Floats:
    size = (picture.shape[1] // _FINER, max(1, round(picture.shape[0] / _FINER)))
    return resized(picture, size, cv2.INTER_AREA)


def _draw_pips(picture: Floats, look: TileLook, pips: int, middle: tuple[float, float], side: int, turn: float) -> None:
    if pips == 0:
        return
    crowd = 1.0 if pips <= 6 else 0.88 if pips <= 9 else 0.7
    radius = look.pip_radius * side * crowd
    spread = look.pip_spread * side * (1.0 if pips <= 6 else 1.1)
    color = look.pip_colors[pips]
    variant = int(look.pip_radius * 1000)
    for along, across in pip_places(pips, look.many_across if pips > 9 else look.six_across, variant):
        _draw_pip(picture, look, (middle[0] + along * spread, middle[1] + across * spread), radius, color, turn)


def _draw_pip(
    picture: Floats, look: TileLook, center: tuple[float, float], radius: float, color: Color, turn: float
) -> None:
    toward = (np.cos(turn) * radius, np.sin(turn) * radius)
    if look.pip_style == "dimple":
        _disc(picture, center, radius * 1.12, _mix(look.face, (1.0, 1.0, 1.0), 0.35))
        _disc(picture, center, radius, _mix(color, (0.0, 0.0, 0.0), 0.25))
        _disc(picture, (center[0] + 0.2 * toward[0], center[1] + 0.2 * toward[1]), radius * 0.72, color)
        lit = (center[0] + 0.45 * toward[0], center[1] + 0.45 * toward[1])
        _disc(picture, lit, radius * 0.28, _mix(color, (1.0, 1.0, 1.0), 0.55))
    elif look.pip_style == "ring":
        _disc(picture, center, radius * 1.2, color)
        _disc(picture, center, radius * 0.85, look.face)
        _disc(picture, center, radius * 0.6, color)
    elif look.pip_style == "inlay":
        _disc(picture, center, radius * 1.15, _mix(color, look.face, 0.5))
        _disc(picture, center, radius, color)
        _disc(picture, center, radius * 0.3, _mix(color, look.face, 0.4))
    elif look.pip_style == "circle":
        _disc(picture, center, radius * 1.05, color)
        _disc(picture, center, radius * 0.6, look.face)
    elif look.pip_style == "outlined":
        _disc(picture, center, radius * 1.25, (0.05, 0.05, 0.05) if sum(color) > 1.5 else (0.95, 0.95, 0.95))
        _disc(picture, center, radius, color)
    elif look.pip_style == "hollow":
        _draw_hollow(picture, look.face, center, radius, look.pip_depth, turn)
    elif look.pip_style == "painted":
        _disc(picture, center, radius, color)
        lit = (center[0] + 0.4 * toward[0], center[1] + 0.4 * toward[1])
        _disc(picture, lit, radius * 0.35, _mix(color, (1.0, 1.0, 1.0), 0.18))
    else:
        _disc(picture, center, radius, color)


def _draw_hollow(
    picture: Floats, face: Color, center: tuple[float, float], radius: float, depth: float, turn: float
) -> None:
    """A hollow of the tile's own colour: its rim is dark towards the lamp and lit on the other side."""
    toward = (np.cos(turn) * radius, np.sin(turn) * radius)
    _disc(picture, (center[0] - 0.15 * toward[0], center[1] - 0.15 * toward[1]), radius * 1.03,
          _mix(face, (1.0, 1.0, 1.0), 0.55 * depth))  # fmt: skip
    _disc(picture, center, radius, _mix(face, (0.0, 0.0, 0.0), depth))
    _disc(picture, (center[0] - 0.22 * toward[0], center[1] - 0.22 * toward[1]), radius * 0.76,
          _mix(face, (0.0, 0.0, 0.0), 0.2 * depth))  # fmt: skip


def _draw_empty_dimples(picture: Floats, look: TileLook, side: int, turn: float) -> None:
    radius, spread = look.pip_radius * side, look.pip_spread * side
    for half in (0, 1):
        for along, across in pip_places(9):
            center = ((0.5 + half) * side + along * spread, picture.shape[0] / 2 + across * spread)
            _draw_hollow(picture, look.face, center, radius, look.empty_dimples, turn)


def _draw_bar(picture: Floats, look: TileLook, side: int) -> None:
    height = picture.shape[0]
    half_width, half_length = max(0.6, look.bar_width * side / 2), look.bar_length * height / 2
    if look.bar == "groove":
        light = _mix(look.face, (1.0, 1.0, 1.0), 0.5)
        _block(picture, side + 0.5 * half_width, height / 2, half_width * 1.2, half_length, light)
        _block(picture, side, height / 2, half_width, half_length, _mix(look.bar_color, (0.0, 0.0, 0.0), 0.3))
    elif look.bar == "double":
        for offset in (-1.4, 1.4):
            _block(picture, side + offset * half_width, height / 2, half_width * 0.7, half_length, look.bar_color)
    elif look.bar == "line":
        _block(picture, side, height / 2, half_width, half_length, look.bar_color)
    if look.pin_radius:
        radius = look.pin_radius * side
        _disc(picture, (side, height / 2), radius, (0.2, 0.42, 0.55))
        _disc(picture, (side, height / 2), radius * 0.8, (0.45, 0.7, 0.8))
        _disc(picture, (side - 0.25 * radius, height / 2 - 0.25 * radius), radius * 0.35, (0.85, 0.95, 1.0))
    if look.frame_line:
        inset = look.frame_line * side
        for left in (0, side):
            corner, opposite = _fixed((left + inset, inset)), _fixed((left + side - inset, height - inset))
            thickness = max(1, round(side / 40))
            cv2.rectangle(picture, corner, opposite, look.bar_color, thickness, cv2.LINE_8, _SHIFT)


def _shade_bevel(picture: Floats, look: TileLook, side: int, turn: float) -> None:
    """Lightens the edges that look to the lamp and darkens the others."""
    height, width = picture.shape[:2]
    band = max(1.0, look.bevel * side)
    x = np.minimum(np.arange(width), np.arange(width)[::-1]).astype(np.float32)
    y = np.minimum(np.arange(height), np.arange(height)[::-1]).astype(np.float32)
    slope_x = np.clip(1 - x / band, 0, 1) * np.where(np.arange(width) < width / 2, -1, 1)
    slope_y = np.clip(1 - y / band, 0, 1) * np.where(np.arange(height) < height / 2, -1, 1)
    light = np.cos(turn) * slope_x[None, :] + np.sin(turn) * slope_y[:, None]
    picture += (look.bevel_strength * light)[..., None].astype(np.float32)


def _mirror_lamps(picture: Floats, look: TileLook, rng: np.random.Generator) -> None:
    """Adds what a glossy face mirrors: soft lamps, a window's edge, broken streaks of a wrapped tile."""
    height, width = picture.shape[:2]
    kind = rng.random()
    if kind < 0.45:
        spots = np.zeros((height, width), np.float32)
        for _ in range(int(rng.integers(1, 3))):
            center = (int(rng.integers(width)), int(rng.integers(height)))
            axes = (int(height * rng.uniform(0.08, 0.6)), int(height * rng.uniform(0.05, 0.4)))
            cv2.ellipse(spots, center, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
        glare = cv2.GaussianBlur(spots, (0, 0), max(0.8, height * float(rng.uniform(0.02, 0.2))))
    elif kind < 0.75:
        along = np.linspace(-1, 1, width, dtype=np.float32)[None, :] * float(rng.uniform(-1, 1))
        across = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * float(rng.uniform(-1, 1))
        glare = np.clip((along + across + float(rng.uniform(-0.4, 0.4))) * float(rng.uniform(0.8, 8)), 0, 1) * 0.6
    else:
        coarse = rng.normal(0, 1, (max(3, height // 8), max(3, width // 8))).astype(np.float32)
        glare = np.clip((cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC) - 0.9) * 2, 0, 1)
    strength = look.gloss * float(rng.uniform(0.2, 1.0))
    picture += strength * glare[..., None] * (1 - picture)


def _coverage(look: TileLook, side: int) -> Floats:
    height = round(side * look.width)
    mask = np.zeros((height, 2 * side), np.float32)
    radius = min(look.corner * side, height / 2 - 1)
    outer = (2 * side - 1, height - 1)
    for x in (radius, outer[0] - radius):
        for y in (radius, outer[1] - radius):
            cv2.circle(mask, _fixed((x, y)), int(radius * 16), 1.0, -1, cv2.LINE_8, _SHIFT)
    inset = round(radius)
    mask[inset : height - inset, :] = 1.0
    mask[:, inset : 2 * side - inset] = 1.0
    return mask


def _disc(picture: Floats, center: tuple[float, float], radius: float, color: Color) -> None:
    cv2.circle(picture, _fixed(center), max(4, int(radius * 16)), color, -1, cv2.LINE_8, _SHIFT)


def _block(picture: Floats, x: float, y: float, half_width: float, half_height: float, color: Color) -> None:
    corners = [(x - half_width, y - half_height), (x + half_width, y - half_height),
               (x + half_width, y + half_height), (x - half_width, y + half_height)]  # fmt: skip
    cv2.fillConvexPoly(picture, np.array([_fixed(c) for c in corners], np.int32), color, cv2.LINE_8, _SHIFT)


def _fixed(point: tuple[float, float]) -> tuple[int, int]:
    return (round(point[0] * 16), round(point[1] * 16))


def _mix(color: Color, other: Color, share: float) -> Color:
    return (
        color[0] + (other[0] - color[0]) * share,
        color[1] + (other[1] - color[1]) * share,
        color[2] + (other[2] - color[2]) * share,
    )
