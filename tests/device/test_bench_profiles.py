"""bench profiles: which groups are measured, what is counted, and what is said of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from device.bench import profiles
from device.bench.photos import BenchError
from device.bench.profiles import Case, ProfileResult, as_csv, errors_of, group_cases, measure, rendered_cases
from device.bench.scoring import TileScore
from device.cli import main
from engine.tiles import TileSet
from vision.detector import Detector
from vision.networks import Network
from vision.pipeline import SceneReader
from vision.profile import Profile
from vision.reader import Reader
from vision.scene import Scene
from vision.set_photo import TooFewTilesError

D6, D9 = TileSet(6), TileSet(9)
BLANK = np.zeros((4, 4, 3), np.uint8)


class NamedReader(SceneReader):
    """Sees nothing."""

    def read(self, photo: object, tile_set: TileSet = D6, expected: object = None) -> tuple[Scene, dict[str, float]]:
        return Scene.empty((4, 4)), {}


def reader() -> SceneReader:
    network = Network(None, {"classes": 13, "side": 48, "reach": 0.75, "temperature": 1.0}, "abc")
    locator = Network(None, {"stride": 4, "vector_unit": 16.0, "half_sides": [6.5, 46.0]})
    return NamedReader(Detector(locator), Reader(network))


def profile(tile_set: TileSet, name: str) -> Profile:
    empty = np.zeros((tile_set.max_pips + 1, 4), np.float32)
    layer = np.zeros((5, tile_set.max_pips + 1), np.float32)
    return Profile(str(tile_set), name, "abc", 20, layer, layer[:, 0], np.eye(4, dtype=np.float32), empty, 1.0)


def case(name: str, tile_set: TileSet, scores: list[TileScore]) -> Case:
    """One picture; it is scored as the next in the list each time that it is read."""
    waiting = iter(scores)

    def pictures() -> Iterator[tuple[np.ndarray, object]]:
        yield BLANK, lambda _: next(waiting)

    return Case(name, tile_set, lambda: BLANK, pictures)  # type: ignore[arg-type]


def score(missed: int, false: int = 0) -> TileScore:
    return TileScore(right=10 - missed, missed=missed, false=false)


def test_each_picture_is_read_without_with_its_own_and_with_the_next_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    def learn(_: object, photos: object, tile_set: TileSet, name: str) -> SimpleNamespace:
        if name == "poor":
            raise TooFewTilesError(3, 2)
        return SimpleNamespace(profile=profile(tile_set, name))

    monkeypatch.setattr(profiles, "learn_set", learn)
    cases = [
        case("one", D6, [score(4, 1), score(1), score(5)]),
        case("nine", D9, [score(3), score(2)]),  # there is no other set of its kind, so it is read twice
        case("two", D6, [score(2), score(0), score(2)]),
        case("poor", D6, [score(9), score(8)]),
    ]
    results = measure(reader(), cases, lambda items, _: items, 1)
    assert [(result.name, result.told, result.pictures) for result in results] == [
        ("one", 20, 1), ("nine", 20, 1), ("two", 20, 1), ("poor", None, 1),
    ]  # fmt: skip
    errors = [[result.plain, result.own, result.stranger] for result in results]
    assert errors == [[4, 1, 5], [3, 2, 3], [2, 0, 2], [9, 9, 8]]
    assert [result.tiles for result in results] == [10] * 4


def test_a_misread_tile_is_one_error() -> None:
    # of ten tiles one is misread and one missed; or both are misread and a third one is invented
    assert errors_of(TileScore(right=8, missed=2, false=1)) == 2
    assert errors_of(TileScore(right=8, missed=2, false=3)) == 3


def test_only_groups_with_a_picture_of_half_a_set_and_another_picture_count(tmp_path: Path) -> None:
    whole = [str(tile) for tile in D6]
    photos = {
        "a1.png": {"group": "a", "face_up": whole[:14]},
        "a2.png": {"group": "a", "face_up": ["6-4"]},
        "b1.png": {"group": "b", "face_up": whole[:13]},
        "b2.png": {"group": "b", "face_up": whole[:2]},
        "c1.png": {"group": "c", "face_up": whole},
    }
    (tmp_path / "truth.json").write_text(json.dumps({"photos": photos}))
    cv2.imwrite(str(tmp_path / "a1.png"), np.full((64, 64, 3), 7, np.uint8))
    cv2.imwrite(str(tmp_path / "a2.png"), np.full((64, 64, 3), 9, np.uint8))
    (found,) = group_cases(tmp_path)
    assert (found.name, found.tile_set, int(found.shown().max())) == ("a", D6, 7)
    assert [int(picture.max()) for picture, _ in found.pictures()] == [9]
    del photos["a2.png"]
    (tmp_path / "truth.json").write_text(json.dumps({"photos": photos}))
    with pytest.raises(BenchError, match="at least half"):
        group_cases(tmp_path)


def test_rendered_sets_are_the_same_every_time() -> None:
    one, again = rendered_cases(5)[4], rendered_cases(5)[4]
    assert one.tile_set == TileSet(12)
    assert np.array_equal(one.shown(), again.shown())


RESULTS = [
    ProfileResult("kitchen", D6, 27, 3, 10, 5, 1, 6),
    ProfileResult("garden", D6, None, 2, 10, 1, 1, 1),
]


def test_a_line_a_set() -> None:
    assert as_csv(RESULTS).splitlines() == [
        "name,tile_set,told,pictures,tiles,plain,own,stranger",
        "kitchen,D6,27,3,10,5,1,6",
        "garden,D6,,2,10,1,1,1",
    ]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            ["6 without a profile, 2 with the set's own (67% fewer)", "0 sets; with another set's: 1 set (7"],
        ),
        ("ru", ["6 без профиля, 2 с профилем своего комплекта (меньше на 67%)", "0 комплектов; с чужим: 1 комплект"]),
    ],
)
def test_what_is_said(
    lang: str,
    said: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(profiles, "measure", lambda *_: RESULTS)
    monkeypatch.setattr("device.reading.load_scene_reader", lambda _: reader())
    table = tmp_path / "out.csv"
    assert main(["bench", "profiles", "--csv", str(table)], {"TILEFISH_LANG": lang}) == 0
    printed = capsys.readouterr().out
    assert all(words in printed for words in said)
    assert "27/28" in printed
    assert table.read_text("utf-8") == as_csv(RESULTS)
    assert main(["bench", "profiles", "--pictures", "0"], {"TILEFISH_LANG": lang}) == 2
