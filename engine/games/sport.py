"""Sport dominoes of the Russian federation: pairs, counter-clockwise, to 200 or on time (rules.md 1.9).

What the rules say about the table around the line is here too, as functions of plain data: the lots for the first
lead, who shuffles and in which order tiles are taken, and what the way in which the first tile lies tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.hands import seat_values, side_values, unique_lowest
from engine.ledger import Charges, RoundEnd, Ruling
from engine.rulesets import RuleSet
from engine.text import Text
from engine.tiles import Tile

SPORT_FDR = RuleSet(
    id="sport.fdr",
    name=Text("Sport dominoes, the Russian federation's rules", "Спортивное домино (Федерация домино России)"),
    deal=((4, 7),),
    teams="pairs",
    dir="ccw",
    lead_next="next_seat",
    draw="none",
    fisher="last_tile",
    fish_scoring="lower_takes",
    fish_sum="all",
    out_scoring="winner_takes_all",
    count="all",
    ledger="win",
    limit=200,
    minutes=50,
    level="another_round",
    wrong_pass="ends_round",
    clock=True,
)

PRESETS = (SPORT_FDR,)


def lower_takes(end: RoundEnd, rules: RuleSet) -> Charges:
    """The side with less gets what the others hold, with `fish_sum=all` its own hands too (SP-2, SP-3).

    Where `fish_winner` has the fisher win, or sets his hand against the next player's, that side is paid instead.
    """
    values = side_values(end, rules)
    winner, rulings = _winner_of_fish(end, rules)
    nothing, total = dict.fromkeys(values, 0), sum(values.values())
    if winner is None:
        return Charges(nothing, even=total)
    gain = total if rules.fish_sum == "all" else total - values[winner]
    terms = (values[winner], total - values[winner])
    who = "lower" if rules.fish_winner == "lowest" else "winner"
    ruling = Ruling(f"fish.{who}_takes_{rules.fish_sum}", winner, gain, terms=terms)
    return Charges(nothing | {winner: gain}, winner=winner, rulings=(*rulings, ruling))


def _winner_of_fish(end: RoundEnd, rules: RuleSet) -> tuple[str | None, tuple[Ruling, ...]]:
    if rules.fish_winner == "lowest" or end.fisher is None:
        return unique_lowest(side_values(end, rules)), ()
    if rules.fish_winner == "fisher":
        return end.fishing_side, ()
    seats, values = tuple(end.hands), seat_values(end, rules)
    rival = seats[(seats.index(end.fisher) + 1) % len(seats)]
    best = rival if values[rival] < values[end.fisher] else end.fisher
    compared = Ruling("fish.fisher_or_next", end.sides[best], seat=best, terms=(values[end.fisher], values[rival]))
    return end.sides[best], (compared,)


# -- before the first tile ---------------------------------------------------------------------------------------------


def drawn_leader(lots: Mapping[str, Tile]) -> str | None:
    """Who leads the first round: everybody turns one tile; the highest sum leads, of equal sums the larger half (SP-4).

    None: two have drawn equal tiles (from two sets), and all draw again.
    """
    best = max((tile.pips, tile.high) for tile in lots.values())
    first, *others = [seat for seat, tile in lots.items() if (tile.pips, tile.high) == best]
    return None if others else first


def who_shuffles(leader: str, seats: Sequence[str]) -> str:
    """The player on the leader's left: the turn goes counter-clockwise, so that it is the one before."""
    return seats[seats.index(leader) - 1]


def order_of_taking(leader: str, seats: Sequence[str], *, shuffled_again: bool = False) -> tuple[str, ...]:
    """In which order the players take their tiles: in turn from the leader; one who shuffles again takes last."""
    first = seats.index(leader) + shuffled_again
    return tuple(seats[(first + step) % len(seats)] for step in range(len(seats)))


def who_led(tile: Tile, low_half_points: str, edges: Mapping[str, str | None]) -> tuple[str, ...]:
    """Who laid the first tile, as the way it lies tells: its smaller half points at its owner, a double lies parallel.

    Args:
        low_half_points: the edge of the table (N, E, S, W) that the smaller half points at; for a double either half.
        edges: at which edge each seat is, where that is known.

    Returns:
        The seat that led; after a double both partners who may have; empty where nobody is known to sit there.
    """
    beside = ("N", "S") if low_half_points in ("E", "W") else ("E", "W")
    owners = beside if tile.is_double else (low_half_points,)
    return tuple(seat for seat, edge in edges.items() if edge in owners)


FISH = {"lower_takes": lower_takes}
