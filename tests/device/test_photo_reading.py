"""What `read` says of tiles that are seen but not read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from device.photo import Photo
from device.photo_reading import PhotoReading, as_text
from tests.vision.fakes import tile
from tests.vision.tables import Put, scene_of
from vision.layout import build_layout
from vision.scene import Aside


def reading(puts: list[Put]) -> PhotoReading:
    asides = (
        Aside("standing", tile(100, 100), 0.9),
        Aside("standing", tile(200, 100), 0.9),
        Aside("partial", tile(300, 100), 0.8),
    )
    image = np.zeros((1200, 1600, 3), np.uint8)
    layout = build_layout(replace(scene_of(puts), asides=asides))
    return PhotoReading(Photo(Path("table.jpg"), image, (1600, 1200)), layout, {})


def test_standing_and_covered_tiles_are_counted_in_both_languages():
    lines = as_text(reading([Put(6, 4, 0, 0)]), "en").splitlines()
    assert lines[1].strip() == "1 tile, 10 pips"
    assert [line.strip() for line in lines if "standing" in line or "covered" in line] == [
        "2 standing on edge",
        "1 partly covered",
    ]
    russian = as_text(reading([Put(6, 4, 0, 0)]), "ru")
    assert "стоят на ребре: 2" in russian
    assert "видны не целиком: 1" in russian


def test_a_photo_with_nothing_but_standing_tiles():
    assert [line.strip() for line in as_text(reading([]), "en").splitlines()[1:]] == [
        "2 standing on edge",
        "1 partly covered",
    ]


def test_hands_are_told_by_the_edge_where_they_lie():
    # Two tiles abreast at y = 600 + 13 * 40 = 1120 of 1200; one loose tile in the middle of the right half.
    puts = [Put(6, 4, 0, 0), Put(4, 1, 2.05, 0), Put(2, 2, -1, 13, 90), Put(1, 1, 0.1, 13, 90), Put(5, 0, 8, 0)]
    told = [line.strip() for line in as_text(reading(puts), "en").splitlines()]
    assert "In hand at the lower edge: 2-2 1-1" in told
    assert "Beside it: 5-0" in told
    assert "На руках у нижнего края: 2-2 1-1" in as_text(reading(puts), "ru")
