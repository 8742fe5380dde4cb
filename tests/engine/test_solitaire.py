"""Pyramid, Spider, Travolator and Memory by the examples and by positions worked out by hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.errors import IllegalPlayError, LogError, RulesError
from engine.rulesets import RuleSet, get, parse
from engine.solitaire.board import Board, Layout
from engine.solitaire.deals import deal, lay_out, shuffled
from engine.solitaire.game import PairGame, Pick, Reshuffle, Rotate
from engine.solitaire.memory import grid
from engine.solitaire.pairs import Fault, equal_sums, makes_twelve
from engine.solitaire.pyramid import pyramid
from engine.solitaire.spider import laid_anew, spider
from engine.solitaire.travolator import Travolator
from engine.tiles import DOUBLE_SIX, Tile
from tests.engine.support import tiles

DECK = frozenset(DOUBLE_SIX)


def board(layout: Layout, first: dict[int, str]) -> Board:
    """A board with these tiles on these places, and the others of the set on the rest."""
    placed = {place: Tile.parse(text) for place, text in first.items()}
    others = iter([tile for tile in DOUBLE_SIX if tile not in placed.values()])
    return Board(layout, tuple(placed.get(place) or next(others) for place in range(len(layout.places))), DECK)


def pair(text: str) -> tuple[Tile, Tile]:
    first, second = tiles(text)
    return first, second


# -- the pairs -------------------------------------------------------------------------------------------------------


def test_SO_1_pairs_make_twelve() -> None:
    assert makes_twelve(*pair("2-5 4-1"))
    assert makes_twelve(*pair("6-0 3-3"))
    assert makes_twelve(*pair("6-6 0-0"))
    assert not makes_twelve(*pair("6-6 0-1"))


def test_the_sums_of_a_set_are_symmetric_so_that_all_tiles_pair() -> None:
    sums = Counter(tile.pips for tile in DOUBLE_SIX)
    assert sums == {0: 1, 1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2, 11: 1, 12: 1}
    assert all(sums[pips] == sums[12 - pips] for pips in range(13))
    assert DOUBLE_SIX.pips == 14 * 12


def test_SO_2_travolator_moves_like_a_belt() -> None:
    a, b, c, d, e, f = tiles("6-6 5-5 4-4 3-3 2-2 1-1")
    after = Travolator((a, b, c), (d, e, f)).rotated()
    assert (after.top, after.bottom) == ((d, a, b), (e, f, c))


def test_SO_3_memory_pairs_have_equal_sums() -> None:
    assert equal_sums(*pair("1-1 0-2"))
    assert not equal_sums(*pair("1-1 1-2"))


# -- Pyramid ---------------------------------------------------------------------------------------------------------


def test_pyramid_has_rows_of_one_to_seven() -> None:
    rows = Counter(place.row for place in pyramid("both_below").places)
    assert [rows[row] for row in range(7)] == [1, 2, 3, 4, 5, 6, 7]


def test_pyramid_last_row_is_free_and_a_tile_opens_once_both_below_are_gone() -> None:
    start = board(pyramid("both_below"), {21: "6-6", 22: "0-0"})
    assert start.free == tuple(range(21, 28))
    assert 15 in start.take(*pair("6-6 0-0")).free  # the sixth row's first lies on the last row's first two
    one_left = board(pyramid("both_below"), {21: "6-6", 23: "0-0"}).take(*pair("6-6 0-0"))
    assert one_left.free == (22, 24, 25, 26, 27)


def test_pyramid_may_be_taken_down_from_its_point_as_well() -> None:
    start = board(pyramid("one_above"), {0: "6-6", 21: "0-0"})
    assert start.free == (0, *range(21, 28))
    after = start.take(*pair("6-6 0-0"))
    assert after.free == (1, 2, *range(22, 28))


def test_pyramid_faults() -> None:
    start = board(pyramid("both_below"), {0: "6-6", 21: "0-0", 22: "5-5", 23: "1-1", 24: "4-4"})
    assert start.fault(*pair("5-5 1-1")) is None
    assert start.fault(*pair("5-5 4-4")) == Fault("sum")
    assert start.fault(*pair("6-6 0-0")) == Fault("blocked", Tile(6, 6))
    assert start.fault(*pair("4-4 4-4")) == Fault("same_tile", Tile(4, 4))
    after = start.take(*pair("5-5 1-1"))
    assert after.fault(*pair("4-4 1-1")) == Fault("not_there", Tile(1, 1))


# -- Spider ----------------------------------------------------------------------------------------------------------


def test_spider_has_a_square_and_three_rings_of_eight() -> None:
    distance = Counter(max(abs(place.row), abs(place.column)) for place in spider().places)
    assert distance == {1: 4, 3: 8, 5: 8, 7: 8}


def test_spider_outer_ring_is_free_and_a_leg_opens_inwards() -> None:
    start = board(spider(), {20: "6-6", 21: "0-0"})
    assert start.free == tuple(range(20, 28))
    assert start.take(*pair("6-6 0-0")).free == (12, 13, *range(22, 28))


def test_spider_square_is_held_at_its_sides_and_its_corner() -> None:
    places = spider().places
    (holders,) = next(place.free_when for place in places if (place.row, place.column) == (-1, 1))
    assert {(places[number].row, places[number].column) for number in holders} == {(-3, 0), (0, 3), (-3, 3)}


def test_smaller_spider_keeps_the_pattern() -> None:
    left = [tile for tile in DOUBLE_SIX if tile.pips not in (0, 1, 2, 10, 11, 12)]
    assert len(left) == 20
    gone = frozenset(DOUBLE_SIX) - frozenset(left)
    start = Board(spider(), (), DECK, taken=gone)
    full = laid_anew(start, left)  # 4 + 8 + 8
    assert full.free == tuple(range(12, 20))
    eighteen = laid_anew(start, left[:18])  # 4 + 8 + 6: two legs are shorter
    assert eighteen.free == (10, 11, *range(12, 18))
    assert laid_anew(start, left[:4]).free == (0, 1, 2, 3)


def test_stuck_spider_is_laid_anew_from_what_is_left() -> None:
    # the free ring: sums 0, 1, 2, 2, 3, 3, 4, 4; no two make twelve
    ring = tiles("0-0 0-1 1-1 0-2 1-2 0-3 2-2 1-3")
    outer = {place: str(tile) for place, tile in zip(range(20, 28), ring, strict=True)}
    game = PairGame(get("solitaire.spider"), board(spider(), outer))
    assert game.must_reshuffle
    assert game.outcome() is None
    assert list(game.legal_moves()) == []
    before = game.course
    move = game.reshuffle(Random(1))
    assert sorted(move.tiles) == sorted(DOUBLE_SIX)
    game.push(move)
    assert game.pop() == move
    assert game.course == before
    with pytest.raises(IllegalPlayError):
        game.push(Reshuffle(move.tiles[:-1]))


# -- Travolator ------------------------------------------------------------------------------------------------------


def test_travolator_pairs_stand_one_above_the_other_and_the_gap_closes() -> None:
    rows = Travolator(tuple(tiles("6-6 5-5 4-4")), tuple(tiles("0-1 1-1 0-0")), rotations=3)
    assert list(rows.pairs()) == [pair("5-5 1-1")]
    assert rows.fault(*pair("6-6 0-0")) == Fault("apart")
    assert rows.fault(*pair("6-6 0-1")) == Fault("sum")
    assert rows.fault(*pair("6-6 2-2")) == Fault("not_there", Tile(2, 2))
    assert rows.fault(*pair("6-6 6-6")) == Fault("same_tile", Tile(6, 6))
    assert rows.take(*pair("1-1 5-5")) == Travolator(tuple(tiles("6-6 4-4")), tuple(tiles("0-1 0-0")))
    with pytest.raises(LogError, match="one above the other"):
        rows.take(*pair("6-6 0-0"))


def test_travolator_is_lost_after_two_n_steps_without_a_pair() -> None:
    # 6-6 is always two steps from 0-0 on the belt, as 6-5 is from 1-0: they never stand one above the other
    rows = Travolator(tuple(tiles("6-6 6-5")), tuple(tiles("1-0 0-0")))
    game = PairGame(get("solitaire.travolator"), rows)
    for _ in range(4):
        assert game.outcome() is None
        assert list(game.legal_moves()) == [Rotate()]
        game.push(Rotate())
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.result, outcome.winners, outcome.losers) == ("went_round", (), ("A",))
    assert list(game.legal_moves()) == []


def test_travolator_rows_stay_while_a_pair_stands() -> None:
    game = PairGame(get("solitaire.travolator"), Travolator(tuple(tiles("6-6")), tuple(tiles("0-0"))))
    with pytest.raises(IllegalPlayError) as refused:
        game.push(Rotate())
    assert refused.value.reason == "too_early"
    game.push(Pick(*pair("0-0 6-6")))
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.result, outcome.winners) == ("cleared", ("A",))


# -- Memory ----------------------------------------------------------------------------------------------------------


def test_memory_lays_twenty_tiles_with_paired_sums() -> None:
    chosen = shuffled(get("memory"), Random(3))
    assert Counter(tile.pips for tile in chosen) == {2: 2, 3: 2, 4: 2, 5: 2, 6: 4, 7: 2, 8: 2, 9: 2, 10: 2}
    assert len(set(chosen)) == 20
    places = grid().places
    assert {(place.row, place.column) for place in places} == {(r, c) for r in range(4) for c in range(5)}
    assert deal(get("memory"), Random(3)).seen == (None,) * 20


def test_memory_a_hit_goes_on_and_a_miss_passes_the_turn() -> None:
    deck = tiles("1-1 0-2 1-2 0-3 2-2 1-3 3-2 4-1 3-3 4-2 5-1 6-0 5-2 4-3 5-3 4-4 6-3 5-4 6-4 5-5")
    game = PairGame(get("memory"), lay_out(get("memory"), deck), ("A", "B"))
    game.push(Pick(*pair("1-1 0-2")))
    assert (game.course.turn, game.course.pairs) == ("A", (1, 0))
    game.push(Pick(*pair("1-2 2-2")))
    assert (game.course.turn, game.course.pairs, game.course.misses) == ("B", (1, 0), 1)
    with pytest.raises(IllegalPlayError) as refused:
        game.push(Pick(*pair("1-1 0-2")))
    assert refused.value.reason == "not_there"
    for number in range(2, 20, 2):
        game.push(Pick(deck[number], deck[number + 1]))
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.losers) == (("B",), ("A",))  # 9 pairs to 1


def test_memory_equal_numbers_of_pairs_share_the_win() -> None:
    deck = tiles("1-1 0-2 1-2 0-3 2-2 1-3 3-2 4-1 3-3 4-2 5-1 6-0 5-2 4-3 5-3 4-4 6-3 5-4 6-4 5-5")
    game = PairGame(get("memory"), lay_out(get("memory"), deck), ("A", "B"))
    for number in range(0, 10, 2):
        game.push(Pick(deck[number], deck[number + 1]))
    game.push(Pick(deck[10], deck[19]))
    for number in range(10, 20, 2):
        game.push(Pick(deck[number], deck[number + 1]))
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.losers) == (("A", "B"), ())


# -- laying out ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules_id", ["solitaire.pyramid", "solitaire.spider", "solitaire.travolator", "memory"])
def test_a_preset_lays_each_tile_once(rules_id: str) -> None:
    rules = get(rules_id)
    position = deal(rules, Random(5))
    known = position.seen if isinstance(position, Travolator) else position.tiles
    assert len(known) == len(set(known)) == (20 if rules_id == "memory" else 28)
    assert rules.line == "pairs"


@pytest.mark.parametrize(
    ("rules", "laid", "problem"),
    [
        (get("solitaire.pyramid"), [None] * 27, "28 tiles must lie on the board, not 27"),
        (get("solitaire.pyramid"), [*tiles("6-6 6-6"), *[None] * 26], "6-6 lies on the board twice"),
        (get("solitaire.travolator"), [None] * 28, "every tile lies face up"),
        (get("memory"), [*tiles("6-6"), *[None] * 19], "6-6 does not belong"),
        (get("solitaire.spider"), [*tiles("6-7"), *[None] * 27], "7-6 does not belong"),
    ],
)
def test_a_board_that_cannot_be(rules: RuleSet, laid: list[Tile | None], problem: str) -> None:
    with pytest.raises(LogError, match=problem):
        lay_out(rules, laid)


def test_other_games_have_no_board() -> None:
    with pytest.raises(RulesError, match="no board"):
        deal(get("kozel.solo"), Random(1))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("solitaire.pyramid fish=on_one", "fish"),
        ("memory limit=100", "limit"),
        ("memory pyramid_unblock=one_above", "pyramid_unblock"),
        ("kozel.solo pair_board=spider", "pair_board"),
        ("kozel.solo line=pairs", "line"),
        ("kozel.solo pyramid_unblock=one_above", "pyramid_unblock"),
        ("solitaire.pyramid pyramid_unblock=never", "both_below"),
    ],
)
def test_options_that_mean_nothing_are_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(RulesError, match=named):
        parse(text)


def test_pyramid_way_to_free_a_tile_is_an_option() -> None:
    position = deal(parse("solitaire.pyramid pyramid_unblock=both_below"), Random(1))
    assert sum(tile is not None for tile in position.seen) == 7
    position = deal(parse("solitaire.pyramid pyramid_unblock=one_above"), Random(1))
    assert sum(tile is not None for tile in position.seen) == 8
