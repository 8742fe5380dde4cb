"""The state of a match as a fold over its events: undo, replay and resume all come from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from engine.accounts import added
from engine.corrections import effective
from engine.events import (
    Adjusted,
    Bought,
    Closed,
    Dealt,
    Desynced,
    Drew,
    Event,
    Exposed,
    Fish,
    Illegal,
    LaidTile,
    Left,
    MatchOver,
    Out,
    Passed,
    Played,
    Redealt,
    Resynced,
    Revealed,
    Scored,
    Seat,
    Setup,
    TimeUp,
    Voided,
    WrongPass,
)
from engine.leading import opening_is_forced
from engine.ledger import Account, Ledger
from engine.line import Line, Placed
from engine.pass_points import points_of_pass
from engine.rulesets import RuleSet, get
from engine.sides import sides_of
from engine.solitaire.fold import HANDLERS as BOARD_HANDLERS
from engine.state import MatchState, RoundState
from engine.turn_points import points_of_turn


def new_line(rules: RuleSet, seats: int = 0) -> Line:
    """An empty line of play of `seats` players under these rules."""
    return Line(rules.shape, rules.set, rules.copies, rules.aside(seats))


def node_of(line: Line, laid: LaidTile) -> Placed:
    """The node of the tree for a tile of the log."""
    if not line.placed:
        return Placed(laid.tile, closed=laid.closed)
    if line.shape.kind == "free" and laid.end is not None:
        return Placed(laid.tile, laid.end, int(laid.end.removeprefix("T")) - 1, laid.touch, laid.at, laid.closed)
    for end in line.open_ends:
        if end.end == laid.end:
            # the number that is there now: a correction may have changed it since the tile was laid
            return Placed(laid.tile, laid.end, end.index, laid.touch, end.pips, laid.closed)
    parent = max((i for i, tile in enumerate(line.tiles) if tile == laid.on), default=None)
    return Placed(laid.tile, None, parent, laid.touch, laid.at, laid.closed)


def same_turn(rules: RuleSet, turn: Sequence[Played], tiles: Sequence[LaidTile]) -> bool:
    """Whether one seat may lay these tiles in the turn of those plays: doubles, each at another end; with `after_bone`
    also behind one tile that is none (D-29)."""
    laid = [laid for play in turn for laid in play.tiles] + list(tiles)
    doubles = laid[1:] if rules.after_bone and laid and not laid[0].tile.is_double else laid
    ends = {tile.end for tile in laid}
    only_doubles = all(tile.tile.is_double for tile in doubles)
    return len(doubles) <= rules.multi_doubles and only_doubles and None not in ends and len(ends) == len(laid)


def fits_both(line: Line, laid: LaidTile) -> bool:
    """Whether a tile, no double, fits two ends with different numbers (capicú)."""
    numbers = {end.pips for end in line.open_ends if laid.tile.has(end.pips)}
    return len(numbers) > 1 and line.shape.kind != "free"


def is_forced_lead(state: MatchState) -> bool:
    """Whether the opening rule says who leads this round, and with what."""
    forced = state.round.leader is None and bool(state.rules.deal)
    return forced and opening_is_forced(state.rules, state.ledger)


def in_turn_still(state: MatchState, seat: str | None) -> bool:
    """Whether this seat played last and nobody passed since."""
    turn = state.round.last_turn
    return bool(turn) and turn[-1].seat == seat and not state.round.passes


def before_turn(state: MatchState, seat: str | None, tiles: Sequence[LaidTile]) -> Account | None:
    """The account of a seat's side before the turn in which it lays these tiles; None where nobody knows the seat."""
    if seat not in state.sides:
        return None
    goes_on = in_turn_still(state, seat) and same_turn(state.rules, state.round.last_turn, tiles)
    return state.round.before_turn if goes_on else state.account_of(seat)


def points_at_once(state: MatchState, seat: str | None, tiles: Sequence[LaidTile]) -> int:
    """What a legal play writes at once: its tiles lie, and the rest of the state is what it was before."""
    last_tile = seat is not None and 0 < state.tiles_left(seat) <= len(tiles)
    forced = is_forced_lead(state)
    points = points_of_turn(state.line, state.rules, forced_lead=forced, last_tile=last_tile)
    before = before_turn(state, seat, tiles)
    return points if before is None else added(before, points, state.rules).score - before.score


def begin(rules: RuleSet, seats: tuple[Seat, ...] = ()) -> MatchState:
    """The state before the first deal."""
    sides = sides_of(rules, [seat.id for seat in seats])
    ledger = Ledger({side: Account() for side in sides.values()})
    return MatchState(rules, RoundState(new_line(rules, len(seats))), seats, ledger=ledger)


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after one more event, which is neither a correction nor an undo (those need the whole log: `fold`).

    The state given is used up: its round is changed in place.
    """
    if isinstance(event, Setup):
        return begin(event.rules, event.seats)
    handler = _HANDLERS.get(type(event))
    if handler is not None:
        handler(state, event)
    return state


def fold(events: Iterable[Event]) -> MatchState:
    """The state after all events; corrections and undos are honoured. A log without a set-up is one of `free` play."""
    return reduce(apply, effective(events), begin(get("free")))


# -- one function for each kind of event -----------------------------------------------------------------------------


def _dealt(state: MatchState, event: Dealt) -> None:
    state.round = RoundState(
        new_line(state.rules, len(state.seats)), event.round, event.each, event.bazaar, event.leader, turn=event.leader,
        began=state.ledger,
    )  # fmt: skip
    state.phase = "playing"
    state.time_up = state.time_called


def _redealt(state: MatchState, event: Redealt) -> None:
    if event.granted:
        _deal_again(state)


def _played(state: MatchState, event: Played) -> None:
    current, seat = state.round, event.seat
    goes_on = in_turn_still(state, seat) and same_turn(state.rules, current.last_turn, event.tiles)
    before = before_turn(state, seat, event.tiles)
    legal = True
    for laid in event.tiles:
        current.fitted_both = fits_both(current.line, laid)
        legal = current.line.push_observed(node_of(current.line, laid)) is None and legal
    points = points_at_once(state, seat, event.tiles) if legal and state.phase == "playing" else 0
    if seat is not None and before is not None and state.phase == "playing":
        _write(state, state.sides[seat], added(before, points, state.rules))
    event = replace(event, sum=current.line.end_sum, points=points)
    current.before_turn = before
    current.last_turn = [*current.last_turn, event] if goes_on else [event]
    current.plays += [(seat, laid.tile) for laid in event.tiles]
    current.play_events.append(event)
    if state.phase == "playing":
        current.hands.clear()  # shown too early: the round went on
    current.passes = 0
    current.unanswered, current.passers = [], []
    laid_now = {laid.tile for laid in event.tiles}
    current.exposed = {owner: tile for owner, tile in current.exposed.items() if tile not in laid_now}
    current.turn = state.after(seat)
    if seat is not None:
        current.last[seat] = "+".join(str(laid.tile) for laid in event.tiles)


def _write(state: MatchState, side: str, account: Account) -> None:
    if account != state.ledger.accounts[side]:
        state.ledger = state.ledger.with_accounts({**state.ledger.accounts, side: account})


def _drew(state: MatchState, event: Drew) -> None:
    current = state.round
    current.drawn[event.seat] = current.drawn.get(event.seat, 0) + event.count
    current.bazaar -= event.count
    current.last[event.seat] = "draw"
    current.lacks.pop(event.seat, None)  # what it lacked before, it may have drawn


def _passed(state: MatchState, event: Passed) -> None:
    current = state.round
    brought = points_of_pass(state, event.seat, event.seq)
    for points in brought:
        _give(state, points.side, points.points)
    current.pass_points += brought
    current.unanswered.append(event.seq)
    current.passers.append(event.seat)
    if not state.rules.row:  # there it tells of one tile only
        numbers = state.open_numbers  # as told now: a correction may have changed them since
        current.lacks.setdefault(event.seat, []).append((event.seq, numbers))
    current.last[event.seat] = "pass"
    current.passes += 1
    current.turn = state.after(event.seat)


def _give(state: MatchState, side: str, points: int) -> None:
    _write(state, side, added(state.ledger.accounts[side], points, state.rules))


def _wrong_pass(state: MatchState, event: WrongPass) -> None:
    """What the pass brought is taken back."""
    current = state.round
    current.proved_wrong.add(event.passed)
    for points in current.pass_points:
        if event.passed in points.passes:
            _give(state, points.side, -points.points)
    current.pass_points = [points for points in current.pass_points if event.passed not in points.passes]


def _illegal(state: MatchState, event: Illegal) -> None:
    current = state.round
    current.illegal[event.play] = event.reason
    index = next((i for i, play in enumerate(current.play_events) if play.seq == event.play and play.points), None)
    if index is not None:
        _take_back(state, index)  # whose turn it was, and who must lead, the line could not tell


def _take_back(state: MatchState, index: int) -> None:
    """The points of a play that breaks the rules."""
    current = state.round
    play = current.play_events[index]
    current.play_events[index] = replace(play, points=0)
    if play.seat not in state.sides:
        return
    last = index == len(current.play_events) - 1
    account = state.account_of(play.seat)
    before = current.before_turn if last else None
    _write(state, state.sides[play.seat], before or replace(account, score=account.score - play.points))


def _fish(state: MatchState, event: Fish) -> None:
    state.phase, state.round.termination, state.round.fisher = "ended", "fish", event.seat


def _out(state: MatchState, event: Out) -> None:
    state.phase, state.round.termination, state.round.winner = "ended", "out", event.seat


def _closed(state: MatchState, event: Closed) -> None:
    state.phase, state.round.termination, state.round.fisher = "ended", "closed", event.seat


def _revealed(state: MatchState, event: Revealed) -> None:
    state.round.hands[event.seat] = event.hand


def _scored(state: MatchState, event: Scored) -> None:
    state.phase = "scored"
    accounts = {row.side: Account(row.score, row.remembered, row.open) for row in event.sides}
    state.ledger = Ledger(accounts, event.carry, event.eggs, event.debt, event.hundred)
    state.next_leader = event.leader
    state.scores.append(event)


def _voided(state: MatchState, event: Voided) -> None:
    _deal_again(state)


def _deal_again(state: MatchState) -> None:
    """The round does not count, nor do the points that its turns brought."""
    state.phase = "waiting"
    state.next_leader = state.round.leader
    state.ledger = state.round.began or state.ledger


def _adjusted(state: MatchState, event: Adjusted) -> None:
    """Whatever the round that is played comes to, the points stay."""
    current = state.round
    state.ledger = _with_points(state.ledger, event)
    current.began = current.began and _with_points(current.began, event)
    seat = current.last_turn[-1].seat if current.last_turn else None
    if current.before_turn is not None and seat is not None and state.sides.get(seat) == event.side:
        current.before_turn = replace(current.before_turn, score=current.before_turn.score + event.points)


def _with_points(ledger: Ledger, event: Adjusted) -> Ledger:
    account = ledger.accounts[event.side]
    return ledger.with_accounts({**ledger.accounts, event.side: replace(account, score=account.score + event.points)})


def _bought(state: MatchState, event: Bought) -> None:
    """Both hands are other ones now, so that earlier passes prove nothing about them; who bought leads."""
    state.round.turn = event.seat
    state.round.holder_of_six = event.seat
    for seat in (event.seat, event.seller):
        state.round.lacks.pop(seat, None)


def _exposed(state: MatchState, event: Exposed) -> None:
    state.round.exposed[event.seat] = event.tile


def _time_up(state: MatchState, event: TimeUp) -> None:
    state.time_called = True
    state.time_up = state.phase == "playing"


def _left(state: MatchState, event: Left) -> None:
    state.left = (*state.left, event.seat)
    others = [side for side in state.ledger.accounts if side != state.sides.get(event.seat)]
    began = bool(state.scores or state.line.placed)
    if not began and len(others) == 1 and state.rules.ledger == "win":
        _write(state, others[0], Account(state.rules.limit, open=state.ledger.accounts[others[0]].open))


def _match_over(state: MatchState, event: MatchOver) -> None:
    state.phase, state.losers, state.winners = "over", event.losers, event.winners
    state.titles = event.titles


def _desynced(state: MatchState, event: Desynced) -> None:
    state.desync = event.reason


def _resynced(state: MatchState, event: Resynced) -> None:
    state.desync = None


_HANDLERS: dict[type[Event], Callable[[MatchState, Any], None]] = {
    Dealt: _dealt, Redealt: _redealt, Played: _played, Drew: _drew, Passed: _passed,
    WrongPass: _wrong_pass, Illegal: _illegal, Fish: _fish, Out: _out, Closed: _closed, Revealed: _revealed,
    Scored: _scored, Voided: _voided, Adjusted: _adjusted, Bought: _bought, Exposed: _exposed,
    TimeUp: _time_up, Left: _left, MatchOver: _match_over, Desynced: _desynced, Resynced: _resynced,
    **BOARD_HANDLERS,
}  # fmt: skip
