"""What must hold in every game: the table's free checks of rules.md 1.1, exact push and pop, the log's round trip."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.corrections import effective
from engine.events import Fish, Illegal, Passed, Played, Revealed, Scored, Seat, WrongPass, from_line
from engine.fish import is_blocked
from engine.fold import fold
from engine.game import Round
from engine.line import Joint, Line, LineShape, LineStatus
from engine.referee import Referee
from engine.rulesets import RuleSet, parse
from engine.selfplay import continue_match, deal, play_round
from engine.tiles import Tile, TileSet

ALL = [Seat(letter, letter) for letter in "ABCD"]
SEEDS = st.integers(0, 2**32 - 1)
SHAPES = [
    LineShape("chain"),
    LineShape("house", "first_placed", "both_sides"),
    LineShape("house", "first_covered", "both_sides"),
    LineShape("house", "first_placed", "at_once"),
]
GAMES = [
    ("kozel.solo", 4),
    ("kozel.solo fish=on_one fish_when=strict", 4),
    ("kozel.solo", 3),
    ("kozel.solo", 2),
    ("classic", 4),
    ("classic", 2),
    ("classic.two", 2),
    ("kozel.solo draw=none fish_when=strict", 2),
    ("kozel.solo bazaar_keep=1 voluntary_draw=yes", 3),
]
game_and_seed = st.tuples(st.sampled_from(GAMES), SEEDS)


def rules_and_seats(game: tuple[str, int]) -> tuple[RuleSet, list[Seat]]:
    return parse(game[0]), ALL[: game[1]]


def snapshot(line: Line) -> tuple[object, ...]:
    return (line.placed, line.open_ends, line.house, line.end_sum, line.status())


@pytest.mark.parametrize("shape", SHAPES)
@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_any_line_keeps_adjacency_uniqueness_and_parity(shape: LineShape, seed: int) -> None:
    rng = Random(seed)
    line = Line(shape, TileSet(6))
    while plays := [place for tile in line.tile_set for place in line.fits(tile)]:
        before = snapshot(line)
        play = rng.choice(plays)
        line.push(play)
        after = snapshot(line)
        line.pop()
        assert snapshot(line) == before
        line.push(play)
        assert snapshot(line) == after
        assert line.parity_holds()
        assert line.status() is LineStatus.VALID
        assert len(set(line.tiles)) == len(line)
    assert is_blocked(line)


@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_odd_numbers_of_a_chain_are_its_ends(seed: int) -> None:
    rng = Random(seed)
    line = Line()
    while plays := [place for tile in line.tile_set for place in line.fits(tile)]:
        line.push(rng.choice(plays))
        count = Counter(pips for tile in line.tiles for pips in tile.halves)
        left, right = (end.pips for end in line.open_ends)
        assert {pips for pips, times in count.items() if times % 2} == {left} ^ {right}


@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_strict_fish_theorem(seed: int) -> None:
    """With all tiles in hands, nobody can move exactly when both ends show one number whose seven tiles all lie."""
    rules = parse("kozel.solo fish_when=strict")
    hands, _ = deal(rules, ALL, Random(seed))
    game, rng = Round(rules, hands), Random(seed)
    while game.outcome() is None:
        game.push(rng.choice(list(game.legal_moves())))
        stuck = not any(True for hand in game.hands.values() for tile in hand for _ in game.line.fits(tile))
        numbers = {end.pips for end in game.line.open_ends}
        laid = [tile for tile in game.line.tiles if tile.has(min(numbers))]
        assert stuck == (len(numbers) == 1 and len(laid) == 7)
        assert is_blocked(game.line) == stuck


@given(game_and_seed)
@settings(max_examples=15, deadline=None)
def test_push_and_pop_restore_a_round_exactly(case: tuple[tuple[str, int], int]) -> None:
    rules, seats = rules_and_seats(case[0])
    rng = Random(case[1])
    hands, bazaar = deal(rules, seats, rng)
    game = Round(rules, hands, bazaar)
    states = []
    while game.outcome() is None:
        states.append(state_of(game))
        game.push(rng.choice(list(game.legal_moves())))
    for state in reversed(states):
        game.pop()
        assert state_of(game) == state


def state_of(game: Round) -> tuple[object, ...]:
    hands = {seat: frozenset(hand) for seat, hand in game.hands.items()}
    moves = tuple(game.legal_moves())
    return (hands, tuple(game.bazaar), game.line.placed, game.turn, game.passes, game.drawn, tuple(game.plays), moves)


@given(game_and_seed)
@settings(max_examples=15, deadline=None)
def test_log_of_a_random_round(case: tuple[tuple[str, int], int]) -> None:
    rules, seats = rules_and_seats(case[0])
    log = play_round(rules, seats, Random(case[1]))
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    assert not [event for event in log if isinstance(event, Illegal | WrongPass)]
    assert all(event.ev not in ("check", "desync") for event in log)
    read = [from_line(event.to_line()) for event in log]
    assert read == log
    assert fold(read) == fold(log)
    state = fold(log)
    assert state.phase in ("scored", "over")
    assert state.line.status() is LineStatus.VALID
    shown = [tile for event in log if isinstance(event, Revealed) for tile in event.hand]
    assert not set(shown) & set(state.line.tiles)
    if state.round.bazaar == 0:
        assert state.line.pips + sum(tile.pips for tile in shown) == 168
    (score,) = (event for event in log if isinstance(event, Scored))
    empty = [row.side for row in score.sides if not row.hand and not state.round.hands[row.side]]
    assert empty == ([state.round.winner] if score.termination == "out" else [])


@given(SEEDS)
@settings(max_examples=15, deadline=None)
def test_watched_game_gives_the_log_of_the_played_one(seed: int) -> None:
    """A camera sees tiles, what they touch and the seat: from these alone the referee gets the same events."""
    log = play_round(parse("kozel.solo"), ALL, Random(seed))
    watcher = Referee(parse("kozel.solo"), ALL)
    watcher.start()
    hands: dict[str, list[Tile]] = {}
    for event in log:
        if isinstance(event, Played):
            (laid,) = event.tiles
            on, at, touch = laid.on, laid.at, laid.touch
            joints = [] if on is None or at is None or touch is None else [Joint(on, at, touch)]
            watcher.play(laid.tile, joints, event.t, seat_hint=event.seat)
        elif isinstance(event, Revealed):
            hands[event.seat] = list(event.hand)
    watcher.reveal(hands, log[-1].t)
    assert list(watcher.events) == log


@given(SEEDS, st.data())
@settings(max_examples=15, deadline=None)
def test_undo_is_the_log_up_to_there(seed: int, data: st.DataObject) -> None:
    log = play_round(parse("kozel.solo"), ALL, Random(seed))
    referee = Referee.resume(log)
    target = data.draw(st.integers(3, len(log)))
    referee.undo(99.0, target)
    assert effective(referee.events) == log[: target - 1]
    assert referee.state == fold(log[: target - 1])


@given(SEEDS)
@settings(max_examples=5, deadline=None)
def test_match_goes_on_until_somebody_is_the_goat(seed: int) -> None:
    rng = Random(seed)
    referee = Referee(parse("kozel.solo"), ALL)
    referee.start()
    rounds = 0
    while referee.state.phase != "over":
        continue_match(referee, rng, float(rounds))
        rounds += 1
    scores = {seat: account.score for seat, account in referee.state.ledger.accounts.items()}
    assert rounds == len(referee.state.scores)
    assert referee.state.losers == tuple(seat for seat, score in scores.items() if score >= 101) != ()
    assert fold(referee.events) == referee.state


def test_a_round_with_a_pass_that_ends_in_a_fish_is_found_by_seed() -> None:
    def wanted(seed: int) -> bool:
        log = play_round(parse("kozel.solo"), ALL, Random(seed))
        return any(isinstance(event, Passed) for event in log) and any(isinstance(event, Fish) for event in log)

    assert any(wanted(seed) for seed in range(60))
