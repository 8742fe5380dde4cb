"""Why the referee decided as it did: a sentence for each verdict and score, naming the rule it comes from.

What happened is told elsewhere; these sentences answer "and by which rule?", in English and in Russian.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine import events as ev
from engine.explain import scores, verdicts
from engine.explain.names import Names
from engine.rulesets import RuleSet
from engine.solitaire import explain as solitaire
from engine.text import Text

WRITERS: Mapping[type[ev.Event], Callable[[Any, RuleSet, Names], Text | None]] = {
    ev.Illegal: verdicts.illegal,
    ev.WrongPass: verdicts.wrong_pass,
    ev.Redealt: verdicts.redealt,
    ev.Fish: verdicts.fish,
    ev.Out: verdicts.out,
    ev.Closed: verdicts.closed,
    ev.Checked: verdicts.checked,
    ev.OverTime: verdicts.over_time,
    ev.Played: scores.played,
    ev.Passed: scores.passed,
    ev.Scored: scores.scored,
    ev.Voided: scores.voided,
    ev.Adjusted: scores.adjusted,
    ev.MatchOver: scores.match_over,
}


def why(event: ev.Event, rules: RuleSet, seats: Iterable[ev.Seat] = ()) -> Text | None:
    """The sentence that gives the reason of a verdict or score; None for an event that needs none."""
    names = Names(seats)
    if type(event) in solitaire.WRITERS:
        return solitaire.why(event, rules, names.by_seat())
    writer = WRITERS.get(type(event))
    text = writer(event, rules, names) if writer else None
    return text.as_sentence() if text is not None else None
