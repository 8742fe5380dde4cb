"""Pairs around the Caribbean: what a round brings, what passes bring, and what the table proves."""

from __future__ import annotations

from random import Random

import pytest

from engine.events import Fish, Out, Passed, Played, Revealed, Scored
from engine.fold import fold
from engine.ledger import Account, PassPoints
from engine.referee import Referee
from engine.rulesets import RuleSet, get, parse
from engine.selfplay import continue_match
from engine.tiles import Tile
from tests.engine.support import FOUR, follow, hands, kinds, one, round_end, settled

LATIN, PR_500, PR_200 = get("latin.partnership"), get("puerto_rico.500"), get("puerto_rico.200")
DOMINICAN, CUBAN = get("dominican.200"), get("cuban.d9")
AC, BD = "A+C", "B+D"


def out(rules: RuleSet, held: dict[str, int | str], winner: str, **facts: object) -> dict[str, int]:
    return settled(rules, round_end(rules, "out", held, winner=winner, **facts)).ledger.scores


def fish(rules: RuleSet, held: dict[str, int | str], **facts: object) -> dict[str, int]:
    return settled(rules, round_end(rules, "fish", held, **facts)).ledger.scores


# -- the Latin game ----------------------------------------------------------------------------------------------------


def test_latin_the_winners_get_the_losers_pips() -> None:
    assert out(LATIN, {"A": 0, "B": 7, "C": 10, "D": 1}, "A") == {AC: 8, BD: 0}


def test_latin_all_pips_to_two_hundred() -> None:
    rules = parse("latin.partnership count=all fish_sum=all limit=200")
    assert out(rules, {"A": 0, "B": 7, "C": 10, "D": 1}, "A") == {AC: 18, BD: 0}
    assert fish(rules, {"A": 9, "B": 11, "C": 5, "D": 10}) == {AC: 35, BD: 0}


def test_latin_fish_goes_to_the_lower_pair_and_an_even_one_to_nobody() -> None:
    assert fish(LATIN, {"A": 9, "B": 11, "C": 5, "D": 10}) == {AC: 21, BD: 0}
    assert fish(LATIN, {"A": 9, "B": 4, "C": 5, "D": 10}) == {AC: 0, BD: 0}


def test_latin_double_six_leads_first_and_then_the_next_player() -> None:
    referee = Referee(LATIN, FOUR)
    referee.start()
    assert LATIN.lead_tiles()[0] == Tile(6, 6)
    rng = Random(2)
    continue_match(referee, rng, 1.0)
    first = one(referee.events[:3], Played)
    assert first.tiles[0].tile == Tile(6, 6)
    assert first.seat is not None
    expected = {"A": "B", "B": "C", "C": "D", "D": "A"}[first.seat]
    assert one(referee.events, Scored).leader == expected


# -- Puerto Rico -------------------------------------------------------------------------------------------------------

HELD: dict[str, int | str] = {"A": 0, "B": 7, "C": 10, "D": 6}  # 23 in all


@pytest.mark.parametrize(("number", "bonus"), [(1, 100), (2, 75), (3, 50), (4, 25), (5, 0), (6, 0)])
def test_puerto_rico_the_first_four_rounds_bring_more(number: int, bonus: int) -> None:
    assert out(PR_500, HELD, "A", number=number) == {AC: 23 + bonus, BD: 0}


def test_puerto_rico_capicu() -> None:
    assert out(PR_500, HELD, "A", number=5, fitted_both=True) == {AC: 123, BD: 0}
    assert out(PR_500, HELD, "A", number=1, fitted_both=True) == {AC: 223, BD: 0}
    assert out(PR_200, HELD, "A", fitted_both=True) == {AC: 23, BD: 0}


def test_puerto_rico_chuchazo() -> None:
    end = round_end(PR_500, "out", HELD, winner="A", number=5, last=(Tile(0, 0),))
    after = settled(PR_500, end)
    assert after.ledger.scores == {AC: 123, BD: 0}
    assert [(ruling.rule, ruling.points, ruling.seat) for ruling in after.rulings[1:]] == [("bonus.chuchazo", 100, "A")]


def test_puerto_rico_no_bonus_for_the_tile_that_makes_a_fish() -> None:
    held: dict[str, int | str] = {"A": 9, "B": 11, "C": 5, "D": 10}
    assert fish(PR_500, held, number=2, fitted_both=True, last=(Tile(0, 0),)) == {AC: 35 + 75, BD: 0}


def test_puerto_rico_even_fish_brings_nothing_and_the_next_player_leads() -> None:
    held: dict[str, int | str] = {"A": 9, "B": 4, "C": 5, "D": 10}
    assert fish(PR_500, held, number=1) == {AC: 0, BD: 0}
    assert PR_500.fish_tie == "next_seat"


def test_a_tile_fits_both_ends_only_with_both_its_numbers() -> None:
    referee = Referee(PR_500, FOUR)
    follow(referee, "A:6-6 B:6-5@L C:6-4@R")
    assert not referee.state.round.fitted_both
    follow(referee, "D:5-4@L")  # 5 and 4 are open
    assert referee.state.round.fitted_both
    follow(referee, "A:4-1@L")  # 4 and 4: it fits both with one number
    assert not referee.state.round.fitted_both


# -- passes ------------------------------------------------------------------------------------------------------------


def passes(referee: Referee) -> list[tuple[str, int]]:
    return [(event.seat, event.points) for event in referee.events if isinstance(event, Passed)]


def test_puerto_rico_200_every_pass_pays_the_other_pair() -> None:
    referee = Referee(PR_200, FOUR)
    follow(referee, "A:6-6 D:6-5@L")
    assert passes(referee) == [("B", 10), ("C", 10)]  # C is A's partner: its pass pays the other pair
    assert referee.state.ledger.scores == {AC: 10, BD: 10}
    assert fold(referee.events) == referee.state


def test_points_for_passes_stand_when_the_round_is_scored() -> None:
    referee = Referee(PR_200, FOUR)
    continue_match(referee, Random(7), 1.0)
    paid = {AC: 0, BD: 0}
    for seat, points in passes(referee):
        paid[BD if seat in AC else AC] += points
    score = one(referee.events, Scored)
    assert sum(paid.values()) > 0
    assert {row.side: row.score - row.points for row in score.sides} == paid


def test_dominican_pass_on_a_double_that_leads() -> None:
    referee = Referee(DOMINICAN, FOUR)
    follow(referee, "A:6-6 D:6-5@L")
    assert passes(referee) == [("B", 25), ("C", 0)]
    assert referee.state.ledger.scores == {AC: 25, BD: 0}


def test_dominican_pass_on_another_lead() -> None:
    referee = Referee(parse("dominican.200 lead_order=any"), FOUR)
    referee.start(leader="A")
    follow(referee, "A:6-5 C:6-4@L")
    assert passes(referee) == [("B", 50)]
    assert referee.state.ledger.scores == {AC: 50, BD: 0}


def test_dominican_only_the_lead_is_worth_a_pass() -> None:
    referee = Referee(DOMINICAN, FOUR)
    follow(referee, "A:6-6 B:6-5@L D:5-4@L")
    assert passes(referee) == [("C", 0)]


def test_dominican_pase_corrido() -> None:
    referee = Referee(DOMINICAN, FOUR)
    follow(referee, "A:6-6 B:6-5@L B:5-4@L")  # C, D and A pass
    assert passes(referee) == [("C", 0), ("D", 0), ("A", 25)]
    assert referee.state.ledger.scores == {AC: 0, BD: 25}
    follow(referee, "C:4-3@L")
    assert referee.state.ledger.scores == {AC: 0, BD: 25}


def test_dominican_thirty_instead_of_twenty_five() -> None:
    referee = Referee(parse("dominican.200 run_of_passes=30 capicu=30"), FOUR)
    follow(referee, "A:6-6 B:6-5@L B:5-4@L")
    assert referee.state.ledger.scores == {AC: 0, BD: 30}


def test_undo_takes_the_points_for_passes_back() -> None:
    referee = Referee(DOMINICAN, FOUR)
    follow(referee, "A:6-6 B:6-5@L B:5-4@L")
    referee.undo(9.0)
    assert referee.state.ledger.scores == {AC: 0, BD: 0}
    assert referee.state.round.pass_points == []


def test_correction_of_the_lead_changes_what_the_pass_on_it_brought() -> None:
    referee = Referee(parse("dominican.200 lead_order=any"), FOUR)
    referee.start(leader="A")
    follow(referee, "A:6-5 C:6-4@L")
    assert referee.state.ledger.scores == {AC: 50, BD: 0}
    lead = next(event for event in referee.events if isinstance(event, Played))
    referee.fix(lead.seq, 9.0, tile=Tile(6, 6))
    assert referee.state.ledger.scores == {AC: 25, BD: 0}
    assert [points.rule for points in referee.state.round.pass_points] == ["opening_on_double"]


def test_a_wrong_pass_takes_back_what_it_brought() -> None:
    referee = Referee(DOMINICAN, FOUR)
    follow(referee, "A:6-6 C:6-5@L D:5-1@L A:1-2@L")
    assert referee.state.ledger.scores == {AC: 25, BD: 0}
    events = follow(referee, "B:2-6@L")  # B had a 6 when it passed on 6
    assert kinds(events) == ["play", "wrong_pass"]
    assert referee.state.ledger.scores == {AC: 0, BD: 0}
    assert fold(referee.events) == referee.state


def test_a_wrong_pass_takes_back_the_run_that_rests_on_it_once() -> None:
    referee = Referee(parse("dominican.200 wrong_pass=flag"), FOUR)
    follow(referee, "A:6-6 B:6-5@L B:5-4@L")  # C, D and A passed on 5 and 6
    assert referee.state.ledger.scores == {AC: 0, BD: 25}
    follow(referee, "C:4-5@L")  # already laid: no play at all, but C shows a 5
    assert referee.state.ledger.scores == {AC: 0, BD: 0}
    follow(referee, "D:6-3@R")  # D had a 6
    assert referee.state.ledger.scores == {AC: 0, BD: 0}


def test_a_run_that_turns_out_to_be_a_lock_is_taken_back() -> None:
    referee = Referee(parse("cuban.d9 run_of_passes=25"), FOUR)
    referee.start(leader="A")
    follow(referee, "A:9-9")
    for seat in "BCD":
        referee.passes(seat, 2.0)
    assert referee.state.ledger.scores == {AC: 25, BD: 0}
    assert kinds(referee.passes("A", 3.0)) == ["pass", "fish"]
    assert passes(referee) == [("B", 0), ("C", 0), ("D", 25), ("A", -25)]
    assert referee.state.ledger.scores == {AC: 0, BD: 0}
    last = referee.state.round.pass_points[-1]
    assert (last.rule, last.side, last.points) == ("lock", AC, -25)
    assert isinstance(last, PassPoints)


def test_passes_of_a_void_round_bring_nothing() -> None:
    referee = Referee(PR_200, FOUR)
    follow(referee, "A:6-6 D:6-5@L")
    referee.void(9.0)
    assert referee.state.ledger.scores == {AC: 0, BD: 0}


def test_passes_pay_each_for_himself_whoever_laid_the_tile() -> None:
    referee = Referee(parse("classic each_pass=5 lead_order=any draw=none"), FOUR)
    referee.start(leader="A")
    follow(referee, "A:6-5 D:6-4@L")
    assert passes(referee) == [("B", 5), ("C", 5)]
    assert referee.state.ledger.scores == {"A": 10, "B": 0, "C": 0, "D": 0}


# -- the Dominican lock ------------------------------------------------------------------------------------------------


def test_dominican_the_locker_is_set_against_the_next_player() -> None:
    held: dict[str, int | str] = {"A": 5, "B": 9, "C": 30, "D": 1}  # 45 in all
    assert fish(DOMINICAN, held, fisher="A") == {AC: 45, BD: 0}  # 5 against 9, whatever the partners hold
    assert fish(DOMINICAN, held, fisher="B") == {AC: 0, BD: 45}  # 9 against 30
    assert fish(DOMINICAN, held, fisher="C") == {AC: 0, BD: 45}  # 30 against 1
    assert fish(DOMINICAN, held, fisher="D") == {AC: 0, BD: 45}  # 1 against 5


def test_dominican_the_locker_wins_an_even_lock() -> None:
    held: dict[str, int | str] = {"A": 9, "B": 9, "C": 8, "D": 1}
    end = round_end(DOMINICAN, "fish", held, fisher="A")
    after = settled(DOMINICAN, end)
    assert after.ledger.scores == {AC: 27, BD: 0}
    (compared, taken) = after.rulings
    assert (compared.rule, compared.seat, compared.terms) == ("fish.fisher_or_next", "A", (9, 9))
    assert (taken.rule, taken.points, taken.terms) == ("fish.winner_takes_all", 27, (17, 10))


def test_dominican_capicua() -> None:
    assert out(DOMINICAN, HELD, "A", fitted_both=True) == {AC: 48, BD: 0}


# -- Cuba --------------------------------------------------------------------------------------------------------------

# nobody holds a 9; 24 + 62 for A and C, 89 + 104 for B and D
CUBAN_HANDS = {
    "A": "0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2",
    "B": "5-4 5-5 6-0 6-1 6-2 6-3 6-4 6-5 6-6 7-0",
    "C": "3-3 4-0 4-1 4-2 4-3 4-4 5-0 5-1 5-2 5-3",
    "D": "7-1 7-2 7-3 7-4 7-5 7-6 7-7 8-0 8-1 8-2",
}


def cuban() -> Referee:
    referee = Referee(CUBAN, FOUR)
    referee.start(leader="A")
    follow(referee, "A:9-9")
    return referee


def test_cuban_ten_each_and_fifteen_asleep() -> None:
    deal = cuban().events[1].to_json()
    assert (deal["each"], deal["bazaar"]) == (10, 15)


def test_cuban_everybodys_pass_proves_the_block() -> None:
    referee = cuban()
    assert "fish" not in kinds(referee.events)
    for seat in "BCD":
        assert kinds(referee.passes(seat, 2.0)) == ["pass"]
    proved = one(referee.passes("A", 3.0), Fish)
    assert (proved.seat, proved.numbers, proved.proof) == ("A", (9,), "passes")
    events = referee.reveal(hands(CUBAN_HANDS), 4.0)
    assert "check" not in kinds(events)
    assert referee.state.ledger.accounts == {AC: Account(193), BD: Account(0)}
    assert referee.state.winners == (AC,)  # past 150


def test_correction_after_the_score_changes_what_a_pass_brought() -> None:
    referee = Referee(parse("cuban.d9 opening_pass=50 opening_pass_on_double=25 limit=500"), FOUR)
    referee.start(leader="A")
    follow(referee, "A:9-9")
    for seat in "BCDA":
        referee.passes(seat, 2.0)
    referee.reveal(hands(CUBAN_HANDS), 4.0)
    assert referee.state.ledger.scores == {AC: 193 + 25, BD: 0}
    lead = next(event for event in referee.events if isinstance(event, Played))
    assert "rescore" in kinds(referee.fix(lead.seq, 5.0, tile=Tile(9, 8)))
    assert referee.state.ledger.scores == {AC: 193 + 50, BD: 0}


def test_cuban_the_hands_prove_the_block() -> None:
    referee = cuban()
    events = referee.reveal(hands(CUBAN_HANDS), 4.0)
    assert one(events, Fish).proof == "hands"
    assert referee.state.ledger.scores == {AC: 193, BD: 0}


def test_cuban_a_tile_that_is_nowhere_is_missed_though_fifteen_sleep() -> None:
    referee = cuban()
    for seat in "BCDA":
        referee.passes(seat, 2.0)
    short = hands(CUBAN_HANDS | {"D": "7-1 7-2 7-3 7-4 7-5 7-6 7-7 8-0 8-1"})
    assert "check" in kinds(referee.reveal(short, 4.0))


def test_cuban_who_lays_the_last_tile_is_out_before_any_hand_is_shown() -> None:
    referee = Referee(CUBAN, FOUR)  # nobody reports draws, for nobody draws
    referee.start()
    for seed in range(3):
        continue_match(referee, Random(seed), 1.0)
    events = list(referee.events)
    gone = next(index for index, event in enumerate(events) if isinstance(event, Out))
    shown = next(index for index, event in enumerate(events[gone:]) if isinstance(event, Revealed))
    assert shown == 1
    assert isinstance(events[gone - 1], Played)


def test_cuban_losers_pips_and_an_even_block() -> None:
    assert out(CUBAN, {"A": 0, "B": 17, "C": 40, "D": 9}, "A") == {AC: 26, BD: 0}
    assert fish(CUBAN, {"A": 9, "B": 4, "C": 5, "D": 10}) == {AC: 0, BD: 0}


# -- whole matches and options -----------------------------------------------------------------------------------------

PRESETS = ("latin.partnership", "puerto_rico.500", "puerto_rico.200", "dominican.200", "cuban.d9")


@pytest.mark.parametrize("rules_id", PRESETS)
@pytest.mark.parametrize("seed", range(3))
def test_random_matches_end(rules_id: str, seed: int) -> None:
    rules = get(rules_id)
    referee, rng = Referee(rules, FOUR), Random(seed)
    referee.start()
    for number in range(100):
        continue_match(referee, rng, float(100 * number))
        if referee.state.phase == "over":
            break
    scores = referee.state.ledger.scores
    assert [side for side, score in scores.items() if score >= rules.limit] != []
    assert max(scores, key=lambda side: scores[side]) in referee.state.winners
    assert not {"illegal", "wrong_pass", "check", "desync"} & set(kinds(referee.events))
    assert fold(referee.events) == referee.state


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("kozel.solo capicu=25", "capicu"),
        ("kozel.solo first_hands=100/75", "first_hands"),
        ("kozel.pair each_pass=10", "each_pass"),
        ("classic count=all", "count"),
        ("classic lead_by=side", "lead_by"),
        ("classic fish_winner=fisher_or_next", "fisher_or_next"),
        ("classic fish_winner=fisher three_without_blank=yes deal=2", "deal"),
        ("cuban.d9 set=D6", "set=D6"),
        ("dominican.200 get_in=10", "get_in"),
        ("puerto_rico.200 exact=yes", "exact"),
        ("latin.partnership ledger=penalty", "ledger"),
        ("latin.partnership three_without_blank=yes", "three_without_blank"),
    ],
)
def test_options_that_contradict_are_refused(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        parse(text)
