"""A sentence for each rule that was applied to a round (`engine.ledger.Ruling`)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.explain.names import Names
from engine.ledger import Ruling
from engine.rulesets import RuleSet
from engine.text import Text

ORDINALS = ("first", "second", "third", "fourth")

RULINGS: Mapping[str, Text] = {
    "out.each_pays_own": Text(
        "{side} is out: everybody else is charged what is left in the own hand.",
        "{side}: выход, остальные пишут то, что осталось на руках.",
    ),
    "out.each_pays_own/pairs": Text(
        "{side} are out: the other pair is charged both of its hands.",
        "{side}: выход, соперники пишут то, что осталось у обоих.",
    ),
    "out.winner_takes_all": Text(
        "{side}: out, and {points} for what is left in the hands.",
        "{side}: выход, и {points} за то, что осталось на руках.",
    ),
    "fish.on_all": Text("Fish on all: everybody is charged the own hand.", "Рыба на всех: каждый пишет свои очки."),
    "fish.on_one": Text(
        "Fish on one: {side} with {first} has the most, so all {points} go there.",
        "Рыба на одного: больше всех — {side}, {first}, поэтому все {points} туда.",
    ),
    "fish.diff_total": Text(
        "Fish: {side} has the fewest: the others' {first} less its own {second} make {points}.",
        "Рыба: меньше всех — {side}: {first} у остальных минус {second} своих, итого {points}.",
    ),
    "fish.diff_pairwise": Text(
        "Fish: {side} has the fewest, {second}, and gets from each what this one has more: {points}.",
        "Рыба: меньше всех — {side}, {second}; от каждого то, что у него сверх этого: {points}.",
    ),
    "fish.higher_pays": Text(
        "Fish: {side} has more and is charged the difference: {first} − {second} = {points}.",
        "Рыба: больше — {side}, пишут разницу: {first} − {second} = {points}.",
    ),
    "fish.more_pays_all": Text(
        "Fish: {side} with {first} has more, and is charged both sums: {first} + {second} = {points}.",
        "Рыба: больше — {side}, {first}; пишут обе суммы: {first} + {second} = {points}.",
    ),
    "fish.more_pays_own": Text(
        "Fish: {side} with {first} against {second} has more, and is charged its own {points}.",
        "Рыба: больше — {side}, {first} против {second}; пишут свои {points}.",
    ),
    "fish.fishers_risk_all": Text(
        "Fish: the fishers {side} have more and are charged all hands: {first} + {second} = {points}.",
        "Рыба: у рыбаков ({side}) больше, им пишут все руки: {first} + {second} = {points}.",
    ),
    "fish.fishers_risk_own": Text(
        "Fish: the fishers have less, {second} against {first}: {side} are charged their own {points}.",
        "Рыба: у рыбаков меньше, {second} против {first}: {side} пишут свои {points}.",
    ),
    "fish.carried": Text(
        "Fish: there is a tie, and {points} wait for the next round.",
        "Рыба: поровну, {points} ждут следующего кона.",
    ),
    "fish.even": Text("Fish: there is a tie, and nobody scores.", "Рыба: поровну, никто ничего не пишет."),
    "carry.written": Text(
        "{points} that waited from an earlier fish go to {side}.", "{points} с прошлой рыбы: {side}."
    ),
    "bonus.lead": Text(
        "{side}: {points} more for the lead with 6-6 or 0-0.", "{side}: ещё {points} за заход с 6-6 или 0-0."
    ),
    "bonus.finish": Text(
        "{side}: {points} more for the finish with 6-6 or 0-0.", "{side}: ещё {points} за выход с 6-6 или 0-0."
    ),
}
"""By the ruling's name; "name/pairs" where pairs are told otherwise. `{first}`, `{second}` ... are its terms."""


def tell(ruling: Ruling, rules: RuleSet, names: Names) -> Text:
    """The ruling as a sentence.

    Raises:
        KeyError: there is no sentence for such a ruling.
    """
    text = RULINGS.get(f"{ruling.rule}/{rules.teams}") or RULINGS[ruling.rule]
    values = dict(zip(ORDINALS, ruling.terms, strict=False))
    return text.filled(
        side=names.side(ruling.side), seat=names.seat(ruling.seat), points=ruling.points, **values
    ).as_sentence()
