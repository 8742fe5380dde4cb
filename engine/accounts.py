"""How points are written to the account of one side (rules.md 1.4, D-04 to D-08, D-26)."""

from __future__ import annotations

from dataclasses import replace

from engine.ledger import Account, Ruling
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


def held_back(side: str, account: Account, points: int, rules: RuleSet) -> Ruling | None:
    """Why an account does not take these points as they are, where it does not."""
    if not points or (rules.open_at and not account.open):
        return None
    if rules.get_in and not account.open and points < rules.get_in:
        return Ruling("account.not_in", side, points, terms=(rules.get_in,))
    total = account.score + points
    if limited(total, account.score, rules) == total:
        return None
    if total < 0:
        return Ruling("account.stops_at_zero", side, points, terms=(account.score,))
    return Ruling("account.past_limit", side, points, terms=(account.score, rules.limit))
