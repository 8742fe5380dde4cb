"""The overlay draws on a copy, where the tiles are, and keeps to the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.tiles import Tile
from tests.vision.tables import Put, scene_of
from vision.drawing import fine
from vision.hands import find_hands
from vision.layout import Fault, Layout, build_layout
from vision.legend import in_signs, summary
from vision.overlay import draw_overlay
from vision.scene import Aside

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
    # The tiles cover x 760..922, y 580..620; the flags at the open ends reach 0.8 of a half's side beyond: 32 pixels.
    assert 720 <= columns.min() <= 730 and 952 <= columns.max() <= 962
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
    # Halves of 10 pixels take three times their size to show 28; a whole photo of 320 pixels takes four times for 1000.
    scene = scene_of([Put(6, 4, 0, 0)], side=10, origin=(160, 120))
    assert draw_overlay(np.full((900, 1040, 3), GROUND, np.uint8), build_layout(scene)).shape[1] == 3 * 1040
    assert draw_overlay(np.full((240, 320, 3), GROUND, np.uint8), build_layout(scene)).shape[1] == 4 * 320


def test_the_middle_of_the_first_pixel_is_where_opencv_has_it() -> None:
    # OpenCV is told sixteenths of pixels, and its first pixel's middle lies at 0.
    assert fine(np.array([[0.5, 0.5], [760.0, 2.5]])).tolist() == [[0, 0], [16 * 759 + 8, 32]]


def test_tiles_beyond_the_edge_and_face_down_are_drawn_without_harm() -> None:
    tiles = [Put(6, 4, 0, 0), Put(4, 4, 3, 3, 45, face_up=False)]
    drawn = draw_overlay(picture(), build_layout(scene_of(tiles, origin=(0.0, 0.0))))
    assert changed(drawn).any()


def test_what_is_wrong_is_told_in_signs_that_need_no_language() -> None:
    layout = build_layout(scene_of([Put(6, 4, 0, 0), Put(3, 1, 2.05, 0)]))
    assert [in_signs(fault) for fault in layout.faults] == ["6-4 3-1   4 ≠ 3"]
    assert in_signs(Fault("duplicate", (0, 3), (Tile(6, 4),))) == "6-4 x 2"
    assert in_signs(Fault("unsure", (0,), (Tile(6, 4),))) == "6-4 ?"


def told(layout: Layout) -> list[tuple[str, str]]:
    return [(sign, text) for sign, text, _ in summary(layout, find_hands(layout))]


def test_the_band_counts_what_lies_there_and_names_the_open_ends_of_each_line() -> None:
    strip = np.array([[700, 20], [780, 20], [780, 50], [700, 50]], np.float32)
    tiles = [
        *(Put(6, 4, 0, 0), Put(4, 1, 2.05, 0)),
        *(Put(3, 3, 0, 5), Put(3, 2, 2.05, 5)),
        *(Put(5, 0, -8, 0), Put(0, 0, 8, 0, face_up=False)),
        *(Put(2, 2, -1, 13, 90), Put(1, 1, 0.1, 13, 90)),
    ]
    scene = replace(scene_of(tiles), asides=(Aside("standing", strip, 0.9), Aside("partial", strip + 400, 0.9)))
    # 6-4-1 and 3-3-2 are lines; 5-0 is loose; 2-2 and 1-1 lie at the lower edge; 10 + 5 + 6 + 5 + 5 + 0 + 4 + 2 pips.
    assert told(build_layout(scene)) == [
        ("tile", "8"),
        ("pip", "37"),
        ("arrow", "6 1"),
        ("arrow", "3 2"),
        *(("tile", "2"), ("tile", "1"), ("tile", "1")),
        *(("standing", "1"), ("partial", "1")),
    ]
