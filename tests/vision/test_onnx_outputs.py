"""The second output of a network."""

from __future__ import annotations

import pytest

from vision.networks import Network
from vision.onnx_outputs import with_features


def field(number: int, value: bytes) -> bytes:
    return bytes([number << 3 | 2, len(value)]) + value


LAYER = field(1, b"features") + field(1, b"weights") + field(2, b"result")
GRAPH = field(1, field(1, b"picture") + field(2, b"features")) + field(1, LAYER)


def test_what_the_last_layer_starts_from_becomes_an_output() -> None:
    model = b"\x08\x07" + field(7, GRAPH)
    assert with_features(model) == model + field(7, field(12, field(1, b"features")))


def test_a_network_without_that_layer_stays_as_it_is() -> None:
    model = field(7, field(1, field(1, b"picture") + field(2, b"other")))
    assert with_features(model) == model


@pytest.mark.parametrize("data", [b"\xff", b"\x0b\x00", b"\x3a\xff"])
def test_what_is_no_model_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no ONNX model"):
        with_features(data)


def test_the_shipped_reader_shows_its_features() -> None:
    network = Network.load("reader", threads=1, features=True)
    plain = Network.load("reader", threads=1)
    assert (len(plain.session.get_outputs()), len(network.session.get_outputs())) == (1, 2)
    assert plain.fingerprint == network.fingerprint and len(network.fingerprint) == 16
