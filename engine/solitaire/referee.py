"""The referee of a board of pairs: what the camera saw goes in, events come out."""

from __future__ import annotations

from collections.abc import Sequence

from engine.corrections import effective
from engine.errors import LogError
from engine.events import Event, Fixed, MatchOver, Setup, Undone
from engine.match_log import MatchLog
from engine.solitaire.course import Course
from engine.solitaire.deals import lay_anew, lay_out
from engine.solitaire.events import BoardEnded, LaidOut, Missed, PairTaken, Rotated, Shown
from engine.solitaire.travolator import Travolator
from engine.tiles import Tile

MOVES = (PairTaken, Missed, Rotated)


class PairsReferee(MatchLog):
    """Referees one game on a board. Every method returns the events that it added to the log, in order.

    A pair that may not go is recorded with its reason and counts as put back, so that the board in the state is always
    one that the rules allow.
    """

    def start(self, t: float = 0.0) -> list[Event]:
        """The set-up."""
        if self._log:
            return []
        return [self._add(Setup, t, rules=self.rules, set=self.rules.set, seats=self._seats)]

    def lay_out(self, tiles: Sequence[Tile | None], t: float) -> list[Event]:
        """The board was laid out; or, in a spider, what is left of it was laid anew.

        Args:
            tiles: what lies on each place in the board's order (Travolator: the top row, then the bottom one); None for
                a tile that lies face down.

        Raises:
            LogError: there are too many or too few tiles, or one lies twice or does not belong there.
        """
        events = self.start(t)
        if self._state.phase == "over":
            return events
        course = self._state.board
        if course is None:
            lay_out(self.rules, tiles)
            return [*events, self._add(LaidOut, t, tiles=tuple(tiles)), *self._end(t)]
        lay_anew(self.rules, course.position, tiles)
        overlooked = next(course.position.pairs(), ())
        return [self._add(LaidOut, t, tiles=tuple(tiles), again=True, overlooked=overlooked), *self._end(t)]

    def show(self, place: int, tile: Tile, t: float) -> list[Event]:
        """The tile on a place was turned face up, or is another one than was read before.

        Raises:
            LogError: no tile lies there, the tile cannot lie there, or the board is not laid out yet.
        """
        self._board().position.shown(place, tile)
        return [*self._reopened(t), self._add(Shown, t, place=place, tile=tile), *self._end(t)]

    def take(
        self, first: Tile, second: Tile, t: float, *, seat: str | None = None, places: Sequence[int] = ()
    ) -> list[Event]:
        """Two tiles were taken away; in Memory they were turned over, and are taken if they make a pair.

        Args:
            seat: who took them; None: whose turn it is.
            places: where the two lay, if that was seen.

        Raises:
            LogError: there is no such seat, or the board is not laid out yet.
        """
        course = self._board()
        if self._state.phase != "playing":
            return []
        seat = self._known(seat) or course.turn
        fault = course.judge(seat, first, second, places)
        fields = {"seat": seat, "tiles": (first, second), "places": tuple(places)}
        if fault is not None:
            return [self._add(PairTaken, t, **fields, legal=False, reason=fault.reason, tile=fault.tile)]
        kind = PairTaken if course.is_pair(first, second) else Missed
        return [self._add(kind, t, **fields), *self._end(t)]

    def rotate(self, t: float) -> list[Event]:
        """Travolator's rows moved one step.

        Raises:
            LogError: there are no rows to move.
        """
        position = self._board().position
        if not isinstance(position, Travolator):
            raise LogError("only Travolator's rows move", "ряды двигают только в «Траволаторе»")
        if self._state.phase != "playing":
            return []
        return [self._add(Rotated, t, overlooked=next(position.pairs(), ())), *self._end(t)]

    def undo(self, t: float, target: int | None = None) -> list[Event]:
        """Takes back event `target` and all after it; without `target` the last pair, miss or step of the rows.

        Raises:
            LogError: there is no such event to take back.
        """
        if target is None:
            log = effective(self._log)
            moves = [event for event in log if isinstance(event, MOVES) or (isinstance(event, LaidOut) and event.again)]
            if not moves:
                return []
            target = moves[-1].seq
        return [self._take_back(target, t)]

    def fix(self, target: int, t: float, *, seat: str) -> list[Event]:
        """Corrects who took the pair of event `target`; a game that is over is decided anew.

        A tile that was misread is put right by `show`, or by `undo` and another `take`.

        Raises:
            LogError: there is no such seat, or no such pair.
        """
        if target not in {event.seq for event in effective(self._log) if isinstance(event, PairTaken) and event.legal}:
            raise LogError(f"event {target} is no pair", f"строка {target} — не пара")
        self._known(seat)
        return [*self._reopened(t), self._add(Fixed, t, target=target, seat=seat), *self._end(t)]

    def _reopened(self, t: float) -> list[Event]:
        """Takes back the end of the game, for a correction may change it."""
        ends = [event.seq for event in effective(self._log) if isinstance(event, BoardEnded)]
        return [self._add(Undone, t, target=ended) for ended in ends]

    def _board(self) -> Course:
        if self._state.board is None:
            raise LogError("the board is not laid out yet", "поле ещё не выложено")
        return self._state.board

    def _end(self, t: float) -> list[Event]:
        course = self._board()
        outcome = course.outcome() if self._state.phase == "playing" else None
        if outcome is None:
            return []
        ended = self._add(BoardEnded, t, result=outcome.result, pairs=course.pairs)
        return [ended, self._add(MatchOver, t, losers=outcome.losers, winners=outcome.winners)]
