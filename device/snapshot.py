"""The snapshot: all that a scoreboard page shows, as plain JSON values, built anew from the state each time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from device import standing
from device.narration import Narrator, in_all_languages
from device.texts import LANGUAGES, say
from engine import events as ev
from engine.state import MatchState
from engine.text import Text
from vision.layout import Layout
from vision.table import TableUpdate

Status = Literal[
    "WAITING", "HAND", "SETTLING", "STILL", "ILLEGAL", "DESYNC", "FISH", "ROUND OVER", "CAMERA LOST"
]  # fmt: skip
EVENTS_SHOWN = 40


@dataclass(frozen=True, eq=False)
class Shown:
    """The table as it is shown.

    Attributes:
        update: the newest still frame's.
        new: names of the tiles that were laid last.
        hands: rows of tiles that lie in front of a seat and are not in the line.
    """

    update: TableUpdate
    new: frozenset[int] = frozenset()
    hands: frozenset[int] = frozenset()


def status_of(state: MatchState, gate: Literal["HAND", "SETTLING", "STILL"], camera_lost: bool = False) -> Status:
    """The one word that is always visible (what needs a look first comes before what merely happens)."""
    if camera_lost:
        return "CAMERA LOST"
    if state.desync is not None:
        return "DESYNC"
    if state.phase in standing.SCORED:
        return "ROUND OVER"
    if state.phase == "waiting":
        return "WAITING" if gate == "STILL" else gate
    if state.phase == "ended":
        return "FISH" if state.round.termination == "fish" else "ROUND OVER"
    plays = state.round.play_events
    if plays and plays[-1].seq in state.round.illegal:
        return "ILLEGAL"
    if gate == "STILL" and not plays and state.rules.line != "none":
        return "WAITING"
    return gate


def build_snapshot(
    seq: int,
    t: float,
    title: str | Text,
    state: MatchState,
    log: Sequence[ev.Event],
    table: Shown | None,
    status: Status,
) -> dict[str, Any]:
    """The snapshot that pages get.

    Args:
        seq: grows with every snapshot.
        t: seconds since the start.
        log: all events so far; the last ones are told.
        table: None while no still frame was read.
    """
    rules = state.rules
    narrator = Narrator(state.seats, rules, log)
    return {
        "seq": seq,
        "t": round(t, 2),
        "status": status,
        "title": title.to_json() if isinstance(title, Text) else title,
        "rules": {"text": str(rules), "name": rules.name.to_json(), "limit": rules.limit, "rounds": rules.rounds},
        "round": state.round.number,
        "turn": state.turn,
        "carry": state.ledger.carry,
        "sides": standing.sides(state, narrator),
        "seats": standing.seats(state, narrator),
        "marks": standing.marks(state),
        "table": _table(table) if table is not None else None,
        "events": _events(log, narrator),
        "message": _message(state, log, status, narrator),
    }


def _table(table: Shown) -> dict[str, Any]:
    """The tiles by the names they keep from frame to frame, so that the page can follow them."""
    update, layout = table.update, table.update.layout
    names, in_line = update.names, set(update.line)
    problems = _problems(layout)
    line = next((line for line in layout.lines if set(line.tiles) & in_line), None)
    ends = line.open_ends if line is not None else ()
    return {
        "size": [int(side) for side in layout.scene.size],
        "tiles": [
            {
                "id": names[row],
                **_tile(layout, row),
                "part": "hand" if row in table.hands else "line" if row in in_line else "loose",
                "new": names[row] in table.new,
                "problem": problems.get(row),
            }
            for row in range(len(layout.scene))
        ],
        "junctions": [
            {"tiles": [names[row] for row in junction.tiles], "legal": junction.legal} for junction in layout.junctions
        ],
        "open_ends": [{"tile": names[end.tile], "half": end.half, "pips": end.pips} for end in ends],
        "pips": _pips(layout, in_line),
        "house": names[line.house] if line is not None and line.house is not None else None,
    }


def _tile(layout: Layout, row: int) -> dict[str, Any]:
    tile = layout.tile(row)
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in layout.scene.corners[row]]
    if tile is None:
        return {"tile": None, "halves": None, "face": "down", "corners": corners, "confidence": None}
    return {
        "tile": str(tile),
        "halves": [int(pips) for pips in layout.pips[row]],
        "face": "up",
        "corners": corners,
        "confidence": round(float(layout.confidence[row].prod()), 3),
    }


def _pips(layout: Layout, rows: Collection[int]) -> int:
    return sum(tile.pips for row in rows if (tile := layout.tile(row)) is not None)


def _problems(layout: Layout) -> dict[int, str]:
    """The kind of what is wrong with a tile, by row."""
    return {row: fault.kind for fault in layout.faults if fault.kind != "unsure" for row in fault.tiles}


def _events(log: Sequence[ev.Event], narrator: Narrator) -> list[dict[str, Any]]:
    told = []
    for event in log[-EVENTS_SHOWN:]:
        text = narrator.text(event)
        if text is not None:
            entry = {"seq": event.seq, "t": event.t, "ev": event.ev, "seat": getattr(event, "seat", None), "text": text}
            told.append(entry | {"why": narrator.reason(event)})
    return told


def _message(state: MatchState, log: Sequence[ev.Event], status: Status, narrator: Narrator) -> dict[str, str] | None:
    """What is wrong, or what the players should do now."""
    if status == "ILLEGAL":
        return narrator.reason(next(event for event in reversed(log) if isinstance(event, ev.Illegal)))
    if state.phase == "ended" and state.rules.scores:
        return in_all_languages("message.show_hands")
    if state.phase == "playing" and state.rules.scores and state.round.bazaar and state.round.plays:
        # With a boneyard only the open hands tell that somebody is out.
        last = state.round.plays[-1][0]
        if last is not None and state.tiles_left(last) == 0:
            return {lang: say("message.if_over", lang, name=narrator.name(last, lang)) for lang in LANGUAGES}
    if state.phase == "playing" and state.rules.line == "none":
        return in_all_languages("message.count_hands")
    if state.phase == "waiting" and state.round.number:
        return in_all_languages("message.deal_again")
    if status == "ROUND OVER" and state.phase == "scored":
        return in_all_languages("message.next_round")
    return None
