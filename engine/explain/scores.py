"""Why a turn or a round brought what it brought, and why the match is over."""

from __future__ import annotations

from engine.events import Adjusted, MatchOver, Passed, Played, Scored, SideScore, Voided
from engine.explain.names import Names
from engine.explain.rulings import tell
from engine.rulesets import RuleSet
from engine.text import Text, joined

ENDS: dict[str, Text] = {
    "sum": Text(
        "The open ends make {sum}, which divides by five: {points} points.",
        "На концах {sum}, делится на пять: {points} {points:очко|очка|очков}.",
    ),
    "fifths": Text(
        "The open ends make {sum}, which divides by five; a fifth of it is {points}.",
        "На концах {sum}, делится на пять; пятая часть — {points}.",
    ),
    "fives_threes": Text(
        "The ends make {sum}: {points} by its fives and threes.",
        "На концах {sum}: {points} за пятёрки и тройки в нём.",
    ),
}
REMEMBERED = Text(
    "{name}: {points} remembered (an account opens from {open_at}).",
    "{name}: {points}, запомнено (счёт открывают от {open_at}).",
)
DROPPED = Text(
    "{name}: {points} not written (an account opens from {open_at}).",
    "{name}: {points}, не записано (счёт открывают от {open_at}).",
)
WRITTEN = Text("{name}: {before} {sign} {points} = {score}.", "{name}: {before} {sign} {points} = {score}.")
WIPES = ("wipe.second_record", "hundred.lost")
TOLD = ("account.not_in", "account.stops_at_zero", "account.past_limit", "record.only_one", "debt.paid")
"""Rulings after which nothing is left of what the round brought; and after which a side's new score is no plain sum."""

NOTHING = Text("The end of the round brings no points.", "За конец кона очков нет.")
PASS = Text("This pass brings the other side {points}.", "Этот пас приносит соперникам {points}.")
ENDED_BY: dict[str, Text] = {
    "limit": Text("The match goes to {limit} points.", "Партия до {limit} очков."),
    "rounds": Text("The match has {rounds} rounds.", "В партии конов: {rounds}."),
    "time": Text("The time of the match is up.", "Время партии вышло."),
    "leave": Text("Who leaves before the end has lost.", "Кто ушёл до конца партии, тот проиграл."),
}
VOID: dict[str, Text] = {
    "wrong_pass": Text(
        "A wrong pass breaks the round off; it is dealt again.", "Ложный пас прекращает кон: пересдача."
    ),
    "by_hand": Text("The round does not count and is dealt again.", "Кон не считается: пересдача."),
}


def played(event: Played, rules: RuleSet, names: Names) -> Text | None:
    """What a turn's sum of ends brought."""
    if not event.points or rules.ends_pay not in ENDS:
        return None
    return ENDS[rules.ends_pay].filled(sum=event.sum, points=event.points)


def passed(event: Passed, rules: RuleSet, names: Names) -> Text | None:
    """What a pass brought those who made it."""
    return PASS.filled(points=event.points) if event.points else None


def scored(event: Scored, rules: RuleSet, names: Names) -> Text:
    """The rules that were applied, and the account of each side."""
    parts = [tell(ruling, rules, names) for ruling in event.rulings]
    told = {ruling.side for ruling in event.rulings if ruling.rule in TOLD}
    wiped = any(ruling.rule in WIPES for ruling in event.rulings)
    parts += [_points(row, rules, names) for row in event.sides if row.points and row.side not in told and not wiped]
    return joined(parts) if parts else NOTHING


def _points(row: SideScore, rules: RuleSet, names: Names) -> Text:
    name = names.side(row.side)
    if rules.open_at and not row.open:
        below = REMEMBERED if rules.below == "remember" else DROPPED
        return below.filled(name=name, points=row.points, open_at=rules.open_at)
    sign = "+" if row.points >= 0 else "−"
    before = row.score - row.points
    return WRITTEN.filled(name=name, before=before, sign=sign, points=abs(row.points), score=row.score)


def voided(event: Voided, rules: RuleSet, names: Names) -> Text:
    """Why a round does not count."""
    return VOID[event.reason]


def adjusted(event: Adjusted, rules: RuleSet, names: Names) -> Text:
    """What was changed by hand."""
    text = Text("Points changed by hand: {name} {points:+d}.", "Очки изменены вручную: {name} {points:+d}.")
    return text.filled(name=names.side(event.side), points=event.points)


def match_over(event: MatchOver, rules: RuleSet, names: Names) -> Text | None:
    """What ended the match; nothing where a rule of the round did, for its score says so."""
    text = ENDED_BY.get(event.by)
    return text.filled(limit=rules.limit, rounds=rules.rounds) if text is not None else None
