"""How players and sides are called in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import Seat
from engine.sides import members
from engine.text import AND, Text, joined

UNKNOWN = Text("somebody", "кто-то")


class Names:
    """The names of the players at the table."""

    def __init__(self, seats: Iterable[Seat] = ()) -> None:
        self._seats = {seat.id: seat for seat in seats}

    def seat(self, seat: str | None) -> Text:
        """A seat's player; "somebody" where it is not known who."""
        if seat is None:
            return UNKNOWN
        if seat not in self._seats:
            return Text(seat, seat)
        player = self._seats[seat]
        return Text(player.name, player.name_ru or player.name)

    def side(self, side: str | None) -> Text:
        """A side by the names of its players."""
        return joined([self.seat(seat) for seat in members(side)], by=AND) if side is not None else UNKNOWN

    def by_seat(self) -> dict[str, Text]:
        """All players."""
        return {seat: self.seat(seat) for seat in self._seats}
