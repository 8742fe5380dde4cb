"""Every worked example of the rules is a test of its name."""

from __future__ import annotations

from pathlib import Path

from tests.engine.examples import NOTATION, known, named_in, names_of_tests, without_test


def test_every_example_has_its_test() -> None:
    assert len(known()) == 63
    assert without_test([*known(), *NOTATION], names_of_tests(Path(__file__).parent)) == []


def test_an_example_without_a_test_is_named() -> None:
    assert without_test(["K-1", "K-10"], {"test_K_1_out", "test_K_100_no"}) == ["K-10"]


def test_examples_are_found_in_the_text_of_the_rules() -> None:
    assert named_in("* K-1 Masha ... T-4 lead; SP-10, D-20, MG-2: XK-3") == ["K-1", "MG-2", "SP-10", "T-4"]
