"""Tiles that stand or are partly covered are reported as such, with no number and in no line."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.fakes import FakeNetwork, tile
from tests.vision.tables import Put, scene_of
from vision.asides import find_asides
from vision.layout import build_layout
from vision.layout_json import layout_as_json
from vision.overlay import draw_overlay
from vision.reader import Reader, Reading
from vision.scene import Aside

PHOTO = np.zeros((300, 400, 3), np.uint8)
NAMES = [str(pips) for pips in range(13)] + ["half", "down", "x0", "y0", "x3", "y3", "standing", "partial"]
NOTES = {"classes": 13, "side": 48, "reach": 0.75, "temperature": 1.0, "outputs": NAMES}


def half(standing: float, partial: float) -> list[float]:
    return [0.0] * 13 + [-5.0, 0.0, -0.5, -0.5, -0.5, 0.5, standing, partial]


def rough(outlines: list[np.ndarray], standing: list[float], partial: list[float]) -> Reading:
    none = np.zeros((len(outlines), 2), np.float32)
    pairs = [np.repeat(np.array(column, np.float32)[:, None], 2, axis=1) for column in (standing, partial)]
    return Reading(np.full((len(outlines), 2, 7), 1 / 7, np.float32), none, none, np.stack(outlines), *pairs)


def find(
    outlines: list[np.ndarray], said: list[list[float]], first: Reading, unread: list[bool], read: list[np.ndarray]
) -> tuple[Aside, ...]:
    network = FakeNetwork(np.array(said, np.float32), **NOTES)
    lying = np.array(read, np.float32).reshape(-1, 4, 2)
    return find_asides(Reader(network), PHOTO, first, np.array(unread), lying)


def test_a_standing_and_a_covered_tile_are_told_apart():
    outlines = [tile(100, 100), tile(250, 100)]
    said = [half(5, -5), half(5, -5), half(-5, 5), half(-5, 5)]
    found = find(outlines, said, rough(outlines, [0.9, 0.1], [0.1, 0.9]), [True, True], [])
    assert {aside.face: aside.corners.mean(axis=0).tolist() for aside in found} == {
        "standing": pytest.approx([100, 100]),
        "partial": pytest.approx([250, 100]),
    }
    assert all(aside.score > 0.9 for aside in found)


def test_one_outline_a_tile():
    outlines = [tile(100, 100), tile(104, 100)]
    found = find(outlines, [half(5, -5)] * 4, rough(outlines, [0.9, 0.8], [0.0, 0.0]), [True, True], [])
    assert len(found) == 1


def test_what_was_read_is_no_aside():
    outlines = [tile(100, 100)]
    first = rough(outlines, [0.9], [0.0])
    assert find(outlines, [half(5, -5)] * 2, first, [True], [tile(102, 100)]) == ()
    assert find(outlines, [half(5, -5)] * 2, first, [False], []) == ()
    assert len(find(outlines, [half(5, -5)] * 2, first, [True], [tile(250, 200)])) == 1


def test_a_second_look_decides():
    outlines = [tile(100, 100)]
    assert find(outlines, [half(-1, -5)] * 2, rough(outlines, [0.9], [0.0]), [True], []) == ()


def test_older_networks_know_of_no_asides():
    network = FakeNetwork(np.zeros((2, 19), np.float32), **{**NOTES, "outputs": NAMES[:19]})
    reading = Reader(network).read(PHOTO, tile(100, 100)[None], 6)
    assert not reading.standing.any()
    assert not reading.partial.any()


def test_asides_follow_the_tiles_in_json_and_take_part_in_nothing():
    aside = Aside("standing", tile(100, 100), 0.9)
    layout = build_layout(replace(scene_of([Put(6, 4, 0, 0)]), asides=(aside,)))
    found = json.loads(json.dumps(layout_as_json(layout)))
    assert [entry["face"] for entry in found["tiles"]] == ["up", "standing"]
    assert found["tiles"][1] == {
        "id": 1, "face": "standing", "tile": None, "confidence": 0.9, "halves": [],
        "corners": [[60.0, 80.0], [140.0, 80.0], [140.0, 120.0], [60.0, 120.0]],
    }  # fmt: skip
    assert found["pips"] == 10
    assert found["lines"][0]["tiles"] == [0]


def test_asides_move_with_their_scene_and_are_drawn():
    aside = Aside("partial", tile(100, 100), 0.9)
    scene = replace(scene_of([Put(6, 4, 0, 0)]), asides=(aside,))
    moved = scene.moved((5, 7), (1700, 1300)).asides[0]
    assert moved.corners.tolist() == tile(105, 107).tolist()
    picture = np.full((1200, 1600, 3), 120, np.uint8)
    with_it, without = (draw_overlay(picture, build_layout(each)) for each in (scene, replace(scene, asides=())))
    assert (with_it[75:125, 55:145] != without[75:125, 55:145]).any()
