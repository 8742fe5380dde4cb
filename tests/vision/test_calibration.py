"""The calibration error, worked out by hand."""

import numpy as np
import pytest

from vision.calibration import calibration_error


def test_two_bins() -> None:
    """Ten answers at 0.95, nine of them right; ten at 0.65, four right: (10 * 0.05 + 10 * 0.25) / 20."""
    sure = np.array([0.95] * 10 + [0.65] * 10)
    right = np.array([True] * 9 + [False] + [True] * 4 + [False] * 6)
    assert calibration_error(sure, right) == pytest.approx(0.15)


def test_too_high_and_too_low_in_one_bin_make_up_for_each_other() -> None:
    """0.94 and 0.96 lie in the last of fifteen bins: said 0.95, right 1."""
    assert calibration_error(np.array([0.94, 0.96]), np.array([True, True])) == pytest.approx(0.05)


def test_certainty_and_nothing() -> None:
    assert calibration_error(np.array([1.0, 0.0]), np.array([True, False])) == 0
    assert calibration_error(np.zeros(0), np.zeros(0, np.bool_)) == 0
