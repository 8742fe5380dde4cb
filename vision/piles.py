"""Which tiles that touch were laid out, not played: hands, rows, a set spread upon the table, a heap.

Where people play, touching ends show equal numbers; where tiles merely lie side by side they do so by chance. So all
touches of a pile speak together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from vision.contact import Contact, Kind
from vision.pieces import Pieces

Numbers = Sequence[Sequence[int]]

# In nats, for play and against a layout by chance.
AT_FIRST = 3.5  # so that one or two ends that meet with unequal numbers are an illegal play
AGREES = 1.8  # 85 % of the ends that meet in a line agree (a snake touches itself), by chance one in seven
DISAGREES = -1.7
ABREAST = -0.5  # tiles side by side over their whole length: all hands are, and the lanes of few snakes


def laid_out(pairs: Mapping[tuple[int, int], Sequence[Contact]], pips: Numbers) -> list[bool]:
    """Which tiles lie in a pile that was laid out.

    Args:
        pairs: the touches of each two tiles.
        pips: for each tile the numbers of both halves, -1 face down.
    """
    piles = Pieces(len(pips), pairs)
    speaks: defaultdict[int, float] = defaultdict(float)
    for (one, other), group in pairs.items():
        if pips[one][0] >= 0 and pips[other][0] >= 0:
            speaks[piles.find(one)] += _speaks_for_play(group, pips)
    return [AT_FIRST + speaks[piles.find(row)] < 0.0 for row in range(len(pips))]


def by_pair(contacts: Iterable[Contact]) -> dict[tuple[int, int], list[Contact]]:
    """The touches of each two tiles."""
    pairs: dict[tuple[int, int], list[Contact]] = {}
    for contact in contacts:
        pairs.setdefault(contact.tiles, []).append(contact)
    return pairs


def _speaks_for_play(group: Sequence[Contact], pips: Numbers) -> float:
    """What the touches of two tiles say."""
    if any(contact.abreast for contact in group):
        return ABREAST
    if all(contact.kind is Kind.SIDE_TO_SIDE for contact in group):
        return 0.0
    return AGREES if any(_agrees(contact, pips) for contact in group) else DISAGREES


def _agrees(contact: Contact, pips: Numbers) -> bool:
    (i, j), (a, b) = contact.tiles, contact.halves
    return pips[i][a] == pips[j][b]
