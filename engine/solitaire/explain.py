"""Games on a board in sentences: what happened, why a pair may not go, and how it ended (rules.md 1.13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.event import Event
from engine.rulesets import RuleSet
from engine.solitaire.events import BoardEnded, LaidOut, Missed, PairTaken, Rotated, Shown
from engine.text import Text, joined
from engine.tiles import Tile

Names = Mapping[str, Text]
"""What each seat is called."""

HELD: dict[str, Text] = {
    "both_below": Text(
        "{tile} is not free: the two tiles below it must go first.",
        "{tile} ещё занята: сначала должны уйти две кости под ней.",
    ),
    "one_above": Text(
        "{tile} is not free: the two tiles below it must go first, or one above it.",
        "{tile} ещё занята: сначала должны уйти две кости под ней или одна над ней.",
    ),
    "spider": Text(
        "{tile} is not free: the tiles that hold it from outside must go first; for one of the square those are three, "
        "at its sides and at its corner.",
        "{tile} ещё занята: сначала уходят кости, которые подпирают её снаружи; для кости квадрата их три: с боков и "
        "с угла.",
    ),
}

APART = Text(
    "{first} and {second} do not stand one above the other: only a column makes a pair.",
    "{first} и {second} не стоят друг над другом: пару составляет только столбик.",
)
NOT_THERE = Text(
    "{tile} is not on the board: it was taken, or does not belong there.",
    "{tile} на поле нет: её уже забрали, или ей там не место.",
)
SAME_TILE = Text("{tile} is one tile, and a pair is two.", "{tile} — одна кость, а пара — это две.")
SUM = Text(
    "{first} and {second} make {pips}: a pair makes 12.", "{first} и {second} дают {pips}, а в паре должно быть 12."
)
OUT_OF_TURN = Text("It is not {name}'s turn.", "Сейчас ходит не {name}.")
PUT_BACK = Text("Put them back.", "Верните их на место.")

MISS = Text(
    "{first} has {one} pips and {second} has {other}: not equal, so they are turned back and the turn passes.",
    "{first} — это {one}, {second} — {other}: не поровну. Кости переворачивают обратно, ход переходит.",
)
OVERLOOKED = Text("{first} and {second} could still have been taken.", "Ещё можно было забрать {first} и {second}.")
CLEARED = Text("The board is cleared: the solitaire has come out.", "Все кости разобраны: пасьянс сошёлся!")
STUCK = Text(
    "No two free tiles make 12: the solitaire has not come out.",
    "Среди свободных костей нет пары на 12: пасьянс не сошёлся.",
)
WENT_ROUND = Text(
    "The rows have gone all the way round without a pair: the solitaire has not come out.",
    "Ряды прошли полный круг, а пары нет: пасьянс не сошёлся.",
)
MOST_PAIRS = Text(
    "All pairs are found: most pairs win ({pairs}).", "Все пары найдены: у кого больше, тот выиграл ({pairs})."
)


LAID_OUT = Text("The board is laid out.", "Поле выложено.")
LAID_ANEW = Text("What was left is shuffled and laid anew.", "Остаток перемешан и выложен заново.")
SHOWN = Text("{tile} lies face up now.", "{tile} теперь открыта.")
TAKEN = Text("{name} takes {first} and {second}.", "{name} забирает {first} и {second}.")
REFUSED = Text("{first} and {second} may not be taken.", "{first} и {second} забрать нельзя.")
TURNED_OVER = Text("{name} turns over {first} and {second}.", "{name} открывает {first} и {second}.")
MOVED_ON = Text("The rows move one step.", "Ряды сдвинуты на шаг.")


def _name(seat: str | None, names: Names) -> Text:
    return Text("somebody", "кто-то") if seat is None else names.get(seat, Text(seat, seat))


def _pair_taken(event: PairTaken, rules: RuleSet, names: Names) -> Text | None:
    if event.reason is None:
        return None
    first, second = event.tiles
    held = rules.pyramid_unblock if rules.pair_board == "pyramid" else "spider"
    template = {
        "sum": SUM, "blocked": HELD[held], "apart": APART, "not_there": NOT_THERE, "same_tile": SAME_TILE,
        "out_of_turn": OUT_OF_TURN,
    }[event.reason]  # fmt: skip
    pips = first.pips + second.pips
    said = template.filled(first=first, second=second, pips=pips, tile=event.tile, name=_name(event.seat, names))
    return said if event.reason in ("not_there", "same_tile") else joined([said, PUT_BACK])


def _missed(event: Missed, rules: RuleSet, names: Names) -> Text:
    first, second = event.tiles
    return MISS.filled(first=first, second=second, one=first.pips, other=second.pips)


def _overlooked(event: LaidOut | Rotated, rules: RuleSet, names: Names) -> Text | None:
    return _of_two(OVERLOOKED, event.overlooked) if event.overlooked else None


def _of_two(template: Text, tiles: Sequence[Tile], name: Text | None = None) -> Text:
    return template.filled(first=tiles[0], second=tiles[-1], name=name)


def _board_ended(event: BoardEnded, rules: RuleSet, names: Names) -> Text:
    if event.result == "stuck":
        return STUCK
    if event.result == "went_round":
        return WENT_ROUND
    if rules.pair_board == "memory":
        return MOST_PAIRS.filled(pairs=" : ".join(map(str, event.pairs)))
    return CLEARED


WRITERS: Mapping[type[Event], Callable[[Any, RuleSet, Names], Text | None]] = {
    PairTaken: _pair_taken, Missed: _missed, LaidOut: _overlooked, Rotated: _overlooked, BoardEnded: _board_ended,
}  # fmt: skip
"""A sentence for each event that needs one: the event, the rules, and what each seat is called."""


def why(event: Event, rules: RuleSet, names: Names | None = None) -> Text | None:
    """The sentence that gives the reason of an event on a board; None for one that needs none."""
    writer = WRITERS.get(type(event))
    return writer(event, rules, names or {}) if writer else None


def told(event: Event, rules: RuleSet, names: Names | None = None) -> Text | None:
    """An event on a board as people are told it, with its reason; None for any other event."""
    happened = _happened(event, names or {})
    reason = why(event, rules, names)
    parts = [text for text in (happened, reason) if text is not None]
    return joined(parts) if parts else None


def _happened(event: Event, names: Names) -> Text | None:
    if isinstance(event, LaidOut):
        return LAID_ANEW if event.again else LAID_OUT
    if isinstance(event, Shown):
        return SHOWN.filled(tile=event.tile)
    if isinstance(event, PairTaken):
        return _of_two(TAKEN if event.legal else REFUSED, event.tiles, _name(event.seat, names))
    if isinstance(event, Missed):
        return _of_two(TURNED_OVER, event.tiles, _name(event.seat, names))
    return MOVED_ON if isinstance(event, Rotated) else None
