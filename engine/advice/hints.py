"""Hints in the spirit of V. Ilyichev's nine principles, as data with a sentence each (rules.md 1.14).

They were written for two pairs who play a chain with all 28 tiles dealt; with other tables they say what still holds.
A hint is a rule of thumb, not a proof: what is certain is in `engine.advice.holdings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.advice.choices import Choice, FishWhen, choices, tiles_out
from engine.advice.texts import Hint, Level, Relation, hint
from engine.line import Line, OpenEnd
from engine.tiles import DOUBLE_SIX, Tile, TileSet

PRESSURE_FROM = 3
"""So many tiles with one number make a pressure."""
SELF_SUFFICIENT = 3.5
"""A pressure above it cannot be stopped with the tiles of its number that are left to the others."""
PRESSED_FROM = 2
"""Who opened a number so often presses it."""
FRESH_FROM = 3
"""After so many laps of the table a number that nobody has laid is kept back on purpose."""


# -- pressures -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pressure:
    """Tiles with one number in one hand.

    `strength` counts a simple tile as 1 and a double as 0.5, and `level` says how far that carries. `supported` adds
    the tiles of the number on the table, with which nobody can stop it any more.
    """

    number: int
    tiles: tuple[Tile, ...]
    strength: float
    level: Level
    supported: float


def strength_of(tiles: Iterable[Tile]) -> float:
    """The weight of tiles that share a number: 1 each, a double 0.5."""
    return sum(0.5 if tile.is_double else 1.0 for tile in tiles)


def level_of(strength: float) -> Level:
    """Above 3.5 a pressure carries itself; 3 and 3.5 need one supporting tile, 2.5 needs two."""
    if strength > SELF_SUFFICIENT:
        return "strong"
    return "medium" if strength >= PRESSURE_FROM else "weak"


def pressures(hand: Iterable[Tile], table: Iterable[Tile] = (), tile_set: TileSet = DOUBLE_SIX) -> tuple[Pressure, ...]:
    """The pressures in a hand, the strongest first."""
    held, laid = list(hand), list(table)
    found = []
    for number in range(tile_set.max_pips + 1):
        tiles = tuple(sorted((tile for tile in held if tile.has(number)), reverse=True))
        if len(tiles) >= PRESSURE_FROM:
            strength = strength_of(tiles)
            supported = strength + strength_of(tile for tile in laid if tile.has(number))
            found.append(Pressure(number, tiles, strength, level_of(strength), supported))
    return tuple(sorted(found, key=lambda pressure: (-pressure.strength, -pressure.number)))


def pressed_numbers(line: Line, players: Sequence[str | None], seat: str) -> tuple[int, ...]:
    """The numbers that a seat presses, as its plays show: those it opened most often, twice at least.

    Args:
        players: who laid each tile of the line, in the order of play.
    """
    opened = Counter(
        node.outer
        for node, player in zip(line.placed, players, strict=True)
        if player == seat and node.parent is not None and not node.tile.is_double
    )
    top = max(opened.values(), default=0)
    return tuple(sorted(number for number, times in opened.items() if times == top >= PRESSED_FROM))


# -- fish: principle 4 -----------------------------------------------------------------------------------------------


def fish_threshold(table_pips: int, seats: int = 4, tile_set: TileSet = DOUBLE_SIX, in_hands: float = 1.0) -> float:
    """The pips of an average hand once the fish lies: 42 - S/4 for four hands of a double-six set.

    Args:
        table_pips: the pips on the table, the blocking tile among them.
        in_hands: the part of the tiles not on the table that is in hands, not in the boneyard.
    """
    return (tile_set.pips - table_pips) * in_hands / seats


def fish_is_worth(own_pips: int, threshold: float) -> bool:
    """Whether to make a fish: the own hand is lighter than the average."""
    return own_pips < threshold


# -- the view of the seat that moves ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Other:
    """Another seat, as the table shows it: its place, the numbers it passed on, and those it presses."""

    seat: str
    relation: Relation
    lacks: tuple[int, ...] = ()
    presses: tuple[int, ...] = ()


@dataclass(frozen=True)
class View:
    """All that a seat sees when it is to move: its hand, the line, and the others in turn order from the next one.

    `asleep` is the number of tiles in the boneyard.
    """

    line: Line
    hand: tuple[Tile, ...]
    others: tuple[Other, ...] = ()
    fish_when: FishWhen = "strict"
    asleep: int = 0

    @property
    def partner(self) -> Other | None:
        """The partner, where pairs play."""
        return next((other for other in self.others if other.relation == "partner"), None)

    @property
    def opponents(self) -> tuple[Other, ...]:
        """Everybody but the partner."""
        return tuple(other for other in self.others if other.relation != "partner")

    def choices(self) -> tuple[Choice, ...]:
        """The legal plays of single tiles."""
        return choices(self.line, self.hand, self.fish_when)

    def threshold(self, choice: Choice) -> float:
        """The pips of an average hand after a play: see `fish_threshold`."""
        out = len(tiles_out(self.line)) - 1
        in_hands = (out - self.asleep) / out if out else 1.0
        return fish_threshold(choice.table_pips, len(self.others) + 1, self.line.tile_set, in_hands)

    def rest(self, tile: Tile) -> tuple[Tile, ...]:
        """The hand without one tile."""
        kept = list(self.hand)
        kept.remove(tile)
        return tuple(kept)

    def own_ends(self) -> Iterator[tuple[OpenEnd, tuple[Tile, ...]]]:
        """The ends that only this seat can go on with, and its tiles for them; a number at two ends comes once."""
        seen: set[int] = set()
        out = tiles_out(self.line)
        for end in self.line.open_ends:
            fitting = tuple(tile for tile in out if tile.has(end.pips))
            if end.pips not in seen and fitting and set(fitting) <= set(self.hand):
                seen.add(end.pips)
                yield end, fitting

    def is_fresh(self, number: int) -> bool:
        """Whether no tile of the number lies on the table."""
        return not any(tile.has(number) for tile in self.line.tiles)


def hints(view: View) -> tuple[Hint, ...]:
    """What the principles say to the seat that is to move."""
    rules_of_thumb = _ON_THE_LINE if view.line.placed else _AT_THE_LEAD
    return tuple(found for rule in rules_of_thumb for found in rule(view))


def _press(view: View) -> Iterator[Hint]:
    for pressure in pressures(view.hand, view.line.tiles, view.line.tile_set):
        opening = next((choice for choice in view.choices() if choice.opens == pressure.number), None)
        yield hint(
            "press_with" if opening else "press", 0, choice=opening, number=pressure.number, tiles=pressure.tiles,
            value=pressure.strength, level=pressure.level,
        )  # fmt: skip


def _own_end(view: View) -> Iterator[Hint]:
    for end, fitting in view.own_ends():
        yield hint("own_end", 0, end=end.end, number=end.pips, tiles=fitting)


def _variety(view: View) -> Iterator[Hint]:
    """The defender's way: what stays in the hand shows as many numbers as possible."""
    counts = {choice.tile: len({half for tile in view.rest(choice.tile) for half in tile.halves})
              for choice in view.choices()}  # fmt: skip
    best = [tile for tile, count in counts.items() if count == max(counts.values())]
    if len(best) == 1 < len(counts):
        yield hint("variety", 0, tile=best[0], value=float(counts[best[0]]))


def _roll(view: View) -> Iterator[Hint]:
    following = view.others[0] if view.others else None
    if following is not None and following.relation != "partner":
        stuck = [choice.tile for choice in view.choices() if set(choice.leaves) <= set(following.lacks)]
        if stuck:
            yield hint("roll_next", 0, tiles=stuck, seat=following.seat)
    if view.partner is not None:
        stuck = [choice.tile for choice in view.choices() if set(choice.leaves) <= set(view.partner.lacks)]
        if stuck:
            yield hint("partner_stuck", 0, tiles=stuck, seat=view.partner.seat)


def _support(view: View) -> Iterator[Hint]:
    for number in view.partner.presses if view.partner else ():
        keeping = [choice.tile for choice in view.choices() if number in choice.leaves]
        if 0 < len(keeping) < len(view.choices()):
            yield hint("support", 0, number=number, tiles=keeping, seat=view.partner.seat if view.partner else None)


def _prepare(view: View) -> Iterator[Hint]:
    """Principle 3: with the end tile v-n in hand, n is the number to open on the other end."""
    pressed = {number for other in view.opponents for number in other.presses}
    for end, fitting in view.own_ends():
        number = fitting[0].other(end.pips)
        if len(fitting) > 1 or fitting[0].is_double or number in pressed:
            continue
        for choice in view.choices():
            if choice.tile != fitting[0] and choice.opens == number and end.pips in choice.leaves:
                yield hint("prepare", 3, choice=choice, number=number, tiles=fitting)


def _fish(view: View) -> Iterator[Hint]:
    """Principle 4."""
    for choice in view.choices():
        if choice.blocks:
            own, limit = sum(tile.pips for tile in view.rest(choice.tile)), view.threshold(choice)
            key = "make_fish" if fish_is_worth(own, limit) else "leave_fish"
            yield hint(key, 4, choice=choice, value=float(own), limit=limit)


def _two_ends(view: View) -> Iterator[Hint]:
    """Principle 5: taking an end is worth little when an opponent can then take the other one."""
    mine = {end.pips for end, _ in view.own_ends()}
    for choice in view.choices():
        left, rest = tiles_out(view.line), view.rest(choice.tile)
        left.remove(choice.tile)
        fitting = {number: [tile for tile in left if tile.has(number)] for number in choice.leaves}
        taken = [
            number for number, tiles in fitting.items() if tiles and set(tiles) <= set(rest) and number not in mine
        ]
        given = [
            tiles[0]
            for number, tiles in fitting.items()
            if len(tiles) == 1 and tiles[0] not in rest and not all(number in other.lacks for other in view.opponents)
        ]
        if taken and given:
            yield hint("two_ends", 5, choice=choice, number=taken[0], tiles=given)


def _soft_lead(view: View) -> Iterator[Hint]:
    """Principle 6: lead with a tile that presses nothing, if another one leads from it to the pressure."""
    pressing = [pressure.number for pressure in pressures(view.hand, (), view.line.tile_set)]
    ballast = [tile for tile in view.hand if not any(tile.has(number) for number in pressing)]
    for number in pressing:
        for tile in sorted(ballast, key=lambda tile: (not tile.is_double, -tile.pips)):
            bridge = next((t for t in view.hand if t.has(number) and tile.has(t.other(number))), None)
            if bridge is not None:
                yield hint("soft_lead", 6, tile=tile, number=number, tiles=[bridge])
                return


def _fresh(view: View) -> Iterator[Hint]:
    """Principles 7 and 9: keep fresh numbers to yourself, unless one end is fresh already and you cannot use it."""
    if len(view.line) < FRESH_FROM * (len(view.others) + 1):
        return
    pressing = [pressure.number for pressure in pressures(view.hand, (), view.line.tile_set)]
    opening = {number: [choice for choice in view.choices() if number in choice.leaves and view.is_fresh(number)]
               for number in range(view.line.tile_set.max_pips + 1)}  # fmt: skip
    for end in view.line.open_ends:
        first = sum(tile.has(end.pips) for tile in view.line.tiles) == 1
        linked = any(tile.has(end.pips) and tile.other(end.pips) in pressing for tile in view.hand)
        both = next((c for found in opening.values() for c in found if end.pips in c.leaves), None)
        if first and not linked and both is not None:
            yield hint("fresh_both", 9, choice=both, number=end.pips)
            return
    for number, found in opening.items():
        opener = [choice.tile for choice in found]
        if opener and sum(tile.has(number) for tile in view.hand) < PRESSURE_FROM:
            yield hint("fresh", 7, number=number, tiles=opener)


def _block(view: View) -> Iterator[Hint]:
    """Principle 8: do not let an opponent go on pressing."""
    open_now = {end.pips for end in view.line.open_ends}
    for other in view.opponents:
        for number in other.presses:
            leaving = list(dict.fromkeys(choice.tile for choice in view.choices() if number in choice.leaves))
            closing = [choice.tile for choice in view.choices() if number not in choice.leaves]
            if number in open_now and closing and leaving:
                yield hint("block", 8, number=number, tiles=closing, seat=other.seat, who=other.relation)
            elif number not in open_now and leaving:
                yield hint("feed", 8, number=number, tiles=leaving, seat=other.seat, who=other.relation)


Rule = Callable[[View], Iterator[Hint]]
_AT_THE_LEAD: tuple[Rule, ...] = (_press, _soft_lead)
_ON_THE_LINE: tuple[Rule, ...] = (
    _fish, _press, _own_end, _prepare, _two_ends, _roll, _support, _block, _fresh, _variety,
)  # fmt: skip


def still_holds(line: Line, players: Sequence[str | None], lacks: Mapping[str, Iterable[int]]) -> Hint | None:
    """Principles 1 and 2, about the last tile of the line: who gives up the end tile v-n has another tile with n.

    Args:
        players: who laid each tile of the line.
        lacks: for each other seat the numbers it passed on.
    """
    last, seat = line.placed[-1], players[-1]
    if seat is None or last.touch is None or last.tile.is_double:
        return None
    pressed, number = last.touch, last.outer
    left = [tile for tile in tiles_out(line) if tile.has(pressed)]
    laid = sum(tile.has(pressed) and player == seat for tile, player in zip(line.tiles, players, strict=True))
    others = [numbers for other, numbers in lacks.items() if other != seat]
    alone = bool(others) and all(pressed in numbers for numbers in others)
    both_ends = [end.pips for end in line.open_ends if end.index != len(line) - 1] == [pressed]
    if not left and laid >= PRESSURE_FROM:
        principle = 1
    elif len(left) == 1 and alone and both_ends:
        principle = 2
    else:
        return None
    likely = [tile for tile in tiles_out(line) if tile.has(number) and not tile.has(pressed)]
    if not likely or number in lacks.get(seat, ()):
        return None
    return hint("still_holds", principle, tile=last.tile, end=last.end, number=number, tiles=likely, seat=seat)
