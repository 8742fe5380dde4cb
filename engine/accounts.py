"""How points are written to the account of one side (rules.md 1.4, D-04 to D-08, D-26)."""

from __future__ import annotations

from dataclasses import replace

from engine.ledger import Account
from engine.rulesets import RuleSet


def charge(account: Account, points: int, rules: RuleSet, carried: int = 0) -> Account:
    """Writes points: an account below `open_at` remembers them or drops them (D-04 to D-08)."""
    total = points + carried
    if account.open or not rules.open_at:
        return added(account, total, rules)
    weighed = total if rules.carry_opens else points
    if rules.open_by == "total":
        weighed += account.remembered
    if weighed >= rules.open_at:
        return Account(account.score + account.remembered + total, 0, True)
    return replace(account, remembered=account.remembered + total) if rules.below == "remember" else account


def added(account: Account, points: int, rules: RuleSet) -> Account:
    """The account with points on its score; the first ones must reach `get_in`, where the rules ask for it."""
    if not points or (rules.get_in and not account.open and points < rules.get_in):
        return account
    score = limited(account.score + points, account.score, rules)
    return replace(account, score=score, open=account.open or bool(rules.get_in))


def limited(score: int, before: int, rules: RuleSet) -> int:
    """A new score, kept within what the rules allow: not below zero (D-26), not past a limit that must be hit."""
    if rules.clamp_zero and score < 0:
        return 0
    return before if rules.exact and rules.limit and score > rules.limit else score
