"""The worked examples P-1 to P-6 of the rules (Kozel in pairs, with conventions), and the yard's sport game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import RulesError
from engine.events import Illegal, MatchOver, Scored, WrongPass
from engine.game import Play, Round
from engine.ledger import Account, Ledger, RoundEnd, Title
from engine.options import options_of
from engine.referee import Referee
from engine.rulesets import RuleSet, get, parse
from engine.tiles import Tile
from tests.engine.pair_rounds import (
    DOUBLE_FINISH_HANDS,
    DOUBLE_FINISH_MOVES,
    FISH_HANDS,
    FISH_MOVES,
    LED_WRONG_HANDS,
    LED_WRONG_MOVES,
)
from tests.engine.support import FOUR, follow, hands, one, round_end, settled, tiles

PAIR = get("kozel.pair")
AC, BD = "A+C", "B+D"


def out(rules: RuleSet, points: int, by: str = "A", **facts: Any) -> RoundEnd:
    """A round that `by` won; the two opponents hold so many points together."""
    loser = "B" if by == "A" else "A"
    held: dict[str, int | str] = {**dict.fromkeys("ABCD", 0), loser: points}
    return round_end(rules, "out", held, winner=by, **facts)


def rounds(rules: RuleSet, *ends: RoundEnd) -> Ledger:
    """The board after these rounds."""
    ledger = Ledger({AC: Account(), BD: Account()})
    for end in ends:
        ledger = settled(rules, end, ledger.accounts, carry=ledger.carry).ledger
    return ledger


def test_P_1_small_rounds_are_remembered_until_thirteen() -> None:
    ends = [out(PAIR, points) for points in (5, 3, 10)]
    assert rounds(PAIR, *ends).accounts[BD] == Account(remembered=18)
    assert rounds(PAIR, *ends, out(PAIR, 15)).accounts[BD] == Account(score=33, open=True)


def test_P_1_without_rule_13_every_round_is_written() -> None:
    at_once = parse("kozel.pair rule13=no")
    ends = [out(at_once, points) for points in (5, 3, 10, 15)]
    assert [rounds(at_once, *ends[:n]).accounts[BD].score for n in (1, 2, 3, 4)] == [5, 8, 18, 33]


@pytest.mark.parametrize(("options", "owed"), [("", 7 + 50), ("bonuses=no", 7 + 12)])
def test_P_2_six_alone_in_a_hand(options: str, owed: int) -> None:
    rules = parse(f"kozel.pair {options}")
    end = round_end(rules, "out", {"A": 0, "B": "4-3", "C": 9, "D": "6-6"}, winner="A")
    assert settled(rules, end).points == {AC: 0, BD: owed}


def test_P_3_finish_with_blank() -> None:
    end = round_end(PAIR, "out", {"A": 0, "B": 10, "C": 5, "D": 3}, winner="A", last=tuple(tiles("0-0")))
    assert settled(PAIR, end).points == {AC: 0, BD: 38}


def test_P_3_led_with_six_and_finished_with_blank() -> None:
    facts: dict[str, Any] = {"leader": "B", "lead": tuple(tiles("6-6")), "last": tuple(tiles("0-0"))}
    assert settled(PAIR, out(PAIR, 9, **facts)).points == {AC: 0, BD: 84}
    plain = parse("kozel.pair bonuses=no")
    assert settled(plain, out(plain, 9, **facts)).points == {AC: 0, BD: 9}


def test_both_doubles_at_once_at_the_end_cost_75() -> None:
    assert settled(PAIR, out(PAIR, 9, last=tuple(tiles("6-6 0-0")))).points == {AC: 0, BD: 9 + 75}


@pytest.mark.parametrize(("options", "owed"), [("", 24), ("full_fish=no", 14)])
def test_P_4_fishers_have_less(options: str, owed: int) -> None:
    rules = parse(f"kozel.pair {options}")
    end = round_end(rules, "fish", {"A": 4, "B": 7, "C": 6, "D": 7}, fisher="A")
    assert settled(rules, end).points == {AC: 0, BD: owed}


@pytest.mark.parametrize("options", ["", "full_fish=no"])
def test_P_4_fishers_have_more(options: str) -> None:
    rules = parse(f"kozel.pair {options}")
    end = round_end(rules, "fish", {"A": 9, "B": 4, "C": 7, "D": 5}, fisher="A")
    assert settled(rules, end).points == {AC: 25, BD: 0}


def test_P_5_even_fish_is_carried_to_the_losers_of_the_next_round() -> None:
    even = round_end(PAIR, "fish", {"A": 5, "B": 9, "C": 7, "D": 3}, fisher="A")
    after = settled(PAIR, even, {BD: Account(remembered=4)})
    assert after.ledger.carry == 24
    assert after.ledger.accounts[BD] == Account(remembered=4)  # D-07: an even fish resets nobody
    assert settled(PAIR, out(PAIR, 8), carry=24).points == {AC: 0, BD: 32}
    assert settled(PAIR, out(PAIR, 8), carry=24).ledger.accounts[BD] == Account(score=32, open=True)


def test_P_6_a_side_that_wins_loses_what_was_remembered() -> None:
    ends = [out(PAIR, 5), out(PAIR, 3), out(PAIR, 20, by="B"), out(PAIR, 10)]
    assert rounds(PAIR, *ends).accounts[BD] == Account(remembered=10)


# -- the whole table ---------------------------------------------------------------------------------------------------


def played(rules: str, moves: str) -> Referee:
    referee = Referee(parse(rules), FOUR)
    follow(referee, moves)
    return referee


@pytest.mark.parametrize(("options", "owed"), [("", 46), ("full_fish=no", 30)])
def test_P_4_at_the_table(options: str, owed: int) -> None:
    """The round of K-9, which is no fish before 6-6 lies: A and C hold 4 + 12 = 16, B and D 15 + 15 = 30."""
    referee = played(f"kozel.pair {options}", FISH_MOVES)
    score = one(referee.reveal(hands(FISH_HANDS), 40.0), Scored)
    assert score.termination == "fish"
    assert {row.side: row.points for row in score.sides} == {AC: 0, BD: owed}
    assert score.leader == "A"  # who made the fish, not his partner


def test_two_doubles_in_one_turn_finish_a_round_and_a_match() -> None:
    """B and D hold 11 + 17 = 28, and 50 + 25 for the finish make 103: the match is lost in one round."""
    referee = played("kozel.pair two_doubles=yes", DOUBLE_FINISH_MOVES)
    events = referee.reveal(hands(DOUBLE_FINISH_HANDS), 40.0)
    score = one(events, Scored)
    assert {row.side: row.points for row in score.sides} == {AC: 0, BD: 103}
    assert [ruling.rule for ruling in score.rulings] == ["out.each_pays_own", "bonus.finish"]
    over = one(events, MatchOver)
    assert (over.losers, over.winners, over.titles) == ((BD,), (AC,), (Title(BD, "kozel"),))


def test_without_the_convention_two_doubles_are_two_turns() -> None:
    """The others seem to have passed between them, which B's 3-0 and C's 6-0 prove wrong."""
    referee = played("kozel.pair", DOUBLE_FINISH_MOVES)
    events = referee.reveal(hands(DOUBLE_FINISH_HANDS), 40.0)
    wrong = [event for event in events if isinstance(event, WrongPass)]
    assert [(event.seat, str(event.tile)) for event in wrong] == [("B", "3-0"), ("C", "6-0")]


def test_the_partner_of_the_winner_leads_next() -> None:
    referee = played("kozel.pair two_doubles=yes limit=300", DOUBLE_FINISH_MOVES)
    assert one(referee.reveal(hands(DOUBLE_FINISH_HANDS), 40.0), Scored).leader == "C"


# -- the lead with a double --------------------------------------------------------------------------------------------


def leads(hand: str, rules: RuleSet = PAIR) -> list[str]:
    """What A may lead with this hand."""
    game = Round(rules, hands({"A": hand, "B": "", "C": "", "D": ""}), leader="A")
    return [str(move.placements[0].tile) for move in game.legal_moves() if isinstance(move, Play)]


@pytest.mark.parametrize(
    ("hand", "may"),
    [
        ("6-5 3-3 0-0 6-6", ["0-0", "3-3", "6-6"]),
        ("6-5 0-0 6-6", ["0-0", "6-5", "6-6"]),
        ("6-5 4-3", ["4-3", "6-5"]),
    ],
)
def test_any_double_leads_but_blank_and_six_are_not_asked_for(hand: str, may: list[str]) -> None:
    assert leads(hand) == may


def test_where_the_convention_is_off_any_tile_leads() -> None:
    rules = parse("kozel.pair first_move_double=no")
    assert leads("6-5 3-3", rules) == ["3-3", "6-5"]
    first = Round(rules, hands({"A": "6-5 4-4", "B": "1-1 4-3", "C": "", "D": ""}))
    assert first.turn == "B"  # who holds 1-1 leads, with what he likes
    assert [str(move.placements[0].tile) for move in first.legal_moves() if isinstance(move, Play)] == ["1-1", "4-3"]
    free = played("kozel.pair first_move_double=no", "B:4-3")
    assert not [event for event in free.events if isinstance(event, Illegal)]


def led_by_c(moves: str) -> Referee:
    """The second round of a match, which C leads by right."""
    referee = played("kozel.pair two_doubles=yes limit=300", DOUBLE_FINISH_MOVES)
    referee.reveal(hands(DOUBLE_FINISH_HANDS), 40.0)
    referee.deal(50.0)
    follow(referee, moves)
    return referee


def verdicts(referee: Referee) -> list[tuple[str, int, str]]:
    return [(str(e.seat), e.play, e.reason) for e in referee.events if isinstance(e, Illegal)]


def lead_of(referee: Referee) -> int:
    return referee.state.round.play_events[0].seq


def test_a_wrong_lead_is_proved_by_the_double_that_the_leader_plays_later() -> None:
    referee = led_by_c("C:6-5 D:6-1@L A:1-2@L B:5-4@R")
    assert verdicts(referee) == []
    follow(referee, "C:2-2@L")
    assert verdicts(referee) == [("C", lead_of(referee), "wrong_lead")]
    follow(referee, "D:4-3@R A:2-3@L B:3-3@R C:3-5@L")
    assert len(verdicts(referee)) == 1  # it is said once


@pytest.mark.parametrize(
    "moves",
    ["C:5-6 D:5-4@R A:4-3@R B:3-2@R C:6-6@L", "C:5-0 D:5-4@L A:4-3@L B:3-2@L C:0-0@R"],
)
def test_the_dear_doubles_prove_nothing(moves: str) -> None:
    assert verdicts(led_by_c(moves)) == []


def test_somebody_elses_double_proves_nothing_about_the_lead() -> None:
    assert verdicts(led_by_c("C:6-5 D:6-6@L A:5-5@R")) == []


def test_a_wrong_lead_is_proved_by_the_hand_that_is_shown() -> None:
    referee = led_by_c(LED_WRONG_MOVES)
    lead = lead_of(referee)
    assert verdicts(referee) == []
    referee.reveal(hands(LED_WRONG_HANDS), 90.0)
    assert verdicts(referee) == [("C", lead, "wrong_lead")]


def test_a_correction_of_the_double_lifts_the_verdict() -> None:
    referee = led_by_c("C:6-5 D:6-1@L A:1-2@L B:5-4@R C:2-2@L")
    assert referee.state.round.illegal == {lead_of(referee): "wrong_lead"}
    double = referee.state.round.play_events[-1].seq
    referee.fix(double, 99.0, tile=Tile(3, 2))
    assert referee.state.round.illegal == {}
    referee.fix(double, 100.0, tile=Tile(2, 2))
    assert referee.state.round.illegal == {lead_of(referee): "wrong_lead"}


# -- conventions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("bonuses=no", "blank_alone=0 six_alone=12 lead_bonus=none finish_bonus=none"),
        ("rule13=no", "open_at=0"),
        ("full_fish=no", "fish=fishers_risk fish_sum=loser"),
        ("two_doubles=yes", "multi_doubles=2"),
        ("first_move_double=no", "lead_with=any lead_forced=no"),
        ("bonuses=yes rule13=yes full_fish=yes two_doubles=no first_move_double=yes", "limit=101"),
    ],
)
def test_a_convention_stands_for_its_options(text: str, same: str) -> None:
    assert parse(f"kozel.pair {text}") == parse(f"kozel.pair {same}")
    assert parse(str(parse(f"kozel.pair {text}"))) == parse(f"kozel.pair {text}")


def test_conventions_are_listed_with_the_options() -> None:
    listed = {option.name: (option.value, option.choices) for option in options_of(PAIR)}
    assert {name: listed[name][0] for name in PAIR.conventions} == {
        "bonuses": "yes",
        "rule13": "yes",
        "full_fish": "yes",
        "first_move_double": "yes",
        "two_doubles": "no",
    }
    assert listed["bonuses"][1] == ("yes", "no")
    half = {option.name for option in options_of(parse("kozel.pair six_alone=12"))}
    assert "bonuses" not in half  # some bonuses are on, others off: neither word is true


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("kozel.pair bonuses=perhaps", "bonuses is one of: yes, no"),
        ("kozel.pair bonuses=no six_alone=12", "six_alone is given twice: bonuses"),
        ("kozel.pair fish=more_pays full_fish=no", "fish_scoring is given twice"),
        ("kozel.solo bonuses=no", "no option 'bonuses'"),
        ("kozel.pair lead_next=record rule13=no", "lead_next=record contradicts open_at=0"),
        ("kozel.pair teams=none", "partner"),
        ("kozel.solo lead_order=any lead_forced=no", "lead_forced"),
    ],
)
def test_wrong_conventions_are_refused(text: str, named: str) -> None:
    with pytest.raises(RulesError, match=named):
        parse(text)


# -- the yard's sport game ---------------------------------------------------------------------------------------------

YARD = get("sport.yard")


def test_yard_sport_is_won_by_who_wrote_more_to_the_others() -> None:
    accounts = {AC: Account(score=20, open=True), BD: Account(score=35, open=True)}
    last = out(YARD, 13, by="B", number=4)
    over = settled(YARD, last, accounts).over  # 33 : 35
    assert over is not None
    assert (over.winners, over.losers, over.titles) == ((AC,), (BD,), ())
    assert settled(YARD, out(YARD, 13, by="B", number=3), accounts).over is None
    level = settled(YARD, out(YARD, 15, by="B", number=4), accounts).over  # 35 : 35
    assert level is not None and level.losers == ()


def test_yard_sport_is_led_in_turn() -> None:
    referee = played("sport.yard", FISH_MOVES)
    score = one(referee.reveal(hands(FISH_HANDS), 40.0), Scored)
    assert score.leader == "C"  # B led this one
    assert {row.side: row.points for row in score.sides} == {AC: 0, BD: 30}


@pytest.mark.parametrize("rounds_played", [4, 8, 12])
def test_yard_sport_takes_a_multiple_of_four_rounds(rounds_played: int) -> None:
    assert parse(f"sport.yard rounds={rounds_played}").rounds == rounds_played
    with pytest.raises(RulesError, match="multiple of 4"):
        parse(f"sport.yard rounds={rounds_played + 1}")
