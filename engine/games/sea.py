"""Sea goat, three games that share their name: as an encyclopedia, a blog and an old hand tell it (rules.md 1.6)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import replace

from engine.accounts import charge
from engine.hands import BLANK, SIX, side_values
from engine.leading import next_leader
from engine.ledger import (
    HOLDER_OF_SIX,
    Account,
    Aftermath,
    Charges,
    FishDebt,
    Ledger,
    MatchEnd,
    RoundEnd,
    Ruling,
    Title,
    TitleName,
)
from engine.rulesets import Redeal, RuleSet
from engine.text import Text
from engine.titles import titles_of

SEA_WIKI = RuleSet(
    id="sea.wiki",
    name=Text("Sea goat, one record at a time", "Морской козёл: запись у одного"),
    conventions=("two_doubles",),
    teams="pairs",
    redeal=Redeal(doubles=5, same=6),
    lead_order="ones_up",
    lead_next="out_or_fisher",
    multi_doubles=2,
    fish_scoring="lower_takes",
    fish_even="carry",
    out_scoring="winner_takes_all",
    blank_alone=25,
    six_alone=50,
    both_alone=75,
    ledger="win",
    open_at=25,
    below="discard",
    wipe_at=25,
    out_on_six="win",
    out_on_blank="win",
    out_on_both="win",
    hundred="wipe_all",
    titles="sea",
    limit=125,
)

SEA_BLOG = dataclasses.replace(
    SEA_WIKI,
    id="sea.blog",
    name=Text("Sea goat with svoyak and eggs", "Морской козёл: свояк, лысый козёл, яйца"),
    deal=((2, 7), (3, 7), (4, 7)),
    fish_even="nothing",
    fish_debt=3,
    eggs="three",
    out_on_six="win_at_25",
    hundred="svoyak",
    titles="bald_kozel",
)

SEA_SALTYKOV = dataclasses.replace(
    SEA_WIKI,
    id="sea.saltykov",
    name=Text("Sea goat of generals and officers", "Морской козёл: генералы и офицеры"),
    deal=((4, 7),),
    redeal=Redeal(doubles=6, same=6),
    lead_next="record",
    lead_by="side",
    draw="none",
    buy_six=True,
    fish_scoring="more_pays",
    fish_even="nothing",
    eggs="weight",
    out_scoring="each_pays_own",
    both_alone=0,
    ledger="penalty",
    wipe_at=0,
    out_on_six="hundred_points",
    hundred="wipe_opponents",
    titles="saltykov",
)

PRESETS = (SEA_WIKI, SEA_BLOG, SEA_SALTYKOV)

MANY = 25
"""From so many points left in a hand on, the games with a svoyak and with fish debts decide otherwise."""
HUNDRED = 100
EGGS_ROT = 3


# -- what a round is worth ---------------------------------------------------------------------------------------------


def hundred_points(charges: Charges, ledger: Ledger, end: RoundEnd, rules: RuleSet) -> Charges:
    """Who goes out on 6-6 charges the others a hundred, whatever they hold (M-5)."""
    if rules.out_on_six != "hundred_points" or end.winning_side is None or SIX not in end.last:
        return charges
    points = dict.fromkeys(charges.points, HUNDRED) | {end.winning_side: 0}
    return replace(charges, points=points, rulings=(Ruling("out.hundred_points", end.winning_side, HUNDRED),))


def deferred_fish(charges: Charges, ledger: Ledger, end: RoundEnd, rules: RuleSet) -> Charges:
    """A fish that its makers have lost is not paid yet (M-8); one that they won is said to be written off."""
    if not rules.fish_debt or end.termination != "fish" or charges.winner is None:
        return charges
    if _is_deferred(charges, ledger.debt, end, rules):
        return replace(charges, points=dict.fromkeys(charges.points, 0), rulings=())
    others = _held_by_others(end.fishing_side, end, rules)
    if charges.winner != end.fishing_side or others < MANY:
        return charges
    return replace(charges, rulings=(*charges.rulings, Ruling("fish.written_off", charges.winner, others)))


def _is_deferred(charges: Charges, debt: FishDebt | None, end: RoundEnd, rules: RuleSet) -> bool:
    """Whether the fishers have lost their own fish with many points in hand.

    Among three players another one's debt may be waiting still; then there is no room for a second, and they pay.
    """
    side = end.fishing_side
    lost = bool(rules.fish_debt) and end.termination == "fish" and charges.winner not in (None, side)
    waits = debt is not None and debt.rounds > 1 and debt.side not in (side, charges.winner)
    return lost and not waits and side is not None and side_values(end, rules)[side] >= MANY


def _held_by_others(side: str | None, end: RoundEnd, rules: RuleSet) -> int:
    return sum(value for other, value in side_values(end, rules).items() if other != side)


# -- after the points are written --------------------------------------------------------------------------------------


def instant_win(after: Aftermath, rules: RuleSet) -> Aftermath:
    """Who goes out on 0-0, on 6-6 or on both wins the match, where the rules say so (M-4 to M-6)."""
    winner, last = after.end.winning_side, after.end.last
    if after.over or winner is None:
        return after
    held = _held_by_others(winner, after.end, rules)
    if SIX in last and BLANK in last and rules.out_on_both == "win":
        return after.ruled(Ruling("win.on_both", winner, held), over=_finished(after, winner, "both", rules))
    if BLANK in last and rules.out_on_blank == "win":
        return after.ruled(Ruling("win.on_blank", winner, held), over=_finished(after, winner, "blank", rules))
    six_wins = rules.out_on_six == "win" or (rules.out_on_six == "win_at_25" and held >= MANY)
    if SIX in last and six_wins:
        return after.ruled(Ruling("win.on_six", winner, held), over=_finished(after, winner, "six", rules))
    return after


LOSERS_BY_FINISH: Mapping[tuple[str, str], TitleName] = {
    ("saltykov", "both"): "general",
    ("saltykov", "blank"): "officer",
}
"""Titles of losers by the option `titles` and by what the winner went out on."""


def _finished(after: Aftermath, winner: str, finish: str, rules: RuleSet) -> MatchEnd:
    special = LOSERS_BY_FINISH.get((rules.titles, finish))
    end = _won_by(winner, after, rules, special)
    if rules.titles == "bald_kozel" and finish == "blank":
        return replace(end, titles=(Title(winner, "bald_kozel"), *end.titles))
    return end


def _won_by(winner: str, after: Aftermath, rules: RuleSet, special: TitleName | None = None) -> MatchEnd:
    losers = tuple(side for side in after.ledger.accounts if side != winner)
    return MatchEnd(losers, (winner,), titles_of(losers, after.ledger, rules, special))


def led_for_the_match(after: Aftermath, rules: RuleSet) -> Aftermath:
    """«На сто», «на козла»: a round led with 6-6 by the side that had the right decides the match, or wipes (M-3)."""
    right, side = after.before.hundred, after.end.leading_side
    after = after.ruled(ledger=replace(after.ledger, hundred=None))
    if after.over or side is None or SIX not in after.end.lead or right not in (side, HOLDER_OF_SIX):
        return after
    if rules.hundred == "wipe_all":
        if after.end.winning_side != side:
            return _wiped(after, Ruling("hundred.lost", side))
    elif not _is_decided(after, rules):
        return after.ruled(Ruling("hundred.undecided", side))
    elif after.charges.winner != side:
        return _svoyak(after, side, rules) if rules.hundred == "svoyak" else _opponents_wiped(after, side, rules)
    return after.ruled(Ruling("hundred.won", side), over=_won_by(side, after, rules))


def _is_decided(after: Aftermath, rules: RuleSet) -> bool:
    """Not by an even fish; nor, where penalties are written, by a fish too small to be written."""
    if after.end.termination == "out":
        return True
    written = rules.ledger == "win" or after.ledger.accounts != after.before.accounts
    return after.charges.winner is not None and written


def _svoyak(after: Aftermath, side: str, rules: RuleSet) -> Aftermath:
    held = side_values(after.end, rules)[side]
    if held < MANY:
        return _wiped(after, Ruling("hundred.lost", side, held))
    winners = tuple(other for other in after.ledger.accounts if other != side)
    titles = titles_of((side,), after.ledger, rules, "svoyak")
    return after.ruled(Ruling("hundred.svoyak", side, held), over=MatchEnd((side,), winners, titles))


def _opponents_wiped(after: Aftermath, side: str, rules: RuleSet) -> Aftermath:
    """Who leads for the match and loses the round writes off what the others have (the third meaning in rules.md 1.6).

    Then the opening rule decides again; where others wait for a place at the table, whoever holds 6-6 must lead it.
    """
    accounts = {other: account if other == side else Account() for other, account in after.ledger.accounts.items()}
    written_off = sum(account.score for other, account in after.before.accounts.items() if other != side)
    ledger = replace(after.ledger, accounts=accounts, hundred=HOLDER_OF_SIX if rules.knockout else None)
    rulings = [Ruling("hundred.opponents_wiped", side, written_off)]
    if rules.knockout:
        rulings.append(Ruling("hundred.six_must_lead"))
    return after.ruled(*rulings, ledger=ledger, opening=True)


def _wiped(after: Aftermath, ruling: Ruling) -> Aftermath:
    return after.ruled(ruling, ledger=after.ledger.with_accounts(dict.fromkeys(after.ledger.accounts, Account())))


def fish_debt(after: Aftermath, rules: RuleSet) -> Aftermath:
    """A lost fish is a debt: cleared by a round that its makers win, paid to the others when it falls due (M-8)."""
    if after.over or not rules.fish_debt:
        return after
    after = _debt_due(after, rules)
    side = after.end.fishing_side
    if side is None or not _is_deferred(after.charges, after.before.debt, after.end, rules):
        return after
    own, others = side_values(after.end, rules)[side], _held_by_others(side, after.end, rules)
    old = after.ledger.debt
    debt = FishDebt(side, own + old.points, old.rounds) if old else FishDebt(side, own, rules.fish_debt)
    ruling = Ruling("debt.made", side, own, terms=(others, debt.points, debt.rounds))
    return after.ruled(ruling, ledger=replace(after.ledger, debt=debt))


def _debt_due(after: Aftermath, rules: RuleSet) -> Aftermath:
    debt, winner = after.ledger.debt, after.charges.winner
    if debt is None or winner is None:
        return after
    if winner == debt.side:
        return after.ruled(Ruling("debt.cleared", winner, debt.points), ledger=replace(after.ledger, debt=None))
    if debt.rounds > 1:
        left = replace(debt, rounds=debt.rounds - 1)
        ruling = Ruling("debt.waits", debt.side, debt.points, terms=(left.rounds,))
        return after.ruled(ruling, ledger=replace(after.ledger, debt=left))
    accounts = {**after.ledger.accounts, winner: charge(after.ledger.accounts[winner], debt.points, rules)}
    ledger = replace(after.ledger, accounts=accounts, debt=None, hundred=winner)
    return after.ruled(Ruling("debt.paid", winner, debt.points), Ruling("hundred.granted", winner), ledger=ledger)


def second_record(after: Aftermath, rules: RuleSet) -> Aftermath:
    """Only one side may have a record: another that makes enough in a round wipes the board (M-1, D-35, D-36)."""
    before, now = after.before.accounts, after.ledger.accounts
    if after.over or not rules.wipe_at or not any(now[side].open for side in now if before[side].open):
        return after
    for side in (side for side in now if not before[side].open):
        made = after.charges.points.get(side, 0) + after.charges.carried.get(side, 0)
        made = max(made, now[side].score - before[side].score)
        if made >= rules.wipe_at:
            return _wiped(after, Ruling("wipe.second_record", side, made))
        if now[side].open:
            after = after.ruled(
                Ruling("record.only_one", side, made), ledger=after.ledger.with_accounts({**now, side: before[side]})
            )
    return after


def eggs(after: Aftermath, rules: RuleSet) -> Aftermath:
    """An even fish is an egg: by its weight it decorates the loser's title, or the round is played again (D-38)."""
    laid = after.ledger.eggs
    if after.over or rules.eggs == "none" or (after.charges.even is None and rules.eggs == "weight"):
        return after
    if after.charges.even is None:
        return after.ruled(ledger=replace(after.ledger, eggs=())) if laid else after
    weight = max(side_values(after.end, rules).values())
    laid = (*laid, weight)
    if rules.eggs == "weight":
        if not any(account.open or weight >= rules.open_at for account in after.ledger.accounts.values()):
            return after.ruled(Ruling("eggs.too_light", points=weight, terms=(rules.open_at,)))
        ruling = Ruling("eggs.laid", points=weight, terms=(len(laid), sum(laid)))
        return after.ruled(ruling, ledger=replace(after.ledger, eggs=laid))
    if len(laid) >= EGGS_ROT:
        ruling = Ruling("eggs.rotten", points=weight, terms=(len(laid),))
        return after.ruled(ruling, ledger=replace(after.ledger, eggs=()), opening=True)
    ruling = Ruling("eggs.replayed", points=weight, terms=(len(laid),))
    return after.ruled(ruling, ledger=replace(after.ledger, eggs=laid), opening=True)


def next_right(after: Aftermath, rules: RuleSet) -> Aftermath:
    """Which side may lead the next round with 6-6 for the match: only ever the side that leads it."""
    if after.over or rules.hundred == "none" or after.opening or after.ledger.hundred is not None:
        return after
    if rules.hundred == "svoyak" and _is_granted(after, rules):
        winner = after.charges.winner
        return after.ruled(Ruling("hundred.granted", winner), ledger=replace(after.ledger, hundred=winner))
    seat = next_leader(rules, after.end, after.charges, after.ledger)
    side = None if seat is None else after.end.sides[seat]
    if side is not None and (rules.hundred == "wipe_opponents" or after.ledger.accounts[side].open):
        return after.ruled(ledger=replace(after.ledger, hundred=side))
    return after


def _is_granted(after: Aftermath, rules: RuleSet) -> bool:
    """Out on 6-6 that did not win the match, or a fish that its makers won with few points in hand (M-8)."""
    end, winner = after.end, after.charges.winner
    if end.termination == "out":
        return SIX in end.last and rules.out_on_six == "win_at_25"
    return winner is not None and winner == end.fishing_side and side_values(end, rules)[winner] < MANY


EXTRAS = (hundred_points, deferred_fish)
AFTER = (instant_win, led_for_the_match, fish_debt, second_record, eggs, next_right)
