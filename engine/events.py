"""Everything that happens in a match, as frozen records: one vocabulary for the log, the store and the page.

An event is written as one JSON object: `seq` (from 1, growing), `t` (seconds since the start), `ev`, and its fields.
The state of a match is a fold over its events (`engine.fold`); nothing in the log is ever rewritten.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, cast

from engine.codec import decode
from engine.event import Event as Event
from engine.ledger import EndedBy, FishDebt, Ruling, Termination, Title
from engine.line import Reason
from engine.rulesets import RuleSet
from engine.solitaire.events import BOARD_EVENTS
from engine.text import quoted
from engine.tiles import NotationError, Tile, TileSet

Refusal = Literal["no_redeal", "too_late", "poor_hand"]


@dataclass(frozen=True)
class Seat:
    """A place at the table. Seats are listed in turn order; `edge` is the picture's edge where it is (N, E, S, W)."""

    id: str
    name: str
    name_ru: str | None = None
    edge: Literal["N", "E", "S", "W"] | None = None


@dataclass(frozen=True)
class LaidTile:
    """One tile of a play: its end (None: first tile, or where no end is open), and what it touches.

    `on` is the tile it was laid to, `touch` its own half there and `at` the other's half; all None for the first tile.
    """

    tile: Tile
    end: str | None = None
    closed: bool = False
    confidence: float = 1.0
    on: Tile | None = None
    touch: int | None = None
    at: int | None = None


@dataclass(frozen=True)
class SideScore:
    """A side's line of the score: value of its hands, points charged or won, and the account after it.

    A side is a seat ("A") or a pair ("A+C"). `points` may be below zero where leftovers are taken off.
    """

    side: str
    hand: int
    points: int
    remembered: int
    score: int
    open: bool


@dataclass(frozen=True)
class Setup(Event):
    """A match begins."""

    ev = "setup"
    rules: RuleSet
    set: TileSet
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Dealt(Event):
    """A round begins. `leader` leads with any tile; None: the opening rule says who leads, and with what."""

    ev = "deal"
    round: int
    each: int
    bazaar: int
    leader: str | None = None


@dataclass(frozen=True)
class Redealt(Event):
    """A seat claims a new deal; `hand` when it was shown, `granted` whether the rules allow it (D-17).

    `refusal`: the rules know no new deal, the seat's hand is no longer as it was dealt, or does not deserve one.
    """

    ev = "redeal"
    seat: str
    hand: tuple[Tile, ...] | None
    granted: bool
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Played(Event):
    """Tiles were laid. `sum`: counted sum of all ends after it; `points`: what the turn writes at once, as it stands.

    Of several doubles in one turn the last one's points are those of the whole turn. `legal`, `sum` and `points` are
    what held when it was laid; a later correction may change them, and what holds is in the state (`RoundState`).
    """

    ev = "play"
    seat: str | None
    tiles: tuple[LaidTile, ...]
    sum: int
    points: int
    legal: bool


@dataclass(frozen=True)
class Drew(Event):
    """Tiles were taken from the boneyard."""

    ev = "draw"
    seat: str
    count: int


@dataclass(frozen=True)
class Passed(Event):
    """A seat passed on these numbers; `inferred`: it follows from who played next.

    `points`: what it brings the side that made it pass, at once.
    """

    ev = "pass"
    seat: str
    numbers: tuple[int, ...]
    inferred: bool = False
    points: int = 0


@dataclass(frozen=True)
class WrongPass(Event):
    """`seat` holds `tile`, which would have fitted when it passed (event `passed`)."""

    ev = "wrong_pass"
    seat: str
    passed: int
    tile: Tile


@dataclass(frozen=True)
class Illegal(Event):
    """Verdict: the play of event `play` breaks the rules."""

    ev = "illegal"
    seat: str | None
    play: int
    tile: Tile
    reason: Reason


@dataclass(frozen=True)
class Fish(Event):
    """The round is blocked on these numbers; `seat` is the fisher. `early`: a double that fits is still out (D-01).

    `proof`: the tiles on the table, everybody's pass one after the other, or the hands that were shown.
    """

    ev = "fish"
    seat: str | None
    numbers: tuple[int, ...]
    early: bool
    proof: Literal["table", "passes", "hands"] = "table"


@dataclass(frozen=True)
class Out(Event):
    """A seat has laid its last tile."""

    ev = "out"
    seat: str


@dataclass(frozen=True)
class Closed(Event):
    """No end is open any more."""

    ev = "close"
    seat: str | None


@dataclass(frozen=True)
class Revealed(Event):
    """A hand was shown: its pips, and its value under the rules."""

    ev = "reveal"
    seat: str
    hand: tuple[Tile, ...]
    pips: int
    value: int


@dataclass(frozen=True)
class Checked(Event):
    """Table and hands do not come out: tiles that are nowhere, or that lie twice (the closing sum of rules.md 1.1).

    `odd`: numbers that lie an odd number of times though no end shows them, which no line can have.
    """

    ev = "check"
    pips: int
    expected: int
    missing: tuple[Tile, ...]
    twice: tuple[Tile, ...]
    odd: tuple[int, ...] = ()


@dataclass(frozen=True)
class OverTime(Event):
    """The play or pass of event `turn` took longer than the sport clock allows (rules.md 1.9).

    `allowed` is the most that the table lets one think; the hand, which nobody sees, may allow less.
    """

    ev = "over_time"
    seat: str
    turn: int
    seconds: float
    allowed: int


@dataclass(frozen=True)
class Scored(Event):
    """A round's score. `winner` is a side; `leader` leads the next round, None: the opening rule again.

    `carry`, `eggs`, `debt` and `hundred` are what stands on the board besides the accounts (`engine.ledger.Ledger`);
    `rulings` are the rules that were applied, in their order.
    """

    ev = "score"
    round: int
    termination: Termination
    scoring: str
    winner: str | None
    carry: int
    leader: str | None
    sides: tuple[SideScore, ...]
    eggs: tuple[int, ...] = ()
    debt: FishDebt | None = None
    hundred: str | None = None
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True)
class Voided(Event):
    """The round does not count, and is dealt again."""

    ev = "void"
    reason: Literal["wrong_pass", "by_hand"]


@dataclass(frozen=True)
class Adjusted(Event):
    """Points given to a side, or taken, by hand: a penalty of the judge, or a mistake put right."""

    ev = "adjust"
    side: str
    points: int


@dataclass(frozen=True)
class Bought(Event):
    """Before the lead a seat takes 6-6 from another one for a tile that nobody else sees (rules.md 1.6 c)."""

    ev = "buy"
    seat: str
    seller: str


@dataclass(frozen=True)
class Exposed(Event):
    """A misplay is taken back and the round goes on: the tile lies open, and its owner lays it as soon as it fits."""

    ev = "expose"
    seat: str
    tile: Tile


@dataclass(frozen=True)
class TimeUp(Event):
    """The time of the match has run out: the round that is played is its last; between rounds one more is played."""

    ev = "time_up"


@dataclass(frozen=True)
class Left(Event):
    """A seat left before the end, which loses the match (rules.md 1.4, rating)."""

    ev = "leave"
    seat: str


@dataclass(frozen=True)
class MatchOver(Event):
    """The match is over; `losers` and `winners` are sides, nobody where it is drawn; `by` is what ended it."""

    ev = "match_over"
    losers: tuple[str, ...]
    winners: tuple[str, ...]
    titles: tuple[Title, ...] = ()
    by: EndedBy = "limit"


@dataclass(frozen=True)
class Fixed(Event):
    """A correction: in event `target`, the fields given here hold instead; `hand`, worth `value`, in a reveal.

    `inferred`: nobody asked for it, it follows from the turn order and a later play.
    """

    ev = "fix"
    target: int
    seat: str | None = None
    tile: Tile | None = None
    end: str | None = None
    hand: tuple[Tile, ...] | None = None
    value: int = 0
    inferred: bool = False


@dataclass(frozen=True)
class Rescored(Event):
    """After a correction in a round that was scored already, `score` holds instead of the score event `target`."""

    ev = "rescore"
    target: int
    score: Scored


@dataclass(frozen=True)
class Undone(Event):
    """Event `target` and all that followed it no longer count."""

    ev = "undo"
    target: int


@dataclass(frozen=True)
class Desynced(Event):
    """The table and the log do not agree."""

    ev = "desync"
    reason: str


@dataclass(frozen=True)
class Resynced(Event):
    """The table and the log agree again."""

    ev = "resync"


KINDS: tuple[type[Event], ...] = (
    Setup, Dealt, Redealt, Played, Drew, Passed, WrongPass, Illegal, Fish, Out, Closed, Revealed, Checked, OverTime,
    Scored, Voided, Adjusted, Bought, Exposed, TimeUp, Left, MatchOver, Fixed, Rescored, Undone, Desynced, Resynced,
    *BOARD_EVENTS,
)  # fmt: skip

VOCABULARY: dict[str, type[Event]] = {kind.ev: kind for kind in KINDS}


def from_json(data: object) -> Event:
    """The event that `to_json` wrote.

    Raises:
        NotationError: the object is no event.
        engine.errors.RulesError: its rules are unknown.
    """
    if not isinstance(data, dict):
        shown = quoted(str(data))
        raise NotationError(f"an event is a JSON object, not {data!r}", f"событие — объект JSON, а не {shown}")
    kind = VOCABULARY.get(str(data.get("ev")))
    if kind is None:
        raise NotationError(f"there is no event {data.get('ev')!r}", f"события {quoted(str(data.get('ev')))} нет")
    fields = {name: value for name, value in data.items() if name != "ev"}
    return cast(Event, decode(kind, fields))


def from_line(line: str) -> Event:
    """Reads one line of a log.

    Raises:
        NotationError: the line is no event.
    """
    try:
        data = json.loads(line)
    except ValueError:
        shown = repr(line.strip()[:60])
        raise NotationError(f"{shown} is no line of an event log", f"{shown} — не строка журнала событий") from None
    return from_json(data)
