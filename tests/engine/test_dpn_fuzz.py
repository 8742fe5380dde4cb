"""100,000 damaged texts: each is read, or refused with a sentence; no other exception, and never a wait."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from engine import journal
from engine.dpn import from_events, read, to_events, write
from engine.dpn.replay import replay
from engine.errors import EngineError
from engine.events import Event
from engine.fold import fold

DPN = [
    '[Rules "kozel.solo"] [Seats "A B C D"] Round 1 {lead 1-1} A:1-1 B:1-3@L=4 C:- D:1-5@R?',
    '[Rules "telephone.72"] A:4-4=8 B:4-6@L=14 C:4-3@R=9 A:6-6@L=15/3 B:4-5@U=20/4',
    '[Rules "osel"] [Seats "A B C D"] A:1-1 B:1-5@L C:5-5@Lx+1-1@Rx!dup D:-!pass',
    '[Rules "classic"] [Seats "A B"] A:6-6 B:*2,6-5@R {fix 2: 6-5 -> 6-4} {undo 1} #OA B=[1-0] S: A=1, B=+2',
    'Round 2 {t 1.5} {lead A} #F6,3 A #CB #V M: A=won, "x y"="козёл" {seq 9} {desync a} {resync}',
    '[Log "complete"] {event {"ev":"adjust","side":"A","points":-5}} {a \\} comment} ?:?-?@T3 {conf 0.5}',
    '[Rules "muggins.blog"] [Seats "A B"] A:5-5/10 B:5-0@R {event {"ev":"leave","seat":"B"}} {fix 1: A -> B}',
]
LOG = [
    '{"seq":1,"t":0,"ev":"setup","rules":"classic","set":"D6","seats":[{"id":"A","name":"A"},{"id":"B","name":"B"}]}\n'
    '{"seq":2,"t":0,"ev":"deal","round":1,"each":7,"bazaar":14}\n'
    '{"seq":3,"t":1,"ev":"pass","seat":"A","numbers":[]}\n{"seq":4,"t":2,"ev":"undo","target":3}\n',
    '{"seq":1,"t":0.5,"ev":"play","seat":null,"tiles":[{"tile":"6-6"}],"sum":0,"points":0,"legal":true}\n'
    '{"seq":2,"t":1,"ev":"play","seat":null,"tiles":[{"tile":"6-5","end":"T1","on":"6-6","touch":6,"at":6}],'
    '"sum":0,"points":0,"legal":true}\n{"seq":3,"t":2,"ev":"fix","target":2,"tile":"6-4"}\n',
]  # fmt: skip
PIECES = [
    "0", "9", "-", "+", "@", "x", "=", "/", "!", "?", "#", "{", "}", "[", "]", '"', "\\", ":", ",", "*", "\n", "\0",
    "A", "T9", "99999999999999999999", "1e999", "NaN", "null", "-1", "19-19", "Round 1", "S: A=1", "é", "\u2028", "😀",
    '{"ev":"', "{event {", "{fix 2: ", "{undo 1}", "{t 1e308}", "free", "kozel.pair", '"A"', "@U", "x+6-6@R", "true",
]  # fmt: skip


def mutated(seed: str, rng: Random, others: list[str]) -> str:
    """A text with one injury or two."""
    text = seed
    for _ in range(rng.randint(1, 2)):
        at, to = sorted(rng.choices(range(len(text) + 1), k=2))
        kind = rng.randrange(7)
        if kind == 0:
            text = text[:at] + text[at + rng.randint(1, 3) :]
        elif kind == 1:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind == 2:
            text = text[:at] + rng.choice(PIECES) + text[at + 1 :]
        elif kind == 3:
            text = text[:at] + text[at:to][:40] + text[at:]
        elif kind == 4:
            other = rng.choice(others)
            text = text[:at] + other[rng.randrange(len(other)) :]
        elif kind == 5:
            text = text[:at] + text[at:to][::-1] + text[to:]
        else:
            text = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
    return text


def shuffled(seed: str, rng: Random) -> str:
    """A log whose lines are still JSON: one is gone, doubled or elsewhere, and some numbers are others."""
    lines = seed.splitlines(keepends=True)
    line = lines.pop(rng.randrange(len(lines)))
    for _ in range(rng.randrange(3)):
        lines.insert(rng.randrange(len(lines) + 1), line)
    text = "".join(lines)
    digits = [at for at, letter in enumerate(text) if letter.isdigit()]
    for at in rng.sample(digits, rng.randrange(3)) if digits else []:
        text = text[:at] + str(rng.randrange(10)) + text[at + 1 :]
    return text


def read_every_way(text: str, number: int) -> None:
    """What anybody might do with a text: write it again, and take it as a log or play it."""
    game = read(text)
    assert read(write(game)) == game
    if number % 2:
        fold(to_events(game))
    else:
        replay(game)


def log_every_way(data: bytes) -> None:
    """What anybody might do with a log: fold it, and write it as DPN, which gives it back."""
    log = list(journal.read(data).events)
    fold(log)
    back: list[Event] = to_events(read(write(from_events(log))))
    assert back == log


def survives(act: Callable[[], None], text: object) -> bool:
    """Whether the text was read; anything but the engine's own error is a bug."""
    try:
        act()
    except EngineError as error:
        assert error.sentence("ru") != error.sentence("en")
        return False
    except Exception as error:
        raise AssertionError(f"{text!r}") from error
    return True


@pytest.mark.parametrize("part", range(4))
def test_80000_damaged_texts(part: int) -> None:
    rng, good = Random(part), 0
    for number in range(20_000):
        text = mutated(DPN[number % len(DPN)], rng, DPN)
        good += survives(partial(read_every_way, text, number), text)
    assert 500 < good < 19_500  # neither harmless nor hopeless injuries


def test_20000_damaged_logs() -> None:
    rng, good = Random(4), 0
    for number in range(20_000):
        seed = LOG[number % len(LOG)]
        data = (shuffled(seed, rng) if number % 3 else mutated(seed, rng, LOG)).encode()
        if number % 10 == 0:
            at = rng.randrange(len(data) + 1)
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        good += survives(partial(log_every_way, data), data)
    assert 500 < good < 19_500
