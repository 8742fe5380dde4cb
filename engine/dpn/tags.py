"""The tags of a game and the set-up of its match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine import rulesets
from engine.dpn.model import Game, Tag
from engine.dpn.places import Place, error_at, moved_to
from engine.errors import EngineError
from engine.events import Seat, Setup
from engine.rulesets import RuleSet
from engine.tiles import NotationError, TileSet

EDGES: tuple[Literal["N", "E", "S", "W"], ...] = ("N", "E", "S", "W")
LOG = Tag("Log", "complete")


def tags_of(setup: Setup) -> tuple[Tag, ...]:
    """The tags that tell a set-up."""
    tags = [Tag("Set", str(setup.set)), Tag("Rules", str(setup.rules)), Tag("Dir", setup.rules.dir)]
    if setup.seats:
        tags.append(Tag("Seats", _listed({seat.id: seat.name for seat in setup.seats})))
    russian = {seat.id: seat.name_ru for seat in setup.seats if seat.name_ru is not None}
    edges = {seat.id: seat.edge for seat in setup.seats if seat.edge is not None}
    tags += [Tag("Seats.ru", _listed(russian))] if russian else []
    return (*tags, Tag("Edges", _listed(edges))) if edges else tuple(tags)


def _listed(texts: Mapping[str, str]) -> str:
    """`A:Masha B:Alex`; with commas where a name has blanks in it."""
    entries = [f"{key}:{text}" for key, text in texts.items()]
    return (", " if any(" " in entry for entry in entries) else " ").join(entries)


def setup_of(game: Game, seq: int = 1, t: float = 0.0) -> Setup | None:
    """The set-up that the tags of a game tell; None where they name no rules.

    Raises:
        engine.tiles.NotationError: the rules, the set, the direction or the players make no sense.
    """
    tag = game.tag("Rules")
    if tag is None:
        return None
    rules = rules_of(game, tag)
    return Setup(seq, t, rules, rules.set, seats_of(game))


def rules_of(game: Game, tag: Tag) -> RuleSet:
    """The rules of the tag [Rules ...], with the set and the direction of the other tags.

    Raises:
        engine.tiles.NotationError: they make no sense.
    """
    try:
        rules = _named(tag.text)
        for key, option in (("Set", "set"), ("Dir", "dir")):
            other = game.tag(key)
            if other is not None and other.text != str(getattr(rules, option)):
                tag = other
                rules = rules.with_options(**{option: other.text})
    except EngineError as error:
        raise moved_to(tag.place, error) from None
    return rules


def _named(text: str) -> RuleSet:
    """The rules of that name; of a title that nobody knows all its words are said back."""
    name, *options = text.split() or [""]
    if name.partition("/")[0] not in rulesets.ids() and not all("=" in option for option in options):
        return rulesets.get(text)
    return rulesets.parse(text)


def set_of(game: Game) -> TileSet:
    """The set of the tag [Set ...]; double-six where there is none.

    Raises:
        engine.tiles.NotationError: there is no such set.
    """
    tag = game.tag("Set")
    try:
        return TileSet.parse(tag.text) if tag else TileSet()
    except EngineError as error:
        assert tag is not None
        raise moved_to(tag.place, error) from None


def without_signs(rules: RuleSet, place: Place) -> NotationError:
    """The error that a text by hand tells a game of pairs: no turn says what is covered and turned over there."""
    return error_at(
        place,
        f"DPN has no signs for games of pairs ({rules.name.en}); such a game is kept only as a complete log, "
        "or as JSON Lines",
        f"для игры, где снимают пары ({rules.name.ru}), в DPN нет знаков; её хранят только полным журналом или "
        "в JSON Lines",
    )


def seats_of(game: Game) -> tuple[Seat, ...]:
    """The players of the tags [Seats ...], [Seats.ru ...] and [Edges ...], in turn order.

    Raises:
        engine.tiles.NotationError: a seat comes twice, is unknown, or has no such edge.
    """
    names = _entries(game.tag("Seats"))
    russian, edges = _entries(game.tag("Seats.ru")), _entries(game.tag("Edges"))
    for key, others in (("Seats.ru", russian), ("Edges", edges)):
        unknown = next((seat for seat in others if seat not in names), None)
        tag = game.tag(key)
        if unknown is not None and tag is not None:
            raise error_at(tag.place, f"there is no seat {unknown!r}", f"места {unknown!r} нет")
    seats = []
    for seat, name in names.items():
        edge = next((edge for edge in EDGES if edge == edges.get(seat)), None)
        tag = game.tag("Edges")
        if edge is None and seat in edges and tag is not None:
            raise error_at(tag.place, "an edge is N, E, S or W", "сторона стола — N, E, S или W")
        seats.append(Seat(seat, name, russian.get(seat), edge))
    return tuple(seats)


def ids_of(tag: Tag | None) -> tuple[str, ...]:
    """The seats that a tag names; what is wrong with it is said where the players are asked for."""
    try:
        return tuple(_entries(tag))
    except EngineError:
        return ()


def _entries(tag: Tag | None) -> dict[str, str]:
    if tag is None:
        return {}
    found: dict[str, str] = {}
    for entry in tag.text.split(",") if "," in tag.text else tag.text.split():
        seat, _, name = (part.strip() for part in entry.partition(":"))
        if not seat or seat in found:
            raise error_at(
                tag.place,
                "seats are written like A:Masha B:Alex, each once",
                "места пишут так: A:Маша B:Алекс, каждое раз",
            )
        found[seat] = name or seat
    return found
