"""The chance of every tile in every hand: against values by hand, and against all deals of small tables."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from engine.advice.holdings import Holder, Holdings, Known, holdings, lack_chance
from engine.tiles import DOUBLE_SIX, Tile, TileSet
from tests.engine.support import tiles


def table_without(text: str) -> tuple[Tile, ...]:
    """All tiles of the set lie on the table, except these."""
    out = tiles(text)
    return tuple(tile for tile in DOUBLE_SIX if tile not in out)


def brute_force(known: Known) -> tuple[int, dict[str, Counter[Tile]]]:
    """Every deal of what is out, one by one: how many there are, and how often each seat holds each tile."""
    out = [tile for tile in known.tile_set if tile not in known.table]
    owners = [holder.seat for holder in known.holders for _ in range(holder.tiles)]
    owners += ["bazaar"] * (len(out) - len(owners))
    deals = {tuple(order) for order in permutations(owners)}
    found: dict[str, Counter[Tile]] = {owner: Counter() for owner in (*(h.seat for h in known.holders), "bazaar")}
    count = 0
    for deal in deals:
        hands = {
            holder.seat: [t for t, o in zip(out, deal, strict=True) if o == holder.seat] for holder in known.holders
        }
        if all(
            set(holder.holds) <= set(hands[holder.seat])
            and not any(tile.has(pips) for tile in hands[holder.seat] for pips in holder.lacks)
            for holder in known.holders
        ):
            count += 1
            for tile, owner in zip(out, deal, strict=True):
                found[owner][tile] += 1
    return count, found


def test_a_fresh_deal_of_four_hands() -> None:
    # 28! / (7!)^4 deals, and each seat holds each tile in a quarter of them
    answer = holdings(Known(tuple(Holder(seat, 7) for seat in "ABCD")))
    assert (answer.deals, answer.exact, answer.error) == (472_518_347_558_400, True, 0.0)
    assert {row.chance for hand in answer.hands for row in hand.tiles} == {0.25}
    assert answer.bazaar == ()


def test_a_fresh_deal_with_a_boneyard() -> None:
    # two hands of 7: a tile is in either with 7/28, asleep with 14/28; 28! / (7! 7! 14!) deals
    answer = holdings(Known((Holder("A", 7), Holder("B", 7))))
    assert answer.deals == 137_680_171_200
    assert answer.chance("A", Tile(6, 6)) == 0.25
    assert {row.chance for row in answer.bazaar} == {0.5}


def test_three_tiles_are_out_and_one_seat_lacks_a_number() -> None:
    # out are 6-1, 5-1 and 4-3; A holds two, B one. A lacks 6: B has 6-1, A the others
    known = Known((Holder("A", 2, lacks=(6,)), Holder("B", 1)), table_without("6-1 5-1 4-3"))
    answer = holdings(known)
    assert answer.deals == 1
    assert [(str(row.tile), row.chance) for row in answer.hands[0].tiles] == [("5-1", 1.0), ("4-3", 1.0)]
    assert [(str(row.tile), row.chance) for row in answer.hands[1].tiles] == [("6-1", 1.0)]


def test_a_lack_moves_tiles_to_the_others() -> None:
    # out are 6-1, 6-2, 5-1, 4-3, two in each hand. A lacks 6, so A holds two of nothing but 5-1 and 4-3
    # with three in A's reach (6-1, 6-2 out of it): C(2, 2) = 1 deal; without the pass C(4, 2) = 6
    known = Known((Holder("A", 2), Holder("B", 2)), table_without("6-1 6-2 5-1 4-3"))
    assert holdings(known).deals == 6
    assert holdings(known.also("A", lacks=[6])).deals == 1
    # the chance that A had to pass on 6 is one in six; on 3 it is C(3, 2) / 6 = one half
    assert lack_chance(known, "A", [6]).chance == pytest.approx(1 / 6)
    assert lack_chance(known, "A", [3]).chance == 0.5
    assert lack_chance(known, "A", [1, 6]).chance == 0.0


def test_what_is_known_now_and_what_could_be_known_then() -> None:
    known = Known((Holder("A", 2), Holder("B", 2)), table_without("6-1 6-2 5-1 4-3"))
    assert holdings(known).chance("B", Tile(6, 1)) == 0.5
    # A laid 6-2 later: of the three others A held one, B two
    now = holdings(known.also("A", holds=tiles("6-2")))
    assert now.deals == 3
    assert now.chance("A", Tile(6, 2)) == 1.0
    assert now.chance("B", Tile(6, 1)) == pytest.approx(2 / 3)


def test_what_contradicts_itself_has_no_deal() -> None:
    known = Known((Holder("A", 2, lacks=(6, 1)), Holder("B", 2)), table_without("6-1 6-2 5-1 4-3"))
    assert holdings(known) == Holdings(0, True, 0.0, 0.0, holdings(known).hands, ())
    assert [hand.tiles for hand in holdings(known).hands] == [(), ()]
    assert lack_chance(known, "B", [4]).chance == 0.0
    held_and_lacked = Known((Holder("A", 2, (6,), tuple(tiles("6-1"))), Holder("B", 2)), known.table)
    assert holdings(held_and_lacked).deals == 0
    too_many = Known((Holder("A", 3), Holder("B", 2)), known.table)
    assert holdings(too_many).deals == 0


SMALL = [
    Known((Holder("A", 3, (6,)), Holder("B", 2, (1,)), Holder("C", 2)), table_without("6-6 6-1 5-1 4-3 3-2 0-0 6-2")),
    Known((Holder("A", 2, (6,)), Holder("B", 2, (3, 0))), table_without("6-6 6-1 5-1 4-3 3-2 0-0 5-4")),
    Known(
        (Holder("A", 2), Holder("B", 2, (6,)), Holder("C", 2, (5,))), table_without("6-5 6-4 5-4 4-4 1-0 2-0 3-0 3-1")
    ),
    Known((Holder("A", 2, (1,), (Tile(4, 3),)), Holder("B", 2, (2,))), table_without("6-1 4-3 2-2 3-2 1-0 6-0")),
]


@pytest.mark.parametrize("known", SMALL)
def test_every_deal_counted_one_by_one(known: Known) -> None:
    count, found = brute_force(known)
    answer = holdings(known)
    assert answer.exact and answer.deals == count > 0
    for hand in answer.hands:
        assert {row.tile: row.chance for row in hand.tiles} == pytest.approx(
            {tile: times / count for tile, times in found[hand.seat].items()}
        )
    asleep = {tile: times / count for tile, times in found["bazaar"].items()}
    assert {row.tile: row.chance for row in answer.bazaar} == pytest.approx(asleep)


CROWDED = Known(tuple(Holder(seat, 7, lacks) for seat, lacks in zip("ABCD", ((1, 6), (2,), (3, 0), (4,)), strict=True)))


def test_chances_add_up() -> None:
    answer = holdings(CROWDED)
    assert answer.exact
    assert [sum(row.chance for row in hand.tiles) for hand in answer.hands] == pytest.approx([7.0] * 4)
    for tile in DOUBLE_SIX:
        assert sum(answer.chance(seat, tile) for seat in "ABCD") == pytest.approx(1.0)


def test_drawn_deals_state_their_error_and_keep_to_it() -> None:
    exact, drawn = holdings(CROWDED), holdings(CROWDED, max_steps=0)
    assert not drawn.exact
    assert 0 < drawn.error < 0.03
    assert drawn == holdings(CROWDED, max_steps=0)
    for hand in exact.hands:
        for row in hand.tiles:
            assert drawn.chance(hand.seat, row.tile) == pytest.approx(row.chance, abs=4 * drawn.error)
    assert drawn.deals == pytest.approx(exact.deals, abs=4 * drawn.deals_error)
    assert [sum(row.chance for row in hand.tiles) for hand in drawn.hands] == pytest.approx([7.0] * 4)


def test_a_large_set_is_drawn_where_counting_would_take_too_long() -> None:
    lacks = ((1, 2), (2, 5), (3, 6), (4,))
    known = Known(tuple(Holder(s, 10, n) for s, n in zip("ABCD", lacks, strict=True)), tile_set=TileSet(9))
    answer = holdings(known, samples=300)
    assert not answer.exact
    assert sum(row.chance for row in answer.bazaar) == pytest.approx(15.0)
    # where nobody has passed, one step is enough: 55! / ((10!)^4 15!)
    fresh = holdings(Known(tuple(Holder(seat, 10) for seat in "ABCD"), tile_set=TileSet(9)))
    assert fresh.exact
    assert fresh.chance("A", Tile(9, 9)) == pytest.approx(10 / 55)


def test_a_set_with_every_tile_twice_tells_how_many_are_held() -> None:
    # both 6-6 and one 5-5 are out; A holds two of the three: 4/3 of the two 6-6 on average
    pair = tuple(tile for tile in DOUBLE_SIX for _ in range(2))
    table = list(pair)
    for tile in tiles("6-6 6-6 5-5"):
        table.remove(tile)
    answer = holdings(Known((Holder("A", 2), Holder("B", 1)), tuple(table), copies=2))
    assert answer.deals == 3
    assert answer.chance("A", Tile(6, 6)) == pytest.approx(4 / 3)
