"""The trained networks on ONNX Runtime."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.onnx_outputs import with_features

Floats = NDArray[np.float32]


class ModelError(ValueError):
    """A network's file is missing or damaged."""


@dataclass(frozen=True, eq=False)
class Network:
    """One network and the notes that its file carries (input, stride, units).

    Attributes:
        fingerprint: of the file, so that what was learnt on top of one network is not used with another.
    """

    session: onnxruntime.InferenceSession
    notes: dict[str, Any]
    fingerprint: str = ""

    @classmethod
    def load(cls, name: str, threads: int | None = None, features: bool = False) -> Network:
        """Opens models/`name`.onnx; `threads` None takes all cores.

        With `features` each row of the output goes on with what the last layer starts from.

        Raises:
            ModelError: the file is missing or no network.
        """
        try:
            return cls.of((files("models") / f"{name}.onnx").read_bytes(), threads, features)
        except FileNotFoundError:
            raise ModelError(f"the network {name}.onnx is missing; install Tilefish again") from None
        except Exception as error:  # onnxruntime raises classes of its own that share no base but Exception
            raise ModelError(f"the network {name}.onnx is damaged; install Tilefish again") from error

    @classmethod
    def of(cls, model: bytes, threads: int | None = None, features: bool = False) -> Network:
        """The network in the bytes of a file; the arguments are those of `load`."""
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = threads or 0
        # Else the threads of one network go on spinning, and are in the way of the other's, which runs next.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        shown = with_features(model) if features else model
        session = onnxruntime.InferenceSession(shown, options, providers=["CPUExecutionProvider"])
        notes = {key: json.loads(value) for key, value in session.get_modelmeta().custom_metadata_map.items()}
        return cls(session, notes, hashlib.sha256(model).hexdigest()[:16])

    def run(self, pictures: NDArray[np.uint8]) -> Floats:
        """(n, height, width, 3) uint8 BGR -> the network's output, float32."""
        results: list[Floats] = self.session.run(None, {"picture": network_input(pictures)})
        return results[0] if len(results) == 1 else np.concatenate(results, axis=1)


def network_input(pictures: NDArray[np.uint8]) -> Floats:
    """(n, height, width, 3) uint8 BGR -> (n, 3, height, width) float32 in 0..1."""
    return np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32) / np.float32(255)


def sigmoid(values: Floats) -> Floats:
    """Logits as probabilities."""
    return (1 / (1 + np.exp(-np.clip(values, -30, 30)))).astype(np.float32)
