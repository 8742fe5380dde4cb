"""Who played: the entry to the inference (see `engine.inference.model` for what it weighs)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import LogError
from engine.inference.evidence import OUT_OF_REACH, Evidence, Found
from engine.inference.hands import KnownHands
from engine.inference.model import Assignment, Inference, Odds, Table, Turn, Violation
from engine.inference.search import STEPS, Search
from engine.text import quoted


def infer(table: Table, turns: Sequence[Turn], odds: Odds | None = None, steps: int = STEPS) -> Inference | None:
    """Finds who played. None where no assignment is possible at all: seats that are certain contradict each other.

    After so many steps it is no longer exact, and says so (`Inference.is_exact`); without a reveal and with doubtful
    evidence a round of four may come to that.

    Raises:
        LogError: a leader, a hand or a likelihood names a seat that is not there.
    """
    _check(table, turns)
    known = Evidence(table, turns, odds or Odds())
    found, is_exact = _search(known, steps)
    if not found:
        return None
    near = [one for one in found[1:] if one.log_probability > found[0].log_probability + OUT_OF_REACH]
    return Inference(_assignment(table, found[0]), _assignment(table, near[0]) if near else None, is_exact)


def _search(known: Evidence, steps: int) -> tuple[list[Found], bool]:
    """The best assignment, and the best that names other seats where there is one within reach; and if that is sure."""
    hands = KnownHands(known) if known.hands_known else None
    free = hands.best() if hands is not None else []
    if hands is not None and free and known.later[0] + known.mildest <= free[0].evidence + OUT_OF_REACH:
        return free, hands.is_exact  # no evidence speaks for a mistake
    search = Search(known)
    found = search.run(steps)
    if not free or not found or not found[0].is_clean:
        return found, search.is_exact
    # how freely players chose is weighed between assignments without a mistake only
    chosen = free[0].log_probability - free[0].evidence - known.all_deals
    told = {one.seats for one in free}
    mistaken = [one for one in found if not one.is_clean and one.seats not in told]
    mistaken = [one._replace(log_probability=one.log_probability + chosen) for one in mistaken]
    exact = search.is_exact and hands is not None and hands.is_exact
    return sorted([*free, *mistaken], key=lambda one: -one.log_probability)[:2], exact


def _check(table: Table, turns: Sequence[Turn]) -> None:
    named = {*table.revealed, *(seat for turn in turns for seat in turn.seats or ())}
    if table.leader is not None:
        named.add(table.leader)
    for seat in sorted(named - set(table.seats)):
        known = ", ".join(table.seats)
        raise LogError(
            f"there is no seat {seat!r}; the seats are {known}", f"места {quoted(seat)} нет; есть места {known}"
        )


def _assignment(table: Table, found: Found) -> Assignment:
    names = table.seats
    return Assignment(
        tuple(names[step.seat] for step in found.steps),
        tuple(tuple(names[seat] for seat in step.passers) for step in found.steps),
        tuple(
            Violation(kind, turn, names[seat]) for turn, step in enumerate(found.steps) for kind, seat in step.mistakes
        ),
        found.log_probability,
    )
