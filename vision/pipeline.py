"""A photo goes in, a scene comes out: detector and reader together."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tiles import TileSet
from vision.asides import find_asides
from vision.detector import Detector
from vision.judgement import of_one_size, proof, proposal_scores, proven, seen_sizes, trusted
from vision.looking import Looked, closer_look, first_look, look_elsewhere, second_look
from vision.networks import Network
from vision.plane import Plane, sizes_in_plane, standing, table_plane
from vision.profile import Profile
from vision.reader import Reader, Reading
from vision.scene import Aside, Scene, halves_of
from vision.selection import choose
from vision.top_view import places_from_above

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

_VALID = 0.6
_ALIKE = 3
"""So many tiles that look like those of the set that was shown prove that there are dominoes."""


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
        max_pips = self._highest(tile_set)
        began = time.perf_counter()
        first, located = first_look(self.detector, self.reader, photo, max_pips, expected)
        profile = self.profile if self.profile is not None and self.profile.tile_set == str(tile_set) else None
        places = first.outlines
        scene, features = self._settled(photo, first, max_pips, expected, profile)
        fits = profile is not None and profile.fits(features)
        if profile is not None and expected is None and profile.is_whole and profile.may_fit(features):
            closer = closer_look(self.detector, self.reader, photo, first, max_pips, profile)
            settled, features = self._settled(photo, closer, max_pips, expected, profile, places=places)
            fits = fits or profile.fits(features)
            if fits and _told_once(settled) > _told_once(scene):
                first, scene = closer, settled
        if profile is not None and not fits:
            profile = None
            scene, _ = self._settled(photo, first, max_pips, expected, None)
        if (plane := table_plane(scene.corners, scene.scores, scene.size)) is not None:
            more = places_from_above(self.detector, photo, plane, scene.corners)
            first = look_elsewhere(self.reader, photo, max_pips, first, more)
            scene, _ = self._settled(photo, first, max_pips, expected, profile, plane, places)
        return scene, {"detect": located, "read": (time.perf_counter() - began) * 1000 - located}

    def candidates(self, photo: Bytes, tile_set: TileSet, least: float) -> tuple[Scene, Floats]:
        """What may be the tiles of a set that is shown, and (m, 4, 2) pixels of all outlines that were looked at.

        Args:
            photo, tile_set: as in `read`, but the profile is used in any case.
            least: how surely there must be a tile; that there are some is known.

        Raises:
            SceneError: the reader does not know numbers as high as the set's.
        """
        max_pips = self._highest(tile_set)
        rough, _ = first_look(self.detector, self.reader, photo, max_pips, None)
        first = closer_look(self.detector, self.reader, photo, rough, max_pips, self.profile)
        scene, _ = self._settled(photo, first, max_pips, None, self.profile, least=least)
        return scene, self.reader.interpret(first.output, first.outlines, max_pips).corners

    def _highest(self, tile_set: TileSet) -> int:
        if tile_set.max_pips >= self.reader.classes:
            raise SceneError(f"{tile_set} can't be read yet; numbers up to {self.reader.classes - 1} can")
        return tile_set.max_pips

    def _settled(
        self,
        photo: Bytes,
        first: Looked,
        max_pips: int,
        expected: Floats | None,
        profile: Profile | None,
        plane: Plane | None = None,
        places: Floats | None = None,
        least: float = _VALID,
    ) -> tuple[Scene, Floats]:
        """The scene, and (n, 2, f) the features of its tiles that lie face up; see `read`.

        Args:
            places: (m, 4, 2) pixels of what looked like tiles by itself, where more was looked at than that.
        """
        rough = self.reader.interpret(first.output, first.outlines, max_pips, profile)
        likely = trusted(self._scores(first, rough, max_pips, profile), rough.corners, expected)
        rows = likely > least * 0.5
        looked = second_look(self.reader, photo, first[rows], rough[rows], thorough=profile is not None)
        fine = self.reader.interpret(looked.output, looked.outlines, max_pips, profile)
        scores = self._scores(looked, fine, max_pips, profile)
        size = (photo.shape[1], photo.shape[0])
        sizes = seen_sizes(fine.corners) if plane is None else sizes_in_plane(fine.corners, plane, size)
        scores = trusted(scores * of_one_size(sizes, scores * proof(fine)), fine.corners, expected)
        kept = choose(fine.corners, scores, least)
        features = self.reader.features(looked.output)
        is_known = profile is not None and len(kept) >= _ALIKE and profile.fits(features[kept][_face_up(fine)[kept]])
        is_certain = is_known or least < _VALID or (expected is not None and len(expected) > 0)
        if not is_certain:
            kept = proven(fine, scores, kept, first.outlines if places is None else places)
        asides = find_asides(self.reader, photo, rough, likely < _VALID, fine.corners[kept])
        plane = plane or table_plane(fine.corners[kept], scores[kept], size)
        stands = standing(fine.corners[kept], plane, size)
        asides += tuple(Aside("standing", fine.corners[row], float(scores[row])) for row in np.array(kept)[stands])
        kept = [row for row, is_up in zip(kept, stands, strict=True) if not is_up]
        scene = _scene(size, fine, scores, kept, asides)
        return scene, features[kept][scene.face_up]

    def _scores(self, looked: Looked, reading: Reading, max_pips: int, profile: Profile | None) -> Floats:
        """How surely each is a tile: never less than without the profile, which may only doubt its numbers more."""
        scores = proposal_scores(reading)
        if profile is None:
            return scores
        plain = self.reader.interpret(looked.output, looked.outlines, max_pips)
        return np.maximum(scores, proposal_scores(plain))


def _told_once(scene: Scene) -> int:
    """How many different tiles of a set are read, less those that are read again: a set has each once."""
    numbers = np.sort(scene.probabilities[scene.face_up].argmax(axis=2), axis=1)
    return 2 * len({tuple(tile) for tile in numbers.tolist()}) - len(numbers)


def _face_up(reading: Reading) -> NDArray[np.bool_]:
    return np.asarray(reading.down.mean(axis=1) < 0.5)


def _scene(
    size: tuple[int, int], reading: Reading, scores: Floats, kept: list[int], asides: tuple[Aside, ...]
) -> Scene:
    corners = reading.corners[kept]
    face_up = _face_up(reading)[kept]
    probabilities = reading.probabilities[kept].copy()
    probabilities[~face_up] = 1 / max(1, probabilities.shape[2])
    return Scene(
        size=size,
        corners=corners,
        centers=halves_of(corners),
        face_up=face_up,
        probabilities=probabilities,
        scores=scores[kept],
        asides=asides,
    )
