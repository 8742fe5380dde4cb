"""Whole event logs as text, one JSON object a line: the twin of DPN, written while a game runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.dpn.course import Course
from engine.dpn.places import JsonError, Place, error_at, json_at, moved_to, text_of
from engine.dpn.to_events import check
from engine.errors import EngineError
from engine.events import Event, from_json
from engine.text import Text


@dataclass(frozen=True)
class Journal:
    """The events of a log; `note` says so where a last line was left out that a power cut had broken off."""

    events: tuple[Event, ...]
    note: Text | None = None


def write(events: Iterable[Event]) -> str:
    """The log as text, a line for each event."""
    return "".join(f"{event.to_line()}\n" for event in events)


def read(data: bytes | str) -> Journal:
    """Reads a whole log. Empty lines are skipped; a last line that was broken off is left out, and the note says so.

    Raises:
        engine.tiles.NotationError: any other damage, with its line and column.
    """
    whole, rest = _whole_lines(data)
    course = Course()
    events: list[Event] = []
    lines = whole.split("\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            events.append(_event(line, number, course))
    note = None
    if rest.strip():
        try:
            text = text_of(rest)
            json_at(text, len(text) - len(text.lstrip()))
        except (EngineError, JsonError):
            note = _broken_off(len(lines))
        else:
            events.append(_event(text, len(lines), course))
    try:
        check(events)
    except EngineError as error:
        raise moved_to(Place(len(lines)), error) from None
    return Journal(tuple(events), note)


def _whole_lines(data: bytes | str) -> tuple[str, bytes]:
    """The lines that have an end, and what follows them."""
    given = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    end = given.rfind(b"\n") + 1
    return text_of(given[:end]), given[end:]


def _broken_off(number: int) -> Text:
    return Text(
        f"line {number} is broken off and was left out; that happens when the power fails",
        f"строка {number} оборвана и пропущена: так бывает, если пропадёт питание",
    )


def _event(line: str, number: int, course: Course) -> Event:
    """The event of a line, which has to follow from the course."""
    start = len(line) - len(line.lstrip())
    try:
        data, end = json_at(line, start)
    except JsonError as error:
        raise _no_event(Place(number, error.at + 1)) from None
    if line[end:].strip():
        raise _no_event(Place(number, end + 1 + len(line[end:]) - len(line[end:].lstrip())))
    try:
        event = from_json(data)
        course.add(event)
    except EngineError as error:
        raise moved_to(Place(number, start + 1), error) from None
    except RecursionError:
        raise _no_event(Place(number, start + 1)) from None
    return event


def _no_event(place: Place) -> EngineError:
    return error_at(place, "this is no event in JSON", "это не событие в JSON")
