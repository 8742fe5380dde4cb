"""Plays a DPN text through the referee, and says where the text and the referee disagree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.dpn.claims import (
    of_board,
    of_end,
    of_lead,
    of_number,
    of_passes,
    of_result,
    of_turn,
    of_unwritten,
)
from engine.dpn.course import CORRECTIONS, TABLES_FULL, Budget, misfit, work_of
from engine.dpn.model import (
    Bone,
    Clock,
    Comment,
    Desync,
    End,
    Fix,
    Game,
    Item,
    Laid,
    Noted,
    Resync,
    Reveal,
    Round,
    Score,
    Turn,
    Undo,
)
from engine.dpn.places import Place, moved_to
from engine.dpn.tags import rules_of, seats_of, set_of, without_signs
from engine.dpn.to_events import ARMS, DOUBTFUL, MIRROR, tile_of
from engine.errors import EngineError
from engine.events import Adjusted, Bought, Event, Exposed, Left, Passed, Played, Redealt, Seat, TimeUp, Voided
from engine.explain.names import Names
from engine.line import Joint
from engine.referee import Referee
from engine.rulesets import get
from engine.text import Text
from engine.tiles import NotationError, Tile


@dataclass(frozen=True)
class Replayed:
    """The log that the referee wrote, and where the text claims something else, one sentence each."""

    events: tuple[Event, ...]
    differences: tuple[Text, ...]


def replay(game: Game) -> Replayed:
    """Plays what a text tells; one that names no rules is played without a score, and one that names no seats has
    those that its turns show, in their order.

    Raises:
        NotationError: the text makes no sense; the sentence says where.
    """
    tag = game.tag("Rules")
    rules = rules_of(game, tag) if tag else replace(get("free"), set=set_of(game))
    if rules.line == "pairs":
        raise without_signs(rules, tag.place if tag else Place())
    seats = (seats_of(game) or _seats_shown(game)) if rules.turns or rules.deal else ()
    turns = [item for one in game.rounds for item in one.items if isinstance(item, Turn)]
    drawn = any(turn.drew for turn in turns)
    try:
        referee = Referee(rules, seats, draws_seen=drawn)
    except EngineError as error:
        raise moved_to(tag.place if tag else Place(), error) from None
    table = _Table(referee, Names(seats), writes_passes=any(turn.passed for turn in turns))
    for number, one in enumerate(game.rounds, start=1):
        table.play(one, number)
    return Replayed(referee.events, tuple(table.differences))


def _seats_shown(game: Game) -> tuple[Seat, ...]:
    """The seats in the order in which they appear."""
    items = [item for one in game.rounds for item in one.items]
    shown = [item.seat for item in items if isinstance(item, Turn | Reveal) and item.seat is not None]
    return tuple(Seat(seat, seat) for seat in dict.fromkeys(shown))


class _Table:
    """A referee that is told what a text says, sign by sign."""

    def __init__(self, referee: Referee, names: Names, *, writes_passes: bool) -> None:
        self.differences: list[Text] = []
        self._referee = referee
        self._names = names
        self._writes_passes = writes_passes
        self._budget = Budget()
        self._t = 0.0
        self._timed = False
        self._begin("1")

    def _begin(self, label: str) -> None:
        """Nothing is known of a round yet."""
        self._label = label
        self._start = len(self._referee.events)
        self._turn = 0
        self._tiles = 0
        self._turns: dict[int, list[Event]] = {}
        self._marked: set[int] = set()
        self._mirrored = False
        self._lost = False
        self._hands: list[Reveal] = []
        self._ends: list[End] = []
        self._items: tuple[Item, ...] = ()

    def play(self, one: Round, number: int) -> None:
        """Tells the referee a round.

        Raises:
            NotationError: something in it makes no sense.
        """
        if one.number is None and all(isinstance(item, Comment | Clock) for item in one.items):
            return  # something is said before the first round
        unended, before = self._left_open(), self._referee.state.round.number
        self._begin(str(number if one.number is None else one.number))
        self._items = one.items
        if before and one.number is not None:
            self._differ(of_number(one.number, before, ended=not unended))
        self._told(one, self._deal)
        for item in one.items:
            if not isinstance(item, Reveal | End | Comment):
                self._told(item, self._show)
            self._told(item, self._take)
        self._told(one, self._show)
        self._told(one, self._close)

    def _left_open(self) -> bool:
        """Whether the round before this one was never ended, which is said unless it was lost sight of."""
        left_open = self._referee.state.phase == "playing" and self._referee.rules.scores
        if left_open and not self._lost and not any(isinstance(item, End) for item in self._items):
            self._differ(Text("the text goes on, but this round has no end", "запись идёт дальше, а у кона нет конца"))
        return self._referee.state.phase in ("playing", "waiting")

    def _told(self, sign: Item | Round, act: Callable[[Any], None]) -> None:
        """Does something with a sign; what is wrong with it is said with its place."""
        try:
            act(sign)
        except EngineError as error:
            raise moved_to(sign.place, error) from None
        except (LookupError, ValueError):
            raise moved_to(sign.place, misfit()) from None

    def _differ(self, difference: Text | None, turn: int | None = None) -> None:
        if difference is None:
            return
        where = (f"round {self._label}", f"кон {self._label}")
        if turn is not None:
            where = (f"{where[0]}, turn {turn}", f"{where[1]}, ход {turn}")
        self.differences.append(Text(f"{where[0]}: {difference.en}", f"{where[1]}: {difference.ru}"))

    def _heard(self, events: list[Event]) -> list[Event]:
        """What the referee made of something; after a correction it has gone through the whole log."""
        if any(isinstance(event, CORRECTIONS) for event in events):
            self._budget.spend(work_of(self._referee.events) + 10 * len(self._referee.events))
        return events

    def _since_start(self) -> list[Event]:
        return list(self._referee.events[self._start :])

    # -- the round's course ------------------------------------------------------------------------------------------

    def _deal(self, one: Round) -> None:
        self._t = self._t if one.t is None else one.t
        self._timed = self._timed or one.t is not None
        if self._referee.state.phase == "over":
            self._lost = True
            self._differ(Text("the text goes on, but the match is over", "запись идёт дальше, а партия уже кончена"))
            return
        begin = self._referee.deal if self._referee.events else self._referee.start
        begin(self._t, self._drawn_leader(one), one.number)
        if isinstance(one.lead, str):
            self._differ(of_lead(one.lead, self._referee.state.round.leader))

    def _drawn_leader(self, one: Round) -> str | None:
        """Who leads as the text says, where lots decide: neither the rules nor an earlier round name anybody."""
        lots = not self._referee.rules.lead_tiles() and self._referee.state.next_leader is None
        return one.lead if lots and isinstance(one.lead, str) else None

    def _take(self, item: Item) -> None:
        match item:
            case Turn():
                self._turn_of(item)
            case Reveal():
                self._hands.append(item)
            case End():
                self._ends.append(item)
            case Score():
                self._compare_board(item)
            case Clock():
                self._t, self._timed = item.t, True
            case Fix():
                self._fix(item)
            case Undo():
                self._undo(item)
            case Desync() | Resync() | Noted():
                self._by_hand(item)

    def _turn_of(self, turn: Turn) -> None:
        self._turn += 1
        if not self._timed:
            self._t += 1.0
        read = None if self._lost else self._read_later(turn)
        if read is None:
            self._lose_track()
            return
        turn = read
        events: list[Event] = []
        if turn.drew:
            events += self._referee.draw(self._named(turn), self._t, turn.drew)
        if turn.passed:
            events += self._referee.passes(self._named(turn), self._t)
        for number, laid in enumerate(turn.laid):
            events += self._heard(self._lay(turn, laid, number))
        seats, before = len(self._referee.state.seat_ids), self._turns.get(self._turn - 1, [])
        unwritten = of_unwritten(events, before, seats, self._names, written=self._writes_passes)
        self._differ(unwritten, self._turn)
        self._turns[self._turn] = events
        if turn.passed and turn.reason == "pass":
            self._marked.add(self._turn)
        for difference in of_turn(turn, events):
            self._differ(difference, self._turn)

    def _lose_track(self) -> None:
        if not self._lost:
            unknown = Text(
                "the tile is unknown, so the rest is not followed", "кость неизвестна, дальше за коном не уследить"
            )
            self._differ(unknown, self._turn)
        self._lost = True

    def _named(self, turn: Turn) -> str:
        seat = turn.seat or self._referee.state.turn
        if seat is None:
            raise NotationError("who draws or passes is missing", "не сказано, кто берёт или пасует")
        return seat

    def _read_later(self, turn: Turn) -> Turn | None:
        """The turn, with the tile that a later correction names where it was laid unread; None: nobody knows it."""
        if all(laid.bone.touch is not None for laid in turn.laid):
            return turn
        fixes = [item for item in self._items if isinstance(item, Fix) and item.target == self._turn]
        named = [change.now for fix in fixes for change in fix.changes if change.what == "tile"]
        if len(turn.laid) != 1 or not named:
            return None
        tile = Tile.parse(named[0])
        numbers = {end.pips for end in self._referee.state.open_ends if turn.laid[0].arm in (None, self._arm(end.end))}
        touch = next((pips for pips in tile.halves if pips in numbers), tile.high)
        return replace(turn, laid=(replace(turn.laid[0], bone=Bone(touch, tile.other(touch))),))

    def _arm(self, arm: str) -> str:
        """The arm by the referee's name for one by the text's, or the other way round."""
        return MIRROR.get(arm, arm) if self._mirrored else arm

    def _lay(self, turn: Turn, laid: Laid, number: int) -> list[Event]:
        tile, touch = tile_of(laid.bone), laid.bone.touch or 0
        state = self._referee.state
        self._tiles += 1
        if self._tiles > TABLES_FULL * len(state.rules.set) * state.rules.copies:
            raise NotationError("more tiles lie in this round than there are", "в этом кону костей больше, чем их есть")
        joints: list[Joint] = []
        if not state.line.placed or state.phase in ("waiting", "scored"):
            self._mirrored = tile.high != touch
        else:
            joints = self._joints(laid, touch)
        sure = turn.confidence[number] if turn.confidence else DOUBTFUL if turn.doubtful else 1.0
        return self._referee.play(tile, joints, self._t, sure, turn.seat, closed=laid.closed)

    def _joints(self, laid: Laid, touch: int) -> list[Joint]:
        """What a tile touches: the end that is named; without a name the first that shows the half written first."""
        line, free = self._referee.state.line, self._referee.rules.line == "free"
        arm = None if laid.arm is None else self._arm(laid.arm)
        if not free and laid.arm is not None and laid.arm not in ARMS[self._referee.rules.shape.kind]:
            known = ", ".join(ARMS[self._referee.rules.shape.kind])
            raise NotationError(
                f"there is no end {laid.arm}; the ends are {known}", f"конца {laid.arm} нет; есть {known}"
            )
        if free and arm is not None and not arm.startswith("T"):
            raise NotationError(
                f'the end {laid.arm} needs the rules of a game, like [Rules "classic"]; without any write @T3',
                f'для конца {laid.arm} нужны правила игры, например [Rules "classic"]; без них пишут @T3',
            )
        ends = [end for end in line.open_ends if end.end == arm or (arm is None and end.pips == touch)]
        fitting = [end for end in ends if end.pips == touch or not free]
        if fitting:
            return [Joint(line.tiles[fitting[0].index], fitting[0].pips, touch, fitting[0].end)]
        if arm is None:
            return []
        number = int(arm[1:] or 0) if free else 1
        return [Joint(line.tiles[number - 1], touch, touch)] if 0 < number <= len(line) else []

    # -- what people say and put right -------------------------------------------------------------------------------

    def _events_of(self, turn: int) -> list[Event]:
        if turn not in self._turns:
            raise NotationError(f"there is no turn {turn} in this round so far", f"хода {turn} в этом кону ещё не было")
        return self._turns[turn]

    def _fix(self, fix: Fix) -> None:
        if self._lost:
            return
        events = self._events_of(fix.target)
        target = next(
            (event.seq for event in events if isinstance(event, Played | Passed) and not _inferred(event)), None
        )
        now = {change.what: change.now for change in fix.changes}
        tile, end = now.get("tile"), now.get("end")
        self._heard(
            self._referee.fix(
                target or 0, self._t, seat=now.get("seat"), tile=Tile.parse(tile) if tile else None,
                end=self._arm(end) if end else None,
            )
        )  # fmt: skip

    def _undo(self, undo: Undo) -> None:
        if self._lost:
            return
        events = [] if undo.target is None else self._events_of(undo.target)
        self._heard(self._referee.undo(self._t, events[0].seq if events else None))

    def _by_hand(self, item: Desync | Resync | Noted) -> None:
        referee, t = self._referee, self._t
        match item:
            case Desync():
                referee.desync(item.reason, t)
            case Resync():
                referee.resync(t)
            case Noted(event=Redealt() as event):
                referee.claim_redeal(event.seat, t, event.hand)
            case Noted(event=Voided()):
                referee.void(t)
            case Noted(event=Adjusted() as event):
                referee.adjust(event.side, event.points, t)
            case Noted(event=Bought() as event):
                referee.buy(event.seat, event.seller, t)
            case Noted(event=Exposed() as event):
                referee.expose(event.seat, event.tile, t)
            case Noted(event=TimeUp()):
                referee.time_is_up(t)
            case Noted(event=Left() as event):
                referee.leave(event.seat, t)

    # -- the end of the round ----------------------------------------------------------------------------------------

    def _show(self, _: Item | Round) -> None:
        """The hands that were read so far are shown together."""
        hands, self._hands = self._hands, []
        known = {hand.seat: hand for hand in hands if all(bone.touch is not None for bone in hand.hand)}
        if known and not self._lost:
            told = {seat: tuple(map(tile_of, hand.hand)) for seat, hand in known.items()}
            self._referee.reveal(told, self._t)

    def _compare_ends(self) -> None:
        ends, self._ends = self._ends, []
        for end in ends:
            self._differ(of_end(end, self._since_start()))

    def _compare_board(self, score: Score) -> None:
        if self._lost:
            return
        self._compare_ends()
        compare = of_board if score.of == "S" else of_result
        for difference in compare(score, self._referee.state, self._since_start()):
            self._differ(difference)

    def _close(self, _: Round) -> None:
        """All that only the end of the round shows."""
        if self._lost:
            return
        if any(end.kind == "V" for end in self._ends):
            self._referee.void(self._t)
        self._compare_ends()
        for turn, difference in of_passes(self._turns, self._marked, self._since_start(), self._names):
            self._differ(difference, turn)


def _inferred(event: Event) -> bool:
    return isinstance(event, Passed) and event.inferred
