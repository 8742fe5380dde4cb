"""Whole event logs, a JSON object a line: what is damaged is refused with its place, a broken-off end is left out."""

from __future__ import annotations

from random import Random

import pytest

from engine import journal
from engine.events import Event
from engine.rulesets import parse
from engine.selfplay import play_round
from engine.tiles import NotationError
from tests.engine.support import FOUR


@pytest.fixture(scope="module")
def log() -> list[Event]:
    return play_round(parse("kozel.solo"), FOUR, Random(3))


def test_a_log_reads_back_as_it_was_written(log: list[Event]) -> None:
    text = journal.write(log)
    assert journal.read(text) == journal.Journal(tuple(log))
    assert journal.read(text.encode()) == journal.Journal(tuple(log))
    assert journal.read("\ufeff" + text.replace("\n", "\r\n\n")).events == tuple(log)
    assert journal.read(text.rstrip("\n")).events == tuple(log)
    assert journal.read("") == journal.Journal(())


@pytest.mark.parametrize("end", [b"", b"\0" * 40, b"\xd0", b'{"seq": 99, "t": 1.0, "ev": "res', b"["])
def test_a_line_broken_off_by_a_power_cut_is_left_out(log: list[Event], end: bytes) -> None:
    data = journal.write(log).encode()
    broken = data[:-20] if not end else data + end
    read = journal.read(broken)
    kept = log[:-1] if not end else log
    assert read.events == tuple(kept)
    assert read.note is not None
    assert read.note.en.startswith(f"line {len(kept) + 1} is broken off")
    assert read.note.ru.startswith(f"строка {len(kept) + 1} оборвана")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"seq": 3; "t": 1}', "line 3, column 10: this is no event in JSON"),
        ('  {"seq": 3, "t": 1.0, "ev": "resync"} x', "line 3, column 40: this is no event in JSON"),
        ('  {"seq": 3, "t": 1.0, "ev": "dance"}', "line 3, column 3: there is no event 'dance'"),
        ('{"seq": 3, "t": 1.0, "ev": "out"}', "line 3, column 1: the field 'seat' is missing"),
        ('{"seq": 3, "t": NaN, "ev": "resync"}', "line 3, column 1: this is no event in JSON"),
        ('{"seq": 3, "t": 1e999, "ev": "resync"}', "line 3, column 1: this is no event in JSON"),
        ('{"seq": 2, "t": 1.0, "ev": "resync"}', "line 3, column 1: event 2 comes after event 2"),
        ('{"seq": 3, "t": 1.0, "ev": "pass", "seat": "Z", "numbers": []}', "line 3, column 1: this does not follow"),
        ("[1, 2]", "line 3, column 1: an event is a JSON object, not [1, 2]"),
        ("\0\0\0", "line 3, column 1: this is no event in JSON"),
        ("[" * 100_000, "line 3, column 1: "),
        ("9" * 10_000, "line 3, column 1: "),
    ],
)
def test_any_other_damage_is_an_error_with_its_place(log: list[Event], line: str, sentence: str) -> None:
    lines = journal.write(log).splitlines()
    lines.insert(2, line)
    with pytest.raises(NotationError) as raised:
        journal.read("\n".join(lines))
    assert str(raised.value).startswith(sentence)
    assert raised.value.text.ru.startswith("строка 3, столбец ")


def test_a_log_that_is_no_text() -> None:
    with pytest.raises(NotationError, match="line 2, column 4: this is no text in UTF-8"):
        journal.read("\nёжи".encode() + b"\xff\n")


def test_a_whole_last_line_must_make_sense_even_without_its_end(log: list[Event]) -> None:
    with pytest.raises(NotationError, match=r"line \d+, column 1: there is no event None"):
        journal.read(journal.write(log) + "{}")


def test_a_correction_of_nothing_is_no_damage() -> None:
    text = '{"seq":1,"t":0.0,"ev":"fix","target":9,"tile":"6-4"}\n{"seq":2,"t":0.0,"ev":"undo","target":7}\n'
    assert len(journal.read(text).events) == 2


def test_names_may_hold_what_other_readers_take_for_ends_of_lines() -> None:
    text = '{"seq":1,"t":0.0,"ev":"desync","reason":"a\u2028b\u0085c"}\n'
    (event,) = journal.read(text).events
    assert journal.read(journal.write([event])).events == (event,)
