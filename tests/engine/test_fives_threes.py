"""Fives and Threes: the scale, 61 exactly, the point for the last tile (rules.md section 2, number 7)."""

from __future__ import annotations

import pytest

from engine.events import MatchOver, Out, Played, Scored
from engine.ledger import Account
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.tiles import Tile
from tests.engine.support import FOUR, follow, kinds, one, round_end, settled

GAME = get("fives_threes")


def table(moves: str, scores: tuple[int, int] = (0, 0), rules: str = "fives_threes") -> Referee:
    """A game of two after these moves, who have these scores already."""
    referee = Referee(parse(rules), FOUR[:2])
    referee.start()
    for side, points in zip("AB", scores, strict=True):
        referee.adjust(side, points, 0.0)
    follow(referee, moves)
    return referee


def last(referee: Referee) -> tuple[int, int]:
    played = [event for event in referee.events if isinstance(event, Played)][-1]
    return played.sum, played.points


def scores(referee: Referee) -> dict[str, int]:
    return referee.state.ledger.scores


@pytest.mark.parametrize(
    ("moves", "total", "points"),
    [
        ("A:3-0", 3, 1),
        ("A:5-0", 5, 1),
        ("A:6-0", 6, 2),
        ("A:6-3", 9, 3),
        ("A:6-4", 10, 2),
        ("A:6-6", 12, 4),
        ("A:5-1 B:5-5@L A:1-6@R B:6-5@R", 15, 8),
        ("A:6-1 B:6-6@L A:1-5@R B:5-6@R", 18, 6),
        ("A:6-4 B:6-6@L A:4-4@R", 20, 4),
        ("A:0-0", 0, 0),
        ("A:4-3", 7, 0),
        ("A:6-5", 11, 0),
    ],
)
def test_the_scale(moves: str, total: int, points: int) -> None:
    assert last(table(moves)) == (total, points)


def test_doubles_have_two_sides_only() -> None:
    assert [end.end for end in table("A:5-5 B:5-2@L A:5-3@R").state.open_ends] == ["L", "R"]


def test_61_ends_the_match_on_the_spot() -> None:
    referee = table("", (57, 0))
    events = follow(referee, "A:6-6")
    assert kinds(events) == ["play", "match_over"]
    assert scores(referee) == {"A": 61, "B": 0}
    assert (one(events, MatchOver).winners, one(events, MatchOver).losers) == (("A",), ("B",))


def test_points_that_go_beyond_61_do_not_count() -> None:
    referee = table("A:6-6", (58, 0))  # 58 + 4
    assert last(referee) == (12, 0)
    assert scores(referee) == {"A": 58, "B": 0}
    assert referee.state.phase == "playing"


def test_chipping_out_brings_a_point() -> None:
    after = settled(parse("fives_threes exact=no"), round_end(GAME, "out", {"A": 0, "B": 7}, winner="A"))
    assert after.points == {"A": 1, "B": 0}


def test_a_fish_brings_nobody_a_point() -> None:
    assert settled(GAME, round_end(GAME, "fish", {"A": 3, "B": 7})).points == {"A": 0, "B": 0}


def test_the_point_for_the_last_tile_is_one_sum_with_its_ends() -> None:
    assert GAME.finishes_at_once
    after = settled(GAME, round_end(GAME, "out", {"A": 0, "B": 7}, winner="A"), {"A": Account(30)})
    assert after.ledger.scores == {"A": 30, "B": 0}  # the turn has written it


# six tiles of A and six of B; the ends are 5 and 1, and 4-1 makes them 5 + 4 = 9
BEFORE_THE_LAST = "A:3-3 B:3-6@L A:3-4@R B:6-0@L A:4-4@R B:0-1@L A:4-5@R B:1-2@L A:5-5@R B:2-0@L A:5-1@R B:0-5@L"


@pytest.mark.parametrize(
    ("before", "after", "then"),
    [
        (30, 34, "out"),  # 3 for the ends and 1 for going out
        (57, 61, "match_over"),
        (58, 58, "out"),  # 3 alone would make 61, but 4 are due
        (60, 60, "out"),
    ],
)
def test_the_last_tile(before: int, after: int, then: str) -> None:
    referee = table(BEFORE_THE_LAST)
    referee.adjust("A", before - scores(referee)["A"], 30.0)
    assert kinds(follow(referee, "A:1-4@R")) == ["play", then]
    assert last(referee) == (9, after - before)
    assert scores(referee)["A"] == after
    referee.undo(31.0)
    assert (referee.state.phase, scores(referee)["A"]) == ("playing", before)


def test_going_out_is_seen_although_tiles_sleep() -> None:
    # nobody draws, so whoever has laid seven tiles is out; the next seat leads, whoever won
    referee = table(f"{BEFORE_THE_LAST} A:1-4@R")
    assert one(referee.events, Out).seat == "A"
    scored = one(referee.reveal({"B": [Tile(2, 2)]}, 40.0), Scored)
    assert (scored.winner, scored.leader) == ("A", "B")
    assert [row.points for row in scored.sides] == [0, 0]


def test_nobody_draws_and_the_rest_sleeps() -> None:
    assert (GAME.draw, GAME.bazaar_of(2), [GAME.dealt_each(seats) for seats in (2, 3, 4)]) == ("none", 14, [7, 5, 5])
    assert (GAME.limit, GAME.exact, GAME.end_check, GAME.lead_next) == (61, True, "move", "next_seat")
