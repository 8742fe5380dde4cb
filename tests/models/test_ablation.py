"""The ablation changes what it says, from outside, and counts rightly."""

from __future__ import annotations

import inspect
import json
from dataclasses import replace
from pathlib import Path
from pkgutil import resolve_name

import cv2
import numpy as np
import pytest

from engine.tiles import TileSet
from models.training.ablation import (
    AS_A_WHOLE,
    BEGIN,
    CHANGES,
    END,
    EVERYTHING,
    Row,
    Variant,
    as_markdown,
    decided,
    read_csv,
    with_table,
    write_csv,
)
from models.training.evaluate import Tally
from models.training.pictures import Picture, pictures_in
from tests.device.tables import chain, laid, scene
from vision.pipeline import SceneReader
from vision.scene import Scene

D6 = TileSet(6)


class Knowing:
    """Reads the same scene everywhere."""

    def __init__(self, known: Scene) -> None:
        self.known = known

    def read(self, image: object, tile_set: TileSet = D6) -> tuple[Scene, dict[str, float]]:
        return self.known, {"detect": 2.0, "read": 1.0}


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_changed_is_there_and_its_place_is_taken_by_something_like_it(name: str) -> None:
    where, instead = CHANGES[name]
    was, now = inspect.signature(resolve_name(where.replace(".Reader.", ":Reader."))), inspect.signature(instead)
    now.bind(*was.parameters)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One picture: 6-4 and 4-2 lie whole, 5-5 lies face down, 3-3 stands; it shows nothing of them."""
    known = scene([*chain("6-4", "4-2", x=20), laid("5-5", 10, 10), laid("3-3", 10, 20)])
    faces, pips = ("up", "up", "down", "standing"), ((6, 4), (4, 2), (5, 5), (3, 3))
    tiles = [
        {
            "face": faces[row],
            "halves": [{"pips": number, "visible": 1.0} for number in pips[row]],
            "corners": known.corners[row].tolist(),
        }
        for row in range(4)
    ]
    assert cv2.imwrite(str(tmp_path / "a.jpg"), np.full((90, 120, 3), 90, np.uint8))
    (tmp_path / "truth.jsonl").write_text(json.dumps({"picture": "a.jpg", "set": "D6", "tiles": tiles}))
    return tmp_path


def test_the_pictures_of_a_folder(folder: Path) -> None:
    (picture,) = pictures_in(folder)
    assert picture.is_game and picture.tile_set == D6
    assert picture.sample.pips.tolist() == [[6, 4], [4, 2], [5, 5], [3, 3]]
    assert picture.sample.face_up.tolist() == [True, True, False, False]
    assert picture.sample.standing.tolist() == [False, False, False, True]
    assert picture.sample.picture().shape == (90, 120, 3)


def test_a_row(folder: Path) -> None:
    """Of three tiles that lie there 6-4 and the back are right, 4-2 is read as 4-3; what stands is reported as lying:
    F1 = 2 * 2 / (3 there + 3 found + 1 false). One half of four is wrong. Each empty picture shows four false tiles."""
    seen = scene([*chain("6-4", "4-3", x=20), laid("5-5", 10, 10), laid("3-3", 10, 20)])
    seen = replace(seen, face_up=np.array([True, True, False, True]))
    variant = Variant(EVERYTHING, Knowing(seen))
    row = variant.count(list(pictures_in(folder)), [np.zeros((9, 9, 3), np.uint8)] * 2)
    assert (row.variant, row.pictures, row.tiles, row.found, row.false) == (EVERYTHING, 1, 3, 3, 1)
    assert row.f1 == round(4 / 7, 4) and row.half_errors == 0.25
    assert (row.empty, row.empty_false, row.ms) == (2, 8, 3.0)


def test_a_table_as_a_whole_and_not(folder: Path) -> None:
    """6-4 lies there, 4-2 was read as 6-4 once more, but a little less surely than 4-2: only the whole table tells."""
    seen = scene([laid("6-4", 10, 10), laid("4-2", 30, 10)])
    seen.probabilities[1] = 0
    seen.probabilities[1, 0, 4] = 1.0
    seen.probabilities[1, 1, [6, 2]] = 0.55, 0.45
    told = decided(seen, D6)
    assert told.probabilities[1].argmax(axis=1).tolist() == [4, 2]
    assert told.probabilities.sum(axis=2) == pytest.approx(1)
    (picture,) = pictures_in(folder)
    sample = replace(picture.sample, pips=np.array([[6, 4], [4, 2]], np.int16), corners=seen.corners)
    sample = replace(sample, face_up=np.array([True, True]), visible=np.ones((2, 2), np.float32))
    game = Picture(replace(sample, standing=np.array([False, False])), D6, is_game=True)
    assert Variant(EVERYTHING, Knowing(seen)).count([game], []).half_errors == 0
    assert Variant(AS_A_WHOLE, Knowing(seen)).count([game], []).half_errors == 0.25
    assert Variant(EVERYTHING, Knowing(seen)).count([replace(game, is_game=False)], []).half_errors == 0.25


def test_the_changes_reach_the_shipped_networks() -> None:
    """A picture of nothing at all is read in every way."""
    reader = SceneReader.load(1)
    for name in CHANGES:
        assert Variant(name, reader).count([], [np.full((96, 128, 3), 128, np.uint8)]).empty == 1


def test_the_table_in_a_file_and_in_a_card(tmp_path: Path) -> None:
    row = Row.of("x", Tally(), 1, 2, 3, 4.0)
    write_csv([row], tmp_path / "t.csv")
    assert read_csv(tmp_path / "t.csv") == [row]
    head, line = (tmp_path / "t.csv").read_text().splitlines()
    assert head == "variant,pictures,tiles,found,f1,false,half_errors,calibration,empty,empty_false,ms"
    assert line == "x,1,0,0,0.0,0,0.0,0.0,2,3,4.0"
    assert as_markdown([row]).splitlines()[2] == "| x | 0.0% | 0.000 | 0 | 0.00% | 3 | 4 |"


def test_a_card_gets_the_new_table() -> None:
    row = Row.of("x", Tally(), 1, 2, 3, 4.0)
    card = with_table(f"before\n{BEGIN}\nold\n{END}\nafter\n", [row])
    assert card == f"before\n{BEGIN}\n\n{as_markdown([row])}\n\n{END}\nafter\n"
    assert with_table(card, [row]) == card


def test_the_card_of_the_reader_shows_what_was_measured() -> None:
    models = Path(__file__).parents[2] / "models"
    card, rows = (models / "reader.md").read_text("utf-8"), read_csv(models / "results" / "ablation.csv")
    assert [row.variant for row in rows[: len(CHANGES) + 1]] == [EVERYTHING, *CHANGES]
    assert with_table(card, rows) == card
