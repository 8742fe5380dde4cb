"""Hints and their sentences in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.advice.choices import Choice
from engine.text import OR, Text, joined
from engine.tiles import Tile

Level = Literal["weak", "medium", "strong"]
Relation = Literal["partner", "next", "before", "other"]


@dataclass(frozen=True)
class Hint:
    """One piece of advice. `principle` is Ilyichev's number (0: his introduction); the rest is what the sentence tells.

    `tile` and `end` are the play it speaks of, `tiles` those it rests on, `number` the number in question, `value` and
    `limit` what is compared, `seat` the other seat it speaks of.
    """

    key: str
    principle: int
    text: Text
    tile: Tile | None = None
    end: str | None = None
    number: int | None = None
    tiles: tuple[Tile, ...] = ()
    value: float | None = None
    limit: float | None = None
    seat: str | None = None


LEVELS: dict[str, Text] = {
    "weak": Text("weak", "слабое"),
    "medium": Text("medium", "среднее"),
    "strong": Text("strong: nobody can stop it", "сильное: его не остановить"),
}
WHOSE: dict[str, Text] = {
    "next": Text("the next player", "следующего игрока"),
    "before": Text("the player before you", "того, кто ходит перед вами"),
    "other": Text("another player", "соперника"),
    "partner": Text("your partner", "партнёра"),
}
TEXTS: dict[str, Text] = {
    "press": Text(
        "Your pressure is on {number}: {all}, strength {value} ({level}).",
        "Ваше {number}-давление: {all}, сила {value} ({level}).",
    ),
    "press_with": Text(
        "{tile} goes on pressing {number}: {all}, strength {value} ({level}).",
        "Кость {tile} продолжает ваше {number}-давление: {all}, сила {value} ({level}).",
    ),
    "own_end": Text(
        "The end with {number} is yours: whatever is left for it is in your hand ({all}). Keep it while you can.",
        "Конец {number} — ваш: всё, что к нему осталось, у вас на руках ({all}). Берегите его, пока можно.",
    ),
    "variety": Text(
        "{tile} leaves you the most different numbers: {value}.",
        "С ходом {tile} на руках остаётся больше всего разных мастей: {value}.",
    ),
    "roll_next": Text(
        "After {any} the next player has to pass: all that is open then was passed on before.",
        "Ход {any} — и следующего прокатили: на эти концы он уже пасовал.",
    ),
    "partner_stuck": Text(
        "After {any} your partner has to pass: all that is open then was passed on before.",
        "Ход {any} прокатит партнёра: на эти концы он уже пасовал.",
    ),
    "support": Text(
        "{any} leaves {number} open, which your partner presses.", "Ход {any} поддержит {number}-давление партнёра."
    ),
    "prepare": Text(
        "{tile} opens {number}, and so will your end tile {all}: a second pressure is under way.",
        "Ход {tile} открывает {number} — туда же ведёт ваш концевой камень {all}: готовится второе давление.",
    ),
    "make_fish": Text(
        "{tile} makes a fish, and it is worth it: you keep {value}, and an average hand {limit}.",
        "Кость {tile} делает рыбу, и она выгодна: у вас останется {value}, а в среднем на руках {limit}.",
    ),
    "leave_fish": Text(
        "{tile} makes a fish, but it is not worth it: you keep {value}, and an average hand {limit}.",
        "Кость {tile} делает рыбу, но она невыгодна: у вас останется {value}, а в среднем на руках {limit}.",
    ),
    "two_ends": Text(
        "{tile} gives you the end {number}, but the other end to whoever holds {any}, and that one will last longer.",
        "Ход {tile} даёт вам конец {number}, но другой конец достаётся тому, у кого {any}, и продержится дольше.",
    ),
    "soft_lead": Text(
        "A soft lead: {tile} presses nothing, and {all} leads on to your {number}.",
        "Мягкий заход: {tile} — балласт, а {all} переведёт игру на ваше {number}-давление.",
    ),
    "fresh": Text(
        "{any} opens {number}, of which nothing lies yet: that may suit the others.",
        "Ход {any} открывает свежую масть {number}: это на руку соперникам.",
    ),
    "fresh_both": Text(
        "One end shows a fresh {number} that you cannot link to your pressure: {tile} makes the other end fresh too.",
        "На одном конце свежая масть {number}, а своё давление к ней не привязать: ход {tile} освежит и другой конец.",
    ),
    "block": Text("{any} takes {number} away, which {who} presses.", "Ход {any} перекроет {number}-давление {who}."),
    "feed": Text("{any} would open {number}, which {who} presses.", "Ход {any} откроет {number} — это давление {who}."),
    "still_holds": Text(
        "The end tile {tile} is given up: that hand most likely has another tile with {number}.",
        "Концевой камень {tile} отдан: скорее всего, в этой руке есть ещё кость с {number}.",
    ),
}  # fmt: skip


def hint(
    key: str,
    principle: int,
    *,
    choice: Choice | None = None,
    tile: Tile | None = None,
    end: str | None = None,
    number: int | None = None,
    tiles: Sequence[Tile] = (),
    value: float | None = None,
    limit: float | None = None,
    seat: str | None = None,
    level: Level | None = None,
    who: Relation | None = None,
) -> Hint:
    """A hint with its sentence; `choice` gives its tile and end."""
    tile, end = (choice.tile, choice.end) if choice is not None else (tile, end)
    tiles = tuple(dict.fromkeys(tiles))

    text = TEXTS[key].filled(
        tile=tile,
        number=number,
        all=", ".join(map(str, tiles)),
        any=joined([Text(str(one), str(one)) for one in tiles], by=OR),
        value=_decimal(value),
        limit=_decimal(limit),
        level=LEVELS[level] if level else "",
        who=WHOSE[who] if who else "",
    )
    return Hint(key, principle, text, tile, end, number, tiles, value, limit, seat)


def _decimal(value: float | None) -> Text:
    text = "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")
    return Text(text, text.replace(".", ","))
