"""Players and rules as the command line names them: each mistake is one sentence in both languages."""

from __future__ import annotations

import dataclasses

import pytest

from device.errors import UsageError
from device.match_options import SIDES_IN_TURN, check_seats, parse_rules, parse_seats, why_not_scored
from engine import rulesets
from engine.events import Seat


@pytest.mark.parametrize("word", ["", " ", "Masha,,Alex", "Masha:", ":S", "Masha:X", "Masha:S:S"])
def test_a_player_needs_a_name_and_a_side_that_exists(word: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_seats(word)
    assert "is no player" in caught.value.sentence("en") and "не игрок" in caught.value.sentence("ru")


@pytest.mark.parametrize("word", ["Masha,Masha", "Masha:S,Alex:S"])
def test_names_and_sides_come_once(word: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_seats(word)
    assert "comes twice" in caught.value.sentence("en")


def test_a_player_who_is_named_like_one_of_the_recording() -> None:
    """The letters of a recording's seats stand for its players, so that a name may come twice only then."""
    seats = (Seat("A", "Masha", "Маша"), Seat("B", "Masha"))
    with pytest.raises(UsageError) as caught:
        check_seats(rulesets.get("kozel.solo"), seats)
    assert caught.value.sentence("en") == (
        "Two players are called 'Masha', or one has no name; give everybody another name."
    )
    assert caught.value.sentence("ru") == "Двоих зовут «Masha», или кто-то без имени; назовите всех по-разному."
    with pytest.raises(UsageError):
        check_seats(rulesets.get("kozel.solo"), (Seat("A", "Sasha", "Саша"), Seat("B", "Alex", "Саша")))


def test_partners_sit_opposite_unless_somebody_says_otherwise() -> None:
    seats = parse_seats("Masha,Alex,Olya,Serg", SIDES_IN_TURN["cw"][4])
    check_seats(rulesets.get("telephone.225"), seats)
    assert [seat.edge for seat in seats] == ["S", "W", "N", "E"]
    assert why_not_scored(rulesets.get("telephone.225"), seats) is None


@pytest.mark.parametrize("rules_id", ["solitaire.pyramid", "solitaire.spider", "solitaire.travolator", "memory"])
def test_a_board_of_pairs_is_followed_by_no_camera(rules_id: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_seats(rulesets.get(rules_id), (Seat("A", "Masha"),))
    name = rulesets.get(rules_id).name
    assert caught.value.sentence("en").startswith(f"{name.en} is played on a board of pairs")
    assert caught.value.sentence("ru").startswith(f"{name.ru}: за полем с парами камера не следит")


def test_more_than_four_hands_are_counted_by_no_camera() -> None:
    seats = parse_seats("Masha,Alex,Olya,Serg,Ira")
    warning = why_not_scored(rulesets.get("count"), seats)
    assert warning is not None and "more than 4 players" in warning.sentence("en")
    four = why_not_scored(rulesets.get("count"), [dataclasses.replace(seat, edge=None) for seat in seats[:4]])
    assert four is not None and "--seats Masha:S,Alex:W,Olya:N,Serg:E" in four.sentence("en")


def test_rules_that_contradict_the_set_on_the_table_are_named() -> None:
    with pytest.raises(UsageError) as caught:
        parse_rules("kozel.solo", {}, ["limit=many"])
    assert "limit" in caught.value.sentence("en") and "limit" in caught.value.sentence("ru")
