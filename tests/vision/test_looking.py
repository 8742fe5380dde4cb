from __future__ import annotations

import numpy as np
import pytest

from tests.vision.fakes import FakeNetwork, tile
from vision.detector import Detector
from vision.looking import Looked, first_look, further_sides, half_sides, second_look
from vision.reader import Reader

SIDES = [144, 256, 576, 1280]
GREY = np.full((960, 1280, 3), 90, np.uint8)
NOTES = {"classes": 13, "side": 48, "reach": 0.75, "temperature": 1.0}


def units(*pixels: float) -> np.ndarray:
    """Sides of half a tile in pixels of the first level, as shares of its long side."""
    return np.array(pixels, np.float32) / 576


def half(pips: int = 3, clear: float = 20.0, valid: float = 9.0, x0: float = -0.5) -> list[float]:
    """What the reader says of a half; `clear` is how far its number's logit is ahead of the others'."""
    return [*(clear if number == pips else 0.0 for number in range(13)), valid, -9.0, x0, -0.5, -0.5, 0.5]


def reader(*outputs: list[list[float]]) -> Reader:
    return Reader(FakeNetwork(*(np.array(rows, np.float32) for rows in outputs), **NOTES))


def seen_by(network_reader: Reader) -> list[int]:
    """How many crops each look had."""
    network = network_reader.network
    assert isinstance(network, FakeNetwork)
    return [len(crops) for crops in network.seen]


@pytest.mark.parametrize(
    ("pixels", "doubtful", "sides"),
    [
        ((), 0, [144, 256, 1280]),
        ((20, 21, 22), 0, []),
        ((20, 21, 22), 1, [1280]),  # one in doubt to three that are sure
        ((20,) * 10, 2, []),
        ((20,) * 10, 3, [1280]),
        ((15, 15, 15), 0, []),
        ((13, 13, 13), 0, [1280]),
        ((16, 20, 24), 0, [1280]),  # from a seat: 16 * 16 / 20 = 12.8 pixels may come next
        ((17, 20, 24), 0, []),  # 14.5 pixels
        ((18, 19, 22), 0, []),  # 17.1 and 25.5
        ((22, 30, 36), 0, [144, 256]),  # 36 * 36 / 30 = 43.2
        ((40, 40, 40), 9, [144, 256]),  # too large for a larger picture
    ],
)
def test_where_else_a_photo_is_searched(pixels: tuple[float, ...], doubtful: int, sides: list[int]):
    assert further_sides(SIDES, units(*pixels), doubtful) == sides


def test_a_small_photo_has_one_level_only():
    assert further_sides([100], units(), 0) == []


def locator(*cells: tuple[int, int, float]) -> FakeNetwork:
    """Finds in every picture of 576 x 432 the tile of halves of 20 pixels in cells (column, row), going right.

    The third number is the heat's logit. 1280 x 960 photos show it at 2.22 times the place.
    """
    planes = np.zeros((1, 6, 108, 144), np.float32)
    planes[:, 0] = -9.0
    for column, row, heat in cells:
        planes[0, :, row, column] = [heat, 0.0, 0.0, 1.25, 0.0, -9.0]
        planes[0, :, row, column + 5] = [heat, 0.0, 0.0, -1.25, 0.0, -9.0]
    return FakeNetwork(planes, stride=4, vector_unit=16.0, half_sides=[6.5, 46.0])


def test_a_table_of_sure_tiles_is_searched_once():
    network = locator((20, 20, 3.0), (60, 40, 3.0))
    looked, spent = first_look(Detector(network), reader([half(3)] * 4), GREY, 6, None)
    assert [picture.shape for picture in network.seen] == [(1, 432, 576, 3)]
    # the middles of the first cell pair: (20.5 * 4, 20.5 * 4) and (25.5 * 4, 20.5 * 4), times 1280 / 576
    assert looked.outlines[0].mean(axis=0) == pytest.approx([92 * 20 / 9, 82 * 20 / 9], abs=0.01)
    assert looked.output.shape == (2, 2, 19)
    assert spent > 0


@pytest.mark.parametrize(("heat", "widths"), [(0.1, [576]), (-0.1, [576, 1280])])
def test_a_sure_tile_that_was_hardly_found_asks_for_a_larger_picture(heat: float, widths: list[int]):
    network = locator((20, 20, heat))
    first_look(Detector(network), reader([half(3)] * 2), GREY, 6, None)
    assert [picture.shape[2] for picture in network.seen] == widths


@pytest.mark.parametrize(("pips", "count"), [(2, 9), (0, 8)])
def test_what_was_only_guessed_must_show_pips(pips: int, count: int):
    network = locator(*((20, 5 + 10 * row, 3.0) for row in range(8)))
    # two halves that point nowhere, as far apart as those of the other tiles
    for column in (80, 85):
        network.outputs[0][0, :, 50, column] = [3.0, 0.0, 0.0, 0.1, 0.0, -9.0]
    seeing = reader([half(3)] * 16 + [half(pips)] * 2)
    looked, _ = first_look(Detector(network), seeing, GREY, 6, None)
    assert len(looked.outlines) == count


def test_two_outlines_that_turn_out_to_be_one_tile_are_one():
    # the reader moves both outer corners of the second one, 25 px to the right of the first, by half a unit to the left
    one, other = tile(500, 400, 45.0), tile(525, 400, 45.0)
    left, right = half(3, x0=-0.75), half(3)
    left[17], right[15], right[17] = -0.75, -0.25, -0.25
    seeing = reader([half(3), half(3), left, right])
    looked, _ = first_look(Detector(locator()), seeing, GREY, 6, np.stack([one, other]))
    assert looked.outlines.tolist() == [one.tolist()]


def test_a_table_without_a_sure_tile_is_searched_at_all_levels():
    network = locator()
    looked, _ = first_look(Detector(network), reader([]), GREY, 6, None)
    widths = [picture.shape[2] for picture in network.seen]
    assert widths == [576, 144, 256, 1280]
    assert len(looked.outlines) == 0


def test_tiles_that_lay_there_are_looked_at():
    there = tile(500, 400, 45.0)
    looked, _ = first_look(Detector(locator()), reader([half(3), half(4)]), GREY, 6, there[None])
    assert looked.outlines.tolist() == [there.tolist()]


def test_what_is_clear_is_looked_at_once():
    outlines = np.stack([tile(100, 100), tile(300, 100)])
    first = Looked(outlines, np.array([half(), half(), half(), half()], np.float32).reshape(2, 2, 19))
    seeing = reader([half()])
    looked = second_look(seeing, GREY, first, seeing.interpret(first.output, outlines, 6))
    assert seen_by(seeing) == []
    assert looked.outlines.tolist() == outlines.tolist()
    assert looked.output.tolist() == first.output.tolist()


@pytest.mark.parametrize(
    "doubtful",
    [
        half(clear=5.0),  # e^5 = 148 to six others: 0.961
        half(valid=2.0),  # 0.881
        half(x0=-0.71),  # the outline is off by 0.21 of a half
    ],
    ids=["number", "half", "outline"],
)
def test_what_is_not_clear_is_looked_at_again_both_ways(doubtful: list[float]):
    outlines = np.stack([tile(100, 100), tile(300, 100)])
    first = Looked(outlines, np.array([half(), half(), half(), doubtful], np.float32).reshape(2, 2, 19))
    seeing = reader([half(5), half(5)])
    rough = seeing.interpret(first.output, outlines, 6)
    looked = second_look(seeing, GREY, first, rough)
    assert seen_by(seeing) == [2, 2]
    assert looked.outlines[0].tolist() == outlines[0].tolist()
    assert looked.outlines[1].tolist() == rough.corners[1].tolist()
    assert looked.output[:, :, :13].argmax(axis=2).tolist() == [[3, 3], [5, 5]]


def test_a_thorough_look_looks_at_all_again():
    outlines = tile(100, 100)[None]
    first = Looked(outlines, np.array([half(), half()], np.float32).reshape(1, 2, 19))
    seeing = reader([half(), half()])
    second_look(seeing, GREY, first, seeing.interpret(first.output, outlines, 6), thorough=True)
    assert seen_by(seeing) == [2, 2]


def test_the_side_of_half_a_tile_seen_at_a_slant():
    # 80 long, 20 wide: half of it is 40 by 20, as large as a square of sqrt(800)
    assert half_sides(tile(100, 100, width=0.5)[None]) == pytest.approx([np.sqrt(800)])
    assert half_sides(tile(100, 100)[None]) == pytest.approx([40])
