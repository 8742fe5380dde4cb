"""What of all that may be a tile counts as one."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vision.reader import Reading

Floats = NDArray[np.float32]

_PROOF_WITHOUT_PIPS = 0.3
_TRUST = 5.0
"""By how much the odds of a tile are better where one was seen a moment ago."""
_DOUBTED, _ENDS_DOUBT = 0.5, 2.0
"""Below the first, the odds of a tile say nothing of whether there are dominoes at all; above the second, those of its
like are doubted no further."""
_PROVES = 10.0
"""How much likelier the tiles together must make it that there are dominoes."""
_UNSEEN = 6
"""How many places are taken to look like tiles wherever one looks."""
_FAIR = 4.0
"""The odds from which on a tile counts among those that differ."""
_ONE_SIZE = 0.35
"""By which logarithm tiles of one size may differ."""
_SUREST = 0.995
_BACK = 0.5
"""The power with which a back's own odds count once more: it has no pips to prove it."""


def proposal_scores(reading: Reading) -> Floats:
    """(n,) how surely each is a whole tile: both halves must be there, clear to read, in the outline of a tile.

    A back has no pips to prove it, and bare wood looks like one, so it must be seen all the more surely.
    """
    valid = np.sqrt(reading.valid.prod(axis=1))
    down = reading.down.mean(axis=1)
    clear = np.sqrt(reading.probabilities.max(axis=2, initial=0).prod(axis=1))
    plain = np.where(down > 0.5, valid**_BACK, clear)
    return np.asarray(valid * plain * _tile_shaped(reading.corners), np.float32)


def proof(reading: Reading) -> Floats:
    """(n,) how much each says about the tiles' size: squares printed on a board pass for backs, hardly for pips."""
    is_up = reading.down.mean(axis=1) < 0.5
    pips = 1 - reading.probabilities[:, :, 0].prod(axis=1)
    return np.where(is_up, np.maximum(pips, _PROOF_WITHOUT_PIPS), _PROOF_WITHOUT_PIPS).astype(np.float32)


def seen_sizes(corners: Floats) -> Floats:
    """(n,) logarithms of the lengths of tiles in the photo, in pixels."""
    return np.asarray(np.log(np.maximum(_lengths(corners), 1e-3)), np.float32)


def of_one_size(sizes: Floats, scores: Floats) -> Floats:
    """(n,) factors: the tiles of a set are of one size, so what differs much from the others is hardly one.

    The size that most of the sure tiles share counts; perspective makes near tiles larger, within limits.

    Args:
        sizes: (n,) logarithms of how large they are.
        scores: (n,) how sure each is.
    """
    if not len(scores):
        return scores
    # A large tile is worth more than a small one: texture invents small tiles by the dozen, never a large one.
    weights = (scores**4 * np.exp(sizes)).astype(np.float64)
    near = np.abs(sizes[:, None] - sizes[None]) < 0.25
    typical = float(sizes[int(np.argmax(near @ weights))])
    excess = np.maximum(0, np.abs(sizes - typical) - 0.3)
    return np.asarray(np.exp(-excess / 0.25), np.float32)


def proven(reading: Reading, scores: Floats, kept: list[int], places: Floats) -> list[int]:
    """The rows of the tiles to keep: none, where they do not prove together that there are dominoes at all.

    Keys, cards, rows of dice and printed squares look like doubtful tiles, and by the dozen; where nothing else lies on
    the table, they are none. Only tiles face up with pips prove something, and the less, the more other `places`,
    (m, 4, 2) pixels, of about their size looked worth reading: among many, chance makes one or the other look sure,
    but not several that differ. Where no two that differ are fairly sure, the doubtful ones go in any case.
    """
    probabilities = reading.probabilities[kept]
    pips = np.sort(probabilities.argmax(axis=2), axis=1)
    counts = (pips.sum(axis=1) > 0) & (reading.down[kept].mean(axis=1) < 0.5)
    sure = np.minimum(scores[kept] * np.sqrt(probabilities.max(axis=2, initial=0).prod(axis=1)), _SUREST)
    odds = sure / (1 - sure)
    different = len({tuple(numbers) for numbers in pips[counts & (odds >= _FAIR)].tolist()})
    odds = odds / (_UNSEEN + _others(reading.corners[kept], places) / max(1, different))
    alike: dict[tuple[int, ...], list[float]] = {}
    for numbers, own in zip(pips[counts].tolist(), odds[counts].tolist(), strict=True):
        alike.setdefault(tuple(numbers), []).append(own)
    if math.prod(map(_evidence, alike.values())) < _PROVES:
        return []
    fair = _FAIR / (1 + _FAIR) if different < 2 else 0.0
    return [row for row in kept if scores[row] >= fair]


def _others(corners: Floats, places: Floats) -> NDArray[np.int_]:
    """(n,) how many of the (m, 4, 2) places lie in none of the (n, 4, 2) tiles and are about as long as each."""
    own, long = np.maximum(_lengths(corners), 1e-3), np.maximum(_lengths(places), 1e-3)
    apart = np.linalg.norm(places.mean(axis=1)[:, None] - corners.mean(axis=1)[None], axis=2)
    is_away = (apart > own / 2).all(axis=1)
    is_alike = np.abs(np.log(long[:, None] / own[None])) < _ONE_SIZE
    return np.asarray((is_alike & is_away[:, None]).sum(axis=0))


def _evidence(odds: list[float]) -> float:
    """By how much the tiles that are read alike make it likelier that there are dominoes; 1 for not at all.

    A set has each tile once. So the second surest shows how sure something can be here that is no tile, and the first
    proves only what it is surer by. Doubt ends at two to one: two sets may lie on one table.
    """
    first, second = sorted([*odds, _DOUBTED, _DOUBTED], reverse=True)[:2]
    return first / min(second, _ENDS_DOUBT)


def trusted(scores: Floats, corners: Floats, expected: Floats | None) -> Floats:
    """The scores, raised for tiles that are where one lay a moment ago: its odds were good before looking."""
    if expected is None or not len(expected) or not len(scores):
        return scores
    middles, places = corners.mean(axis=1), expected.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - places[None], axis=2)
    is_known = (apart < 0.15 * _lengths(expected)[None]).any(axis=1)
    odds = scores / np.maximum(1 - scores, 1e-6)
    raised = _TRUST * odds / (1 + _TRUST * odds)
    return np.where(is_known, raised, scores).astype(np.float32)


def _tile_shaped(corners: Floats) -> Floats:
    """0 for outlines that no tile has in a photo from above: crossed, or far from twice as long as wide."""
    long = _lengths(corners)
    short = np.linalg.norm((corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 2, axis=1)
    ratio = long / np.maximum(short, 1e-3)
    return np.asarray((ratio > 1.1) & (ratio < 4.2) & (short > 3), np.float32)


def _lengths(corners: Floats) -> Floats:
    return np.asarray(
        np.linalg.norm((corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 2, axis=1), np.float32
    )
