"""Things that are no tiles, and the grounds that look like them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from models.renderer import floors, lookalikes, pastimes, textures
from models.renderer.arrange import PlacedTile
from models.renderer.camera import Camera
from models.renderer.clutter import draw_clutter
from models.renderer.grounds import _seen_by, random_ground
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


@pytest.mark.parametrize(
    "ground",
    [floors.bricks, floors.parquet, floors.color_squares, floors.page, floors.pip_print,
     textures.leaves, textures.gravel, textures.grass, textures.carpet, textures.tartan, textures.clouds],
)  # fmt: skip
def test_every_ground_fills_its_square(ground):
    for seed in range(3):
        picture = ground(np.random.default_rng(seed), 120, 20.0)
        assert picture.shape == (120, 120, 3)
        assert picture.std() > 0


def test_round_things_are_round():
    biscuits = next(kind for kind in lookalikes._KINDS if kind.draw is pastimes.biscuit)
    rng = np.random.default_rng(0)
    assert lookalikes._corner(rng, biscuits, (1.3, 1.3)) == 1.3


def test_the_ground_lies_on_the_table_that_the_camera_sees():
    # as tests/models/test_camera.py has it: sin 0.6, cos 0.8, focal length 1000; (4, 0) on the table is seen at
    # 500 + 1000 * 3.2 / 17.6, and on the ground from above, 50 pixels a unit, at 500 + 4 * 50
    homography = _seen_by(Camera((1000, 800), 50.0, tilt=math.asin(0.6), focal=1.0))
    x, y, w = homography @ [700, 400, 1]
    assert (x / w, y / w) == pytest.approx((500 + 1000 * 3.2 / 17.6, 400), abs=0.05)


def test_from_straight_above_the_camera_does_not_change_the_ground():
    plain = random_ground(np.random.default_rng(3), (90, 70), 20.0)
    seen = random_ground(np.random.default_rng(3), (90, 70), 20.0, Camera((90, 70), 20.0))
    assert np.abs(plain - seen).mean() < 0.01


def test_flat_clutter_is_outlined():
    outlines, covered = [], 0
    for seed in range(12):
        picture = np.full((300, 300, 3), 2.0, np.float32)  # brighter than any colour
        one = draw_clutter(picture, np.random.default_rng(seed), 20.0, 1)
        assert len(one) <= 1
        if one:
            middle = one[0].mean(axis=0)
            outlines += one
            if (middle > 3).all() and (middle < 297).all():
                covered += 1
                assert picture[int(middle[1]), int(middle[0])].min() < 2.0
    assert len(outlines) >= 3
    assert covered >= 3
    assert all(outline.shape == (4, 2) for outline in outlines)


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
