"""What one look at a set teaches the reader.

The reader's last layer starts from features of each half. Where the features of each number of this set lie, and how
they spread, is learnt from halves whose numbers are known: a Gaussian for each number, all of one shape. What these say
of a half is added to what the network says. How far the halves on a table lie from them tells whether it is this set
at all; another set is read without the profile.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Numbers = NDArray[np.intp]

FORMAT = 1
FEWEST = 3
"""Of how many different halves a number must be known; of others the network's own idea stays."""
_SPREAD = 0.1
"""How much of the mean spread of the features is added to the spread of each, for a few halves say little of it."""
_WEIGHT = 0.6
"""What a nat of the profile weighs against a nat of the network: features are not as independent as Gaussians are.
Of halves that lie farther from all numbers than is usual it weighs less: of such the photo of the set says little."""
_WHOLE = 0.9
"""The part of a set that must have been told apart before its look decides what is a tile at all."""
_MOST = 12.0
"""Nats by which the profile speaks against a number at most."""
_FITS = 1.6
"""How many times farther than in the photo of the set the halves on a table may lie from the nearest number."""


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
        whitening: (f, f) turns features so that each number spreads evenly in all directions.
        centers: (numbers, f) the middle of each number's whitened features; not a number where too little is known.
        reach: the usual squared distance of a half from the middle of its number.
    """

    tile_set: str
    name: str
    network: str
    tiles: int
    whitening: Floats
    centers: Floats
    reach: float

    def correction(self, features: Floats) -> Floats:
        """(..., f) features -> (..., numbers) what to add to the logits: 0 for the nearest number, less for others.

        A number of which too little is known is left as it is.
        """
        apart = self._apart(features)
        nearest = np.nanmin(apart, axis=-1)
        weight = _WEIGHT / np.maximum(1, nearest / self.reach) ** 1.5
        against = np.minimum(weight[..., None] * (apart - nearest[..., None]) / 2, _MOST)
        return np.asarray(-np.nan_to_num(against), np.float32)

    @property
    def is_whole(self) -> bool:
        """Whether all numbers of the set are known, and well."""
        numbers = len(self.centers)
        return self.tiles >= _WHOLE * numbers * (numbers + 1) / 2 and bool(np.isfinite(self.centers).all())

    def fits(self, features: Floats) -> bool:
        """Whether tiles look like those of the set: (n, 2, f) features of halves that are surely some."""
        return bool(features.size) and self.strangeness(features) <= _FITS

    def strangeness(self, features: Floats) -> float:
        """How far halves lie from the nearest number, in the distances that are usual for this set."""
        return float(np.median(np.nanmin(self._apart(features), axis=-1)) / self.reach)

    def _apart(self, features: Floats) -> Floats:
        """(..., numbers) squared distances."""
        white = (features @ self.whitening)[..., None, :]
        return np.asarray(((white - self.centers) ** 2).sum(axis=-1), np.float32)

    def to_bytes(self) -> bytes:
        """A file to keep it in: NumPy's .npz with the words in JSON."""
        file = io.BytesIO()
        words = {"set": self.tile_set, "name": self.name, "network": self.network, "tiles": self.tiles}
        notes = json.dumps({"tilefish profile": FORMAT, **words, "reach": self.reach})
        np.savez_compressed(file, notes=np.array(notes), whitening=self.whitening, centers=self.centers)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Profile:
        """Reads what `to_bytes` wrote.

        Raises:
            ProfileError: it is something else, damaged, or of a later format.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as stored:
                notes: dict[str, Any] = json.loads(str(stored["notes"]))
                whitening, centers = stored["whitening"], stored["centers"]
            if notes["tilefish profile"] != FORMAT or whitening.shape != (centers.shape[1],) * 2:
                raise ProfileError("another format")
            return cls(
                tile_set=str(notes["set"]),
                name=str(notes["name"]),
                network=str(notes["network"]),
                tiles=int(notes["tiles"]),
                whitening=whitening.astype(np.float32),
                centers=centers.astype(np.float32),
                reach=float(notes["reach"]),
            )
        except (KeyError, TypeError, ValueError, IndexError, OSError, EOFError, zipfile.BadZipFile) as error:
            raise ProfileError("no profile of a set") from error


@dataclass(frozen=True, eq=False)
class Examples:
    """Halves whose numbers are known: (n, f) `features`, (n,) `pips`, and (n,) `halves`, which half each row shows."""

    features: Floats
    pips: Numbers
    halves: Numbers


def learn(examples: Examples, tile_set: str, max_pips: int, name: str, network: str, tiles: int) -> Profile | None:
    """The profile of a set; None when no two numbers are known well enough."""
    features, size = examples.features, examples.features.shape[1]
    centers = np.full((max_pips + 1, size), np.nan, np.float32)
    spread, rows = np.zeros((size, size)), 0
    for number in range(max_pips + 1):
        mine = examples.pips == number
        if len(np.unique(examples.halves[mine])) >= FEWEST:
            centers[number] = features[mine].mean(axis=0)
            beside = (features[mine] - centers[number]).astype(np.float64)
            spread, rows = spread + beside.T @ beside, rows + len(beside)
    if np.isfinite(centers[:, 0]).sum() < 2:
        return None
    spread = spread / rows + 1e-9 * np.eye(size)
    spread += _SPREAD * np.trace(spread) / size * np.eye(size)
    whitening = np.linalg.cholesky(np.linalg.inv(spread)).astype(np.float32)
    whole = Profile(tile_set, name, network, tiles, whitening, centers @ whitening, 1.0)
    known = features[np.isfinite(centers[:, 0])[examples.pips]]
    return Profile(tile_set, name, network, tiles, whitening, whole.centers, max(1e-6, whole.strangeness(known)))
