"""What holds in every game on a board: exact push and pop, the log's round trip, an end, and twelve times fourteen."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dpn import from_events, to_events, write
from engine.dpn import read as read_dpn
from engine.errors import EngineError
from engine.events import MatchOver, Seat, from_json, from_line
from engine.fold import fold
from engine.rulesets import parse
from engine.solitaire.deals import deal
from engine.solitaire.events import LaidOut, Missed, PairTaken
from engine.solitaire.game import PairGame
from engine.solitaire.selfplay import play_board
from engine.solitaire.travolator import Travolator
from engine.tiles import Tile

GAMES = (
    "solitaire.pyramid",
    "solitaire.pyramid pyramid_unblock=both_below",
    "solitaire.spider",
    "solitaire.travolator",
    "memory",
)
SEEDS = st.integers(0, 2**32 - 1)


def seats_of(rules_text: str, rng: Random) -> list[Seat]:
    count = rng.randint(1, 4) if rules_text == "memory" else 1
    return [Seat(letter, letter) for letter in "ABCD"[:count]]


@pytest.mark.parametrize("rules_text", GAMES)
@given(seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_push_and_pop_restore_a_game_exactly(rules_text: str, seed: int) -> None:
    rng, rules = Random(seed), parse(rules_text)
    game = PairGame(rules, deal(rules, rng), [seat.id for seat in seats_of(rules_text, rng)])
    before = []
    while game.outcome() is None:
        moves = tuple(game.legal_moves())
        move = game.reshuffle(rng) if game.must_reshuffle else rng.choice(moves)
        before.append((game.course, moves, move))
        game.push(move)
    assert list(game.legal_moves()) == []
    for course, moves, move in reversed(before):
        assert game.pop() == move
        assert (game.course, tuple(game.legal_moves())) == (course, moves)


@pytest.mark.parametrize("rules_text", GAMES)
@given(seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_log_of_a_random_game(rules_text: str, seed: int) -> None:
    rng, rules = Random(seed), parse(rules_text)
    log = play_board(rules, seats_of(rules_text, rng), rng)
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    read = [from_line(event.to_line()) for event in log]
    assert read == log
    assert to_events(read_dpn(write(from_events(log)))) == log
    state = fold(read)
    assert state == fold(log)
    assert state.phase == "over"
    assert isinstance(log[-1], MatchOver)
    pairs = [event for event in log if isinstance(event, PairTaken)]
    assert all(event.legal for event in pairs)
    taken = [tile for event in pairs for tile in event.tiles]
    assert len(taken) == len(set(taken))
    if rules_text == "memory":
        assert len(pairs) == 10
        assert all(first.pips == second.pips for first, second in (event.tiles for event in pairs))
        assert all(first.pips != second.pips for first, second in (e.tiles for e in log if isinstance(e, Missed)))
    else:
        assert sum(tile.pips for tile in taken) == 12 * len(pairs)
    if rules_text == "solitaire.spider":
        assert len(pairs) == 14


@given(seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_what_is_left_of_a_solitaire_always_makes_pairs(seed: int) -> None:
    rng, rules = Random(seed), parse("solitaire.travolator")
    game = PairGame(rules, deal(rules, rng))
    while game.outcome() is None:
        game.push(rng.choice(list(game.legal_moves())))
        assert isinstance(game.position, Travolator)
        sums = sorted(tile.pips for tile in game.position.seen)
        assert all(low + high == 12 for low, high in zip(sums, reversed(sums), strict=True))


@given(seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_rows_of_a_travolator_come_back_after_two_n_steps(seed: int) -> None:
    rules = parse("solitaire.travolator")
    start = deal(rules, Random(seed))
    assert isinstance(start, Travolator)
    rows = start
    for _ in range(28):
        rows = rows.rotated()
    assert (rows.top, rows.bottom) == (start.top, start.bottom)


@pytest.mark.parametrize("rules_text", GAMES)
@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_spoilt_log_is_refused_in_words_or_read(rules_text: str, seed: int) -> None:
    rng, rules = Random(seed), parse(rules_text)
    log = [event.to_json() for event in play_board(rules, seats_of(rules_text, rng), rng)]
    for _ in range(20):
        spoilt = json.loads(json.dumps(log))
        line = rng.choice(spoilt[1:])
        field = rng.choice(sorted(line.keys() - {"seq", "t"}))
        line[field] = rng.choice([None, 7, -1, "6-6", [], [3, 3], ["6-6", "5-1"], [None] * 20, "show", "lay_out", True])
        if rng.random() < 0.3:
            spoilt.pop(rng.randrange(len(spoilt)))
        try:
            fold(from_json(event) for event in spoilt)
        except EngineError as error:
            assert error.text.en != error.text.ru


@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_spider_never_forgets_a_tile(seed: int) -> None:
    log = play_board(parse("solitaire.spider"), [Seat("A", "A")], Random(seed))
    gone: set[Tile] = set()
    for event in log:
        if isinstance(event, PairTaken):
            gone |= set(event.tiles)
        elif isinstance(event, LaidOut):
            assert len(event.tiles) == 28 - len(gone)
            assert not gone & set(event.tiles)
