"""What stands in braces: times, corrections, events without a sign of their own, and comments."""

from __future__ import annotations

import math
import re

from engine.dpn.model import (
    Bone,
    Change,
    Clock,
    Comment,
    Desync,
    Fix,
    Item,
    Noted,
    Number,
    Resync,
    Undo,
    What,
)  # fmt: skip
from engine.dpn.places import JsonError, error_at, json_at, moved_to
from engine.dpn.scanner import Scanner
from engine.errors import EngineError
from engine.events import from_json

NUMBER = r"-?\d{1,18}(?:\.\d{1,25})?(?:[eE][-+]?\d{1,3})?"

_CLOCK = re.compile(rf"\{{t ({NUMBER})\}}")
_SEQ = re.compile(r"\{seq (\d{1,15})\}")
_CONFIDENCE = re.compile(rf"[ \t]*\{{conf ({NUMBER}(?: {NUMBER})*)\}}")
_EVENT = re.compile(r"\{event\s*(?=\{)")
_FIX = re.compile(r"\{fix\s+(\d{1,15})\s*:\s*")
_UNDO = re.compile(r"\{undo(?:\s+(\d{1,15}))?\}")
_DESYNC = re.compile(r"desync(?: |$)")
_ALMOST = re.compile(r"(?:t|seq|fix|undo|conf)\s+-?\d|event\s*\{")
_LEAD = re.compile(r'[ \t]*\{lead (?:(\d{1,2})-(\d{1,2})|(\w+)|(?="))')
_HEAD_CLOCK = re.compile(rf"[ \t]*\{{t ({NUMBER})\}}")
_COMMENT = re.compile(r"\{((?:[^{}\\]++|\\[\s\S])*+)\}")
_ESCAPED = re.compile(r"\\([{}\\])")
_CLOSE = re.compile(r"\s*\}")
_ARROW = re.compile(r"\s*(?:->|→)\s*")
_CHANGED = re.compile(r"(\d{1,2}-\d{1,2}|\?-\?)(?!\w)|@([LRUD]|T\d{1,3}|\?)(?!\w)|(\?|\w+)(?!\w)")
_COMMA = re.compile(r"\s*,\s*")


def note(scan: Scanner) -> Item:
    """What stands in the braces that begin here.

    Raises:
        NotationError: they are not closed, or say something that makes no sense.
    """
    place = scan.place()
    if found := scan.take(_CLOCK):
        return Clock(_number(scan, found.group(1)), place=place)
    if found := scan.take(_SEQ):
        return Number(int(found.group(1)), place=place)
    if found := scan.take(_UNDO):
        return Undo(int(found.group(1)) if found.group(1) else None, place=place)
    if scan.sees(_EVENT):
        return _event(scan)
    if scan.sees(_FIX):
        return _fix(scan)
    text = _comment(scan)
    if text == "resync":
        return Resync(place=place)
    if found := _DESYNC.match(text):
        return Desync(text[found.end() :], place=place)
    if _ALMOST.match(text):
        raise error_at(
            place,
            "notes are written like {t 12.4}, {seq 12}, {fix 12: 3-5 -> 3-6}, {undo 12}, and {conf 0.9} after a turn",
            "пометки пишут так: {t 12.4}, {seq 12}, {fix 12: 3-5 -> 3-6}, {undo 12}, а {conf 0.9} сразу после хода",
        )
    return Comment(text, place=place)


def _number(scan: Scanner, text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise scan.fail(f"{text} is too large", f"{text} — слишком большое число")
    return value


def confidence(scan: Scanner, tiles: int) -> tuple[float, ...]:
    """How sure the tiles of a turn were read, when that is said right after it.

    Raises:
        NotationError: it is said of more or fewer tiles than were laid.
    """
    start, found = scan.at, scan.take(_CONFIDENCE)
    if not found:
        return ()
    values = tuple(_number(scan, word) for word in found.group(1).split())
    if len(values) != tiles:
        raise scan.fail(
            f"{len(values)} confidences are given for {tiles} tiles",
            f"достоверностей дано {len(values)}, а костей {tiles}",
            start,
        )
    return values


def round_notes(scan: Scanner) -> tuple[float | None, str | Bone | None]:
    """When a round began, and who leads it or which tile does, as far as its first line says so."""
    clock = scan.take(_HEAD_CLOCK)
    t = _number(scan, clock.group(1)) if clock else None
    start, found = scan.at, scan.take(_LEAD)
    if not found:
        return t, None
    lead: str | Bone | None = found.group(3)
    if lead is None and found.group(1) is None:
        lead = scan.string()
    elif lead is None:
        lead = Bone(int(found.group(1)), int(found.group(2)))
    if not scan.takes("}"):
        raise scan.fail(
            "who leads is written like {lead A} or {lead 1-1}", "заход пишут так: {lead A} или {lead 1-1}", start
        )
    return t, lead


def _event(scan: Scanner) -> Noted:
    place, start, found = scan.place(), scan.at, scan.take(_EVENT)
    assert found is not None  # the caller has seen it
    at = scan.at
    try:
        data, scan.at = json_at(scan.text, at)
    except JsonError as error:
        raise scan.fail("this is no event in JSON", "это не событие в JSON", error.at) from None
    if not scan.take(_CLOSE):
        raise scan.fail("the braces are not closed", "фигурная скобка не закрыта", start)
    try:
        return Noted(from_json({"seq": 0, "t": 0.0, **data}), place=place)
    except EngineError as error:
        raise moved_to(scan.place(at), error) from None
    except RecursionError:
        raise scan.fail("this is nested too deep", "слишком глубокая вложенность", at) from None


def _fix(scan: Scanner) -> Fix:
    place, start, found = scan.place(), scan.at, scan.take(_FIX)
    assert found is not None  # the caller has seen it
    changes: list[Change] = []
    inferred = False
    while not scan.take(_CLOSE):
        if changes and not scan.take(_COMMA):
            raise scan.fail("the braces are not closed", "фигурная скобка не закрыта", start)
        if changes and scan.takes("inferred"):
            inferred = True
            continue
        change = _change(scan)
        if any(change.what == other.what for other in changes):
            raise scan.fail("a correction changes each thing once", "поправка меняет каждое один раз")
        changes.append(change)
    if not changes:
        raise scan.fail("what is corrected is missing", "не сказано, что поправить")
    return Fix(int(found.group(1)), tuple(changes), inferred, place=place)


def _change(scan: Scanner) -> Change:
    what, first = _changed(scan)
    was = None
    if scan.take(_ARROW):
        was = first
        kind, first = _changed(scan)
        if kind != what:
            raise scan.fail(
                "a tile is corrected to a tile, an end to an end and a seat to a seat",
                "кость поправляют на кость, конец на конец, место на место",
            )
    if first == "?" or first == "?-?":
        raise scan.fail("it is not said what holds now", "не сказано, что верно теперь")
    return Change(what, first, was)


def _changed(scan: Scanner) -> tuple[What, str]:
    text = scan.string()
    if text is not None:
        return "seat", text
    found = scan.take(_CHANGED)
    if not found:
        raise scan.fail("a correction is written like {fix 12: 3-5 -> 3-6}", "поправку пишут так: {fix 12: 3-5 -> 3-6}")
    if found.group(1) is not None:
        return "tile", found.group(1)
    return ("end", found.group(2)) if found.group(2) is not None else ("seat", found.group(3))


def _comment(scan: Scanner) -> str:
    start, found = scan.at, scan.take(_COMMENT)
    if not found:
        raise scan.fail(
            "the comment that begins here is not closed by } (a brace in it is written \\{ or \\})",
            "начатое здесь примечание не закрыто знаком } (скобку внутри пишут \\{ или \\})",
            start,
        )
    return _ESCAPED.sub(r"\1", found.group(1))
