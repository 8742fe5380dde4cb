"""Boxes on the table: where their faces are seen, their shadows, their walls, and pictures pasted onto them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.camera import Camera
from models.renderer.light import Light

Floats = NDArray[np.float32]
Points = NDArray[np.float32]
Color = tuple[float, float, float]


@dataclass(frozen=True)
class Solid:
    """A box that lies flat.

    Attributes:
        center: middle on the table, in table units.
        angle: direction of its long side in radians.
        half_size: half its length, half its width.
        low: of its lower face above the table.
        high: of the box itself.
    """

    center: tuple[float, float]
    angle: float
    half_size: tuple[float, float]
    low: float = 0.0
    high: float = 0.35

    def faces(self) -> tuple[Points, Points]:
        """(4, 3) table points of the upper and of the lower face, corners as `vision.scene.Scene` orders them."""
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        long, deep = self.half_size
        flat = np.array([[-long, -deep], [long, -deep], [long, deep], [-long, deep]])
        turned = flat @ np.array([[cos, sin], [-sin, cos]]) + np.array(self.center)
        low = np.column_stack([turned, np.full(4, self.low)])
        top = np.column_stack([turned, np.full(4, self.low + self.high)])
        return top.astype(np.float32), low.astype(np.float32)


def cast_shadows(picture: Floats, camera: Camera, light: Light, solids: Iterable[Solid]) -> None:
    """Darkens what lies in the shadow of the solids."""
    if light.shadow <= 0.02:
        return
    mask = np.zeros(picture.shape[:2], np.uint8)
    for solid in solids:
        _, low = solid.faces()
        reach = (solid.high + solid.low) * light.reach
        shift = np.array([math.cos(light.azimuth) * reach, math.sin(light.azimuth) * reach, 0], np.float32)
        ground = low * np.array([1, 1, 0], np.float32)
        outline = cv2.convexHull(camera.project(np.vstack([ground, ground + shift])))
        cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    if mask.any():
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, light.softness * camera.scale)).astype(np.float32) / 255
        picture *= (1 - light.shadow * soft)[..., None]


def draw_walls(
    picture: Floats,
    owner: NDArray[np.int16],
    solid: Solid,
    camera: Camera,
    light: Light,
    layers: list[tuple[float, Color]],
    inset: float = 1.0,
) -> None:
    """The walls as far as the camera sees them, and the shadow below what lies on a heap.

    Args:
        layers: from which share of the height upwards the wall has which colour; the first starts at 0.
        inset: how far walls stand back at rounded corners, 1 not at all.
    """
    top, low = (camera.project(face) for face in solid.faces())
    if solid.low > 0 and light.shadow > 0.02:
        _darken_below(picture, light, low, min(light.reach * solid.high * camera.scale * 0.6, 30))
    for start, color in layers:
        points = np.vstack([_shrink(low + start * (top - low), inset), _shrink(top, inset)])
        outline = np.round(cv2.convexHull(points.astype(np.float32)) * 16).astype(np.int32)
        x, y, w, h = window(points, picture.shape)
        if w <= 0 or h <= 0:
            return
        mask = np.zeros((h, w), np.uint8)
        cv2.fillConvexPoly(mask, outline - np.array([x, y], np.int32) * 16, 255, cv2.LINE_AA, 4)
        alpha = mask.astype(np.float32)[..., None] / 255
        region = picture[y : y + h, x : x + w]
        shade = 0.62 + 0.2 * math.cos(light.azimuth - solid.angle)
        region += alpha * (np.array(color, np.float32) * shade - region)
        owner[y : y + h, x : x + w][mask > 127] = -1


def _darken_below(picture: Floats, light: Light, low: Points, reach: float) -> None:
    """The shadow that a tile on a heap casts on what lies right below it."""
    shift = np.array([math.cos(light.azimuth), math.sin(light.azimuth)], np.float32) * reach
    points = np.vstack([low, low + shift])
    margin = 6
    x, y, w, h = window(np.vstack([points - margin, points + margin]), picture.shape)
    if w <= 0 or h <= 0:
        return
    mask = np.zeros((h, w), np.uint8)
    outline = np.round((cv2.convexHull(points.astype(np.float32)) - np.array([x, y])) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), 2.0).astype(np.float32) / 255
    picture[y : y + h, x : x + w] *= (1 - light.shadow * soft)[..., None]


def paste(picture: Floats, owner: NDArray[np.int16], texture: Floats, corners: Points, index: int) -> None:
    """Warps the (h, w, 4) texture onto the quad `corners` and records who is seen there."""
    x, y, w, h = window(corners, picture.shape)
    if w <= 0 or h <= 0:
        return
    height, width = texture.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (corners - np.array([x, y])).astype(np.float32) - 0.5)
    warped = cv2.warpPerspective(texture, matrix, (w, h), flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3:]
    region = picture[y : y + h, x : x + w]
    with np.errstate(divide="ignore", invalid="ignore"):
        color = np.where(alpha > 1e-3, warped[..., :3], 0)
    region += alpha * (color - region)
    owner[y : y + h, x : x + w][alpha[..., 0] > 0.5] = index


def window(points: Points, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """x, y, width, height of the part of the picture that holds the points."""
    low = np.floor(points.min(axis=0)).astype(int) - 1
    high = np.ceil(points.max(axis=0)).astype(int) + 2
    x, y = max(0, int(low[0])), max(0, int(low[1]))
    return x, y, min(shape[1], int(high[0])) - x, min(shape[0], int(high[1])) - y


def clockwise(quad: Points) -> bool:
    """Whether the corners run clockwise as seen in the picture (y down)."""
    x, y = quad[:, 0], quad[:, 1]
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) > 0


def _shrink(points: Points, factor: float) -> Points:
    middle = points.mean(axis=0)
    return ((points - middle) * factor + middle).astype(np.float32)
