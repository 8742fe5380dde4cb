"""A whole round as the page sees it: example K-9 of the rules, laid on a table as players lay tiles."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

NOTED = (
    "B:1-1 C:1-3L D:1-5R A:3-5L B:5-2L C:5-6R D:2-0L A:0-3L B:3-2L C:6-0R D:0-1R A:2-6L B:6-1L C:1-2L D:pass "
    "A:2-4L B:4-3L C:1-4R D:3-6L A:4-6R"
)
PLAYS = tuple(NOTED.split())
HANDS = {"A": ["0-0", "0-4"], "B": ["3-3", "4-5"], "C": ["2-2", "4-4"], "D": ["0-5", "5-5", "6-6"]}
PIPS_LEFT = {"A": 4, "B": 15, "C": 12, "D": 27}
NAMES = {
    "A": {"en": "Masha", "ru": "Маша"},
    "B": {"en": "Alex", "ru": "Алекс"},
    "C": {"en": "Olya", "ru": "Оля"},
    "D": {"en": "Serg", "ru": "Серж"},
}
SIDES = {"A": "S", "B": "W", "C": "N", "D": "E"}
SIZE = (1280.0, 960.0)
LENGTH, WIDTH = 104.0, 52.0
LEFT_EDGE, RIGHT_EDGE = 190.0, 1090.0

Point = tuple[float, float]


@dataclass
class Arm:
    """One end of the line: where its outer edge is, where it grows, the number it shows, and how it bends."""

    at: Point
    way: Point
    pips: int
    bend: int
    owner: int
    turns_to_come: int = 0

    def step(self, length: float) -> None:
        """Goes on by a tile's length."""
        self.at = (self.at[0] + self.way[0] * length, self.at[1] + self.way[1] * length)

    def turn(self) -> None:
        """Bends, so that the next tile lies against the side of the last half."""
        old = self.way
        self.way = (-old[1] * self.bend, old[0] * self.bend)
        x, y = self.at
        self.at = (x - old[0] * WIDTH / 2 + self.way[0] * WIDTH / 2, y - old[1] * WIDTH / 2 + self.way[1] * WIDTH / 2)
        self.turns_to_come -= 1


def corners_at(center: Point, way: Point, number: int) -> list[list[float]]:
    """The four corners of a tile whose halves lie along `way`; hands are not machines, so each lies a little askew."""
    tilt = math.radians(1.6 * math.sin(number * 2.1))
    cos, sin = math.cos(tilt), math.sin(tilt)
    along = (way[0] * cos - way[1] * sin, way[0] * sin + way[1] * cos)
    across = (-along[1], along[0])
    return [
        [round(center[i] + u * along[i] * LENGTH / 2 + v * across[i] * WIDTH / 2, 1) for i in (0, 1)]
        for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


class TableOfTiles:
    """Lays tiles in a line that bends at the edges of the table, and tells the snapshot's `table`."""

    def __init__(self) -> None:
        self.tiles: list[dict[str, Any]] = []
        self.junctions: list[dict[str, Any]] = []
        self.arms: dict[str, Arm] = {}

    def lay(self, name: str, end: str) -> None:
        """Lays a tile at the left (L) or right (R) end; the first tile takes none."""
        halves = [int(part) for part in name.split("-")]
        if not self.tiles:
            half = WIDTH / 2 if halves[0] == halves[1] else LENGTH / 2
            self._add(name, halves, (SIZE[0] / 2, SIZE[1] / 2), (0, 1) if halves[0] == halves[1] else (1, 0))
            self.arms = {
                "L": Arm((SIZE[0] / 2 - half, SIZE[1] / 2), (-1, 0), halves[0], 1, 0),
                "R": Arm((SIZE[0] / 2 + half, SIZE[1] / 2), (1, 0), halves[1], 1, 0),
            }
            return
        arm = self.arms[end]
        if arm.turns_to_come:
            arm.turn()
        elif arm.way[1] == 0 and not LEFT_EDGE < arm.at[0] + arm.way[0] * LENGTH < RIGHT_EDGE:
            arm.turns_to_come = 2
            arm.turn()
        if halves[0] != arm.pips:
            halves.reverse()
        is_double = halves[0] == halves[1]
        reach = WIDTH if is_double else LENGTH
        center = (arm.at[0] + arm.way[0] * reach / 2, arm.at[1] + arm.way[1] * reach / 2)
        self._add(name, halves, center, (-arm.way[1], arm.way[0]) if is_double else arm.way)
        self.junctions.append({"tiles": [arm.owner, len(self.tiles) - 1], "legal": halves[0] == arm.pips})
        arm.step(reach)
        arm.pips, arm.owner = halves[1], len(self.tiles) - 1

    def _add(self, name: str, halves: list[int], center: Point, way: Point) -> None:
        number = len(self.tiles)
        for tile in self.tiles:
            tile["new"] = False
        high, low = max(halves), min(halves)
        self.tiles.append(
            {"id": number, "tile": f"{high}-{low}", "halves": halves, "face": "up", "part": "line", "new": True}
            | {"corners": corners_at(center, way, number), "confidence": 0.99, "problem": None}
        )

    def as_json(self) -> dict[str, Any]:
        """The snapshot's `table`."""
        ends = [{"tile": arm.owner, "half": 1, "pips": arm.pips} for arm in self.arms.values()]
        return {
            "size": list(SIZE),
            "tiles": [dict(tile) for tile in self.tiles],
            "junctions": [dict(junction) for junction in self.junctions],
            "open_ends": ends,
            "pips": sum(sum(tile["halves"]) for tile in self.tiles),
            "house": None,
        }


def whole_round() -> list[dict[str, Any]]:
    """One snapshot before the first tile, one after each play or pass, and one when the hands lie open."""
    table, left = TableOfTiles(), dict.fromkeys(NAMES, 7)
    last: dict[str, str | None] = dict.fromkeys(NAMES)
    snapshots = [snapshot(0, "WAITING", table, left, last, [], "B")]
    events: list[dict[str, Any]] = []
    for number, text in enumerate(PLAYS, start=1):
        seat, what = text.split(":")
        events.append(event_of(number, seat, what))
        if what != "pass":
            table.lay(what[:3], what[3:])
            left[seat] -= 1
        last[seat] = "pass" if what == "pass" else f"play {what[:3]}"
        following = "ABCD"[("ABCD".index(seat) + 1) % 4]
        snapshots.append(snapshot(number, "STILL", table, left, last, events, following))
    snapshots.append(ending(len(PLAYS) + 1, table, left, last, events))
    return snapshots


def event_of(seq: int, seat: str, what: str) -> dict[str, Any]:
    """A play or a pass as the snapshot's event."""
    name = NAMES[seat]
    if what == "pass":
        text = {"en": f"{name['en']} passes.", "ru": f"{name['ru']}: пас."}
        return {"seq": seq, "ev": "pass", "t": 3.0 * seq, "seat": seat, "text": text}
    text = {"en": f"{name['en']} plays {what[:3]}.", "ru": f"{name['ru']} ставит {what[:3]}."}
    return {"seq": seq, "ev": "play", "t": 3.0 * seq, "seat": seat, "text": text}


def snapshot(
    seq: int,
    status: str,
    table: TableOfTiles,
    left: dict[str, int],
    last: dict[str, str | None],
    events: list[dict[str, Any]],
    turn: str | None,
) -> dict[str, Any]:
    """What the page gets."""
    seats = [
        {"id": seat, "name": NAMES[seat], "side": SIDES[seat], "score": 0, "remembered": 0, "open": False}
        | {"tiles_left": left[seat], "last": last[seat], "hand": None, "result": None}
        for seat in NAMES
    ]
    rules = {"id": "kozel.solo", "limit": 101, "name": {"en": "Kozel, each for himself", "ru": "Козёл, каждый за себя"}}
    title = {"en": "An evening game", "ru": "Вечерняя партия"}
    return {
        "seq": seq, "t": 3.0 * seq, "status": status, "title": title, "rules": rules, "round": 1, "turn": turn,
        "seats": seats, "table": table.as_json(), "events": events[-12:], "message": None,
    }  # fmt: skip


def ending(
    seq: int, table: TableOfTiles, left: dict[str, int], last: dict[str, str | None], events: list[dict[str, Any]]
) -> dict[str, Any]:
    """The fish: hands open, and the points of fish on all (4 and 12 remembered, 15 and 27 open)."""
    fish = {"en": "Fish on 6! Masha is the fisher.", "ru": "Рыба на 6! Рыбак — Маша."}
    told = [*events, {"seq": seq, "ev": "fish", "t": 3.0 * seq, "seat": "A", "text": fish}]
    end = snapshot(seq, "FISH", table, left, last, told, None)
    for tile in end["table"]["tiles"]:
        tile["new"] = False
    end["message"] = {
        "en": "Lay your tiles open in front of you.",
        "ru": "Откройте свои кости перед собой.",
    }
    end["table"]["tiles"] += open_hands(len(end["table"]["tiles"]))
    for seat in end["seats"]:
        pips = PIPS_LEFT[seat["id"]]
        seat["hand"] = HANDS[seat["id"]]
        seat["open"] = pips >= 13
        seat["score" if pips >= 13 else "remembered"] = pips
        if seat["id"] == "A":
            seat["result"] = {"fisher": True}
    return end


def open_hands(number: int) -> list[dict[str, Any]]:
    """The tiles that are left, face up in front of their seats."""
    middles = {"S": (640.0, 890.0), "W": (70.0, 480.0), "N": (640.0, 70.0), "E": (1210.0, 480.0)}
    tiles: list[dict[str, Any]] = []
    for seat, hand in HANDS.items():
        x, y = middles[SIDES[seat]]
        upright = SIDES[seat] in "NS"
        for place, name in enumerate(hand):
            shift = (place - (len(hand) - 1) / 2) * 1.3 * WIDTH
            center = (x + shift, y) if upright else (x, y + shift)
            halves = [int(part) for part in name.split("-")]
            corners = corners_at(center, (0, 1) if upright else (1, 0), number)
            tiles.append(
                {"id": number, "tile": f"{max(halves)}-{min(halves)}", "halves": halves, "face": "up", "part": "hand"}
                | {"corners": corners, "new": False, "confidence": 0.99, "problem": None}
            )
            number += 1
    return tiles
