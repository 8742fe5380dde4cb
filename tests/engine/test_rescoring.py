"""A correction in a round that was scored changes its score, and those of the rounds after it."""

from __future__ import annotations

from random import Random

import pytest

from engine.errors import LogError
from engine.events import MatchOver, Rescored, Revealed, Scored, from_line
from engine.fold import fold
from engine.ledger import Account
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.selfplay import continue_match
from engine.tiles import Tile
from tests.engine.support import FOUR, K9_HANDS, K9_MOVES, follow, hands, kinds, one, tiles


def k9(rules: str = "kozel.solo") -> Referee:
    referee = Referee(parse(rules), FOUR)
    follow(referee, K9_MOVES)
    referee.reveal(hands(K9_HANDS), 30.0)
    return referee


def reveal_of(referee: Referee, seat: str) -> int:
    return next(event.seq for event in referee.events if isinstance(event, Revealed) and event.seat == seat)


def test_a_misread_hand_is_scored_again() -> None:
    referee = k9()
    assert referee.state.ledger.accounts["B"] == Account(15, 0, True)
    events = referee.fix(reveal_of(referee, "B"), 40.0, hand=tiles("3-3 4-1"))  # 11 points, not 15
    assert kinds(events) == ["fix", "check", "rescore"]  # for 4-1 lies on the table too
    assert referee.state.ledger.accounts["B"] == Account(0, 11, False)
    assert referee.state.ledger.accounts["D"] == Account(27, 0, True)
    assert [row.hand for row in referee.state.scores[0].sides] == [4, 11, 12, 27]
    assert len(referee.state.scores) == 1


def test_rounds_after_it_are_scored_again_too() -> None:
    referee = k9()
    continue_match(referee, Random(5), 50.0)
    first, second = (score.sides for score in referee.state.scores)
    events = referee.fix(reveal_of(referee, "C"), 90.0, hand=tiles("2-2 4-4 1-0"))  # 13 points open what 12 did not
    scores = [event.score for event in events if isinstance(event, Rescored)]
    assert [score.round for score in scores] == [1, 2]
    assert next(row for row in scores[0].sides if row.side == "C").score == 13
    gained = {row.side: row.points for row in second}
    assert referee.state.ledger.accounts["C"].score == 13 + gained["C"]
    assert {row.side: row.points for row in scores[1].sides} == gained
    assert [row.score for row in scores[1].sides if row.side == "D"] == [row.score for row in second if row.side == "D"]
    assert first != scores[0].sides


def test_the_round_that_is_played_keeps_its_own_points() -> None:
    referee = Referee(get("allfives"), FOUR[:2])
    referee.start()
    continue_match(referee, Random(2), 1.0)
    score = one(referee.events, Scored)
    assert score.termination == "out" and score.winner is not None
    gain = next(row.points for row in score.sides if row.side == score.winner)
    assert gain > 0
    referee.deal(60.0)
    referee.play(Tile(5, 5), t=61.0, seat_hint=score.winner)  # ten at once
    before = referee.state.ledger.scores
    loser = next(event for event in referee.events if isinstance(event, Revealed) and event.hand)
    referee.fix(loser.seq, 62.0, hand=[])  # then nothing was left to win
    assert referee.state.phase == "playing"
    assert referee.state.line.tiles == (Tile(5, 5),)
    assert referee.state.ledger.scores == {**before, score.winner: before[score.winner] - gain}
    assert referee.state.ledger == fold(from_line(event.to_line()) for event in referee.events).ledger


def test_a_match_may_end_or_go_on_by_it() -> None:
    referee = k9("kozel.solo limit=27")
    assert isinstance(referee.events[-1], MatchOver)
    events = referee.fix(reveal_of(referee, "D"), 40.0, hand=tiles("0-5 5-5"))  # 15 points, not 27
    assert kinds(events) == ["fix", "check", "rescore"]  # for 6-6 is nowhere
    assert not referee.state.losers
    events = referee.fix(reveal_of(referee, "D"), 41.0, hand=tiles("0-5 5-5 6-6"))
    assert kinds(events) == ["fix", "rescore", "match_over"]
    assert referee.state.losers == ("D",)


def test_only_a_reveal_has_a_hand() -> None:
    referee = k9()
    with pytest.raises(LogError):
        referee.fix(3, 40.0, hand=tiles("1-1"))


def test_a_log_with_new_scores_folds_the_same_from_its_lines() -> None:
    referee = k9()
    referee.fix(reveal_of(referee, "B"), 40.0, hand=tiles("3-3 4-1"))
    again = fold(from_line(event.to_line()) for event in referee.events)
    assert again.ledger == referee.state.ledger
    assert again.scores == referee.state.scores
