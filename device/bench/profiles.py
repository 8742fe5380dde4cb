"""Measures what showing a set is worth: pictures of a set read without its profile, with it, and with a stranger's.

An error is a tile that is missed or misread, or one that is reported where there is none.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from device.bench.photos import BenchError, PhotoTruth, load_truth
from device.bench.scoring import TileScore, score_tiles
from device.bench.stress import score_places
from device.photo import load_photo
from engine.tiles import TileSet
from vision.layout import Layout, build_layout
from vision.pipeline import SceneReader
from vision.profile import Profile
from vision.set_photo import LEAST_SHARE, SetPhotoError, learn_set

if TYPE_CHECKING:
    from models.renderer.scene import TileTruth

Bytes = NDArray[np.uint8]
Count = Callable[[Layout], TileScore]

SETS = 20
"""How many rendered sets are measured, unless told otherwise."""
TABLES = 5
"""On so many tables lie tiles of each rendered set."""
FIRST_SEED = 74_000_000
"""Far from the seeds of training and of the other measurements."""
_KINDS = (6, 6, 6, 9, 12)
"""Set after set is of this kind."""


@dataclass(frozen=True)
class Case:
    """A set, the picture that shows it, and how well other pictures of it are read.

    Attributes:
        name: of the group, or of the rendered set.
        shown: takes the picture from which the look is learnt.
        pictures: makes each other picture, and what counts how well it was read.
    """

    name: str
    tile_set: TileSet
    shown: Callable[[], Bytes]
    pictures: Callable[[], Iterable[tuple[Bytes, Count]]]


@dataclass(frozen=True)
class ProfileResult:
    """What was learnt of a set, and how well pictures of it are read.

    Attributes:
        told: how many of its tiles were told apart; None if it was refused.
        pictures: how many were read.
        tiles: how many lie face up on them.
        plain, own, stranger: the errors without a profile, with the set's own, with that of another set of its kind;
            without where there is none.
    """

    name: str
    tile_set: TileSet
    told: int | None
    pictures: int
    tiles: int
    plain: int
    own: int
    stranger: int


Item = TypeVar("Item")
Progress = Callable[[Iterable[Item], int], Iterable[Item]]


def errors_of(score: TileScore) -> int:
    """Of one picture: a tile that is misread is missed, and the one that is reported instead is false."""
    return max(score.missed, score.false)


def measure(
    reader: SceneReader, cases: Sequence[Case], progress: Progress[ProfileResult], workers: int
) -> list[ProfileResult]:
    """Learns the look of each set, then reads the pictures; `progress` shows and hands on the results."""
    pool = ThreadPoolExecutor(workers)
    try:
        profiles = list(pool.map(lambda case: _profile(reader, case), cases))
        jobs = [(case, profiles[place], _stranger(case, place, profiles)) for place, case in enumerate(cases)]
        return list(progress(pool.map(lambda job: _result(reader, *job), jobs), len(jobs)))
    finally:
        pool.shutdown(cancel_futures=True)


def _profile(reader: SceneReader, case: Case) -> Profile | None:
    try:
        return learn_set(reader, [case.shown()], case.tile_set, case.name).profile
    except SetPhotoError:
        return None


def _stranger(case: Case, place: int, profiles: Sequence[Profile | None]) -> Profile | None:
    """The next profile of another set of the same kind."""
    others = [*profiles[place + 1 :], *profiles[:place]]
    return next((profile for profile in others if profile and profile.tile_set == str(case.tile_set)), None)


def _result(reader: SceneReader, case: Case, own: Profile | None, stranger: Profile | None) -> ProfileResult:
    tiles, errors = 0, []
    for picture, count in case.pictures():
        plain = _counted(reader, picture, case.tile_set, count)
        known = (replace(reader, profile=profile) if profile else None for profile in (own, stranger))
        scores = [plain, *(_counted(used, picture, case.tile_set, count) if used else plain for used in known)]
        errors.append([errors_of(score) for score in scores])
        tiles += plain.right + plain.missed
    total = [sum(column) for column in zip(*errors, strict=True)] or [0, 0, 0]
    return ProfileResult(case.name, case.tile_set, own.tiles if own else None, len(errors), tiles, *total)


def _counted(reader: SceneReader, picture: Bytes, tile_set: TileSet, count: Count) -> TileScore:
    return count(build_layout(reader.read(picture, tile_set)[0], tile_set))


def group_cases(folder: Path) -> list[Case]:
    """A case for each group of photos one of which shows at least half of the set.

    Raises:
        BenchError: the folder has no truth, or no such group.
    """
    groups: dict[tuple[str, TileSet], list[PhotoTruth]] = {}
    for truth in load_truth(folder):
        groups.setdefault((truth.group, truth.tile_set), []).append(truth)
    cases = [
        _group_case(folder, name, tile_set, photos)
        for (name, tile_set), photos in groups.items()
        if len(photos) > 1 and len(_fullest(photos).face_up) >= LEAST_SHARE * len(tile_set)
    ]
    if not cases:
        raise BenchError("bench.no_sets", path=folder)
    return cases


def _fullest(photos: Sequence[PhotoTruth]) -> PhotoTruth:
    return max(photos, key=lambda photo: len(set(photo.face_up)))


def _group_case(folder: Path, name: str, tile_set: TileSet, photos: Sequence[PhotoTruth]) -> Case:
    fullest = _fullest(photos)

    def pictures() -> Iterator[tuple[Bytes, Count]]:
        for truth in photos:
            if truth is not fullest:
                yield load_photo(folder / truth.path).image, partial(_score_photo, truth)

    return Case(name, tile_set, lambda: load_photo(folder / fullest.path).image, pictures)


def _score_photo(truth: PhotoTruth, layout: Layout) -> TileScore:
    reported = [tile for row in range(len(layout.scene)) if (tile := layout.tile(row)) is not None]
    return score_tiles(reported, truth.face_up, truth.partial)


def rendered_cases(count: int) -> list[Case]:
    """A case for each of so many rendered sets that look as training seldom draws them."""
    return [_rendered_case(number) for number in range(count)]


def _rendered_case(number: int) -> Case:
    from models.renderer.evenings import game_table, random_evening, set_photo
    from models.renderer.scene import render

    tile_set = TileSet(_KINDS[number % len(_KINDS)])
    seeds = np.random.SeedSequence(FIRST_SEED + number).spawn(2 + TABLES)
    evening = random_evening(np.random.default_rng(seeds[0]), tile_set)

    def shown() -> Bytes:
        return render(set_photo(np.random.default_rng(seeds[1]), evening)).picture

    def pictures() -> Iterator[tuple[Bytes, Count]]:
        for seed in seeds[2:]:
            table = render(game_table(np.random.default_rng(seed), evening))
            yield table.picture, partial(_score_table, table.tiles)

    return Case(str(number + 1), tile_set, shown, pictures)


def _score_table(truth: Sequence[TileTruth], layout: Layout) -> TileScore:
    return score_places(layout, truth)


_COLUMNS = ("name", "tile_set", "told", "pictures", "tiles", "plain", "own", "stranger")


def as_csv(results: Iterable[ProfileResult]) -> str:
    """A line a set."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows([getattr(result, column) for column in _COLUMNS] for result in results)
    return text.getvalue()
