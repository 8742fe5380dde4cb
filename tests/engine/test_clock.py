"""The sport clock: 5, 20 or 60 seconds, by plays counted by hand (rules.md 1.9)."""

from __future__ import annotations

from random import Random

import pytest

from engine.advice.adviser import advise
from engine.clock import allowance_at_most, allowance_of_hand, over_time
from engine.events import OverTime, Passed, Played
from engine.explain import why
from engine.fold import apply, begin
from engine.line import Joint, Line, Placement
from engine.referee import Referee
from engine.rulesets import get
from engine.selfplay import play_round
from engine.tiles import Tile
from tests.engine.support import FOUR, K9_HANDS, K9_MOVES, follow, kinds, kozel, one, tiles

PAIRS = get("kozel.pair")


def line_of(first: str, *more: str) -> Line:
    """The first tile, and others as "5-1@R"."""
    line = Line()
    line.push(Placement(Tile.parse(first)))
    for move in more:
        tile, _, end = move.partition("@")
        line.push(Placement(Tile.parse(tile), end))
    return line


@pytest.mark.parametrize(
    ("hand", "plays", "seconds", "cause"),
    [
        ("4-3 2-1", 0, 5, "no_play"),
        ("6-4 2-1", 1, 5, "one_play"),
        ("6-4 5-1", 2, 20, "several_plays"),
        # one tile, but it goes to either end
        ("6-5", 2, 20, "several_plays"),
    ],
)
def test_time_by_the_number_of_plays(hand: str, plays: int, seconds: int, cause: str) -> None:
    # the ends show 6 and 5
    line = line_of("6-6", "6-0@R", "0-5@R")
    allowance = allowance_of_hand(line, tiles(hand), PAIRS)
    assert (allowance.plays, allowance.seconds, allowance.cause, allowance.exact) == (plays, seconds, cause, True)
    assert str(seconds) in allowance.text.en and str(seconds) in allowance.text.ru


def test_a_tile_at_two_equal_ends_is_one_play() -> None:
    allowance = allowance_of_hand(line_of("6-6"), tiles("6-5 4-4"), PAIRS)
    assert (allowance.plays, allowance.seconds) == (1, 5)


def test_a_lead_that_the_rules_ask_for_is_one_play() -> None:
    hand = tiles("1-1 6-5 4-4")
    assert allowance_of_hand(Line(), hand, PAIRS, lead=Tile(1, 1)).seconds == 5
    assert (allowance_of_hand(Line(), hand, PAIRS).plays, allowance_of_hand(Line(), hand, PAIRS).seconds) == (3, 20)


def test_a_fish_gives_a_minute() -> None:
    # the shortest fish: 5-2 would make both ends 2 while 2-2 is out
    moves = ["4-1@L", "1-2@L", "2-6@L", "6-0@L", "0-2@L", "2-3@L", "3-5@L"]
    line, hand = line_of("4-2", *moves), tiles("5-2 6-6 3-3")
    early, strict = get("kozel.pair").with_options(fish_when="early"), PAIRS
    allowance = allowance_of_hand(line, hand, early)
    # 5-2 goes to the end 5, which blocks, or to the end 2
    assert (allowance.seconds, allowance.cause, allowance.plays) == (60, "fish", 2)
    assert allowance.fish == (Tile(5, 2),)
    assert "5-2" in allowance.text.en and "5-2" in allowance.text.ru
    assert allowance_of_hand(line, hand, strict).seconds == 20


def test_over_time() -> None:
    allowance = allowance_of_hand(line_of("6-6"), tiles("6-5 4-4"), PAIRS)
    assert not over_time(5.0, allowance)
    assert over_time(5.1, allowance)


def test_tiles_that_sleep() -> None:
    # nobody draws: once 6-4 lies, 5-0 5-1 5-2 5-3 5-4 5-5 and 4-0 4-1 4-2 4-3 4-4 fit; all eleven may sleep
    rules = get("kozel.solo").with_options(draw="none", fish_when="strict")
    line = line_of("6-5")
    alone = allowance_of_hand(line, tiles("6-4 3-3"), rules, bazaar=14)
    assert (alone.seconds, alone.exact) == (60, False)
    assert allowance_of_hand(line, tiles("6-4 3-3"), rules, bazaar=10).seconds == 5
    # the own hand would go on, or another hand
    assert allowance_of_hand(line, tiles("6-4 4-3"), rules, bazaar=14).seconds == 5
    known = allowance_of_hand(line, tiles("6-4 3-3"), rules, bazaar=14, others=tiles("5-1 3-2"))
    assert (known.seconds, known.exact) == (5, True)
    sure = allowance_of_hand(line, tiles("6-4 3-3"), rules, bazaar=14, others=tiles("3-1 3-2"))
    assert (sure.seconds, sure.exact) == (60, True)


# -- from the table alone --------------------------------------------------------------------------------------------


def test_the_first_lead_is_forced() -> None:
    allowance = allowance_at_most(kozel(rules="kozel.pair").state, "A")
    assert (allowance.seconds, allowance.cause, allowance.exact) == (5, "one_play", True)


def test_the_table_gives_the_longest_time() -> None:
    # 1-1 lies: 1-0, 1-2 ... 1-6 fit, one play each
    referee = kozel("B:1-1", rules="kozel.pair")
    allowance = allowance_at_most(referee.state, "C")
    assert (allowance.plays, allowance.seconds, allowance.exact) == (6, 20, False)
    # C passed on 1; after 1-2 by D the ends are 2 and 1, and C may still have 2-0 2-2 2-3 2-4 2-5 2-6
    referee.passes("C", 2.0)
    assert allowance_at_most(referee.state, "C").seconds == 5
    assert allowance_at_most(referee.state, "C").cause == "no_play"
    referee.play(Tile(1, 2), t=3.0, seat_hint="D")
    assert allowance_at_most(referee.state, "C").plays == 6


def test_a_hand_of_three_tiles_has_so_many_plays_at_most() -> None:
    # K-9 before the last move: ends 6 and 4. Out are 6-4, which goes to either, 4-0 5-4 4-4 6-6 to one, and 0-0 3-3 2-2
    # 5-0 5-5 to none; A has three tiles: 2 + 1 + 1
    referee = kozel(K9_MOVES.removesuffix(" A:4-6@R"))
    state = referee.state
    allowance = allowance_at_most(state, "A")
    assert (allowance.plays, allowance.seconds, allowance.fish) == (4, 60, (Tile(6, 4),))
    # A held 4-6, 0-0, 0-4: 6-4 at either end, 0-4 at one
    hand = [Tile(6, 4), *tiles(K9_HANDS["A"])]
    exact = allowance_of_hand(state.line, hand, state.rules)
    assert (exact.plays, exact.seconds, exact.fish, exact.exact) == (3, 60, (Tile(6, 4),), True)
    # by the strict rule 6-6 would go on
    assert allowance_of_hand(state.line, hand, PAIRS).seconds == 20


def test_in_sport_any_tile_may_lead() -> None:
    # seven tiles, one play each
    allowance = allowance_at_most(kozel(rules="sport.fdr").state, "A")
    assert (allowance.plays, allowance.seconds, allowance.exact) == (7, 20, False)


@pytest.mark.parametrize("seed", range(4))
def test_the_bound_is_never_below_the_time_of_the_real_hand(seed: int) -> None:
    log = play_round(get("sport.fdr"), FOUR, Random(seed))
    hands = {moment.event: {hand.seat: hand.tiles for hand in moment.hands} for moment in advise(log)}
    state = begin(get("sport.fdr"), FOUR)
    for event in log:
        if isinstance(event, Played | Passed) and event.seat is not None:
            most = allowance_at_most(state, event.seat)
            exact = allowance_of_hand(state.line, hands[event.seq][event.seat] or (), state.rules)
            assert exact.exact and exact.plays <= most.plays and exact.seconds <= most.seconds
            assert set(exact.fish) <= set(most.fish)
            assert isinstance(event, Played) == (exact.plays > 0)
        state = apply(state, event)


def sport(moves: str) -> Referee:
    referee = Referee(get("sport.fdr"), FOUR)
    referee.start(leader="A")
    follow(referee, moves)
    return referee


def test_a_turn_that_took_too_long_is_in_the_log() -> None:
    referee = sport("A:6-6 B:6-5@L")
    events = referee.play(Tile(5, 1), [Joint(Tile(6, 5), 5, 5)], 2.0 + 61.0, seat_hint="C")
    late = one(events, OverTime)
    assert (late.seat, late.turn, late.seconds, late.allowed) == ("C", events[0].seq, 61.0, 20)
    assert "20" in (why(late, get("sport.fdr"), FOUR) or ("",))[0]


def test_twenty_seconds_are_enough_where_there_is_a_choice() -> None:
    referee = sport("A:6-6 B:6-5@L")
    assert kinds(referee.play(Tile(5, 1), [Joint(Tile(6, 5), 5, 5)], 21.0, seat_hint="C")) == ["play"]


def test_nobody_is_late_who_could_not_know_that_it_was_his_turn() -> None:
    referee = sport("A:6-6 B:6-5@L")
    events = referee.play(Tile(5, 1), [Joint(Tile(6, 5), 5, 5)], 90.0, seat_hint="D")  # C has passed, nobody heard when
    assert kinds(events) == ["pass", "play"]


def test_the_clock_runs_only_where_the_rules_have_one() -> None:
    referee = Referee(get("sport.fdr").with_options(clock="no"), FOUR)
    referee.start(leader="A")
    follow(referee, "A:6-6 B:6-5@L")
    assert kinds(referee.play(Tile(5, 1), [Joint(Tile(6, 5), 5, 5)], 900.0, seat_hint="C")) == ["play"]
