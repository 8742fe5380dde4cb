"""Things that are no tiles, and the grounds that look like them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.renderer import floors, lookalikes
from models.renderer.arrange import PlacedTile
from models.renderer.camera import Camera
from models.renderer.lookalikes import Lookalike, random_lookalike, random_lookalikes
from models.renderer.scene import render
from models.renderer.solids import Solid
from tests.models.plain import plain_table, red

ABOVE = Camera((600, 450), 60.0)


@pytest.mark.parametrize("index", range(len(lookalikes._KINDS)))
def test_every_kind_of_thing_is_drawn(index: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lookalikes, "_KINDS", (lookalikes._KINDS[index],))
    monkeypatch.setattr(lookalikes, "_SHARES", np.ones(1))
    for seed in range(4):
        thing = random_lookalike(np.random.default_rng(seed), (10, 8), 40.0)
        assert thing.texture.shape[2] == 4
        assert thing.texture.min() >= 0
        assert thing.texture.max() <= 1.001
        long, wide = thing.solid.half_size
        assert thing.texture.shape[1] / thing.texture.shape[0] == pytest.approx(long / wide, rel=0.15)


@pytest.mark.parametrize("ground", [floors.bricks, floors.parquet, floors.color_squares, floors.page, floors.pip_print])
def test_every_ground_fills_its_square(ground):
    for seed in range(3):
        picture = ground(np.random.default_rng(seed), 120, 20.0)
        assert picture.shape == (120, 120, 3)
        assert picture.std() > 0


def test_as_many_things_as_asked_for():
    assert random_lookalikes(np.random.default_rng(0), (10, 8), 30.0, 0) == ()
    assert len(random_lookalikes(np.random.default_rng(0), (10, 8), 30.0, 5)) >= 5


def white_slab(center: tuple[float, float], low: float) -> Lookalike:
    return Lookalike(Solid(center, 0.0, (0.5, 0.5), low, 0.1), np.ones((40, 40, 4), np.float32), (1.0, 1.0, 1.0))


def test_a_thing_is_outlined_and_has_no_truth():
    # the slab's upper face lies 0.1 high: the camera is 12 away, so 720 / 11.9 px a unit
    rendered = render(replace(plain_table([], ABOVE), below=(white_slab((1.0, 0.0), 0.0),)))
    assert rendered.tiles == ()
    unit = 720 / 11.9
    square = np.array([[0.5, -0.5], [1.5, -0.5], [1.5, 0.5], [0.5, 0.5]]) * unit + np.array([300, 225])
    assert rendered.others[0] == pytest.approx(square, abs=0.01)
    assert rendered.picture[225, 360].min() > 230


def test_a_thing_on_a_tile_hides_it_and_below_it_does_not():
    tile = plain_table([PlacedTile((0, 0), (0.0, 0.0), 0.0)], ABOVE)
    slab = white_slab((0.5, 0.0), 0.3)
    below = render(replace(tile, below=(replace(slab, solid=replace(slab.solid, low=0.0)),))).tiles[0]
    above = render(replace(tile, above=(slab,))).tiles[0]
    assert min(below.visible) > 0.95
    assert above.visible[0] > 0.9
    assert above.visible[1] < 0.1
    assert red(render(replace(tile, above=(slab,))).picture).any()
