"""Games in writing: `export` writes them down, `replay` tells them, and what is wrong with one is a sentence."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from device import cli
from engine import journal
from engine.dpn import from_events, read, to_events, write

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "datasets" / "demo"
ENGLISH = {"LANG": "C.UTF-8"}
GAME = """[Rules "telephone.72"] [Seats "A:Masha B:Alex C:Olya"]
A:4-4 B:4-6@L=14 C:4-3@R=9 A:6-6@L=15/3 B:4-5@U=20/4 C:5-5@U=25/5
"""


def run(*words: object, **environment: str) -> int:
    return cli.main([str(word) for word in words], environment or ENGLISH)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.dpn"
    path.write_text(GAME, encoding="utf-8")
    return path


def truth() -> str:
    return (DEMO / "truth.jsonl").read_text(encoding="utf-8")


def test_a_recordings_truth_is_printed_as_dpn(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", DEMO) == 0
    printed = capsys.readouterr().out
    assert to_events(read(printed)) == list(journal.read(truth()).events)


@pytest.mark.parametrize(("name", "form"), [("game.dpn", None), ("game.jsonl", None), ("game.txt", "jsonl")])
def test_the_form_is_what_is_asked_for_or_what_the_name_says(tmp_path: Path, name: str, form: str | None) -> None:
    target = tmp_path / name
    assert run("export", DEMO, "--to", target, *(["--format", form] if form else [])) == 0
    events = journal.read(truth()).events
    expected = write(from_events(events)) if name.endswith("dpn") else journal.write(events)
    assert target.read_text(encoding="utf-8") == expected
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_log_goes_to_dpn_and_back(tmp_path: Path) -> None:
    log, text, back = tmp_path / "game.jsonl", tmp_path / "game.dpn", tmp_path / "back.jsonl"
    log.write_text(truth(), encoding="utf-8")
    assert run("export", log, "--to", text) == 0
    assert run("export", text, "--to", back) == 0
    assert journal.read(back.read_bytes()) == journal.read(truth())


def test_a_zipped_recording_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = tmp_path / "demo.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("recording.toml", "truth.jsonl"):
            archive.write(DEMO / name, f"demo/{name}")
    assert run("export", packed, "--format", "jsonl") == 0
    assert journal.read(capsys.readouterr().out) == journal.read(truth())


def test_a_text_is_tidied(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", game) == 0
    printed = capsys.readouterr()
    assert printed.out == (
        '[Rules "telephone.72"]\n[Seats "A:Masha B:Alex C:Olya"]\n\n'
        "A:4-4 B:4-6@L=14 C:4-3@R=9 A:6-6@L=15/3 B:4-5@U=20/4 C:5-5@U=25/5\n"
    )
    assert printed.err == ""


def test_what_the_referee_makes_of_a_text_is_exported(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(GAME.replace("=25/5", "=25/6"), encoding="utf-8")
    assert run("export", game, "--format", "jsonl") == 0
    printed = capsys.readouterr()
    plays = [json.loads(line) for line in printed.out.splitlines() if '"play"' in line]
    assert [(play["sum"], play["points"]) for play in plays] == [(8, 0), (14, 0), (9, 0), (15, 3), (20, 4), (25, 5)]
    assert printed.err == (f"{game}, round 1, turn 6: the text gives 6 points, the referee 5.\nRemarks on {game}: 1.\n")


def test_replay_tells_a_text_without_a_camera(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", game) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:4] == ["Round 1 begins.", "Masha plays 4-4.", "Alex plays 6-4."]
    assert lines[5].startswith("Masha plays 6-6")
    assert "3" in lines[5]


def test_replay_tells_a_log_with_its_times(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text(truth(), encoding="utf-8")
    assert run("replay", log, LANG="ru_RU.UTF-8") == 0
    printed = capsys.readouterr().out
    assert " 0:04  Сергей ставит 1-1." in printed
    text = tmp_path / "game.dpn"
    assert run("export", log, "--to", text) == 0
    assert run("replay", text, LANG="ru_RU.UTF-8") == 0
    assert capsys.readouterr().out == printed


def test_replay_prints_events_as_json(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("replay", game, "--json") == 0
    assert len(journal.read(capsys.readouterr().out).events) == 8


def test_disagreements_are_told_in_the_users_language(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(GAME.replace("=14", "=13"), encoding="utf-8")
    assert run("replay", game, LANG="ru_RU.UTF-8") == 0
    assert capsys.readouterr().err == (f"{game}, кон 1, ход 2: в записи 13, а концы дают 14.\nЗамечаний к {game}: 1.\n")


@pytest.mark.parametrize("command", ["export", "replay"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("none.dpn", ""),
        ("tags.dpn", '[Rules "kozel.solo"]\n[Seats "A B C D"]\n'),
        ("words.dpn", "{to be written}"),
        ("log.dpn", '[Log "complete"]'),
        ("none.jsonl", "\n"),
    ],
)
def test_a_writing_without_a_game(
    command: str, name: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert run(command, path) == 1
    assert capsys.readouterr() == ("", f"There is no game in {path}: not a single turn is written there.\n")
    assert run(command, path, LANG="ru_RU.UTF-8") == 1
    assert capsys.readouterr() == ("", f"В {path} нет партии: не записано ни одного хода.\n")


def test_rounds_are_told_by_the_numbers_of_the_text(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text('[Rules "kozel.solo"] [Seats "A B C D"] Round 1 A:1-1 Round 3 A:1-1', encoding="utf-8")
    assert run("replay", game) == 0
    printed = capsys.readouterr()
    begun = [line for line in printed.out.splitlines() if "begins" in line]
    assert [line.split(" begins")[0] for line in begun] == ["Round 1", "Round 3"]
    assert printed.err.endswith(f"{game}, round 3: round 1 comes before it.\nRemarks on {game}: 2.\n")


def test_a_line_broken_off_is_told_and_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text(truth()[:-30], encoding="utf-8")
    assert run("export", log) == 0
    assert capsys.readouterr().err == (
        f"{log}, line 30 is broken off and was left out; that happens when the power fails.\n"
    )


@pytest.mark.parametrize("command", ["export", "replay"])
@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("bad.dpn", b"A:6-6 B:6-7@", "{path}, line 1, column 12: an end is written like @L, @R, @U, @D or @T3.\n"),
        ("bad.dpn", b"A:6-6\n\xff", "{path}, line 2, column 1: this is no text in UTF-8.\n"),
        ("bad.dpn", b'[Rules "chess"] A:6-6', "{path}, line 1, column 1: there is no rule set 'chess'.\n"),
        ("bad.jsonl", b"{}\n", "{path}, line 1, column 1: there is no event None.\n"),
        ("bad.jsonl", b"\0\0\n", "{path}, line 1, column 1: this is no event in JSON.\n"),
    ],
)
def test_what_makes_no_sense_is_one_sentence_and_exit_code_1(
    command: str, name: str, data: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert run(command, path) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(sentence.format(path=path))
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("command", ["export", "replay"])
def test_a_text_that_is_not_there(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.dpn"
    assert run(command, path) == 1
    assert capsys.readouterr().err == f"Cannot use {path}: there is no such file or folder.\n"


def test_a_recording_without_truth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "recording.toml").write_text("format = 1\n", encoding="utf-8")
    assert run("export", tmp_path) == 1
    assert capsys.readouterr().err.startswith(f"{tmp_path} brings no truth.jsonl, so there is nothing to write down")


def test_a_target_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "none" / "game.dpn"
    assert run("export", DEMO, "--to", target) == 1
    assert capsys.readouterr().err == f"Cannot use {target}: there is no such file or folder.\n"


@pytest.mark.parametrize(
    ("words", "option"),
    [(["--serve"], "--serve"), (["--profile", "kitchen"], "--profile"), (["--speed", "2"], "--speed")],
)
def test_what_only_recordings_have_is_bad_usage(
    words: list[str], option: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("replay", game, *words) == 2
    assert capsys.readouterr().err == f"{game} is a game in writing; {option} is for recordings.\n"


@pytest.mark.parametrize(
    ("option", "word", "tag"),
    [("--rules", "classic", "Rules"), ("--option", "limit=51", "Rules"), ("--seats", "A,B", "Seats")],
)
def test_what_a_text_says_itself_is_changed_there(
    option: str, word: str, tag: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.dpn"
    path.write_text("A:6-6", encoding="utf-8")
    assert run("replay", path, option, word) == 2
    assert capsys.readouterr().err == (
        f"{path} is a game in writing; change the tag [{tag} ...] in the file instead of giving {option}.\n"
    )


def test_an_unknown_form_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", DEMO, "--format", "pgn") == 2
    assert "dpn" in capsys.readouterr().err
