"""The referee's judgements, as plain functions of the match's state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.events import Played, Refusal
from engine.fish import fisher_of, is_blocked, rows_went_round
from engine.fold import is_forced_lead, new_line, node_of, same_turn
from engine.hands import SIX, may_redeal
from engine.leading import must_lead, opening_order
from engine.ledger import Termination
from engine.line import Placed, Reason
from engine.state import MatchState
from engine.tiles import Tile


def open_numbers(state: MatchState) -> tuple[int, ...]:
    """The numbers that are open, each once, in the order of the ends."""
    return state.open_numbers


def judge_play(state: MatchState, node: Placed, in_turn: bool = True, seat: str | None = None) -> Reason | None:
    """What is wrong with a play, or None. What lies on the table weighs more than whose turn it is."""
    if state.phase != "playing":
        return "round_over"
    problem = state.line.problem(node)
    if problem is not None:
        return problem
    if not state.line.placed and is_wrong_lead(state, node.tile):
        return "wrong_lead"
    if not in_turn:
        return "out_of_turn"
    return "exposed_first" if owed_tile(state, seat) not in (None, node.tile) else None


def owed_tile(state: MatchState, seat: str | None) -> Tile | None:
    """The tile that a seat must lay now, for it lies open after a misplay and fits (rules.md 1.9)."""
    tile = None if seat is None else state.round.exposed.get(seat)
    return tile if tile is not None and any(True for _ in state.line.fits(tile)) else None


def illegal_plays(state: MatchState) -> list[tuple[Played, Tile, Reason]]:
    """The plays of this round that do not fit the line as it is told now, and that no verdict stands against."""
    line = new_line(state.rules, len(state.seats))
    found = []
    for played in state.round.play_events:
        for laid in played.tiles:
            reason = line.push_observed(node_of(line, laid))
            if reason is not None and played.seq not in state.round.illegal:
                found.append((played, laid.tile, reason))
    return found


def wrong_lead(state: MatchState, draws_seen: bool) -> Played | None:
    """The play that led this round, where it broke a rule and no verdict stands against it yet.

    The table shows at once that the opening rule asked for another tile. That the leader held a double shows later,
    when he lays or reveals one that he was dealt (rules.md 1.5).
    """
    plays = state.round.play_events
    if not plays or plays[0].seq in state.round.illegal:
        return None
    lead, led = plays[0], plays[0].tiles[0].tile
    if is_forced_lead(state):
        return lead if is_wrong_lead(state, led) else None
    if lead.seat is None or led.is_double or not _holds_what_was_dealt(state, lead.seat, draws_seen):
        return None
    held = [tile for seat, tile in state.round.plays if seat == lead.seat]
    held += state.round.hands.get(lead.seat, ())
    return lead if any(must_lead(tile, state.rules) for tile in held) else None


def _holds_what_was_dealt(state: MatchState, seat: str, draws_seen: bool) -> bool:
    counted = draws_seen or state.rules.draw == "none" or state.rules.bazaar_of(len(state.seats)) == 0
    return counted and not state.round.drawn.get(seat)


def earlier_players(state: MatchState) -> list[tuple[Played, str]]:
    """Who laid the plays before the last one, the newest first, as far as nobody is named for them yet."""
    plays = state.round.play_events
    named: list[tuple[Played, str]] = []
    if not state.rules.turns or not plays:
        return named
    seat = plays[-1].seat
    for play, later in zip(plays[-2::-1], plays[:0:-1], strict=True):
        if play.seat is not None or seat is None:
            break
        together = play.t == later.t and same_turn(state.rules, [play], later.tiles)
        seat = seat if together else state.before(seat)
        named.append((play, seat))
    return named


def is_wrong_lead(state: MatchState, tile: Tile) -> bool:
    """Whether the opening rule forbids this lead. Where tiles sleep in the boneyard only its holder could tell."""
    dealt_from = state.round.bazaar + sum(state.round.drawn.values())
    if not is_forced_lead(state) or dealt_from:
        return False
    return tile != opening_order(state.rules, state.ledger)[0]


def could_pass(state: MatchState, seat: str) -> bool:
    """Whether the seat's hand may hold nothing that fits, as far as the table and its earlier passes tell."""
    if owed_tile(state, seat) is not None:
        return False
    barred = set(open_numbers(state)).union(*(numbers for _, numbers in state.round.lacks.get(seat, [])))
    hidden, holder = _not_on_table(state), state.round.holder_of_six
    if holder is not None and SIX in hidden:
        if holder == seat and SIX.high in barred:
            return False
        hidden = [tile for tile in hidden if tile != SIX or holder == seat]
    possible = [tile for tile in hidden if not any(tile.has(pips) for pips in barred)]
    return (1 if state.rules.row else state.tiles_left(seat)) <= len(possible)


def _not_on_table(state: MatchState) -> list[Tile]:
    """The tiles that lie in no line, each as often as it is still out, the larger first."""
    out = Counter(state.rules.tiles(len(state.seats)))
    out.subtract(state.line.tiles)
    return sorted(out.elements(), reverse=True)


def refusal_of_redeal(state: MatchState, seat: str, hand: Sequence[Tile] | None) -> Refusal | None:
    """Why a seat gets no new deal, or None. A hand that is not shown is believed (D-17)."""
    if not (state.rules.redeal.doubles or state.rules.redeal.same):
        return "no_redeal"
    current = state.round
    as_dealt = seat not in current.drawn and all(player != seat for player, _ in current.plays)
    if state.phase != "playing" or not as_dealt:
        return "too_late"
    return None if hand is None or may_redeal(hand, state.rules) else "poor_hand"


def may_draw(state: MatchState) -> bool:
    """Whether tiles may still be taken from the boneyard, as far as draws were seen."""
    return state.rules.draw != "none" and state.round.bazaar > state.rules.bazaar_keep


def said_again(state: MatchState, seat: str) -> bool:
    """Whether a seat has passed since the last tile, and it is another one's turn."""
    return seat in state.round.passers and state.turn not in (None, seat)


def must_draw(state: MatchState, seat: str) -> bool:
    """Whether a seat that cannot play has to draw before it passes; with `draw=one` it has done so once."""
    has_drawn = state.rules.draw == "one" and state.round.last.get(seat) == "draw"
    return may_draw(state) and not has_drawn


def wrong_passes(
    state: MatchState, seat: str | None, tiles: Sequence[Tile], draws_seen: bool
) -> list[tuple[int, Tile]]:
    """Passes of a seat that one of these tiles, held all the time, proves wrong: (event of the pass, the tile).

    Where tiles may have been drawn unseen since the pass, nothing is proved.
    """
    if seat is None or (state.rules.draw == "one" and may_draw(state) and not draws_seen):
        return []
    proofs = []
    for passed, numbers in state.round.lacks.get(seat, []):
        if passed in state.round.proved_wrong:
            continue
        tile = next((tile for tile in tiles if any(tile.has(pips) for pips in numbers)), None)
        if tile is not None:
            proofs.append((passed, tile))
    return proofs


@dataclass(frozen=True)
class RoundOver:
    """How the round has just ended; `seat` went out, or is the fisher, or closed the last end."""

    termination: Termination
    seat: str | None
    proof: Literal["table", "passes", "hands"] = "table"


def round_over(state: MatchState, draws_seen: bool) -> RoundOver | None:
    """Whether the last play or pass ended the round, as far as the table proves it."""
    rules, current = state.rules, state.round
    if not current.plays or not rules.turns:
        return None
    seat = current.plays[-1][0]
    counted = draws_seen or current.bazaar == 0 or rules.draw == "none"
    if seat is not None and current.each and counted and not current.passes and state.tiles_left(seat) == 0:
        return RoundOver("out", seat)
    if not state.open_ends and (rules.close_doubles or rules.cut_lines):
        return RoundOver("closed", seat)
    if is_blocked(state.line, rules.fish_when):
        return RoundOver("fish", fisher_of(current.plays, rules.fisher))
    if _all_have_passed(state, draws_seen):
        return RoundOver("fish", fisher_of(current.plays, rules.fisher), "passes")
    return None


def _all_have_passed(state: MatchState, draws_seen: bool) -> bool:
    """Whether so many passed, one after the other, that nobody can go on."""
    rules, passes, seats = state.rules, state.round.passes, state.seat_ids
    if not seats or not state.round.passers or set(state.round.passers) != set(seats):
        return False
    if rules.row:
        last = seats.index(state.before(state.turn or seats[0]))
        return rows_went_round(passes, [state.tiles_left(seats[last - back]) for back in range(len(seats))])
    # who draws until a tile fits passes only when the boneyard is used up, be the draws seen or not
    return not may_draw(state) or (rules.draw == "until" and not draws_seen)


def shown_end(state: MatchState, hands: Mapping[str, Sequence[Tile]]) -> RoundOver | None:
    """How a round ended that the table left open, now that all hands are shown.

    None when somebody can still play or draw, and when tiles that were dealt are neither on the table nor in a hand:
    then a hand that seems empty was not shown.
    """
    rules, current = state.rules, state.round
    hidden = len(rules.tiles(len(state.seats))) - len(state.line) - sum(map(len, hands.values()))
    empty = [seat for seat, hand in hands.items() if not hand]
    if rules.counts_hands:
        return RoundOver("out", empty[0]) if len(empty) == 1 else RoundOver("fish", None, "hands")
    if not current.plays or hidden > current.bazaar or len(empty) > 1:
        return None
    if empty:
        return RoundOver("out", empty[0])
    numbers = open_numbers(state)
    fits = any(tile.has(pips) for hand in hands.values() for tile in hand for pips in numbers)
    if fits or (rules.draw != "none" and hidden > rules.bazaar_keep):
        return None
    return RoundOver("fish", fisher_of(current.plays, rules.fisher), "hands")


def missing_hand(state: MatchState, hands: Mapping[str, Sequence[Tile]]) -> dict[str, tuple[Tile, ...]]:
    """The one hand that was not shown, when no tile sleeps in the boneyard: it holds all the others."""
    absent = [seat for seat in state.seat_ids if seat not in hands]
    if len(absent) != 1 or state.round.bazaar or state.rules.counts_hands:
        return {}
    rest = Counter(_not_on_table(state))
    for hand in hands.values():
        rest.subtract(hand)
    hidden = tuple(sorted(rest.elements(), reverse=True))
    return {absent[0]: hidden} if len(hidden) == state.tiles_left(absent[0]) else {}


def fisher_went_out(state: MatchState, hands: Mapping[str, Sequence[Tile]], draws_seen: bool) -> bool:
    """Whether the tile that blocked the round, or closed its last end, was its player's last.

    Only the reveal tells, where draws were unseen.
    """
    current = state.round
    if current.termination not in ("fish", "closed") or draws_seen or not current.bazaar:
        return False
    last = current.plays[-1][0] if current.plays else None
    return last is not None and hands.get(last, (None,)) == ()


@dataclass(frozen=True)
class ClosingSum:
    """What the closing checks say: all pips that were seen, tiles that are nowhere, tiles that lie more than once, and
    numbers that no line can show so often (`Line.odd_numbers`)."""

    pips: int
    expected: int
    missing: tuple[Tile, ...]
    twice: tuple[Tile, ...]
    odd: tuple[int, ...] = ()


def closing_sum(state: MatchState, draws_seen: bool) -> ClosingSum | None:
    """What is wrong with table and hands together, or None where every tile is accounted for (rules.md 1.1).

    Where only hands are counted, the other tiles may be anywhere.
    """
    seen = Counter(state.line.tiles)
    for hand in state.round.hands.values():
        seen.update(hand)
    copies, bazaar = state.rules.copies, state.round.bazaar
    tiles = state.rules.tiles(len(state.seats))
    missing = () if state.rules.counts_hands else tuple((Counter(tiles) - seen).elements())
    twice = tuple(sorted(tile for tile, count in seen.items() if count > copies))
    drawn_unseen = state.rules.draw != "none" and not draws_seen
    asleep = len(missing) <= bazaar if drawn_unseen else len(missing) == bazaar
    odd = state.line.odd_numbers()
    if asleep and not twice and not odd:
        return None
    pips = sum(tile.pips * count for tile, count in seen.items())
    return ClosingSum(pips, sum(tile.pips for tile in tiles), missing if twice or not asleep else (), twice, odd)
