"""Tables without chance for the tests of renderer and training: a plain ground, no shadow, no grain."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.renderer.arrange import PlacedTile
from models.renderer.camera import Camera
from models.renderer.light import Light
from models.renderer.looks import TileLook
from models.renderer.scene import Table
from models.renderer.sensor import Sensor

FACE = (0.0, 0.2, 0.8)
"""Reddish: the only thing in the picture with any red."""
PIP = (0.8, 0.0, 0.0)
LOOK = TileLook(
    face=FACE,
    side=(0.0, 0.0, 0.0),
    back=(0.0, 0.8, 0.0),
    pip_colors=(PIP,) * 13,
    pip_style="flat",
    bar="none",
    bevel_strength=0.0,
    corner=0.0,
    thickness=0.3,
)
NO_SHADOW = Light(shadow=0.0, gradient=0.0)
IDEAL_SENSOR = Sensor(vignette=0.0, blur=0.0, noise=0.0, jpeg=0)


def plain_table(tiles: Sequence[PlacedTile], camera: Camera, look: TileLook = LOOK, seed: int = 0) -> Table:
    """These tiles on black, exactly lit."""
    ground = np.zeros((camera.size[1], camera.size[0], 3), np.float32)
    return Table(camera, look, ground, tuple(tiles), light=NO_SHADOW, sensor=IDEAL_SENSOR, seed=seed)


def tilted(degrees: float, size: tuple[int, int] = (600, 450), scale: float = 60.0) -> Camera:
    """A camera that leans away from the table's lower edge."""
    return Camera(size, scale, tilt=math.radians(degrees), azimuth=math.pi / 2, focal=1.2)


def red(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where the face of a tile is seen."""
    return np.asarray((picture[..., 2] > 100) & (picture[..., 0] < 100), np.bool_)
