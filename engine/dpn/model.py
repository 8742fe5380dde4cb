"""What a DPN text says, as plain data: tags, then rounds of signs in the order in which they stand.

Places in the text are kept for errors and take no part in comparisons.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.dpn.places import Place
from engine.events import Event
from engine.line import Reason

What = Literal["tile", "end", "seat"]
SHORT_REASONS: Mapping[str, Reason] = {"dup": "duplicate", "turn": "out_of_turn"}
"""Marks that may be written shorter than the verdict's name."""


@dataclass(frozen=True)
class _Placed:
    """What stands somewhere in a text."""

    place: Place = field(default=Place(), compare=False, kw_only=True)


@dataclass(frozen=True)
class Tag(_Placed):
    """`[Key "text"]`."""

    key: str
    text: str


@dataclass(frozen=True)
class Bone:
    """A tile as it was laid: `5-2` touches with its 5. The halves are None for a tile that nobody could read, `?-?`."""

    touch: int | None = None
    outer: int | None = None


@dataclass(frozen=True)
class Laid:
    """One tile of a turn: `5-2@L`, closed `3-3@Rx`. Without an arm it is the first tile, or laid where it fits."""

    bone: Bone
    arm: str | None = None
    closed: bool = False


@dataclass(frozen=True)
class Turn(_Placed):
    """`B:6-6@L+0-0@R=0/2!mismatch?`: who (None: unknown) drew, laid or passed, and what is claimed of it.

    `confidence` of the reading, a number for each tile; empty where nothing is said.
    """

    seat: str | None
    drew: int = 0
    laid: tuple[Laid, ...] = ()
    passed: bool = False
    sum: int | None = None
    points: int | None = None
    reason: str | None = None
    doubtful: bool = False
    confidence: tuple[float, ...] = ()


@dataclass(frozen=True)
class End(_Placed):
    """How a round ended: out `#OA`, fish `#F6 A` (on these numbers), no end open `#CA`, void `#V`."""

    kind: Literal["O", "F", "C", "V"]
    seat: str | None = None
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Reveal(_Placed):
    """A hand that was shown: `A=[0-0 0-4]`."""

    seat: str
    hand: tuple[Bone, ...]


@dataclass(frozen=True)
class Entry:
    """What a side has: `58`, `+12` (remembered), `won`, `"ГЕНЕРАЛ"`, or a number and a title."""

    side: str
    value: str | None = None
    title: str | None = None


@dataclass(frozen=True)
class Score(_Placed):
    """The board after a round, `S: A=0, D=58`, or the match's result, `M: D=lost`."""

    of: Literal["S", "M"]
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Clock(_Placed):
    """`{t 12.4}`: what follows happened so many seconds after the start."""

    t: float


@dataclass(frozen=True)
class Number(_Placed):
    """`{seq 12}`: the number of the event that follows, where it is not the next one."""

    seq: int


@dataclass(frozen=True)
class Change:
    """One thing that a correction changes: the tile `3-6`, the end `R` or the seat `B`; `was` may be left out."""

    what: What
    now: str
    was: str | None = None


@dataclass(frozen=True)
class Fix(_Placed):
    """`{fix 12: 3-5 -> 3-6, @L -> @R, ? -> B}`: of turn or event 12 something else holds.

    `inferred`: nobody asked for it, it follows from the turn order.
    """

    target: int
    changes: tuple[Change, ...]
    inferred: bool = False


@dataclass(frozen=True)
class Undo(_Placed):
    """`{undo 12}`: turn or event 12 and all that followed are taken back; without a number, the last play."""

    target: int | None = None


@dataclass(frozen=True)
class Desync(_Placed):
    """`{desync removed 6-4}`: table and log do not agree."""

    reason: str


@dataclass(frozen=True)
class Resync(_Placed):
    """`{resync}`: they agree again."""


@dataclass(frozen=True)
class Noted(_Placed):
    """`{event {...}}`: an event for which there is no sign; its number and time are those of the place (here 0)."""

    event: Event


@dataclass(frozen=True)
class Comment(_Placed):
    """`{anything else}`."""

    text: str


Item = Turn | End | Reveal | Score | Clock | Number | Fix | Undo | Desync | Resync | Noted | Comment


@dataclass(frozen=True)
class Round(_Placed):
    """`Round 2 {t 93.5} {lead A}` and what follows; without a number what stands before the first such line."""

    number: int | None = None
    t: float | None = None
    lead: str | Bone | None = None
    items: tuple[Item, ...] = ()


@dataclass(frozen=True)
class Game:
    """A whole text."""

    tags: tuple[Tag, ...] = ()
    rounds: tuple[Round, ...] = ()

    def tag(self, key: str) -> Tag | None:
        """The tag of that name, if there is one."""
        return next((tag for tag in self.tags if tag.key == key), None)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is told but, at most, tags and comments."""
        return all(one.number is None and all(isinstance(item, Comment) for item in one.items) for one in self.rounds)

    @property
    def is_log(self) -> bool:
        """Whether every event is written down, so that nothing is to be inferred: `[Log "complete"]`."""
        tag = self.tag("Log")
        return tag is not None and tag.text == "complete"
