"""Who plays next: winners stay, losers give up their places to those who wait («на вылет»; rules.md 1.6, 1.11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.errors import RulesError
from engine.events import MatchOver, Seat
from engine.rulesets import RuleSet
from engine.sides import members, sides_of

Team = tuple[str, ...]
"""The names of those who play together: a player, or a pair."""


@dataclass(frozen=True)
class Queue:
    """Who sits at the table, by side ("A", "A+C"), and who waits, the next one first."""

    table: Mapping[str, Team]
    waiting: tuple[Team, ...] = ()

    def after(self, over: MatchOver) -> Queue:
        """Who plays the next match: each side that lost leaves, as long as somebody waits, and goes to the end.

        A drawn match replaces nobody.
        """
        table, waiting = dict(self.table), list(self.waiting)
        losers = [side for side in over.losers if side in table]
        for side in losers[: len(self.waiting)]:
            waiting.append(table[side])
            table[side] = waiting.pop(0)
        return Queue(table, tuple(waiting))

    def joined(self, team: Iterable[str]) -> Queue:
        """The queue with one more team at its end."""
        return replace(self, waiting=(*self.waiting, tuple(team)))

    def left(self, team: Iterable[str]) -> Queue:
        """The queue without a team that does not want to wait any longer."""
        return replace(self, waiting=tuple(waits for waits in self.waiting if waits != tuple(team)))

    @property
    def playing(self) -> dict[str, str]:
        """The name of the player at each seat, seats in turn order."""
        names = {
            seat: name for side, team in self.table.items() for seat, name in zip(members(side), team, strict=True)
        }
        return dict(sorted(names.items()))

    def seated(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """The same seats with those who play now; a place keeps its edge of the table."""
        playing = self.playing
        return tuple(
            seat if seat.name == playing[seat.id] else replace(seat, name=playing[seat.id], name_ru=None)
            for seat in seats
        )


def queue_of(rules: RuleSet, seats: Iterable[Seat], waiting: Iterable[Iterable[str]] = ()) -> Queue:
    """The queue of a table where these players sit, and these teams wait.

    Raises:
        RulesError: a team that waits is not as large as those at the table.
    """
    names = {seat.id: seat.name for seat in seats}
    table: dict[str, Team] = {}
    for seat, side in sides_of(rules, tuple(names)).items():
        table[side] = (*table.get(side, ()), names[seat])
    size = max(map(len, table.values()), default=1)
    teams = tuple(tuple(team) for team in waiting)
    wrong = next((team for team in teams if len(team) != size), None)
    if wrong is not None:
        shown = ", ".join(wrong)
        raise RulesError(
            f"{shown}: a team that waits must have {size} {'player' if size == 1 else 'players'}",
            f"{shown}: ждать места должны {'по одному' if size == 1 else 'парами'}",
        )
    return Queue(table, teams)
