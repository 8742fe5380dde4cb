"""The SVG of line plots."""

from __future__ import annotations

import importlib.util
from typing import Any
from xml.etree import ElementTree

import pytest

from device.bench.plots import Panel, Series, check_plotting, figure
from device.errors import UserError

PANELS = (
    Panel("Tilt", "degrees", "F1", (Series((0, 10, 20), (1.0, 0.99, 0.9)),), 0.98, (0, 10), (0.5, 1.0)),
    Panel("Time", "tiles", "ms", (Series((1, 7, 28), (4, 9, 19), "Tilefish"), Series((1, 28), (69, 69), "other"))),
    Panel("Size", "pixels", "F1", (Series((10, 100, 350), (0.9, 1.0, 1.0)),), log=True),
)


def test_the_figure_says_what_it_shows() -> None:
    pytest.importorskip("matplotlib")
    root = ElementTree.fromstring(figure(PANELS, columns=2))
    words = {"".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Tilt", "degrees", "F1", "Time", "tiles", "ms", "Tilefish", "other", "Size"} <= words
    # Two columns and two rows of 3.3 by 2.3 inches, of 72 points each.
    assert root.get("viewBox") == "0 0 475.2 331.2"


def test_the_same_panels_give_the_same_bytes_without_date() -> None:
    pytest.importorskip("matplotlib")
    once = figure(PANELS, columns=3)
    assert once == figure(PANELS, columns=3)
    assert b"dc:date" not in once


def test_without_matplotlib_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec

    def without(name: str, *rest: Any) -> Any:
        return None if name == "matplotlib" else found(name, *rest)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    with pytest.raises(UserError) as caught:
        check_plotting()
    assert "matplotlib" in caught.value.sentence("en") and "matplotlib" in caught.value.sentence("ru")
