"""Hands that are shown at the end of a round: the tiles that lie open in front of each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from engine.events import Seat
from engine.fold import MatchState
from engine.tiles import Tile
from vision.layout import Layout
from vision.scene import Floats


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
    """The hands by seat, larger tiles first; None until as many tiles lie in front of each seat as it must hold.

    A tile belongs to the seat whose side of the table it lies nearest to, measured in widths and heights of the table.

    Args:
        rows: the tiles that may belong to hands (`open_tiles`).
        outline: the table's corner points; None: the whole picture.
    """
    seats: dict[str, Seat] = {seat.side: seat for seat in state.seats if seat.side is not None}
    if len(seats) != len(state.seats):
        return None
    hands: dict[str, list[Tile]] = {seat.id: [] for seat in state.seats}
    for row in rows:
        seat, tile = seats[_side_of(layout, row, seats, outline)], layout.tile(row)
        if tile is not None:
            hands[seat.id].append(tile)
    if any(len(hand) != state.tiles_left(seat) for seat, hand in hands.items()):
        return None
    return {seat: tuple(sorted(hand, reverse=True)) for seat, hand in hands.items()}


def completes_set(hands: Mapping[str, Sequence[Tile]], state: MatchState) -> bool:
    """Whether the line and these hands are the whole set; true where tiles sleep in the boneyard, which hides some."""
    if state.round.bazaar:
        return True
    seen = Counter(state.line.tiles)
    for hand in hands.values():
        seen.update(hand)
    return seen == Counter(dict.fromkeys(state.rules.set, state.rules.copies))


def _side_of(layout: Layout, row: int, seats: dict[str, Seat], outline: Floats | None) -> str:
    """The nearest of the sides at which somebody sits."""
    size = np.array(layout.scene.size, np.float64)
    low, high = (np.zeros(2), size) if outline is None else (outline.min(axis=0), outline.max(axis=0))
    x, y = ((layout.scene.centers[row].mean(axis=0) - low) / (high - low)).tolist()
    away = {"W": x, "E": 1 - x, "N": y, "S": 1 - y}
    return min((side for side in away if side in seats), key=away.__getitem__)
