"""What tiles that stand or are partly covered were taken for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from device.bench.asides import AsideScore, Place, score_asides
from tests.device.tables import laid, scene
from vision.scene import Aside, Floats


def around(x: float, y: float) -> Floats:
    """The outline of something whose middle is at (x, y)."""
    return np.array([[x - 20, y - 10], [x + 20, y - 10], [x + 20, y + 10], [x - 20, y + 10]], np.float32)


def test_each_report_is_about_the_nearest_tile() -> None:
    """Of three that stand, one is seen so, one is taken for a tile that lies, one is not seen. Of three that are partly
    covered, one is seen so, one is read as whole (so it does not count that it was also seen as covered), one is taken
    for a standing one. What is reported farther than three quarters of a half away is about none of them."""
    seen = scene([laid("6-4", 10, 10), laid("5-5", 40, 40), laid("1-0", 20, 40)])
    whole, covered, wrong = seen.centers.mean(axis=1).tolist()
    places = [
        Place(tuple(whole), 20.0),
        Place(tuple(covered), 20.0, "partial"),
        Place((wrong[0] + 14.0, wrong[1]), 20.0, "standing"),
        Place((1000.0, 100.0), 20.0, "standing"),
        Place((1000.0, 200.0), 20.0, "standing"),
        Place((1000.0, 300.0), 20.0, "partial"),
        Place((1000.0, 400.0), 20.0, "partial"),
    ]
    asides = (
        Aside("standing", around(1010, 100), 0.9),
        Aside("standing", around(1016, 200), 0.9),
        Aside("partial", around(1000, 290), 0.9),
        Aside("partial", around(*covered), 0.9),
        Aside("standing", around(1000, 400), 0.9),
    )
    score = score_asides(places, replace(seen, asides=asides))
    assert score == AsideScore(standing=3, told_standing=1, laid_standing=1, partial=3, told_partial=1, read_partial=1)
    assert score + score == AsideScore(6, 2, 2, 6, 2, 2)


def test_nothing_aside() -> None:
    assert score_asides([], scene([laid("6-4", 10, 10)])) == AsideScore()
    assert score_asides([Place((5.0, 5.0), 10.0, "standing")], scene([])) == AsideScore(standing=1)
