"""Every example of docs/notation.md and docs/notation.ru.md is read, and does what the page says of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import journal
from engine.dpn import read, to_events, write
from engine.dpn.replay import replay

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("notation.md", "notation.ru.md")


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def blocks(name: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", page(name), re.DOTALL)


def signs(name: str) -> list[str]:
    """All signs in the tables from that of the turns on."""
    text = page(name)
    rows = [line for line in text[text.index("| `A:4-6@R`") :].splitlines() if line.startswith("|")]
    return [sign for row in rows for sign in re.findall(r"`([^`]+)`", row) if re.match(r"[A-Z?]+:|A=|#|\{.*\}", sign)]


@pytest.mark.parametrize("name", PAGES)
def test_every_game_is_read_and_the_referee_agrees(name: str) -> None:
    games = [read(text) for text in blocks(name, "dpn")]
    assert len(games) == 6
    for game in games:
        assert read(write(game)) == game
        if game.is_log:
            assert [event.seq for event in to_events(game)] == list(range(1, 9))
        else:
            assert replay(game).differences == ()


@pytest.mark.parametrize("name", PAGES)
def test_every_sign_is_read(name: str) -> None:
    found = signs(name)
    assert len(found) > 30
    for sign in found:
        game = read(sign)
        assert len(game.rounds[0].items) == 1
        assert read(write(game)) == game


@pytest.mark.parametrize("name", PAGES)
def test_the_log_is_read(name: str) -> None:
    (log,) = blocks(name, "jsonl")
    assert [event.ev for event in journal.read(log).events] == ["setup", "deal", "play"]


def test_both_pages_show_the_same() -> None:
    english, russian = (re.sub(r'"[^"]*"|\{[^}]*\}', "", "".join(blocks(name, "dpn"))) for name in PAGES)
    assert english == russian
    plain = [[sign for sign in signs(name) if not re.search("[а-яё]|what", sign, re.IGNORECASE)] for name in PAGES]
    assert plain[0] == plain[1]
