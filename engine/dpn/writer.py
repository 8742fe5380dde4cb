"""Writes DPN: the model of a game as its canonical text, which reads back as the same model."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from engine.dpn.model import (
    Bone,
    Change,
    Clock,
    Comment,
    Desync,
    End,
    Entry,
    Fix,
    Game,
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
)  # fmt: skip

WIDTH = 100
"""Lines of turns are broken before they get longer than this."""

_WORD = re.compile(r"\w+")
_SIDE = re.compile(r"\w+(?:\+\w+)*")
_SPECIAL = re.compile(r"[{}\\]")
_NEW_LINE = (End, Score, Noted, Fix, Undo, Desync, Resync)
_BEFORE = (Clock, Number)
_OWN_LINE = (Score, Noted)


def write(game: Game) -> str:
    """The canonical text of a game; it ends with an end of line unless it is empty."""
    parts = ["".join(f"{_tag(tag)}\n" for tag in game.tags)] if game.tags else []
    parts += [_round(one) for one in game.rounds]
    return "\n".join(parts)


def word(name: str) -> str:
    """A seat's name as it is written: bare where it is letters and digits, else in quotation marks."""
    return name if _WORD.fullmatch(name) else quoted(name)


def quoted(text: str) -> str:
    """A text in quotation marks."""
    return json.dumps(text, ensure_ascii=False)


def _tag(tag: Tag) -> str:
    return f"[{tag.key} {quoted(tag.text)}]"


def _round(one: Round) -> str:
    head = [] if one.number is None else [f"Round {one.number}"]
    if one.t is not None:
        head.append(f"{{t {one.t!r}}}")
    if one.lead is not None:
        head.append(f"{{lead {bone(one.lead) if isinstance(one.lead, Bone) else word(one.lead)}}}")
    lines = [" ".join(head)] if head else []
    return "".join(f"{line}\n" for line in [*lines, *_lines(one.items)])


def _lines(items: Iterable[Item]) -> list[str]:
    """The signs in lines: turns flow, ends and scores begin their own, and a time stays with what it is about."""
    lines: list[str] = []
    full, before = True, ""
    for item in items:
        text = before + sign(item)
        if isinstance(item, _BEFORE):
            before = f"{text} "
            continue
        before = ""
        if full or isinstance(item, _NEW_LINE) or len(lines[-1]) + 1 + len(text) > WIDTH:
            lines.append(text)
        else:
            lines[-1] += f" {text}"
        full = isinstance(item, _OWN_LINE)
    return [*lines, before.rstrip()] if before else lines


def sign(item: Item) -> str:
    """One sign of the notation."""
    match item:
        case Turn():
            return _turn(item)
        case End():
            return _end(item)
        case Reveal():
            return f"{word(item.seat)}=[{' '.join(map(bone, item.hand))}]"
        case Score():
            return f"{item.of}: {', '.join(map(_entry, item.entries))}"
        case Noted():
            return f"{{event {_json(item)}}}"
        case _:
            return f"{{{_note(item)}}}"


def bone(tile: Bone) -> str:
    """`5-2`, or `?-?` where nobody could read it."""
    return "?-?" if tile.touch is None else f"{tile.touch}-{tile.outer}"


def _laid(laid: Laid) -> str:
    arm = "" if laid.arm is None else f"@{laid.arm}"
    return f"{bone(laid.bone)}{arm}{'x' if laid.closed else ''}"


def _turn(turn: Turn) -> str:
    acts = [f"*{turn.drew}"] if turn.drew else []
    if turn.laid or turn.passed:
        acts.append("+".join(map(_laid, turn.laid)) if turn.laid else "-")
    text = f"{'?' if turn.seat is None else word(turn.seat)}:{','.join(acts)}"
    text += "" if turn.sum is None else f"={turn.sum}"
    text += "" if turn.points is None else f"/{turn.points}"
    text += "" if turn.reason is None else f"!{turn.reason}"
    text += "?" if turn.doubtful else ""
    return text + (f" {{conf {' '.join(map(repr, turn.confidence))}}}" if turn.confidence else "")


def _end(end: End) -> str:
    seat = "?" if end.seat is None else word(end.seat)
    match end.kind:
        case "F":
            return f"#F{','.join(map(str, end.numbers))} {seat}"
        case "V":
            return "#V"
        case _:
            return f"#{end.kind}{seat}"


def _entry(entry: Entry) -> str:
    side = entry.side if _SIDE.fullmatch(entry.side) else quoted(entry.side)
    parts = [] if entry.value is None else [entry.value]
    parts += [] if entry.title is None else [quoted(entry.title)]
    return f"{side}={' '.join(parts)}"


def _json(item: Noted) -> str:
    data = item.event.to_json()
    return json.dumps(
        {key: value for key, value in data.items() if key not in ("seq", "t")},
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _note(item: Item) -> str:
    match item:
        case Clock():
            return f"t {item.t!r}"
        case Number():
            return f"seq {item.seq}"
        case Fix():
            return f"fix {item.target}: {', '.join(map(_change, item.changes))}{', inferred' if item.inferred else ''}"
        case Undo():
            return "undo" if item.target is None else f"undo {item.target}"
        case Desync():
            return f"desync {_escaped(item.reason)}" if item.reason else "desync"
        case Resync():
            return "resync"
        case Comment():
            return _escaped(item.text)
        case _:
            raise TypeError(f"{item!r} does not stand in braces")


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _change(change: Change) -> str:
    texts = [text for text in (change.was, change.now) if text is not None]
    return " -> ".join(_changed(change.what, text) for text in texts)


def _changed(what: str, text: str) -> str:
    if what == "end":
        return f"@{text}"
    return text if what == "tile" or text == "?" else word(text)
