"""Fits what is added to a network's last layer, so that it suits what a few examples show.

The network is the prior: the change is a linear layer on the same features, as small as the examples allow. It is
found by Nesterov's accelerated gradient, in so many steps, so that the same examples always give the same change.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_FREEDOM = 0.03
"""The weight of the prior, in examples: how many it takes to turn the network where it is undecided."""
_STEPS = 120


def with_ones(features: NDArray[np.floating]) -> Array:
    """(n, f) -> (n, f + 1) float64: the last column is what the layer's constant is multiplied with."""
    return np.concatenate([features, np.ones((len(features), 1))], axis=1).astype(np.float64)


def fit_classes(inputs: Array, logits: Array, targets: Array, weights: Array) -> Array:
    """(f, classes) what to add to a layer of exclusive classes.

    Args:
        inputs: (n, f) of length one or so.
        logits: (n, classes) what the network says.
        targets: (n, classes) what is true: rows that sum to 1.
        weights: (n,) how many examples each row stands for.
    """
    weighted = inputs * weights[:, None]

    def slope(layer: Array) -> Array:
        return np.asarray(weighted.T @ (softmax(logits + inputs @ layer) - targets))

    return _smallest_loss(slope, 0.5 * _curvature(inputs, weighted), (inputs.shape[1], logits.shape[1]))


def fit_yes_or_no(inputs: Array, logits: Array, targets: Array, weights: Array) -> Array:
    """(f,) what to add to a layer that answers one question; (n,) `logits` and `targets`, see `fit_classes`."""
    weighted = inputs * weights[:, None]

    def slope(layer: Array) -> Array:
        said = 1 / (1 + np.exp(-np.clip(logits + inputs @ layer, -30, 30)))
        return np.asarray(weighted.T @ (said - targets))

    return _smallest_loss(slope, 0.25 * _curvature(inputs, weighted), (inputs.shape[1],))


def softmax(logits: NDArray[np.floating]) -> Array:
    """Probabilities along the last axis."""
    scores = np.exp(logits.astype(np.float64) - logits.max(axis=-1, keepdims=True))
    return np.asarray(scores / scores.sum(axis=-1, keepdims=True))


def _curvature(inputs: Array, weighted: Array) -> float:
    return float(np.linalg.norm(weighted.T @ inputs, 2))


def _smallest_loss(slope: Callable[[Array], Array], curvature: float, shape: tuple[int, ...]) -> Array:
    layer = ahead = np.zeros(shape)
    momentum = 1.0
    for _ in range(_STEPS):
        stepped = ahead - (slope(ahead) + _FREEDOM * ahead) / (curvature + _FREEDOM)
        following = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        ahead = stepped + (momentum - 1) / following * (stepped - layer)
        layer, momentum = stepped, following
    return layer
