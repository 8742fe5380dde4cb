"""A recording and the command line's wishes together make the set-up of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from device.errors import UsageError, UserError
from device.match_options import check_seats, parse_rules, parse_seats
from device.recording import Recording, RecordingError
from device.session import GameSetup
from device.shipped import shipped_folder
from engine import rulesets
from engine.errors import EngineError
from engine.events import Event, Seat, from_json
from engine.text import Text
from engine.tiles import TileSet

DEMO = "demo"


def setup_of(
    recording: Recording,
    rules: str | None = None,
    options: Sequence[str] = (),
    seats: str | None = None,
    tile_set: TileSet | None = None,
) -> GameSetup:
    """How to follow a recording; what is given here holds instead of what recording.toml says.

    The options that recording.toml sets belong to its own rules and are left out with others.

    Raises:
        UsageError: the rules, their options or the number of players make no sense.
        RecordingError: those of recording.toml do not.
    """
    info = recording.info
    if rules is None:
        _check_own_rules(recording, with_seats=seats is None)
    _check_set(rules or info.rules, tile_set, recording)
    own_options = info.options if rules in (None, info.rules) else {}
    chosen = parse_rules(rules or info.rules, own_options, options, tile_set or info.tile_set, info.copies)
    players = info.seats
    if seats is not None:
        players = _named_like(info.seats, parse_seats(seats, [seat.edge for seat in info.seats]))
    if not chosen.deal and not chosen.turns:
        players = players if seats is not None else ()
    check_seats(chosen, players)
    return GameSetup(
        title=Text(info.title, info.title_ru) if info.title_ru is not None else info.title,
        rules=chosen,
        seats=players,
        tile_set=chosen.set,
        copies=info.copies,
        outline=info.outline,
        stills=recording.stills,
    )


def _check_set(rules: str, tile_set: TileSet | None, recording: Recording) -> None:
    """Complains where nobody chose a set, and that of the recording has too few tiles for the game."""
    info = recording.info
    if tile_set is not None or rules not in rulesets.ids():
        return
    game, tiles = rulesets.get(rules), len(info.tile_set) * info.copies
    if any(seats * each > tiles for seats, each in game.deal):
        raise UsageError("usage.other_set", set=info.tile_set, id=rules, needs=game.set)


def _check_own_rules(recording: Recording, with_seats: bool) -> None:
    info = recording.info
    try:
        rules = parse_rules(info.rules, info.options, (), info.tile_set, info.copies)
        if with_seats:
            check_seats(rules, info.seats)
    except UsageError as error:
        raise RecordingError("recording.bad_rules", path=recording.path, why=error) from error


def _named_like(recorded: Sequence[Seat], given: Sequence[Seat]) -> tuple[Seat, ...]:
    """The given seats; one called like a seat's letter in the recording is that seat, with its name."""
    known = {seat.id: seat for seat in recorded}
    return tuple(replace(known[seat.name], edge=seat.edge) if seat.name in known else seat for seat in given)


def demo_recording() -> Path:
    """Where the shipped recording lies: in the project's datasets/, or where the installed package's data went.

    Raises:
        UserError: it is not there.
    """
    folder = shipped_folder(DEMO, "recording.toml")
    if folder is None:
        raise UserError("error.no_demo")
    return folder


def differences(events: Sequence[Event], truth: Sequence[dict[str, object]]) -> list[str]:
    """Where a log departs from the truth, one line each; times and confidences are not compared, and a field that the
    truth leaves out has its usual value."""
    seen = [_comparable(event.to_json()) for event in events]
    true = [_comparable(_complete(line)) for line in truth]
    found = []
    for number in range(max(len(seen), len(true))):
        one = seen[number] if number < len(seen) else None
        other = true[number] if number < len(true) else None
        if one != other:
            found.append(f"{number + 1}: {other} -> {one}")
    return found


def _complete(line: dict[str, object]) -> dict[str, object]:
    try:
        return from_json(line).to_json()
    except EngineError:
        return line  # no event, and so a difference


def _comparable(value: object) -> object:
    if isinstance(value, dict):
        return {key: _comparable(item) for key, item in value.items() if key not in ("t", "confidence")}
    return [_comparable(item) for item in value] if isinstance(value, list) else value
