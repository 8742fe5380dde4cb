"""The adviser on rounds that are over: K-9 by hand, draws by hand, and what must hold for any round."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.advice.adviser import Moment, advise
from engine.codec import encode
from engine.errors import LogError
from engine.events import Event
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.selfplay import play_round
from engine.tiles import Tile
from tests.engine.support import FOUR, K9_HANDS, K9_MOVES, follow, hands, kozel


def k9(rules: str = "kozel.solo") -> tuple[Moment, ...]:
    """The recorded round K-9, advised after its reveal."""
    referee = kozel(K9_MOVES, rules)
    referee.reveal(hands(K9_HANDS), 30.0)
    return advise(referee.events, 1)


def names(found: tuple[Tile, ...] | None) -> set[str]:
    return set(map(str, found or ()))


def test_K_9_every_play_and_pass_is_a_moment() -> None:
    moments = k9()
    assert [moment.act for moment in moments] == ["play"] * 14 + ["pass"] + ["play"] * 5
    assert [moment.seat for moment in moments[:6]] == ["B", "C", "D", "A", "B", "C"]
    first, last = moments[0], moments[-1]
    assert (first.tiles, first.open_numbers, first.table_pips) == ((Tile(1, 1),), (), 0)
    # the opening rule leaves no choice
    assert [str(choice.tile) for choice in first.choices] == ["1-1"]
    assert first.hints == ()
    assert names(first.hands[0].tiles) == {"5-3", "3-0", "6-2", "4-2", "6-4", "0-0", "4-0"}
    assert names(last.hands[0].tiles) == {"6-4", "4-0", "0-0"}


def test_K_9_how_probable_the_pass_was() -> None:
    # 14 tiles are out, of which 2-2, 4-2 and 4-1 show 1 or 2; D holds four: C(11, 4) / C(14, 4) = 330 / 1001
    moment = k9()[14]
    assert (moment.seat, moment.open_numbers, moment.forced) == ("D", (2, 1), True)
    assert moment.no_play is not None
    assert moment.no_play.exact
    assert moment.no_play.chance == pytest.approx(330 / 1001)
    assert moment.choices == ()


def test_K_9_what_each_seat_could_have_held_after_the_pass() -> None:
    # D holds four of the eleven tiles without 1 and 2, A, B and C the ten that are left, as 4, 3 and 3:
    # C(11, 4) * 10! / (4! 3! 3!) = 330 * 4200
    moment = k9()[15]
    assert moment.seat == "A"
    assert (moment.from_table.deals, moment.from_table.exact) == (1_386_000, True)
    assert moment.from_table.chance("D", Tile(6, 6)) == pytest.approx(4 / 11)
    assert moment.from_table.chance("D", Tile(2, 2)) == 0.0
    assert moment.from_table.chance("A", Tile(2, 2)) == pytest.approx(4 / 10)
    assert moment.from_table.chance("A", Tile(6, 6)) == pytest.approx(7 / 11 * 4 / 10)
    # A holds 4-2 6-4 0-0 4-0 itself: D has four of eight, B and C three each of six: 70 * 20
    assert moment.from_hand is not None
    assert moment.from_hand.deals == 1400
    assert moment.from_hand.chance("D", Tile(6, 6)) == 0.5
    assert moment.from_hand.chance("B", Tile(2, 2)) == 0.5
    assert moment.from_hand.chance("A", Tile(4, 2)) == 1.0


def test_K_9_the_fish_was_worth_making() -> None:
    # 4-6 to the end 4 blocks. A keeps 0-0 4-0: R = 4. Left are 4 + 15 + 12 + 27 = 58, so S = 110 and 42 - S/4 = 14.5
    last = k9()[-1]
    assert len(last.choices) == 3
    (fish,) = last.fish
    assert (str(fish.tile), fish.own_pips, fish.table_pips, fish.threshold, fish.worth) == ("6-4", 4, 110, 14.5, True)
    # the lightest other hand is Olya's 2-2 4-4
    assert (fish.own_side, fish.other_side) == (4, 12)
    assert [hint.key for hint in last.hints if hint.principle == 4] == ["make_fish"]
    assert all(not moment.fish for moment in k9()[:-1])


def test_K_9_pairs_count_both_hands() -> None:
    # A and C: 4 + 12, B and D: 15 + 27
    (fish,) = k9("kozel.pair fish_when=early")[-1].fish
    assert (fish.own_side, fish.other_side) == (16, 42)


def test_K_9_pressures_in_the_own_hand() -> None:
    # B was dealt 1-1 5-2 3-2 6-1 4-3 3-3 5-4: of 3 the simple 3-2 4-3 and the double
    found = {pressure.number: (pressure.strength, pressure.level) for pressure in k9()[0].pressures}
    assert found == {3: (2.5, "weak")}


def test_it_is_plain_data() -> None:
    for moment in k9():
        data = json.loads(json.dumps(encode(moment)))
        assert data["event"] == moment.event
        assert len(data["from_table"]["hands"]) == 4


# -- only what is over -----------------------------------------------------------------------------------------------


def refused(events: tuple[Event, ...] | list[Event], number: int | None = None) -> str:
    with pytest.raises(LogError) as error:
        advise(events, number)
    assert error.value.text.ru
    return str(error.value)


def test_no_advice_while_a_round_is_played() -> None:
    referee = kozel(K9_MOVES)
    assert "once the hands lie open" in refused(referee.events)
    assert "no round 1" in refused(referee.events, 1)
    referee.reveal(hands(K9_HANDS), 30.0)
    assert "no round 2" in refused(referee.events, 2)
    # the next round is played: the last one that is over is told, not that one
    follow(referee, "A:6-6")
    assert advise(referee.events) == advise(referee.events, 1)
    assert "no round 2" in refused(referee.events, 2)


def test_no_advice_where_draws_were_not_seen() -> None:
    referee = draws_of_b(count=0)
    assert "do not fit what was dealt, drawn and laid" in refused(referee.events)


# -- draws -----------------------------------------------------------------------------------------------------------

THIRTEEN = "6-6 6-5 5-5 5-4 4-4 4-3 3-3 3-2 2-2 2-1 1-1 1-0 0-0"


def draws_of_b(count: int) -> Referee:
    """Two play thirteen tiles in a row; B draws so many before its 5-4, and is left with two tiles beside."""
    referee = Referee(parse("classic"), FOUR[:2], draws_seen=count > 0)
    for number, tile in enumerate(THIRTEEN.split()):
        if tile == "5-4":
            for _ in range(count):
                referee.draw("B", float(number))
        follow(referee, f"{'AB'[number % 2]}:{tile}@L")
    referee.reveal(hands({"A": "", "B": "3-1 4-2 4-1" if count > 1 else "3-1 4-2"}), 20.0)
    return referee


def test_a_tile_that_is_laid_right_after_a_draw_was_drawn() -> None:
    moments = advise(draws_of_b(1).events)
    draw, play, after = moments[3:6]
    assert (draw.act, draw.seat, draw.forced) == ("draw", "B", True)
    # dealt to B: 6-5 and, without the 5-4, what it laid and kept
    assert names(draw.hands[1].tiles) == {"4-3", "3-2", "2-1", "1-0", "3-1", "4-2"}
    assert names(play.hands[1].tiles) == names(draw.hands[1].tiles) | {"5-4"}
    # ends 5 and 6: of 25 tiles out ten fit, and B holds six: C(15, 6) / C(25, 6) = 5005 / 177100
    assert draw.no_play is not None
    assert draw.no_play.chance == pytest.approx(5005 / 177_100)
    # what did not fit then does not lie in B's hand now
    assert after.seat == "A"
    assert after.from_table.chance("B", Tile(6, 4)) == 0.0
    assert after.from_table.chance("A", Tile(6, 4)) > 0.0
    # 24 tiles are out, 15 of them without 5 and 6 (5-4 was one of the ten): B's six are among these
    assert after.from_table.chance("B", Tile(3, 3)) == pytest.approx(6 / 15)


def test_what_other_draws_brought_is_not_known() -> None:
    moments = advise(draws_of_b(2).events)
    first, second, play = moments[3:6]
    assert [moment.act for moment in (first, second, play)] == ["draw", "draw", "play"]
    assert first.hands[1].tiles is None
    assert (first.from_hand, first.choices, first.hints, first.forced) == (None, (), (), None)
    assert names(second.hands[1].tiles) == {"4-3", "3-2", "2-1", "1-0", "3-1", "4-2", "4-1"}
    # B's earlier hand is not known, A's is
    assert moments[0].hands[1].tiles is None
    assert names(moments[0].hands[0].tiles) == {"6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0"}


# -- wrong passes ----------------------------------------------------------------------------------------------------


def test_a_wrong_pass_is_believed_until_it_is_proved() -> None:
    # C passes on 1 although it holds 1-3, and so do D with 5-1, A with none, and B with 6-1, which it lays much later
    referee = kozel("B:1-1")
    referee.passes("C", 2.0)
    follow(referee, K9_MOVES.removeprefix("B:1-1 "))
    referee.reveal(hands(K9_HANDS), 30.0)
    moments = advise(referee.events)
    assert [(moment.seat, moment.forced) for moment in moments[1:5]] == [
        ("C", False), ("D", False), ("A", True), ("B", False),
    ]  # fmt: skip
    before, after = moments[16], moments[17]
    assert (before.seat, before.tiles) == ("B", (Tile(6, 1),))
    assert before.from_table.chance("B", Tile(6, 1)) == 0.0
    assert before.from_hand is not None and before.from_hand.chance("B", Tile(6, 1)) == 1.0
    assert after.from_table.chance("B", Tile(4, 1)) > 0.0
    # A's pass was honest and stays believed
    assert after.from_table.chance("A", Tile(4, 1)) == 0.0


# -- any round -------------------------------------------------------------------------------------------------------

GAMES = [
    ("kozel.pair", 4), ("kozel.solo", 3), ("classic", 4), ("classic.two", 2), ("osel", 4), ("sport.fdr", 4),
    ("telephone.72", 2), ("jamaican", 3), ("cuban.d9", 4),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "seats"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_the_true_hands_are_never_excluded(rules: str, seats: int, seed: int) -> None:
    for moment in advise(play_round(get(rules), FOUR[:seats], Random(seed))):
        assert moment.from_table.exact and moment.from_table.deals > 0
        for hand, chances in zip(moment.hands, moment.from_table.hands, strict=True):
            if hand.tiles is not None:
                assert sum(row.chance for row in chances.tiles) == pytest.approx(len(hand.tiles))
            for tile in hand.tiles or ():
                assert moment.from_table.chance(hand.seat, tile) > 0
                assert moment.from_hand is None or moment.from_hand.chance(hand.seat, tile) > 0
        if moment.act == "play" and moment.choices:
            assert set(moment.tiles) <= {choice.tile for choice in moment.choices}
        assert moment.forced is not False


def test_a_lead_tells_which_doubles_nobody_has() -> None:
    # who leads with a double above 1-1 says that the doubles before it sleep
    order = [Tile(pips, pips) for pips in (1, 2, 3, 4, 5, 6)]
    for seed in range(20):
        first, second, *_ = advise(play_round(get("kozel.solo"), FOUR[:2], Random(seed)))
        earlier = order[: order.index(first.tiles[0])] if first.tiles[0] in order else []
        if earlier and second.act == "play":
            assert all(second.from_table.chance(seat, tile) == 0.0 for seat in "AB" for tile in earlier)
            assert {row.tile: row.chance for row in second.from_table.bazaar}[earlier[0]] == 1.0
            return
    pytest.fail("no round was led by another double")
