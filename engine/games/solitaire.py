"""Boards from which pairs are taken: three solitaires and Memory (rules.md 1.13)."""

from __future__ import annotations

import dataclasses

from engine.rulesets import RuleSet
from engine.text import Text

SPIDER = RuleSet(
    id="solitaire.spider",
    name=Text("Spider solitaire", "Пасьянс «Паук»"),
    deal=((1, 0),),
    line="pairs",
    pair_board="spider",
    draw="none",
    ledger="win",
)

PYRAMID = dataclasses.replace(
    SPIDER,
    id="solitaire.pyramid",
    name=Text("Pyramid solitaire", "Пасьянс «Пирамида»"),
    pair_board="pyramid",
    pyramid_unblock="one_above",  # of 3000 random deals half come out; with both_below not one
)

TRAVOLATOR = dataclasses.replace(
    SPIDER,
    id="solitaire.travolator",
    name=Text("Travolator solitaire", "Пасьянс «Траволатор»"),
    pair_board="travolator",
)

MEMORY = dataclasses.replace(
    SPIDER,
    id="memory",
    name=Text("Memory", "Мемори"),
    deal=tuple((seats, 0) for seats in range(1, 7)),
    pair_board="memory",
)

PRESETS = (PYRAMID, SPIDER, TRAVOLATOR, MEMORY)
