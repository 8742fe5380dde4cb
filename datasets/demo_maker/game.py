"""The recorded round: who plays what, where it comes to lie, and the events that a perfect referee reports."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import numpy as np

from datasets.demo_maker.line import LineOnTable
from engine import rulesets
from engine.events import Event, Fish, Passed, Played, Revealed, Seat
from engine.line import Joint
from engine.referee import Referee
from engine.selfplay import play_round
from engine.tiles import Tile
from models.renderer.arrange import PlacedTile

RULES = "kozel.solo"
SEED = 400
"""Of all rounds tried, one that shows much: two passes, a fish, points remembered and an account that opens."""
SEATS = (
    Seat("A", "Masha", "Маша", "S"),
    Seat("B", "Alex", "Алекс", "W"),
    Seat("C", "Olya", "Оля", "N"),
    Seat("D", "Sergey", "Сергей", "E"),
)
HALF_TABLE = (20.6, 15.5)
"""Half the width and height of the table that the camera sees, in sides of half a tile."""
LINE_HALF_WIDTH = 12.6
HAND_FROM_EDGE = 2.4
HAND_PITCH = 1.45


@dataclass(frozen=True)
class Move:
    """A seat lays these tiles: one in play, its whole hand when the hands are shown."""

    seat: Seat
    tiles: tuple[PlacedTile, ...]


@dataclass(frozen=True)
class Game:
    """The round: its log, and its moves with the places of the tiles."""

    log: tuple[Event, ...]
    plays: tuple[Move, ...]
    reveals: tuple[Move, ...]


def make_game() -> Game:
    """Plays the round and lays it out."""
    log = play_round(rulesets.get(RULES), SEATS, Random(SEED))
    if not any(isinstance(event, Fish) for event in log) or not any(isinstance(event, Passed) for event in log):
        raise ValueError("this round has no fish or no pass; choose another seed")
    seats = {seat.id: seat for seat in SEATS}
    rng = np.random.default_rng(SEED)
    line = LineOnTable(LINE_HALF_WIDTH, rng)
    plays, reveals = [], []
    for event in log:
        if isinstance(event, Played) and event.seat is not None:
            laid = event.tiles[0]
            plays.append(Move(seats[event.seat], (line.lay(laid.tile, laid.end, laid.touch),)))
        if isinstance(event, Revealed):
            reveals.append(Move(seats[event.seat], _shown(seats[event.seat], event.hand, rng)))
    return Game(tuple(log), tuple(plays), tuple(reveals))


def _shown(seat: Seat, hand: tuple[Tile, ...], rng: np.random.Generator) -> tuple[PlacedTile, ...]:
    """A hand laid open in front of its seat: side by side, the narrow ends towards the player."""
    half_width, half_height = HALF_TABLE
    tiles = []
    for number, tile in enumerate(hand):
        along = (number - (len(hand) - 1) / 2) * HAND_PITCH + float(rng.normal(0, 0.05))
        away = HAND_FROM_EDGE + float(rng.normal(0, 0.08))
        x, y, angle = {
            "S": (along, half_height - away, -math.pi / 2),
            "N": (along, away - half_height, math.pi / 2),
            "W": (away - half_width, along, 0.0),
            "E": (half_width - away, along, math.pi),
        }[seat.edge or "S"]
        tiles.append(PlacedTile(tile.halves, (x, y), angle + float(rng.normal(0, 0.05))))
    return tuple(tiles)


def true_events(game: Game, play_times: Mapping[int, float], reveal_time: float) -> list[Event]:
    """What a perfect observer reports: the tiles that lie there, what they touch, and from which side the hand came.

    Args:
        play_times: for each play (from 0) the time at which it lies still.
    """
    referee = Referee(rulesets.get(RULES), SEATS)
    referee.start()
    played = [event for event in game.log if isinstance(event, Played)]
    for number, event in enumerate(played):
        laid = event.tiles[0]
        joints = (
            [Joint(laid.on, laid.at, laid.touch)] if laid.on and laid.at is not None and laid.touch is not None else []
        )
        referee.play(laid.tile, joints, play_times[number], 1.0, event.seat)
    hands = {event.seat: event.hand for event in game.log if isinstance(event, Revealed)}
    referee.reveal(hands, reveal_time)
    _check_same(list(referee.events), list(game.log))
    return list(referee.events)


def _check_same(observed: list[Event], played: list[Event]) -> None:
    """The observer must come to the very log of the players, but for times and for which end is called L."""

    def essence(event: Event) -> object:
        told = event.to_json()
        told.pop("t")
        for laid in told.get("tiles", ()):
            laid.pop("end")
        return told

    for one, other in zip(observed, played, strict=True):
        if essence(one) != essence(other):
            raise ValueError(f"observed {one}, played {other}")
