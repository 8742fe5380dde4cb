"""Why the referee decided as it did: one sentence for each verdict and score, naming the rule it comes from.

What happened is told elsewhere; these sentences answer "and by which rule?", in English and in Russian.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.events import (
    Checked,
    Closed,
    Event,
    Fish,
    Illegal,
    MatchOver,
    Out,
    Redealt,
    Scored,
    Seat,
    SideScore,
    WrongPass,
)
from engine.rulesets import RuleSet
from engine.sides import members
from engine.solitaire import explain as solitaire
from engine.text import Text
from engine.tiles import Tile

UNKNOWN = Text("somebody", "кто-то")

REASONS: dict[str, Text] = {
    "mismatch": Text(
        "{tile} does not fit: halves that touch must show the same number.",
        "{tile} не подходит: соприкасаются только половинки с одинаковыми очками.",
    ),
    "duplicate": Text(
        "{tile} lies on the table already, and the set has no more of it.",
        "{tile} уже лежит на столе, а больше таких костей в комплекте нет.",
    ),
    "not_in_set": Text("{tile} is not in the set {set}.", "Кости {tile} нет в комплекте {set}."),
    "closed_end": Text(
        "{tile} was laid where no end is open: tiles are joined only to open ends.",
        "{tile} поставлена не к открытому концу: кости ставят только к концам.",
    ),
    "detached": Text("{tile} touches no tile of the line.", "{tile} не касается расклада."),
    "not_a_double": Text("Only a double may be closed.", "Закрывать можно только дубль."),
    "not_closable": Text(
        "By these rules every tile is laid face up: none may be closed.",
        "По этим правилам кости ставят только лицом вверх: закрывать их нельзя.",
    ),
    "wrong_lead": Text(
        "The first round is led by {lead}, not by {tile}.", "Первый кон начинают с {lead}, а не с {tile}."
    ),
    "out_of_turn": Text(
        "{name} plays out of turn: a seat that could play was skipped.",
        "{name} ходит не в свою очередь: пропущен тот, кто мог ходить.",
    ),
    "round_over": Text("The round is over: no tile may be laid any more.", "Кон окончен: ставить кости больше нельзя."),
}

FISH_PROOFS: dict[str, Text] = {
    "table": Text(
        "All tiles that fit {numbers} lie on the table: the round is blocked.",
        "Все кости к {numbers} уже на столе: рыба.",
    ),
    "passes": Text(
        "Everybody passed one after the other with {numbers} open: the round is blocked.",
        "При открытых {numbers} все подряд спасовали: рыба.",
    ),
    "hands": Text(
        "No hand holds a tile that fits {numbers}: the round is blocked.",
        "Ни у кого на руках нет кости к {numbers}: рыба.",
    ),
}

FISH_SCORING: dict[str, Text] = {
    "on_all": Text("Fish on all: everybody is charged the own hand.", "Рыба на всех: каждый пишет свои очки."),
    "on_one": Text(
        "Fish on one: the hand with most points is charged all hands, the others nothing.",
        "Рыба на одного: у кого больше всех, тот пишет очки всех рук, остальные — ничего.",
    ),
    "diff": Text(
        "Fish: the winner gets the others' points less the own.",
        "Рыба: победителю пишут очки остальных за вычетом своих.",
    ),
    "higher_pays": Text(
        "Fish: the higher hand is charged the difference.", "Рыба: у кого больше, тот пишет разницу."
    ),
}  # fmt: skip

OUT_SCORING: dict[str, Text] = {
    "each_pays_own": Text(
        "{winner} is out: the others are charged their own hands.", "{winner} выходит: остальные пишут свои очки."
    ),
    "winner_takes_all": Text(
        "{winner} is out and gets what the others hold.", "{winner} выходит и получает очки остальных."
    ),
}

TIED = Text("Fish: two hands are equal, nobody scores.", "Рыба: поровну, никто ничего не пишет.")
CARRIED = Text(
    "{carry} points wait for the next round, since two have the most.",
    "{carry} переходят на следующий кон: больше всех у двоих.",
)
REMEMBERED = Text(
    "{name}: {points} remembered (an account opens from {open_at}).",
    "{name}: {points}, запомнено (счёт открывают от {open_at}).",
)
DROPPED = Text(
    "{name}: {points} not written (an account opens from {open_at}).",
    "{name}: {points}, не записано (счёт открывают от {open_at}).",
)
WRITTEN = Text("{name}: {points} written, {score} in all.", "{name}: записано {points}, всего {score}.")


def why(event: Event, rules: RuleSet, seats: Iterable[Seat] = ()) -> Text | None:
    """The sentence that gives the reason of a verdict or score; None for an event that needs none."""
    by_id = {seat.id: seat for seat in seats}
    if type(event) in solitaire.WRITERS:
        return solitaire.why(event, rules, {seat: _name(seat, by_id) for seat in by_id})
    writer = _WRITERS.get(type(event))
    return writer(event, rules, by_id) if writer else None


def _name(seat: str | None, seats: dict[str, Seat]) -> Text:
    if seat is None:
        return UNKNOWN
    if seat not in seats:
        return Text(seat, seat)
    return Text(seats[seat].name, seats[seat].name_ru or seats[seat].name)


def _side(side: str | None, seats: dict[str, Seat]) -> Text:
    """A side by the names of its players."""
    names = [_name(seat, seats) for seat in members(side)] if side is not None else [UNKNOWN]
    return Text(" and ".join(name.en for name in names), " и ".join(name.ru for name in names))


def _fill(template: Text, **values: object) -> Text:
    """The template in both languages; a value that is a `Text` gives each language its own."""
    en = {key: value.en if isinstance(value, Text) else value for key, value in values.items()}
    ru = {key: value.ru if isinstance(value, Text) else value for key, value in values.items()}
    texts = (template.en.format(**en), template.ru.format(**ru))
    return Text(*(text[:1].upper() + text[1:] for text in texts))


def _joined(texts: Iterable[Text]) -> Text:
    parts = list(texts)
    return Text(" ".join(text.en for text in parts), " ".join(text.ru for text in parts))


def _list(tiles: Iterable[Tile | int]) -> str:
    return ", ".join(map(str, tiles))


def _illegal(event: Illegal, rules: RuleSet, seats: dict[str, Seat]) -> Text:
    lead = rules.lead_tiles()[0] if rules.lead_tiles() else ""
    name = _name(event.seat, seats)
    return _fill(REASONS[event.reason], tile=event.tile, set=rules.set, lead=lead, name=name)


def _wrong_pass(event: WrongPass, rules: RuleSet, seats: dict[str, Seat]) -> Text:
    template = Text(
        "{name} passed with {tile} in hand, which would have fitted: who can play must play.",
        "{name}: пас при подходящей кости {tile}; кто может ходить, тот обязан.",
    )
    return _fill(template, name=_name(event.seat, seats), tile=event.tile)


def _redealt(event: Redealt, rules: RuleSet, seats: dict[str, Seat]) -> Text:
    if event.refusal == "too_late":
        return Text(
            "A new deal may be claimed only with a hand as it was dealt, before a tile is laid from it.",
            "Пересдачу просят только с рукой, как её сдали, пока из неё ничего не поставлено.",
        )
    claim = rules.redeal
    doubles = Text("{n} doubles or more", "дублей {n} или больше")
    same = Text("{n} tiles or more with one number", "костей с одним числом {n} или больше")
    parts = [_fill(text, n=n) for text, n in ((doubles, claim.doubles), (same, claim.same)) if n]
    if not parts:
        return Text("These rules know no new deal.", "По этим правилам пересдачи нет.")
    claims = Text(" or ".join(part.en for part in parts), " или ".join(part.ru.lower() for part in parts))
    return _fill(Text("A new deal needs {claims}.", "Для пересдачи нужно: {claims}."), claims=claims)


def _fish(event: Fish, rules: RuleSet, seats: dict[str, Seat]) -> Text:
    early = Text(
        "All simple tiles with {numbers} lie: in this house that is a fish even while the double is in a hand.",
        "Все простые кости с числом {numbers} на столе: по этим правилам это рыба, даже если дубль на руках.",
    )
    fisher = (
        Text("The fisher is {name}, who laid the last tile.", "Рыбак — {name}: последняя кость.")
        if rules.fisher == "last_tile"
        else Text(
            "The fisher is {name}, who laid the last tile that is no double.",
            "Рыбак — {name}: последняя кость не дубль.",
        )
    )
    reason = _fill(early if event.early else FISH_PROOFS[event.proof], numbers=_list(event.numbers))
    return reason if event.seat is None else _joined([reason, _fill(fisher, name=_name(event.seat, seats))])


def _out(event: Out, rules: RuleSet, seats: dict[str, Seat]) -> Text:
    return _fill(
        Text("{name} has laid the last tile: the round is over.", "{name}: последняя кость на столе, кон окончен."),
        name=_name(event.seat, seats),
    )


def _closed(event: Closed, rules: RuleSet, seats: dict[str, Seat]) -> Text:
    return Text("No end is open any more: the round is over.", "Открытых концов не осталось: кон окончен.")


def _checked(event: Checked, rules: RuleSet, seats: dict[str, Seat]) -> Text:
    template = Text(
        "All tiles together must have {expected} pips, not {pips}.", "Всего на костях {expected} очков, а видно {pips}."
    )
    parts = [_fill(template, expected=event.expected, pips=event.pips)]
    if event.missing:
        parts.append(_fill(Text("Not seen: {tiles}.", "Не видно: {tiles}."), tiles=_list(event.missing)))
    if event.twice:
        parts.append(_fill(Text("Seen twice: {tiles}.", "Видно дважды: {tiles}."), tiles=_list(event.twice)))
    return _joined(parts)


def _scored(event: Scored, rules: RuleSet, seats: dict[str, Seat]) -> Text:
    parts: list[Text] = []
    if event.termination == "out" and event.scoring in OUT_SCORING:
        parts.append(_fill(OUT_SCORING[event.scoring], winner=_side(event.winner, seats)))
    elif event.scoring in FISH_SCORING:
        tied = event.scoring in ("diff", "higher_pays") and event.winner is None
        parts.append(TIED if tied else FISH_SCORING[event.scoring])
    parts += [_points(row, rules, seats) for row in event.sides if row.points]
    if event.carry:
        parts.append(_fill(CARRIED, carry=event.carry))
    return _joined(parts)


def _points(row: SideScore, rules: RuleSet, seats: dict[str, Seat]) -> Text:
    below = REMEMBERED if rules.below == "remember" else DROPPED
    template = below if rules.open_at and not row.open else WRITTEN
    return _fill(template, name=_side(row.side, seats), points=row.points, score=row.score, open_at=rules.open_at)


def _match_over(event: MatchOver, rules: RuleSet, seats: dict[str, Seat]) -> Text | None:
    if not rules.limit and not rules.rounds:
        return None
    limit = Text("The match goes to {limit} points.", "Партия до {limit} очков.")
    rounds = Text("The match has {rounds} rounds.", "В партии конов: {rounds}.")
    return _fill(limit if rules.limit else rounds, limit=rules.limit, rounds=rules.rounds)


_WRITERS: dict[type[Event], Callable[[Any, RuleSet, dict[str, Seat]], Text | None]] = {
    Illegal: _illegal, WrongPass: _wrong_pass, Redealt: _redealt, Fish: _fish, Out: _out, Closed: _closed,
    Checked: _checked, Scored: _scored, MatchOver: _match_over,
}  # fmt: skip
