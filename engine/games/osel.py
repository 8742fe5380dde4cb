"""Osel, the donkey: Kozel with a house of four sides and doubles that may be closed (rules.md 1.7)."""

from __future__ import annotations

import dataclasses

from engine.games.kozel import KOZEL_SOLO
from engine.text import Text

OSEL = dataclasses.replace(
    KOZEL_SOLO,
    id="osel",
    name=Text("Osel, the donkey", "Осёл"),
    line="house",
    cross_opens="at_once",
    multi_doubles=4,
    close_doubles=True,
    titles="osel",
)

PRESETS = (OSEL,)
