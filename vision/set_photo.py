"""A set that is shown to the camera, all tiles face up, labels itself: each tile is there exactly once.

No tile is read for itself: the numbers are given to all tiles together, so that the whole is most probable. The reader
learns from those that can be told from the others, and with that tells more of them; then it looks for tiles that it
had missed, and learns once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.tiles import Tile, TileSet
from vision.assignment import assign
from vision.examples import AS_THEY_LIE, other_sights, tile_sights
from vision.explanation import DOUBT
from vision.last_layer import softmax
from vision.pipeline import SceneReader
from vision.profile import UNKNOWN, Floats, Numbers, Profile, Sights, learn, learn_numbers
from vision.scene import Scene

Bytes = NDArray[np.uint8]
Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

LEAST_SHARE = 0.5
"""The part of a set that must be seen and told apart."""
_TOLD, _TOLD_OF_PART = 1.0, 3.0
"""By how many nats the best distribution of the tiles must beat the best one in which this tile is another. Where much
of the set is missing, a tile may as well be one of those, so its own reading has to be surer."""
_WHOLE_SHARE = 0.8
_LIKELY = 0.2
"""How surely something must be a tile here: the set is shown, so more is expected than on any table."""
_SURELY_THERE = 0.9
_LOOKS = 2
_ROUNDS = 6
"""How often the reader looks for tiles, and how often after each look it may learn from what it could tell."""
_PARTS = 4
"""The tiles are read in so many parts, each by what the others taught."""
_SAME_SIZE = 1.35
_FAR = 1.1
"""Something is no tile for sure if it is so many times larger or smaller, or nearer to the middle of one than this many
sides of half a tile."""


class SetPhotoError(ValueError):
    """A photo from which a set's look cannot be learnt."""


class TooManyTilesError(SetPhotoError):
    """There are more tiles on the photo than in the set."""

    def __init__(self, photo: int, count: int) -> None:
        super().__init__(f"{count} tiles on photo {photo}")
        self.photo, self.count = photo, count


class TooFewTilesError(SetPhotoError):
    """Too few different tiles are seen, or too few of them can be told apart."""

    def __init__(self, seen: int, told: int) -> None:
        super().__init__(f"{seen} tiles, {told} told apart")
        self.seen, self.told = seen, told


@dataclass(frozen=True, eq=False)
class ShownPhoto:
    """What was taken for what on one photo.

    Attributes:
        scene: its tiles that lie face up.
        pips: (n, 2) the numbers that were given to them.
        told: (n,) whether the tile can be told from the others; the numbers are learnt from these.
    """

    scene: Scene
    pips: Numbers
    told: Flags

    def tiles(self, told: bool) -> list[Tile]:
        """The tiles that can, or can't, be told from the others."""
        return sorted(Tile(int(one), int(two)) for one, two in self.pips[self.told == told])


@dataclass(frozen=True, eq=False)
class ShownSet:
    """A set's profile, and what it was learnt from; `missing` tiles were seen on no photo."""

    profile: Profile
    photos: tuple[ShownPhoto, ...]
    missing: tuple[Tile, ...]
    untold: tuple[Tile, ...]


@dataclass(frozen=True, eq=False)
class _Look:
    """One photo: its tiles, what the reader sees of them, and what it sees where there is none."""

    scene: Scene
    halves: Sights
    nothing: Sights


def learn_set(reader: SceneReader, photos: Sequence[Bytes], tile_set: TileSet, name: str) -> ShownSet:
    """Learns the look of a set from photos, each of which shows each tile at most once.

    Raises:
        TooManyTilesError: there are more tiles on a photo than in the set.
        TooFewTilesError: less than half of the set is seen, or can be told apart.
        vision.pipeline.SceneError: the reader does not know numbers as high as the set's.
    """
    fingerprint = reader.reader.network.fingerprint
    profile: Profile | None = None
    for _ in range(_LOOKS):
        current = replace(reader, profile=profile)
        looks = [_look(current, photo, tile_set, place) for place, photo in enumerate(photos)]
        halves = _together([look.halves for look in looks])
        shown, is_taught = _told_apart(looks, halves, tile_set)
        told = {tile for photo in shown for tile in photo.tiles(told=True)}
        untold = {tile for photo in shown for tile in photo.tiles(told=False)} - told
        nothing = _together([look.nothing for look in looks])
        pips = _known(shown)
        profile = learn(halves, pips, nothing, str(tile_set), name, fingerprint, len(told))
        if profile is None or len(told) < LEAST_SHARE * len(tile_set):
            raise TooFewTilesError(len(told | untold), len(told))
        if not is_taught:
            profile = replace(profile, numbers=np.zeros_like(profile.numbers))
    assert profile is not None
    missing = tuple(tile for tile in tile_set if tile not in told | untold)
    return ShownSet(profile, shown, missing, tuple(sorted(untold)))


def _told_apart(looks: Sequence[_Look], halves: Sights, tile_set: TileSet) -> tuple[tuple[ShownPhoto, ...], bool]:
    """Gives numbers to the tiles of each photo, learns from those that can be told, and does so again.

    Also tells whether what was learnt from some tiles helps to read the others.
    """
    starts = np.cumsum([0, *(2 * len(look.scene) for look in looks)])
    said, before = halves.numbers, np.empty(0, np.intp)
    for _ in range(_ROUNDS):
        logs = _mean_logs(said[:AS_THEY_LIE])
        shown = tuple(
            ShownPhoto(
                look.scene,
                *label_tiles(logs[start : start + 2 * len(look.scene)].reshape(-1, 2, logs.shape[1]), tile_set),
            )
            for look, start in zip(looks, starts, strict=False)
        )
        pips = _known(shown)
        if np.array_equal(pips, before) or not (pips != UNKNOWN).any():
            break
        before, said = pips, _unconfirmed(halves, pips)
    return shown, _surety(said, pips) > _surety(halves.numbers, pips)


def _surety(logits: Floats, pips: Numbers) -> float:
    """The mean log probability of the numbers that are known, from (v, h, numbers) logits."""
    known = np.flatnonzero(pips != UNKNOWN)
    said = softmax(logits[:, known].astype(np.float64))[:, np.arange(len(known)), pips[known]]
    return float(np.log((1 - DOUBT) * said + DOUBT).mean()) if len(known) else 0.0


def _unconfirmed(halves: Sights, pips: Numbers) -> Floats:
    """(v, h, numbers) logits after learning, those of each tile learnt from other tiles only.

    So a wrong number does not confirm itself.
    """
    said = halves.numbers.copy()
    tiles = np.arange(len(pips)) // 2
    for part in range(_PARTS):
        is_tried = tiles % _PARTS == part
        layer = learn_numbers(halves, np.where(is_tried, UNKNOWN, pips))
        said[:, is_tried] += halves.features[:, is_tried] @ layer[:-1] + layer[-1]
    return said


def _known(shown: Sequence[ShownPhoto]) -> Numbers:
    """(h,) the numbers of all halves, where they are known."""
    return np.concatenate([np.where(photo.told[:, None], photo.pips, UNKNOWN).reshape(-1) for photo in shown])


def label_tiles(logs: Array, tile_set: TileSet) -> tuple[Numbers, Flags]:
    """Gives each tile of a photo another tile of the set: (n, 2) numbers, and (n,) whether it can be told from others.

    Args:
        logs: (n, 2, numbers) log probabilities of both halves; n is at most the size of the set.
        tile_set: the set that is shown.
    """
    high, low = np.array([tile.halves for tile in tile_set]).T
    straight = logs[:, 0][:, high] + logs[:, 1][:, low]
    turned = logs[:, 0][:, low] + logs[:, 1][:, high]
    found = assign(-np.maximum(straight, turned))
    rows = np.arange(len(logs))
    is_straight = straight[rows, found.columns] >= turned[rows, found.columns]
    one, two = high[found.columns], low[found.columns]
    pips = np.stack([np.where(is_straight, one, two), np.where(is_straight, two, one)], axis=1)
    is_whole = len(logs) >= _WHOLE_SHARE * len(tile_set)
    return pips.astype(np.intp), found.margins > (_TOLD if is_whole else _TOLD_OF_PART)


def _mean_logs(logits: Floats) -> Array:
    """(v, h, numbers) logits of what was seen in many ways -> (h, numbers) sober log probabilities."""
    seen = np.log((1 - DOUBT) * softmax(logits.astype(np.float64)) + DOUBT)
    mean = softmax(seen.mean(axis=0))
    return np.asarray(np.log((1 - DOUBT) * mean + DOUBT))


def _look(reader: SceneReader, photo: Bytes, tile_set: TileSet, place: int) -> _Look:
    scene, outlines = reader.candidates(photo, tile_set, _LIKELY)
    scene = surest(scene[scene.face_up], tile_set, place)
    if not len(scene):
        raise TooFewTilesError(0, 0)
    doubtful = outlines if len(scene) == len(tile_set) else outlines[_no_tiles(outlines, scene.corners)]
    halves = tile_sights(reader.reader, photo, scene.corners, tile_set.max_pips)
    return _Look(scene, halves, other_sights(reader.reader, photo, scene.corners, doubtful, tile_set.max_pips))


def surest(scene: Scene, tile_set: TileSet, place: int) -> Scene:
    """No more tiles than the set has: what is too much is hardly a tile, unless it surely is one."""
    least_first = np.argsort(scene.scores, kind="stable")
    surplus = max(0, len(scene) - len(tile_set))
    if surplus and scene.scores[least_first[surplus - 1]] > _SURELY_THERE:
        raise TooManyTilesError(place, len(scene))
    return scene[np.sort(least_first[surplus:])]


def _no_tiles(outlines: Floats, corners: Floats) -> Flags:
    """Which outlines are none of the tiles that may have been missed: of another size, or on a tile that was found."""
    sizes, unit = _half_sides(outlines), float(np.median(_half_sides(corners)))
    apart = np.linalg.norm(outlines.mean(axis=1)[:, None] - corners.mean(axis=1)[None], axis=2).min(axis=1)
    return np.asarray((np.abs(np.log(sizes / unit)) > np.log(_SAME_SIZE)) | (apart < _FAR * unit))


def _half_sides(corners: Floats) -> Floats:
    return np.asarray(np.maximum(np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1) / 2, 1e-3), np.float32)


def _together(parts: Sequence[Sights]) -> Sights:
    return Sights(
        np.concatenate([part.features for part in parts], axis=1),
        np.concatenate([part.numbers for part in parts], axis=1),
        np.concatenate([part.there for part in parts], axis=1),
    )
