"""What stands on the board between rounds, the facts of a finished round, and what it changes (rules.md 1.1, 1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.tiles import Tile

Termination = Literal["out", "fish", "closed", "void"]
EndedBy = Literal["limit", "rounds", "time", "rule", "leave"]
TitleName = Literal[
    "kozel", "osel", "sea_kozel", "worker_kozel", "officer", "general", "bald_kozel", "svoyak",
]  # fmt: skip

HOLDER_OF_SIX = "6-6"
"""In `Ledger.hundred`, in place of a side."""


@dataclass(frozen=True)
class Account:
    """What stands on the board for one side: the score, and points remembered until the account is opened."""

    score: int = 0
    remembered: int = 0
    open: bool = False


@dataclass(frozen=True)
class FishDebt:
    """A lost fish that its makers may still win back: what it costs, and in how many rounds it falls due (D-34)."""

    side: str
    points: int
    rounds: int


@dataclass(frozen=True)
class Ledger:
    """What stands on the board between rounds.

    Attributes:
        accounts: by side.
        carry: points of an even fish that wait for a payer.
        eggs: the points of each even fish so far (D-38).
        debt: see `FishDebt`.
        hundred: the side that may lead the next round with 6-6 for the whole match; `HOLDER_OF_SIX`: whoever holds it
            must.
    """

    accounts: Mapping[str, Account] = field(default_factory=dict)
    carry: int = 0
    eggs: tuple[int, ...] = ()
    debt: FishDebt | None = None
    hundred: str | None = None

    def with_accounts(self, accounts: Mapping[str, Account]) -> Ledger:
        """The ledger with other accounts."""
        return replace(self, accounts=dict(accounts))

    @property
    def scores(self) -> dict[str, int]:
        """The score of each side."""
        return {side: account.score for side, account in self.accounts.items()}

    def title(self, side: str, name: TitleName, *, weighed: bool = False) -> Title:
        """A title for a side; `weighed`: with the eggs of this match and what they weigh (D-38)."""
        return Title(side, name, len(self.eggs), sum(self.eggs)) if weighed else Title(side, name)


@dataclass(frozen=True)
class RoundEnd:
    """How a round ended, with all that its score may hang on.

    Attributes:
        hands: what each seat still held, seats in turn order.
        sides: the side of each seat.
        winner: the seat that went out.
        fisher: the seat that blocked the line, or laid the last tile where no end is open.
        leader: the seat that led.
        lead: the tiles of the first turn.
        last: the tiles of the last turn in which any were laid.
        fitted_both: whether the last tile, no double, would have fitted two ends with different numbers.
        number: which round of the match this was, from 1.
    """

    termination: Termination
    hands: Mapping[str, tuple[Tile, ...]]
    sides: Mapping[str, str]
    winner: str | None = None
    fisher: str | None = None
    leader: str | None = None
    lead: tuple[Tile, ...] = ()
    last: tuple[Tile, ...] = ()
    fitted_both: bool = False
    number: int = 1

    @property
    def winning_side(self) -> str | None:
        """The side of the seat that went out."""
        return None if self.winner is None else self.sides[self.winner]

    @property
    def fishing_side(self) -> str | None:
        """The side of the fisher."""
        return None if self.fisher is None else self.sides[self.fisher]

    @property
    def leading_side(self) -> str | None:
        """The side of the seat that led."""
        return None if self.leader is None else self.sides[self.leader]

    @property
    def side_ids(self) -> tuple[str, ...]:
        """The sides in turn order."""
        return tuple(dict.fromkeys(self.sides.values()))


@dataclass(frozen=True)
class Ruling:
    """A rule that was applied to a round: its name, whom it concerns, and the numbers that its sentence shows.

    The name is a key of `engine.explain.rulings.RULINGS`, for example `fish.on_one`; `terms` are in the order in which
    its sentence names them.
    """

    rule: str
    side: str | None = None
    points: int = 0
    seat: str | None = None
    terms: tuple[int, ...] = ()


@dataclass(frozen=True)
class Charges:
    """What a round changes: points for each side, and what waits for the next round.

    `winner` is the side that won the round; `even`: the points of a fish that nobody won or paid.
    """

    points: Mapping[str, int]
    carried: Mapping[str, int] = field(default_factory=dict)
    carry: int = 0
    winner: str | None = None
    even: int | None = None
    rulings: tuple[Ruling, ...] = ()

    def adding(self, side: str, points: int, ruling: Ruling) -> Charges:
        """The charges with more points for one side, for the reason of `ruling`."""
        total = {**self.points, side: self.points.get(side, 0) + points}
        return replace(self, points=total, rulings=(*self.rulings, ruling))


PassRule = Literal["each", "opening", "opening_on_double", "run", "lock"]


@dataclass(frozen=True)
class PassPoints:
    """Points of a side for one pass or several; `passes` are the events of all the passes that they rest on.

    `rule`: any pass, the pass of the player after the lead (a plain one or a double), the passes of all the others; and
    `lock`, which takes a run's points back when its own player passes too, so that the round is blocked.
    """

    rule: PassRule
    side: str
    points: int
    passes: tuple[int, ...]


@dataclass(frozen=True)
class Title:
    """What a side is called after the match; `eggs` and `weight` decorate it (rules.md 1.6)."""

    side: str
    name: TitleName
    eggs: int = 0
    weight: int = 0


@dataclass(frozen=True)
class MatchEnd:
    """The sides that lost (penalty games: the goats) and that won (nobody in a draw), and what ended the match."""

    losers: tuple[str, ...]
    winners: tuple[str, ...]
    titles: tuple[Title, ...] = ()
    by: EndedBy = "rule"


@dataclass(frozen=True)
class Aftermath:
    """A round after its points are written, while the special rules of a game look at it one after the other."""

    before: Ledger
    ledger: Ledger
    end: RoundEnd
    charges: Charges
    rulings: tuple[Ruling, ...] = ()
    over: MatchEnd | None = None
    opening: bool = False

    def ruled(
        self,
        *rulings: Ruling,
        ledger: Ledger | None = None,
        over: MatchEnd | None = None,
        opening: bool = False,
    ) -> Aftermath:
        """The same with more rulings, and another ledger, the end of the match, or a next lead by the opening rule."""
        return replace(
            self,
            ledger=ledger or self.ledger,
            rulings=(*self.rulings, *rulings),
            over=over or self.over,
            opening=opening or self.opening,
        )
