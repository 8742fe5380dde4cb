"""The referee: what the camera saw goes in, events come out (design: everything is an event).

It never sees hands before the reveal. Who played follows from the turn order and from the table edge that the hand came
from; a seat that was skipped has passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine import judge
from engine.corrections import effective, last_play, not_undone
from engine.errors import LogError
from engine.events import (
    Checked,
    Closed,
    Dealt,
    Desynced,
    Drew,
    Event,
    Fish,
    Fixed,
    Illegal,
    LaidTile,
    MatchOver,
    Out,
    Passed,
    Played,
    Redealt,
    Resynced,
    Revealed,
    Scored,
    Seat,
    SeatScore,
    Setup,
    Undone,
    WrongPass,
)
from engine.fish import is_blocked
from engine.fold import MatchState, apply, begin, fold, in_turn_still, same_turn
from engine.line import Joint, Placed, Reason
from engine.rulesets import RuleSet
from engine.scoring import RoundEnd, hand_value, match_end, settle
from engine.tiles import Tile


class Referee:
    """Referees one match. Every method returns the events that it added to the log, in order.

    Args:
        rules: the rule set.
        seats: the players in turn order; may be empty for `free`.
        draws_seen: every draw is reported by `draw`. Otherwise draws follow from the turn order as passes do, and in a
            game with a boneyard only the reveal can tell that somebody went out.

    Raises:
        engine.errors.RulesError: the rules are not played by that many.
    """

    def __init__(self, rules: RuleSet, seats: Sequence[Seat] = (), *, draws_seen: bool = False) -> None:
        if rules.deal:
            rules.dealt_each(len(seats))
        self.rules = rules
        self.draws_seen = draws_seen
        self._log: list[Event] = []
        self._seats = tuple(seats)
        self._state = begin(rules, self._seats)

    @classmethod
    def resume(cls, events: Iterable[Event], *, draws_seen: bool = False) -> Referee:
        """A referee that goes on where a log ends.

        Raises:
            LogError: the log has no set-up.
        """
        log = list(events)
        setup = next((event for event in log if isinstance(event, Setup)), None)
        if setup is None:
            raise LogError(
                "this log has no set-up, so nobody knows its rules",
                "в журнале нет начала партии, и по каким правилам играли, неизвестно",
            )
        referee = cls(setup.rules, setup.seats, draws_seen=draws_seen)
        referee._log, referee._state = log, fold(log)
        return referee

    @property
    def state(self) -> MatchState:
        """The fold of the log."""
        return self._state

    @property
    def events(self) -> tuple[Event, ...]:
        """The whole log."""
        return tuple(self._log)

    def seat_at(self, side: str | None) -> str | None:
        """The seat at a table edge (N, E, S, W), where just one sits there."""
        sitting = [seat.id for seat in self._seats if side is not None and seat.side == side]
        return sitting[0] if len(sitting) == 1 else None

    def _add(self, make: Callable[..., Event], t: float, **fields: object) -> Event:
        event = make(seq=self._log[-1].seq + 1 if self._log else 1, t=t, **fields)
        self._log.append(event)
        if isinstance(event, Undone | Fixed):
            self._state = fold(self._log)
        else:
            self._state = apply(self._state, event)
        return event

    # -- the round's course ------------------------------------------------------------------------------------------

    def start(self, t: float = 0.0) -> list[Event]:
        """The set-up and the first deal."""
        if self._log:
            return []
        setup = self._add(Setup, t, rules=self.rules, set=self.rules.set, seats=self._seats)
        return [setup, *self.deal(t)]

    def deal(self, t: float) -> list[Event]:
        """The next round begins (the table was cleared)."""
        state, seats = self._state, len(self._seats)
        if state.phase == "over":
            return []
        return [
            self._add(
                Dealt, t, round=len(state.scores) + 1, each=self.rules.dealt_each(seats),
                bazaar=self.rules.bazaar_of(seats), leader=state.next_leader,
            )
        ]  # fmt: skip

    def claim_redeal(self, seat: str, t: float, hand: Sequence[Tile] | None = None) -> list[Event]:
        """A seat asks for a new deal. A hand that is shown is judged; one that is not shown is believed (D-17).

        It is refused where the rules know no new deal, and once the seat has laid or drawn a tile.

        Raises:
            LogError: there is no such seat.
        """
        self._known(seat)
        events = self.start(t) if not self._log else []
        refusal = judge.refusal_of_redeal(self._state, seat, hand)
        shown = None if hand is None else tuple(hand)
        events.append(self._add(Redealt, t, seat=seat, hand=shown, granted=refusal is None, refusal=refusal))
        return events + (self.deal(t) if refusal is None else [])

    def play(
        self,
        tile: Tile,
        joined_to: Sequence[Joint] | None = None,
        t: float = 0.0,
        confidence: float = 1.0,
        seat_hint: str | None = None,
        *,
        closed: bool = False,
    ) -> list[Event]:
        """A tile was laid.

        Where the rules let a seat lay several doubles in one turn, each is a play of its own: the next double goes on
        the turn when the same seat is named, or when no seat is named and it was seen at the same time.

        Args:
            joined_to: what it touches in the line; None or empty: unknown, the first end that fits is taken.
            seat_hint: the seat that played, where the table edge tells (`seat_at`).

        Raises:
            LogError: there is no such seat.
        """
        events = self.start(t) if not self._log else []
        if self._state.phase in ("waiting", "scored"):
            events += self.deal(t)
        seat, in_turn = self._known(seat_hint), True
        node = self._state.line.locate(tile, joined_to or (), closed)
        laid = self._laid(node, confidence)
        if self._goes_on_turn(seat, laid, t):
            seat = self._state.round.last_turn[-1].seat
        elif self.rules.turns and self._state.phase == "playing":
            seat, in_turn, passes = self._who(seat, t)
            events += passes
        reason = judge.judge_play(self._state, node, in_turn)
        proofs = judge.wrong_passes(self._state, seat, [tile], self.draws_seen)
        played = self._played(seat, node, laid, t, reason)
        events.append(played)
        if reason is not None:
            events.append(self._add(Illegal, t, seat=seat, play=played.seq, tile=tile, reason=reason))
        events += [self._add(WrongPass, t, seat=seat, passed=passed, tile=held) for passed, held in proofs]
        events += self._name_earlier_players(t)
        return events + self._end_of_round(t)

    def _name_earlier_players(self, t: float) -> list[Event]:
        """Once a seat is known, those who played before it are known by the turn order."""
        named = judge.earlier_players(self._state)
        return [self._add(Fixed, t, target=play.seq, seat=seat, inferred=True) for play, seat in named]

    def _goes_on_turn(self, hint: str | None, laid: LaidTile, t: float) -> bool:
        turn = self._state.round.last_turn
        if self._state.phase != "playing" or not turn or not same_turn(self.rules, turn, [laid]):
            return False
        return in_turn_still(self._state, hint if hint is not None or turn[-1].t != t else turn[-1].seat)

    def _laid(self, node: Placed, confidence: float) -> LaidTile:
        on = self._state.line.tiles[node.parent] if node.parent is not None else None
        return LaidTile(node.tile, node.end, node.closed, confidence, on, node.touch, node.at)

    def _played(self, seat: str | None, node: Placed, laid: LaidTile, t: float, reason: Reason | None) -> Event:
        line = self._state.line
        line.push_observed(node)
        end_sum = line.end_sum
        line.pop()
        return self._add(Played, t, seat=seat, tiles=(laid,), sum=end_sum, points=0, legal=reason is None)

    def _known(self, seat: str | None) -> str | None:
        if seat is not None and self._seats and seat not in self._state.seat_ids:
            known = ", ".join(self._state.seat_ids)
            raise LogError(
                f"there is no seat {seat!r}; the seats are {known}", f"места {seat!r} нет; есть места {known}"
            )
        return seat

    def _who(self, hint: str | None, t: float) -> tuple[str | None, bool, list[Event]]:
        """Who plays, whether it is in turn, and the passes of those who were skipped."""
        turn = self._state.turn
        if hint is None or turn is None or hint == turn:
            return hint or turn, True, []
        skipped = self._state.between(turn, hint)
        leads = not self._state.line.placed
        if leads or not all(self._may_be_skipped(seat) for seat in skipped):
            return hint, False, []
        events: list[Event] = []
        for seat in skipped:
            events.append(self._add(Passed, t, seat=seat, numbers=judge.open_numbers(self._state), inferred=True))
        return hint, True, events

    def _may_be_skipped(self, seat: str) -> bool:
        must_draw = self.draws_seen and judge.may_draw(self._state)
        return not must_draw and judge.could_pass(self._state, seat)

    def draw(self, seat: str, t: float, count: int = 1) -> list[Event]:
        """A seat took tiles from the boneyard."""
        self._known(seat)
        return [self._add(Drew, t, seat=seat, count=count)] if self._state.phase == "playing" else []

    def passes(self, seat: str, t: float) -> list[Event]:
        """A seat said that it passes."""
        self._known(seat)
        if self._state.phase != "playing":
            return []
        events = [self._add(Passed, t, seat=seat, numbers=judge.open_numbers(self._state))]
        return events + self._end_of_round(t)

    def _end_of_round(self, t: float) -> list[Event]:
        if self._state.phase != "playing":
            return []
        over = judge.round_over(self._state, self.draws_seen)
        return [self._ended(over, t)] if over is not None else []

    def _ended(self, over: judge.RoundOver, t: float) -> Event:
        if over.termination == "out":
            return self._add(Out, t, seat=over.seat)
        if over.termination == "closed":
            return self._add(Closed, t, seat=over.seat)
        numbers = judge.open_numbers(self._state)
        early = over.proof == "table" and not is_blocked(self._state.line, "strict")
        return self._add(Fish, t, seat=over.seat, numbers=numbers, early=early, proof=over.proof)

    # -- the reveal --------------------------------------------------------------------------------------------------

    def reveal(self, hands: Mapping[str, Sequence[Tile]], t: float) -> list[Event]:
        """Hands are shown, all at once or one after the other; once all are known the round is scored.

        One hand that is not shown is inferred where no tile sleeps in the boneyard; who went out holds nothing. A
        round that the table left open ends when the hands prove that it is over.

        Raises:
            LogError: there is no such seat.
        """
        for seat in hands:
            self._known(seat)
        if self._state.phase not in ("playing", "ended") or not self.rules.scores:
            return []
        hands = self._complete({seat: tuple(hand) for seat, hand in hands.items()})
        events: list[Event] = []
        if self._state.phase == "playing" and len(hands) == len(self._seats):
            over = judge.shown_end(self._state, hands)
            if over is None:
                return self.desync("hands are shown while somebody can still play", t)
            events.append(self._ended(over, t))
        elif judge.fisher_went_out(self._state, hands, self.draws_seen):
            events.append(self._add(Out, t, seat=self._state.round.plays[-1][0]))
        for seat in self._state.seat_ids:
            if seat in hands and hands[seat] != self._state.round.hands.get(seat):
                events += self._show(seat, hands[seat], t)
        if len(self._state.round.hands) == len(self._seats):
            events += self._close_round(t)
        return events

    def _complete(self, hands: dict[str, tuple[Tile, ...]]) -> dict[str, tuple[Tile, ...]]:
        known = self._state.round.hands | hands
        if self._state.round.winner is not None:
            known[self._state.round.winner] = ()
        return known | judge.missing_hand(self._state, known)

    def _show(self, seat: str, hand: tuple[Tile, ...], t: float) -> list[Event]:
        pips = sum(tile.pips for tile in hand)
        value = hand_value(hand, self.rules)
        proofs = judge.wrong_passes(self._state, seat, hand, self.draws_seen)
        events = [self._add(Revealed, t, seat=seat, hand=hand, pips=pips, value=value)]
        return events + [self._add(WrongPass, t, seat=seat, passed=passed, tile=tile) for passed, tile in proofs]

    def _close_round(self, t: float) -> list[Event]:
        events: list[Event] = []
        wrong = judge.closing_sum(self._state, self.draws_seen)
        if wrong is not None:
            fields = {"pips": wrong.pips, "expected": wrong.expected, "missing": wrong.missing, "twice": wrong.twice}
            events.append(self._add(Checked, t, **fields))
        events.append(self._scored(t))
        over = match_end(
            {seat: account.score for seat, account in self._state.accounts.items()},
            len(self._state.scores), self.rules,
        )  # fmt: skip
        if over is not None:
            events.append(self._add(MatchOver, t, losers=over.losers, winners=over.winners))
        return events

    def _scored(self, t: float) -> Event:
        state, current = self._state, self._state.round
        termination = current.termination or "fish"
        values = {seat: hand_value(hand, self.rules) for seat, hand in current.hands.items()}
        values = {seat: values[seat] for seat in state.seat_ids}
        end = RoundEnd(termination, values, current.winner, current.fisher)
        accounts, charges = settle(state.accounts, end, self.rules, state.carry)
        carried = charges.carried or {}
        rows = tuple(
            SeatScore(seat, values[seat], charges.points.get(seat, 0) + carried.get(seat, 0),
                      account.remembered, account.score, account.open)
            for seat, account in accounts.items()
        )  # fmt: skip
        return self._add(
            Scored, t, round=current.number, termination=termination,
            scoring=self.rules.out_scoring if termination == "out" else self.rules.fish_scoring,
            winner=charges.winner, carry=charges.carry, leader=judge.next_leader(state, charges), seats=rows,
        )  # fmt: skip

    # -- corrections -------------------------------------------------------------------------------------------------

    def undo(self, t: float, target: int | None = None) -> list[Event]:
        """Takes back event `target` and all after it, corrections too.

        Without `target` it is the last play and the passes inferred from it that go; then the corrections that were
        made since to what lay before it are made again, for the table still shows them.
        """
        if target is not None:
            return [self._add(Undone, t, target=target)]
        last = last_play(self._log)
        if last is None:
            return []
        keep = [fix for fix in not_undone(self._log) if isinstance(fix, Fixed) and fix.target < last < fix.seq]
        events: list[Event] = [self._add(Undone, t, target=last)]
        for fix in keep:
            if not fix.inferred:
                events += self.fix(fix.target, t, seat=fix.seat, tile=fix.tile, end=fix.end)
        return events

    def fix(
        self, target: int, t: float, *, seat: str | None = None, tile: Tile | None = None, end: str | None = None
    ) -> list[Event]:
        """Corrects the seat, tile or end of an event; the plays after it are judged anew.

        Raises:
            LogError: there is no such event, or nothing is changed.
        """
        if target not in {event.seq for event in effective(self._log)}:
            raise LogError(f"there is no event {target} to correct", f"строки {target}, чтобы её поправить, нет")
        if seat is None and tile is None and end is None:
            raise LogError(
                "a correction must change a seat, a tile or an end", "поправка меняет игрока, кость или конец"
            )
        events = [self._add(Fixed, t, target=target, seat=seat, tile=tile, end=end)]
        events += self._judge_again(t)
        return events + self._end_of_round(t)

    def _judge_again(self, t: float) -> list[Event]:
        return [
            self._add(Illegal, t, seat=played.seat, play=played.seq, tile=tile, reason=reason)
            for played, tile, reason in judge.illegal_plays(self._state)
        ]

    def desync(self, reason: str, t: float) -> list[Event]:
        """The table and the log do not agree."""
        return [] if self._state.desync else [self._add(Desynced, t, reason=reason)]

    def resync(self, t: float) -> list[Event]:
        """The table and the log agree again."""
        return [self._add(Resynced, t)] if self._state.desync else []
