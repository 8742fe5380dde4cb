"""Seats by letters that look alike: a Russian keyboard writes «А», «В» and «С» where A, B and C are meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.dpn.model import Change, End, Entry, Fix, Game, Item, Reveal, Round, Score, Turn

_LATIN = str.maketrans("АВЕКМНОРСТХ", "ABEKMHOPCTX")


def with_known_seats(game: Game, declared: Iterable[str]) -> Game:
    """The game with each unknown seat as the known one that it looks like.

    Known are the seats that are declared. Where none are, all are Latin if all can be; else those that are.
    """
    known = tuple(declared) or _latin(_named(game))
    names = {seat.translate(_LATIN): seat for seat in known}
    strange = [name for name in _named(game) if name not in known]
    meant = {name: seat for name in strange if (seat := _meant(name, names)) is not None}
    return replace(game, rounds=tuple(_round(one, meant) for one in game.rounds)) if meant else game


def _latin(names: tuple[str, ...]) -> tuple[str, ...]:
    latin = tuple(name.translate(_LATIN) for name in names)
    return latin if all(map(str.isascii, latin)) else tuple(filter(str.isascii, names))


def _meant(name: str, names: Mapping[str, str]) -> str | None:
    """The seat, or the side of several seats, that a name looks like."""
    latin = name.translate(_LATIN)
    if latin in names:
        return names[latin]
    parts = latin.split("+") if "+" in latin else list(latin)
    if len(parts) < 2 or not all(part in names for part in parts):
        return None
    return ("+" if "+" in latin else "").join(names[part] for part in parts)


def _named(game: Game) -> tuple[str, ...]:
    """All names of seats and sides in the order of the signs."""
    found: dict[str, None] = {}
    for one in game.rounds:
        names = [one.lead] if isinstance(one.lead, str) else []
        names += [name for item in one.items for name in _names_in(item)]
        found |= dict.fromkeys(names)
    return tuple(found)


def _names_in(item: Item) -> list[str]:
    match item:
        case Turn() | End() | Reveal():
            return [] if item.seat is None else [item.seat]
        case Score():
            return [entry.side for entry in item.entries]
        case Fix():
            texts = [text for change in item.changes if change.what == "seat" for text in (change.was, change.now)]
            return [text for text in texts if text is not None]
        case _:
            return []


def _round(one: Round, meant: Mapping[str, str]) -> Round:
    lead = meant.get(one.lead, one.lead) if isinstance(one.lead, str) else one.lead
    return replace(one, lead=lead, items=tuple(_item(item, meant) for item in one.items))


def _item(item: Item, meant: Mapping[str, str]) -> Item:
    match item:
        case Turn() | End():
            return item if item.seat is None else replace(item, seat=meant.get(item.seat, item.seat))
        case Reveal():
            return replace(item, seat=meant.get(item.seat, item.seat))
        case Score():
            return replace(item, entries=tuple(_entry(entry, meant) for entry in item.entries))
        case Fix():
            return replace(item, changes=tuple(_change(change, meant) for change in item.changes))
        case _:
            return item


def _entry(entry: Entry, meant: Mapping[str, str]) -> Entry:
    return replace(entry, side=meant.get(entry.side, entry.side))


def _change(change: Change, meant: Mapping[str, str]) -> Change:
    if change.what != "seat":
        return change
    was = None if change.was is None else meant.get(change.was, change.was)
    return Change("seat", meant.get(change.now, change.now), was)
