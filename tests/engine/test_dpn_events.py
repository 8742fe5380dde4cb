"""Event logs as DPN and back: nothing of a log is lost, whatever its events are."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as ev
from engine import rulesets
from engine.dpn import course, from_events, read, to_events, write
from engine.errors import EngineError
from engine.events import Event, Seat
from engine.fold import fold
from engine.referee import Referee
from engine.selfplay import continue_match
from engine.tiles import NotationError, Tile, TileSet
from tests.engine.support import FOUR, K9_HANDS, K9_MOVES, follow, hands, kozel, one, tiles

GAMES = [
    (rules_id, seats)
    for rules_id in rulesets.ids()
    for seats in rulesets.get(rules_id).seats
    if rulesets.get(rules_id).scores and rulesets.get(rules_id).turns
]
NAMED = (Seat("A", "Masha", "Маша", "S"), Seat("B", "Uncle Kolya", None, "W"), Seat("C", "C"), Seat("D", "D"))


def round_trip(log: list[Event]) -> str:
    """The text of a log, once it has read back as the very same log and state."""
    game = from_events(log)
    text = write(game)
    assert read(text) == game
    assert write(read(text)) == text
    back = to_events(read(text))
    assert back == log
    assert fold(back) == fold(log)
    return text


def random_match(rules_id: str, seats: int, seed: int, rounds: int) -> list[Event]:
    referee = Referee(rulesets.get(rules_id), NAMED[:seats], draws_seen=True)
    referee.start()
    rng = Random(seed)
    for number in range(rounds):
        if referee.state.phase != "over":
            continue_match(referee, rng, 31.7 * number)
    return list(referee.events)


@pytest.mark.parametrize(("rules_id", "seats"), GAMES)
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=2, deadline=None)
def test_random_matches_of_every_game(rules_id: str, seats: int, seed: int) -> None:
    log = random_match(rules_id, seats, seed, rounds=2)
    text = round_trip(log)
    assert '[Log "complete"]' in text
    assert '"ev":"play"' not in text
    assert '"ev":"pass"' not in text


def test_a_corrected_match() -> None:
    """Corrections are events: what they correct stays visible, and nothing is rewritten."""
    referee = kozel("B:1-1 C:1-3@L D:1-5@R A:3-4@L")
    referee.fix(6, 9.0, tile=Tile(5, 3))
    referee.fix(6, 9.5, seat="A")
    follow(referee, "B:5-2@L C:2-0@L")
    referee.undo(11.0)
    referee.desync("removed 6-4 {twice}", 12.0)
    referee.resync(13.0)
    text = round_trip(list(referee.events))
    assert "A:3-4@L" in text
    assert "{fix 6: 4-3 -> 5-3}" in text
    assert "{fix 6: A -> A}" in text
    assert "B:5-2@L " in text
    assert "{undo 10}" in text
    assert r"{desync removed 6-4 \{twice\}}" in text


def test_an_illegal_play_is_marked_where_it_happened() -> None:
    text = round_trip(list(kozel("B:1-1 C:2-3@L D:1-5@R").events))
    assert "C:2-3@L!mismatch" in text


def test_K_9_written_by_the_referee() -> None:
    referee = Referee(rulesets.parse("kozel.solo fish=on_one"), FOUR)
    referee.start()
    follow(referee, K9_MOVES)
    referee.reveal(hands(K9_HANDS), 30.0)
    text = round_trip(list(referee.events))
    assert "#F6 A" in text
    assert "S: A=0, B=0, C=0, D=58" in text
    assert "D=[5-0 5-5 6-6]" in text


def everything() -> list[Event]:
    """One event of each kind, in an order that a log may have."""
    rules = rulesets.get("kozel.solo")
    laid = ev.LaidTile(Tile(1, 1), confidence=0.5)
    makers: list[tuple[type[Event], dict[str, object]]] = [
        (ev.Setup, {"rules": rules, "set": TileSet(6), "seats": FOUR}),
        (ev.Dealt, {"round": 1, "each": 7, "bazaar": 0, "leader": None}),
        (ev.Redealt, {"seat": "B", "hand": tuple(tiles("6-6 5-5")), "granted": False, "refusal": "poor_hand"}),
        (ev.Played, {"seat": "B", "tiles": (laid,), "sum": 2, "points": 0, "legal": True}),
        (ev.Drew, {"seat": "C", "count": 2}),
        (ev.Passed, {"seat": "C", "numbers": (1,), "inferred": True}),
        (ev.Played, {"seat": "D", "tiles": (ev.LaidTile(Tile(6, 5)),), "sum": 2, "points": 0, "legal": False}),
        (ev.Illegal, {"seat": "D", "play": 7, "tile": Tile(6, 5), "reason": "mismatch"}),
        (ev.WrongPass, {"seat": "C", "passed": 6, "tile": Tile(3, 1)}),
        (ev.Fish, {"seat": None, "numbers": (1, 5), "early": False, "proof": "hands"}),
        (ev.Out, {"seat": "A"}),
        (ev.Closed, {"seat": None}),
        (ev.Revealed, {"seat": "A", "hand": (), "pips": 0, "value": 0}),
        (ev.Revealed, {"seat": "B", "hand": tuple(tiles("0-0")), "pips": 0, "value": 7}),
        (ev.Checked, {"pips": 160, "expected": 168, "missing": tuple(tiles("4-4")), "twice": ()}),
        (
            ev.Scored,
            {
                "round": 1,
                "termination": "out",
                "scoring": "each_pays_own",
                "winner": "A",
                "carry": 0,
                "leader": "A",
                "sides": tuple(ev.SideScore(seat, 0, 0, 0, 0, False) for seat in "ABCD"),
            },
        ),
        (ev.Fixed, {"target": 4, "seat": "A", "tile": Tile(2, 2), "end": "R", "inferred": True}),
        (ev.Undone, {"target": 14}),
        (ev.Desynced, {"reason": ""}),
        (ev.Resynced, {}),
        (ev.Voided, {"reason": "by_hand"}),
        (ev.Voided, {"reason": "wrong_pass"}),
        (ev.Adjusted, {"side": "A", "points": -5}),
        (ev.Bought, {"seat": "A", "seller": "B"}),
        (ev.Exposed, {"seat": "A", "tile": Tile(5, 4)}),
        (ev.TimeUp, {}),
        (ev.OverTime, {"seat": "A", "turn": 3, "seconds": 21.5, "allowed": 20}),
        (ev.Left, {"seat": "C"}),
        (ev.MatchOver, {"losers": ("C",), "winners": ("A", "B", "D")}),
    ]
    log = [kind(seq, seq / 8, **fields) for seq, (kind, fields) in enumerate(makers, start=1)]
    score = one(log, ev.Scored)
    return [*log, ev.Rescored(len(log) + 1, 9.0, score.seq, replace(score, carry=5))]


def test_every_kind_of_event() -> None:
    log = everything()
    missing = {kind for kind in ev.VOCABULARY.values() if not any(type(event) is kind for event in log)}
    assert {kind.__name__ for kind in missing if kind.__module__ == "engine.events"} == set()
    text = round_trip(log)
    for sign in ("B:1-1? {conf 0.5}", "C:*2", "C:-?", "#OA", "#C?", "A=[]", "{undo 14}", "{desync}", "{resync}", "#V"):
        assert sign in text
    assert "M: A=won, B=won, D=won, C=lost" in text
    assert '{event {"ev":"adjust","side":"A","points":-5}}' in text


def test_a_log_without_a_set_up() -> None:
    log: list[Event] = [
        ev.Dealt(3, 1.0, 1, 0, 0),
        ev.Played(7, 1.5, None, (ev.LaidTile(Tile(6, 4)),), 0, 0, True),
        ev.Resynced(8, 0.25),
    ]
    text = round_trip(log)
    assert "{seq 3}" in text
    assert "{seq 7} {t 1.5} ?:6-4" in text


def test_names_that_no_tag_can_hold_are_kept() -> None:
    seats = (Seat('"S"', "a, b: c"), Seat("Round 1", 'q"\\\n'))
    log: list[Event] = [ev.Setup(1, 0.0, rulesets.get("classic.two"), TileSet(6), seats), ev.Dealt(2, 0.0, 1, 7, 14)]
    log += [ev.Passed(3, 0.0, "Round 1", ()), ev.Out(4, 0.0, '"S"')]
    assert '"Round 1":-' in round_trip(log)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[Rules "chess"]', "line 1, column 1"),
        ('[Rules "free"]\n[Set "D7"]', "line 2, column 1"),
        ('[Rules "free"] [Seats "A:x A:y"]', "line 1, column 16"),
        ('[Rules "free"] [Seats "A B"]\n[Edges "A:up"]', "line 2, column 1"),
        ('[Rules "free"] [Seats "A B"]\n[Edges "C:N"]', "line 2, column 1"),
        ('[Rules "classic"] [Seats "A B"]\nRound 1\nA:6-6\n  C:6-5@L', "line 4, column 3"),
        ('[Rules "classic"] [Seats "A B"]\nRound 1\nA:6-6 B:6-5@U', "line 3, column 7"),
        ('[Rules "classic"] [Seats "A B"]\nA:?-?', "line 2, column 1"),
        ("{seq 5} {resync} {seq 3}", "line 1, column 18"),
        ("{undo}", "line 1, column 1"),
        ('[Rules "classic"] [Seats "A B"] Round 1\n{event {"ev":"adjust","side":"Z","points":5}}', "line 2, column 1"),
        ('[Rules "classic"] [Seats "A"]\nRound 1', "line 2, column 1"),
    ],
)
def test_signs_that_make_no_sense_say_where(text: str, place: str) -> None:
    with pytest.raises(NotationError) as raised:
        to_events(read(text))
    assert str(raised.value).startswith(f"{place}: ")


def test_numbers_of_events_grow() -> None:
    with pytest.raises(NotationError, match="event 3 comes after event 4"):
        from_events([ev.Resynced(4, 0.0), ev.Resynced(3, 0.0)])


@pytest.mark.parametrize(
    "text",
    [
        '[Set "D18"] [Rules "free"] Round 1 ' + "?:0-0 " * 500,
        "{fix 1: 6-6} A:6-6 {undo 1} " * 20_000,
        "A:- " + "{fix 1: B} A:- " * 20_000,
        "A:- {fix 1: B} " + "#OA " * 40_000,
    ],
)
def test_no_text_takes_forever(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "MOST_WORK", course.MOST_WORK // 10)  # ten times as patient as the test has to be
    with suppress(EngineError):
        to_events(read(text))
