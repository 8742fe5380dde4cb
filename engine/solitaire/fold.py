"""How the events of a board of pairs change the state of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.event import Event
from engine.solitaire.course import Course
from engine.solitaire.deals import lay_anew, lay_out
from engine.solitaire.events import BoardEnded, LaidOut, Missed, PairTaken, Rotated, Shown
from engine.solitaire.pairs import Fault
from engine.solitaire.travolator import Travolator
from engine.state import MatchState


def _laid_out(state: MatchState, event: LaidOut) -> None:
    if event.again and state.board is not None:
        state.board = state.board.moved(lay_anew(state.rules, state.board.position, event.tiles))
    else:
        state.board = Course.begin(state.rules, state.seat_ids, lay_out(state.rules, event.tiles))
    state.phase = "playing"


def _shown(state: MatchState, event: Shown) -> None:
    if state.board is not None:
        state.board = state.board.moved(state.board.position.shown(event.place, event.tile))


def _pair_taken(state: MatchState, event: PairTaken) -> None:
    if state.board is None:
        return
    if event.reason is not None:
        state.board = state.board.at_fault(Fault(event.reason, event.tile))
    else:
        first, second = event.tiles
        state.board = state.board.taken(event.seat, first, second, event.places)


def _missed(state: MatchState, event: Missed) -> None:
    if state.board is not None:
        first, second = event.tiles
        state.board = state.board.missed(first, second, event.places)


def _rotated(state: MatchState, event: Rotated) -> None:
    if state.board is not None and isinstance(state.board.position, Travolator):
        state.board = state.board.moved(state.board.position.rotated())


def _board_ended(state: MatchState, event: BoardEnded) -> None:
    state.phase = "ended"


HANDLERS: dict[type[Event], Callable[[MatchState, Any], None]] = {
    LaidOut: _laid_out, Shown: _shown, PairTaken: _pair_taken, Missed: _missed, Rotated: _rotated,
    BoardEnded: _board_ended,
}  # fmt: skip
