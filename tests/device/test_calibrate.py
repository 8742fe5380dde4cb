"""`calibrate set` through the command line, and where its profiles are kept and found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

import device.reading
from device.cli import main
from device.errors import UsageError, UserError
from device.profiles import known_names, load_profile, only_profile, profile_path, profiles_folder, save_profile
from engine.tiles import Tile, TileSet
from vision import set_photo
from vision.detector import Detector
from vision.networks import Network
from vision.pipeline import SceneReader
from vision.profile import Profile
from vision.reader import Reader
from vision.scene import Scene
from vision.set_photo import ShownPhoto, ShownSet, TooFewTilesError, TooManyTilesError

D6 = TileSet(6)
PROFILE = Profile(
    tile_set="D6",
    name="kitchen",
    network="abc",
    tiles=26,
    numbers=np.zeros((5, 7), np.float32),
    there=np.zeros(5, np.float32),
    whitening=np.eye(4, dtype=np.float32),
    centers=np.zeros((7, 4), np.float32),
    reach=1.0,
)


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "tilefish" / "profiles"


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> SceneReader:
    """One that is never asked anything: its network has a fingerprint, and that is all."""
    notes = {"classes": 13, "side": 48, "reach": 0.75, "temperature": 1.0}
    network = Network(None, notes, "abc")
    locator = Network(network.session, {"stride": 4, "vector_unit": 16.0, "half_sides": [6.5, 46.0]})
    empty = SceneReader(Detector(locator), Reader(network))
    monkeypatch.setattr(device.reading, "load_scene_reader", lambda tile_set: empty)
    return empty


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "set.png"
    assert cv2.imwrite(str(path), np.full((300, 400, 3), 90, np.uint8))
    return path


def shown(untold: int = 0, missing: int = 0) -> ShownSet:
    tiles = list(D6)[: 28 - missing]
    pips = np.array([tile.halves for tile in tiles], np.intp)
    corners = np.array([[10, 10], [50, 10], [50, 30], [10, 30]], np.float32)
    scene = replace(
        Scene.empty((400, 300)),
        corners=np.stack([corners + np.array([0, 8 * row]) for row in range(len(tiles))]).astype(np.float32),
        centers=np.zeros((len(tiles), 2, 2), np.float32) + 30,
        face_up=np.ones(len(tiles), np.bool_),
        probabilities=np.full((len(tiles), 2, 7), 1 / 7, np.float32),
        scores=np.ones(len(tiles), np.float32),
    )
    told = np.arange(len(tiles)) >= untold
    photo = ShownPhoto(scene, pips, told)
    return ShownSet(PROFILE, (photo,), tuple(list(D6)[28 - missing :]), tuple(tiles[:untold]))


def tilefish(*words: object, lang: str = "en") -> int:
    return main([str(word) for word in words], {"TILEFISH_LANG": lang})


def test_a_set_is_learnt_and_kept_under_its_name(
    reader: SceneReader, photo: Path, config: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(set_photo, "learn_set", lambda *_: shown(untold=2, missing=1))
    overlay = photo.with_name("overlay.png")
    assert tilefish("calibrate", "set", photo, "--name", "kitchen", "--overlay", overlay) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Learnt from 26 of the 28 tiles of the D6 set.",
        "Could not be told from others: 0-0 1-0",
        "Not seen: 6-6",
        f"Kept in {config / 'kitchen.npz'}",
        f"Drawn on a copy of the photo: {overlay}",
    ]
    assert known_names() == ["kitchen"]
    assert load_profile("kitchen", D6, "abc").tiles == 26
    assert cv2.imread(str(overlay)) is not None


def test_what_was_learnt_is_told_in_russian(
    reader: SceneReader, photo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(set_photo, "learn_set", lambda *_: shown(untold=1))
    assert tilefish("calibrate", "set", photo, lang="ru") == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "Запомнено по 26 из 28 костей комплекта D6.",
        "Не удалось отличить от других: 0-0",
    ]


@pytest.mark.parametrize(
    ("error", "english", "russian"),
    [
        (TooManyTilesError(0, 31), "shows 31 tiles, but a D6 set has 28", "видно 31 кость, а в комплекте D6 их 28"),
        (TooFewTilesError(9, 9), "Only 9 of the 28 tiles of a D6 set can be seen", "Видно только 9 из 28 костей"),
        (TooFewTilesError(28, 4), "Only 4 of the 28 tiles that can be seen", "Из 28 видимых костей удалось различить"),
    ],
)
def test_a_set_that_cannot_be_learnt_gets_a_sentence_and_nothing_is_kept(
    reader: SceneReader,
    photo: Path,
    config: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    english: str,
    russian: str,
) -> None:
    def fail(*_: object) -> ShownSet:
        raise error

    monkeypatch.setattr(set_photo, "learn_set", fail)
    assert tilefish("calibrate", "set", photo) == 1
    assert english in (said := capsys.readouterr().err) and said.count("\n") == 1
    assert tilefish("calibrate", "set", photo, lang="ru") == 1
    assert russian in capsys.readouterr().err
    assert not config.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("set",),
        ("set", "x.jpg", "--camera", "0"),
        ("set", "x.jpg", "y.jpg", "--overlay", "z.png"),
        ("set", "x.jpg", "--name", "../.."[:2]),
        ("set", "x.jpg", "--name", "none"),
        ("nothing", "x.jpg"),
    ],
)
def test_bad_usage(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert tilefish("calibrate", *words) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_set_of_numbers_that_nobody_can_read(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tilefish("calibrate", "set", photo, "--set", "D18") == 1
    assert "D18" in capsys.readouterr().err


def test_names_and_files(tmp_path: Path) -> None:
    folder = profiles_folder({"XDG_CONFIG_HOME": "/there"})
    assert folder == Path("/there/tilefish/profiles")
    assert profile_path("кухня", {"XDG_CONFIG_HOME": "/there"}) == folder / "кухня.npz"
    assert profiles_folder({}) == Path("~/.config/tilefish/profiles").expanduser()
    assert profile_path("my/set.npz") == Path("my/set.npz")
    with pytest.raises(UsageError):
        profile_path("a*b")


def test_a_profile_that_is_of_no_use_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"There is no profile kitchen; calibrate set makes one\."):
        load_profile("kitchen", D6, "abc")
    save_profile(PROFILE, profile_path("kitchen"))
    with pytest.raises(UserError, match=r"There is no profile kichen; there are: kitchen\."):
        load_profile("kichen", D6, "abc")
    with pytest.raises(UserError, match="is of a D6 set, not of D9"):
        load_profile("kitchen", TileSet(9), "abc")
    with pytest.raises(UserError, match="another version of the reader"):
        load_profile("kitchen", D6, "other")
    assert load_profile("kitchen", None, "abc").name == "kitchen"
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(b"nothing")
    with pytest.raises(UserError, match="is no profile"):
        load_profile(str(damaged), D6, "abc")


def test_the_only_profile_of_a_set_is_found(tmp_path: Path) -> None:
    assert only_profile(D6, "abc") is None
    save_profile(PROFILE, profile_path("kitchen"))
    (profile_path("broken")).write_bytes(b"nothing")
    found = only_profile(D6, "abc")
    assert found is not None and found.name == "kitchen"
    assert only_profile(TileSet(9), "abc") is None
    assert only_profile(D6, "another network") is None
    save_profile(replace(PROFILE, name="garden"), profile_path("garden"))
    assert only_profile(D6, "abc") is None


def test_live_takes_the_only_profile_and_read_the_one_that_is_named(reader: SceneReader) -> None:
    save_profile(PROFILE, profile_path("kitchen"))

    def name(wish: str | None, take_only: bool) -> str | None:
        found = device.reading.load_reader(D6, wish, take_only)
        assert isinstance(found, SceneReader)
        return None if found.profile is None else found.profile.name

    assert name(None, take_only=True) == "kitchen"
    assert name(None, take_only=False) is None
    assert name("kitchen", take_only=False) == "kitchen"
    assert name("none", take_only=True) is None


def test_the_tiles_of_a_shown_photo() -> None:
    assert shown(untold=1).photos[0].tiles(told=False) == [Tile(0, 0)]


def test_nothing_is_learnt_where_the_overlay_cannot_be_written(
    reader: SceneReader, photo: Path, config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def learn(*_: object) -> ShownSet:
        pytest.fail("It has learnt before it tried.")

    monkeypatch.setattr(set_photo, "learn_set", learn)
    overlay = tmp_path / "nowhere" / "x.png"
    assert main(["calibrate", "set", str(photo), "--overlay", str(overlay)], {}) == 1
    assert not config.exists()
