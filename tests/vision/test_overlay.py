"""The overlay draws on a copy, where the tiles are, and keeps to the picture."""

from __future__ import annotations

import numpy as np

from engine.tiles import Tile
from tests.vision.tables import Put, scene_of
from vision.layout import Fault, build_layout
from vision.overlay import _fault_in_signs, _summary, draw_overlay

GROUND = 120


def picture() -> np.ndarray:
    return np.full((1200, 1600, 3), GROUND, np.uint8)


def changed(drawn: np.ndarray) -> np.ndarray:
    return np.asarray(np.abs(drawn[:1200].astype(int) - GROUND).max(axis=2) > 8)


def test_an_empty_table_stays_as_it_is() -> None:
    drawn = draw_overlay(picture(), build_layout(scene_of([])))
    assert drawn.shape[1] == 1600
    assert not changed(drawn).any()


def test_draws_on_the_tiles_and_little_beyond_them_on_a_copy() -> None:
    image = picture()
    drawn = draw_overlay(image, build_layout(scene_of([Put(6, 4, 0, 0), Put(4, 1, 2.05, 0)])))
    assert (image == GROUND).all()
    rows, columns = changed(drawn).nonzero()
    # The tiles cover x 760..922, y 580..620; the arrows at the open ends reach 41 pixels beyond a half's middle.
    assert 730 < columns.min() < 760 and 922 < columns.max() < 955
    assert 570 < rows.min() <= 580 and 620 <= rows.max() < 630


def test_problems_are_red() -> None:
    fine = draw_overlay(picture(), build_layout(scene_of([Put(6, 4, 0, 0), Put(4, 1, 2.05, 0)])))
    wrong = draw_overlay(picture(), build_layout(scene_of([Put(6, 4, 0, 0), Put(3, 1, 2.05, 0)])))

    def red(drawn: np.ndarray) -> int:
        blue, green, reds = (drawn[:1200, :, k].astype(int) for k in range(3))
        return int(((reds > 200) & (green < 90) & (blue < 90)).sum())

    assert red(fine) == 0
    assert red(wrong) > 200
    # A line of text more below the picture.
    assert wrong.shape[0] > fine.shape[0] > 1200


def test_small_tiles_are_enlarged_by_a_whole_factor() -> None:
    scene = scene_of([Put(6, 4, 0, 0)], side=10, origin=(160, 120))
    drawn = draw_overlay(np.full((240, 320, 3), GROUND, np.uint8), build_layout(scene))
    assert drawn.shape[1] == 3 * 320


def test_tiles_beyond_the_edge_and_face_down_are_drawn_without_harm() -> None:
    tiles = [Put(6, 4, 0, 0), Put(4, 4, 3, 3, 45, face_up=False)]
    drawn = draw_overlay(picture(), build_layout(scene_of(tiles, origin=(0.0, 0.0))))
    assert changed(drawn).any()


def test_what_is_wrong_is_told_in_signs_that_need_no_language() -> None:
    layout = build_layout(scene_of([Put(6, 4, 0, 0), Put(3, 1, 2.05, 0)]))
    assert [_fault_in_signs(fault) for fault in layout.faults] == ["6-4 3-1   4 =/= 3"]
    assert _fault_in_signs(Fault("duplicate", (0, 3), (Tile(6, 4),))) == "6-4 x 2"
    assert _fault_in_signs(Fault("unsure", (0,), (Tile(6, 4),))) == "6-4 ?"
    assert [(sign, text) for sign, text, _ in _summary(layout)][:2] == [("tile", "2"), ("pip", "14")]
