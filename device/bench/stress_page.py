"""What the stress test found, as a page and as a figure, in every language."""

from __future__ import annotations

from collections.abc import Sequence

from device.bench.plots import Panel, Series, figure
from device.bench.stress import FACTORS, TARGET, Level, by_factor, neutral, working_range
from device.texts import Language, say

COLUMNS_OF_FIGURE = 2
_LOWEST = 0.5
_LOG = frozenset(factor.name for factor in FACTORS if factor.log)

_PAGE: dict[Language, str] = {
    "en": """\
# What reading bears

[Русский](stress.ru.md)

Drawn tables were photographed under good conditions, and one thing at a time was made worse: {pictures} tables with
{tiles} tiles, the same at every level; of very large tiles, those that fit the picture. There are ivory, black, wooden
and red sets, dimpled and moulded ones, one coloured by number and a double-twelve; lines, crosses, open hands, tiles
side by side and loose ones, on all kinds of ground.

A tile is right when both of its numbers are right at its place; invented tiles count against it (F1). A tile that is
partly covered or outside the picture need not be read, but must not be read wrongly. The networks learned from tables
that the same program drew, though not from these; a real camera spoils several things at once.

![F1 against each of them](pictures/stress.svg)

## The working range

Inside these ranges F1 is at least {target}, at every level measured:

{table}

* Tile size and blur are measured in sides of half a tile: a tile of 80 by 40 pixels has a side of 40 pixels, and 10 %
  of it are 4 pixels. Blur out of focus is the spread (sigma) of a Gaussian, motion blur the length of the smear.
* Turns by 30 degrees each, all the way round, were measured.
* A stop of exposure doubles or halves the value of every pixel. That is harsher than a camera, whose tone curve
  softens it.
* A stop of colour cast doubles red against blue.
* Noise is the spread of the grain in every channel.
* Hands, cards and boxes cover the tiles; those that stay whole count.

## Measure it again

```
tilefish bench stress --pages docs
```

takes some minutes and writes this page, its figure and [the table of all levels](stress.csv).
""",
    "ru": """\
# Что выдерживает чтение

[English](stress.md)

Нарисованные столы сняты в хороших условиях, и каждый раз ухудшалось что-то одно: столов {pictures}, костей на них
{tiles}, на каждом уровне одни и те же (из очень крупных — те, что входят в кадр). Комплекты — под слоновую кость,
чёрный, деревянный, красный, с лунками, штампованный, с цветом по числу и комплект до 12-12; расклады — линии, кресты,
открытые руки, кости вплотную и россыпью, на самых разных столах.

Кость прочитана верно, если на её месте верны оба числа; выдуманные кости идут в минус (F1). Кость, которую накрыли
или срезал край снимка, читать не обязательно, но неверно прочитать её нельзя. Сети учились на столах, нарисованных
той же программой, хотя и не на этих; настоящая камера портит сразу многое.

![F1 в зависимости от каждого условия](pictures/stress.ru.svg)

## Рабочий диапазон

В этих пределах F1 не ниже {target} на каждом измеренном уровне:

{table}

* Размер кости и размытие считаются в сторонах половинки: у кости 80 на 40 пикселей сторона — 40 пикселей, 10 % от неё
  — 4 пикселя. Нерезкость — это сигма гауссова размытия, смаз — длина следа.
* Поворот измерен через каждые 30 градусов, по всему кругу.
* Ступень экспозиции вдвое увеличивает или уменьшает значение каждого пикселя. Это жёстче, чем у камеры: её кривая
  тонов смягчает перепад.
* Ступень цветового сдвига вдвое усиливает красный против синего.
* Шум — это разброс зерна в каждом канале.
* Кости накрывают руки, карты и коробки; считаются те, что остались видны целиком.

## Измерить заново

```
tilefish bench stress --pages docs
```

Это займёт несколько минут; команда запишет эту страницу, её график и [таблицу всех уровней](stress.csv).
""",
}


def pages(levels: Sequence[Level]) -> dict[str, str]:
    """The page in every language, by file name."""
    return {f"stress{_suffix(lang)}.md": _page(levels, lang) for lang in _PAGE}


def figures(levels: Sequence[Level]) -> dict[str, bytes]:
    """The figure in every language, by file name.

    Raises:
        UserError: matplotlib is not installed.
    """
    return {f"stress{_suffix(lang)}.svg": drawn(levels, lang) for lang in _PAGE}


def drawn(levels: Sequence[Level], lang: Language) -> bytes:
    """The figure as SVG: F1 against each factor, the working range shaded.

    Raises:
        UserError: matplotlib is not installed.
    """
    return figure([_panel(name, some, lang) for name, some in by_factor(levels).items()], COLUMNS_OF_FIGURE)


def range_words(levels: Sequence[Level], factor: str, lang: Language) -> str:
    """The working range of a factor in words."""
    span = working_range(levels, neutral(factor))
    if span is None:
        return say("bench.no_range", lang)
    return say("bench.from_to", lang, low=number(span[0], lang), high=number(span[1], lang))


def number(value: float, lang: Language) -> str:
    """A level as it is written in the language."""
    text = f"{value:g}"
    return text.replace(".", ",") if lang == "ru" else text


def _page(levels: Sequence[Level], lang: Language) -> str:
    good = next(level for level in levels if level.value == neutral(level.factor))
    tiles = good.score.right + good.score.missed
    keys = ("factor", "unit", "measured", "working_range")
    rows = [[say(f"bench.{key}", lang) for key in keys], ["---"] * len(keys)]
    for name, some in by_factor(levels).items():
        all_of_it = say("bench.from_to", lang, low=number(some[0].value, lang), high=number(some[-1].value, lang))
        unit = say(f"bench.unit.{name}", lang)
        rows.append([say(f"bench.factor.{name}", lang), unit, all_of_it, range_words(some, name, lang)])
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return _PAGE[lang].format(pictures=good.pictures, tiles=tiles, target=number(TARGET, lang), table=table)


def _panel(name: str, levels: Sequence[Level], lang: Language) -> Panel:
    line = Series([level.value for level in levels], [level.score.f1 for level in levels])
    return Panel(
        title=say(f"bench.factor.{name}", lang),
        x_label=say(f"bench.unit.{name}", lang),
        y_label="F1",
        series=(line,),
        target=TARGET,
        span=working_range(levels, neutral(name)),
        y_range=(_LOWEST, 1.02),
        log=name in _LOG,
    )


def _suffix(lang: Language) -> str:
    return "" if lang == "en" else f".{lang}"
