"""Who played: what is known of a round whose tiles the camera saw, but not whose hand laid them, and the answer to it.

What counts as evidence (rules.md 1.1, design 3.6): the turn order (who is skipped has passed), the size of the deal,
the hands that are shown at the end, what a pass says about the passer's tiles, and, where there is one, the likelihood
of each seat from the table edge that a hand came from. Mistakes at the table stay possible: each is named and has its
price in `Odds`, so that certain evidence of a broken rule is not explained away.

The probability of an assignment is the likelihood of the edges, times the odds of the mistakes in it, times the share
of all deals in which it could have happened, counted exactly by the final hands that nobody saw. Two more things decide
where they can be known:

- Where every hand is known, the share is the same for all, and how freely players chose tells more: of k tiles that fit
  one was laid, which has the probability 1/k when nothing is known of how people choose. It is weighed only between
  assignments without a mistake. With hidden hands it is left out: it would be another number for every single deal.
- Where tiles may be drawn unseen nobody knows how large a hand was, and deals cannot be counted; with more than four
  hidden hands that would take too long. There a silent pass costs `Odds.silent_pass` instead. When a seat drew is not
  reconstructed: numbers that it lacked are held against it only where it passes with the boneyard used up (`until`),
  or not at all (`one`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp, inf
from typing import Literal

from engine.tiles import DOUBLE_SIX, Tile, TileSet

NEARLY_EQUAL = 3.0
"""Two assignments are about equally probable when one is less than so many times as probable as the other."""

Mistake = Literal["wrong_pass", "out_of_turn", "round_over", "hand_size"]


@dataclass(frozen=True)
class Turn:
    """What was seen of one turn: tiles that were laid together; or, without tiles, an announced pass or a draw.

    Args:
        tiles: what was laid.
        numbers: what was open before it; empty for the lead.
        seats: the likelihood of each seat, in any unit; a seat that is missing is impossible. None: no evidence.
        drawn: tiles taken from the boneyard; the turn goes on with the next play or pass of that seat.
        joins: it may belong to the turn before it, where the rules let several doubles be laid together.
    """

    tiles: tuple[Tile, ...] = ()
    numbers: tuple[int, ...] = ()
    seats: Mapping[str, float] | None = None
    drawn: int = 0
    joins: bool = False


@dataclass(frozen=True)
class Table:
    """What is known besides the turns.

    Args:
        seats: in turn order.
        each: tiles dealt to each seat.
        leader: who leads; None when that is unknown.
        revealed: the hands that were shown; an empty one is that of the seat that went out.
        bazaar: tiles in the boneyard after the deal.
        draw: as the rule set has it; `keep` tiles of the boneyard are never drawn.
        draws_seen: every draw is among the turns.
    """

    seats: tuple[str, ...]
    each: int
    leader: str | None = None
    revealed: Mapping[str, tuple[Tile, ...]] = field(default_factory=dict)
    bazaar: int = 0
    draw: Literal["until", "one", "none"] = "none"
    keep: int = 0
    draws_seen: bool = False
    set: TileSet = DOUBLE_SIX
    copies: int = 1


@dataclass(frozen=True)
class Odds:
    """How much less probable each of these makes an assignment, as a factor.

    Args:
        wrong_pass: a pass that a tile proves wrong, which the seat played or showed later.
        out_of_turn: a play out of turn.
        round_over: a play after a seat had laid its last tile.
        hand_size: a tile too many for a seat's deal.
        silent_pass: a skipped seat, where deals are not counted; no mistake, and weighed only there.
    """

    wrong_pass: float = 1e-4
    out_of_turn: float = 5e-5
    round_over: float = 1e-4
    hand_size: float = 1e-5
    silent_pass: float = 0.25


@dataclass(frozen=True)
class Violation:
    """A rule that is broken in an assignment: by `seat` just before turn `turn` (a wrong pass) or in it."""

    kind: Mistake
    turn: int
    seat: str


@dataclass(frozen=True)
class Assignment:
    """Who did what: the seat of each turn, and the seats that silently passed just before it.

    `log_probability` is the natural logarithm of the probability that this module's text defines.
    """

    seats: tuple[str, ...]
    passes: tuple[tuple[str, ...], ...]
    violations: tuple[Violation, ...]
    log_probability: float


@dataclass(frozen=True)
class Inference:
    """The most probable assignment, and the most probable one that names another seat for some turn.

    `rival` is None when every other one is less than a hundredth as probable.
    """

    best: Assignment
    rival: Assignment | None
    is_exact: bool = True
    """False when the evidence left so much open that the search was cut short: then there may be a better one."""

    @property
    def margin(self) -> float:
        """How many times as probable as its rival the best is, as a natural logarithm; infinite without a rival."""
        return inf if self.rival is None else self.best.log_probability - self.rival.log_probability

    @property
    def differs(self) -> tuple[int, ...]:
        """The turns that the rival gives to other seats, counted from 0."""
        if self.rival is None:
            return ()
        pairs = zip(self.best.seats, self.rival.seats, strict=True)
        return tuple(turn for turn, (mine, other) in enumerate(pairs) if mine != other)

    @property
    def about_equal(self) -> bool:
        """Whether the rival is about as probable, so that a person has to say who played."""
        return exp(-self.margin) * NEARLY_EQUAL > 1.0
