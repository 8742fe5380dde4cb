"""The command line as a user meets it: help, languages, exit codes, one sentence an error."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from pathlib import Path
from string import Formatter

import pytest

from device import cli
from device.errors import UsageError, UserError
from device.texts import DICTIONARIES, LANGUAGES, pick_language, say

ROOT = Path(__file__).resolve().parents[2]
ENGLISH = {"LANG": "C.UTF-8"}


def run(*words: str, **environment: str) -> int:
    return cli.main(words, environment or ENGLISH)


def in_process(*words: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "device", *words], cwd=ROOT, capture_output=True, text=True, **options)


class FakeCommand:
    """Stands for a command module whose `run` raises."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def add_parser(self, subcommands) -> None:
        subcommands.add("rules")

    def run(self, args) -> int:
        raise self.error


@pytest.fixture
def failing(monkeypatch):
    def use(error: BaseException) -> None:
        monkeypatch.setattr("importlib.import_module", lambda name: FakeCommand(error))

    return use


def test_help_lists_every_command(capsys):
    with pytest.raises(SystemExit) as stop:
        run("--help")
    assert stop.value.code == 0
    printed = capsys.readouterr().out
    for command in ("demo", "read", "replay", "live", "rules", "bench", "test"):
        assert f"\n  {command} " in printed


@pytest.mark.parametrize("command", cli.COMMANDS)
@pytest.mark.parametrize(("lang", "example"), [("en", "Example:"), ("ru", "Пример:")])
def test_every_command_has_help_with_an_example(command, lang, example, capsys):
    with pytest.raises(SystemExit) as stop:
        run(command, "--help", "--lang", lang)
    assert stop.value.code == 0
    printed = capsys.readouterr().out
    assert f"{example}\n  tilefish {command}" in printed


def test_the_general_help_speaks_russian(capsys):
    with pytest.raises(SystemExit):
        run("--help", LANG="ru_RU.UTF-8")
    printed = capsys.readouterr().out
    assert printed.startswith("Запуск: tilefish")
    assert "usage" not in printed.lower()


def test_no_command_shows_the_help_and_is_bad_usage(capsys):
    assert run() == 2
    assert "demo" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["raed"], "Tilefish has no command 'raed'; did you mean read?"),
        (["xyzzy"], "Tilefish has no command 'xyzzy'; tilefish --help lists what there is."),
        (["--colour", "rules"], "Cannot make sense of '--colour'; see tilefish --help."),
        (["rules", "--colour"], "Cannot make sense of '--colour'; see tilefish rules --help."),
        (["rules", "--lang"], "--lang needs a value after it; see tilefish rules --help."),
        (["rules", "kozel"], "There are no rules called 'kozel'; did you mean kozel.solo, kozel.blog or kozel.pair?"),
        (["rules", "kosel.solo"], "There are no rules called 'kosel.solo'; did you mean kozel.solo or kozel.blog?"),
        (["rules", "Осел"], "There are no rules called 'Осел'; did you mean osel?"),
        (
            ["bench"],
            "Something is missing: photos, rendered, empty, stress, engine, profiles or speed; "
            "see tilefish bench --help.",
        ),
        (["calibrate"], "Something is missing: set; see tilefish calibrate --help."),
        (["bench", "photos"], "Something is missing: DIR; see tilefish bench --help."),
        (["rules", "chess"], "There are no rules called 'chess'; tilefish rules lists what there is."),
        (["--lang", "ru", "raed"], "У Tilefish нет команды «raed»; может быть, read?"),
    ],
)
def test_bad_usage_is_one_sentence_and_exit_code_2(words, sentence, capsys):
    assert run(*words) == 2
    printed = capsys.readouterr()
    assert printed.err == sentence + "\n"
    assert printed.out == ""


@pytest.mark.parametrize("words", [["photos", "x"], ["stress"], ["profiles"]])
def test_where_no_table_can_be_written_nothing_is_measured(words, tmp_path, capsys):
    assert run("bench", *words, "--csv", str(tmp_path)) == 1
    assert capsys.readouterr() == ("", f"Cannot use {tmp_path}: it is a folder.\n")


def test_an_unknown_language_is_named_with_those_there_are(capsys):
    assert run("--lang", "xx", "rules") == 2
    sentence = capsys.readouterr().err
    assert "xx" in sentence and "en" in sentence and "ru" in sentence
    assert sentence.count("\n") == 1


def test_rules_are_listed_in_the_users_language(capsys):
    assert run("rules", LANG="ru_RU.UTF-8") == 0
    printed = capsys.readouterr().out
    assert "kozel.solo" in printed
    assert "Козёл, каждый за себя" in printed


def test_rules_of_kozel_name_what_the_house_plays(capsys):
    assert run("rules", "kozel.solo") == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Everyone takes 7 tiles." in printed
    assert "1-1 must lead" in printed
    assert "13 points or more" in printed
    assert "0-0 as the only tile left in a hand counts 10." in printed
    assert "a side has 101 or more" in printed


def test_rules_follow_the_options(capsys):
    assert run("rules", "kozel.solo", "--option", "fish_scoring=on_one", "--option", "open_at=20") == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "charged the pips of all hands" in printed
    assert "20 points or more" in printed


def test_a_wrong_option_is_bad_usage(capsys):
    assert run("rules", "kozel.solo", "--option", "fish_scoring=maybe") == 2
    assert "maybe" in capsys.readouterr().err


def test_the_users_error_is_one_sentence_and_exit_code_1(failing, capsys):
    failing(UserError("error.file", path="x.jpg", reason="it is empty"))
    assert run("rules") == 1
    assert capsys.readouterr().err == "Cannot use x.jpg: it is empty.\n"
    assert run("rules", TILEFISH_LANG="ru") == 1
    assert capsys.readouterr().err == "Не получается использовать x.jpg: it is empty.\n"


def test_a_ready_sentence_is_kept(failing, capsys):
    failing(UserError("The lamp {is} out."))
    assert run("rules") == 1
    assert capsys.readouterr().err == "The lamp {is} out.\n"


def test_a_refusal_of_the_system_names_the_file(failing, capsys):
    failing(PermissionError(13, "Permission denied", "/root/secret"))
    assert run("rules") == 1
    assert capsys.readouterr().err == "Cannot use /root/secret: you may not do that there.\n"
    assert run("rules", TILEFISH_LANG="ru") == 1
    assert capsys.readouterr().err == "Не получается использовать /root/secret: на это нет прав.\n"


def test_a_rare_refusal_is_told_in_the_systems_words(failing, capsys):
    failing(OSError(112, "Host is down", "/net/photo.jpg"))
    assert run("rules") == 1
    assert capsys.readouterr().err == "Cannot use /net/photo.jpg: Host is down.\n"


def test_what_the_engine_complains_of_is_told_in_the_language(capsys):
    assert run("read", "x.jpg", "--set", "D7", TILEFISH_LANG="ru") == 2
    assert capsys.readouterr().err.startswith("D7 — не комплект; выберите")
    assert run("rules", "kozel.solo", "--option", "fish_scoring=maybe", TILEFISH_LANG="ru") == 2
    said = capsys.readouterr().err
    assert "maybe" in said and re.search("[а-я]{3}", said) and len(said.splitlines()) == 1


def test_ctrl_c_is_quiet(failing, capsys):
    failing(KeyboardInterrupt())
    assert run("rules") == 130
    printed = capsys.readouterr()
    assert printed.out == printed.err == ""


def test_a_mistake_of_the_program_is_not_hidden(failing):
    failing(ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        run("rules")


def test_a_reader_who_goes_away_is_no_error():
    done = subprocess.run(
        f"'{sys.executable}' -m device rules kozel.solo | head -c 1",
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert len(done.stdout) == 1


@pytest.mark.parametrize(("words", "code"), [("rules", 0), ("read nothing.jpg", 1)])
def test_closed_streams_are_no_error(words, code):
    done = subprocess.run(
        f"'{sys.executable}' -m device {words} >&-", shell=True, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) == code


def test_a_terminal_without_cyrillic_gets_no_traceback():
    done = in_process("rules", "--lang", "ru", env={"PYTHONIOENCODING": "ascii", "PATH": ""})
    assert done.returncode == 0
    assert "kozel.solo" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("words", [["--help"], ["rules"], ["rules", "kozel.solo"], ["demo", "--help"]])
def test_commands_that_read_no_picture_start_at_once(words):
    # Time on the processor, so that a busy machine does not count as a slow start.
    seconds = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert in_process(*words).returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    assert min(seconds) < 0.4


def test_the_test_command_passes_its_words_to_pytest(monkeypatch):
    called = []

    def pytest_ends_with_5(command, **options):
        called.append(command)
        return subprocess.CompletedProcess(command, 5)

    monkeypatch.setattr("subprocess.run", pytest_ends_with_5)
    assert run("test", "-k", "rules", "--maxfail=1", "tests/engine") == 5
    assert called == [[sys.executable, "-m", "pytest", "-q", "-k", "rules", "--maxfail=1", "tests/engine"]]


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_both_languages_say_the_same_things():
    english, russian = DICTIONARIES["en"], DICTIONARIES["ru"]
    assert set(english) == set(russian)
    for key, template in english.items():
        assert placeholders(template) == placeholders(russian[key]), key


def test_the_russian_texts_are_russian():
    """A text may be the same in both only if it has no word in it."""
    for key, template in DICTIONARIES["en"].items():
        words = "".join(text for text, *_ in Formatter().parse(template))
        if not key.endswith(".example") and re.search("[A-Za-z]{3}", words):
            assert DICTIONARIES["ru"][key] != template, key


@pytest.mark.parametrize(
    ("environment", "asked", "lang"),
    [
        ({}, None, "en"),
        ({"LANG": "ru_RU.UTF-8"}, None, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, None, "en"),
        ({"LANG": "de_DE.UTF-8"}, None, "en"),
        ({"LANG": "run_BI"}, None, "en"),
        ({"TILEFISH_LANG": "RU", "LC_ALL": "en_GB.UTF-8"}, None, "ru"),
        ({"TILEFISH_LANG": "en", "LANG": "ru_RU.UTF-8"}, None, "en"),
        ({"TILEFISH_LANG": "klingon", "LANG": "ru_RU.UTF-8"}, None, "ru"),
        ({"TILEFISH_LANG": "ru"}, "en", "en"),
    ],
)
def test_the_language_is_the_users(environment, asked, lang):
    assert pick_language(environment, asked) == lang


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="xx"):
        pick_language({}, "xx")


@pytest.mark.parametrize(
    ("number", "english", "russian"),
    [
        (0, "0 tiles", "0 костей"),
        (1, "1 tile", "1 кость"),
        (2, "2 tiles", "2 кости"),
        (5, "5 tiles", "5 костей"),
        (11, "11 tiles", "11 костей"),
        (13, "13 tiles", "13 костей"),
        (21, "21 tiles", "21 кость"),
        (104, "104 tiles", "104 кости"),
        (112, "112 tiles", "112 костей"),
    ],
)
def test_words_follow_their_number(number, english, russian):
    assert english in say("event.draw", "en", name="A", count=number)
    assert russian in say("event.draw", "ru", name="A", count=number)


def test_a_missing_value_is_a_mistake_of_the_program():
    for lang in LANGUAGES:
        with pytest.raises(KeyError):
            say("usage.command", lang)


def test_usage_errors_are_errors_of_the_user():
    assert UsageError("usage.missing", names="PHOTO", prog="tilefish").exit_code == 2
    assert UserError("error.no_tests").exit_code == 1
