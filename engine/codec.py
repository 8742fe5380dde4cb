"""Frozen dataclasses to plain JSON values and back, by their type hints."""

from __future__ import annotations

import dataclasses
import types
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine import rulesets
from engine.rulesets import RuleSet
from engine.text import quoted
from engine.tiles import NotationError, Tile, TileSet

KINDS_RU = {int: "целое число", float: "число", str: "текст", bool: "true или false"}


def encode(value: object) -> Any:
    """A JSON value: tiles, sets and rule sets as their text, dataclasses as objects, tuples as lists."""
    if isinstance(value, Tile | TileSet | RuleSet):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: encode(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    return value


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def decode(kind: Any, value: Any) -> Any:
    """The value of type `kind` that `encode` wrote.

    Raises:
        NotationError: the JSON has another shape.
        engine.errors.RulesError: it names unknown rules.
    """
    if get_origin(kind) in (Union, types.UnionType):
        inner = next(arg for arg in get_args(kind) if arg is not type(None))
        return None if value is None else decode(inner, value)
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            choices = ", ".join(map(str, get_args(kind)))
            raise NotationError(f"{value!r} is not one of {choices}", f"{quoted(str(value))} — ни одно из {choices}")
        return value
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise NotationError(f"a list was expected, not {value!r}", f"ожидался список, а не {quoted(str(value))}")
        return tuple(decode(get_args(kind)[0], item) for item in value)
    if kind in (Tile, TileSet, RuleSet):
        return _from_text(kind, value)
    if dataclasses.is_dataclass(kind):
        return _decode_object(kind, value)
    return _plain(kind, value)


def _from_text(kind: Any, value: Any) -> Any:
    if not isinstance(value, str):
        raise NotationError(f"a text was expected, not {value!r}", f"ожидался текст, а не {quoted(str(value))}")
    return rulesets.parse(value) if kind is RuleSet else kind.parse(value)


def _decode_object(kind: Any, value: Any) -> Any:
    if not isinstance(value, dict):
        raise NotationError(f"an object was expected, not {value!r}", f"ожидался объект, а не {quoted(str(value))}")
    fields = {field.name: field for field in dataclasses.fields(kind)}
    unknown = value.keys() - fields.keys()
    if unknown:
        raise NotationError(f"unknown field {min(unknown)!r}", f"неизвестное поле {quoted(str(min(unknown)))}")
    no_default = dataclasses.MISSING
    for name, field in fields.items():
        if name not in value and field.default is no_default:
            raise NotationError(f"the field {name!r} is missing", f"нет поля {quoted(str(name))}")
    hints = _hints(kind)
    return kind(**{name: decode(hints[name], item) for name, item in value.items()})


def _plain(kind: Any, value: Any) -> Any:
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise NotationError(
            f"{value!r} is no {kind.__name__}", f"{quoted(str(value))} — не {KINDS_RU.get(kind, kind.__name__)}"
        )
    return value
