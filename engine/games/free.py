"""Free play: any tile may touch any other, nobody's turn is kept, nothing is scored."""

from __future__ import annotations

from engine.rulesets import RuleSet
from engine.text import Text

FREE = RuleSet(
    id="free",
    name=Text("Free play, no score", "Свободная игра без счёта"),
    turns=False,
    deal=(),
    line="free",
    draw="none",
)

PRESETS = (FREE,)
