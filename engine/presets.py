"""The games that are known, as data (rules.md 1.3 and following)."""

from __future__ import annotations

import dataclasses

from engine.rulesets import Redeal, RuleSet
from engine.text import Text

FREE = RuleSet(
    id="free",
    name=Text("Free play, no score", "Свободная игра без счёта"),
    turns=False,
    deal=(),
    line="free",
    draw="none",
)

CLASSIC = RuleSet(
    id="classic",
    name=Text("Classic", "Классическое домино"),
    deal=((2, 7), (3, 5), (4, 5)),
    lead_order="doubles_down",
    lead_next="winner",
    fish_scoring="diff",
    out_scoring="winner_takes_all",
    fisher="last_tile",
    ledger="win",
    limit=100,
)

CLASSIC_TWO = dataclasses.replace(
    CLASSIC,
    id="classic.two",
    name=Text("Classic for two, penalties", "Классическое на двоих, штрафные очки"),
    deal=((2, 7),),
    draw="one",
    fish_scoring="higher_pays",
    out_scoring="each_pays_own",
    blank_alone=25,
    six_alone=50,
    ledger="penalty",
    limit=101,
)

KOZEL_SOLO = RuleSet(
    id="kozel.solo",
    name=Text("Kozel, each for himself", "Козёл, каждый за себя"),
    redeal=Redeal(doubles=5, same=6),
    lead_order="ones_up",
    lead_next="out_or_fisher",
    fish_when="early",
    fish_scoring="on_all",
    out_scoring="each_pays_own",
    open_at=13,
    blank_alone=10,
    limit=101,
)

PRESETS = (FREE, CLASSIC, CLASSIC_TWO, KOZEL_SOLO)
