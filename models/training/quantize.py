"""Makes a network run in whole numbers of 8 bits: a quarter of the size, and about twice as fast on most processors.

python -m models.training.quantize models/float/locator.onnx models/locator.onnx

It is calibrated on drawn tables that neither training nor a measurement sees. The last layer stays as it is, for in it
a rounded number is an error of the answer; of the reader the first, too, which brings its answers nearer to those of
the network that it is made of, and takes no more time. Weights have 7 bits, lest processors without special
instructions overflow.
`models.training.ablation --networks` tells what the result reads beside the network that it was made of.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from rich.progress import track

from models.training.shards import Sample, make_sample
from vision.crops import tile_crops
from vision.networks import Network, network_input

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

FIRST_SEED = 85_000_000
"""Far from the seeds of training, evaluation and the reader's temperature."""
PICTURES = 120
_SIDE = 512
_JITTER = 0.08
"""By how many sides of half a tile corners are moved, as those of the locator are."""
LAST, ENDS = ("result",), ("picture", "result")
"""The last layer; the first and the last one."""


class _Pictures(CalibrationDataReader):
    """Hands the pictures out one by one, as the calibration asks for them."""

    def __init__(self, inputs: Iterator[Floats]) -> None:
        self.inputs = inputs

    def get_next(self) -> dict[str, Floats] | None:
        """What the network is shown next; None at the end."""
        shown = next(self.inputs, None)
        return None if shown is None else {"picture": shown}


def shown_to(notes: Mapping[str, Any], samples: Iterable[Sample]) -> Iterator[Bytes]:
    """What the network with these notes is shown of the pictures: (n, height, width, 3) uint8 BGR.

    The locator sees them whole, the reader the halves of their tiles, and as many places beside tiles.
    """
    rng = np.random.default_rng(FIRST_SEED)
    for sample in samples:
        picture = sample.picture()
        if _is_locator(notes):
            yield picture[None]
        elif len(sample.corners):
            yield tile_crops(picture, _guesses(sample.corners, rng), notes["side"], notes["reach"])


def _is_locator(notes: Mapping[str, Any]) -> bool:
    return "stride" in notes


def _guesses(corners: Floats, rng: np.random.Generator) -> Floats:
    """Outlines near the tiles, then outlines far from them."""
    units = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)[:, None, None] / 2
    near = corners + rng.normal(0, _JITTER, corners.shape) * units
    far = corners + rng.uniform(-2, 2, (len(corners), 1, 2)) * units
    return np.concatenate([near, far]).astype(np.float32)


def quantized(model: bytes, pictures: Iterable[Bytes], kept: Collection[str] = LAST) -> bytes:
    """The network in whole numbers, with the notes that it carries.

    Args:
        model: an ONNX file.
        pictures: what `shown_to` gives.
        kept: the layers that take or give one of these stay as they are.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain, ready, done = (str(Path(folder) / name) for name in ("plain.onnx", "ready.onnx", "done.onnx"))
        Path(plain).write_bytes(model)
        quant_pre_process(plain, ready, skip_symbolic_shape=True)
        nodes = onnx.load(ready).graph.node
        quantize_static(
            ready,
            done,
            _Pictures(network_input(shown) for shown in pictures),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[node.name for node in nodes if not {*node.input, *node.output}.isdisjoint(kept)],
            calibrate_method=CalibrationMethod.MinMax,
        )
        made = onnx.load(done)
    notes = {prop.key: prop.value for prop in onnx.load_from_string(model).metadata_props}
    onnx.helper.set_model_props(made, notes)
    return made.SerializeToString()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Makes a network run in whole numbers of 8 bits.")
    parser.add_argument("model", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pictures", type=int, default=PICTURES, help="drawn tables that it is calibrated on")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="seed of the first of them")
    options = parser.parse_args()
    model = options.model.read_bytes()
    seeds = range(options.first, options.first + options.pictures)
    samples = (make_sample(seed, _SIDE) for seed in track(seeds, "calibrating"))
    notes = Network.of(model).notes
    made = quantized(model, shown_to(notes, samples), LAST if _is_locator(notes) else ENDS)
    partial = options.out.with_suffix(".part")
    partial.write_bytes(made)
    partial.replace(options.out)
    print(f"{len(model) / 1e6:.2f} MB -> {len(made) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
