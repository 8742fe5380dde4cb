"""What a profile says, where it keeps silent, and how it is kept."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.profile import Examples, Profile, ProfileError, learn

FEATURES = 5


def examples(numbers: list[int], away: float = 4.0, times: int = 40, halves: int = 4) -> Examples:
    """Halves of each number scatter evenly around a point on an axis of their own."""
    rng = np.random.default_rng(3)
    rows, pips, names = [], [], []
    for place, number in enumerate(numbers):
        rows.append(rng.normal(0, 1, (times, FEATURES)) + away * np.eye(FEATURES)[place])
        pips += [number] * times
        names += [100 * number + row % halves for row in range(times)]
    return Examples(np.concatenate(rows).astype(np.float32), np.array(pips), np.array(names))


def profile(numbers: list[int], **options: float) -> Profile:
    learnt = learn(examples(numbers, **options), "D6", 6, "kitchen", "abc", 28)  # type: ignore[arg-type]
    assert learnt is not None
    return learnt


def at(place: int, away: float = 4.0) -> NDArray[np.float32]:
    return np.asarray(away * np.eye(FEATURES)[place], np.float32)


def test_the_nearest_number_is_left_alone_and_others_are_spoken_against() -> None:
    said = profile([0, 1, 2]).correction(np.stack([at(0), at(2)]))
    assert said.shape == (2, 7)
    assert said[0, 0] == 0 and said[1, 2] == 0
    assert said[0, 1] < -1 and said[0, 2] < -1 and said[1, 0] < -1
    assert (said <= 0).all() and (said >= -12).all()


def test_numbers_that_were_not_shown_keep_what_the_network_says() -> None:
    said = profile([0, 1, 2]).correction(at(1))
    assert said[3:].tolist() == [0, 0, 0, 0]


def test_only_a_profile_of_a_whole_set_decides_what_is_a_tile() -> None:
    # five numbers make a set of 15 tiles; nine in ten must have been told apart, that is 14
    numbers = list(range(FEATURES))
    for tiles, whole in ((14, True), (13, False)):
        learnt = learn(examples(numbers), "D6", FEATURES - 1, "kitchen", "abc", tiles)
        assert learnt is not None and learnt.is_whole is whole
    unknown = learn(examples(numbers[1:]), "D6", FEATURES - 1, "kitchen", "abc", 15)
    assert unknown is not None and not unknown.is_whole


def test_a_number_known_of_two_halves_only_is_not_learnt() -> None:
    many, few = examples([0, 1]), examples([2, 3], halves=2)
    both = Examples(*(np.concatenate(pair) for pair in zip(vars(many).values(), vars(few).values(), strict=True)))
    learnt = learn(both, "D6", 6, "kitchen", "abc", 28)
    assert learnt is not None
    assert np.isfinite(learnt.centers[:, 0]).tolist() == [True, True] + [False] * 5
    assert learn(few, "D6", 6, "kitchen", "abc", 28) is None


def test_the_same_set_fits_and_another_does_not() -> None:
    known, same = profile([0, 1, 2]), examples([0, 1, 2]).features.reshape(-1, 2, FEATURES)
    assert known.strangeness(same) == pytest.approx(1.0, abs=0.01)
    assert known.fits(same)
    assert not known.fits(same + 6)
    assert not known.fits(same[:0])


def test_learning_is_deterministic() -> None:
    assert profile([0, 1, 2]).to_bytes()[-2000:] == profile([0, 1, 2]).to_bytes()[-2000:]
    assert np.array_equal(profile([0, 1, 2]).whitening, profile([0, 1, 2]).whitening)


def test_a_profile_survives_its_file() -> None:
    known = replace(profile([0, 1]), name="кухня")
    read = Profile.from_bytes(known.to_bytes())
    assert (read.tile_set, read.name, read.network, read.tiles) == ("D6", "кухня", "abc", 28)
    assert read.correction(at(1)).tolist() == known.correction(at(1)).tolist()
    assert read.reach == known.reach


@pytest.mark.parametrize("data", [b"", b"nothing of the kind", b"PK\x03\x04 broken"])
def test_what_is_no_profile_is_refused(data: bytes) -> None:
    with pytest.raises(ProfileError):
        Profile.from_bytes(data)


def test_half_a_profile_and_other_archives_are_refused() -> None:
    whole = profile([0, 1]).to_bytes()
    with pytest.raises(ProfileError):
        Profile.from_bytes(whole[: len(whole) // 2])
    file = io.BytesIO()
    np.savez(file, something=np.zeros(3))
    with pytest.raises(ProfileError):
        Profile.from_bytes(file.getvalue())


def test_a_later_format_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    known = profile([0, 1])
    monkeypatch.setattr("vision.profile.FORMAT", 2)
    later = known.to_bytes()
    monkeypatch.undo()
    with pytest.raises(ProfileError):
        Profile.from_bytes(later)
