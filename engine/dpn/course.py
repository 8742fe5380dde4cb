"""The course of a game as its log tells it: what a sign leans on, so that it need not say everything.

Reader and writer walk through a log with the same `Course`; so what one leaves out, the other fills in.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from engine.errors import EngineError
from engine.events import (
    Dealt,
    Event,
    Fixed,
    LaidTile,
    Played,
    Rescored,
    Setup,
    Undone,
)
from engine.fold import apply, begin, fold, node_of
from engine.line import Line
from engine.rulesets import get
from engine.state import MatchState
from engine.tiles import NotationError

MOST_WORK = 20_000_000
"""Steps that corrections may cost in all; even a long match stays far below it."""
CORRECTIONS = (Fixed, Rescored, Undone)
TABLES_FULL = 4
"""More tiles than this many sets lie in no round."""


def misfit() -> NotationError:
    """The error that an event cannot come here."""
    return NotationError("this does not follow from the game so far", "это не следует из того, что было в игре раньше")


class Budget:
    """What corrections may cost, so that no text takes forever."""

    def __init__(self) -> None:
        self._left = MOST_WORK

    def spend(self, steps: int) -> None:
        """So many steps are taken.

        Raises:
            NotationError: there are not so many left.
        """
        self._left -= steps
        if self._left < 0:
            raise NotationError("too many corrections", "слишком много поправок")


class Course:
    """What the events so far say.

    Attributes:
        seq: the number of the last event.
        t: when it happened.
        mirrored: the round's first tile was written with its smaller half first, so that L and R are the other way.
    """

    def __init__(self) -> None:
        self.seq = 0
        self.t = 0.0
        self.mirrored = False
        self._kept: list[Event] = []
        self._setups: list[int] = []
        self._deals: list[tuple[int, int]] = []
        self._laid = 0
        self._state = begin(get("free"))
        self._stale = False
        self._budget = Budget()

    @property
    def state(self) -> MatchState:
        """The match now; of earlier rounds only what the present one needs.

        Raises:
            NotationError: a correction makes no sense, or there are too many of them.
        """
        if self._stale:
            self._refold()
        return self._state

    @property
    def line(self) -> Line:
        """The line of play of this round."""
        return self.state.line

    def add(self, event: Event) -> None:
        """One more event.

        Raises:
            NotationError: it cannot come here.
        """
        if event.seq <= self.seq:
            raise NotationError(
                f"event {event.seq} comes after event {self.seq}", f"событие {event.seq} стоит после события {self.seq}"
            )
        self.seq, self.t = event.seq, event.t
        if isinstance(event, Undone):
            self._take_back(event.target)
        else:
            self._keep(event)

    def skip_to(self, seq: int) -> None:
        """The next event has this number.

        Raises:
            NotationError: an event before has it, or a higher one.
        """
        if seq <= self.seq:
            raise NotationError(
                f"event {seq} comes after event {self.seq}", f"событие {seq} стоит после события {self.seq}"
            )
        self.seq = seq - 1

    def _keep(self, event: Event) -> None:
        if isinstance(event, Setup):
            self._setups.append(len(self._kept))
        elif isinstance(event, Dealt):
            self._deals.append((len(self._kept), self._laid))
            self._laid, self.mirrored = 0, False
        elif isinstance(event, Played):
            self._count(event)
        self._kept.append(event)
        if isinstance(event, CORRECTIONS):
            self._stale = True
        elif not self._stale:
            try:
                self._state = apply(self._state, event)
            except (LookupError, ValueError) as error:
                raise error if isinstance(error, EngineError) else misfit() from None

    def _count(self, event: Played) -> None:
        self._laid += len(event.tiles)
        rules = self._state.rules
        if self._laid > TABLES_FULL * len(rules.set) * rules.copies:
            raise NotationError("more tiles lie in this round than there are", "в этом кону костей больше, чем их есть")

    def _take_back(self, target: int) -> None:
        while self._kept and self._kept[-1].seq >= target:
            gone = self._kept.pop()
            self._stale = True
            if isinstance(gone, Played):
                self._laid -= len(gone.tiles)
            elif isinstance(gone, Setup):
                self._setups.pop()
            elif isinstance(gone, Dealt):
                self._laid = self._deals.pop()[1]

    def _refold(self) -> None:
        start = self._setups[-1] if self._setups else 0
        begun = self._deals[-1][0] if self._deals else 0
        events = self._kept[max(start, begun) :]
        if self._setups and begun > start:
            events = [self._kept[start], *events]
        self._state, self._stale = folded(events, self._budget), False

    def as_told(self, target: int) -> tuple[LaidTile | None, str | None]:
        """The first tile of event `target` and its seat, with the corrections so far."""
        at = bisect_left(self._kept, target, key=lambda event: event.seq)
        if at == len(self._kept) or self._kept[at].seq != target:
            return None, None
        event = self._kept[at]
        laid = event.tiles[0] if isinstance(event, Played) and event.tiles else None
        seat: str | None = getattr(event, "seat", None)
        for later in self._kept[at + 1 :]:
            if isinstance(later, Fixed) and later.target == target:
                seat = later.seat or seat
                if laid is not None:
                    laid = LaidTile(later.tile or laid.tile, later.end or laid.end)
        return laid, seat

    def lay(self, tiles: Sequence[LaidTile]) -> int:
        """The sum of the ends once these tiles lie; the line is left as it was."""
        line = self.line
        for laid in tiles:
            line.push_observed(node_of(line, laid))
        total = line.end_sum
        for _ in tiles:
            line.pop()
        return total


def work_of(events: Sequence[Event]) -> int:
    """About how many steps the fold of these events takes: each correction looks at all of them anew."""
    return len(events) * (1 + sum(isinstance(event, CORRECTIONS) for event in events))


def folded(events: Sequence[Event], budget: Budget) -> MatchState:
    """The fold of events that may be nonsense, at the cost of a budget.

    Raises:
        NotationError: they make no sense, or the budget does not suffice.
    """
    budget.spend(work_of(events))
    try:
        return fold(events)
    except (LookupError, ValueError) as error:
        raise error if isinstance(error, EngineError) else misfit() from None
