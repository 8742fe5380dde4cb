"""Verdicts and scores give their reason in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import pytest

from engine.events import Event, Fish, Illegal, MatchOver, Played, Redealt, Scored, SideScore, WrongPass
from engine.explain import why
from engine.explain.rulings import RULINGS
from engine.explain.verdicts import REASONS
from engine.ledger import Account, RoundEnd
from engine.line import Reason
from engine.referee import Referee
from engine.rulesets import get, parse
from engine.tiles import Tile
from tests.engine.support import FOUR, K9_HANDS, K9_MOVES, follow, hands, one, round_end, settled

ENGINE = Path(__file__).parents[2] / "engine"


def told(rules: str, event: Event) -> tuple[str, str]:
    text = why(event, parse(rules), FOUR)
    assert text is not None
    return text.en, text.ru


def k9(rules: str) -> Sequence[Event]:
    referee = Referee(parse(rules), FOUR)
    follow(referee, K9_MOVES)
    referee.reveal(hands(K9_HANDS), 30.0)
    return referee.events


def test_every_reason_has_a_sentence_that_can_be_filled() -> None:
    assert set(REASONS) == set(get_args(Reason))
    for reason in get_args(Reason):
        for text in told("kozel.solo", Illegal(5, 1.0, "A", 4, Tile(6, 4), reason)):
            assert "{" not in text and text.endswith(".")


def test_wrong_lead_names_the_tile_that_leads() -> None:
    english, russian = told("kozel.solo", Illegal(5, 1.0, "A", 4, Tile(6, 4), "wrong_lead"))
    assert english == "The first round is led by 1-1, not by 6-4."
    assert russian == "Первый кон начинают с 1-1, а не с 6-4."


def test_a_lead_that_had_to_be_a_double() -> None:
    english, russian = told("kozel.pair", Illegal(5, 1.0, "A", 4, Tile(6, 4), "wrong_lead"))
    assert english.startswith("6-4 may not lead: the first round is led by 1-1, and later ones by a double")
    assert russian.startswith("С 6-4 заходить нельзя: первый кон начинают с 1-1, а следующие — с дубля")
    assert (
        "after a wipe by 6-6" in told("sea.saltykov knockout=yes", Illegal(5, 1.0, "A", 4, Tile(6, 4), "wrong_lead"))[0]
    )


def test_early_fish_names_its_rule_and_the_fisher() -> None:
    english, russian = told("kozel.solo", one(k9("kozel.solo"), Fish))
    assert english == (
        "All simple tiles with 6 lie: in this house that is a fish even while the double is in a hand. "
        "The fisher is Masha, who laid the last tile that is no double."
    )
    assert russian == (
        "Все простые кости с числом 6 на столе: по этим правилам это рыба, даже если дубль на руках. "
        "Рыбак — Маша: последняя кость, не считая дублей."
    )


@pytest.mark.parametrize(
    ("proof", "english", "russian"),
    [
        (
            "table",
            "All tiles that fit 2, 1 lie on the table: the round is blocked.",
            "Все кости к 2, 1 уже на столе: рыба.",
        ),
        (
            "passes",
            "Everybody passed one after the other with 2, 1 open: the round is blocked.",
            "При открытых 2, 1 все подряд спасовали: рыба.",
        ),
        (
            "hands",
            "No hand holds a tile that fits 2, 1: the round is blocked.",
            "Ни у кого на руках нет кости к 2, 1: рыба.",
        ),
    ],
)
def test_a_fish_tells_what_proves_it(proof: Literal["table", "passes", "hands"], english: str, russian: str) -> None:
    assert told("kozel.solo", Fish(9, 1.0, None, (2, 1), False, proof)) == (english, russian)


def test_a_refused_redeal_tells_why() -> None:
    too_late = told("kozel.solo", Redealt(3, 1.0, "A", None, False, "too_late"))
    assert too_late[0] == ("A new deal may be claimed only with a hand as it was dealt, before a tile is laid from it.")
    assert told("classic", Redealt(3, 1.0, "A", None, False, "no_redeal"))[1] == "По этим правилам пересдачи нет."


def test_score_of_a_fish_on_all() -> None:
    english, russian = told("kozel.solo", one(k9("kozel.solo"), Scored))
    assert english == (
        "Fish on all: everybody is charged the own hand. Masha: 4 remembered (an account opens from 13). "
        "Alex: 0 + 15 = 15. Olya: 12 remembered (an account opens from 13). Serg: 0 + 27 = 27."
    )
    assert russian.startswith("Рыба на всех: каждый пишет свои очки. Маша: 4, запомнено (счёт открывают от 13).")
    assert "Алекс: 0 + 15 = 15." in russian


def test_score_of_a_fish_on_one() -> None:
    english, russian = told("kozel.solo fish=on_one", one(k9("kozel.solo fish=on_one"), Scored))
    assert english.endswith("Serg: 0 + 58 = 58.")
    assert russian.endswith("Серж: 0 + 58 = 58.")


def told_board(rules: str, end: RoundEnd, accounts: dict[str, Account], **board: Any) -> str:
    """The English reason of a score as it is written after this round."""
    parsed = parse(rules)
    settlement = settled(parsed, end, accounts, **board)
    rows = tuple(
        SideScore(side, 0, settlement.points[side], account.remembered, account.score, account.open)
        for side, account in settlement.ledger.accounts.items()
    )
    score = Scored(9, 1.0, 1, end.termination, "", None, 0, None, rows, rulings=settlement.rulings)
    return told(rules, score)[0]


def test_a_score_that_a_limit_holds_back_is_no_sum() -> None:
    """At 58 of exactly 61, 5 points for going out are too many; at 5 points, 10 taken off leave 0."""
    pub = parse("fives_threes draw=until finisher=5")
    out = round_end(pub, "out", {"A": "", "B": 9}, winner="A")
    english = told_board("fives_threes draw=until finisher=5", out, {"A": Account(58)})
    assert english.endswith("Masha: 5 would go past 61 and do not count; the score stays 58.")

    phone = parse("telephone.225 clamp_zero=yes")
    out = round_end(phone, "out", {"A": "", "B": 13}, winner="A")
    english = told_board("telephone.225 clamp_zero=yes", out, {"B": Account(5)})
    assert english.endswith("Alex: −10 at 5, but no score falls below 0.")


def test_after_a_lost_lead_for_the_hundred_no_line_of_the_board_is_left() -> None:
    sea = parse("sea.wiki")
    end = round_end(sea, "out", {"A": 6, "B": "", "C": 24, "D": 9}, winner="B", leader="A", lead=(Tile(6, 6),))
    english = told_board("sea.wiki", end, {"A+C": Account(60, 0, True)}, hundred="A+C")
    assert english.endswith("all scores are wiped.")


def test_a_fish_that_the_fisher_wins_is_not_said_to_go_to_the_lowest() -> None:
    """A, who made the fish, holds 13 and B, next in turn, 15: A's pair wins with 26 against 24."""
    dominican = parse("dominican.200")
    end = round_end(dominican, "fish", {"A": 13, "B": 15, "C": 13, "D": 9}, fisher="A")
    english = told_board("dominican.200", end, {})
    assert "Fish, won by Masha and Olya: all hands, 26 + 24 = 50." in english

    classic = parse("classic fish_winner=fisher")
    end = round_end(classic, "fish", {"A": 9, "B": 3, "C": 14}, fisher="A")
    english = told_board("classic fish_winner=fisher", end, {})
    assert english.startswith("Fish: it goes to the fisher, Masha: the others' 17 less the own 9 make 8.")


def test_who_wins_six_love_is_told_the_own_score() -> None:
    six_love = parse("jamaican.partner")
    end = round_end(six_love, "out", {"A": "", "B": 9, "C": 9, "D": 9}, winner="A")
    english = told_board("jamaican.partner", end, {"A+C": Account(2), "B+D": Account(3)})
    assert "Alex and Serg lost the round, and with it 3 that stood on the board." in english
    assert english.endswith("Masha and Olya: 2 + 1 = 3.")


def test_wrong_pass_and_unknown_seat() -> None:
    assert told("kozel.solo", WrongPass(9, 1.0, "C", 5, Tile(3, 2)))[1].startswith("Оля: пас при подходящей кости 3-2")
    assert told("kozel.solo", Illegal(5, 1.0, None, 4, Tile(6, 4), "out_of_turn"))[0].startswith("Somebody plays")


@pytest.mark.parametrize(
    ("rules", "english"),
    [
        ("kozel.solo", "A new deal needs 5 doubles or more or 6 tiles or more with one number."),
        ("kozel.solo redeal=none", "These rules know no new deal."),
    ],
)
def test_redeal(rules: str, english: str) -> None:
    assert told(rules, Redealt(3, 1.0, "A", None, True))[0] == english


def test_match_over() -> None:
    assert told("kozel.solo", MatchOver(3, 1.0, ("A",), ("B",)))[1] == "Партия до 101 очков."
    assert (
        told("kozel.solo limit=0 rounds=5", MatchOver(3, 1.0, ("A",), ("B",), by="rounds"))[0]
        == "The match has 5 rounds."
    )
    assert why(MatchOver(3, 1.0, ("A",), ("B",), by="rule"), get("sea.wiki")) is None


def test_a_legal_play_needs_no_reason() -> None:
    assert why(Played(3, 1.0, "A", (), 0, 0, True), get("free")) is None


def names_of_rulings() -> set[str]:
    """All names that stand in calls of `Ruling` in the engine, as far as they are written out."""
    calls = [
        node
        for path in ENGINE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ruling" and node.args
    ]
    words = [word for call in calls for word in ast.walk(call.args[0]) if isinstance(word, ast.Constant)]
    return {
        word.value
        for word in words
        if isinstance(word.value, str) and re.fullmatch(r"[a-z]+\.[a-z_]+[a-z]", word.value)
    }


def test_every_ruling_has_a_sentence() -> None:
    names = names_of_rulings()
    assert len(names) > 40
    assert names <= set(RULINGS)
