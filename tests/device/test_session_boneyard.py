"""The session in games with a boneyard, where only the open hands tell that a round is over."""

import pytest

from engine.events import Illegal, Passed, Scored
from tests.device.tables import frame, laid, scene, walk
from tests.device.test_session import SEATS, SIDES, follow, session_for
from vision.scene import Scene
from vision.stillness import GateReading

LEFT = {"B": laid("5-0", 3, 30), "C": laid("6-3", 30, 3), "D": laid("4-1", 57, 30)}
DRAWN = laid("3-0", 3, 34)
"""A tile that B has drawn: B holds 5-0 and 3-0, 8 pips; C 9; D 5."""


def boneyard_round(rules: str, players: int, each: int) -> tuple[list[Scene], list[GateReading]]:
    """A round in which A goes out: tables after each play, and the hands that lay the tiles."""
    count = players * (each - 1) + 1
    tables = [scene(walk(number)) for number in range(1, count + 1)]
    return tables, [GateReading("STILL", SIDES["ABCD"[number % players]]) for number in range(count)]


@pytest.mark.parametrize(
    ("rules", "players", "each", "scores"),
    [
        ("classic", 2, 7, {"A": (8, 0), "B": (0, 0)}),
        ("classic", 3, 5, {"A": (17, 0), "B": (0, 0), "C": (0, 0)}),
        ("classic", 4, 5, {"A": (22, 0), "B": (0, 0), "C": (0, 0), "D": (0, 0)}),
        ("classic.two", 2, 7, {"A": (0, 0), "B": (8, 0)}),
        ("kozel.solo", 2, 7, {"A": (0, 0), "B": (0, 8)}),
        ("kozel.solo", 3, 7, {"A": (0, 0), "B": (0, 8), "C": (0, 9)}),
    ],
)
def test_with_a_boneyard_the_open_hands_end_the_round(
    rules: str, players: int, each: int, scores: dict[str, tuple[int, int]]
) -> None:
    """Classic: who is out gets the others' pips. Kozel: each is charged his own, and below 13 they are remembered."""
    tables, readings = boneyard_round(rules, players, each)
    end = walk(len(tables))
    hands = [LEFT[seat.id] for seat in SEATS[1:players]]
    scenes = [*tables, scene([*end, *hands, DRAWN])]
    session, _ = session_for(rules, scenes, readings, players)
    events = follow(session, len(tables))
    assert session.state.phase == "playing" and not [event for event in events if isinstance(event, Passed | Illegal)]
    for number in range(6):
        events += session.step(frame(3.0 * (len(tables) + number)))
    assert [event.ev for event in events][-players - 2 :] == ["out", *["reveal"] * players, "score"]
    score = next(event for event in events if isinstance(event, Scored))
    assert {row.side: (row.score, row.remembered) for row in score.sides} == scores
    parts = {tile["tile"]: tile["part"] for tile in session.snapshot()["table"]["tiles"]}
    assert parts["5-0"] == parts["3-0"] == "hand"


@pytest.mark.parametrize(
    ("count", "beside"),
    [
        (12, [LEFT["B"], DRAWN]),  # A holds a tile more, and nobody has shown it
        (13, []),
        (13, [laid("5-0", 20, 34)]),  # too near to the middle: it is being laid
        (13, [LEFT["B"], laid("3-0", 30, 42)]),  # A has drawn, holds 3-0 and can play it at 0
    ],
)
def test_hands_that_prove_nothing_do_not_end_a_round(
    count: int, beside: list[tuple[int, int, float, float, float]]
) -> None:
    tables, readings = boneyard_round("classic", 2, 7)
    scenes = [*tables[:count], scene([*walk(count), *beside])]
    session, _ = session_for("classic", scenes, readings[:count], 2)
    events = follow(session, count + 8)
    assert [event.ev for event in events] == ["setup", "deal", *["play"] * count]
    assert session.state.phase == "playing"


def test_the_players_are_asked_for_their_hands_when_somebody_may_be_out() -> None:
    tables, readings = boneyard_round("classic", 2, 7)
    session, _ = session_for("classic", tables, readings, 2)
    follow(session, 12)
    assert session.snapshot()["message"] is None
    session.step(frame(36.0))
    message = session.snapshot()["message"]
    assert message["en"].startswith("If Masha is out,") and message["ru"].startswith("Если Маша выходит,")
