"""A network in whole numbers answers nearly as the one that it was made of."""

from __future__ import annotations

import json

import numpy as np
import pytest

from models.training.shards import Sample
from vision.networks import Network, network_input

onnx = pytest.importorskip("onnx")
pytest.importorskip("sympy", reason="onnxruntime's quantisation needs it")

SIDE = 8
NOTES = {"side": SIDE, "reach": 0.75, "outputs": ["sum", "half"]}


def a_network() -> bytes:
    """Adds up each colour over the picture with weights 1, 2, 4, by a convolution, and a last layer on top of that."""
    weights = np.stack([np.full((1, 3, SIDE, SIDE), each, np.float32) for each in (1, 2, 4)])[:, 0] / SIDE**2
    last = np.array([[1, 0.5], [1, 0.5], [1, 0.5]], np.float32)
    nodes = [
        onnx.helper.make_node("Conv", ["picture", "weights"], ["sums"], name="sums"),
        onnx.helper.make_node("Relu", ["sums"], ["kept"], name="kept"),
        onnx.helper.make_node("Flatten", ["kept"], ["flat"], name="flat"),
        onnx.helper.make_node("Gemm", ["flat", "last"], ["result"], name="result"),
    ]
    kind = onnx.TensorProto.FLOAT
    graph = onnx.helper.make_graph(
        nodes,
        "sums",
        [onnx.helper.make_tensor_value_info("picture", kind, ["n", 3, SIDE, SIDE])],
        [onnx.helper.make_tensor_value_info("result", kind, ["n", 2])],
        [onnx.numpy_helper.from_array(weights, "weights"), onnx.numpy_helper.from_array(last, "last")],
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)
    onnx.helper.set_model_props(model, {name: json.dumps(value) for name, value in NOTES.items()})
    data: bytes = model.SerializeToString()
    return data


def grey(*values: int) -> np.ndarray:
    return np.stack([np.full((SIDE, SIDE, 3), value, np.uint8) for value in values])


def test_whole_numbers_say_nearly_the_same_and_keep_the_notes() -> None:
    from models.training.quantize import quantized

    model = a_network()
    made = quantized(model, [grey(0, 60, 120), grey(180, 240, 255)])
    network = Network.of(made, 1, features=True)
    assert network.notes == NOTES
    # a grey of 51 is 0.2 of white; each colour counts 1 + 2 + 4 times: 3 * 7 * 0.2
    answer = network.run(grey(51, 204))
    assert answer[:, 0] == pytest.approx([4.2, 16.8], rel=0.03)
    assert answer[:, 1] == pytest.approx([2.1, 8.4], rel=0.03)
    # what the last layer starts from: 3 * 0.2 * (1, 2, 4)
    assert answer[0, 2:] == pytest.approx([0.6, 1.2, 2.4], rel=0.03, abs=0.06)
    plain, tensors = onnx.load_from_string(model), onnx.load_from_string(made).graph.initializer
    assert {each.data_type for each in plain.graph.initializer} == {onnx.TensorProto.FLOAT}
    assert onnx.TensorProto.INT8 in {each.data_type for each in tensors}
    assert next(each for each in tensors if each.name == "last").data_type == onnx.TensorProto.FLOAT


def test_the_first_layer_can_stay_as_it_is() -> None:
    from models.training.quantize import ENDS, quantized

    made = quantized(a_network(), [grey(0, 255)], ENDS)
    # its two layers are the first and the last: nothing is rounded
    assert Network.of(made, 1).run(grey(51, 204)) == pytest.approx(np.array([[4.2, 2.1], [16.8, 8.4]]), rel=1e-5)


def a_sample(tiles: int) -> Sample:
    from models.renderer.pixels import jpeg_bytes

    corners = np.array([[20, 20], [60, 20], [60, 40], [20, 40]], np.float32)
    return Sample(
        jpeg=jpeg_bytes(np.full((64, 96, 3), 200, np.uint8), 95),
        corners=np.repeat(corners[None], tiles, axis=0),
        pips=np.zeros((tiles, 2), np.int16),
        face_up=np.ones(tiles, np.bool_),
        visible=np.ones((tiles, 2), np.float32),
        standing=np.zeros(tiles, np.bool_),
        others=np.zeros((0, 4, 2), np.float32),
    )


def test_the_locator_is_shown_pictures_and_the_reader_halves_on_and_beside_tiles() -> None:
    from models.training.quantize import shown_to

    samples = [a_sample(3), a_sample(0)]
    assert [shown.shape for shown in shown_to({"stride": 4}, samples)] == [(1, 64, 96, 3)] * 2
    assert [shown.shape for shown in shown_to(NOTES, samples)] == [(12, SIDE, SIDE, 3)]


def test_pictures_become_what_a_network_is_shown() -> None:
    assert network_input(grey(51, 255)).shape == (2, 3, SIDE, SIDE)
    assert network_input(grey(51, 255))[:, 0, 0, 0] == pytest.approx([0.2, 1.0])
