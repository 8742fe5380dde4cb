"""The adviser: what could be known at each moment of a round, and what it was worth, told after the round is over.

It speaks of rounds whose hands lie open only. While a round is played it would tell a player what the others hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.advice.choices import Choice, choices
from engine.advice.hints import (
    Other,
    Pressure,
    View,
    fish_is_worth,
    hints,
    pressed_numbers,
    pressures,
    still_holds,
)
from engine.advice.holdings import Holder, Holdings, Known, Share, holdings, lack_chance
from engine.advice.texts import Hint, Relation
from engine.clock import sleeping
from engine.corrections import effective
from engine.errors import LogError
from engine.events import Bought, Dealt, Drew, Event, Passed, Played, Revealed, Scored, WrongPass
from engine.fold import apply, begin, is_forced_lead
from engine.judge import open_numbers
from engine.rulesets import get
from engine.sides import sides_of
from engine.state import MatchState
from engine.tiles import Tile

Move = Played | Passed | Drew
Hands = Mapping[str, tuple[Tile, ...] | None]


@dataclass(frozen=True)
class HeldHand:
    """What a seat held at a moment; None where it drew tiles later, so that nobody can tell which it had then."""

    seat: str
    tiles: tuple[Tile, ...] | None


@dataclass(frozen=True)
class FishChance:
    """A play that would have blocked the round.

    Args:
        own_pips: R of principle 4, what would have stayed in the own hand.
        table_pips: S, the pips on the table with this tile.
        threshold: 42 - S/4 for four hands of a double-six set; the fish is `worth` it below.
        own_side: the pips that the own side really would have been left with, and `other_side` the lightest of the
            others; None where a hand is not known.
    """

    tile: Tile
    end: str | None
    own_pips: int
    table_pips: int
    threshold: float
    worth: bool
    own_side: int | None
    other_side: int | None


@dataclass(frozen=True)
class Moment:
    """One play, pass or draw, and the table before it.

    Args:
        event: its number in the log.
        tiles: what was laid.
        open_numbers: the numbers that were open, and `table_pips` the pips on the table.
        hands: what everybody held, as is known now.
        from_table: what each seat could have held for somebody who only watches.
        from_hand: the same for the seat to move, which knows its own hand; None where that is not known.
        no_play: for a pass or a draw, how probable it was, seen from the table, that no tile would fit.
        forced: for a pass or a draw, whether no tile in the hand did fit; None where the hand is not known.
        choices: the plays that the seat had; they, `fish`, `pressures` and `hints` are empty where its hand is not
            known.
        tells: what the play betrays (principles 1 and 2).
    """

    event: int
    t: float
    seat: str
    act: Literal["play", "pass", "draw"]
    tiles: tuple[Tile, ...]
    open_numbers: tuple[int, ...]
    table_pips: int
    hands: tuple[HeldHand, ...]
    from_table: Holdings
    from_hand: Holdings | None
    no_play: Share | None
    forced: bool | None
    choices: tuple[Choice, ...]
    fish: tuple[FishChance, ...]
    pressures: tuple[Pressure, ...]
    hints: tuple[Hint, ...]
    tells: Hint | None


def advise(events: Iterable[Event], round_number: int | None = None) -> tuple[Moment, ...]:
    """Every play, pass and draw of a round that is over; without a number, of the last one.

    Raises:
        LogError: that round is not over, it is no game of hidden hands and turns, or the log leaves open who laid or
            drew what.
    """
    log = effective(events)
    before, course = _round_of(log, round_number)
    state = begin(get("free"))
    for event in before:
        state = apply(state, event)
    return tuple(_moments(state, course))


def _round_of(log: Sequence[Event], number: int | None) -> tuple[Sequence[Event], Sequence[Event]]:
    """The log up to the deal of a round, and from there to its score."""
    scored = [place for place, event in enumerate(log) if isinstance(event, Scored) and number in (None, event.round)]
    dealt = [place for place, event in enumerate(log) if isinstance(event, Dealt) and scored and place < scored[-1]]
    if not dealt:
        which = "no round" if number is None else f"no round {number}"
        round_ru = "ни один кон" if number is None else f"кон {number}"
        raise LogError(
            f"{which} of this log is over, and advice is given once the hands lie open",
            f"{round_ru} в этом журнале не доигран, а советы даются, когда руки открыты",
        )
    return log[: dealt[-1] + 1], log[dealt[-1] + 1 : scored[-1] + 1]


def _moments(state: MatchState, course: Sequence[Event]) -> Iterator[Moment]:
    hands_before = _hands_before(state, course)
    known = _Told(state)
    for event in course:
        moment = None
        if isinstance(event, Played | Passed | Drew):
            moment = _moment(state, event, hands_before[event.seq], known)
        known.learn(state, event)
        state = apply(state, event)
        if moment is not None:
            lacks = {seat: known.lacks(seat) for seat in state.seat_ids}
            tells = still_holds(state.line, _players(state), lacks) if isinstance(event, Played) else None
            yield replace(moment, tells=tells)


# -- who held what ---------------------------------------------------------------------------------------------------


def _hands_before(dealt: MatchState, course: Sequence[Event]) -> dict[int, Hands]:
    """What everybody held before each event: the hands that were shown at the end, followed back.

    Nobody draws who can play (D-14), so a tile that is laid right after a draw is the one that was drawn; which tiles
    other draws brought is not known, and neither is the hand before them.
    """
    hands: dict[str, tuple[Tile, ...] | None] = dict(_shown_hands(dealt, course))
    before: dict[int, Hands] = {}
    later: dict[str, Event] = {}
    for event in reversed(course):
        if isinstance(event, Played) and event.seat is not None:
            held = hands[event.seat]
            hands[event.seat] = None if held is None else (*held, *(laid.tile for laid in event.tiles))
        elif isinstance(event, Drew):
            following, held = later.get(event.seat), hands[event.seat]
            found = isinstance(following, Played) and event.count == 1 and not dealt.rules.voluntary_draw
            if found and isinstance(following, Played) and held is not None:
                hands[event.seat] = tuple(tile for tile in held if tile != following.tiles[0].tile)
            else:
                hands[event.seat] = None
        elif isinstance(event, Bought):
            hands[event.seat] = hands[event.seller] = None
        if isinstance(event, Played | Passed | Drew) and event.seat is not None:
            later[event.seat] = event
        before[event.seq] = dict(hands)
    return before


def _shown_hands(dealt: MatchState, course: Sequence[Event]) -> dict[str, tuple[Tile, ...]]:
    """The hands at the end of the round, once it is certain that the log tells the whole of it."""
    rules, seats = dealt.rules, dealt.seat_ids
    if not rules.turns or rules.row or rules.line not in ("chain", "house"):
        raise LogError(
            f"{rules.id} is no game of turns and hidden hands, so there is nothing to advise",
            f"в {rules.id} нет ходов по очереди со скрытыми руками, и советовать нечего",
        )
    shown, left = _at_the_end(course), Counter(dict.fromkeys(seats, dealt.round.each))
    for event in course:
        if isinstance(event, Played):
            if event.seat is None:
                raise LogError(
                    f"nobody knows who made the play of event {event.seq}", f"кто сделал ход {event.seq}, неизвестно"
                )
            left[event.seat] -= len(event.tiles)
        elif isinstance(event, Drew):
            left[event.seat] += event.count
    if any(seat not in shown or len(shown[seat]) != left[seat] for seat in seats):
        raise LogError(
            "the hands at the end do not fit what was dealt, drawn and laid",
            "руки в конце кона не сходятся с тем, что роздано, взято и поставлено",
        )
    laid = [laid.tile for event in course if isinstance(event, Played) for laid in event.tiles]
    seen = Counter([*laid, *(tile for hand in shown.values() for tile in hand)])
    if seen - Counter(rules.tiles(len(seats))):
        raise LogError("some tile of this round was seen twice", "какая-то кость этого кона встретилась дважды")
    return shown


def _at_the_end(course: Sequence[Event]) -> dict[str, tuple[Tile, ...]]:
    shown: dict[str, tuple[Tile, ...]] = {}
    for event in course:
        if isinstance(event, Revealed):
            shown[event.seat] = event.hand
        elif isinstance(event, Played):
            shown.clear()  # shown too early: the round went on
    return shown


class _Told:
    """What the table has told of the hands so far: the numbers that each seat lacks, the tiles it has not."""

    def __init__(self, state: MatchState) -> None:
        self._lacks: dict[str, list[tuple[int, tuple[int, ...]]]] = {seat: [] for seat in state.seat_ids}
        self._without: dict[str, tuple[Tile, ...]] = {}
        self._drew: str | None = None

    def lacks(self, seat: str) -> tuple[int, ...]:
        """The numbers that a seat passed on since it last drew."""
        return tuple(dict.fromkeys(pips for _, numbers in self._lacks[seat] for pips in numbers))

    def known(self, state: MatchState) -> Known:
        """What somebody who only watches the table knows."""
        in_play = Counter(state.rules.tiles(len(state.seat_ids)))
        aside = Counter(dict.fromkeys(state.rules.set, state.rules.copies)) - in_play
        holders = tuple(
            Holder(seat, state.tiles_left(seat), self.lacks(seat), without=self._without.get(seat, ()))
            for seat in state.seat_ids
        )
        return Known(holders, (*state.line.tiles, *aside.elements()), state.rules.set, state.rules.copies)

    def learn(self, state: MatchState, event: Event) -> None:
        """Takes in an event; `state` is what was before it."""
        if isinstance(event, Played) and event.seat is not None:
            if not state.line.placed and is_forced_lead(state):
                self._learn_lead(state, event.tiles[0].tile)
            if self._drew == event.seat and not state.rules.voluntary_draw:
                # it drew since nothing did fit, and the tile that did is laid now
                self._lacks[event.seat] = [(event.seq, open_numbers(state))]
        elif isinstance(event, Passed):
            self._lacks[event.seat].append((event.seq, open_numbers(state)))
        elif isinstance(event, WrongPass):
            self._lacks[event.seat] = [item for item in self._lacks[event.seat] if item[0] != event.passed]
        elif isinstance(event, Drew):
            self._forget(event.seat)
        elif isinstance(event, Bought):
            self._forget(event.seat)
            self._forget(event.seller)
        if isinstance(event, Played | Passed | Drew):
            self._drew = event.seat if isinstance(event, Drew) else None

    def _forget(self, seat: str) -> None:
        self._lacks[seat] = []
        self._without.pop(seat, None)

    def _learn_lead(self, state: MatchState, lead: Tile) -> None:
        order = state.rules.lead_tiles()
        earlier = order[: order.index(lead)] if lead in order else ()
        self._without = dict.fromkeys(state.seat_ids, tuple(earlier))


# -- one moment ------------------------------------------------------------------------------------------------------


def _moment(state: MatchState, event: Move, hands: Hands, told: _Told) -> Moment:
    seat, hand = str(event.seat), hands[str(event.seat)]
    known, numbers = told.known(state), open_numbers(state)
    laid = tuple(tile.tile for tile in event.tiles) if isinstance(event, Played) else ()
    stuck = not isinstance(event, Played) and bool(numbers)
    view = _view(state, seat, hand, told) if hand is not None else None
    options = _choices(state, seat, hands)
    return Moment(
        event=event.seq,
        t=event.t,
        seat=seat,
        act="play" if isinstance(event, Played) else "pass" if isinstance(event, Passed) else "draw",
        tiles=laid,
        open_numbers=numbers,
        table_pips=state.line.pips,
        hands=tuple(HeldHand(holder, hands[holder]) for holder in state.seat_ids),
        from_table=holdings(known),
        from_hand=holdings(_seen_from(known, seat, hand)) if hand is not None else None,
        no_play=lack_chance(known, seat, numbers) if stuck else None,
        forced=not options if stuck and hand is not None else None,
        choices=options,
        fish=tuple(_fish(state, seat, hands, view, option) for option in options if option.blocks and view),
        pressures=pressures(hand, state.line.tiles, state.rules.set) if hand is not None else (),
        hints=hints(view) if view is not None and not (is_forced_lead(state) and not state.line.placed) else (),
        tells=None,
    )


def _seen_from(known: Known, seat: str, hand: tuple[Tile, ...]) -> Known:
    """What a seat knows that sees its own hand beside the table."""
    own = Holder(seat, len(hand), holds=hand)
    return replace(known, holders=tuple(own if holder.seat == seat else holder for holder in known.holders))


def _choices(state: MatchState, seat: str, hands: Hands) -> tuple[Choice, ...]:
    """The plays that the seat had. What nobody could draw is asleep, so that with all hands known a fish is certain."""
    hand, rules = hands[seat], state.rules
    if hand is None:
        return ()
    if not state.line.placed and is_forced_lead(state):
        hand = tuple(tile for tile in rules.lead_tiles() if tile in hand)[:1]
    all_hands = [tiles for tiles in hands.values() if tiles is not None]
    asleep = sleeping(rules, state.round.bazaar) if len(all_hands) == len(hands) else 0
    in_hands = [tile for tiles in all_hands for tile in tiles]
    return choices(state.line, sorted(hand, reverse=True), rules.fish_when, asleep, in_hands)


def _fish(state: MatchState, seat: str, hands: Hands, view: View, option: Choice) -> FishChance:
    own, threshold = sum(tile.pips for tile in view.rest(option.tile)), view.threshold(option)
    own_side, other_side = _side_pips(state, seat, hands)
    if own_side is not None:
        own_side -= option.tile.pips
    return FishChance(
        option.tile, option.end, own, option.table_pips, threshold, fish_is_worth(own, threshold), own_side, other_side
    )


def _side_pips(state: MatchState, seat: str, hands: Hands) -> tuple[int | None, int | None]:
    """The pips that a seat's side holds, and those of the lightest other side."""
    sides, sums = sides_of(state.rules, state.seat_ids), Counter[str]()
    for holder, held in hands.items():
        if held is None:
            return None, None
        sums[sides[holder]] += sum(tile.pips for tile in held)
    return sums.pop(sides[seat]), min(sums.values(), default=None)


def _view(state: MatchState, seat: str, hand: tuple[Tile, ...], told: _Told) -> View:
    seats, sides, players = state.seat_ids, sides_of(state.rules, state.seat_ids), _players(state)
    place = seats.index(seat)
    others = []
    for distance in range(1, len(seats)):
        other = seats[(place + distance) % len(seats)]
        relation: Relation = "other"
        if sides[other] == sides[seat]:
            relation = "partner"
        elif distance == 1:
            relation = "next"
        elif distance == len(seats) - 1:
            relation = "before"
        others.append(Other(other, relation, told.lacks(other), pressed_numbers(state.line, players, other)))
    return View(state.line, hand, tuple(others), state.rules.fish_when, state.round.bazaar)


def _players(state: MatchState) -> list[str | None]:
    return [player for player, _ in state.round.plays]
