"""What the people at the table say or put right: corrections, take-backs, penalties, the end of the time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from engine import judge
from engine.corrections import effective, last_play, not_undone
from engine.errors import LogError
from engine.events import (
    Adjusted,
    Bought,
    Checked,
    Closed,
    Dealt,
    Drew,
    Event,
    Exposed,
    Fish,
    Fixed,
    Illegal,
    Left,
    MatchOver,
    Out,
    Passed,
    Played,
    Rescored,
    Revealed,
    Scored,
    TimeUp,
    Undone,
    Voided,
    WrongPass,
)
from engine.fold import fold
from engine.hands import hand_value
from engine.judged_again import is_checked, wrong_passes
from engine.ledger import MatchEnd
from engine.line import CHAIN_ARMS, CROSS_ARMS
from engine.match_log import MatchLog
from engine.rescoring import rescored
from engine.scoring import match_end
from engine.text import quoted
from engine.tiles import Tile

OF_A_SEAT = (Played, Passed, Drew, Revealed, Fish, Out, Closed)
"""Events of which somebody may have been the wrong seat."""


class ByHand(MatchLog):
    """A match whose log people can correct and add to."""

    def undo(self, t: float, target: int | None = None) -> list[Event]:
        """Takes back event `target` and all after it, corrections too.

        Without `target` it is the last play and the passes inferred from it that go; then the corrections that were
        made since to what lay before it are made again, for the table still shows them.

        Raises:
            LogError: there is no such event to take back.
        """
        if target is not None:
            return [self._take_back(target, t)]
        last = last_play(self._log)
        if last is None:
            return []
        keep = [fix for fix in not_undone(self._log) if isinstance(fix, Fixed) and fix.target < last < fix.seq]
        events: list[Event] = [self._add(Undone, t, target=last)]
        for fix in keep:
            if not fix.inferred:
                events += self.fix(fix.target, t, seat=fix.seat, tile=fix.tile, end=fix.end, hand=fix.hand)
        return events

    def fix(
        self,
        target: int,
        t: float,
        *,
        seat: str | None = None,
        tile: Tile | None = None,
        end: str | None = None,
        hand: Sequence[Tile] | None = None,
    ) -> list[Event]:
        """Corrects the seat, tile or end of an event, or the hand of a reveal.

        The plays after it are judged anew, and rounds that were scored are scored again.

        Raises:
            LogError: there is no such event, seat or end, nothing is changed, or a hand of a scored round would change
                its owner.
        """
        corrected = next((event for event in effective(self._log) if event.seq == target), None)
        if corrected is None:
            raise LogError(f"there is no event {target} to correct", f"строки {target}, чтобы её поправить, нет")
        self._known(seat)
        shown = tuple(hand) if hand is not None and isinstance(corrected, Revealed) else None
        seat = seat if isinstance(corrected, OF_A_SEAT) else None
        tile, end = (tile, end) if isinstance(corrected, Played) else (None, None)
        if seat is None and tile is None and end is None and shown is None:
            raise LogError(
                "a correction must change a seat, a tile or an end, or the hand of a reveal",
                "поправка меняет игрока, кость, конец или открытую руку",
            )
        self._refuse_correction(corrected, seat, end)
        value = hand_value(shown, self.rules) if shown is not None else 0
        events = [self._add(Fixed, t, target=target, seat=seat, tile=tile, end=end, hand=shown, value=value)]
        events += self._judge_again(t)
        events += self._score_again(t)
        return events + self._end_of_round(t)

    def _refuse_correction(self, corrected: Event, seat: str | None, end: str | None) -> None:
        if isinstance(corrected, Played) and end is not None:
            ends = self._ends_before(corrected)
            if end not in ends:
                known = ", ".join(ends) or "none"
                raise LogError(f"there is no end {end}; the ends are {known}", f"конца {end} нет; есть {known}")
        if isinstance(corrected, Revealed) and seat not in (None, corrected.seat) and self._is_scored(corrected):
            raise LogError(
                "the round is scored: correct the hands, not whose they are",
                "кон уже записан: поправьте сами руки, а не то, чьи они",
            )

    def _ends_before(self, play: Played) -> tuple[str, ...]:
        """The ends of the line on which a tile may have been laid, whether they were open or not."""
        line = fold(event for event in effective(self._log) if event.seq < play.seq).line
        if line.shape.kind == "free":
            return tuple(f"T{place}" for place in range(1, len(line) + 1))
        arms = CHAIN_ARMS + CROSS_ARMS if line.shape.kind == "house" else CHAIN_ARMS
        return arms if len(line) else ()

    def _is_scored(self, reveal: Revealed) -> bool:
        events = [event for event in effective(self._log) if event.seq > reveal.seq]
        return isinstance(next((event for event in events if isinstance(event, Scored | Dealt)), None), Scored)

    def _score_again(self, t: float) -> list[Event]:
        events = [self._add(Rescored, t, target=score.seq, score=score) for score in rescored(self._log)]
        return [*events, *self._end_of_match(t)] if events else []

    def _judge_again(self, t: float) -> list[Event]:
        verdicts: list[Event] = [
            self._add(Illegal, t, seat=played.seat, play=played.seq, tile=tile, reason=reason)
            for played, tile, reason in judge.illegal_plays(self._state)
        ]
        for seat, passed, held in wrong_passes(self._log, self.draws_seen):
            verdicts.append(self._add(WrongPass, t, seat=seat, passed=passed, tile=held))
        return verdicts + self._judge_lead(t) + self._check_again(t)

    def _check_again(self, t: float) -> list[Event]:
        if self._state.phase not in ("scored", "over") or is_checked(self._log):
            return []
        return self._check_sum(t)

    def _judge_lead(self, t: float) -> list[Event]:
        lead = judge.wrong_lead(self._state, self.draws_seen)
        if lead is None:
            return []
        tile = lead.tiles[0].tile
        return [self._add(Illegal, t, seat=lead.seat, play=lead.seq, tile=tile, reason="wrong_lead")]

    def _check_sum(self, t: float) -> list[Event]:
        """What is wrong with the table and the hands together."""
        wrong = judge.closing_sum(self._state, self.draws_seen)
        if wrong is None:
            return []
        return [self._add(Checked, t, **vars(wrong))]

    @abstractmethod
    def _end_of_round(self, t: float) -> list[Event]:
        """The end of the round, where the table proves it."""

    def void(self, t: float) -> list[Event]:
        """The round does not count; it is dealt again."""
        return [self._add(Voided, t, reason="by_hand")] if self._state.phase in ("playing", "ended") else []

    def adjust(self, side: str, points: int, t: float) -> list[Event]:
        """Gives a side points, or takes them: a judge's penalty, a mistake that is put right.

        Raises:
            LogError: there is no such side.
        """
        if side not in self._state.ledger.accounts:
            known = ", ".join(self._state.ledger.accounts)
            raise LogError(
                f"there is no side {side!r}; the sides are {known}", f"стороны {quoted(side)} нет; есть {known}"
            )
        return [self._add(Adjusted, t, side=side, points=points), *self._end_of_match(t)]

    def buy(self, seat: str, seller: str, t: float) -> list[Event]:
        """Before the lead a seat takes 6-6 from another one for a tile that is not shown, and leads.

        Only the side that may lead with 6-6 for the match buys it, by the hand of who sits next after its holder.

        Raises:
            LogError: the rules know no such purchase, the round is under way, or these two do not deal with each other.
        """
        self._known(seat)
        self._known(seller)
        if not self.rules.buy_six:
            raise LogError("by these rules 6-6 is not bought", "по этим правилам 6-6 не покупают")
        if self._state.phase != "playing" or self._state.line.placed:
            raise LogError("6-6 is bought after the deal and before the lead", "6-6 покупают после сдачи и до захода")
        if self._state.sides[seat] != self._state.ledger.hundred:
            raise LogError(
                "only the side that may lead with 6-6 for the match buys it",
                "6-6 покупает только та пара, у которой есть право захода с неё",
            )
        if self._state.after(seller) != seat:
            raise LogError(
                "6-6 is bought by the player who sits next after its holder",
                "6-6 покупает тот, кто сидит следующим за её владельцем",
            )
        return [self._add(Bought, t, seat=seat, seller=seller)]

    def expose(self, seat: str, tile: Tile, t: float) -> list[Event]:
        """After a misplay that was taken back the opponents let the round go on: the tile lies open beside its owner,
        who must lay it as soon as it fits (rules.md 1.9).

        Raises:
            LogError: there is no such seat, no round is played, or the tile lies in the line.
        """
        self._known(seat)
        if self._state.phase != "playing":
            raise LogError("a tile is exposed while a round is played", "кость открывают, пока идёт кон")
        if tile in self._state.line.tiles:
            raise LogError(f"{tile} lies on the table: take it back first", f"{tile} на столе: сначала верните её")
        return [self._add(Exposed, t, seat=seat, tile=tile)]

    def time_is_up(self, t: float) -> list[Event]:
        """The time of the match has run out: the round that is played is its last; between rounds one more is played.

        While the best sides are level, `level=another_round` asks for one more after it (rules.md 1.9).
        """
        if self._state.time_called or self._state.phase == "over":
            return []
        return [self._add(TimeUp, t)]

    def leave(self, seat: str, t: float) -> list[Event]:
        """A seat leaves before the end, or does not come at all; its side loses the match.

        Where nothing was played, and points are won, the only other side gets all that the limit asks for.

        Raises:
            LogError: there is no such seat.
        """
        self._known(seat)
        if self._state.phase == "over":
            return []
        loser = self._state.sides[seat]
        winners = tuple(side for side in self._state.ledger.accounts if side != loser)
        return [self._add(Left, t, seat=seat), self._match_over(MatchEnd((loser,), winners, by="leave"), t)]

    def _end_of_match(self, t: float) -> list[Event]:
        """The end of the match between two rounds, where it is due."""
        state = self._state
        if state.phase not in ("waiting", "scored") or not state.scores:
            return []
        over = match_end(state.ledger, len(state.scores), self.rules, time_up=state.time_up)
        return [self._match_over(over, t)] if over is not None else []

    def _match_over(self, over: MatchEnd, t: float) -> Event:
        return self._add(MatchOver, t, losers=over.losers, winners=over.winners, titles=over.titles, by=over.by)
