"""What a hand is worth, and what its holder may claim with it (rules.md D-17, D-18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.ledger import RoundEnd
from engine.rulesets import RuleSet
from engine.tiles import Tile

BLANK, SIX = Tile(0, 0), Tile(6, 6)


def hand_value(hand: Iterable[Tile], rules: RuleSet) -> int:
    """The points left in a hand; the last blank or six may count specially when it is alone (D-18)."""
    tiles = sorted(hand)
    if tiles == [BLANK]:
        return max(rules.blank_alone, rules.blank_value)
    if tiles == [SIX]:
        return rules.six_alone
    if tiles == [BLANK, SIX] and rules.both_alone:
        return rules.both_alone
    return sum(tile.pips or rules.blank_value for tile in tiles)


def seat_values(end: RoundEnd, rules: RuleSet) -> dict[str, int]:
    """The points left in each seat's hand."""
    return {seat: hand_value(hand, rules) for seat, hand in end.hands.items()}


def side_values(end: RoundEnd, rules: RuleSet) -> dict[str, int]:
    """The points left in the hands of each side."""
    values = dict.fromkeys(end.side_ids, 0)
    for seat, value in seat_values(end, rules).items():
        values[end.sides[seat]] += value
    return values


def won_from_hands(side: str, values: Mapping[str, int], rules: RuleSet) -> int:
    """What a side that won gets from the hands: those of the others, with `count=all` also its own (D-40)."""
    return sum(value for other, value in values.items() if other != side or rules.count == "all")


def unique_highest(values: Mapping[str, int]) -> str | None:
    """The key of the largest value, where just one has it."""
    top = max(values.values(), default=0)
    holders = [key for key, value in values.items() if value == top]
    return holders[0] if len(holders) == 1 else None


def unique_lowest(values: Mapping[str, int]) -> str | None:
    """The key of the smallest value, where just one has it."""
    return unique_highest({key: -value for key, value in values.items()})


def may_redeal(hand: Iterable[Tile], rules: RuleSet) -> bool:
    """Whether this hand entitles its holder to a new deal (D-17)."""
    tiles = list(hand)
    doubles = sum(tile.is_double for tile in tiles)
    same = max((sum(tile.has(pips) for tile in tiles) for pips in range(rules.set.max_pips + 1)), default=0)
    claim = rules.redeal
    return bool((claim.doubles and doubles >= claim.doubles) or (claim.same and same >= claim.same))
