"""The benchmark's counting rules, on cases worked out by hand."""

import pytest

from device.bench.scoring import (
    PartialTile,
    PlayScore,
    TileScore,
    answers_of,
    match,
    pair_tiles,
    score_plays,
    score_tiles,
)
from engine.tiles import Tile


def tiles(text: str) -> list[Tile]:
    return [Tile.parse(word) for word in text.split()]


def partials(text: str) -> list[PartialTile]:
    return [PartialTile.parse(word) for word in text.split()]


def test_all_right() -> None:
    score = score_tiles(tiles("6-4 1-0 3-3"), tiles("3-3 4-6 0-1"))
    assert score == TileScore(right=3, wrong_halves=0, paired_halves=6)
    assert score.perfect and score.precision == score.recall == score.f1 == 1.0


def test_one_half_misread_counts_as_a_false_and_a_missed_tile_and_one_wrong_half() -> None:
    score = score_tiles(tiles("6-4 1-0"), tiles("6-5 1-0"))
    assert score == TileScore(right=1, false=1, missed=1, wrong_halves=1, paired_halves=4)
    assert score.f1 == 0.5 and score.half_error_rate == 0.25 and not score.perfect


def test_tiles_that_differ_in_both_halves_do_not_pair() -> None:
    assert score_tiles(tiles("6-4"), tiles("5-3")) == TileScore(false=1, missed=1)


def test_a_tile_reported_twice_is_false_the_second_time() -> None:
    assert score_tiles(tiles("6-4 6-4"), tiles("6-4")) == TileScore(right=1, false=1, paired_halves=2)


def test_two_copies_of_a_tile_may_both_be_there() -> None:
    assert score_tiles(tiles("6-4 6-4"), tiles("6-4 6-4")).right == 2


def test_a_partly_seen_tile_excuses_one_reported_tile_that_fits_it() -> None:
    score = score_tiles(tiles("5-2 5-1 3-3"), tiles("3-3"), partials("5-?"))
    assert score == TileScore(right=1, false=1, paired_halves=2)


def test_partly_seen_tiles_are_given_out_so_that_most_reported_ones_are_excused() -> None:
    assert score_tiles(tiles("5-2 4-1"), [], partials("?-? 5-?")).false == 0


def test_an_equal_tile_is_right_before_a_partly_seen_one_takes_it() -> None:
    score = score_tiles(tiles("5-2"), tiles("5-2"), partials("5-?"))
    assert score.right == 1 and score.perfect


def test_pairs_are_as_many_as_can_be() -> None:
    """6-4 could pair with 6-5 or 4-3, 6-2 only with 6-5."""
    score = score_tiles(tiles("6-4 6-2"), tiles("6-5 4-3"))
    assert score.wrong_halves == 2 and score.paired_halves == 4 and score.half_error_rate == 0.5


def test_an_empty_table_read_as_empty_is_perfect() -> None:
    score = score_tiles([], [])
    assert score.perfect and score.f1 == 1.0 and score.half_error_rate == 0.0


def test_what_was_said_of_each_half() -> None:
    """5-2 is excused. 6-4 stands for 6-5, so its four is wrong; 3-3 for 3-1, so only one three is right."""
    reported = tiles("6-4 5-2 1-0 3-3")
    pairing = pair_tiles(reported, tiles("1-0 6-5 3-1"), partials("2-?"))
    assert pairing.true == {0: Tile(6, 5), 2: Tile(1, 0), 3: Tile(3, 1)} and pairing.score.wrong_halves == 2
    pips = [(4, 6), (5, 2), (0, 1), (3, 3)]
    said = answers_of(pairing, pips, [(0.7, 0.9), (1.0, 1.0), (0.99, 0.8), (0.6, 0.5)])
    assert [(answer.confidence, answer.is_right) for answer in said] == [
        (0.7, False),
        (0.9, True),
        (0.99, True),
        (0.8, True),
        (0.6, True),
        (0.5, False),
    ]


def test_scores_add_up() -> None:
    total = TileScore(3, 1, 0, 0, 6) + TileScore(1, 0, 2, 1, 4)
    assert total == TileScore(4, 1, 2, 1, 10)
    assert total.precision == 0.8 and total.recall == pytest.approx(2 / 3) and total.half_error_rate == 0.1


def test_matching_augments() -> None:
    assert match("ab", "xy", lambda left, right: (left, right) in {("a", "x"), ("a", "y"), ("b", "x")}) == {0: 1, 1: 0}


@pytest.mark.parametrize(
    ("reported", "expected"),
    [
        ("6-4 4-2 2-0", PlayScore(3, 3, 3)),
        ("4-2 6-4 2-0", PlayScore(2, 3, 3)),
        ("6-4 5-5 4-2 2-0", PlayScore(3, 3, 4)),
        ("6-4 2-0", PlayScore(2, 3, 2)),
        ("", PlayScore(0, 3, 0)),
    ],
)
def test_plays_right_and_in_order(reported: str, expected: PlayScore) -> None:
    assert score_plays(tiles(reported), tiles("6-4 4-2 2-0")) == expected


def test_extra_plays_are_told() -> None:
    assert score_plays(tiles("6-4 5-5 4-2"), tiles("6-4 4-2")).extra == 1


@pytest.mark.parametrize("text", ["5-4", "x-?"])
def test_no_partly_seen_tile(text: str) -> None:
    with pytest.raises(ValueError):
        PartialTile.parse(text)
