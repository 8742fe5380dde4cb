"""Jamaican dominoes: one point a round, six-love in pairs, three players without 0-0."""

from __future__ import annotations

from random import Random

import pytest

from engine.events import Dealt, Illegal, Scored
from engine.fold import fold
from engine.ledger import Account
from engine.line import Joint
from engine.referee import Referee
from engine.rulesets import RuleSet, get, parse
from engine.selfplay import continue_match
from engine.tiles import Tile
from tests.engine.support import FOUR, follow, kinds, one, round_end, settled

SOLO, PAIR = get("jamaican"), get("jamaican.partner")
AC, BD = "A+C", "B+D"


def fish(rules: RuleSet, held: dict[str, int | str]) -> dict[str, int]:
    return settled(rules, round_end(rules, "fish", held, fisher="A")).ledger.scores


def test_a_round_is_one_point() -> None:
    end = round_end(SOLO, "out", {"A": 30, "B": 0, "C": 12}, winner="B")
    assert settled(SOLO, end, {"B": Account(3)}).ledger.scores == {"A": 0, "B": 4, "C": 0}


def test_the_lowest_hand_wins_a_fish() -> None:
    assert fish(SOLO, {"A": 9, "B": 4, "C": 12, "D": 5}) == {"A": 0, "B": 1, "C": 0, "D": 0}


def test_in_pairs_it_is_one_players_hand_that_wins_a_fish() -> None:
    assert fish(PAIR, {"A": 3, "B": 4, "C": 40, "D": 5}) == {AC: 1, BD: 0}
    assert fish(PAIR, {"A": 3, "B": 4, "C": 3, "D": 5}) == {AC: 1, BD: 0}  # partners may be level


def test_an_even_fish_is_nobodys_and_six_six_leads_again() -> None:
    before = {AC: Account(2), BD: Account(0)}
    after = settled(PAIR, round_end(PAIR, "fish", {"A": 3, "B": 3, "C": 9, "D": 5}, leader="A"), before)
    assert after.ledger.scores == {AC: 2, BD: 0}
    assert after.charges.winner is None
    assert PAIR.fish_tie == "forced_again"


def test_in_pairs_a_win_takes_the_others_all_they_had() -> None:
    before = {AC: Account(5), BD: Account(0)}
    after = settled(PAIR, round_end(PAIR, "out", {"A": 5, "B": 0, "C": 6, "D": 7}, winner="B"), before)
    assert after.ledger.scores == {AC: 0, BD: 1}
    assert after.over is None
    assert [(ruling.rule, ruling.side, ruling.points) for ruling in after.rulings] == [
        ("out.one_point", BD, 1),
        ("wipe.by_win", AC, 5),
    ]


def test_six_love() -> None:
    before = {AC: Account(5), BD: Account(0)}
    after = settled(PAIR, round_end(PAIR, "out", {"A": 0, "B": 9, "C": 6, "D": 7}, winner="A"), before)
    assert after.over is not None
    assert (after.over.winners, after.over.losers) == ((AC,), (BD,))


def test_cut_throat_wipes_nobody_unless_asked_to() -> None:
    before = {"A": Account(5), "B": Account(1), "C": Account(0)}
    end = round_end(SOLO, "out", {"A": 5, "B": 0, "C": 6}, winner="B")
    assert settled(SOLO, end, before).ledger.scores == {"A": 5, "B": 2, "C": 0}
    wiping = SOLO.with_options(win_wipes="yes")
    assert settled(wiping, end, before).ledger.scores == {"A": 0, "B": 2, "C": 0}


@pytest.mark.parametrize(("seats", "each"), [(2, 14), (3, 9), (4, 7)])
def test_all_tiles_are_dealt(seats: int, each: int) -> None:
    referee = Referee(SOLO, FOUR[:seats])
    deal = one(referee.start(), Dealt)
    assert (deal.each, deal.bazaar) == (each, 0)


def test_three_play_without_the_blank() -> None:
    assert len(SOLO.tiles(3)) == 27
    assert Tile(0, 0) not in SOLO.tiles(3)
    assert len(SOLO.tiles(4)) == 28
    referee = Referee(SOLO, FOUR[:3])
    follow(referee, "A:6-6 B:6-0@L")
    events = referee.play(Tile(0, 0), [Joint(Tile(6, 0), 0, 0)], 3.0, seat_hint="C")
    assert one(events, Illegal).reason == "not_in_set"


def test_four_play_with_the_blank() -> None:
    referee = Referee(SOLO, FOUR)
    assert kinds(follow(referee, "A:6-6 B:6-0@L C:0-0@L"))[-3:] == ["play", "play", "play"]


def test_the_winners_choose_which_of_them_leads() -> None:
    referee = Referee(PAIR, FOUR)
    continue_match(referee, Random(1), 1.0)
    score = one(referee.events, Scored)
    assert score.winner is not None
    leader, partner = score.winner.split("+")
    assert score.leader in (leader, partner)
    other = partner if score.leader == leader else leader
    assert kinds(referee.play(Tile(6, 5), seat_hint=other)) == ["deal", "play"]
    assert referee.state.round.illegal == {}


@pytest.mark.parametrize(("rules_id", "seats"), [("jamaican", 2), ("jamaican", 3), ("jamaican", 4)])
@pytest.mark.parametrize("seed", range(3))
def test_random_matches_end(rules_id: str, seats: int, seed: int) -> None:
    referee, rng = Referee(get(rules_id), FOUR[:seats]), Random(seed)
    referee.start()
    for number in range(24):  # after so many rounds one of four has six
        if referee.state.phase != "over":
            continue_match(referee, rng, float(100 * number))
    assert referee.state.phase == "over"
    assert [referee.state.ledger.scores[side] for side in referee.state.winners] == [6]
    assert not {"illegal", "wrong_pass", "check", "desync"} & set(kinds(referee.events))
    assert fold(referee.events) == referee.state


@pytest.mark.parametrize("seed", range(2))
def test_random_matches_of_pairs_end_six_love(seed: int) -> None:
    referee, rng = Referee(PAIR, FOUR), Random(seed)
    referee.start()
    for number in range(300):
        continue_match(referee, rng, float(100 * number))
        if referee.state.phase == "over":
            break
    assert sorted(referee.state.ledger.scores.values()) == [0, 6]
    assert [score.winner for score in referee.state.scores[-6:]] == [referee.state.winners[0]] * 6


@pytest.mark.parametrize("text", ["kozel.solo win_wipes=yes", "jamaican ledger=penalty", "jamaican lead_by=side"])
def test_options_that_contradict_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"win_wipes|ledger|lead_by"):
        parse(text)
