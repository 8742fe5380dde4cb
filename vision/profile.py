"""What one look at a set teaches the reader.

The reader's last layer starts from features of each half. A profile adds to that layer what makes it read halves of
this set whose numbers are known, and tell them from all else in the photo (`vision.last_layer`). Where the features of
each number lie, and how they spread, tells whether a table shows this set at all; another is read without the profile.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.last_layer import Array, fit_classes, fit_yes_or_no, with_ones

Floats = NDArray[np.float32]
Numbers = NDArray[np.intp]

FORMAT = 2
FEWEST = 3
"""Of how many different halves a number must be known; of others the network's own idea stays."""
UNKNOWN = -1
"""The number of a half that is surely one, but may show this or that."""
_SPREAD = 0.1
"""How much of the mean spread of the features is added to the spread of each, for a few halves say little of it."""
_WHOLE = 0.9
"""The part of a set that must have been seen before its look decides what is a tile at all."""
_FITS = 1.6
"""How many times farther than in the photo of the set the halves on a table may lie from the nearest number."""
_MAY_FIT = 2.0
"""The same at first sight, when some of what was found is no tile."""


class ProfileError(ValueError):
    """Data that is no profile."""


@dataclass(frozen=True, eq=False)
class Profile:
    """The look of a set.

    Attributes:
        tile_set: as "D6".
        name: what its owner calls it.
        network: the fingerprint of the reader's network, without which it means nothing.
        tiles: of how many different tiles the numbers were known.
        numbers: (f + 1, numbers) the layer that is added to the logits of the numbers; the last row is constant.
        there: (f + 1,) the layer that is added to the logit of "is a half"; 0 unless most of the set was seen.
        whitening: (f, f) turns features so that each number spreads evenly in all directions.
        centers: (numbers, f) the middle of each number's whitened features; not a number where too little is known.
        reach: the usual squared distance of a half from the middle of its number.
    """

    tile_set: str
    name: str
    network: str
    tiles: int
    numbers: Floats
    there: Floats
    whitening: Floats
    centers: Floats
    reach: float

    def for_numbers(self, features: Floats) -> Floats:
        """(..., f) features -> (..., numbers) what to add to the logits of the numbers."""
        return np.asarray(features @ self.numbers[:-1] + self.numbers[-1], np.float32)

    def for_there(self, features: Floats) -> Floats:
        """(..., f) features -> (...,) what to add to the logit of "is a half"."""
        return np.asarray(features @ self.there[:-1] + self.there[-1], np.float32)

    @property
    def is_whole(self) -> bool:
        """Whether most of the set was seen, so that its look tells what is a tile at all."""
        return bool(self.there.any())

    def fits(self, features: Floats) -> bool:
        """Whether tiles look like those of the set: (n, 2, f) features of what was taken for its halves."""
        return bool(features.size) and self.strangeness(features) <= _FITS

    def may_fit(self, features: Floats) -> bool:
        """Whether it is worth looking for more such tiles: what was wrongly found looks strange. See `fits`."""
        return bool(features.size) and self.strangeness(features) <= _MAY_FIT

    def strangeness(self, features: Floats) -> float:
        """How far halves lie from the nearest number, in the distances that are usual for this set."""
        white = (features @ self.whitening)[..., None, :]
        apart = ((white - self.centers) ** 2).sum(axis=-1)
        return float(np.median(np.nanmin(apart, axis=-1)) / self.reach)

    def to_bytes(self) -> bytes:
        """A file to keep it in: NumPy's .npz with the words in JSON."""
        file = io.BytesIO()
        words = {"set": self.tile_set, "name": self.name, "network": self.network, "tiles": self.tiles}
        notes = json.dumps({"tilefish profile": FORMAT, **words, "reach": self.reach})
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        np.savez_compressed(file, notes=np.array(notes), **arrays)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Profile:
        """Reads what `to_bytes` wrote.

        Raises:
            ProfileError: it is something else, damaged, or of another format.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as stored:
                notes: dict[str, Any] = json.loads(str(stored["notes"]))
                if notes["tilefish profile"] != FORMAT:
                    raise ProfileError("another format")
                arrays = {name: stored[name].astype(np.float32) for name in _ARRAYS}
            numbers, size = arrays["centers"].shape
            shapes = ((size + 1, numbers), (size + 1,), (size, size), (numbers, size))
            if tuple(array.shape for array in arrays.values()) != shapes:
                raise ProfileError("another shape")
            return cls(
                tile_set=str(notes["set"]),
                name=str(notes["name"]),
                network=str(notes["network"]),
                tiles=int(notes["tiles"]),
                reach=float(notes["reach"]),
                **arrays,
            )
        except (KeyError, TypeError, ValueError, IndexError, OSError, EOFError, zipfile.BadZipFile) as error:
            raise ProfileError("no profile of a set") from error


_ARRAYS = ("numbers", "there", "whitening", "centers")


@dataclass(frozen=True, eq=False)
class Sights:
    """What the reader's network says of h halves, each seen in v ways.

    Attributes:
        features: (v, h, f).
        numbers: (v, h, numbers) logits.
        there: (v, h) logits of "is a half".
    """

    features: Floats
    numbers: Floats
    there: Floats


def learn_numbers(seen: Sights, pips: Numbers) -> Floats:
    """The layer for the numbers (`Profile.numbers`), from the (h,) numbers of the halves."""
    known = pips != UNKNOWN
    size, highest = _size(seen.features[:, known]), seen.numbers.shape[2]
    ways = len(seen.features)
    layer = fit_classes(
        with_ones(_rows(seen.features[:, known]) / size),
        _rows(seen.numbers[:, known]).astype(np.float64),
        np.tile(np.eye(highest)[pips[known]], (ways, 1)),
        np.full(ways * int(known.sum()), 1 / ways),
    )
    layer[:, ~_well_known(pips, highest)] = 0
    return _unscaled(layer, size)


def learn_there(seen: Sights, nothing: Sights) -> Floats:
    """The layer that tells halves from all else (`Profile.there`); both kinds weigh the same."""
    halves, other = _rows(seen.features), _rows(nothing.features)
    weight, size = float(seen.features.shape[1]), _size(halves)
    layer = fit_yes_or_no(
        with_ones(np.concatenate([halves, other]) / size),
        np.concatenate([seen.there.reshape(-1), nothing.there.reshape(-1)]).astype(np.float64),
        np.repeat([1.0, 0.0], [len(halves), len(other)]),
        np.repeat([weight / len(halves), weight / len(other)], [len(halves), len(other)]),
    )
    return _unscaled(layer, size)


def learn(
    seen: Sights, pips: Numbers, nothing: Sights, tile_set: str, name: str, network: str, tiles: int
) -> Profile | None:
    """The profile of a set; None when no two numbers are known well enough.

    Args:
        seen: the halves of the set's tiles.
        pips: (h,) their numbers; `UNKNOWN` where they could not be told.
        nothing: what else there is in the photos.
        tile_set, name, network, tiles: as in `Profile`.
    """
    highest = seen.numbers.shape[2]
    if _well_known(pips, highest).sum() < 2:
        return None
    whitening, centers = _look(seen.features, pips, highest)
    is_whole = seen.features.shape[1] >= _WHOLE * highest * (highest + 1) and nothing.features.size
    there = learn_there(seen, nothing) if is_whole else np.zeros(seen.features.shape[2] + 1, np.float32)
    numbers = learn_numbers(seen, pips)
    profile = Profile(tile_set, name, network, tiles, numbers, there, whitening, centers, 1.0)
    reach = max(1e-6, profile.strangeness(seen.features[:, pips != UNKNOWN]))
    return replace(profile, reach=reach)


def _look(features: Floats, pips: Numbers, highest: int) -> tuple[Floats, Floats]:
    """The whitening and the centers of a profile."""
    size = features.shape[2]
    centers = np.full((highest, size), np.nan, np.float32)
    spread, rows = np.zeros((size, size)), 0
    for number in np.flatnonzero(_well_known(pips, highest)):
        mine = _rows(features[:, pips == number])
        centers[number] = mine.mean(axis=0)
        beside = (mine - centers[number]).astype(np.float64)
        spread, rows = spread + beside.T @ beside, rows + len(beside)
    spread = spread / rows + 1e-9 * np.eye(size)
    spread += _SPREAD * np.trace(spread) / size * np.eye(size)
    whitening = np.linalg.cholesky(np.linalg.inv(spread)).astype(np.float32)
    return whitening, centers @ whitening


def _well_known(pips: Numbers, highest: int) -> NDArray[np.bool_]:
    return np.bincount(pips[pips != UNKNOWN], minlength=highest) >= FEWEST


def _rows(array: Floats) -> Floats:
    return array.reshape(-1, array.shape[-1])


def _size(features: Floats) -> float:
    """The usual length of the features, so that what a network's features are measured in does not matter."""
    return float(np.sqrt((features.astype(np.float64) ** 2).sum(axis=-1).mean())) or 1.0


def _unscaled(layer: Array, size: float) -> Floats:
    return np.concatenate([layer[:-1] / size, layer[-1:]]).astype(np.float32)
