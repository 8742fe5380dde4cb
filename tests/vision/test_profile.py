"""What a profile says, where it keeps silent, and how it is kept."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.profile import UNKNOWN, Profile, ProfileError, Sights, learn, learn_numbers

FEATURES = 5


def sights(numbers: list[int], away: float = 4.0, ways: int = 20, halves: int = 6, highest: int = 6) -> Sights:
    """Halves of each number scatter evenly around a point on an axis of their own; the network is undecided."""
    rng = np.random.default_rng(3)
    shape = (ways, len(numbers) * halves)
    middles = away * np.eye(FEATURES)[np.repeat(np.arange(len(numbers)), halves)]
    features = (rng.normal(0, 1, (*shape, FEATURES)) + middles).astype(np.float32)
    return Sights(features, np.zeros((*shape, highest + 1), np.float32), np.zeros(shape, np.float32))


def pips(numbers: list[int], halves: int = 6) -> NDArray[np.intp]:
    return np.repeat(np.array(numbers), halves)


NOTHING = Sights(
    np.random.default_rng(4).normal(-4, 1, (1, 40, FEATURES)).astype(np.float32),
    np.zeros((1, 40, 7), np.float32),
    np.zeros((1, 40), np.float32),
)


def profile(numbers: list[int]) -> Profile:
    learnt = learn(sights(numbers), pips(numbers), NOTHING, "D6", "kitchen", "abc", 28)
    assert learnt is not None
    return learnt


def at(place: int, away: float = 4.0) -> NDArray[np.float32]:
    return np.asarray(away * np.eye(FEATURES)[place], np.float32)


def test_each_number_gains_where_its_halves_lie() -> None:
    said = profile([0, 1, 2]).for_numbers(np.stack([at(0), at(2)]))
    assert said.shape == (2, 7)
    assert said[0].argmax() == 0 and said[1].argmax() == 2
    assert said[0, 0] > said[0, 1] + 1 and said[1, 2] > said[1, 0] + 1


def test_numbers_that_were_not_shown_keep_what_the_network_says() -> None:
    assert profile([0, 1, 2]).for_numbers(at(1))[3:].tolist() == [0, 0, 0, 0]


def test_what_the_network_knows_already_is_hardly_changed() -> None:
    # all numbers are read with 20 nats more than the others: nothing is left to learn
    sure, numbers = sights([0, 1, 2]), pips([0, 1, 2])
    sure = replace(sure, numbers=sure.numbers + 20 * np.eye(7, dtype=np.float32)[numbers])
    assert np.abs(learn_numbers(sure, numbers)).max() < 1e-3


def test_halves_whose_number_is_unknown_teach_no_number() -> None:
    known = pips([0, 1, 2])
    some = np.where(np.arange(len(known)) % 2, known, UNKNOWN)
    seen = sights([0, 1, 2])
    half = Sights(seen.features[:, 1::2], seen.numbers[:, 1::2], seen.there[:, 1::2])
    assert learn_numbers(seen, some).tolist() == learn_numbers(half, known[1::2]).tolist()


def test_only_a_profile_of_most_of_a_set_decides_what_is_a_tile() -> None:
    # five numbers make a set of 15 tiles, that is 30 halves; nine in ten of them must be seen, that is 27
    numbers = list(range(FEATURES))
    for halves, speaks in ((6, True), (5, False)):
        seen = sights(numbers, halves=halves, highest=FEATURES - 1)
        learnt = learn(seen, pips(numbers, halves), NOTHING, "D6", "kitchen", "abc", 15)
        assert learnt is not None
        assert bool(learnt.for_there(at(0)) > 1) is speaks
        assert bool(learnt.for_there(np.full(FEATURES, -4, np.float32)) < -1) is speaks


def test_a_number_known_of_two_halves_only_is_not_learnt() -> None:
    numbers = np.array([0, 0, 0, 1, 1, 1, 2, 2])
    seen = sights([0, 1, 2, 3], halves=2)
    learnt = learn(seen, numbers, NOTHING, "D6", "kitchen", "abc", 28)
    assert learnt is not None
    assert np.isfinite(learnt.centers[:, 0]).tolist() == [True, True] + [False] * 5
    assert learn(seen, pips([0, 1, 2, 3], 2), NOTHING, "D6", "kitchen", "abc", 28) is None


def test_the_same_set_fits_and_another_does_not() -> None:
    known, same = profile([0, 1, 2]), sights([0, 1, 2]).features.reshape(-1, 2, FEATURES)
    assert known.strangeness(same) == pytest.approx(1.0, abs=0.01)
    assert known.fits(same)
    assert not known.fits(same + 6)
    assert not known.fits(same[:0])


def test_learning_is_deterministic() -> None:
    assert profile([0, 1, 2]).to_bytes() == profile([0, 1, 2]).to_bytes()


def test_a_profile_survives_its_file() -> None:
    known = replace(profile([0, 1]), name="кухня")
    read = Profile.from_bytes(known.to_bytes())
    assert (read.tile_set, read.name, read.network, read.tiles) == ("D6", "кухня", "abc", 28)
    assert read.for_numbers(at(1)).tolist() == known.for_numbers(at(1)).tolist()
    assert read.for_there(at(1)) == known.for_there(at(1))
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
    monkeypatch.setattr("vision.profile.FORMAT", 3)
    later = known.to_bytes()
    monkeypatch.undo()
    with pytest.raises(ProfileError):
        Profile.from_bytes(later)
