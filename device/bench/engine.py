"""How fast the engine plays whole random rounds, beside the package `dominoes` where that is installed, and in what
memory.

Both play the same deals from the dealt hands to the result, one after the other, many times; what counts is the median
of the ratios, so that a machine that slows down meanwhile slows both.
"""

from __future__ import annotations

import gc
import importlib
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any

from engine import rulesets
from engine.chain_round import start_round
from engine.events import Seat
from engine.rulesets import RuleSet
from engine.selfplay import deal
from engine.tiles import Tile

ROUNDS = 100_000
FEWEST_ROUNDS = 1_000
REPETITIONS = 9
BLOCK_GAME = "sport.fdr"
GAMES = (("kozel.solo", 4), ("kozel.solo", 2), ("osel", 4), ("allfives", 2), ("kolbasa", 2))
"""Games with an early fish, with draws, with a house and closed doubles, with points for the ends, with rows."""

Deal = tuple[dict[str, list[Tile]], list[Tile]]


@dataclass(frozen=True)
class Speed:
    """Rounds a second; `ratio` to those of `dominoes`, where it is installed."""

    rounds: float
    ratio: float | None = None


@dataclass(frozen=True)
class Comparison:
    """The block game: played at a stretch, move by move, and by `dominoes` (None: it is not installed)."""

    stretch: Speed
    moves: Speed
    dominoes: Speed | None


@dataclass(frozen=True)
class Memory:
    """Bytes that the process held at most up to a moment, and after so many rounds more."""

    before: int
    after: int
    rounds: int


def deals(rules: RuleSet, seats: int, count: int, rng: Random) -> list[Deal]:
    """So many random deals."""
    players = [Seat(letter, letter) for letter in "ABCD"[:seats]]
    return [deal(rules, players, rng) for _ in range(count)]


def play_at_a_stretch(rules: RuleSet, dealt: Sequence[Deal], rng: Random) -> None:
    """Plays the rounds with random moves, each by one call."""
    for hands, bazaar in dealt:
        start_round(rules, hands, bazaar, "A").play_out(rng)


def play_by_moves(rules: RuleSet, dealt: Sequence[Deal], rng: Random) -> None:
    """Plays the rounds with random moves, each of them chosen and made here."""
    random = rng.random
    for hands, bazaar in dealt:
        game = start_round(rules, hands, bazaar, "A")
        while moves := game.legal_moves():
            game.push(moves[int(random() * len(moves))])
        game.outcome()


def play_dominoes(dominoes: Any, dealt: Sequence[Sequence[Sequence[Any]]], rng: Random) -> None:
    """The same rounds in the package `dominoes`; a round is made of the hands and then played, as above."""
    random = rng.random
    for hands in dealt:
        held = [dominoes.Hand(hand) for hand in hands]
        leads = tuple((domino, True) for domino in held[0])
        game = dominoes.Game(dominoes.Board(), held, [], 0, leads, 0, None)
        while moves := game.valid_moves:
            game.make_move(*moves[int(random() * len(moves))])


def compare(rounds: int, seed: int = 1) -> Comparison:
    """The block game, with the median of several measurements of so many rounds each."""
    rules, rng = rulesets.get(BLOCK_GAME), Random(seed)
    dominoes = _dominoes()
    stretch, moves, theirs = [], [], []
    for _ in range(REPETITIONS):
        dealt = deals(rules, 4, rounds, rng)
        stretch.append(_seconds(partial(play_at_a_stretch, rules, dealt, rng)))
        moves.append(_seconds(partial(play_by_moves, rules, dealt, rng)))
        if dominoes is not None:
            there = [
                [[dominoes.Domino(*tile.halves) for tile in hand] for hand in hands.values()] for hands, _ in dealt
            ]
            theirs.append(_seconds(partial(play_dominoes, dominoes, there, rng)))
    beside = _speed(rounds, theirs, theirs) if theirs else None
    return Comparison(_speed(rounds, stretch, theirs), _speed(rounds, moves, theirs), beside)


def _dominoes() -> Any | None:
    try:
        return importlib.import_module("dominoes")
    except ImportError:
        return None


def _seconds(play: Callable[[], None]) -> float:
    gc.collect()
    begin = process_time()
    play()
    return process_time() - begin


def _speed(rounds: int, ours: Sequence[float], theirs: Sequence[float]) -> Speed:
    ratios = [there / here for here, there in zip(ours, theirs, strict=True)] if theirs else []
    return Speed(rounds / median(ours), median(ratios) if ratios else None)


def speeds(rounds: int, seed: int = 1) -> Iterator[tuple[str, int, float]]:
    """For each of some games its name, how many play, and its random rounds a second."""
    for rules_id, seats in GAMES:
        rules, rng = rulesets.get(rules_id), Random(seed)
        dealt = deals(rules, seats, rounds, rng)
        yield rules_id, seats, rounds / _seconds(partial(play_at_a_stretch, rules, dealt, rng))


def memory(rounds: int, warm_up: int = 5_000, seed: int = 1) -> Memory:
    """The most that the process held after a warm-up, which fills what the engine remembers, and after more rounds."""
    rules, rng = rulesets.get(BLOCK_GAME), Random(seed)
    before = _held_after(warm_up, rules, rng)
    return Memory(before, _held_after(rounds, rules, rng), rounds)


def _held_after(rounds: int, rules: RuleSet, rng: Random) -> int:
    for done in range(0, rounds, 1_000):
        play_at_a_stretch(rules, deals(rules, 4, min(1_000, rounds - done), rng), rng)
    unit = 1 if sys.platform == "darwin" else 1_024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
