"""Rule sets as data: every game is one `RuleSet`, and each of its options can be changed (rules.md 1.2, 1.15)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Literal

from engine.errors import RulesError
from engine.line import LineKind, LineShape
from engine.text import Text, either, quoted
from engine.tiles import DOUBLE_SIX, Tile, TileSet


@dataclass(frozen=True)
class Redeal:
    """When a player may ask for a new deal: at least so many doubles, or tiles with one number; 0 is never (D-17)."""

    doubles: int = 0
    same: int = 0

    def __str__(self) -> str:
        return f"{self.doubles}/{self.same}"


@dataclass(frozen=True)
class Bonus:
    """Points for a special use of 6-6 and of 0-0 (rules.md 1.5); 0 is none."""

    six: int = 0
    blank: int = 0

    def __str__(self) -> str:
        return f"{self.six}/{self.blank}"


OutScoring = Literal[
    "nothing", "each_pays_own", "winner_takes_all", "fifths_up", "fives_up", "leftovers_off", "nearest_five",
    "one_point", "generals",
]  # fmt: skip
FishScoring = Literal[
    "nothing", "on_all", "on_one", "diff", "higher_pays", "more_pays", "fishers_risk", "lower_takes", "fifths_up",
    "fives_up", "leftovers_off", "nearest_five", "one_point",
]  # fmt: skip


@dataclass(frozen=True)
class RuleSet:
    """All that one game's rules consist of: each field is an option. D-numbers refer to the register of rules.md 1.2.

    `deal` holds (number of seats, tiles each) pairs. A number is 0 and a word is `none` where the game has no such
    rule: `open_at` where points are written at once, `limit` where no score ends the match. `turns` is False where no
    order of play is kept. `conventions` names those of `engine.conventions` that the game has.
    """

    id: str
    name: Text
    conventions: tuple[str, ...] = ()
    # -- the table
    set: TileSet = DOUBLE_SIX
    copies: int = 1
    turns: bool = True
    deal: tuple[tuple[int, int], ...] = ((2, 7), (3, 7), (4, 7))
    three_without_blank: bool = False
    teams: Literal["none", "pairs"] = "none"
    dir: Literal["cw", "ccw"] = "cw"
    redeal: Redeal = Redeal()
    # -- the lead
    lead_order: Literal["ones_up", "doubles_down", "doubles_up", "ones_up_no_blank", "two_three", "any"] = "any"
    no_double_lead: Literal["heaviest", "lightest"] = "heaviest"
    lead_next: Literal["out_or_fisher", "winner", "partner_or_fisher", "next_seat", "forced_again", "record"] = "winner"
    lead_by: Literal["seat", "side"] = "seat"
    lead_with: Literal["any", "double"] = "any"
    lead_forced: bool = True
    # -- the line
    line: Literal["chain", "house", "free", "pairs", "none"] = "chain"
    house_is: Literal["first_placed", "first_covered"] = "first_placed"
    cross_opens: Literal["both_sides", "at_once"] = "both_sides"
    house_count: Literal["until_covered", "once"] = "until_covered"
    fourth_side: bool = False
    multi_doubles: int = 1
    after_bone: bool = False
    close_doubles: bool = False
    row: bool = False
    cut_lines: bool = False
    pair_board: Literal["none", "pyramid", "spider", "travolator", "memory"] = "none"
    pyramid_unblock: Literal["both_below", "one_above"] = "both_below"
    # -- the boneyard
    draw: Literal["until", "one", "none"] = "until"
    bazaar_keep: int = 0
    voluntary_draw: bool = False
    buy_six: bool = False
    # -- fish
    fish_when: Literal["strict", "early"] = "strict"
    fisher: Literal["last_simple", "last_tile"] = "last_simple"
    fish_winner: Literal["lowest", "fisher", "fisher_or_next"] = "lowest"
    fish_scoring: FishScoring = "nothing"
    fish_sum: Literal["loser", "all"] = "loser"
    fish_diff: Literal["total", "pairwise"] = "total"
    fish_tie: Literal["forced_again", "same_leader", "next_seat"] = "forced_again"
    fish_even: Literal["nothing", "carry"] = "nothing"
    fish_debt: int = 0
    eggs: Literal["none", "weight", "three"] = "none"
    # -- what a round is worth
    out_scoring: OutScoring = "nothing"
    count: Literal["losers", "all"] = "losers"
    finisher: int = 0
    general_on: Literal["any", "doubles", "blank_only"] = "any"
    blank_alone: int = 0
    six_alone: int = 12
    both_alone: int = 0
    blank_value: int = 0
    lead_bonus: Bonus = Bonus()
    finish_bonus: Bonus = Bonus()
    capicu: int = 0
    chuchazo: int = 0
    first_hands: tuple[int, ...] = ()
    # -- what a turn is worth
    ends_pay: Literal["none", "sum", "fifths", "fives_threes"] = "none"
    lead_scores: Literal["yes", "free_only", "no"] = "yes"
    get_in: int = 0
    opening_pass: int = 0
    opening_pass_on_double: int = 0
    run_of_passes: int = 0
    each_pass: int = 0
    # -- the account
    ledger: Literal["penalty", "win"] = "penalty"
    open_at: int = 0
    open_by: Literal["round", "total"] = "round"
    below: Literal["remember", "discard"] = "remember"
    carry_opens: bool = True
    clamp_zero: bool = False
    bonus_cap: int = 0
    exact: bool = False
    wipe_at: int = 0
    win_wipes: bool = False
    # -- how the match ends
    out_on_six: Literal["none", "win", "win_at_25", "hundred_points"] = "none"
    out_on_blank: Literal["none", "win"] = "none"
    out_on_both: Literal["none", "win"] = "none"
    hundred: Literal["none", "wipe_all", "svoyak", "wipe_opponents"] = "none"
    knockout: bool = False
    titles: Literal["none", "kozel", "osel", "sea", "bald_kozel", "saltykov", "general"] = "none"
    limit: int = 0
    rounds: int = 0
    minutes: int = 0
    end_check: Literal["round", "move"] = "round"
    all_over: Literal["best", "draw"] = "best"
    level: Literal["shared", "another_round"] = "shared"
    # -- the referee
    wrong_pass: Literal["flag", "ends_round"] = "flag"
    clock: bool = False

    @property
    def seats(self) -> tuple[int, ...]:
        """How many may play; empty where any number may."""
        return tuple(seats for seats, _ in self.deal)

    @property
    def shape(self) -> LineShape:
        """How the line may grow."""
        closes = self.close_doubles or self.line == "free"  # what a free line means by it is not known
        kind: LineKind = "house" if self.line == "house" else "free" if self.line == "free" else "chain"
        return LineShape(
            kind, self.house_is, self.cross_opens, closes, self.cut_lines, self.house_count, self.fourth_side
        )

    @property
    def scores(self) -> bool:
        """Whether rounds are scored at all."""
        by_round = self.out_scoring != "nothing" or self.fish_scoring != "nothing"
        return by_round or self.ends_pay != "none"

    @property
    def finishes_at_once(self) -> bool:
        """Whether the finisher's points make one sum with those of the last tile.

        So it is where the limit must be hit exactly: a tile for 2 at 59 would else win, although going out brings one
        point more. It takes a game without draws, in which everybody sees which tile is the last.
        """
        return self.exact and self.draw == "none"

    @property
    def passes_pay(self) -> bool:
        """Whether passes bring points."""
        return bool(self.each_pass or self.opening_pass or self.opening_pass_on_double or self.run_of_passes)

    @property
    def counts_hands(self) -> bool:
        """Whether nothing but the hands at the end of each round is looked at."""
        return self.line == "none"

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

    def aside(self, seats: int = 0) -> frozenset[Tile]:
        """The tiles of the set that `seats` players do not play with."""
        return frozenset({Tile(0, 0)} if self.three_without_blank and seats == 3 else ())

    def tiles(self, seats: int = 0) -> tuple[Tile, ...]:
        """All tiles that `seats` players play with, each as often as it is there."""
        aside = self.aside(seats)
        return tuple(tile for tile in self.set for _ in range(self.copies) if tile not in aside)

    def bazaar_of(self, seats: int) -> int:
        """Tiles left in the boneyard after the deal."""
        return len(self.tiles(seats)) - seats * self.dealt_each(seats) if self.dealt_each(seats) else 0

    def lead_tiles(self) -> tuple[Tile, ...]:
        """All tiles in the order in which they must lead a first round (D-12); empty where any tile may."""
        if self.lead_order == "any":
            return ()
        up = [Tile(pips, pips) for pips in range(self.set.max_pips + 1)]
        first = {
            "ones_up": up[1:] + up[:1],
            "ones_up_no_blank": up[1:],
            "doubles_up": up,
            "doubles_down": up[::-1],
            "two_three": [Tile(3, 2), *up[1:], *up[:1]],
        }[self.lead_order]
        simple = [tile for tile in self.set if not tile.is_double and tile not in first]
        simple.sort(key=lambda tile: (tile.pips, tile.high), reverse=self.no_double_lead == "heaviest")
        return (*first, *simple)

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
    from engine.games import PRESETS

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
        meant = either(near(rules_id))
        raise RulesError(
            f"there is no rule set {rules_id!r}" + (f" (perhaps {meant.en})" if meant.en else ""),
            f"правил {quoted(rules_id)} нет" + (f" (может быть, {meant.ru})" if meant.ru else ""),
        ) from None


def near(word: str, most: int = 3) -> list[str]:
    """Names of the rule sets that may be meant: spelt alike, or called so in English or Russian."""
    sought = _plain(word)
    if not sought:
        return []
    titles = {name: _plain(" ".join(rules.name)) for name, rules in _presets().items()}
    found = [name for name in titles if sought in name]
    found += [name for name, title in titles.items() if sought in title and name not in found]
    words = {part: name for name, title in reversed(titles.items()) for part in (name, *title.split())}
    if not found:
        found = [words[part] for part in get_close_matches(sought, words, n=most, cutoff=0.7)]
    return list(dict.fromkeys(found))[:most]


def _plain(text: str) -> str:
    """As one types a name without care: small letters, no ё, no signs around the words."""
    return " ".join(part.strip(",:;()«»\"'.") for part in text.lower().replace("ё", "е").split())


def parse(text: str) -> RuleSet:
    """Reads "kozel.solo fish_scoring=on_one fish_when=early" (a version "/1" after the name is allowed).

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
            f"the rules {name} are known in version {VERSION}, not {version}",
            f"правила {name} известны в версии {VERSION}, а не {version}",
        )
    options: dict[str, object] = {}
    for word in words[1:]:
        option, equals, value = word.partition("=")
        if not equals or not option or not value:
            raise RulesError(
                f"{word!r} is no option; write it like fish_scoring=on_one",
                f"{quoted(word)} — не параметр правил; пишите так: fish_scoring=on_one",
            )
        if option in options:
            raise RulesError(f"option {option} is given twice", f"параметр {option} указан дважды")
        options[option] = value
    return rules.with_options(**options)
