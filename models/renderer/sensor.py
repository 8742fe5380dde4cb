"""What the camera's lens, chip and file format do to the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.renderer.pixels import blurred, decoded, jpeg_bytes, resized

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

_TONES = 4095


@dataclass(frozen=True)
class Sensor:
    """Attributes:
    exposure: factor on the light.
    balance: factors on blue, green, red.
    gamma, saturation, black: tone curve; `black` lifts the darkest tone.
    vignette: darkening of the corners.
    blur: defocus in pixels (sigma).
    motion: length of the smear in pixels, 0 for none; `motion_azimuth` its direction.
    loss: the picture was once this many times smaller.
    sharpen: overshoot at edges, as webcams have it.
    noise: spread of the grain in 0..1; `noise_blur` its coarseness in pixels.
    swapped: red and blue exchanged.
    jpeg: quality of the file, 0 for none.
    """

    exposure: float = 1.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gamma: float = 1.0
    saturation: float = 1.0
    black: float = 0.0
    vignette: float = 0.1
    blur: float = 0.4
    motion: float = 0.0
    motion_azimuth: float = 0.0
    loss: float = 1.0
    sharpen: float = 0.0
    noise: float = 0.01
    noise_blur: float = 0.5
    swapped: bool = False
    jpeg: int = 90


def random_sensor(rng: np.random.Generator, unit: float) -> Sensor:
    """From a good phone to a poor webcam at dusk; `unit` is half a tile's side in pixels."""
    poor = rng.random() < 0.35
    cast = rng.normal(0, 0.3 if rng.random() < 0.08 else 0.16 if poor else 0.08, 3)
    exposure = _random_exposure(rng, poor)
    noise = float(abs(rng.normal(0, 0.04 if poor else 0.015)))
    return Sensor(
        exposure=exposure,
        balance=(float(np.exp(cast[0])), float(np.exp(cast[1] * 0.4)), float(np.exp(cast[2]))),
        gamma=float(np.exp(rng.normal(0, 0.25))),
        saturation=0.0 if rng.random() < 0.06 else float(rng.uniform(0.4, 1.6)),
        black=float(rng.uniform(0, 0.1)) if rng.random() < 0.3 else 0.0,
        vignette=float(rng.uniform(0, 0.5)) if rng.random() < 0.5 else 0.0,
        blur=_random_blur(rng, unit, poor),
        motion=float(rng.uniform(1, 0.2 * unit + 1)) if rng.random() < 0.13 else 0.0,
        motion_azimuth=float(rng.uniform(0, 180)),
        loss=float(rng.uniform(1.2, min(3.0, max(1.25, unit / 9)))) if rng.random() < 0.25 else 1.0,
        sharpen=float(rng.uniform(0.2, 1.5)) if rng.random() < 0.35 else 0.0,
        noise=min(noise, 0.01 + 0.1 * exposure),  # stronger grain would leave nothing to read of a dark picture
        noise_blur=float(rng.uniform(0, 1.2)),
        swapped=bool(rng.random() < 0.05),
        jpeg=int(rng.uniform(30, 70)) if poor else int(rng.uniform(60, 97)),
    )


def _random_exposure(rng: np.random.Generator, poor: bool) -> float:
    """Mostly about right; one in seven anything from three stops too dark to two too bright."""
    if rng.random() < 0.14:
        return float(2.0 ** rng.uniform(-3, 2))
    return float(np.exp(np.clip(rng.normal(0.0, 0.55 if poor else 0.35), -1.6, 1.4)))


def _random_blur(rng: np.random.Generator, unit: float, poor: bool) -> float:
    if rng.random() < 0.12:
        return float(rng.uniform(0.03, 0.08) * unit + 0.2)
    return float(min(rng.exponential(0.7 if poor else 0.35) + 0.2, 0.07 * unit + 0.3))


def expose(light: Floats, sensor: Sensor, rng: np.random.Generator) -> Bytes:
    """Turns (height, width, 3) light into the uint8 BGR picture that the camera would deliver."""
    picture = _lens(light, sensor)
    picture *= np.array(sensor.balance, np.float32) * sensor.exposure
    picture = _tone_curve(sensor)[np.clip(picture * (_TONES / 1.6), 0, _TONES).astype(np.uint16)]
    if sensor.saturation != 1.0:
        grey = picture @ np.array([0.114, 0.587, 0.299], np.float32)
        picture = grey[..., None] + (picture - grey[..., None]) * sensor.saturation
    if sensor.noise > 0.002:
        picture = picture + _grain(picture.shape, sensor, rng)
    result = (np.clip(picture, 0, 1) * 255).astype(np.uint8)
    if sensor.sharpen:
        smooth = cv2.GaussianBlur(result, (0, 0), 1.2)
        result = cv2.addWeighted(result, 1 + sensor.sharpen, smooth, -sensor.sharpen, 0).astype(np.uint8)
    if sensor.swapped:
        result = np.ascontiguousarray(result[..., ::-1])
    if sensor.jpeg:
        result = decoded(jpeg_bytes(result, sensor.jpeg))
    return result


def _tone_curve(sensor: Sensor) -> Floats:
    """Tones for light from 0 to 1.6, with a soft shoulder: sensors saturate, they do not wrap."""
    light = np.linspace(0, 1.6, _TONES + 1, dtype=np.float32)
    shoulder = np.where(light > 0.85, 0.85 + 0.15 * (1 - np.exp(-(light - 0.85) / 0.15)), light)
    return (np.power(shoulder, sensor.gamma) * (1 - sensor.black) + sensor.black).astype(np.float32)


def _lens(light: Floats, sensor: Sensor) -> Floats:
    height, width = light.shape[:2]
    picture = light.astype(np.float32)
    if sensor.loss > 1.0:
        small = (max(8, int(width / sensor.loss)), max(8, int(height / sensor.loss)))
        picture = resized(resized(picture, small, cv2.INTER_AREA), (width, height))
    if sensor.blur > 0.25:
        picture = blurred(picture, sensor.blur)
    if sensor.motion > 1.0:
        smear = _smear(sensor.motion, sensor.motion_azimuth)
        picture = cv2.filter2D(picture, -1, smear).astype(np.float32, copy=False)
    if sensor.vignette:
        x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
        y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        picture = picture * (1 - np.float32(sensor.vignette * 0.5) * (x * x + y * y))[..., None]
    return picture.copy() if picture is light else picture


def _smear(length: float, azimuth: float) -> Floats:
    side = int(length) * 2 + 1
    kernel = np.zeros((side, side), np.float32)
    dx = math.cos(math.radians(azimuth)) * length / 2
    dy = math.sin(math.radians(azimuth)) * length / 2
    middle = side // 2
    cv2.line(kernel, (round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy)), 1.0, 1)
    return kernel / kernel.sum()


def _grain(shape: tuple[int, ...], sensor: Sensor, rng: np.random.Generator) -> Floats:
    grain = np.empty(shape, np.float32)
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    cv2.randn(grain, np.zeros(3), np.full(3, sensor.noise))
    if sensor.noise_blur > 0.3:
        grain = blurred(grain, sensor.noise_blur) * np.float32(1 + 1.5 * sensor.noise_blur)
    return grain
