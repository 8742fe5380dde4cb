"""The state of the table: still frames fused, and which tiles were played.

A tile counts as played when it is joined to the line of play, whichever tiles lie elsewhere. What was played, is not
forgotten when one frame misses it; what was read wrongly, later frames may correct.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tiles import Tile, TileSet
from vision.contact import find_contacts, half_side
from vision.decode import decode
from vision.junctions import Junction
from vision.layout import Layout, assemble
from vision.scene import Floats, Scene
from vision.tracks import Match, Track, camera_motion, log_reading, match_tracks

SURE = 0.8  # a correction is reported only when it is at least so probable
DOUBTFUL = 0.2  # what is less probable than this is no play before later frames have made it clearer
CENTRAL = 0.36  # of the table's width or height, from its middle: where a line may start


@dataclass(frozen=True)
class Joint:
    """What a played tile was joined to.

    Attributes:
        tile: the tile of the line (the double it must be, if it lies face down).
        row: its row in the fused layout.
        pips: the number on the touching half of the played tile.
        other_pips: the number on the touching half of the tile of the line.
    """

    tile: Tile
    row: int
    pips: int
    other_pips: int


@dataclass(frozen=True)
class ObservedPlay:
    """A tile newly joined to the line.

    Attributes:
        tile: what was played; for a tile laid face down the double that fits there.
        row: its row in the fused layout.
        joined: the tiles of the line that it touches; empty for the first tile.
        confidence: the probability that the tile is read rightly.
        legal: all touching numbers are equal.
        closed: it lies face down.
    """

    tile: Tile
    row: int
    joined: tuple[Joint, ...]
    confidence: float
    legal: bool
    closed: bool


@dataclass(frozen=True)
class Correction:
    """A tile of the line that was reported wrongly before: its row, the value reported, the value now."""

    row: int
    was: Tile
    now: Tile


@dataclass(frozen=True, eq=False)
class TableUpdate:
    """What one still frame changed.

    Attributes:
        plays: tiles newly joined to the line, in an order in which they can be joined.
        removed: tiles that were in the line and are no longer.
        corrected: tiles of the line whose value turned out to be another.
        layout: the fused layout: the frame's tiles with the evidence of all frames, then tiles of the line that this
            frame did not show; halves are numbered as when the tile was first seen.
        names: for each row of it the number that the physical tile keeps from frame to frame.
        line: rows of the tiles of the line of play.
        remembered: rows of the tiles that this frame did not show.
        cleared: the whole line was taken away, as after a round.
        desync: the table is no continuation of what was seen before: a tile of the line went away or was replaced.
    """

    plays: tuple[ObservedPlay, ...]
    removed: tuple[Tile, ...]
    corrected: tuple[Correction, ...]
    layout: Layout
    names: tuple[int, ...]
    line: tuple[int, ...]
    remembered: tuple[int, ...]
    cleared: bool
    desync: bool


class TableState:
    """Fuses the layouts of still frames.

    Args:
        tile_set: the set on the table.
        copies: how many of these sets.
        outline: (k, 2) corner points of the table in pixels, when known; else the whole picture is the table.
        patience: for how many frames in a row a tile of the line may be missed.
    """

    def __init__(
        self, tile_set: TileSet | None = None, copies: int = 1, outline: Floats | None = None, patience: int = 3
    ) -> None:
        self._set = tile_set or TileSet(6)
        self._copies = copies
        self._outline = outline
        self._patience = patience
        self._tracks: list[Track] = []
        self._next_name = 0

    def update(self, layout: Layout) -> TableUpdate:
        """Takes in the layout of one still frame."""
        scene = layout.scene
        motion = camera_motion(self._tracks, scene)
        for track in self._tracks:
            track.shift(motion)
        before = [track for track in self._tracks if track.in_line]
        rows, moved = self._follow(scene)
        lost = self._forget(before, scene, rows)
        remembered = [track for track in self._tracks if track.misses > 0 and track.in_line]
        fused = self._fuse(scene, rows + remembered)
        return self._result(fused, rows + remembered, before, moved, lost)

    def _follow(self, scene: Scene) -> tuple[list[Track], set[int]]:
        """The track of each row of the scene, and the names of those that were moved."""
        matches = match_tracks(self._tracks, scene, may_move=self._copies == 1)
        of_row: dict[int, Match] = {match.row: match for match in matches}
        seen = {match.track for match in matches}
        for number, track in enumerate(self._tracks):
            track.misses += number not in seen
        rows: list[Track] = []
        moved: set[int] = set()
        for row in range(len(scene)):
            match = of_row.get(row)
            if match is None:
                rows.append(self._new_track(scene, row))
                continue
            track = self._tracks[match.track]
            track.see(scene, row, match.swapped)
            rows.append(track)
            if not match.in_place:
                moved.add(track.name)
        self._tracks += [track for track in rows if track not in self._tracks]
        return rows, moved

    def _new_track(self, scene: Scene, row: int) -> Track:
        evidence = log_reading(scene, row) if scene.face_up[row] else np.zeros(scene.probabilities.shape[1:])
        self._next_name += 1
        return Track(
            self._next_name - 1,
            evidence,
            scene.corners[row],
            scene.centers[row],
            bool(scene.face_up[row]),
            float(scene.scores[row]),
        )

    def _forget(self, before: Sequence[Track], scene: Scene, rows: Sequence[Track]) -> list[Track]:
        """Drops the tracks that are gone: loose ones at once, those of the line when patience or their place is."""
        gone = [
            track
            for track in self._tracks
            if track.misses > 0 and (not track.in_line or track.misses > self._patience or _is_occupied(track, scene))
        ]
        self._tracks = [track for track in self._tracks if track not in gone]
        return [track for track in gone if track.in_line]

    def _fuse(self, scene: Scene, tracks: Sequence[Track]) -> Layout:
        """The layout of the tracks, from the evidence of all frames."""
        fused = Scene(
            size=scene.size,
            corners=_stack([track.corners for track in tracks], (4, 2)),
            centers=_stack([track.centers for track in tracks], (2, 2)),
            face_up=np.array([track.face_up for track in tracks], np.bool_),
            probabilities=_stack([track.probabilities for track in tracks], scene.probabilities.shape[1:]),
            scores=np.array([track.score for track in tracks], np.float32),
        )
        contacts = find_contacts(fused)
        decoded = decode(fused.probabilities, fused.face_up, contacts, self._set, self._copies)
        in_line = [row for row, track in enumerate(tracks) if track.in_line]
        root = in_line[0] if len(in_line) == 1 else None
        layout = assemble(fused, decoded, contacts, self._set, self._copies, root)
        if not in_line and (start := self._start(layout)) is not None and start in layout.loose:
            return assemble(fused, decoded, contacts, self._set, self._copies, start)
        return layout

    def _start(self, layout: Layout) -> int | None:
        """The tile from which a new line grows: the face-up one nearest to the middle, of those not at the border."""
        away = np.where(layout.scene.face_up, self._away(layout.scene), np.inf)
        return int(away.argmin()) if (away < CENTRAL).any() else None

    def _away(self, scene: Scene) -> NDArray[np.float64]:
        """How far each tile lies from the middle: 0.5 is the table's edge."""
        middle, reach = self._table(scene)
        return np.asarray((np.abs(scene.centers.mean(axis=1) - middle) / reach).max(axis=1), np.float64)

    def _table(self, scene: Scene) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The middle of the table, and its width and height."""
        if self._outline is None:
            size = np.array(scene.size, np.float64)
            return size / 2.0, size
        low, high = np.min(self._outline, axis=0), np.max(self._outline, axis=0)
        return np.asarray((low + high) / 2.0, np.float64), np.asarray(high - low, np.float64)

    def _result(
        self, layout: Layout, tracks: Sequence[Track], before: Sequence[Track], moved: set[int], lost: Sequence[Track]
    ) -> TableUpdate:
        """Compares the fused layout with the line as it was."""
        order = self._grow(layout, self._anchors(layout, tracks, moved))
        in_line = set(order)
        taken = [track for row, track in enumerate(tracks) if track.in_line and row not in in_line]
        removed = [track.value for track in [*lost, *taken] if track.value is not None]
        corrected = tuple(_corrections(layout, tracks, order))
        new = [row for row in order if not tracks[row].in_line]
        plays = tuple(_play(layout, row, order) for row in new)
        for track in taken:
            track.in_line = False
        for play in plays:
            tracks[play.row].in_line = True
            tracks[play.row].value = play.tile
        for correction in corrected:
            tracks[correction.row].value = correction.now
        cleared = bool(before) and not (set(map(id, before)) & {id(tracks[row]) for row in order})
        return TableUpdate(
            plays=plays,
            removed=tuple(removed),
            corrected=corrected,
            layout=layout,
            names=tuple(track.name for track in tracks),
            line=tuple(sorted(in_line)),
            remembered=tuple(row for row, track in enumerate(tracks) if track.misses > 0),
            cleared=cleared and not plays,
            desync=bool(removed) and not (cleared and not plays),
        )

    def _anchors(self, layout: Layout, tracks: Sequence[Track], moved: set[int]) -> list[int]:
        """The rows from which the line is followed: its tiles that kept their places, else the most central of it.

        A single tile that nothing was joined to gives way to a line that grows nearer to the middle.
        """
        away = self._away(layout.scene)
        line = [row for row, track in enumerate(tracks) if track.in_line]
        if len(line) == 1:
            others = [row for piece in layout.lines if not set(line) & set(piece.tiles) for row in piece.tiles]
            nearest = min([*line, *others], key=away.__getitem__)
            return [nearest]
        in_place = [row for row in line if tracks[row].name not in moved]
        return in_place or sorted(line, key=away.__getitem__)[:1]

    def _grow(self, layout: Layout, line: Sequence[int]) -> list[int]:
        """The rows of the line and those that hang on it, in an order in which they can be joined."""
        order = list(line)
        if not order:
            start = self._start(layout)
            if start is None:
                return []
            order = [start]
        doubtful = layout.scene.face_up & (layout.confidence.prod(axis=1) < DOUBTFUL)
        doubtful[list(line)] = False
        junctions = [junction for junction in layout.junctions if not doubtful[list(junction.tiles)].any()]
        while (row := _next_joined(junctions, order)) is not None:
            order.append(row)
        return order


def _stack(arrays: Sequence[NDArray[np.floating]], shape: tuple[int, ...]) -> Floats:
    return np.array(arrays, np.float32).reshape(len(arrays), *shape)


def _is_occupied(track: Track, scene: Scene) -> bool:
    """Whether another tile is clearly seen in the place of this one."""
    if len(scene) == 0:
        return False
    apart = np.linalg.norm(scene.centers[:, :, None] - track.centers[None, None], axis=3).min(axis=(1, 2))
    clear = scene.face_up & (scene.probabilities.max(axis=2).prod(axis=1) > SURE)
    return bool((clear & (apart < 0.6 * half_side(scene.corners))).any())


def _next_joined(junctions: Sequence[Junction], order: Sequence[int]) -> int | None:
    """The next tile that hangs on the line: the earliest laid neighbour first, legal before illegal."""
    place = {row: number for number, row in enumerate(order)}
    options = [
        (not junction.legal, place[inner], -junction.contact.quality, outer)
        for junction in junctions
        for inner, outer in (junction.tiles, junction.tiles[::-1])
        if inner in place and outer not in place
    ]
    return min(options)[3] if options else None


def _play(layout: Layout, row: int, order: Sequence[int]) -> ObservedPlay:
    """The play of a tile, joined to those that come before it in `order`."""
    earlier = set(order[: order.index(row)])
    junctions = [j for j in layout.junctions if row in j.tiles and j.other(row) in earlier]
    joined = tuple(
        Joint(_seen_or_hidden(layout, j.other(row), j), j.other(row), j.pips_of(row), j.pips_of(j.other(row)))
        for j in junctions
    )
    closed = not bool(layout.scene.face_up[row])
    confidence = float(layout.scene.scores[row]) if closed else float(layout.confidence[row].prod())
    tile = _seen_or_hidden(layout, row, junctions[0] if junctions else None)
    return ObservedPlay(tile, row, joined, confidence, all(j.legal for j in junctions), closed)


def _seen_or_hidden(layout: Layout, row: int, junction: Junction | None) -> Tile:
    """The tile in a row; one that lies face down is the double that fits its neighbour."""
    tile = layout.tile(row)
    if tile is not None:
        return tile
    number = max(0, max(junction.pips)) if junction is not None else 0
    return Tile(number, number)


def _corrections(layout: Layout, tracks: Sequence[Track], line: Sequence[int]) -> list[Correction]:
    """Tiles of the line that are surely not what was reported."""
    found: list[Correction] = []
    for row in line:
        was, now = tracks[row].value, layout.tile(row)
        if not tracks[row].in_line or was is None or now is None or now == was:
            continue
        if float(layout.confidence[row].prod()) >= SURE:
            found.append(Correction(row, was, now))
    return found
