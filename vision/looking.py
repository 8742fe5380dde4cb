"""Where tiles may be, and what the reader sees there: a coarse picture first, finer ones and second looks where needed.

The locator's work grows with the pixels that it sees, the reader's with the outlines that it looks at. Most tables are
found in one small picture and read at first sight; what is doubtful gets all that there is.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.closer import heats, more_places
from vision.detector import Detector, Proposals, distinct, distinct_rows, first_side, level_sides, same_places, together
from vision.judgement import proposal_scores
from vision.profile import Profile
from vision.reader import Reader, Reading
from vision.selection import choose

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Rows = NDArray[np.intp]

_FOUND = 0.5
"""From which heat on the locator itself thinks that there is a half."""
_EXPECTED = 0.2
"""The score of a proposal where a tile lay a moment ago: it counts where none was found."""
_SURE, _DOUBTFUL = 0.8, 0.25
"""From which scores on something is a tile for sure, and may be one."""
_MUCH_DOUBT = 0.25
"""How many doubtful ones, to one that is sure, ask for a larger picture."""
_CLEAR, _THERE = 0.97, 0.9
"""How surely both halves must be read, and be there, at first sight to need no second look."""
_MOVED = 0.2
"""By how many sides of half a tile a corner may be off at first sight."""
_SMALLEST, _LARGEST = 14.0, 38.0
"""Sides of half a tile, in pixels of what the locator sees, between which it hardly misses one."""
_ROUNDS = 3
"""How often tiles that were found may show where others lie."""


@dataclass(frozen=True, eq=False)
class Looked:
    """What the reader looked at: (n, 4, 2) pixels of `outlines`, and the (n, 2, k) `output` of its network."""

    outlines: Floats
    output: Floats

    def __getitem__(self, rows: Flags | Rows) -> Looked:
        """Some of them."""
        return Looked(self.outlines[rows], self.output[rows])


def first_look(
    detector: Detector, reader: Reader, photo: Bytes, max_pips: int, expected: Floats | None
) -> tuple[Looked, float]:
    """Looks once at all outlines in which a tile may be; also the milliseconds that it took to find them.

    Of outlines that turn out to be the same only the one is kept that shows a tile best.

    Args:
        detector, reader: the networks.
        photo: (height, width, 3) uint8 BGR.
        max_pips: the highest number of the set.
        expected: (n, 4, 2) pixels of tiles that lay there a moment ago.
    """
    began = time.perf_counter()
    long_side = max(photo.shape[:2])
    sides = level_sides(photo.shape[1], photo.shape[0])
    found = distinct(_with_expected(detector.search(photo, first_side(sides)), expected))
    spent = time.perf_counter() - began
    looked = Looked(found.corners, reader.look(photo, found.corners))
    seen = reader.interpret(looked.output, looked.outlines, max_pips)
    # Beside each other two backs look like a blank between them: a guess must show pips.
    is_kept = ~found.is_guess | _shows_pips(seen)
    looked, seen, found = looked[is_kept], seen[is_kept], found[np.flatnonzero(is_kept)]
    scores = proposal_scores(seen)
    is_sure = scores >= _SURE
    units = half_sides(seen.corners[is_sure & _shows_pips(seen)]) / np.float32(long_side)
    doubtful = _doubtful(seen, scores) + int((is_sure & (found.heat < _FOUND)).sum())
    if more := further_sides(sides, units, doubtful):
        began = time.perf_counter()
        found = together([detector.search(photo, side) for side in more])
        corners = distinct(found[np.flatnonzero(~found.is_guess)]).corners
        corners = corners[~same_places(corners, seen.corners[is_sure]).any(axis=1)]
        spent += time.perf_counter() - began
        looked = _both(looked, Looked(corners, reader.look(photo, corners)))
    return _distinct(reader, looked, max_pips), spent * 1000


def look_elsewhere(reader: Reader, photo: Bytes, max_pips: int, looked: Looked, corners: Floats) -> Looked:
    """Looks at the (m, 4, 2) `corners`, too; see `first_look`."""
    return _distinct(reader, _both(looked, Looked(corners, reader.look(photo, corners))), max_pips)


def further_sides(sides: Sequence[int], units: Floats, doubtful: int) -> list[int]:
    """At which of the `level_sides` a photo must be searched after the first.

    Where no tile is sure, at all of them; else where the tiles' size asks for it. All tiles of a set are of one size,
    but seen from a seat the far ones are smaller, and their sizes may go on as far as they have gone. Where much is
    doubtful, a larger picture may show what it is, and what was missed beside it.

    Args:
        sides: all of them.
        units: (n,) sides of half a tile of the sure ones that the first level showed, in long sides of the photo.
        doubtful: how many others may be tiles, and how many sure ones were hardly found.
    """
    first = first_side(sides)
    if not len(units):
        return [side for side in sides if side != first]
    pixels = units * first
    middle = float(np.median(pixels))
    is_small = float(pixels.min()) ** 2 / middle < _SMALLEST
    is_doubtful = middle < _LARGEST and doubtful > _MUCH_DOUBT * len(units)
    finer = [side for side in sides if side > first and (is_small or is_doubtful)]
    return finer + [side for side in sides if side < first and float(pixels.max()) ** 2 / middle > _LARGEST]


def closer_look(
    detector: Detector, reader: Reader, photo: Bytes, first: Looked, max_pips: int, profile: Profile | None
) -> Looked:
    """Looks everywhere that a tile of a known set may be; each tile that is found shows where others may lie.

    Args:
        first: what was looked at so far; the result has it, too.
        profile: of the whole set, so that it tells what is no tile; None while it is being learnt.
        detector, reader, photo, max_pips: as in `first_look`.
    """
    seen, looked = heats(detector, photo), first
    count = -1
    for _ in range(_ROUNDS):
        reading = reader.interpret(looked.output, looked.outlines, max_pips, profile)
        scores = proposal_scores(reading)
        rows = distinct_rows(reading.corners, scores)
        looked, found = looked[rows], reading.corners[rows][choose(reading.corners[rows], scores[rows], _SURE)]
        if len(found) <= count:
            break
        count = len(found)
        corners = more_places(seen, found)
        corners = corners[~same_places(corners, looked.outlines).any(axis=1)] if len(looked.outlines) else corners
        looked = _both(looked, Looked(corners, reader.look(photo, corners)))
    return looked


def second_look(reader: Reader, photo: Bytes, first: Looked, rough: Reading, thorough: bool = False) -> Looked:
    """Looks again, both ways up and with the improved outline, at what was not clear at first sight.

    Args:
        first: what was looked at, and `rough`, what it says.
        thorough: look at all of them again.
    """
    again = np.ones(len(first.outlines), np.bool_) if thorough else ~_is_clear(first, rough)
    outlines, output = first.outlines.copy(), first.output.copy()
    outlines[again] = rough.corners[again]
    if again.any():
        output[again] = reader.look(photo, outlines[again], mirrored=True)
    return Looked(outlines, output)


def half_sides(corners: Floats) -> Floats:
    """(n, 4, 2) corners of tiles -> (n,) the side of a square as large as half of each."""
    long = np.linalg.norm(corners[:, [1, 2]] - corners[:, [0, 3]], axis=2).mean(axis=1)
    short = np.linalg.norm(corners[:, [3, 2]] - corners[:, [0, 1]], axis=2).mean(axis=1)
    return np.asarray(np.sqrt(long / 2 * short), np.float32)


def _distinct(reader: Reader, looked: Looked, max_pips: int) -> Looked:
    seen = reader.interpret(looked.output, looked.outlines, max_pips)
    return looked[distinct_rows(seen.corners, proposal_scores(seen))]


def _both(one: Looked, other: Looked) -> Looked:
    if not len(one.outlines) or not len(other.outlines):
        return one if len(one.outlines) else other
    return Looked(np.concatenate([one.outlines, other.outlines]), np.concatenate([one.output, other.output]))


def _doubtful(seen: Reading, scores: Floats) -> int:
    """How many may be tiles, away from those that are for sure."""
    is_sure, middles = scores >= _SURE, seen.corners.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles[None, is_sure], axis=2)
    is_free = (apart > half_sides(seen.corners[is_sure])[None]).all(axis=1)
    return int((is_free & (scores > _DOUBTFUL) & ~is_sure).sum())


def _is_clear(first: Looked, rough: Reading) -> Flags:
    moved = np.linalg.norm(rough.corners - first.outlines, axis=2).max(axis=1, initial=0)
    is_there = (rough.valid.min(axis=1, initial=1) > _THERE) & (rough.down.max(axis=1, initial=0) < 1 - _CLEAR)
    is_read = rough.probabilities.max(axis=2, initial=0).min(axis=1, initial=1) > _CLEAR
    return np.asarray(is_there & is_read & (moved < _MOVED * half_sides(rough.corners)))


def _shows_pips(reading: Reading) -> Flags:
    is_up = reading.down.mean(axis=1) < 0.5
    return np.asarray(is_up & (reading.probabilities.argmax(axis=2).sum(axis=1) > 0))


def _with_expected(proposals: Proposals, expected: Floats | None) -> Proposals:
    if expected is None or not len(expected):
        return proposals
    count = len(expected)
    scores, none = np.full(count, _EXPECTED, np.float32), np.zeros(count, np.float32)
    known = Proposals(expected.astype(np.float32), scores, none, none, np.zeros(count, np.bool_))
    return together([proposals, known])
