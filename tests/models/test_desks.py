from __future__ import annotations

import pytest

from models.renderer import desks
from models.renderer.desks import FIRST_SEED, SIZES, draw_desk, kind_of
from models.renderer.scene import Rendered, Table, render


def test_a_desk_is_the_same_for_the_same_seed_and_of_a_known_size():
    picture = draw_desk(FIRST_SEED + 1)
    assert (picture.shape[1], picture.shape[0]) in SIZES
    assert (picture == draw_desk(FIRST_SEED + 1)).all()


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + 8))
def test_no_domino_lies_there_but_a_desk_is_full_of_things(seed: int, monkeypatch: pytest.MonkeyPatch):
    drawn: list[Table] = []

    def keep(table: Table) -> Rendered:
        drawn.append(table)
        return render(table)

    monkeypatch.setattr(desks, "render", keep)
    draw_desk(seed)
    (table,) = drawn
    assert table.tiles == () and table.above == ()
    assert (len(table.below) >= 12) is (kind_of(seed) == "desk")
    assert (len(table.below) == 0) is (kind_of(seed) == "ground")
