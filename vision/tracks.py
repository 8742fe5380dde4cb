"""Physical tiles followed from frame to frame: evidence that adds up, and the matching of sightings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tiles import Tile
from vision.contact import half_side
from vision.scene import Scene

Array = NDArray[np.float64]

MEMORY = 0.6  # what an older frame counts against the next newer one; frames of one still table err alike
DOUBT = 1e-4  # no single frame speaks more surely than this allows
IN_PLACE = 0.75  # of a half's side: a tile seen this near to its old place was not moved
WORST_IN_PLACE = -13.0  # both halves read otherwise, and surely: another tile lies in the old one's place
MOVED_LOSS = 6.0
SAME_VALUE = -1.5
SURELY_SAME = -0.5
BOTH_HIDDEN, TURNED_OVER = -2.0, -8.0  # likeness of tiles that lie face down, in both frames or in one


@dataclass(eq=False)
class Track:
    """One physical tile.

    Attributes:
        name: a number that the tile keeps.
        evidence: (2, numbers) summed logarithms of the readings of each half.
        corners, centers: where it was last seen, halves in the order of `evidence`.
        face_up: as last seen.
        score: the detector's, as last seen.
        misses: frames in a row in which it was not seen.
        in_line: whether it is joined to the line of play.
        value: the tile as it was last reported, for a tile of the line.
    """

    name: int
    evidence: Array
    corners: NDArray[np.float32]
    centers: NDArray[np.float32]
    face_up: bool
    score: float
    misses: int = 0
    in_line: bool = False
    value: Tile | None = None

    @property
    def probabilities(self) -> Array:
        """(2, numbers): what all frames together say of each half."""
        weight = np.exp(self.evidence - self.evidence.max(axis=1, keepdims=True))
        return np.asarray(weight / weight.sum(axis=1, keepdims=True))

    def see(self, scene: Scene, row: int, swapped: bool) -> None:
        """Takes in a new sighting; `swapped`: its halves are numbered the other way round."""
        order = [1, 0] if swapped else [0, 1]
        if scene.face_up[row]:
            self.evidence = MEMORY * self.evidence + log_reading(scene, row)[order]
        self.corners = np.roll(scene.corners[row], 2 if swapped else 0, axis=0)
        self.centers = scene.centers[row][order]
        self.face_up = bool(scene.face_up[row])
        self.score = float(scene.scores[row])
        self.misses = 0

    def shift(self, motion: Array) -> None:
        """Moves with the camera: `motion` is a (2, 3) similarity."""
        self.corners = _moved(self.corners, motion)
        self.centers = _moved(self.centers, motion)


@dataclass(frozen=True)
class Match:
    """A track and the row in which it was seen again; `in_place`: near to where it lay before."""

    track: int
    row: int
    swapped: bool
    in_place: bool


def log_reading(scene: Scene, row: int) -> Array:
    """Logarithms of what one frame says of both halves."""
    p = np.asarray(scene.probabilities[row], np.float64)
    return np.asarray(np.log((1.0 - DOUBT) * p + DOUBT / p.shape[1]))


def match_tracks(tracks: Sequence[Track], scene: Scene, may_move: bool) -> list[Match]:
    """Pairs tracks with sightings, the best pair first.

    Args:
        may_move: a tile far from its place may be known by its value alone (each value occurs once).
    """
    if not tracks or len(scene) == 0:
        return []
    middles = np.array([track.centers.mean(axis=0) for track in tracks])
    apart = np.linalg.norm(scene.centers.mean(axis=1)[None] - middles[:, None], axis=2) / half_side(scene.corners)
    like = _likeness(tracks, scene)
    worth = (apart < IN_PLACE) | (may_move & (like.max(axis=2) >= SAME_VALUE))
    options: list[tuple[float, Match]] = []
    for number, row in np.argwhere(worth).tolist():
        option = _option(tracks[number], number, scene, row, float(apart[number, row]), like[number, row])
        if option is not None:
            options.append(option)
    options.sort(key=lambda option: -option[0])
    matches: list[Match] = []
    seen_tracks: set[int] = set()
    seen_rows: set[int] = set()
    for _, match in options:
        if match.track not in seen_tracks and match.row not in seen_rows:
            matches.append(match)
            seen_tracks.add(match.track)
            seen_rows.add(match.row)
    return matches


def _option(track: Track, number: int, scene: Scene, row: int, apart: float, like: Array) -> tuple[float, Match] | None:
    """How likely (a log score) this sighting is of this track; None when it is not."""
    if apart < IN_PLACE:
        straight = np.linalg.norm(track.centers - scene.centers[row], axis=1).sum()
        swapped = bool(straight > np.linalg.norm(track.centers - scene.centers[row][::-1], axis=1).sum())
        score = float(like[int(swapped)]) - apart
        return (score, Match(number, row, swapped, True)) if score > WORST_IN_PLACE else None
    if not (track.face_up and scene.face_up[row]):
        return None
    return float(like.max()) - MOVED_LOSS - 0.05 * min(apart, 40.0), Match(number, row, bool(like.argmax()), False)


def _likeness(tracks: Sequence[Track], scene: Scene) -> Array:
    """The log probability that each sighting shows the numbers of each track.

    Returns:
        (tracks, sightings, 2): halves numbered alike, and the other way round.
    """
    known = np.array([track.probabilities for track in tracks])
    seen = np.stack([scene.probabilities, scene.probabilities[:, ::-1]], axis=1)
    same = np.einsum("thk,sohk->tsoh", known, seen)
    like = np.log(np.maximum(same, DOUBT)).sum(axis=3)
    track_up = np.array([track.face_up for track in tracks])[:, None]
    row_up = scene.face_up[None]
    hidden = np.where(track_up == row_up, BOTH_HIDDEN, TURNED_OVER)
    return np.asarray(np.where((track_up & row_up)[..., None], like, hidden[..., None]))


def camera_motion(tracks: Sequence[Track], scene: Scene) -> Array:
    """How the picture moved since the tracks were seen: a (2, 3) similarity, no motion when nothing tells.

    Tiles whose numbers are sure in both tell it; the displacement that most of them share counts.
    """
    still = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    if not tracks or len(scene) == 0:
        return still
    pairs = np.argwhere(_likeness(tracks, scene).max(axis=2) > SURELY_SAME)
    if len(pairs) == 0:
        return still
    before = np.array([tracks[number].centers.mean(axis=0) for number in pairs[:, 0]], np.float64)
    after = scene.centers[pairs[:, 1]].mean(axis=1).astype(np.float64)
    moved = after - before
    near = IN_PLACE * float(np.median(half_side(scene.corners)))
    if (np.linalg.norm(moved, axis=1) < 0.5 * near).sum() * 2 >= len(pairs):
        return still
    votes = (np.linalg.norm(moved[:, None] - moved[None, :], axis=2) < near).sum(axis=1)
    best = max(range(len(pairs)), key=lambda k: (votes[k], -np.linalg.norm(moved[k])))
    agreeing = np.linalg.norm(moved - moved[best], axis=1) < near
    if agreeing.sum() >= 3:
        return _similarity(before[agreeing], after[agreeing])
    still[:, 2] = moved[agreeing].mean(axis=0)
    return still


def _similarity(before: Array, after: Array) -> Array:
    """The least-squares rotation, scale and translation, by complex numbers: after = a * before + b."""
    z, w = before[:, 0] + 1j * before[:, 1], after[:, 0] + 1j * after[:, 1]
    dz, dw = z - z.mean(), w - w.mean()
    spread = float((np.abs(dz) ** 2).sum())
    a = (np.conj(dz) * dw).sum() / spread if spread > 1e-9 else 1.0 + 0j
    b = w.mean() - a * z.mean()
    return np.array([[a.real, -a.imag, b.real], [a.imag, a.real, b.imag]])


def _moved(points: NDArray[np.float32], motion: Array) -> NDArray[np.float32]:
    return np.asarray(points @ motion[:, :2].T + motion[:, 2], np.float32)
