"""The sport clock: how long a seat may think (rules.md 1.9).

Five seconds where just one play is possible, twenty where there are several, a minute where a play may end the round as
a fish. Hands are hidden, so while a round is played the table gives an upper bound; it is exact once the hand is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.advice.choices import Choice, choices, tiles_out
from engine.events import Dealt, Event, Fixed, Passed, Played, Undone
from engine.line import Line
from engine.rulesets import RuleSet
from engine.state import MatchState
from engine.text import OR, Text, joined
from engine.tiles import Tile

Cause = Literal["no_play", "one_play", "several_plays", "fish"]

SECONDS: dict[Cause, int] = {"no_play": 5, "one_play": 5, "several_plays": 20, "fish": 60}

EXACT: dict[Cause, Text] = {
    "no_play": Text("No tile fits: {seconds} seconds for the pass.", "Ходить нечем: на пас {seconds} секунд."),
    "one_play": Text("Only one play is possible: {seconds} seconds.", "Возможен единственный ход: {seconds} секунд."),
    "several_plays": Text(
        "{plays} plays are possible: {seconds} seconds.", "Возможных ходов — {plays}: {seconds} секунд."
    ),
    "fish": Text("{tile} can make a fish: {seconds} seconds.", "Костью {tile} можно сделать рыбу: {seconds} секунд."),
}
AT_MOST: dict[Cause, Text] = {
    "no_play": Text(
        "As the table shows, no tile can fit: {seconds} seconds for the pass.",
        "По столу видно, что ходить нечем: на пас {seconds} секунд.",
    ),
    "one_play": Text(
        "As the table shows, one play is possible at most: {seconds} seconds.",
        "По столу видно, что возможен самое большее один ход: {seconds} секунд.",
    ),
    "several_plays": Text(
        "As far as the table shows, several plays may be possible (up to {plays}): at most {seconds} seconds.",
        "Насколько видно по столу, ходов может быть несколько (до {plays}): не больше {seconds} секунд.",
    ),
    "fish": Text(
        "As far as the table shows, {tile} may make a fish: at most {seconds} seconds.",
        "Насколько видно по столу, костью {tile} можно сделать рыбу: не больше {seconds} секунд.",
    ),
}


@dataclass(frozen=True)
class Allowance:
    """The time for a turn and why.

    `plays` is how many plays are possible, or may be at most where the hand is not known (`exact` is False then);
    `fish` are the tiles that may block the round.
    """

    seconds: int
    cause: Cause
    plays: int
    fish: tuple[Tile, ...]
    exact: bool
    text: Text


def over_time(seconds_taken: float, allowance: Allowance) -> bool:
    """Whether a turn took longer than it may."""
    return seconds_taken > allowance.seconds


def turn_began(log: Iterable[Event]) -> float | None:
    """When the seat to move could begin to think; None where the table does not tell: at the lead, and after a pass
    that nobody heard.

    Args:
        log: the events so far, the newest first.
    """
    for event in log:
        if isinstance(event, Played):
            return event.t
        if isinstance(event, Passed):
            return None if event.inferred else event.t
        if isinstance(event, Dealt | Fixed | Undone):
            return None
    return None


def allowance_of_hand(
    line: Line,
    hand: Iterable[Tile],
    rules: RuleSet,
    bazaar: int = 0,
    lead: Tile | None = None,
    others: Iterable[Tile] | None = None,
) -> Allowance:
    """The time of a seat whose hand is known: in self-play, or after the reveal.

    Args:
        bazaar: tiles in the boneyard.
        lead: the tile that the opening rule asks for, where it does.
        others: what the other hands hold; without it, tiles that sleep leave open what is a fish.
    """
    held, asleep = tuple(hand), sleeping(rules, bazaar)
    possible = tuple(tile for tile in held if tile == lead) if lead is not None and not line.placed else held
    in_hands = (*held, *others) if others is not None else held
    plays = choices(line, possible, rules.fish_when, asleep, in_hands)
    exact = others is not None or not asleep
    return _allowance(_count(plays, rules), [play.tile for play in plays if play.blocks], exact)


def allowance_at_most(state: MatchState, seat: str) -> Allowance:
    """The longest time that a seat may be given, as far as the table and its own passes tell."""
    rules, current = state.rules, state.round
    order = rules.lead_tiles()
    if not state.line.placed and current.leader is None and order:
        return _allowance(1, (), exact=True)
    lacked = {pips for _, numbers in current.lacks.get(seat, []) for pips in numbers}
    possible = [tile for tile in tiles_out(state.line) if not any(tile.has(pips) for pips in lacked)]
    plays = choices(state.line, possible, rules.fish_when, sleeping(rules, current.bazaar))
    counts = [_count([play for play in plays if play.tile == tile], rules) for tile in dict.fromkeys(possible)]
    may_have_drawn = rules.draw != "none" and current.bazaar > rules.bazaar_keep  # draws need not have been seen
    most = sum(sorted(counts, reverse=True)[: None if may_have_drawn else state.tiles_left(seat)])
    return _allowance(most, [play.tile for play in plays if play.blocks], exact=False)


def sleeping(rules: RuleSet, bazaar: int) -> int:
    """The tiles of the boneyard that nobody may ever draw."""
    return bazaar if rules.draw == "none" else min(bazaar, rules.bazaar_keep)


def _count(plays: Iterable[Choice], rules: RuleSet) -> int:
    """The plays that differ; a double that may also be laid face down is two. Several doubles at once are several
    plays one by one already."""
    return sum(2 if rules.close_doubles and play.tile.is_double and play.end else 1 for play in plays)


def _allowance(plays: int, fish: Iterable[Tile], exact: bool) -> Allowance:
    blocking = tuple(dict.fromkeys(fish))
    cause: Cause = "no_play" if not plays else "one_play" if plays == 1 else "several_plays"
    cause = "fish" if blocking else cause
    sentence, seconds = (EXACT if exact else AT_MOST)[cause], SECONDS[cause]
    tiles = joined([Text(str(tile), str(tile)) for tile in blocking], by=OR)
    text = sentence.filled(seconds=seconds, plays=plays, tile=tiles)
    return Allowance(seconds, cause, plays, blocking, exact, text)
