"""From a clean picture to what a camera would have stored."""

from __future__ import annotations

import numpy as np

from models.validation.plan import Plan
from models.validation.poses import Floats


def exposed(plan: Plan, picture: Floats) -> Floats:
    """(h, w, 3) screen values in 0..1 -> the same with blur, exposure, wrong white and noise; `plan` says how much."""
    sensor, rng = plan.sensor, plan.chance()
    light = np.where(picture < 0.04045, picture / 12.92, ((picture + 0.055) / 1.055) ** 2.4)
    if sensor.blur:
        light = _blurred(light, sensor.blur)
    light = light * 2.0**sensor.stops * np.array([sensor.red, 1.0, sensor.blue])
    grain = rng.normal(0, sensor.noise, light.shape) * np.sqrt(np.clip(light, 0, 1) + 0.05)
    light = np.clip(light + grain * 0.6, 0, 1)
    return np.asarray(np.where(light < 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055))


def _blurred(light: Floats, radius: float) -> Floats:
    """A soft blur of this standard deviation in pixels."""
    reach = max(1, int(radius * 3))
    weights = np.exp(-((np.arange(-reach, reach + 1) / radius) ** 2) / 2)
    weights /= weights.sum()
    for axis in (0, 1):
        width = [(reach, reach) if axis == other else (0, 0) for other in range(3)]
        padded = np.pad(light, width, mode="edge")
        views = [np.take(padded, range(start, start + light.shape[axis]), axis) for start in range(2 * reach + 1)]
        light = np.asarray(sum(weight * view for weight, view in zip(weights, views, strict=True)))
    return light
