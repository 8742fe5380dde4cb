"""Frames fused: plays in order, whatever lies at the side, is missed, misread, shifted or taken away."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.tiles import Tile, TileSet
from tests.vision.tables import Put, scene_of, snake
from vision.layout import build_layout
from vision.scene import Scene
from vision.table import TableState, TableUpdate

RECORDINGS = Path(__file__).parents[3] / "shared" / "photos" / "recordings"

ROW = snake([6, 4, 1, 0, 3, 3, 5, 2], 30)  # 6-4 4-1 1-0 0-3 3-3 3-5 5-2, the double across
HAND = [Put(2, 2, -17, 10), Put(6, 5, -17, 12), Put(4, 4, -17, 8)]


def see(state: TableState, tiles: Sequence[Put], **how: float) -> TableUpdate:
    return state.update(build_layout(scene_of(tiles, **how)))  # type: ignore[arg-type]


def played(update: TableUpdate) -> list[str]:
    return [str(play.tile) for play in update.plays]


def test_an_empty_table_is_no_play() -> None:
    update = see(TableState(), [])
    assert (update.plays, update.removed, update.desync, update.cleared) == ((), (), False, False)


def test_plays_one_by_one_with_what_they_join() -> None:
    state = TableState()
    updates = [see(state, ROW[: n + 1]) for n in range(len(ROW))]
    assert [played(u) for u in updates] == [["6-4"], ["4-1"], ["1-0"], ["3-0"], ["3-3"], ["5-3"], ["5-2"]]
    assert not any(u.desync or u.removed or u.corrected for u in updates)
    assert updates[0].plays[0].joined == ()
    (joint,) = updates[3].plays[0].joined
    assert (joint.tile, joint.row, joint.pips, joint.other_pips) == (Tile(1, 0), 2, 0, 0)
    assert updates[6].line == tuple(range(7))
    assert all(play.legal and not play.closed and play.confidence > 0.95 for u in updates for play in u.plays)


def test_what_was_played_is_played_once() -> None:
    state = TableState()
    see(state, ROW)
    assert all(see(state, ROW).plays == () for _ in range(5))


def test_two_tiles_between_frames_come_in_joining_order() -> None:
    state = TableState()
    see(state, ROW[1:2])
    update = see(state, [ROW[1], ROW[3], ROW[0], ROW[2]])  # 0-3 hangs on 1-0, which hangs on 4-1
    assert set(played(update)) == {"1-0", "3-0", "6-4"}
    assert played(update).index("1-0") < played(update).index("3-0")


def test_the_hand_at_the_side_is_no_play() -> None:
    state = TableState()
    assert played(see(state, [*HAND, ROW[0]])) == ["6-4"]
    assert played(see(state, [*HAND[:2], ROW[0]])) == []
    assert played(see(state, [ROW[0], *HAND[:2], Put(5, 5, -17, 6)])) == []
    assert played(see(state, [*HAND[1:], *ROW[:2]])) == ["4-1"]


def test_a_hand_alone_is_no_play() -> None:
    assert see(TableState(), HAND).plays == ()


def test_a_loose_tile_that_is_slid_to_the_line_counts_once() -> None:
    state = TableState()
    see(state, ROW[:2])
    assert played(see(state, [*ROW[:2], replace(ROW[2], y=5.0)])) == []
    assert played(see(state, ROW[:3])) == ["1-0"]
    assert played(see(state, ROW[:3])) == []


def test_a_shifted_and_turned_camera_changes_nothing() -> None:
    state = TableState()
    see(state, ROW[:5])
    update = see(state, ROW[:6], origin=(830.0, 575.0), turn=2.0)  # type: ignore[arg-type]
    assert played(update) == ["5-3"]
    assert (update.removed, update.desync) == ((), False)


def test_a_missed_tile_is_remembered() -> None:
    state = TableState()
    see(state, ROW[:4])
    update = see(state, [ROW[0], ROW[1], ROW[3]])
    assert (update.plays, update.removed) == ((), ())
    assert [str(update.layout.tile(row)) for row in update.remembered] == ["1-0"]
    assert len(update.layout.lines[0].tiles) == 4
    assert played(see(state, [ROW[0], ROW[1], *ROW[3:5]])) == ["3-3"]
    assert see(state, ROW[:5]).plays == ()


def test_a_tile_of_the_line_that_stays_away_is_removed_when_patience_ends() -> None:
    state = TableState(patience=2)
    see(state, ROW[:4])
    updates = [see(state, ROW[:3]) for _ in range(3)]
    assert [u.removed for u in updates] == [(), (), (Tile(3, 0),)]
    assert [u.desync for u in updates] == [False, False, True]
    assert played(see(state, ROW[:4])) == ["3-0"]


def test_a_tile_taken_back_to_the_hand_and_another_laid_in_its_place() -> None:
    state = TableState()
    see(state, [Put(4, 4, 0, 0), Put(1, 4, -17, 6)])
    see(state, [Put(4, 4, 0, 0), Put(4, 3, 2.1, 0), Put(1, 4, -17, 6)])
    update = see(state, [Put(4, 4, 0, 0), Put(4, 1, 2.1, 0), Put(3, 4, -17, 6)])
    assert update.removed == (Tile(4, 3),)
    assert played(update) == ["4-1"]
    assert update.desync


def test_the_whole_line_moved_with_one_tile_taken_back() -> None:
    state = TableState()
    see(state, [Put(4, 4, 0, 0), *HAND[:2]])
    see(state, [Put(4, 4, 0, 0), Put(4, 3, 2.05, 0), *HAND[:2]])
    update = see(state, [Put(4, 4, -2, 0.4), Put(4, 1, 0.05, 0.4), Put(3, 4, -17, 6), *HAND[:2]])
    assert (update.removed, played(update), update.desync) == ((Tile(4, 3),), ["4-1"], True)


def test_a_cleared_table_ends_the_line() -> None:
    state = TableState(patience=1)
    see(state, ROW)
    updates = [see(state, []) for _ in range(2)]
    assert [u.cleared for u in updates] == [False, True]
    assert not updates[1].desync
    assert len(updates[1].removed) == 7
    assert played(see(state, [Put(1, 1, 0, 0)])) == ["1-1"]


def misread(tiles: Sequence[Put], row: int, half: int, pips: int, surety: float) -> Scene:
    """The scene of these tiles, one half of which reads another number."""
    scene = scene_of(tiles)
    truth = (tiles[row].one, tiles[row].other)[half]
    scene.probabilities[row, half] = 0.0
    scene.probabilities[row, half, [pips, truth]] = surety, 1.0 - surety
    return scene


def test_a_misread_end_is_corrected_by_later_frames() -> None:
    state = TableState()
    see(state, ROW[:2])
    first = state.update(build_layout(misread(ROW[:3], 2, 1, 5, 0.9)))
    assert played(first) == ["5-1"]
    later = [see(state, ROW[:3]) for _ in range(3)]
    (correction,) = [correction for u in later for correction in u.corrected]
    assert (correction.was, correction.now) == (Tile(5, 1), Tile(1, 0))
    assert not any(u.plays or u.removed or u.desync for u in later)


def test_a_misreading_after_many_right_ones_changes_nothing() -> None:
    state = TableState()
    for _ in range(3):
        see(state, ROW[:3])
    update = state.update(build_layout(misread(ROW[:3], 2, 1, 5, 0.97)))
    assert (update.corrected, update.removed, update.plays) == ((), (), ())
    assert str(update.layout.tile(2)) == "1-0"


def test_halves_numbered_the_other_way_round_are_the_same_tile() -> None:
    state = TableState()
    see(state, ROW[:3])
    turned = [Put(t.other, t.one, t.x, t.y, t.degrees + 180) for t in ROW[:3]]
    update = see(state, turned)
    assert (update.plays, update.removed, update.corrected) == ((), (), ())
    # The fused layout keeps the numbering of the first sighting.
    assert update.layout.pips.tolist() == [[6, 4], [4, 1], [1, 0]]


def test_an_illegal_play_is_a_play() -> None:
    state = TableState()
    see(state, ROW[:2])
    (play,) = see(state, [*ROW[:2], Put(5, 2, ROW[2].x, ROW[2].y)]).plays
    assert (str(play.tile), play.legal) == ("5-2", False)
    (joint,) = play.joined
    assert (joint.tile, joint.pips, joint.other_pips) == (Tile(4, 1), 5, 1)


def test_a_closed_double_is_the_one_that_fits() -> None:
    state = TableState()
    see(state, ROW[:2])
    (play,) = see(state, [*ROW[:2], Put(1, 1, ROW[1].x + 1.55, 0, 90, face_up=False)]).plays
    assert (play.tile, play.closed, play.legal) == (Tile(1, 1), True, True)


def test_a_second_line_elsewhere_is_no_play() -> None:
    state = TableState()
    see(state, ROW[:2])
    assert see(state, [*ROW[:2], Put(2, 5, -8, -8), Put(5, 5, -5.95, -8)]).plays == ()


def test_a_first_tile_that_nothing_is_joined_to_gives_way_to_the_line_that_grows() -> None:
    state = TableState()
    assert played(see(state, [Put(2, 2, -5, 6)])) == ["2-2"]
    update = see(state, [Put(2, 2, -5, 6), *ROW[:2]])
    assert (update.removed, update.desync) == ((Tile(2, 2),), True)
    assert played(update) == ["6-4", "4-1"]
    assert played(see(state, [Put(2, 2, -5, 6), *ROW[:3]])) == ["1-0"]


def test_a_sighting_that_is_hardly_readable_is_no_play_yet() -> None:
    state = TableState()
    see(state, ROW[:2])
    scene = scene_of(ROW[:3])
    scene.probabilities[2] = 1.0 / 7
    assert state.update(build_layout(scene)).plays == ()
    assert played(see(state, ROW[:3])) == ["1-0"]


def test_names_stay_when_rows_change() -> None:
    state = TableState()
    first = see(state, ROW[:4])
    second = see(state, ROW[:4][::-1])
    assert second.names == first.names[::-1]


def test_the_line_starts_at_the_middle_of_the_table_outline() -> None:
    # The table is the right part of the picture; the tile that is nearest to the picture's middle lies at its border.
    outline = np.array([[800, 100], [1500, 100], [1500, 1100], [800, 1100]], np.float32)
    state = TableState(outline=outline)
    assert played(see(state, [Put(6, 6, 1, 0), Put(5, 4, 8.75, 0)])) == ["5-4"]


def random_game(rng: np.random.Generator) -> list[int]:
    """The numbers of a chain without a tile twice."""
    numbers, used = [int(rng.integers(7))], set()
    while options := [n for n in range(7) if frozenset((n, numbers[-1])) not in used]:
        numbers.append(int(rng.choice(options)))
        used.add(frozenset(numbers[-2:]))
    return numbers


@pytest.mark.parametrize("seed", range(2))
def test_a_game_with_jitter_missed_tiles_and_noise(seed: int) -> None:
    """Each move is seen in three frames; each frame misses a tile now and then, and is shuffled."""
    rng = np.random.default_rng(seed)
    tiles = snake(random_game(rng)[:20], 13)
    origin = (540.0, 400.0)
    state, plays = TableState(), []
    for laid in range(1, len(tiles) + 1):
        for _ in range(3):
            scene = scene_of([replace(t, surety=0.99) for t in tiles[:laid]], origin=origin, jitter=0.03, rng=rng)
            seen = [row for row in rng.permutation(laid).tolist() if rng.random() > 0.05]
            update = state.update(build_layout(scene[seen]))
            plays += played(update)
            assert not update.desync
    assert len(plays) == len(set(plays)) >= len(tiles) - 1
    expected = [str(Tile(tile.one, tile.other)) for tile in tiles]
    assert [play for play in expected if play in plays] == plays


def recorded_scenes(name: str, rng: np.random.Generator) -> list[tuple[Scene, str]]:
    """The tables of a recorded game as its truth describes them, seen with jitter, doubt and in any order."""
    rows = [json.loads(line) for line in (RECORDINGS / name / "truth.jsonl").read_text().splitlines()]
    tiles = []
    for row in rows:
        (one, two) = row["halves"]
        start, stop = np.array(one["center"]), np.array(two["center"])
        angle = float(np.degrees(np.arctan2(*(stop - start)[::-1])))
        middle = (start + stop) / 2 / 53.0  # halves lie 54 to 55 pixels apart, the tiles are a little smaller
        tiles.append(Put(one["pips"], two["pips"], middle[0], middle[1], angle, surety=0.985))
    scenes = []
    for count, row in enumerate(rows, 1):
        scene = scene_of(tiles[:count], side=53.0, origin=(0.0, 0.0), jitter=0.04, rng=rng)
        scenes.append((replace(scene, size=(1536, 2040))[rng.permutation(count).tolist()], row["tile"]))
    return scenes


@pytest.mark.skipif(not RECORDINGS.is_dir(), reason="the recordings of real games are not here")
@pytest.mark.parametrize("name", ["ddd_train1", "ddd_train2"])
def test_games_with_branches_and_two_sets(name: str) -> None:
    state = TableState(TileSet(6), copies=2)
    for scene, tile in recorded_scenes(name, np.random.default_rng(1)):
        update = state.update(build_layout(scene, copies=2))
        assert played(update) == [tile]
        assert all(play.legal for play in update.plays)
        assert not update.desync and not update.corrected
