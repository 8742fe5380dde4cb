"""Games that people wrote down: the referee plays them, and what the text claims is compared with what it finds."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from engine import events as ev
from engine.dpn import course, from_events, read, write
from engine.dpn.claims import VERDICTS
from engine.dpn.model import SHORT_REASONS
from engine.dpn.reader import MARKS
from engine.dpn.replay import Replayed, replay
from engine.ledger import Title
from engine.tiles import NotationError
from tests.engine.support import K9_MOVES, one, tiles

K9 = f"""
[Set "D6"] [Rules "kozel.solo/1 fish=on_one fish_when=early"] [Seats "A:Masha B:Alex C:Olya D:Serg"] [Dir "cw"]
Round 1 {{lead 1-1}}
{K9_MOVES}
#F6 A   A=[0-0 0-4] B=[3-3 4-5] C=[2-2 4-4] D=[0-5 5-5 6-6]
S: A=0, B=0, C=0, D=58
"""

TELEPHONE = '[Rules "telephone.72"] A:4-4 B:4-6@L=14 C:4-3@R=9 A:6-6@L=15/3 B:4-5@U=20/4 C:5-5@U=25/5'

SALTYKOV = """
[Rules "sea.saltykov"] [Seats "1 2 3 4"]
Round 1 {lead 1-1}
1:1-1 2:1-3@L 3:3-2@L 4:1-2@R   1:2-4@L 2:4-1@L 3:2-2@R 4:1-6@L   1:6-4@L 2:2-6@R 3:6-5@R 4:4-3@L
1:3-3@L 2:5-1@R 3:1-0@R 4:3-6@L   1:0-4@R 2:4-4@R 3:4-5@R 4:5-0@R   1:6-6@L+0-0@R
#O1 2=[0-3 3-5] 3=[6-0 2-0] 4=[5-5 5-2] S: 24="ГЕНЕРАЛ"
"""
"""The last turn and what was left are the record's; the way there, which is lost, could have been this one."""


def played(text: str) -> Replayed:
    return replay(read(text))


def sentences(text: str) -> list[str]:
    return [difference.en for difference in played(text).differences]


def test_K_9_in_DPN() -> None:
    """Fish by A; hands 4, 15, 12, 27; all 58 are D's."""
    replayed = played(K9)
    assert replayed.differences == ()
    fish = one(replayed.events, ev.Fish)
    assert (fish.seat, fish.numbers, fish.early) == ("A", (6,), True)
    shown = {event.seat: (event.hand, event.pips) for event in replayed.events if isinstance(event, ev.Revealed)}
    assert shown == {
        "A": (tuple(tiles("0-0 0-4")), 4),
        "B": (tuple(tiles("3-3 4-5")), 15),
        "C": (tuple(tiles("2-2 4-4")), 12),
        "D": (tuple(tiles("0-5 5-5 6-6")), 27),
    }
    rows = {row.side: row.score for row in one(replayed.events, ev.Scored).sides}
    assert rows == {"A": 0, "B": 0, "C": 0, "D": 58}


def test_K_9_by_other_rules_scores_otherwise() -> None:
    on_all = K9.replace("fish=on_one ", "")
    assert sentences(on_all) == [
        "round 1: the text gives A 0, the referee +4",
        "round 1: the text gives B 0, the referee 15",
        "round 1: the text gives C 0, the referee +12",
        "round 1: the text gives D 58, the referee 27",
    ]


def test_K_9_with_mistakes() -> None:
    wrong = K9.replace("C:5-6@R", "C:5-6@R=14").replace("#F6 A", "#F6 C").replace("D=58", "D=57, E=1")
    assert sentences(wrong) == [
        "round 1, turn 6: the text says 14, the ends sum to 8",
        "round 1: the text ends the round with #F6 C, the referee with #F6 A",
        "round 1: the text gives D 57, the referee 58",
        "round 1: there is no side E; the sides are A, B, C, D",
    ]


def test_disagreements_are_told_in_russian() -> None:
    (difference,) = played(K9.replace("D=58", "D=57")).differences
    assert difference.ru == "кон 1: в записи у D стоит 57, а по правилам 58"


@pytest.mark.parametrize(
    ("number", "total", "points"), [("T_1", 15, 3), ("T_2", 20, 4), ("T_3", 25, 5)], ids=["T_1", "T_2", "T_3"]
)
def test_T_1_to_T_3_in_DPN(number: str, total: int, points: int) -> None:
    replayed = played(TELEPHONE)
    assert replayed.differences == ()
    sums = [(event.sum, event.points) for event in replayed.events if isinstance(event, ev.Played)]
    assert sums == [(8, 0), (14, 0), (9, 0), (15, 3), (20, 4), (25, 5)]
    assert sums[2 + int(number[-1])] == (total, points)


def test_a_wrong_sum_of_the_telephone() -> None:
    assert sentences(TELEPHONE.replace("=15/3", "=14/3").replace("=20/4", "=20/5")) == [
        "round 1, turn 4: the text says 14, the ends sum to 15",
        "round 1, turn 5: the text gives 5 points, the referee 4",
    ]


def test_M_4_the_last_turn_of_Saltykovs_record() -> None:
    """6-6 and 0-0 together, 22 tiles on the table, 28 points left: the others are the General."""
    replayed = played(SALTYKOV)
    assert replayed.differences == ()
    laid = [event for event in replayed.events if isinstance(event, ev.Played)]
    assert sum(len(event.tiles) for event in laid) == 22
    assert len({event.t for event in laid if event.seat == "1"}) == 6
    assert one(replayed.events, ev.Out).seat == "1"
    assert {event.seat: event.pips for event in replayed.events if isinstance(event, ev.Revealed)} == {
        "1": 0, "2": 11, "3": 8, "4": 17,
    }  # fmt: skip
    over = one(replayed.events, ev.MatchOver)
    assert (over.winners, over.losers, over.titles) == (("1+3",), ("2+4",), (Title("2+4", "general"),))


def test_another_title_than_the_rules_give() -> None:
    assert sentences(SALTYKOV.replace("ГЕНЕРАЛ", "ОФИЦЕР")) == [
        "round 1: the text calls 24 ОФИЦЕР, the referee general"
    ]


def test_both_sides_of_the_first_double_may_be_used_in_any_order() -> None:
    replayed = played('[Rules "classic"] [Seats "A B"] A:6-6 B:6-5@R A:6-4@L B:4-4@L A:5-5@R')
    assert replayed.differences == ()
    assert [event.tiles[0].end for event in replayed.events if isinstance(event, ev.Played)] == [
        None, "R", "L", "L", "R",
    ]  # fmt: skip


def test_the_first_tile_lies_as_it_is_written() -> None:
    """MG-2: 2-4 is led and 4-3 goes to its 4; the ends are 2 and 3."""
    for text in ("A:2-4 B:4-3@R=5/5", "A:4-2 B:4-3@L=5/5"):
        assert sentences(f'[Rules "muggins.blog"] {text}') == []


@pytest.mark.parametrize(("bone", "end"), [("5-4", "L"), ("4-5", "R")])
def test_a_tile_without_an_end_goes_where_the_half_written_first_fits(bone: str, end: str) -> None:
    replayed = played(f'[Rules "classic"] [Seats "A B"] A:6-6 B:6-5 A:6-4 B:{bone}')
    assert [event.tiles[0].end for event in replayed.events if isinstance(event, ev.Played)] == [None, "L", "R", end]


def test_marks_are_compared_with_the_verdicts() -> None:
    game = '[Rules "classic"] [Seats "A B"] A:6-6 B:2-3@L{} A:6-5@R{} A:5-2@R{} B:*1,-{} A:6-6@R{}'
    marked = game.format("!mismatch", "", "!turn", "", "!dup")
    assert [event.reason for event in played(marked).events if isinstance(event, ev.Illegal)] == [
        "mismatch", "out_of_turn", "duplicate",
    ]  # fmt: skip
    assert sentences(marked) == []
    assert sentences(game.format("", "!mismatch", "", "", "!mismatch")) == [
        "round 1, turn 2: the text marks no mistake, but the numbers do not match",
        "round 1, turn 3: the text marks a mistake (the numbers do not match), but by the rules there is none",
        "round 1, turn 4: the text marks no mistake, but it was somebody else's turn",
        "round 1, turn 6: the text marks another mistake (the numbers do not match), but that tile lies there already",
    ]
    assert [difference.ru for difference in played(game.format("", "!mismatch", "", "", "!mismatch")).differences] == [
        "кон 1, ход 2: в записи ход верен, а по правилам числа не сходятся",
        "кон 1, ход 3: в записи отмечена ошибка (числа не сходятся), а по правилам её нет",
        "кон 1, ход 4: в записи ход верен, а по правилам ход был не его",
        "кон 1, ход 6: в записи отмечена другая ошибка (числа не сходятся), а по правилам такая кость уже лежит",
    ]


def test_every_mark_is_said_in_words() -> None:
    assert set(VERDICTS) == set(MARKS) - set(SHORT_REASONS)


def test_a_wrong_pass_is_proved_by_what_is_played_later() -> None:
    game = '[Rules "kozel.solo"] [Seats "A B C D"] A:1-1 B:-{} C:1-5@R D:5-5@R A:5-4@R B:1-2@L'
    assert sentences(game.format("!pass")) == []
    assert sentences(game.format("")) == ["round 1, turn 2: the text marks no mistake, but 2-1 would have fitted"]
    assert sentences(game.format("!pass").replace("B:1-2@L", "B:4-2@R")) == [
        "round 1, turn 2: the text marks a wrong pass, which nothing proves"
    ]


def test_draws_and_passes() -> None:
    replayed = played('[Rules "classic"] [Seats "A B"] A:6-6 B:*2,6-5@R A:*3,-')
    assert replayed.differences == ()
    assert [(event.seat, event.count) for event in replayed.events if isinstance(event, ev.Drew)] == [
        ("B", 2),
        ("A", 3),
    ]
    assert one(replayed.events, ev.Passed).seat == "A"


def test_corrections_count_the_turns_of_the_round() -> None:
    replayed = played(
        '[Rules "classic"] [Seats "A B"] Round 1 A:6-6 B:6-5@R Round 1 A:6-6 B:6-5@R {fix 2: 6-5 -> 6-4} A:4-4@R'
    )
    (fixed,) = (event for event in replayed.events if isinstance(event, ev.Fixed))
    assert [event.seq for event in replayed.events if isinstance(event, ev.Played)][3] == fixed.target
    assert [event.legal for event in replayed.events if isinstance(event, ev.Played)] == [True] * 5


def test_a_turn_is_taken_back() -> None:
    replayed = played('[Rules "classic"] [Seats "A B"] A:6-6 B:6-5@R A:5-5@R {undo 2} B:6-4@R')
    assert one(replayed.events, ev.Undone).target == 4
    assert replayed.differences == ()
    assert [event.legal for event in replayed.events if isinstance(event, ev.Played)] == [True] * 4


def test_a_tile_that_was_read_later() -> None:
    text = '[Rules "classic"] [Seats "A B"] A:6-6 B:?-?@R {fix 2: ?-? -> 5-6} A:5-5@R'
    replayed = played(text)
    assert replayed.differences == ()
    assert [event.legal for event in replayed.events if isinstance(event, ev.Played)] == [True] * 3


def test_after_an_unknown_tile_the_round_is_not_followed() -> None:
    text = '[Rules "classic"] [Seats "A B"] Round 1 A:6-6 B:?-?@R A:5-5@R S: A=7 Round 2 A:6-6 B:6-5@R=17'
    assert sentences(text) == ["round 1, turn 2: the tile is unknown, so the rest is not followed"]


def test_what_people_say_at_the_table() -> None:
    replayed = played(
        '[Rules "kozel.solo"] [Seats "A B C D"] Round 1 {event {"ev":"redeal","seat":"B","hand":null,"granted":true}} '
        'A:1-1 #V Round 1 A:1-1 {desync cleared} {resync} {event {"ev":"adjust","side":"B","points":5}}'
        '{event {"ev":"time_up"}} {event {"ev":"leave","seat":"D"}}'
    )
    assert replayed.differences == ()
    assert [event.ev for event in replayed.events] == [
        "setup", "deal", "redeal", "deal", "play", "void", "deal", "play", "desync", "resync", "adjust", "time_up",
        "leave", "match_over",
    ]  # fmt: skip


def test_a_round_that_never_ended() -> None:
    assert sentences('[Rules "kozel.solo"] [Seats "A B C D"] A:1-1 #OA S: A=0 M: A=won') == [
        "round 1: the text ends the round with #OA, for the referee it is not over",
        "round 1: the text gives a score, the referee has none",
        "round 1: the text ends the match, the referee does not",
    ]


KOZEL = '[Rules "kozel.solo"] [Seats "A:Mama B:Papa C:Ira D:Oleg"] '


def rounds(text: str) -> list[int]:
    return [event.round for event in played(text).events if isinstance(event, ev.Dealt)]


def test_a_round_that_was_left_for_the_next() -> None:
    text = KOZEL + "A:1-1 B:1-3 Round 2 B:2-2"
    assert sentences(text)[0] == "round 1: the text goes on, but this round has no end"
    assert played(text).differences[0].ru == "кон 1: запись идёт дальше, а у кона нет конца"
    assert rounds(text) == [1, 2]
    assert not any("no end" in sentence for sentence in sentences(KOZEL + "A:1-1 #V Round 1 A:1-1 B:1-3"))


def test_rounds_have_the_numbers_of_the_text() -> None:
    jump = KOZEL + "{a comment} Round 1 A:1-1 #V Round 3 A:1-1"
    assert rounds(jump) == [1, 3]
    assert sentences(jump) == ["round 3: round 1 comes before it"]
    assert sentences(KOZEL + "Round 4 A:1-1 #V Round 4 A:1-1 #V Round 5 A:1-1") == []


def test_a_whole_lap_of_unwritten_passes() -> None:
    (difference,) = played(KOZEL + "A:1-1 B:1-3 B:1-5").differences
    assert difference.en == "round 1, turn 3: no passes are written between two turns of Papa"
    assert difference.ru == "кон 1, ход 3: между двумя ходами подряд (Papa) пасы не записаны"
    assert sentences(KOZEL + "A:1-1 C:1-3") == []


def test_a_pass_is_missing_among_those_that_are_written() -> None:
    (difference,) = played(KOZEL + "A:1-1 B:- C:1-3 A:1-5").differences
    assert difference.en == "round 1, turn 4: a pass is not written (Oleg)"
    assert difference.ru == "кон 1, ход 4: не записан пас (Oleg)"


def test_turns_in_the_wrong_order_accuse_nobody() -> None:
    swapped = "round 1, turn 4: Ira plays only after being skipped; are the turns in order?"
    assert sentences(KOZEL + "A:1-1 B:1-3 D:1-5 C:5-5") == [swapped]
    assert sentences(KOZEL + "A:1-1 B:1-3 D:1-5 A:3-3 C:5-5") == []
    assert sentences(KOZEL + "A:1-1 B:1-3 D:1-5 C:3-5 D:5-5") == [
        swapped,
        "round 1, turn 3: Ira is skipped, but 5-3 would have fitted; are the turns in order?",
    ]


def test_the_example_of_a_complete_log_is_what_the_referee_writes() -> None:
    replayed = played(
        '[Rules "classic.two"] [Seats "A:Masha B:Alex"] [Edges "A:S B:N"] Round 1\n{t 3.5} A:6-6 '
        "{t 9.25} B:6-4@L? {conf 0.71} {t 12.0} A:*1 {t 14.5} A:4-4@L {t 20.0} {fix 2: 6-4 -> 5-4}"
    )
    page = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    assert write(from_events(replayed.events)) in page


def test_nothing_follows_the_end_of_a_match() -> None:
    assert sentences(SALTYKOV + "M: 24=lost, 13=lost\nRound 2 1:1-1") == [
        "round 1: the text says 13 lost, the referee won",
        "round 2: the text goes on, but the match is over",
    ]


def test_without_rules_everything_is_followed_and_nothing_scored() -> None:
    replayed = played("?:6-6 ?:6-5@T1 ?:6-4@T1 ?:6-3@T1 ?:6-2@T1 ?:2-2@T5!mismatch")
    assert [difference.en for difference in replayed.differences] == [
        "round 1, turn 6: the text marks a mistake (the numbers do not match), but by the rules there is none"
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[Rules "kozel.solo"] [Seats "A"]', "line 1, column 1: kozel.solo is played by 2, 3, 4 players, not by 1"),
        ('[Rules "classic"] [Seats "A B"]\n C:6-6', "line 2, column 2: there is no seat 'C'; the seats are A, B"),
        ('[Rules "classic"] [Seats "A B"]\n?:*2', "line 2, column 1: who draws or passes is missing"),
        (
            "A:4-4 B:4-6@L",
            'line 1, column 7: the end L needs the rules of a game, like [Rules "classic"]; without any write @T3',
        ),
        (
            '[Rules "memory"] [Seats "A:Mama B:Papa"] A:1-1 A:2-2',
            "line 1, column 1: DPN has no signs for games of pairs (Memory); such a game is kept only as a complete "
            "log, or as JSON Lines",
        ),
        (
            '[Rules "Kozel in pairs"] A:1-1',
            "line 1, column 1: there is no rule set 'Kozel in pairs' (perhaps kozel.pair)",
        ),
        ('[Rules "classic"] A:1-1 B:1-3@U', "line 1, column 25: there is no end U; the ends are L, R"),
        ('[Rules "telephone.72"] A:1-1 B:1-3@T1', "line 1, column 30: there is no end T1; the ends are L, R, U, D"),
        ("?:6-6 {undo 5}", "line 1, column 7: there is no turn 5 in this round so far"),
        ("?:6-6 {fix 5: 6-5}", "line 1, column 7: there is no turn 5 in this round so far"),
    ],
)
def test_what_makes_no_sense_says_where(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as raised:
        played(text)
    assert str(raised.value) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "?:6-6 " * 30_000,
        '[Rules "classic"] [Seats "A B"] ' + "A:6-6 {fix 1: B} " * 300 + "?:6-5 B:5-5 " * 300,
        '[Rules "kozel.solo"] [Seats "A B C D"] ' + "Round 1 ?:1-1 ?:1-2 ?:2-2 D:2-3 " * 5_000,
    ],
)
def test_no_text_takes_forever(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "MOST_WORK", course.MOST_WORK // 10)  # ten times as patient as the test has to be
    with suppress(NotationError):
        played(text)
