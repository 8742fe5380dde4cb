"""Whether probabilities mean what they say."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BINS = 15


def calibration_error(sure: NDArray[np.floating], right: NDArray[np.bool_]) -> float:
    """The expected calibration error: how far, on average, the share of right answers is from what was said.

    Answers that were given about equally surely are put into one of 15 bins of equal width.

    Args:
        sure: (n,) the probability of each answer, 0..1.
        right: (n,) whether it was right.

    Returns:
        0..1; 0 when there is no answer.
    """
    if not len(sure):
        return 0.0
    bins = np.minimum((sure * BINS).astype(int), BINS - 1)
    gaps = [
        abs(float(sure[bins == index].mean() - right[bins == index].mean())) * float((bins == index).mean())
        for index in np.unique(bins)
    ]
    return float(sum(gaps))
