"""The log of a match that is going on, and its fold: what everything that adds events has in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Self

from engine.corrections import not_undone
from engine.errors import LogError
from engine.events import Desynced, Event, Fixed, Rescored, Resynced, Seat, Setup, Undone
from engine.fold import apply, begin, fold
from engine.rulesets import RuleSet
from engine.state import MatchState
from engine.text import quoted


class MatchLog:
    """A growing log. Every method that adds events returns them, in order.

    Args:
        rules: the rule set.
        seats: the players in turn order; may be empty for `free`.
        draws_seen: every draw is reported by `draw`. Otherwise draws follow from the turn order as passes do, and in a
            game with a boneyard only the reveal can tell that somebody went out.

    Raises:
        engine.errors.RulesError: the rules are not played by that many.
    """

    def __init__(self, rules: RuleSet, seats: Sequence[Seat] = (), *, draws_seen: bool = False) -> None:
        if rules.deal:
            rules.dealt_each(len(seats))
        self.rules = rules
        self.draws_seen = draws_seen
        self._log: list[Event] = []
        self._seats = tuple(seats)
        self._folded: MatchState | None = begin(rules, self._seats)

    @classmethod
    def resume(cls, events: Iterable[Event], *, draws_seen: bool = False) -> Self:
        """One that goes on where a log ends.

        Raises:
            LogError: the log has no set-up.
        """
        log = list(events)
        setup = next((event for event in log if isinstance(event, Setup)), None)
        if setup is None:
            raise LogError(
                "this log has no set-up, so nobody knows its rules",
                "в журнале нет начала партии, и по каким правилам играли, неизвестно",
            )
        resumed = cls(setup.rules, setup.seats, draws_seen=draws_seen)
        resumed._log, resumed._folded = log, fold(log)
        return resumed

    @property
    def state(self) -> MatchState:
        """The fold of the log."""
        return self._state

    @property
    def _state(self) -> MatchState:
        """The fold of the log; after corrections it is made when it is asked for, so that many at once cost one."""
        if self._folded is None:
            self._folded = fold(self._log)
        return self._folded

    @property
    def events(self) -> tuple[Event, ...]:
        """The whole log."""
        return tuple(self._log)

    def seat_at(self, edge: str | None) -> str | None:
        """The seat at an edge of the table (N, E, S, W), where just one is there."""
        sitting = [seat.id for seat in self._seats if edge is not None and seat.edge == edge]
        return sitting[0] if len(sitting) == 1 else None

    def desync(self, reason: str, t: float) -> list[Event]:
        """The table and the log do not agree."""
        return [] if self._state.desync else [self._add(Desynced, t, reason=reason)]

    def resync(self, t: float) -> list[Event]:
        """The table and the log agree again."""
        return [self._add(Resynced, t)] if self._state.desync else []

    def _take_back(self, target: int, t: float) -> Event:
        """Event `target` and all after it no longer count.

        Raises:
            LogError: it does not count now, or is the set-up, without which nobody knows the rules.
        """
        if not any(event.seq == target and not isinstance(event, Setup) for event in not_undone(self._log)):
            raise LogError(f"there is no event {target} to take back", f"строки {target}, чтобы её отменить, нет")
        return self._add(Undone, t, target=target)

    def _add(self, make: Callable[..., Event], t: float, **fields: object) -> Event:
        if not self._log and make is not Setup:
            raise LogError("the match has not begun", "партия ещё не началась")
        event = make(seq=self._log[-1].seq + 1 if self._log else 1, t=t, **fields)
        corrects = isinstance(event, Undone | Fixed | Rescored)
        self._folded = None if corrects else apply(self._state, event)
        self._log.append(event)
        return event

    def _known(self, seat: str | None) -> str | None:
        if seat is not None and self._seats and seat not in self._state.seat_ids:
            known = ", ".join(self._state.seat_ids)
            raise LogError(
                f"there is no seat {seat!r}; the seats are {known}",
                f"места {quoted(seat)} нет; есть места {known}",
            )
        return seat
