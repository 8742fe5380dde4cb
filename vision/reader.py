"""Reads halves: how many pips each shows, as probabilities, and improves the tile's outline on the way."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from vision.crops import half_frames, tile_crops
from vision.networks import Network, sigmoid
from vision.profile import Profile

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

_BATCH = 64
_HORIZON = 1e-9
"""What lies nearer to the horizon of a tile's plane is not to be divided by."""


@dataclass(frozen=True, eq=False)
class Reading:
    """What the reader says of n tiles.

    Attributes:
        probabilities: (n, 2, classes) for both halves.
        valid: (n, 2), how surely there is such a half with its mate at its side.
        down: (n, 2), how surely it shows its back.
        corners: (n, 4, 2) pixels, the outline as the reader sees it.
        standing: (n, 2), how surely it belongs to a tile that stands on edge.
        partial: (n, 2), how surely it belongs to a tile of which a part is covered or outside the picture.
    """

    probabilities: Floats
    valid: Floats
    down: Floats
    corners: Floats
    standing: Floats
    partial: Floats

    def __getitem__(self, rows: NDArray[np.bool_]) -> Reading:
        """Some of them."""
        return Reading(**{field.name: getattr(self, field.name)[rows] for field in fields(self)})


class Reader:
    """Reads tiles whose outlines are about known."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.classes = int(network.notes["classes"])
        self.side = int(network.notes["side"])
        self.reach = float(network.notes["reach"])
        self.temperature = float(network.notes["temperature"])

    def read(
        self, photo: Bytes, corners: Floats, max_pips: int, mirrored: bool = False, profile: Profile | None = None
    ) -> Reading:
        """Reads the tiles with the (n, 4, 2) `corners` in (height, width, 3) uint8 BGR.

        Args:
            max_pips: numbers above it are not in the set and get no probability.
            mirrored: also reads each half upside down and averages: twice the work, fewer errors.
            profile: what is known of the set's look.
        """
        return self.interpret(self.look(photo, corners, mirrored), corners, max_pips, profile)

    def look(self, photo: Bytes, corners: Floats, mirrored: bool = False) -> Floats:
        """(n, 2, k) what the network puts out for both halves of the tiles; see `read`."""
        if not len(corners):
            return np.zeros((0, 2, self.classes + 6), np.float32)
        crops = self.crops(photo, corners)
        output = self._run(crops)
        if mirrored:
            output = (output + self._upside_down(crops)) / np.float32(2)
        return output.reshape(len(corners), 2, -1)

    def both_ways(self, crops: Bytes) -> Floats:
        """(2 m, k) the output for m crops, then for all of them upside down."""
        return np.concatenate([self._run(crops), self._upside_down(crops)])

    def crops(self, photo: Bytes, corners: Floats) -> Bytes:
        """(2 n, side, side, 3) what the network sees of both halves of the tiles with (n, 4, 2) `corners`."""
        return tile_crops(photo, corners, self.side, self.reach)

    def _upside_down(self, crops: Bytes) -> Floats:
        return _mirrored_back(self._run(crops[:, ::-1]), self.classes)

    def interpret(self, output: Floats, corners: Floats, max_pips: int, profile: Profile | None = None) -> Reading:
        """What the output of `look` says of the tiles with these corners."""
        if not len(corners):
            return _nothing(max_pips)
        if profile is not None:
            output = self._corrected(output, profile)
        logits = output[..., : max_pips + 1] / self.temperature
        scores = np.exp(logits - logits.max(axis=2, keepdims=True))
        return Reading(
            probabilities=(scores / scores.sum(axis=2, keepdims=True)).astype(np.float32),
            valid=sigmoid(output[..., self.classes]),
            down=sigmoid(output[..., self.classes + 1]),
            corners=_improved(corners, output[..., self.classes + 2 : self.classes + 6]),
            standing=self._aside(output, "standing"),
            partial=self._aside(output, "partial"),
        )

    def features(self, output: Floats) -> Floats:
        """The part of the output of `look` that its last layer starts from; nothing where the network hides it."""
        names: list[str] = self.network.notes.get("outputs", [])
        return output[..., len(names) :] if names else output[..., :0]

    def _corrected(self, output: Floats, profile: Profile) -> Floats:
        """The output with what the profile adds.

        No tile is lost because a profile doubts that it is there, and of backs a photo of the faces says nothing.
        """
        features = self.features(output)
        numbers = profile.for_numbers(features)
        result = output.copy()
        result[..., : numbers.shape[-1]] += numbers * np.float32(self.temperature)
        is_face = output[..., self.classes + 1] < 0
        result[..., self.classes] += np.where(is_face, np.maximum(profile.for_there(features), 0), 0)
        return result

    def _aside(self, output: Floats, name: str) -> Floats:
        """An output that older networks lack: they never see such a tile."""
        names: list[str] = self.network.notes.get("outputs", [])
        if name not in names:
            return np.zeros(output.shape[:2], np.float32)
        return sigmoid(output[..., names.index(name)])

    def _run(self, crops: Bytes) -> Floats:
        parts = [self.network.run(crops[start : start + _BATCH]) for start in range(0, len(crops), _BATCH)]
        return np.concatenate(parts)


def _mirrored_back(output: Floats, classes: int) -> Floats:
    """Undoes the mirroring in the outer corners: they change places and their y its sign."""
    result = output.copy()
    x0, y0, x3, y3 = (output[:, classes + 2 + index] for index in range(4))
    result[:, classes + 2 : classes + 6] = np.stack([x3, -y3, x0, -y0], axis=1)
    return result


def _improved(corners: Floats, outer: Floats) -> Floats:
    """(n, 2, 4) outer corners in the frame of each half -> (n, 4, 2) corners in pixels."""
    points = np.ones((len(corners), 2, 2, 3))
    points[..., :2] = np.clip(outer, -0.75, 0.75).reshape(-1, 2, 2, 2)
    seen = points @ half_frames(corners).transpose(0, 1, 3, 2)
    seen = seen[..., :2] / np.where(np.abs(seen[..., 2:]) < _HORIZON, _HORIZON, seen[..., 2:])
    # Half 0 knows corners 0 and 3, half 1 corners 2 and 1.
    return np.asarray(seen.reshape(-1, 4, 2)[:, [0, 3, 2, 1]], np.float32)


def _nothing(max_pips: int) -> Reading:
    none = np.zeros((0, 2), np.float32)
    return Reading(np.zeros((0, 2, max_pips + 1), np.float32), none, none, np.zeros((0, 4, 2), np.float32), none, none)
