"""Where in a text something stands, and errors that say so."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, NoReturn

from engine.errors import EngineError
from engine.tiles import NotationError

LONGEST_CLAUSE = 600


@dataclass(frozen=True, order=True)
class Place:
    """A line and a column of a text, both from 1; columns are characters."""

    line: int = 1
    column: int = 1


def error_at(place: Place, en: str, ru: str) -> NotationError:
    """The error that a text is malformed at this place."""
    where = (f"line {place.line}, column {place.column}", f"строка {place.line}, столбец {place.column}")
    return NotationError(f"{where[0]}: {_shortened(en)}", f"{where[1]}: {_shortened(ru)}")


def moved_to(place: Place, error: EngineError) -> NotationError:
    """An error of the engine, with the place of the text that it is about."""
    return error_at(place, error.text.en, error.text.ru)


def _shortened(clause: str) -> str:
    return clause if len(clause) <= LONGEST_CLAUSE else clause[: LONGEST_CLAUSE - 1] + "…"


def text_of(data: bytes) -> str:
    """The text of a file in UTF-8; a byte order mark is left out.

    Raises:
        NotationError: it is no UTF-8; the place is that of the first wrong byte.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8-sig", "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise error_at(Place(line, column), "this is no text in UTF-8", "это не текст в кодировке UTF-8") from None


class JsonError(ValueError):
    """JSON that cannot be read; `at` is where in the text."""

    def __init__(self, at: int) -> None:
        super().__init__("no JSON")
        self.at = at


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")


def _finite(word: str) -> float:
    value = float(word)
    return value if math.isfinite(value) else _refuse(word)


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


def json_at(text: str, at: int) -> tuple[Any, int]:
    """The JSON value that begins at a place of a text, and where it ends. Only what JSON itself knows is taken.

    Raises:
        JsonError: there is none, or it is nested too deep.
    """
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise JsonError(error.pos) from None
    except (ValueError, RecursionError):
        raise JsonError(at) from None
