"""Which tiles lie before which seat, on small tables worked out by hand.

The picture is 1600 pixels wide and 1200 high, a half 40 pixels; (0, 0) is its middle.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.vision.tables import Put, scene_of
from vision.hands import Hand, find_hands
from vision.layout import build_layout
from vision.scene import Aside

LINE = (Put(2, 3, -2.05, 0), Put(3, 5, 0, 0), Put(5, 5, 1.55, 0, 90))


def hands(*tiles: Put, asides: tuple[Aside, ...] = ()) -> tuple[Hand, ...]:
    return find_hands(build_layout(replace(scene_of(tiles), asides=asides)))


def standing(x: float, y: float) -> Aside:
    """A tile that stands, seen as a strip 80 pixels wide and 30 high."""
    corners = np.array([[x - 40, y - 15], [x + 40, y - 15], [x + 40, y + 15], [x - 40, y + 15]], np.float32)
    return Aside("standing", corners, 0.9)


def row(*numbers: tuple[int, int], x: float, y: float, face_up: bool = True) -> list[Put]:
    """Tiles abreast, upright, from x on to the right."""
    return [Put(a, b, x + 1.1 * place, y, 90, face_up) for place, (a, b) in enumerate(numbers)]


def test_nobody_holds_anything_on_an_empty_table_or_when_all_is_joined() -> None:
    assert find_hands(build_layout(scene_of([]))) == ()
    assert hands(*LINE) == ()


def test_a_row_at_the_lower_edge_and_a_single_tile_at_the_left_one() -> None:
    # The row's middle is at y = 600 + 12 * 40 = 1080, a tenth of the height from the lower edge.
    found = hands(*LINE, *row((6, 4), (6, 1), (0, 0), x=-1, y=12), Put(2, 1, -17, 0, 90))
    assert found == (Hand("S", (3, 4, 5)), Hand("W", (6,)))


def test_two_rows_before_one_seat_are_one_hand() -> None:
    found = hands(*LINE, *row((6, 4), (6, 1), x=-1, y=10), *row((0, 0), (2, 2), x=-1, y=12.3))
    assert found == (Hand("S", (3, 4, 5, 6)),)


def test_the_whole_row_belongs_to_one_seat_though_it_reaches_into_a_corner() -> None:
    # The row runs along the upper edge from the middle to the right edge; its last tile is nearest to the right edge.
    tiles = [(6, 4), (6, 1), (0, 0), (1, 1), (4, 4), (4, 1), (4, 0), (6, 6), (6, 0), (2, 2), (1, 0), (2, 0), (2, 6)]
    found = hands(*LINE, *row(*tiles, x=5, y=-12))
    assert found == (Hand("N", tuple(range(3, 16))),)


def test_a_row_beyond_the_line_though_far_from_the_edges_of_the_picture() -> None:
    # y = 600 + 6 * 40 = 840 is three tenths of the height from the lower edge.
    assert hands(*LINE, *row((6, 4), (6, 1), x=-1, y=6)) == (Hand("S", (3, 4)),)


def test_a_tile_that_is_just_being_laid_is_nobodys() -> None:
    assert hands(*LINE, Put(6, 4, 0, 5)) == ()


def test_what_lies_face_down_is_a_boneyard() -> None:
    assert hands(*LINE, *row((0, 0), (0, 0), x=-1, y=12, face_up=False)) == ()


def test_a_tile_turned_over_among_open_ones_is_held_too() -> None:
    found = hands(*LINE, *row((6, 4), (6, 1), x=-1, y=12), *row((0, 0), x=1.2, y=12, face_up=False))
    assert found == (Hand("S", (3, 4, 5)),)


def test_standing_tiles_are_held_and_partly_covered_ones_are_not() -> None:
    covered = replace(standing(1550, 600), face="partial")
    found = hands(*LINE, asides=(standing(700, 60), standing(790, 60), covered))
    assert found == (Hand("N", (3, 4)),)


def test_a_set_spread_out_is_nobodys() -> None:
    assert hands(*row((6, 4), (5, 1), (0, 0), x=-1, y=12), *row((2, 2), (3, 1), x=-1, y=-12)) == ()


def test_standing_tiles_before_anything_was_played() -> None:
    assert hands(asides=(standing(700, 1150), standing(790, 1150))) == (Hand("S", (0, 1)),)
    assert hands(asides=(standing(700, 1150),)) == ()
