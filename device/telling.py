"""Prints what happens in a game: sentences for people, or one JSON object a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from device.arguments import wrapped
from device.errors import UserError
from device.narration import Narrator
from device.texts import Language
from engine.events import Event, MatchOver, Rescored, Scored, Seat
from engine.rulesets import RuleSet


class Teller:
    """Writes events to `out` as they come, and warnings to `errors`; `with_times` a sentence says when."""

    def __init__(
        self,
        seats: Sequence[Seat],
        rules: RuleSet,
        lang: Language,
        as_json: bool,
        out: TextIO,
        errors: TextIO,
        *,
        with_times: bool = True,
    ) -> None:
        self._told: list[Event] = []
        self._narrator = Narrator(seats, rules, self._told)
        self._with_times = with_times
        self._lang, self._as_json, self._out, self._errors = lang, as_json, out, errors

    def tell(self, events: Sequence[Event]) -> None:
        """Writes events, each a line."""
        for event in events:
            self._told.append(event)
            if self._as_json:
                print(event.to_line(), file=self._out)
            elif (sentence := self._narrator.sentence(event, self._lang)) is not None:
                self._tell(event, sentence)
        self._out.flush()

    def _tell(self, event: Event, sentence: str) -> None:
        """Writes a sentence; below a score and the end of the match, how it came about."""
        start = f"{_clock(event.t)}  " if self._with_times else ""
        print(start + sentence, file=self._out)
        reason = self._narrator.reason(event) if isinstance(event, Scored | Rescored | MatchOver) else None
        if reason is not None:
            print(wrapped(reason[self._lang], " " * (len(start) + 2)), file=self._out)

    def warn(self, error: UserError) -> None:
        """Writes a warning: something is wrong, and the game goes on."""
        print(error.sentence(self._lang), file=self._errors)


def _clock(t: float) -> str:
    """Seconds as minutes and seconds: " 1:03"."""
    return f"{int(t) // 60:2d}:{int(t) % 60:02d}"
