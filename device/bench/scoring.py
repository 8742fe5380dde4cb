"""How well tables and games were read: the counting rules of the benchmark, as pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.tiles import Tile

Left = TypeVar("Left")
Right = TypeVar("Right")


@dataclass(frozen=True)
class PartialTile:
    """A tile of which the truth knows one half or none: cut by the frame or partly covered, written "5-?"."""

    pips: int | None

    @classmethod
    def parse(cls, text: str) -> PartialTile:
        """Reads "5-?", "?-5" or "?-?".

        Raises:
            ValueError: the text is no such tile.
        """
        known = [half for half in text.strip().split("-") if half != "?"]
        if len(known) > 1:
            raise ValueError(f"{text!r} is no partly seen tile; write it like 5-?")
        return cls(int(known[0]) if known else None)

    def fits(self, tile: Tile) -> bool:
        """Whether `tile` may be the one that was partly seen."""
        return self.pips is None or tile.has(self.pips)


@dataclass(frozen=True)
class TileScore:
    """Counts of whole tiles and of halves; scores of several photos add up with `+`.

    Attributes:
        right: reported tiles that are there.
        false: reported tiles that are not.
        missed: tiles that are there and were not reported.
        wrong_halves: halves misread among the paired tiles.
        paired_halves: halves of the tiles that are right or differ from a missed one in one half.
    """

    right: int = 0
    false: int = 0
    missed: int = 0
    wrong_halves: int = 0
    paired_halves: int = 0

    def __add__(self, other: TileScore) -> TileScore:
        return TileScore(
            self.right + other.right,
            self.false + other.false,
            self.missed + other.missed,
            self.wrong_halves + other.wrong_halves,
            self.paired_halves + other.paired_halves,
        )

    @property
    def precision(self) -> float:
        """Right among the reported tiles; 1 when none was reported."""
        reported = self.right + self.false
        return self.right / reported if reported else 1.0

    @property
    def recall(self) -> float:
        """Right among the tiles that are there; 1 when there is none."""
        there = self.right + self.missed
        return self.right / there if there else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 1 for an empty table read as empty."""
        total = 2 * self.right + self.false + self.missed
        return 2 * self.right / total if total else 1.0

    @property
    def half_error_rate(self) -> float:
        """Misread halves among the halves of paired tiles; 0 when none pairs."""
        return self.wrong_halves / self.paired_halves if self.paired_halves else 0.0

    @property
    def perfect(self) -> bool:
        """Whether nothing is false or missed."""
        return not self.false and not self.missed


@dataclass(frozen=True)
class Pairing:
    """Which reported tiles stand for which true ones; tiles have no places, only their numbers.

    Attributes:
        true: row of a reported tile -> the tile that it stands for: the same, or a missed one that shares a half.
        right: how many of these are the same.
        false, missed: tiles reported and not there, tiles there and not reported; near ones count as both.
    """

    true: Mapping[int, Tile]
    right: int
    false: int
    missed: int

    @property
    def score(self) -> TileScore:
        """The counts; a near tile has one wrong half out of two."""
        return TileScore(self.right, self.false, self.missed, len(self.true) - self.right, 2 * len(self.true))


def pair_tiles(reported: Sequence[Tile], truth: Sequence[Tile], partial: Sequence[PartialTile] = ()) -> Pairing:
    """Compares the multiset of reported face-up tiles with the true one.

    Equal tiles are right. Of the rest, a reported tile that fits a partly seen one is dropped together with it. What is
    then left is false or missed; a false and a missed tile that share a half pair up.
    """
    left = Counter(truth)
    true: dict[int, Tile] = {}
    for row, tile in enumerate(reported):
        if left[tile] > 0:
            left[tile] -= 1
            true[row] = tile
    right = len(true)
    rest = [row for row in range(len(reported)) if row not in true]
    dropped = match(rest, partial, lambda row, seen: seen.fits(reported[row]))
    false = [row for number, row in enumerate(rest) if number not in dropped]
    missed = list(left.elements())
    near = match(false, missed, lambda row, other: reported[row].has(other.high) or reported[row].has(other.low))
    true |= {false[number]: missed[column] for number, column in near.items()}
    return Pairing(true, right, len(false), len(missed))


def score_tiles(reported: Sequence[Tile], truth: Sequence[Tile], partial: Sequence[PartialTile] = ()) -> TileScore:
    """The counts of `pair_tiles`."""
    return pair_tiles(reported, truth, partial).score


@dataclass(frozen=True)
class Answer:
    """What was said of one half: how surely, 0..1, and whether it was right."""

    confidence: float
    is_right: bool


def answers_of(
    pairing: Pairing, pips: Sequence[Sequence[int]], confidence: Sequence[Sequence[float]]
) -> tuple[Answer, ...]:
    """The answers for the halves of all paired tiles.

    Args:
        pips: for each reported tile the numbers of both halves.
        confidence: how surely each was told.
    """
    answers = []
    for row, tile in sorted(pairing.true.items()):
        left = list(tile.halves)
        for number, sure in zip(pips[row], confidence[row], strict=True):
            answers.append(Answer(float(sure), number in left))
            if number in left:
                left.remove(number)
    return tuple(answers)


def match(left: Sequence[Left], right: Sequence[Right], fits: Callable[[Left, Right], bool]) -> dict[int, int]:
    """A largest one-to-one matching of items that fit, as row of `left` -> row of `right` (augmenting paths)."""
    partner: dict[int, int] = {}

    def place(row: int, tried: set[int]) -> bool:
        for column in range(len(right)):
            if column not in tried and fits(left[row], right[column]):
                tried.add(column)
                if column not in partner or place(partner[column], tried):
                    partner[column] = row
                    return True
        return False

    for row in range(len(left)):
        place(row, set())
    return {row: column for column, row in partner.items()}


@dataclass(frozen=True)
class PlayScore:
    """Plays of a recording: `right` of `true` reported in the right order, out of `reported`."""

    right: int
    true: int
    reported: int

    @property
    def extra(self) -> int:
        """Reported plays that are not part of the right ones."""
        return self.reported - self.right

    def __add__(self, other: PlayScore) -> PlayScore:
        return PlayScore(self.right + other.right, self.true + other.true, self.reported + other.reported)


def score_plays(reported: Sequence[Tile], truth: Sequence[Tile]) -> PlayScore:
    """How many true plays were reported in order: the longest common subsequence of both lists."""
    longest = [0] * (len(truth) + 1)
    for tile in reported:
        diagonal = 0
        for column, true_tile in enumerate(truth, 1):
            above = longest[column]
            longest[column] = diagonal + 1 if tile == true_tile else max(above, longest[column - 1])
            diagonal = above
    return PlayScore(longest[-1], len(truth), len(reported))
