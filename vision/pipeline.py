"""A photo goes in, a scene comes out: detector and reader together."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.tiles import TileSet
from vision.asides import find_asides
from vision.detector import Detector, Proposals
from vision.judgement import of_one_size, proof, proposal_scores, shows_dominoes, trusted
from vision.networks import Network
from vision.profile import Profile
from vision.reader import Reader, Reading
from vision.scene import Aside, Scene
from vision.selection import choose

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

_MOST_PROPOSALS = 400
_EXPECTED = 0.6
_VALID = 0.5
_SAME_MIDDLE = 0.35


class SceneError(ValueError):
    """The set or the picture cannot be read."""


@dataclass(frozen=True, eq=False)
class SceneReader:
    """Finds and reads the tiles of a photo.

    Attributes:
        profile: what is known of the look of the set on the table; it is used where it fits what is seen.
    """

    detector: Detector
    reader: Reader
    profile: Profile | None = None

    @classmethod
    def load(cls, threads: int | None = None) -> SceneReader:
        """Opens both networks and warms them up; `threads` None takes all cores.

        Raises:
            vision.networks.ModelError: a network is missing or damaged.
        """
        result = cls(Detector(Network.load("locator", threads)), Reader(Network.load("reader", threads, features=True)))
        result.detector.propose(np.zeros((64, 64, 3), np.uint8))
        result.reader.read(np.zeros((64, 64, 3), np.uint8), np.zeros((1, 4, 2), np.float32) + 8, 6)
        return result

    def read(
        self,
        photo: Bytes,
        tile_set: TileSet = TileSet(6),  # noqa: B008
        expected: Floats | None = None,
    ) -> tuple[Scene, dict[str, float]]:
        """All tiles of (height, width, 3) uint8 BGR, and the milliseconds of the stages "detect" and "read".

        Args:
            photo: the picture.
            tile_set: the set on the table.
            expected: (n, 4, 2) corners of tiles that lay there a moment ago: the reader looks there too, and finds
                them although the detector may miss them. What is not there any more is not reported.

        Raises:
            SceneError: the reader does not know numbers as high as the set's.
        """
        max_pips = tile_set.max_pips
        if max_pips >= self.reader.classes:
            raise SceneError(f"{tile_set} can't be read yet; numbers up to {self.reader.classes - 1} can")
        scene, features, ms = self._read(photo, max_pips, expected, None)
        profile = self.profile
        if profile is None or profile.tile_set != str(tile_set) or not profile.fits(features):
            return scene, ms
        scene, _, more = self._read(photo, max_pips, expected, profile)
        return scene, {stage: ms[stage] + more[stage] for stage in ms}

    def _read(
        self, photo: Bytes, max_pips: int, expected: Floats | None, profile: Profile | None
    ) -> tuple[Scene, Floats, dict[str, float]]:
        """The scene, (n, 2, f) the features of its tiles that lie face up, and milliseconds; see `read`."""
        began = time.perf_counter()
        proposals = distinct(_with_expected(self.detector.propose(photo), expected))
        located = time.perf_counter()
        rough = self._judged(self.reader.look(photo, proposals.corners), proposals.corners, max_pips, profile)
        likely = trusted(proposal_scores(rough), rough.corners, expected)
        outlines = rough.corners[likely > _VALID * 0.5]
        looked = self.reader.look(photo, outlines, mirrored=True)
        fine = self.reader.interpret(looked, outlines, max_pips, profile)
        judged = self._judged(looked, outlines, max_pips, profile)
        scores = proposal_scores(judged)
        scores = trusted(scores * of_one_size(fine.corners, scores * proof(judged)), fine.corners, expected)
        kept = choose(fine.corners, scores, _VALID)
        if (expected is None or not len(expected)) and not shows_dominoes(fine, scores, kept):
            kept = []
        aside = find_asides(self.reader, photo, rough, likely < _VALID, fine.corners[kept])
        scene = _scene((photo.shape[1], photo.shape[0]), fine, scores, kept, aside)
        done = time.perf_counter()
        features = self.reader.features(looked)[kept][scene.face_up]
        return scene, features, {"detect": (located - began) * 1000, "read": (done - located) * 1000}

    def _judged(self, looked: Floats, outlines: Floats, max_pips: int, profile: Profile | None) -> Reading:
        """What decides which outlines are tiles at all.

        A profile has a say in it only if the whole set is known, and no tile is lost because the profile doubts its
        numbers more than the network does.
        """
        plain = self.reader.interpret(looked, outlines, max_pips)
        if profile is None or not profile.is_whole:
            return plain
        known = self.reader.interpret(looked, outlines, max_pips, profile)
        return replace(known, probabilities=np.maximum(known.probabilities, plain.probabilities))


def _with_expected(proposals: Proposals, expected: Floats | None) -> Proposals:
    if expected is None or not len(expected):
        return proposals
    count = len(expected)
    return Proposals(
        np.concatenate([proposals.corners, expected.astype(np.float32)]),
        np.concatenate([proposals.scores, np.full(count, _EXPECTED, np.float32)]),
        np.concatenate([proposals.down, np.zeros(count, np.float32)]),
    )


def distinct(proposals: Proposals) -> Proposals:
    """Drops proposals that say nearly the same as a surer one, from another scale."""
    order = np.argsort(-proposals.scores, kind="stable")[:_MOST_PROPOSALS]
    middles = proposals.corners.mean(axis=1)
    axes = (proposals.corners[:, 1] + proposals.corners[:, 2] - proposals.corners[:, 0] - proposals.corners[:, 3]) / 4
    units = np.linalg.norm(axes, axis=1)
    kept: list[int] = []
    for index in order:
        near = [
            other
            for other in kept
            if np.linalg.norm(middles[index] - middles[other]) < _SAME_MIDDLE * min(units[index], units[other])
            and abs(np.log(units[index] / units[other])) < 0.18
            and abs(np.dot(axes[index], axes[other])) > 0.97 * units[index] * units[other]
        ]
        if not near:
            kept.append(int(index))
    return Proposals(proposals.corners[kept], proposals.scores[kept], proposals.down[kept])


def _scene(
    size: tuple[int, int], reading: Reading, scores: Floats, kept: list[int], asides: tuple[Aside, ...]
) -> Scene:
    corners = reading.corners[kept]
    left, right = (corners[:, 0] + corners[:, 3]) / 2, (corners[:, 1] + corners[:, 2]) / 2
    face_up = reading.down[kept].mean(axis=1) < 0.5
    probabilities = reading.probabilities[kept].copy()
    probabilities[~face_up] = 1 / max(1, probabilities.shape[2])
    return Scene(
        size=size,
        corners=corners,
        centers=np.stack([left * 0.75 + right * 0.25, left * 0.25 + right * 0.75], axis=1).astype(np.float32),
        face_up=face_up,
        probabilities=probabilities,
        scores=scores[kept],
        asides=asides,
    )
