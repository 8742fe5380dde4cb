"""Whole rounds of four players in pairs, every tile of which is legal; nobody passes unless it says so."""

from __future__ import annotations

from collections.abc import Mapping

from tests.engine.support import K9_MOVES

# the record of the seeds, rebuilt: A goes out on 6-6 and 0-0 in his sixth turn; 22 tiles lie
DOUBLE_FINISH_MOVES = (
    "A:1-1 B:1-6@L C:1-2@R D:6-4@L A:2-4@R B:4-1@L C:1-5@L D:4-3@R A:3-3@R B:5-4@L C:3-2@R D:2-2@R A:2-6@R B:4-4@L "
    "C:4-0@L D:6-5@R A:5-0@R B:0-1@L C:1-3@L D:3-6@L A:6-6@L A:0-0@R"
)
DOUBLE_FINISH_HANDS = {"B": "3-0 5-3", "C": "6-0 2-0", "D": "5-5 5-2"}

# C leads 5-1 though he holds 2-2 to the end; D goes out
LED_WRONG_MOVES = (
    "C:5-1 D:5-0@L A:0-0@L B:1-3@R C:3-4@R D:4-2@R A:2-1@R B:1-1@R C:0-2@L D:2-5@L A:5-4@L B:1-0@R C:4-6@L D:0-4@R "
    "A:6-6@L B:6-2@L C:2-3@L D:3-6@L A:6-5@L B:5-5@L C:5-3@L D:3-3@L D:4-4@R"
)
LED_WRONG_HANDS = {"A": "6-0 3-0", "B": "6-1 4-1", "C": "2-2"}

# A leads 6-6, B goes out on 4-4 and 1-1; A holds 11, C 19, D 11
SIX_LOSES_MOVES = (
    "A:6-6 B:6-3@L C:3-5@L D:6-4@R A:4-1@R B:1-0@R C:0-3@R D:3-4@R A:4-0@R B:0-6@R C:5-0@L D:0-0@L A:6-1@R B:1-5@R "
    "C:0-2@L D:2-3@L A:5-2@R B:3-3@L C:2-2@R D:2-4@R A:3-1@L B:4-4@R B:1-1@L"
)
SIX_LOSES_HANDS = {"A": "6-5", "C": "5-5 5-4", "D": "6-2 2-1"}

# K-9 played to its end, where 6-6 lies: both ends show 6. A and C hold 4 + 12 = 16, B and D 15 + 15 = 30; fisher A
FISH_MOVES = f"{K9_MOVES} D:6-6@R"
FISH_HANDS = {"A": "0-0 4-0", "B": "3-3 5-4", "C": "2-2 4-4", "D": "5-0 5-5"}


def renumbered(text: str, numbers: Mapping[str, str]) -> str:
    """Moves or a hand with other numbers on the tiles: what fitted still fits."""
    return "".join(numbers.get(mark, mark) for mark in text)


def moved_on(text: str, seats: str = "BCDA") -> str:
    """Moves with other seats in the places of A, B, C and D."""
    return "".join(seats["ABCD".index(mark)] if mark in "ABCD" else mark for mark in text)


# the record with 1 and 6, and 0 and 2, exchanged: A leads 6-6 and goes out on 1-1 and 2-2; B holds 13, C 5, D 15
_OTHER_NUMBERS = {"1": "6", "6": "1", "0": "2", "2": "0"}
SIX_WINS_MOVES = renumbered(DOUBLE_FINISH_MOVES, _OTHER_NUMBERS)
SIX_WINS_HANDS = {seat: renumbered(hand, _OTHER_NUMBERS) for seat, hand in DOUBLE_FINISH_HANDS.items()}
