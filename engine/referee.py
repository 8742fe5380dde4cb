"""The referee: what the camera saw goes in, events come out (design: everything is an event).

It never sees hands before the reveal. Who played follows from the turn order and from the table edge that the hand came
from; a seat that was skipped has passed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import judge
from engine.by_hand import ByHand
from engine.clock import allowance_at_most, over_time, turn_began
from engine.errors import LogError
from engine.events import (
    Closed,
    Dealt,
    Drew,
    Event,
    Fish,
    Fixed,
    Illegal,
    LaidTile,
    Out,
    OverTime,
    Passed,
    Played,
    Redealt,
    Revealed,
    Scored,
    Setup,
    Voided,
    WrongPass,
)  # fmt: skip
from engine.fish import is_blocked
from engine.fold import in_turn_still, points_at_once, same_turn
from engine.hands import hand_value
from engine.line import Joint, Placed, Reason
from engine.pass_points import points_of_pass
from engine.round_end import round_end, score_fields
from engine.scoring import match_end, settle
from engine.tiles import Tile


class Referee(ByHand):
    """Referees one match. Every method returns the events that it added to the log, in order.

    See `engine.match_log.MatchLog` for its arguments.
    """

    # -- the round's course ------------------------------------------------------------------------------------------

    def start(self, t: float = 0.0, leader: str | None = None, number: int | None = None) -> list[Event]:
        """The set-up and the first deal; `leader` and `number` as in `deal`."""
        if self._log:
            return []
        self._known(leader)
        setup = self._add(Setup, t, rules=self.rules, set=self.rules.set, seats=self._seats)
        return [setup, *self.deal(t, leader, number)]

    def deal(self, t: float, leader: str | None = None, number: int | None = None) -> list[Event]:
        """The next round begins (the table was cleared); the first one with the set-up, if that is not there yet.

        Args:
            leader: who leads because lots were drawn. None: whom the rules name.
            number: the round's number, where somebody counts them. None: one more than the rounds that were scored.

        Raises:
            LogError: there is no such seat.
        """
        if not self._log:
            return self.start(t, leader, number)
        leader = self._known(leader) or self._state.next_leader
        state, seats = self._state, len(self._seats)
        if state.phase == "over":
            return []
        return [
            self._add(
                Dealt, t, round=len(state.scores) + 1 if number is None else number,
                each=self.rules.dealt_each(seats), bazaar=self.rules.bazaar_of(seats), leader=leader,
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
        """A tile was laid; where only hands are counted nobody minds what lies on the table.

        Where the rules let a seat lay several doubles in one turn, each is a play of its own: the next double goes on
        the turn when the same seat is named, or when no seat is named and it was seen at the same time.

        Args:
            joined_to: what it touches in the line; None or empty: unknown, the first end that fits is taken.
            seat_hint: the seat that played, where the table edge tells (`seat_at`).

        Raises:
            LogError: there is no such seat.
        """
        if self.rules.counts_hands:
            return []
        events = self.start(t) if not self._log else []
        if self._state.phase in ("waiting", "scored"):
            events += self.deal(t)
        seat, in_turn = self._known(seat_hint), True
        node = self._state.line.locate(tile, joined_to or (), closed)
        laid = self._laid(node, confidence)
        at_once = False
        if self._goes_on_turn(seat, laid, t):
            seat = self._state.round.last_turn[-1].seat
        elif self._lays_another(seat, t):
            at_once = True
        elif self.rules.turns and self._state.phase == "playing":
            seat, in_turn, passes = self._who(seat, t)
            events += passes
        late = self._over_time(seat, t) if in_turn else None
        reason = judge.judge_play(self._state, node, in_turn, seat) or ("two_at_once" if at_once else None)
        proofs = judge.wrong_passes(self._state, seat, [tile], self.draws_seen)
        played = self._played(seat, node, laid, t, reason)
        events.append(played)
        if reason is not None:
            events.append(self._add(Illegal, t, seat=seat, play=played.seq, tile=tile, reason=reason))
        events += self._late(late, seat, played, t)
        events += self._wrongly_passed(seat, proofs, t)
        if self._state.phase == "waiting":
            return events
        events += self._name_earlier_players(t)
        events += self._judge_lead(t)
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

    def _over_time(self, seat: str | None, t: float) -> tuple[float, int] | None:
        """The seconds that a turn took and those that it may take, where it took more (rules.md 1.9)."""
        if not self.rules.clock or self._state.phase != "playing" or seat is None or seat != self._state.turn:
            return None
        began = turn_began(reversed(self._log))
        if began is None:
            return None
        allowance = allowance_at_most(self._state, seat)
        return (round(t - began, 1), allowance.seconds) if over_time(t - began, allowance) else None

    def _late(self, late: tuple[float, int] | None, seat: str | None, turn: Event, t: float) -> list[Event]:
        """The verdict on a play or pass that took too long (`_over_time`)."""
        if late is None:
            return []
        return [self._add(OverTime, t, seat=seat, turn=turn.seq, seconds=late[0], allowed=late[1])]

    def _lays_another(self, hint: str | None, t: float) -> bool:
        """Whether the seat that has just laid a tile lays another in the same moment, which no turn allows."""
        turn = self._state.round.last_turn
        return self.rules.turns and hint is not None and in_turn_still(self._state, hint) and turn[-1].t == t

    def _laid(self, node: Placed, confidence: float) -> LaidTile:
        on = self._state.line.tiles[node.parent] if node.parent is not None else None
        return LaidTile(node.tile, node.end, node.closed, confidence, on, node.touch, node.at)

    def _played(self, seat: str | None, node: Placed, laid: LaidTile, t: float, reason: Reason | None) -> Event:
        line = self._state.line
        line.push_observed(node)
        end_sum, points = line.end_sum, 0
        if reason is None:
            points = points_at_once(self._state, seat, [laid])
        line.pop()
        return self._add(Played, t, seat=seat, tiles=(laid,), sum=end_sum, points=points, legal=reason is None)

    def _who(self, hint: str | None, t: float) -> tuple[str | None, bool, list[Event]]:
        """Who plays, whether it is in turn, and the passes of those who were skipped."""
        turn = self._state.turn
        if hint is None or turn is None or hint == turn:
            return hint or turn, True, []
        skipped = self._state.between(turn, hint)
        leads = not self._state.line.placed
        if leads and self.rules.lead_by == "side" and self._state.sides[hint] == self._state.sides[turn]:
            return hint, True, []
        if leads or not all(self._may_be_skipped(seat) for seat in skipped):
            return hint, False, []
        return hint, True, [self._passed(seat, t, inferred=True) for seat in skipped]

    def _passed(self, seat: str, t: float, *, inferred: bool = False) -> Event:
        points = sum(brought.points for brought in points_of_pass(self._state, seat))
        numbers = judge.open_numbers(self._state)
        return self._add(Passed, t, seat=seat, numbers=numbers, inferred=inferred, points=points)

    def _may_be_skipped(self, seat: str) -> bool:
        must_draw = self.draws_seen and judge.must_draw(self._state, seat)
        return not must_draw and judge.could_pass(self._state, seat)

    def draw(self, seat: str, t: float, count: int = 1) -> list[Event]:
        """A seat took tiles from the boneyard.

        Raises:
            LogError: there is no such seat, or there are not so many tiles in the boneyard.
        """
        self._known(seat)
        if self._state.phase != "playing":
            return []
        left = self._state.round.bazaar
        if count < 1 or (self.rules.deal and count > left):
            raise LogError(
                f"{count} tiles cannot be taken: {left} are in the boneyard",
                f"взять костей: {count} — нельзя, на базаре {left}",
            )
        return [self._add(Drew, t, seat=seat, count=count)]

    def passes(self, seat: str, t: float) -> list[Event]:
        """A seat said that it passes. That it says so twice, before its next turn, changes nothing.

        Raises:
            LogError: there is no such seat.
        """
        self._known(seat)
        if self._state.phase != "playing" or judge.said_again(self._state, seat):
            return []
        owed, late = judge.owed_tile(self._state, seat), self._over_time(seat, t)
        passed = self._passed(seat, t)
        events = [passed, *self._late(late, seat, passed, t)]
        if owed is None:
            return events + self._end_of_round(t)
        return events + self._wrongly_passed(seat, [(passed.seq, owed)], t)

    def _wrongly_passed(self, seat: str | None, proofs: Sequence[tuple[int, Tile]], t: float) -> list[Event]:
        """The verdicts on passes that tiles prove wrong, and where the rules say so the end of the round."""
        events = [self._add(WrongPass, t, seat=seat, passed=passed, tile=held) for passed, held in proofs]
        if proofs and self.rules.wrong_pass == "ends_round" and self._state.phase == "playing":
            events.append(self._add(Voided, t, reason="wrong_pass"))
        return events

    def _end_of_round(self, t: float) -> list[Event]:
        if self._state.phase != "playing":
            return []
        if self.rules.end_check == "move":
            match_over = match_end(self._state.ledger, 0, self.rules)
            if match_over is not None:
                return [self._match_over(match_over, t)]
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
        events += self._judge_lead(t)
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
        events = self._check_sum(t)
        end = round_end(self._state)
        settlement = settle(self._state.ledger, end, self.rules, time_up=self._state.time_up)
        events.append(self._add(Scored, t, **score_fields(self._state, end, settlement)))
        if settlement.over is not None:
            events.append(self._match_over(settlement.over, t))
        return events
