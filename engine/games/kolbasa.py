"""Kolbasa, the sausage: rows of hidden tiles, and arms of the chain that may be cut off (rules.md 1.12; experimental).

One source describes it, and not to the end. So much is decided here: a tile laid across counts to the length of its
arm, a fish charges both players what they still have, and the lead changes hands from round to round.
"""

from __future__ import annotations

from engine.rulesets import RuleSet
from engine.text import Text

KOLBASA = RuleSet(
    id="kolbasa",
    name=Text("Kolbasa, the sausage", "Колбаса"),
    deal=((2, 14),),
    lead_next="next_seat",
    row=True,
    cut_lines=True,
    draw="none",
    out_scoring="each_pays_own",
    fish_scoring="on_all",
    limit=100,
)

PRESETS = (KOLBASA,)
