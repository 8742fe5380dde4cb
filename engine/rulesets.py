"""Rule sets as data: every game is one `RuleSet`, and each of its options can be changed (rules.md 1.2, 1.15)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cache
from typing import Literal

from engine.errors import RulesError
from engine.line import LineShape
from engine.text import Text
from engine.tiles import DOUBLE_SIX, Tile, TileSet


@dataclass(frozen=True)
class Redeal:
    """When a player may ask for a new deal: at least so many doubles, or tiles with one number; 0 is never (D-17)."""

    doubles: int = 0
    same: int = 0

    def __str__(self) -> str:
        return f"{self.doubles}/{self.same}"


@dataclass(frozen=True)
class RuleSet:
    """All that one game's rules consist of. Field names are those of rules.md 1.15; D-numbers refer to its register.

    `deal` holds (number of seats, tiles each) pairs. `limit` and `rounds` are 0 where the game has none; `open_at` is 0
    where points are written at once. `turns` is False where no order of play is kept (`free`).
    """

    id: str
    name: Text
    set: TileSet = DOUBLE_SIX
    copies: int = 1
    turns: bool = True
    deal: tuple[tuple[int, int], ...] = ((2, 7), (3, 7), (4, 7))
    teams: Literal["none", "pairs"] = "none"
    dir: Literal["cw", "ccw"] = "cw"
    redeal: Redeal = Redeal()
    lead_order: Literal["ones_up", "doubles_down", "doubles_up", "ones_up_no_blank", "any"] = "any"
    no_double_lead: Literal["heaviest", "lightest"] = "heaviest"
    lead_next: Literal["out_or_fisher", "winner", "next_seat", "forced_again"] = "winner"
    line: Literal["chain", "house", "free"] = "chain"
    house_is: Literal["first_placed", "first_covered"] = "first_placed"
    cross_opens: Literal["both_sides", "at_once"] = "both_sides"
    multi_doubles: int = 1
    close_doubles: bool = False
    draw: Literal["until", "one", "none"] = "until"
    bazaar_keep: int = 0
    voluntary_draw: bool = False
    fish_when: Literal["strict", "early"] = "strict"
    fisher: Literal["last_simple", "last_tile"] = "last_simple"
    fish_winner: Literal["lowest", "fisher"] = "lowest"
    fish_scoring: Literal["on_all", "on_one", "diff", "higher_pays", "nothing"] = "nothing"
    fish_diff: Literal["total", "pairwise"] = "total"
    fish_tie: Literal["forced_again", "same_leader", "next_seat"] = "forced_again"
    out_scoring: Literal["each_pays_own", "winner_takes_all", "nothing"] = "nothing"
    open_at: int = 0
    open_by: Literal["round", "total"] = "round"
    below: Literal["remember", "discard"] = "remember"
    carry_opens: bool = True
    blank_alone: int = 0
    six_alone: int = 12
    ledger: Literal["penalty", "win"] = "penalty"
    limit: int = 0
    rounds: int = 0

    @property
    def seats(self) -> tuple[int, ...]:
        """How many may play; empty where any number may."""
        return tuple(seats for seats, _ in self.deal)

    @property
    def shape(self) -> LineShape:
        """How the line may grow."""
        closes = self.close_doubles or self.line == "free"  # what a free line means by it is not known
        return LineShape(self.line, self.house_is, self.cross_opens, closes)

    @property
    def scores(self) -> bool:
        """Whether rounds are scored at all."""
        return self.out_scoring != "nothing" or self.fish_scoring != "nothing"

    def dealt_each(self, seats: int) -> int:
        """Tiles that each of `seats` players gets; 0 where no deal is known.

        Raises:
            RulesError: that many cannot play.
        """
        if not self.deal:
            return 0
        for count, tiles in self.deal:
            if count == seats:
                return tiles
        allowed = ", ".join(map(str, self.seats))
        raise RulesError(
            f"{self.id} is played by {allowed} players, not by {seats}",
            f"в {self.id} играют {allowed}, а не {seats}",
        )

    def bazaar_of(self, seats: int) -> int:
        """Tiles left in the boneyard after the deal."""
        return len(self.set) * self.copies - seats * self.dealt_each(seats) if self.deal else 0

    def lead_tiles(self) -> tuple[Tile, ...]:
        """All tiles in the order in which they must lead a first round (D-12); empty where any tile may."""
        if self.lead_order == "any":
            return ()
        up = [Tile(pips, pips) for pips in range(self.set.max_pips + 1)]
        doubles = {
            "ones_up": up[1:] + up[:1],
            "ones_up_no_blank": up[1:],
            "doubles_up": up,
            "doubles_down": up[::-1],
        }[self.lead_order]
        simple = [tile for tile in self.set if not tile.is_double]
        simple.sort(key=lambda tile: (tile.pips, tile.high), reverse=self.no_double_lead == "heaviest")
        return (*doubles, *simple)

    def with_options(self, /, **options: object) -> RuleSet:
        """These rules with some options changed; values may be text ("on_one", "13", "yes").

        Raises:
            RulesError: an option that is unknown, has no such value, or contradicts another.
        """
        from engine.options import changed

        return changed(self, options)

    def __str__(self) -> str:
        """As a log's header writes it: `kozel.solo/1 fish_scoring=on_one`."""
        from engine.options import written

        preset, words = get(self.id), [f"{self.id}/{VERSION}"]
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if value != getattr(preset, field.name):
                words.append(f"{field.name}={written(value)}")
        return " ".join(words)


VERSION = 1


@cache
def _presets() -> dict[str, RuleSet]:
    from engine.presets import PRESETS

    return {rules.id: rules for rules in PRESETS}


def ids() -> tuple[str, ...]:
    """The names of all rule sets."""
    return tuple(_presets())


def get(rules_id: str) -> RuleSet:
    """The rule set of that name.

    Raises:
        RulesError: there is none.
    """
    try:
        return _presets()[rules_id]
    except KeyError:
        known = ", ".join(ids())
        raise RulesError(
            f"there is no rule set {rules_id!r}; choose one of {known}", f"правил {rules_id!r} нет; выберите из {known}"
        ) from None


def parse(text: str) -> RuleSet:
    """Reads "kozel.solo fish=on_one fish_when=early" (a version "/1" after the name is allowed).

    Raises:
        RulesError: an unknown name or version, or a wrong option.
    """
    words = text.split()
    if not words:
        raise RulesError("no rule set is named", "правила не названы")
    name, _, version = words[0].partition("/")
    rules = get(name)
    if version not in ("", str(VERSION)):
        raise RulesError(
            f"{name} is known in version {VERSION}, not {version}",
            f"{name} известны в версии {VERSION}, а не {version}",
        )
    options: dict[str, object] = {}
    for word in words[1:]:
        option, equals, value = word.partition("=")
        if not equals or not option or not value:
            raise RulesError(
                f"{word!r} is no option; write it like fish=on_one",
                f"{word!r} — не параметр правил; пишите так: fish=on_one",
            )
        if option in options:
            raise RulesError(f"option {option} is given twice", f"параметр {option} указан дважды")
        options[option] = value
    return rules.with_options(**options)
