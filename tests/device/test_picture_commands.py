"""read, replay, demo and live through the command line, with a reader that knows what lies there."""

import json
import zipfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import device.reading
from device.cli import main
from tests.device.tables import ScriptedReader, chain, laid, scene

FREE_GAME = [[], chain("6-4", x=28), chain("6-4", "4-2", x=28), chain("1-6", "6-4", "4-2", x=26)]


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> ScriptedReader:
    known = ScriptedReader([scene([])])
    monkeypatch.setattr(device.reading, "load_reader", lambda tile_set, *_, **__: known)
    return known


def tilefish(*words: object, lang: str = "en") -> int:
    return main([str(word) for word in words], {"TILEFISH_LANG": lang})


def photo(path: Path, width: int = 1200, height: int = 900) -> Path:
    assert cv2.imwrite(str(path), np.full((height, width, 3), 90, np.uint8))
    return path


def recording(path: Path, frames: int = 4, toml: str = 'rules = "free"\nseconds_per_frame = 3.0\n') -> Path:
    (path / "frames").mkdir(parents=True)
    (path / "recording.toml").write_text(toml)
    for number in range(frames):
        photo(path / "frames" / f"{number:04d}.jpg", 120, 90)
    return path


TABLE = [*chain("1-0", "0-6", "6-6", "6-3", x=20), laid("5-5", 10, 40)]


def test_read_as_json(tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str]) -> None:
    reader.scenes = [scene(TABLE)]
    path = photo(tmp_path / "table.png")
    assert tilefish("read", path, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["photo"], told["size"], told["set"], told["pips"]) == (str(path), [1200, 900], "D6", 38)
    assert set(told["ms"]) == {"detect", "read", "layout"}
    assert [tile["tile"] for tile in told["tiles"]] == ["1-0", "6-0", "6-6", "6-3", "5-5"]
    assert told["tiles"][0]["halves"][0]["center"] == [410.0, 440.0]
    assert [end["pips"] for end in told["lines"][0]["open_ends"]] == [1, 3] and told["loose"] == [4]
    assert told["blocked"] is False and told["problems"] == []


def test_read_for_people(tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str]) -> None:
    reader.scenes = [scene(TABLE)]
    assert tilefish("read", photo(tmp_path / "table.png")) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[1:] == [
        "5 tiles, 38 pips",
        "Line of play, 28 pips: 1-0 0-6 6-6 6-3",
        "open ends: 1 and 3",
        "In hand at the lower edge: 5-5",
        "Not blocked.",
    ]
    assert tilefish("read", tmp_path / "table.png", lang="ru") == 0
    assert "5 костей, 38 очков" in capsys.readouterr().out


def test_read_goes_on_after_a_bad_photo(
    tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str]
) -> None:
    reader.scenes = [scene(TABLE)]
    (tmp_path / "text.jpg").write_text("six and four")
    good = photo(tmp_path / "table.png")
    assert tilefish("read", tmp_path / "text.jpg", "n" * 300 + ".jpg", good, "--json") == 1
    printed = capsys.readouterr()
    assert len(printed.err.splitlines()) == 2 and "text.jpg is no photo" in printed.err
    assert [json.loads(line)["photo"] for line in printed.out.splitlines()] == [str(good)]


def test_read_of_a_table_without_dominoes(
    tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tilefish("read", photo(tmp_path / "table.png")) == 0
    assert "No domino was found." in capsys.readouterr().out


def test_overlay(tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str]) -> None:
    reader.scenes = [scene(TABLE)]
    path, target = photo(tmp_path / "table.png"), tmp_path / "overlay.png"
    assert tilefish("read", path, "--overlay", target) == 0
    assert str(target) in capsys.readouterr().out
    drawn = cv2.imread(str(target))
    assert drawn is not None and drawn.shape[1] % 1200 == 0 and drawn.std() > 5
    assert tilefish("read", path, "--overlay", tmp_path / "overlay.txt") == 1
    assert tilefish("read", path, "--overlay", tmp_path / "no folder" / "overlay.png") == 1
    before = path.read_bytes()
    assert tilefish("read", path, "--overlay", path) == 1
    assert path.read_bytes() == before
    assert tilefish("read", path, path, "--overlay", target) == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["overlay.png", "table.png"]
    assert all("Traceback" not in line for line in capsys.readouterr().err.splitlines())


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_replay_as_json(tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str], kind: str) -> None:
    reader.scenes = [scene(table) for table in FREE_GAME]
    path = recording(tmp_path / "game")
    if kind == "zip":
        with zipfile.ZipFile(tmp_path / "game.zip", "w") as archive:
            for file in path.rglob("*.*"):
                archive.write(file, file.relative_to(path).as_posix())
        path = tmp_path / "game.zip"
    assert tilefish("replay", path, "--json") == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["ev"] for event in events] == ["setup", "deal", "play", "play", "play"]
    assert [event["tiles"][0]["tile"] for event in events[2:]] == ["6-4", "4-2", "6-1"]
    assert [(event["seq"], event["t"]) for event in events[2:]] == [(3, 3.0), (4, 6.0), (5, 9.0)]


def test_replay_for_people(tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str]) -> None:
    reader.scenes = [scene(table) for table in FREE_GAME]
    assert tilefish("replay", recording(tmp_path / "game"), lang="ru") == 0
    assert capsys.readouterr().out.splitlines() == [
        " 0:00  Свободная игра без счёта.",
        " 0:03  Поставлена кость 6-4.",
        " 0:06  Поставлена кость 4-2.",
        " 0:09  Поставлена кость 6-1.",
    ]


def test_replay_by_other_rules(tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str]) -> None:
    reader.scenes = [scene(table) for table in FREE_GAME]
    path = recording(tmp_path / "game")
    words = ["--rules", "kozel.solo", "--option", "fish=on_one", "--seats", "Masha:S,Alex:N", "--json"]
    assert tilefish("replay", path, *words) == 0
    setup = json.loads(capsys.readouterr().out.splitlines()[0])
    assert setup["rules"] == "kozel.solo/1 fish_scoring=on_one"
    assert [(seat["id"], seat["name"], seat["edge"]) for seat in setup["seats"]] == [
        ("A", "Masha", "S"),
        ("B", "Alex", "N"),
    ]


def test_replay_leaves_out_a_damaged_frame(
    tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str]
) -> None:
    reader.scenes = [scene(FREE_GAME[1])]
    path = recording(tmp_path / "game")
    (path / "frames" / "0001.jpg").write_bytes(b"damaged")
    assert tilefish("replay", path) == 0
    printed = capsys.readouterr()
    assert "frames/0001.jpg" in printed.err and len(printed.err.splitlines()) == 1
    assert "6-4 is laid." in printed.out


@pytest.mark.parametrize(
    ("toml", "en", "ru"),
    [
        ('rules = "chess"', "There are no rules called 'chess'", "Правил «chess» нет"),
        ('rules = "kozel.solo"\nseats = ["A", "B"]\noptions = {fish = "maybe"}', "maybe", "maybe"),
        ('rules = "kozel.solo"', "is played by 2 to 4 players, not by 0", "играют от 2 до 4, а не 0"),
    ],
)
def test_bad_rules_in_a_recording_are_the_recordings_fault(
    tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str], toml: str, en: str, ru: str
) -> None:
    game = recording(tmp_path / "game", toml=toml + "\n")
    for lang, sentence in (("en", en), ("ru", ru)):
        assert tilefish("replay", game, lang=lang) == 1
        said = capsys.readouterr().err
        assert sentence in said and "recording.toml" in said and len(said.splitlines()) == 1


def test_a_recording_that_cannot_be_scored_says_so(
    tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str]
) -> None:
    toml = 'rules = "kozel.solo"\nseats = ["Masha", "Alex"]\nseconds_per_frame = 3.0\n'
    game = recording(tmp_path / "game", toml=toml)
    assert tilefish("replay", game) == 0
    said = capsys.readouterr().err
    assert said.startswith("The game cannot be scored") and "--seats Masha:S,Alex:N" in said
    assert tilefish("replay", game, "--seats", "Masha:S,Alex:N") == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("options", "sides"), [([], ["S", "W", "N", "E"]), (["--option", "dir=ccw"], ["S", "E", "N", "W"])]
)
def test_players_sit_as_the_turn_goes(
    reader: ScriptedReader, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    options: list[str], sides: list[str],
) -> None:  # fmt: skip
    photo(tmp_path / "0.png", 120, 90)
    monkeypatch.setattr("device.serve.PageServer.wait", lambda server: None)
    words = ["--camera", tmp_path, "--no-browser", "--port", "0", "--json", "--rules", "kozel.solo"]
    assert tilefish("live", *words, "--seats", "Masha,Alex,Olya,Serg", *options) == 0
    setup = json.loads(capsys.readouterr().out.splitlines()[0])
    assert [seat["edge"] for seat in setup["seats"]] == sides


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["replay", "nowhere"], 1, "There is no recording nowhere."),
        (["replay", "GAME", "--rules", "chess"], 2, "There are no rules called 'chess'"),
        (["replay", "GAME", "--rules", "kozel.solo"], 2, "is played by 2 to 4 players, not by 0"),
        (["replay", "GAME", "--rules", "cuban.d9"], 2, "This recording is D6, and the game cuban.d9 needs D9."),
        (["replay", "GAME", "--rules", "kozel.solo", "--seats", "A,A"], 2, "comes twice"),
        (["replay", "GAME", "--rules", "kozel.solo", "--seats", "A:left,B"], 2, "is no player"),
        (["replay", "GAME", "--option", "fish"], 2, "is no option"),
        (["replay", "GAME", "--option", "fish=maybe"], 2, "fish"),
        (["replay", "GAME", "--speed", "0"], 2, "--speed must lie"),
        (["replay", "GAME", "--speed", "nan"], 2, "--speed must lie"),
        (["demo", "--speed", "fast"], 2, "--speed must lie"),
        (["replay", "GAME", "--set", "D7"], 2, "D7 is no set"),
        (["live", "--camera", "nothing.mp4", "--no-browser"], 1, "There is no camera nothing.mp4"),
        (["bench", "photos", "GAME"], 1, "holds truth.json"),
    ],
)
def test_what_makes_no_sense_gets_a_sentence(
    tmp_path: Path,
    reader: ScriptedReader,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    code: int,
    sentence: str,
) -> None:
    game = recording(tmp_path / "game")
    for lang in ("ru", "en"):
        assert tilefish(*[game if word == "GAME" else word for word in words], lang=lang) == code
        error = capsys.readouterr().err
        assert len(error.splitlines()) == 1
    assert sentence in error


def test_demo_once_tells_whether_the_game_was_followed_rightly(
    tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = recording(tmp_path / "demo")
    monkeypatch.setattr("device.recorded_match.demo_recording", lambda: path)
    reader.scenes = [scene(table) for table in FREE_GAME]
    assert tilefish("replay", path, "--json") == 0
    truth = capsys.readouterr().out
    (path / "truth.jsonl").write_text(truth)
    words = ["demo", "--once", "--no-browser", "--speed", "1000", "--port", "0"]
    reader.scenes = [scene(table) for table in FREE_GAME]
    assert tilefish(*words) == 0
    printed = capsys.readouterr()
    assert "http://127.0.0.1:" in printed.out and "All 5 events are as they should be." in printed.out
    reader.scenes = [scene(table) for table in FREE_GAME[:3]]
    assert tilefish(*words) == 1
    assert "1 event differs" in capsys.readouterr().err


def test_live_follows_a_folder_of_photos(
    tmp_path: Path, reader: ScriptedReader, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        photo(tmp_path / f"{number}.png", 120, 90)
    reader.scenes = [scene(table) for table in FREE_GAME]

    def stop(server: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("device.serve.PageServer.wait", stop)
    monkeypatch.setattr("device.following.Pace.wait", lambda pace, t: None)
    assert tilefish("live", "--camera", tmp_path, "--no-browser", "--port", "0", "--json") == 0
    printed = capsys.readouterr()
    events = [json.loads(line) for line in printed.out.splitlines()]
    assert [event["tiles"][0]["tile"] for event in events if event["ev"] == "play"] == ["6-4", "4-2", "6-1"]
    assert "http://127.0.0.1:" in printed.err
