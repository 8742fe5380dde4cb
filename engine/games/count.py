"""Only the hands are counted, whatever was played: Mexican Train, Chickenfoot, any game at all (rules.md 2)."""

from __future__ import annotations

import dataclasses

from engine.rulesets import RuleSet
from engine.text import Text
from engine.tiles import TileSet

COUNT = RuleSet(
    id="count",
    name=Text("Counting the hands", "Подсчёт очков на руках"),
    turns=False,
    deal=tuple((seats, 0) for seats in range(2, 9)),
    line="none",
    draw="none",
    fish_scoring="on_all",
    out_scoring="each_pays_own",
    rounds=13,
)

MEXICAN_TRAIN = dataclasses.replace(
    COUNT,
    id="count.mexican_train",
    name=Text("Mexican Train, the hands counted", "Мексиканский поезд: подсчёт очков"),
    set=TileSet(12),
    blank_value=50,
)

CHICKENFOOT = dataclasses.replace(
    COUNT,
    id="count.chickenfoot",
    name=Text("Chickenfoot, the hands counted", "Куриная лапка: подсчёт очков"),
    set=TileSet(9),
    blank_value=50,
    rounds=10,
)

PRESETS = (COUNT, MEXICAN_TRAIN, CHICKENFOOT)
