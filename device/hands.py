"""Hands that are shown at the end of a round: the tiles that lie open in front of each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from engine.events import Seat
from engine.judge import shown_end
from engine.state import MatchState
from engine.tiles import Tile
from vision.layout import Layout
from vision.scene import Floats

NEAR_SEAT = 0.25
"""Of the table's width or height: hands are shown no further than this from the edge."""


def open_tiles(layout: Layout, state: MatchState) -> tuple[int, ...]:
    """Rows of the face-up tiles that were not played in this round."""
    played = Counter(state.line.tiles)
    rows = []
    for row in range(len(layout.scene)):
        tile = layout.tile(row)
        if tile is None:
            continue
        if played[tile] > 0:
            played[tile] -= 1
        else:
            rows.append(row)
    return tuple(rows)


def revealed_hands(
    layout: Layout, rows: Sequence[int], state: MatchState, outline: Floats | None = None
) -> dict[str, tuple[Tile, ...]] | None:
    """The hands by seat, larger tiles first; None until all tiles that the seats must hold lie in front of them.

    With a boneyard a seat may hold more than it was dealt, in all no more than could be drawn. A tile belongs to the
    seat whose side of the table it lies nearest to, measured in widths and heights of the table.

    Args:
        rows: the tiles that may belong to hands (`open_tiles`).
        outline: the table's corner points; None: the whole picture.
    """
    hands = _by_seat(layout, rows, state, outline)
    if hands is None or any(len(hand) < state.tiles_left(seat) for seat, hand in hands.items()):
        return None
    drawn = sum(map(len, hands.values())) + len(state.round.plays) - state.round.each * len(state.seats)
    if drawn > (state.round.bazaar - state.rules.bazaar_keep if state.rules.draw != "none" else 0):
        return None
    return hands


def counted_hands(
    layout: Layout, rows: Sequence[int], state: MatchState, outline: Floats | None = None
) -> dict[str, tuple[Tile, ...]] | None:
    """The hands where nothing else is counted: tiles near a seat; None while more than one seat shows none."""
    near = [row for row in rows if is_near_seat(layout, row, outline)]
    hands = _by_seat(layout, near, state, outline)
    shown = sum(bool(hand) for hand in hands.values()) if hands is not None else 0
    return hands if 0 < shown >= len(state.seats) - 1 else None


def is_near_seat(layout: Layout, row: int, outline: Floats | None = None) -> bool:
    """Whether a tile lies so near to the table's edge that it may be in somebody's hand."""
    return min(_away(layout, row, outline).values()) <= NEAR_SEAT


def hands_that_end(
    layout: Layout, rows: Sequence[int], state: MatchState, outline: Floats | None = None
) -> dict[str, tuple[Tile, ...]] | None:
    """The hands, if showing them proves that the round is over; None otherwise.

    With a boneyard nobody knows how many tiles a player holds, so only the open hands tell that somebody is out: the
    player of the last tile, if he has none left. Each tile must lie near a seat, or it is one that is just being laid.
    """
    if not all(is_near_seat(layout, row, outline) for row in rows):
        return None
    hands = revealed_hands(layout, rows, state, outline) if rows and state.round.plays else None
    end = shown_end(state, hands) if hands is not None else None
    if end is None or (end.termination == "out" and end.seat != state.round.plays[-1][0]):
        return None
    return hands


def completes_set(hands: Mapping[str, Sequence[Tile]], state: MatchState) -> bool:
    """Whether the line and these hands are the whole set; where tiles sleep in the boneyard they are not."""
    seen = Counter(state.line.tiles)
    for hand in hands.values():
        seen.update(hand)
    return seen == Counter(dict.fromkeys(state.rules.set, state.rules.copies))


def _by_seat(
    layout: Layout, rows: Sequence[int], state: MatchState, outline: Floats | None
) -> dict[str, tuple[Tile, ...]] | None:
    """The tiles by the seats in front of which they lie, the larger first; None where somebody's side is unknown."""
    seats: dict[str, Seat] = {seat.edge: seat for seat in state.seats if seat.edge is not None}
    if len(seats) != len(state.seats):
        return None
    hands: dict[str, list[Tile]] = {seat.id: [] for seat in state.seats}
    for row in rows:
        seat, tile = seats[_side_of(layout, row, seats, outline)], layout.tile(row)
        if tile is not None:
            hands[seat.id].append(tile)
    return {seat: tuple(sorted(hand, reverse=True)) for seat, hand in hands.items()}


def _side_of(layout: Layout, row: int, seats: dict[str, Seat], outline: Floats | None) -> str:
    """The nearest of the sides at which somebody sits."""
    away = _away(layout, row, outline)
    return min((side for side in away if side in seats), key=away.__getitem__)


def _away(layout: Layout, row: int, outline: Floats | None) -> dict[str, float]:
    """How far a tile lies from each side of the table, in widths and heights of the table."""
    size = np.array(layout.scene.size, np.float64)
    low, high = (np.zeros(2), size) if outline is None else (outline.min(axis=0), outline.max(axis=0))
    x, y = ((layout.scene.centers[row].mean(axis=0) - low) / (high - low)).tolist()
    return {"W": x, "E": 1 - x, "N": y, "S": 1 - y}
