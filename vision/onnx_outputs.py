"""Makes a network tell what it has worked out before its last layer, without the `onnx` package.

An ONNX file is a protocol buffer. Its messages may be written in pieces: what is appended to the file adds to it.
"""

from __future__ import annotations

from collections.abc import Iterator

_GRAPH, _NODE, _OUTPUT = 7, 1, 12  # ModelProto.graph, GraphProto.node, GraphProto.output
_INPUTS, _OUTPUTS, _NAME = 1, 2, 1  # NodeProto.input, NodeProto.output, ValueInfoProto.name
_BYTES = 2  # the wire type of texts, bytes and messages


def with_features(model: bytes, result: str = "result") -> bytes:
    """The model with a second output: what goes into the layer that makes the output `result`.

    A model without such a layer comes back as it is.

    Raises:
        ValueError: the bytes are no ONNX model.
    """
    for graph in _fields(model, _GRAPH):
        for node in _fields(graph, _NODE):
            if result.encode() in _fields(node, _OUTPUTS):
                name = next(iter(_fields(node, _INPUTS)))
                return model + _field(_GRAPH, _field(_OUTPUT, _field(_NAME, name)))
    return model


def _fields(message: bytes, wanted: int) -> Iterator[bytes]:
    """The values of the fields with the number `wanted`, in their order."""
    place = 0
    try:
        while place < len(message):
            key, place = _number(message, place)
            kind = key & 7
            if kind == _BYTES:
                length, place = _number(message, place)
                if key >> 3 == wanted:
                    yield message[place : place + length]
                place += length
            elif kind == 0:
                _, place = _number(message, place)
            elif kind in (1, 5):
                place += 8 if kind == 1 else 4
            else:
                raise ValueError("no ONNX model")
    except IndexError:
        raise ValueError("no ONNX model") from None


def _number(message: bytes, place: int) -> tuple[int, int]:
    """The variable-length number at a place, and the place after it."""
    value = shift = 0
    while True:
        byte = message[place]
        value |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return value, place


def _field(number: int, value: bytes) -> bytes:
    return _varint(number << 3 | _BYTES) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    parts = []
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])
