"""The stillness gate on drawn frames: a hand that comes, lays a tile and goes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.stillness import StillnessGate

SIZE = (240, 320)


def table(tiles: int = 0, light: float = 1.0, seed: int = 0) -> np.ndarray:
    """A grey-green table with a row of light tiles in the middle, a little sensor noise, under some light."""
    rng = np.random.default_rng(seed)
    picture = np.full((*SIZE, 3), (90, 120, 100), np.float64)
    picture += np.linspace(-15, 15, SIZE[1])[None, :, None]
    for number in range(tiles):
        picture[110:125, 100 + 32 * number : 130 + 32 * number] = (225, 235, 235)
    picture += rng.normal(0, 3, picture.shape)
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def with_hand(picture: np.ndarray, side: str, reach: float) -> np.ndarray:
    """An arm from the middle of one edge towards the middle; reach 1.0 is the picture's middle."""
    picture = picture.copy()
    height, width = SIZE
    middle = np.array([width / 2, height / 2])
    edge = {"N": (width / 2, 0), "S": (width / 2, height), "W": (0, height / 2), "E": (width, height / 2)}[side]
    tip = edge + reach * (middle - edge)
    cv2.line(picture, (int(edge[0]), int(edge[1])), (int(tip[0]), int(tip[1])), (120, 150, 215), 40)
    return picture


def laying(gate: StillnessGate, side: str, before: int, start: float) -> list[tuple[float, str, str | None]]:
    """Ten frames a second: two still, eight with the arm, then two seconds with one tile more."""
    reaches = [0, 0, 0.2, 0.5, 0.8, 1.0, 1.0, 0.7, 0.4, 0.1]
    frames = [
        table(before, seed=k) if not r else with_hand(table(before, seed=k), side, r) for k, r in enumerate(reaches)
    ]
    frames[6:10] = [with_hand(table(before + 1, seed=k), side, reaches[k]) for k in range(6, 10)]
    frames += [table(before + 1, seed=20 + k) for k in range(20)]
    readings: list[tuple[float, str, str | None]] = []
    for k, frame in enumerate(frames):
        reading = gate.update(frame, start + k / 10)
        readings.append((start + k / 10, reading.state, reading.side))
    return readings


@pytest.mark.parametrize("side", ["N", "E", "S", "W"])
def test_hand_then_settling_then_still(side: str) -> None:
    readings = laying(StillnessGate(), side, 1, 0.0)
    states = [state for _, state, _ in readings]
    assert states[:2] == ["STILL", "STILL"]
    assert set(states[3:9]) == {"HAND"}
    first_still = next(k for k in range(10, 30) if states[k] == "STILL")
    # The arm is gone from frame 10 on, the last movement: 0.6 s later, at frame 16, the table has come to rest.
    assert 15 <= first_still <= 17
    assert set(states[10:first_still]) <= {"HAND", "SETTLING"}
    assert "SETTLING" in states
    assert set(states[first_still:]) == {"STILL"}
    assert readings[first_still][2] == side
    assert readings[first_still + 1][2] is None


def test_each_hand_has_its_own_side() -> None:
    gate = StillnessGate()
    sides = []
    for number, side in enumerate("NESW"):
        readings = laying(gate, side, number, 3.0 * number)
        sides += [found for _, state, found in readings if state == "STILL" and found is not None]
    assert sides == ["N", "E", "S", "W"]


def test_light_that_changes_is_no_hand() -> None:
    gate = StillnessGate()
    lights = [1.0, 1.0, 0.8, 0.6, 0.7, 1.0, 1.05, 1.05]
    states = [gate.update(table(3, light, seed=k), k / 10).state for k, light in enumerate(lights)]
    assert states == ["STILL"] * 8


def test_new_tile_that_lies_there_is_no_hand() -> None:
    gate = StillnessGate()
    frames = [table(2, seed=k) for k in range(5)] + [table(3, seed=10 + k) for k in range(10)]
    readings = [gate.update(frame, k / 10) for k, frame in enumerate(frames)]
    assert all(reading.state != "HAND" and reading.side is None for reading in readings)
    assert readings[-1].state == "STILL"


def test_arm_that_rests_is_a_hand_first_and_part_of_the_table_later() -> None:
    gate = StillnessGate()
    gate.update(table(2), 0.0)
    states = {}
    for k in range(1, 90):
        states[k] = gate.update(with_hand(table(2, seed=k), "S", 0.7), k / 10).state
    assert states[20] == states[50] == "HAND"
    assert states[80] == "STILL"


def test_stills_far_apart_all_count() -> None:
    gate = StillnessGate()
    readings = [gate.update(table(k, light=1.0 + 0.05 * (k % 3), seed=k), 3.0 * k) for k in range(7)]
    assert [(reading.state, reading.side) for reading in readings] == [("STILL", None)] * 7


def test_plain_hand_is_seen_in_stills_far_apart() -> None:
    gate = StillnessGate()
    gate.update(table(1), 0.0)
    reading = gate.update(with_hand(table(1), "E", 1.0), 3.0)
    assert (reading.state, reading.side) == ("HAND", "E")
    after = gate.update(table(2), 6.0)
    assert (after.state, after.side) == ("STILL", "E")


def test_noise_is_stillness() -> None:
    gate = StillnessGate()
    rng = np.random.default_rng(5)
    base = table(2).astype(np.float64) * 0.4
    states = set()
    for k in range(20):
        frame = np.clip(base + rng.normal(0, 8, base.shape), 0, 255).astype(np.uint8)
        states.add(gate.update(frame, k / 10).state)
    assert states == {"STILL"}


def test_another_picture_size_starts_anew() -> None:
    gate = StillnessGate()
    gate.update(table(1), 0.0)
    assert gate.update(np.zeros((300, 300, 3), np.uint8), 0.1).state == "STILL"
