"""What sides are called after a match (rules.md 1.4, 1.6, 1.11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.ledger import Ledger, Title, TitleName
from engine.rulesets import RuleSet

LOSERS_ARE_CALLED: Mapping[str, TitleName] = {
    "kozel": "kozel",
    "osel": "osel",
    "sea": "sea_kozel",
    "bald_kozel": "sea_kozel",
    "saltykov": "worker_kozel",
    "general": "general",
}
"""By the option `titles`: who loses on points, and wherever nothing more special is said."""


def titles_of(
    losers: Iterable[str], ledger: Ledger, rules: RuleSet, special: TitleName | None = None
) -> tuple[Title, ...]:
    """The losers' titles, decorated with the eggs of the match where the rules weigh them (D-38).

    Args:
        special: a title for how they lost, in place of the ordinary one.
    """
    name = special or LOSERS_ARE_CALLED.get(rules.titles)
    if name is None:
        return ()
    return tuple(ledger.title(side, name, weighed=rules.eggs == "weight") for side in losers)
