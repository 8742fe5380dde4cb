"""DPN as text: every element of the grammar, the canonical form, and errors that say where."""

from __future__ import annotations

import pytest

from engine.dpn import read, write
from engine.dpn.model import (
    Bone,
    Change,
    Clock,
    Comment,
    Desync,
    End,
    Entry,
    Fix,
    Item,
    Laid,
    Noted,
    Number,
    Resync,
    Reveal,
    Round,
    Score,
    Tag,
    Turn,
    Undo,
)
from engine.dpn.places import Place
from engine.errors import EngineError
from engine.events import Adjusted
from engine.tiles import NotationError

SIGNS: list[tuple[str, Item]] = [
    ("B:5-2@L", Turn("B", laid=(Laid(Bone(5, 2), "L"),))),
    ("B:1-1", Turn("B", laid=(Laid(Bone(1, 1)),))),
    ("?:?-?@T12", Turn(None, laid=(Laid(Bone(), "T12"),))),
    ("1:6-6@L+0-0@R", Turn("1", laid=(Laid(Bone(6, 6), "L"), Laid(Bone(0, 0), "R")))),
    ("A:5-5@Lx+3-3@R", Turn("A", laid=(Laid(Bone(5, 5), "L", True), Laid(Bone(3, 3), "R")))),
    ("D:-", Turn("D", passed=True)),
    ("D:-?", Turn("D", passed=True, doubtful=True)),
    ("D:-!pass", Turn("D", passed=True, reason="pass")),
    ("D:-/25", Turn("D", passed=True, points=25)),
    ("A:*2", Turn("A", drew=2)),
    ("A:*2,-", Turn("A", drew=2, passed=True)),
    ("A:*1,6-4@R", Turn("A", drew=1, laid=(Laid(Bone(6, 4), "R"),))),
    ("A:6-6@L=15/3", Turn("A", laid=(Laid(Bone(6, 6), "L"),), sum=15, points=3)),
    ("A:6-6@L=15/-3", Turn("A", laid=(Laid(Bone(6, 6), "L"),), sum=15, points=-3)),
    ("C:4-3@R=9!mismatch?", Turn("C", laid=(Laid(Bone(4, 3), "R"),), sum=9, reason="mismatch", doubtful=True)),
    ("C:4-3@R? {conf 0.62}", Turn("C", laid=(Laid(Bone(4, 3), "R"),), doubtful=True, confidence=(0.62,))),
    ('"Uncle K":6-6', Turn("Uncle K", laid=(Laid(Bone(6, 6)),))),
    ("#OA", End("O", "A")),
    ("#F6 A", End("F", "A", (6,))),
    ("#F3,5 ?", End("F", None, (3, 5))),
    ("#CB", End("C", "B")),
    ("#V", End("V")),
    ("A=[0-0 4-0]", Reveal("A", (Bone(0, 0), Bone(4, 0)))),
    ("A=[]", Reveal("A", ())),
    ("S: A=0, B=+12, D=58", Score("S", (Entry("A", "0"), Entry("B", "+12"), Entry("D", "58")))),
    ('S: 24="ГЕНЕРАЛ"', Score("S", (Entry("24", None, "ГЕНЕРАЛ"),))),
    ('S: A+C=101 "КОЗЁЛ"', Score("S", (Entry("A+C", "101", "КОЗЁЛ"),))),
    ("M: A=won, D=lost", Score("M", (Entry("A", "won"), Entry("D", "lost")))),
    ("{t 12.4}", Clock(12.4)),
    ("{seq 12}", Number(12)),
    ("{fix 12: 3-5 -> 3-6}", Fix(12, (Change("tile", "3-6", "3-5"),))),
    ("{fix 12: B}", Fix(12, (Change("seat", "B"),))),
    ("{fix 12: @L -> @R, ? -> B, inferred}", Fix(12, (Change("end", "R", "L"), Change("seat", "B", "?")), True)),
    ("{undo 12}", Undo(12)),
    ("{undo}", Undo()),
    ("{desync removed 6-4}", Desync("removed 6-4")),
    ("{resync}", Resync()),
    ('{event {"ev":"adjust","side":"A+C","points":-5}}', Noted(Adjusted(0, 0.0, "A+C", -5))),
    ("{a fine play}", Comment("a fine play")),
    (r"{braces \{ \} and \\}", Comment(r"braces { } and \ ".rstrip())),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sign"), SIGNS)
def test_every_sign_is_read_and_written(text: str, sign: Item) -> None:
    game = read(text)
    assert game.rounds == (Round(items=(sign,)),)
    assert write(game) == f"{text}\n"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("{fix 12: 3-5 → 3-6}", "{fix 12: 3-5 -> 3-6}"),
        ("#O1", "#O1"),
        ("#O A", "#OA"),
        ("#F6   A", "#F6 A"),
        ("#C", "#C?"),
        ("A: 6-6", "A:6-6"),
        ("A=[ 0-0\n 0-4 ]", "A=[0-0 0-4]"),
        ("S: A=0,\n   B=3", "S: A=0, B=3"),
        ('S: "A"=КОЗЁЛ', "S: A=КОЗЁЛ"),
        ("S:N=5", "S: N=5"),
        ("B:5-2@Л C:5-6@П", "B:5-2@L C:5-6@R"),
    ],
)
def test_other_ways_to_write_it(text: str, canonical: str) -> None:
    assert write(read(text)) == f"{canonical}\n"


def test_tags_and_rounds() -> None:
    game = read('[Set "D6"] [Rules "free"]\n{hello}\nRound 1 {t 1.5} {lead A} A:6-6\nRound 2 {lead 1-1}\nRound 3\n')
    assert game.tags == (Tag("Set", "D6"), Tag("Rules", "free"))
    assert [(one.number, one.t, one.lead) for one in game.rounds] == [
        (None, None, None), (1, 1.5, "A"), (2, None, Bone(1, 1)), (3, None, None),
    ]  # fmt: skip
    assert write(game) == (
        '[Set "D6"]\n[Rules "free"]\n\n{hello}\n\nRound 1 {t 1.5} {lead A}\nA:6-6\n\nRound 2 {lead 1-1}\n\nRound 3\n'
    )


def test_nothing_is_a_game_without_rounds() -> None:
    assert read("").rounds == ()
    assert write(read(" \r\n\t")) == ""


def test_seats_called_like_signs() -> None:
    """South is a seat in sport, and its turns are no score."""
    game = read("S:6-4@L M:- S=[6-4] S: S=3 Round:-")
    assert [type(item) for item in game.rounds[0].items] == [Turn, Turn, Reveal, Score, Turn]


def test_a_fisher_is_no_seat_that_plays_on() -> None:
    game = read("#F6 A=[0-0] #F6 B:- #F6 S: A=3 #F6 Round 2")
    assert [item.seat for item in game.rounds[0].items if isinstance(item, End)] == [None] * 4


def test_a_time_stays_with_what_it_is_about() -> None:
    game = read(" ".join(f"{{t {t}.0}} A:6-4@L" for t in range(20)))
    for line in write(game).splitlines():
        assert line.startswith("{t ")
        assert line.endswith("@L")
        assert len(line) <= 100


WRONG = [
    ("B:1-1 C:1-3@L\nD:1-5@R A;3-5@L", "line 2, column 9: 'A;3-5@L' is no turn, end, hand, score or comment"),
    ("B:7", "line 1, column 3: '7' is no tile; write it like 6-4"),
    ("B:1-1\n\n   B:19-3", "line 3, column 6: a half shows 0 to 18 pips, not 19"),
    ("B:1-1@", "line 1, column 6: an end is written like @L, @R, @U, @D or @T3"),
    ("B:1-1@X", "line 1, column 6: an end is written like @L, @R, @U, @D or @T3"),
    ("B:1-1@T", "line 1, column 6: an end is written like @L, @R, @U, @D or @T3"),
    ("B:1-1@L1", "line 1, column 6: an end is written like @L, @R, @U, @D or @T3"),
    ("B:1-1@T1-2", "line 1, column 9: '-2' is not expected here"),
    ("{fix 2: @X}", "line 1, column 9: a correction is written like {fix 12: 3-5 -> 3-6}"),
    ("B:1-1=123456", "line 1, column 6: '=123456' is not expected here"),
    ("B:1-1+", "line 1, column 7: the text ends too early"),
    ("B:1-1!wrong", "line 1, column 6: a mistake is one of mismatch"),
    ("B:*0", "line 1, column 5: nobody draws 0 tiles"),
    ("A=0-0", "line 1, column 3: a hand is written like A=[6-4 0-0]"),
    ("A=[0-0 1-1", "line 1, column 3: the hand is not closed by ]"),
    ("#X", "line 1, column 1: an end is written #OA (out), #F6 A (fish), #CA (closed) or #V (void)"),
    ("#O", "line 1, column 3: who went out is missing, like #OA"),
    ("#F A", "line 1, column 3: a fish needs its number, like #F6 A"),
    ("S: A=", "line 1, column 6: after = stands a number, won, lost or a \"title\""),
    ("S: A=1, B", "line 1, column 10: a score is written like A=58"),
    ("{never closed", "line 1, column 1: the comment that begins here is not closed by }"),
    ("A:- {a {b} c}", "line 1, column 5: the comment that begins here is not closed by }"),
    ("{fix 12: }", "line 1, column 11: what is corrected is missing"),
    ("{fix 12: #}", "line 1, column 10: a correction is written like {fix 12: 3-5 -> 3-6}"),
    ("{undo 1 2}", "line 1, column 1: notes are written like {t 12.4}"),
    ("A:- {conf 0.9}", "line 1, column 4: 1 confidences are given for 0 tiles"),
    ("{fix 12: 3-5 -> @L}", "line 1, column 19: a tile is corrected to a tile, an end to an end and a seat to a seat"),
    ("{fix 12: 3-5 -> ?-?}", "line 1, column 20: it is not said what holds now"),
    ("{fix 12: 3-5, 3-6}", "line 1, column 18: a correction changes each thing once"),
    ("{t 1e999}", "line 1, column 10: 1e999 is too large"),
    ("A:6-6 {conf 0.5 0.6}", "line 1, column 6: 2 confidences are given for 1 tiles"),
    ('{event {"ev":"resync",}}', "line 1, column 23: this is no event in JSON"),
    ('{event {"ev":"dance"}}', "line 1, column 8: there is no event 'dance'"),
    ('{event {"ev":"undo"}}', "line 1, column 8: the field 'target' is missing"),
    ('{event {"ev":"resync"} x}', "line 1, column 1: the braces are not closed"),
    ('[Rules "free"]\n[Rules "free"]', "line 2, column 1: the tag Rules is given twice"),
    ("[Rules free]", 'line 1, column 8: a tag is written like [Rules "kozel.solo"]'),
    ('[Rules "free]', "line 1, column 8: the quotation marks are not closed"),
    (r'[Rules "\ud800"]', "line 1, column 8: a backslash stands before the wrong character"),
    ("Round 1 {lead A", "line 1, column 8: who leads is written like {lead A} or {lead 1-1}"),
    ("A:6-6\0", "line 1, column 6: '\\x00' is not expected here"),
    ("Маша", "line 1, column 1: 'Маша' is no turn, end, hand, score or comment"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_errors_say_where_in_both_languages(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as raised:
        read(text)
    assert raised.value.sentence("en").startswith(sentence[0].upper() + sentence[1:])
    russian = raised.value.sentence("ru")
    assert russian.startswith("Строка ")
    assert any("а" <= letter <= "я" for letter in russian.split(":", 1)[1])


def test_letters_that_look_latin_are_taken_for_seats() -> None:
    """The first text is typed on a Russian keyboard, the second on an English one."""
    russian = (
        '[Seats "A B C D"] Round 1 {lead А} А:1-1 В:1-3 С:3-5 {fix 2: В -> С} #F6 А В=[1-1] #OС S: А=0, В+D=2, АС=3'
    )
    english = (
        '[Seats "A B C D"] Round 1 {lead A} A:1-1 B:1-3 C:3-5 {fix 2: B -> C} #F6 A B=[1-1] #OC S: A=0, B+D=2, AC=3'
    )
    assert write(read(russian)) == write(read(english))


def test_lookalikes_without_named_seats() -> None:
    assert write(read("A:1-1 В:1-3 А:1-5")) == "A:1-1 B:1-3 A:1-5\n"
    assert write(read("А:1-1 В:1-3 С:1-5")) == "A:1-1 B:1-3 C:1-5\n"
    assert write(read("А:1-1 Б:1-3 В:1-5 Г:-")) == "А:1-1 Б:1-3 В:1-5 Г:-\n"


def test_seats_in_russian_letters_stay_as_they_are_declared() -> None:
    assert write(read('[Seats "А Б В Г"] А:1-1 Б:1-3 B:1-5')) == '[Seats "А Б В Г"]\n\nА:1-1 Б:1-3 В:1-5\n'


def test_a_complete_log_keeps_its_letters() -> None:
    text = '[Seats "A B"]\n[Log "complete"]\n\nА:1-1\n'
    assert write(read(text)) == text


def test_places_are_kept() -> None:
    game = read('[Set "D6"]\nRound 1\n  A:6-6 B:-')
    assert [item.place for item in game.rounds[0].items] == [Place(3, 3), Place(3, 9)]


@pytest.mark.parametrize(
    "text",
    [
        "+" * 1_000_000,
        "A:" + "6-6+" * 250_000,
        "{" * 200_000,
        "{a" * 200_000,
        "{event " + '{"a":' * 100_000,
        '{event {"ev":"adjust","side":"A","points":' + "[" * 100_000 + "}}",
        "{" + "\\" * 1_000_001,
        '"' + "a" * 1_000_000,
        "[" * 500_000,
        "A=[" + "0-0 " * 250_000,
        "A:6-6=" + "9" * 1_000_000,
        "{undo " + "9" * 1_000_000 + "}",
        "\0" * 1_000_000,
        "A:- " * 120_000,
        "S: " + "A=1," * 250_000,
    ],
    ids=lambda text: f"{text[:12]!r}...",
)
def test_monstrous_texts_get_a_sentence_at_once(text: str) -> None:
    with pytest.raises(EngineError):
        read(text)
