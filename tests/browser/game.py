"""Whole games as the page sees them: tiles laid on a table by hand, followed by the same session as a real game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from device.session import GameSession, GameSetup
from engine import rulesets
from engine.events import Seat
from engine.text import Text
from tests.device.tables import ScriptedGate, ScriptedReader, frame, laid, scene
from vision.stillness import GateReading

Laid = tuple[int, int, float, float, float]
Point = tuple[float, float]

SEATS = (
    Seat("A", "Masha", "Маша", "S"),
    Seat("B", "Alex", "Алекс", "W"),
    Seat("C", "Olya", "Оля", "N"),
    Seat("D", "Serg", "Серж", "E"),
)
SIDES = {seat.id: seat.edge for seat in SEATS}
# rules.md K-9: who plays what at which end. D passes after C's 1-2.
K9 = """B:1-1 C:1-3L D:1-5R A:3-5L B:5-2L C:5-6R D:2-0L A:0-3L B:3-2L C:6-0R D:0-1R A:2-6L B:6-1L C:1-2L
A:2-4L B:4-3L C:1-4R D:3-6L A:4-6R""".split()  # noqa: SIM905 - reads as the rules write it
PLAY_AFTER_PASS = 15
HANDS = {"A": "0-0 0-4", "B": "3-3 4-5", "C": "2-2 4-4", "D": "0-5 5-5 6-6"}
MIDDLE = (30.0, 22.0)
LEFT_EDGE, RIGHT_EDGE = 14.0, 46.0


@dataclass
class Arm:
    """One end of the line, in units of half a tile: where its outer edge is, and where it grows."""

    at: Point
    way: Point
    turns_to_come: int = 0

    def lay(self, name: str) -> Laid:
        """Lays the next tile, its first number inwards; the line bends back where the table ends."""
        if self.turns_to_come:
            self._turn()
        elif self.way[1] == 0 and not LEFT_EDGE < self.at[0] + 2 * self.way[0] < RIGHT_EDGE:
            self.turns_to_come = 2
            self._turn()
        (x, y), (along, down) = self.at, self.way
        self.at = (x + 2 * along, y + 2 * down)
        return laid(name, x + along, y + down, math.degrees(math.atan2(down, along)))

    def _turn(self) -> None:
        """Bends to the right, so that the next tile lies against the side of the last half."""
        (x, y), (along, down) = self.at, self.way
        self.way = (-down, along)
        self.at = (x - along / 2 - down / 2, y - down / 2 + along / 2)
        self.turns_to_come -= 1


def tables(plays: Sequence[str]) -> list[list[Laid]]:
    """The table after each play, such as "C:1-3L"; the first tile lies across in the middle."""
    first, *others = plays
    on_table = [laid(first[2:5], *MIDDLE, 90.0)]
    arms = {"L": Arm((MIDDLE[0] - 0.5, MIDDLE[1]), (-1.0, 0.0)), "R": Arm((MIDDLE[0] + 0.5, MIDDLE[1]), (1.0, 0.0))}
    after = [list(on_table)]
    for play in others:
        on_table.append(arms[play[5]].lay(play[2:5]))
        after.append(list(on_table))
    return after


def open_hands(hands: dict[str, str]) -> list[Laid]:
    """Tiles face up in front of their seats: A south, B west, C north, D east."""
    places = {"A": (26.0, 42.0, 3.0, 0.0), "B": (3.0, 18.0, 0.0, 3.0), "C": (26.0, 3.0, 3.0, 0.0)}
    places["D"] = (57.0, 17.0, 0.0, 3.0)
    return [
        laid(name, x + right * number, y + down * number)
        for seat, (x, y, right, down) in places.items()
        for number, name in enumerate(hands[seat].split())
    ]


def follow(
    plays: Sequence[str], hands: dict[str, str] | None = None, rules: str = "kozel.solo"
) -> list[dict[str, Any]]:
    """The snapshots of a session that watches: the empty table, one after each play, and two when hands lie open."""
    seen = [[], *tables(plays)]
    gate = [GateReading("STILL")]
    for play in plays:
        gate += [GateReading("HAND", SIDES[play[0]]), GateReading("STILL", SIDES[play[0]])]
    if hands is not None:
        seen += [seen[-1] + open_hands(hands)]
        gate += [GateReading("HAND", "S"), GateReading("STILL", "S"), GateReading("STILL")]
    game, _, options = rules.partition(" ")
    chosen = rulesets.get(game).with_options(**dict(option.split("=") for option in options.split()))
    title = Text("An evening game", "Вечерняя партия")
    session = GameSession(GameSetup(title, chosen, SEATS), ScriptedReader([scene(table) for table in seen]))
    session._gate = cast(Any, ScriptedGate(gate))
    session.start()
    snapshots = []
    for number, reading in enumerate(gate):
        session.step(frame(1.5 * number))
        if reading.state == "STILL":
            snapshots.append(session.snapshot())
    return snapshots


def whole_round() -> list[dict[str, Any]]:
    """Example K-9 of the rules, scored as a fish on all."""
    return follow(K9, HANDS)
