"""A set that is shown to the camera, all tiles face up, labels itself: each tile is there exactly once.

No tile is read for itself: the numbers are given to all tiles together, so that the whole is most probable. From them
the reader learns the set's look (`vision.profile`), reads the photo again with that, and learns once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.tiles import Tile, TileSet
from vision.assignment import assign
from vision.examples import Labelled, examples_of
from vision.explanation import DOUBT
from vision.pipeline import SceneReader
from vision.profile import Examples, Profile, learn
from vision.scene import Scene

Bytes = NDArray[np.uint8]

LEAST_SHARE = 0.5
"""The part of a set that must be seen and told apart."""
_TOLD, _TOLD_OF_PART = 1.0, 3.0
"""By how many nats the best distribution of the tiles must beat the best one in which this tile is another. Where much
of the set is missing, a tile may as well be one of those, so its own reading has to be surer."""
_WHOLE_SHARE = 0.8
_SURELY_THERE = 0.9
_ROUNDS = 2


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
        told: (n,) whether the tile can be told from the others.
        used: (n,) which tiles the look is learnt from. Of a whole set all are: the few that change places are
            outweighed by what the other doubtful ones teach.
    """

    scene: Scene
    pips: NDArray[np.intp]
    told: NDArray[np.bool_]
    used: NDArray[np.bool_]

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


def learn_set(reader: SceneReader, photos: Sequence[Bytes], tile_set: TileSet, name: str) -> ShownSet:
    """Learns the look of a set from photos, each of which shows each tile at most once.

    Raises:
        TooManyTilesError: there are more tiles on a photo than in the set.
        TooFewTilesError: less than half of the set is seen, or can be told apart.
        vision.pipeline.SceneError: the reader does not know numbers as high as the set's.
    """
    profile: Profile | None = None
    for _ in range(_ROUNDS):
        current = replace(reader, profile=profile)
        shown = tuple(
            label_tiles(current.read(photo, tile_set)[0], tile_set, place) for place, photo in enumerate(photos)
        )
        told = {tile for photo in shown for tile in photo.tiles(told=True)}
        untold = {tile for photo in shown for tile in photo.tiles(told=False)} - told
        if len(told) < LEAST_SHARE * len(tile_set):
            raise TooFewTilesError(len(told | untold), len(told))
        examples = _examples(reader, photos, shown)
        fingerprint = reader.reader.network.fingerprint
        profile = learn(examples, str(tile_set), tile_set.max_pips, name, fingerprint, len(told))
    if profile is None:
        raise TooFewTilesError(len(told | untold), len(told))
    missing = tuple(tile for tile in tile_set if tile not in told | untold)
    return ShownSet(profile, shown, missing, tuple(sorted(untold)))


def label_tiles(scene: Scene, tile_set: TileSet, place: int) -> ShownPhoto:
    """Gives each tile of a scene another tile of the set."""
    scene = scene[scene.face_up]
    # What is too much is hardly a tile, unless it surely is one.
    least_first = np.argsort(scene.scores, kind="stable")
    surplus = max(0, len(scene) - len(tile_set))
    if surplus and scene.scores[least_first[surplus - 1]] > _SURELY_THERE:
        raise TooManyTilesError(place, len(scene))
    scene = scene[np.sort(least_first[surplus:])]
    logs = np.log((1 - DOUBT) * scene.probabilities.astype(np.float64) + DOUBT)
    high, low = np.array([tile.halves for tile in tile_set]).T
    straight = logs[:, 0][:, high] + logs[:, 1][:, low]
    turned = logs[:, 0][:, low] + logs[:, 1][:, high]
    found = assign(-np.maximum(straight, turned))
    rows = np.arange(len(scene))
    is_straight = straight[rows, found.columns] >= turned[rows, found.columns]
    one, two = high[found.columns], low[found.columns]
    pips = np.stack([np.where(is_straight, one, two), np.where(is_straight, two, one)], axis=1)
    is_whole = len(scene) >= _WHOLE_SHARE * len(tile_set)
    told = found.margins > (_TOLD if is_whole else _TOLD_OF_PART)
    return ShownPhoto(scene, pips.astype(np.intp), told, told | is_whole)


def _examples(reader: SceneReader, photos: Sequence[Bytes], shown: Sequence[ShownPhoto]) -> Examples:
    parts, halves = [], 0
    for photo, seen in zip(photos, shown, strict=True):
        if not seen.used.any():
            continue
        part = examples_of(reader.reader, Labelled(photo, seen.scene.corners[seen.used], seen.pips[seen.used]))
        parts.append(replace(part, halves=part.halves + halves))
        halves += 2 * len(seen.scene)
    return Examples(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.pips for part in parts]),
        np.concatenate([part.halves for part in parts]),
    )
