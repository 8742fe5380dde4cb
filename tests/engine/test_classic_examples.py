"""The worked examples C-1 to C-5 of the rules (classic)."""

from __future__ import annotations

from engine.game import opening
from engine.hands import hand_value
from engine.rulesets import RuleSet, get
from tests.engine.support import hands, round_end, settled, tiles

CLASSIC = get("classic")
TWO = get("classic.two")


def out(rules: RuleSet, held: dict[str, int | str], winner: str) -> dict[str, int]:
    return settled(rules, round_end(rules, "out", held, winner=winner)).ledger.scores


def fish(rules: RuleSet, held: dict[str, int | str], fisher: str | None = None) -> dict[str, int]:
    return settled(rules, round_end(rules, "fish", held, fisher=fisher)).ledger.scores


def test_C_1_who_goes_out_gets_what_all_others_hold() -> None:
    values = {seat: hand_value(hand, CLASSIC) for seat, hand in hands({"A": "", "B": "4-1 3-6", "C": "2-5"}).items()}
    assert values == {"A": 0, "B": 14, "C": 7}
    assert out(CLASSIC, {"A": "", "B": "4-1 3-6", "C": "2-5"}, "A") == {"A": 21, "B": 0, "C": 0}


def test_C_2_fish_total_difference() -> None:
    held: dict[str, int | str] = {"A": 3, "B": 14, "C": 10}
    assert fish(CLASSIC, held) == {"A": 21, "B": 0, "C": 0}


def test_C_2_fish_pairwise_difference() -> None:
    held: dict[str, int | str] = {"A": 3, "B": 14, "C": 10}
    assert fish(CLASSIC.with_options(fish_diff="pairwise"), held) == {"A": 18, "B": 0, "C": 0}


def test_C_3_heaviest_tile_leads_without_doubles() -> None:
    assert opening(hands({"A": "6-5 1-0", "B": "6-4 5-4"}), CLASSIC) == ("A", tiles("6-5")[0])


def test_C_3_of_two_heaviest_the_larger_half_leads() -> None:
    assert opening(hands({"B": "5-4 1-0", "A": "6-3 2-0"}), CLASSIC) == ("A", tiles("6-3")[0])


def test_C_3_double_six_leads_before_all() -> None:
    assert opening(hands({"A": "5-5 6-5", "B": "6-6 0-0"}), CLASSIC) == ("B", tiles("6-6")[0])


def test_C_4_tied_fish_scores_nobody() -> None:
    held: dict[str, int | str] = {"A": 7, "B": 7, "C": 12}
    assert fish(CLASSIC, held) == {"A": 0, "B": 0, "C": 0}


def test_C_5_two_players_fish_charges_the_difference() -> None:
    assert fish(TWO, {"you": 11, "child": 4}) == {"you": 7, "child": 0}


def test_C_5_two_players_six_six_alone_is_fifty() -> None:
    assert out(TWO, {"you": "", "child": "6-6"}, "you") == {"you": 0, "child": 50}


def test_two_players_blank_alone_is_twenty_five() -> None:
    assert hand_value(tiles("0-0"), TWO) == 25
    assert hand_value(tiles("0-0 6-6"), TWO) == 12


def test_fisher_may_win_the_fish_instead_of_the_lowest() -> None:
    held: dict[str, int | str] = {"A": 3, "B": 14, "C": 10}
    assert fish(CLASSIC.with_options(fish_winner="fisher"), held, fisher="C") == {"A": 0, "B": 0, "C": 7}
