"""What is added to a last layer: as much as the examples ask for, and no more."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.last_layer import fit_classes, fit_yes_or_no, softmax, with_ones


def test_each_row_gets_a_one() -> None:
    assert with_ones(np.array([[2.0, 3.0]], np.float32)).tolist() == [[2, 3, 1]]


def test_probabilities_of_logits() -> None:
    assert softmax(np.log([[1.0, 3.0]])).tolist() == [[pytest.approx(0.25), pytest.approx(0.75)]]


def test_a_change_balances_the_examples_and_the_prior() -> None:
    # One input 1, one example "yes" of weight 1, and a network that is undecided: at the smallest loss the slope of the
    # example, 1 - p, equals that of the prior, 0.03 w. For w = 2.703 both are 0.0628 and 0.0811; for w = 2.5 they are
    # 0.0759 and 0.0750; so it lies a little above 2.5.
    layer = fit_yes_or_no(np.ones((1, 1)), np.zeros(1), np.ones(1), np.ones(1))
    assert 1 - 1 / (1 + math.exp(-layer[0])) == pytest.approx(0.03 * layer[0], rel=1e-3)
    assert 2.5 < layer[0] < 2.53


def test_opposite_examples_leave_the_network_alone() -> None:
    layer = fit_yes_or_no(np.ones((2, 1)), np.zeros(2), np.array([1.0, 0.0]), np.ones(2))
    assert layer.tolist() == [0]


def test_two_classes_are_one_question() -> None:
    # the difference of two classes' layers costs half as much as that of one question, so it becomes larger
    inputs, targets = np.array([[1.0], [-1.0]]), np.array([[0.0, 1.0], [1.0, 0.0]])
    layer = fit_classes(inputs, np.zeros((2, 2)), targets, np.ones(2))
    assert layer[0, 0] == pytest.approx(-layer[0, 1])
    assert layer[0, 1] > 1
