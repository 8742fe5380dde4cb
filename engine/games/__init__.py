"""The games that are known, a file a family: their rule sets as data, and the functions that only they need.

A variant that recombines options is one more `RuleSet` in a family's PRESETS. A new way to score is a function in the
family's OUT or FISH, named by the option's value; a bonus that adds to any way of scoring goes to EXTRAS, and a rule
that looks at the board after a round (a wipe, an instant win) to AFTER. Functions in EXTRAS and AFTER are called in
every game, and do nothing unless their option is on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games import (
    caribbean,
    classic,
    count,
    free,
    general,
    jamaican,
    kolbasa,
    kozel,
    muggins,
    osel,
    pub,
    sea,
    solitaire,
    sport,
    telephone,
)
from engine.ledger import Aftermath, Charges, Ledger, RoundEnd
from engine.rulesets import RuleSet

Scoring = Callable[[RoundEnd, RuleSet], Charges]
Extra = Callable[[Charges, Ledger, RoundEnd, RuleSet], Charges]
SpecialRule = Callable[[Aftermath, RuleSet], Aftermath]


def _nothing(end: RoundEnd, rules: RuleSet) -> Charges:
    return Charges(dict.fromkeys(end.side_ids, 0), winner=end.winning_side)


PRESETS: tuple[RuleSet, ...] = (
    *free.PRESETS,
    *classic.PRESETS,
    *kozel.PRESETS,
    *sea.PRESETS,
    *general.PRESETS,
    *osel.PRESETS,
    *telephone.PRESETS,
    *muggins.PRESETS,
    *pub.PRESETS,
    *sport.PRESETS,
    *caribbean.PRESETS,
    *jamaican.PRESETS,
    *kolbasa.PRESETS,
    *count.PRESETS,
    *solitaire.PRESETS,
)

OUT: Mapping[str, Scoring] = {
    "nothing": _nothing,
    **classic.OUT,
    **kozel.OUT,
    **general.OUT,
    **telephone.OUT,
    **muggins.OUT,
    **jamaican.OUT,
}

FISH: Mapping[str, Scoring] = {
    **general.FISH,
    **classic.FISH,
    **kozel.FISH,
    **telephone.FISH,
    **muggins.FISH,
    **sport.FISH,
    **jamaican.FISH,
}

EXTRAS: tuple[Extra, ...] = (*sea.EXTRAS, *kozel.EXTRAS, *caribbean.EXTRAS, *pub.EXTRAS, *telephone.EXTRAS)

AFTER: tuple[SpecialRule, ...] = (
    *sea.AFTER,
    *jamaican.AFTER,
)
