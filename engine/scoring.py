"""What a round is worth: hand values, who is charged what, and the account of a side (rules.md 1.2 to 1.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.rulesets import RuleSet
from engine.tiles import Tile

Termination = Literal["out", "fish", "closed"]


@dataclass(frozen=True)
class Account:
    """What stands on the board for one side: the score, and points remembered until the account is opened."""

    score: int = 0
    remembered: int = 0
    open: bool = False


@dataclass(frozen=True)
class RoundEnd:
    """How a round ended, and what every seat still held. `winner` went out; `fisher` blocked the line."""

    termination: Termination
    values: Mapping[str, int]
    winner: str | None = None
    fisher: str | None = None


@dataclass(frozen=True)
class Charges:
    """What a round changes: points for each seat, whose remembered points are lost, what is carried to the next round.

    `winner` is who won the round by the score; `tie`: a fish that nobody won or paid.
    """

    points: Mapping[str, int]
    reset: frozenset[str] = frozenset()
    carried: Mapping[str, int] | None = None
    carry: int = 0
    winner: str | None = None
    tie: bool = False


def hand_value(hand: Iterable[Tile], rules: RuleSet) -> int:
    """The points left in a hand; the last blank or six may count specially when it is alone (D-18)."""
    tiles = list(hand)
    if tiles == [Tile(0, 0)]:
        return rules.blank_alone
    if tiles == [Tile(6, 6)]:
        return rules.six_alone
    return sum(tile.pips for tile in tiles)


def may_redeal(hand: Iterable[Tile], rules: RuleSet) -> bool:
    """Whether this hand entitles its holder to a new deal (D-17)."""
    tiles = list(hand)
    doubles = sum(tile.is_double for tile in tiles)
    same = max((sum(tile.has(pips) for tile in tiles) for pips in range(rules.set.max_pips + 1)), default=0)
    claim = rules.redeal
    return bool((claim.doubles and doubles >= claim.doubles) or (claim.same and same >= claim.same))


def charge(account: Account, points: int, rules: RuleSet, carried: int = 0) -> Account:
    """Writes a round's points: an account below `open_at` remembers them or drops them (D-04 to D-08)."""
    total = points + carried
    if account.open or not rules.open_at:
        return replace(account, score=account.score + total)
    weighed = total if rules.carry_opens else points
    if rules.open_by == "total":
        weighed += account.remembered
    if weighed >= rules.open_at:
        return Account(account.score + account.remembered + total, 0, True)
    return replace(account, remembered=account.remembered + total) if rules.below == "remember" else account


def settle(
    accounts: Mapping[str, Account], end: RoundEnd, rules: RuleSet, carry: int = 0
) -> tuple[dict[str, Account], Charges]:
    """All accounts after a round, and what was charged.

    Args:
        carry: points of earlier tied fish that wait for a payer.
    """
    charges = (FISH if end.termination != "out" else OUT)[
        rules.fish_scoring if end.termination != "out" else rules.out_scoring
    ](end, rules, carry)
    after: dict[str, Account] = {}
    for seat, account in accounts.items():
        if seat in charges.reset:
            account = replace(account, remembered=0)
        points = charges.points.get(seat, 0)
        carried = (charges.carried or {}).get(seat, 0)
        after[seat] = charge(account, points, rules, carried) if points + carried else account
    return after, charges


def _unique_maximum(values: Mapping[str, int]) -> str | None:
    top = max(values.values(), default=0)
    holders = [seat for seat, value in values.items() if value == top]
    return holders[0] if len(holders) == 1 else None


def _own(end: RoundEnd, rules: RuleSet, carry: int) -> Charges:
    """Everybody is charged the own hand; who went out loses what was remembered. A waiting carry falls to the unique
    maximum, and goes on waiting where there is none (D-07, D-09)."""
    payer = _unique_maximum(end.values) if carry else None
    points = {seat: value for seat, value in end.values.items() if seat != end.winner}
    return Charges(
        points | ({end.winner: 0} if end.winner else {}),
        reset=frozenset([end.winner] if end.winner else []),
        carried={payer: carry} if payer else None,
        carry=0 if payer else carry,
        winner=end.winner,
    )


def _on_one(end: RoundEnd, rules: RuleSet, carry: int) -> Charges:
    """Fish on one: the unique maximum pays all hands, the others' remembered points are lost; a tie is carried."""
    total = sum(end.values.values())
    payer = _unique_maximum(end.values)
    if payer is None:
        return Charges(dict.fromkeys(end.values, 0), carry=carry + total, tie=True)
    points = {seat: total if seat == payer else 0 for seat in end.values}
    return Charges(points, frozenset(end.values) - {payer}, carried={payer: carry})


def _difference(end: RoundEnd, rules: RuleSet, carry: int) -> Charges:
    """The lowest hand (or the fisher, D-03) gets the others' points less its own (D-10); a tie gives nothing (D-11)."""
    nothing = dict.fromkeys(end.values, 0)
    lowest = min(end.values.values(), default=0)
    holders = [seat for seat, value in end.values.items() if value == lowest]
    winner = end.fisher if rules.fish_winner == "fisher" else holders[0] if len(holders) == 1 else None
    if winner is None:
        return Charges(nothing, tie=True)
    own = end.values[winner]
    others = [value for seat, value in end.values.items() if seat != winner]
    gain = sum(value - own for value in others) if rules.fish_diff == "pairwise" else sum(others) - own
    return Charges(nothing | {winner: max(gain, 0)}, winner=winner)


def _higher_pays(end: RoundEnd, rules: RuleSet, carry: int) -> Charges:
    """Two players: the higher hand is charged the difference."""
    nothing = dict.fromkeys(end.values, 0)
    payer = _unique_maximum(end.values)
    if payer is None:
        return Charges(nothing, tie=True)
    winner = min(end.values, key=lambda seat: end.values[seat])
    return Charges(nothing | {payer: end.values[payer] - end.values[winner]}, winner=winner)


def _winner_takes_all(end: RoundEnd, rules: RuleSet, carry: int) -> Charges:
    """Who went out gets what all the others hold."""
    total = sum(value for seat, value in end.values.items() if seat != end.winner)
    return Charges({seat: total if seat == end.winner else 0 for seat in end.values}, winner=end.winner)


def _nothing(end: RoundEnd, rules: RuleSet, carry: int) -> Charges:
    return Charges(dict.fromkeys(end.values, 0), winner=end.winner)


Scoring = Callable[[RoundEnd, RuleSet, int], Charges]

OUT: dict[str, Scoring] = {"each_pays_own": _own, "winner_takes_all": _winner_takes_all, "nothing": _nothing}
FISH: dict[str, Scoring] = {
    "on_all": _own,
    "on_one": _on_one,
    "diff": _difference,
    "higher_pays": _higher_pays,
    "nothing": _nothing,
}


@dataclass(frozen=True)
class MatchEnd:
    """Who lost (penalty games: the goats) and who won. Where several reach the limit the best score wins (D-42)."""

    losers: tuple[str, ...]
    winners: tuple[str, ...]


def match_end(scores: Mapping[str, int], rounds_played: int, rules: RuleSet) -> MatchEnd | None:
    """Whether the match is over: a score reached the limit, or all rounds are played (D-13)."""
    if not rules.scores or not scores:
        return None
    reached = tuple(seat for seat, score in scores.items() if rules.limit and score >= rules.limit)
    if not reached and not (rules.rounds and rounds_played >= rules.rounds):
        return None
    best = (min if rules.ledger == "penalty" else max)(scores.values())
    winners = tuple(seat for seat, score in scores.items() if score == best)
    worst = (max if rules.ledger == "penalty" else min)(scores.values())
    if rules.ledger == "penalty" and reached:
        return MatchEnd(reached, winners)
    losers = tuple(seat for seat, score in scores.items() if score == worst and score != best)
    return MatchEnd(losers, winners)


def rating(scores: Mapping[str, int], leaver: str | None = None, limit: int = 101) -> dict[str, int]:
    """Rating points of a finished match of Kozel (rules.md 1.4): the loser or leaver 0, the others at least 1.

    Args:
        scores: open points; remembered points do not count.
        leaver: who left before the end; the others are weighed against that score instead of the limit.
        limit: of the rules; the match is lost at it, so the others are weighed against one point less.
    """
    against = scores[leaver] if leaver is not None else limit - 1
    top = max(scores.values())
    lost = {seat for seat, score in scores.items() if score == top or score >= limit}
    lost = lost if leaver is None else {leaver}
    # (x + 5) // 10 rounds a half up, where Python's round() would take 6.5 to 6
    return {seat: 0 if seat in lost else max(1, (against - score + 5) // 10) for seat, score in scores.items()}
