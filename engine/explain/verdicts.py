"""Why a play, a pass or the end of a round was judged as it was."""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import Checked, Closed, Fish, Illegal, Out, OverTime, Redealt, WrongPass
from engine.explain.names import Names
from engine.rulesets import RuleSet
from engine.text import Text, joined
from engine.tiles import Tile

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
    "two_at_once": Text(
        "{name} lays another tile in the same turn: by these rules it may not be laid together with the one before.",
        "{name}: ещё одна кость за тот же ход; по этим правилам вместе с предыдущей её ставить нельзя.",
    ),
    "exposed_first": Text(
        "{tile} must wait: the tile that lies open after a misplay fits, and goes first.",
        "{tile} — рано: подходит открытая кость, оставшаяся после ошибки, сначала ставят её.",
    ),
    "round_over": Text("The round is over: no tile may be laid any more.", "Кон окончен: ставить кости больше нельзя."),
}

WITH_DOUBLE = Text(
    "{tile} may not lead: the first round is led by {lead}, and later ones by a double, if the leader has one besides "
    "0-0 and 6-6.",
    "С {tile} заходить нельзя: первый кон начинают с {lead}, а следующие — с дубля, если он есть, не считая 0-0 и 6-6.",
)
AFTER_WIPE = Text(
    "{tile} may not lead: the first round is led by {lead}, and one after a wipe by 6-6.",
    "С {tile} заходить нельзя: первый кон начинают с {lead}, а кон после списания — с 6-6.",
)

ODD = Text(
    "In a line every number lies an even number of times, but for its ends; not so {numbers}: a tile was misread.",
    "В раскладе каждое число встречается чётное число раз, кроме концов, а здесь не так с {numbers}: какая-то кость "
    "прочитана неверно.",
)
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


def illegal(event: Illegal, rules: RuleSet, names: Names) -> Text:
    """What rule a play breaks."""
    lead = rules.lead_tiles()[0] if rules.lead_tiles() else ""
    text = _wrong_lead(rules) if event.reason == "wrong_lead" else REASONS[event.reason]
    return text.filled(tile=event.tile, set=rules.set, lead=lead, name=names.seat(event.seat))


def _wrong_lead(rules: RuleSet) -> Text:
    if rules.knockout:
        return AFTER_WIPE
    return WITH_DOUBLE if rules.lead_with == "double" else REASONS["wrong_lead"]


def wrong_pass(event: WrongPass, rules: RuleSet, names: Names) -> Text:
    """Which tile proves a pass wrong."""
    template = Text(
        "{name} passed with {tile} in hand, which would have fitted: who can play must play.",
        "{name}: пас при подходящей кости {tile}; кто может ходить, тот обязан.",
    )
    return template.filled(name=names.seat(event.seat), tile=event.tile)


def redealt(event: Redealt, rules: RuleSet, names: Names) -> Text:
    """What a new deal needs."""
    if event.refusal == "too_late":
        return Text(
            "A new deal may be claimed only with a hand as it was dealt, before a tile is laid from it.",
            "Пересдачу просят только с рукой, как её сдали, пока из неё ничего не поставлено.",
        )
    claim = rules.redeal
    doubles = Text("{n} doubles or more", "дублей {n} или больше")
    same = Text("{n} tiles or more with one number", "костей с одним числом {n} или больше")
    parts = [text.filled(n=n) for text, n in ((doubles, claim.doubles), (same, claim.same)) if n]
    if not parts:
        return Text("These rules know no new deal.", "По этим правилам пересдачи нет.")
    claims = Text(" or ".join(part.en for part in parts), " или ".join(part.ru.lower() for part in parts))
    return Text("A new deal needs {claims}.", "Для пересдачи нужно: {claims}.").filled(claims=claims)


def fish(event: Fish, rules: RuleSet, names: Names) -> Text | None:
    """Why the round is blocked, and who is the fisher; None where hands are only counted, and nobody is out."""
    if not event.numbers:
        return None
    early = Text(
        "All simple tiles with {numbers} lie: in this house that is a fish even while the double is in a hand.",
        "Все простые кости с числом {numbers} на столе: по этим правилам это рыба, даже если дубль на руках.",
    )
    fisher = (
        Text("The fisher is {name}, who laid the last tile.", "Рыбак — {name}: последняя кость.")
        if rules.fisher == "last_tile"
        else Text(
            "The fisher is {name}, who laid the last tile that is no double.",
            "Рыбак — {name}: последняя кость, не считая дублей.",
        )
    )
    reason = (early if event.early else FISH_PROOFS[event.proof]).filled(numbers=_list(event.numbers))
    return reason if event.seat is None else joined([reason, fisher.filled(name=names.seat(event.seat))])


def out(event: Out, rules: RuleSet, names: Names) -> Text:
    """Why the round is over."""
    text = Text("{name} has laid the last tile: the round is over.", "{name}: последняя кость на столе, кон окончен.")
    return text.filled(name=names.seat(event.seat))


def closed(event: Closed, rules: RuleSet, names: Names) -> Text:
    """Why the round is over."""
    return Text("No end is open any more: the round is over.", "Открытых концов не осталось: кон окончен.")


def checked(event: Checked, rules: RuleSet, names: Names) -> Text:
    """What is wrong with table and hands together."""
    template = Text(
        "All tiles together must have {expected} pips, not {pips}.", "Всего на костях {expected} очков, а видно {pips}."
    )
    parts = [template.filled(expected=event.expected, pips=event.pips)] if event.missing or event.twice else []
    if event.missing:
        parts.append(Text("Not seen: {tiles}.", "Не видно: {tiles}.").filled(tiles=_list(event.missing)))
    if event.twice:
        parts.append(Text("Seen twice: {tiles}.", "Видно дважды: {tiles}.").filled(tiles=_list(event.twice)))
    if event.odd:
        parts.append(ODD.filled(numbers=_list(event.odd)))
    return joined(parts)


def over_time(event: OverTime, rules: RuleSet, names: Names) -> Text:
    """How long the turn might have taken."""
    text = Text("A turn like this may take {allowed} seconds.", "На такой ход даётся {allowed} секунд.")
    return text.filled(allowed=event.allowed)


def _list(tiles: Iterable[Tile | int]) -> str:
    return ", ".join(map(str, tiles))
