"""Writes the trained networks as ONNX: python -m models.training.export locator WEIGHTS.pt models/float/locator.onnx"""

from __future__ import annotations

import argparse
import io
import json
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import nn

from models.training.locator import HALF_SIDES, STRIDE, VECTOR_UNIT, Locator
from models.training.reader import CLASSES, REACH, SIDE, Reader


def locator_notes() -> dict[str, Any]:
    """What whoever runs the locator has to know."""
    return {
        "input": "BGR, float32, divided by 255; height and width multiples of 32",
        "multiple": 32,
        "outputs": ["heat", "offset_x", "offset_y", "vector_x", "vector_y", "down"],
        "stride": STRIDE,
        "vector_unit": VECTOR_UNIT,
        "half_sides": list(HALF_SIDES),
    }


def reader_notes(temperature: float = 1.0) -> dict[str, Any]:
    """What whoever runs the reader has to know; `temperature` is what `models.training.calibrate` found."""
    return {
        "input": f"BGR, float32, divided by 255; {SIDE} x {SIDE}, the mate to the right",
        "outputs": [str(pips) for pips in range(CLASSES)]
        + ["half", "down", "x0", "y0", "x3", "y3", "standing", "partial"],
        "classes": CLASSES,
        "side": SIDE,
        "reach": REACH,
        "temperature": temperature,
    }


def export(
    network: nn.Module, example: torch.Tensor, dynamic: dict[int, str], notes: dict[str, Any], out: Path
) -> None:
    """Writes the network with its notes in the metadata; the file appears only when it is whole."""
    network.eval()
    buffer = io.BytesIO()
    torch.onnx.export(
        network,
        (example,),
        buffer,
        input_names=["picture"],
        output_names=["result"],
        dynamic_axes={"picture": dynamic, "result": dynamic},
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load_from_string(buffer.getvalue())
    onnx.helper.set_model_props(model, {name: json.dumps(value) for name, value in notes.items()})
    partial = out.with_suffix(".part")
    partial.write_bytes(model.SerializeToString())
    partial.replace(out)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Writes trained weights as ONNX.")
    parser.add_argument("kind", choices=["locator", "reader"])
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--temperature", type=float, default=1.0, help="of the reader, see models.training.calibrate")
    options = parser.parse_args()
    network: nn.Module = Locator() if options.kind == "locator" else Reader()
    network.load_state_dict(torch.load(options.weights, map_location="cpu"))
    if options.kind == "locator":
        export(network, torch.zeros(1, 3, 256, 256), {0: "n", 2: "h", 3: "w"}, locator_notes(), options.out)
    else:
        export(network, torch.zeros(1, 3, SIDE, SIDE), {0: "n"}, reader_notes(options.temperature), options.out)


if __name__ == "__main__":
    main()
