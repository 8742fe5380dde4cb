"""Whole rounds of the Sea goat at the table: the seeds' record (M-4), the hundred, buying 6-6, and the log."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.errors import LogError, RulesError
from engine.events import Event, Illegal, MatchOver, Scored, from_line
from engine.fold import fold
from engine.ledger import HOLDER_OF_SIX, FishDebt, Title
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.tiles import Tile
from tests.engine.pair_rounds import (
    DOUBLE_FINISH_HANDS,
    DOUBLE_FINISH_MOVES,
    FISH_HANDS,
    FISH_MOVES,
    SIX_LOSES_HANDS,
    SIX_LOSES_MOVES,
    SIX_WINS_HANDS,
    SIX_WINS_MOVES,
    moved_on,
)
from tests.engine.support import FOUR, follow, hands, one, tiles

SALTYKOV = get("sea.saltykov")
AC, BD = "A+C", "B+D"


def test_M_4_the_seeds_record_at_the_table() -> None:
    referee = Referee(SALTYKOV, FOUR)
    follow(referee, DOUBLE_FINISH_MOVES)
    current = referee.state.round
    assert len(referee.state.line) == 22
    assert [sum(seat == player for player, _ in current.plays) for seat in "ABCD"] == [7, 5, 5, 5]
    assert [str(tile) for play in current.last_turn for tile in (play.tiles[0].tile,)] == ["6-6", "0-0"]
    assert not any(event.ev in ("pass", "illegal") for event in referee.events)
    over = one(referee.reveal(hands(DOUBLE_FINISH_HANDS), 40.0), MatchOver)
    assert (over.losers, over.titles) == ((BD,), (Title(BD, "general"),))
    assert referee.state.titles == (Title(BD, "general"),)


# -- matches at the table ----------------------------------------------------------------------------------------------


def match(rules: str, *rounds: tuple[str, Mapping[str, str]]) -> tuple[Referee, list[Scored]]:
    """Whole rounds at one table, each with the hands that are left."""
    referee = Referee(parse(rules), FOUR)
    for number, (moves, left) in enumerate(rounds, start=1):
        follow(referee, moves)
        referee.reveal(hands(left), 50.0 * number)
    assert not any(isinstance(event, Illegal) for event in referee.events)
    return referee, [event for event in referee.events if isinstance(event, Scored)]


def table(score: Scored) -> dict[str, int]:
    return {row.side: row.score for row in score.sides}


FISH = (FISH_MOVES, FISH_HANDS)
WINS = (SIX_WINS_MOVES, SIX_WINS_HANDS)
LOSES = (SIX_LOSES_MOVES, SIX_LOSES_HANDS)


def test_wiki_the_hundred_is_won_at_the_table() -> None:
    referee, (first, _) = match("sea.wiki", FISH, WINS)
    assert (table(first), first.hundred, first.leader) == ({AC: 30, BD: 0}, AC, "A")
    assert referee.state.phase == "over"
    assert referee.state.titles == (Title(BD, "sea_kozel"),)


def test_wiki_the_hundred_is_lost_at_the_table() -> None:
    referee, (_, second) = match("sea.wiki", FISH, LOSES)
    assert (table(second), second.hundred, second.leader) == ({AC: 0, BD: 0}, None, "B")
    assert referee.state.phase == "scored"


def test_blog_svoyak_at_the_table() -> None:
    """A and C led for the hundred and hold 11 + 19 = 30."""
    referee, (first, _) = match("sea.blog", FISH, LOSES)
    assert (first.hundred, first.winner) == (AC, AC)
    assert referee.state.titles == (Title(AC, "svoyak"),)
    assert (referee.state.losers, referee.state.winners) == ((AC,), (BD,))


def test_saltykov_the_opponents_are_wiped_at_the_table() -> None:
    """B and D paid 30; A leads for the goat and loses 30, which wipes their 30 and opens his own account."""
    referee, (first, second) = match("sea.saltykov", FISH, LOSES)
    assert (table(first), first.hundred, first.leader) == ({AC: 0, BD: 30}, AC, "A")
    assert (table(second), second.hundred, second.leader) == ({AC: 30, BD: 0}, None, None)
    assert referee.state.phase == "scored"


def test_saltykov_either_partner_leads_after_a_fish() -> None:
    """C leads 6-6 in place of A, who made the fish; the seats of the second round are moved on by two."""
    moves = moved_on(SIX_LOSES_MOVES, "CDAB")
    left = {moved_on(seat, "CDAB"): hand for seat, hand in SIX_LOSES_HANDS.items()}
    referee, (_, second) = match("sea.saltykov", FISH, (moves, left))
    assert referee.state.round.play_events[0].seat == "C"
    assert table(second) == {AC: 30, BD: 0}


def test_saltykov_in_a_queue_the_third_round_is_led_with_six_by_its_holder() -> None:
    """After the fish and the lead that lost, D holds 6-6: another lead is wrong, and his pair plays for the match."""
    moves = moved_on(SIX_WINS_MOVES, "DABC")
    left = {moved_on(seat, "DABC"): hand for seat, hand in SIX_WINS_HANDS.items()}
    referee, scores = match("sea.saltykov knockout=yes", FISH, LOSES, (moves, left))
    assert [score.hundred for score in scores[:2]] == [AC, HOLDER_OF_SIX]
    assert (referee.state.winners, referee.state.titles) == ((BD,), (Title(AC, "worker_kozel"),))

    wrong, _ = match("sea.saltykov knockout=yes", FISH, LOSES)
    events = follow(wrong, "B:1-1")
    assert [event.reason for event in events if isinstance(event, Illegal)] == ["wrong_lead"]


# -- buying 6-6 --------------------------------------------------------------------------------------------------------


def entitled() -> Referee:
    """A and C may lead with 6-6; A's turn."""
    referee, _ = match("sea.saltykov", FISH)
    referee.deal(60.0)
    return referee


def test_who_buys_six_leads_and_holds_it() -> None:
    referee = entitled()
    referee.buy("C", "B", 61.0)
    assert referee.state.turn == "C"
    events = referee.play(Tile(6, 6), t=62.0)
    assert [event.ev for event in events] == ["play"]
    assert events[0].to_json()["seat"] == "C"


def test_who_bought_six_cannot_have_passed_on_a_six() -> None:
    """C bought 6-6 but leads 6-5; a seat hint two turns later would have him pass on the open 6."""
    referee = entitled()
    referee.buy("C", "B", 61.0)
    follow(referee, "C:6-5 D:5-4@R A:4-3@R B:3-2@R")
    events = follow(referee, "D:2-1@R")
    assert [event.reason for event in events if isinstance(event, Illegal)] == ["out_of_turn"]


@pytest.mark.parametrize(
    ("seat", "seller", "sentence"),
    [
        ("B", "A", "only the side that may lead"),
        ("A", "B", "sits next after its holder"),
        ("A", "C", "sits next after its holder"),
    ],
)
def test_not_everybody_may_buy(seat: str, seller: str, sentence: str) -> None:
    with pytest.raises(LogError, match=sentence):
        entitled().buy(seat, seller, 61.0)


def test_without_the_right_nobody_buys() -> None:
    referee = Referee(SALTYKOV, FOUR)
    referee.start()
    with pytest.raises(LogError, match="only the side that may lead"):
        referee.buy("A", "D", 1.0)


# -- what is claimed, refused and kept ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "granted"),
    [
        ("6-0 6-1 6-2 6-3 6-4 6-5 1-0", True),
        ("0-0 1-1 2-2 3-3 4-4 5-5 6-5", True),
        ("0-0 1-1 2-2 3-3 4-4 6-5 6-4", False),
    ],
)
def test_redeal_of_saltykov(hand: str, granted: bool) -> None:
    referee = Referee(SALTYKOV, FOUR)
    referee.start()
    assert [e.to_json()["granted"] for e in referee.claim_redeal("A", 1.0, tiles(hand)) if e.ev == "redeal"] == [
        granted
    ]


def test_what_stands_on_the_board_survives_the_log() -> None:
    referee, (_, second) = match("sea.saltykov knockout=yes", FISH, LOSES)
    again = [from_line(event.to_line()) for event in referee.events]
    assert again == list(referee.events)
    assert fold(again) == referee.state
    assert (fold(again).ledger.hundred, second.hundred) == (HOLDER_OF_SIX, HOLDER_OF_SIX)


def test_debts_and_eggs_survive_the_log() -> None:
    referee, (score,) = match("sea.blog", FISH)
    event = Scored(**{**vars(score), "eggs": (20, 30), "debt": FishDebt(AC, 33, 2), "hundred": BD})
    log: list[Event] = [*referee.events[:-1], event]
    state = fold([from_line(line.to_line()) for line in log])
    assert (state.ledger.eggs, state.ledger.debt, state.ledger.hundred) == ((20, 30), FishDebt(AC, 33, 2), BD)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("sea.saltykov wipe_at=25", "wipe_at"),
        ("sea.saltykov hundred=svoyak", "hundred=svoyak contradicts ledger=penalty"),
        ("sea.wiki hundred=wipe_opponents", "hundred=wipe_opponents contradicts ledger=win"),
        ("sea.wiki knockout=yes", "knockout"),
        ("sea.saltykov hundred=none", "buy_six"),
        ("sea.wiki out_on_six=hundred_points", "out_on_six"),
        ("sea.saltykov fish_debt=3", "fish_debt"),
        ("sea.blog fish_even=carry", "eggs=three contradicts fish_even=carry"),
        ("kozel.solo eggs=weight", "eggs"),
    ],
)
def test_options_that_cannot_stand_together(text: str, named: str) -> None:
    with pytest.raises(RulesError, match=named):
        parse(text)
