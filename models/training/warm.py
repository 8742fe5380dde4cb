"""Goes on from a network that was exported: a file of models/float is a start for the next training.

An export folds each batch norm into the convolution before it. Here they are taken apart again: filters get unit
length, as a trained network with batch norms has them, and the norms get the mean and spread that the channels really
have on some pictures, so that the network computes exactly what the file computes. Outputs that are new start at
"hardly".
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

_NEW_OUTPUT_BIAS = -2.0
_LAYERS = (nn.Conv2d, nn.Linear)


def restore(network: nn.Module, path: Path, pictures: Iterable[Tensor]) -> None:
    """Fills `network` from the exported file.

    Args:
        network: of the architecture that was exported; its last layer may have more outputs than the file.
        path: the .onnx file.
        pictures: some batches (n, 3, h, w) in 0..1 as training sees them, to measure the channels on.

    Raises:
        ValueError: the file holds another architecture.
    """
    pictures = list(pictures)
    layers = _in_order(network, pictures[0][:1])
    stored = _weights(path)
    if len(stored) != len(layers):
        raise ValueError(f"{path} holds {len(stored)} layers, the network has {len(layers)}")
    norms: list[tuple[nn.Conv2d | nn.Linear, nn.BatchNorm2d]] = []
    for (layer, norm), (weight, bias) in zip(layers, stored, strict=True):
        if norm is None:
            _fill_plain(layer, weight, bias)
        else:
            _fill_normed(layer, norm, weight, bias)
            norms.append((layer, norm))
    _measure(network, norms, pictures)


def _weights(path: Path) -> list[tuple[Tensor, Tensor]]:
    """Weight and bias of each layer in the order in which they run."""
    graph = onnx.load(str(path)).graph
    values = {entry.name: torch.from_numpy(numpy_helper.to_array(entry).copy()) for entry in graph.initializer}
    nodes = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    return [(values[node.input[1]], values[node.input[2]]) for node in nodes]


def _in_order(network: nn.Module, picture: Tensor) -> list[tuple[Any, nn.BatchNorm2d | None]]:
    """The layers with weights in the order in which they run, each with the batch norm right after it."""
    order: list[nn.Module] = []
    kinds = (*_LAYERS, nn.BatchNorm2d)
    hooks = [
        module.register_forward_hook(lambda module, *_: order.append(module))
        for module in network.modules()
        if isinstance(module, kinds)
    ]
    network.eval()
    with torch.no_grad():
        network(picture)
    for hook in hooks:
        hook.remove()
    followers = [*order[1:], None]
    return [
        (module, follower if isinstance(follower, nn.BatchNorm2d) else None)
        for module, follower in zip(order, followers, strict=True)
        if isinstance(module, _LAYERS)
    ]


def _fill_plain(layer: nn.Conv2d | nn.Linear, weight: Tensor, bias: Tensor) -> None:
    known = len(weight)
    if layer.weight.shape[1:] != weight.shape[1:] or len(layer.weight) < known or layer.bias is None:
        raise ValueError(f"a layer of shape {tuple(weight.shape)} does not fit {tuple(layer.weight.shape)}")
    with torch.no_grad():
        layer.weight[:known], layer.bias[:known] = weight, bias
        layer.weight[known:] *= 0.1
        layer.bias[known:] = _NEW_OUTPUT_BIAS


def _fill_normed(layer: nn.Conv2d | nn.Linear, norm: nn.BatchNorm2d, weight: Tensor, bias: Tensor) -> None:
    """Filters of unit length; the norm only scales back and adds the bias until the channels are measured."""
    if layer.weight.shape != weight.shape:
        raise ValueError(f"a layer of shape {tuple(weight.shape)} does not fit {tuple(layer.weight.shape)}")
    lengths = weight.flatten(1).norm(dim=1).clamp(min=1e-6)
    with torch.no_grad():
        layer.weight.copy_(weight / lengths[:, None, None, None])
        norm.running_mean = torch.zeros_like(bias)
        norm.running_var = torch.ones_like(bias) - norm.eps
        norm.weight.copy_(lengths)
        norm.bias.copy_(bias)


def _measure(
    network: nn.Module, norms: list[tuple[nn.Conv2d | nn.Linear, nn.BatchNorm2d]], pictures: list[Tensor]
) -> None:
    """Gives every norm the mean and spread of its channel, without changing what it computes."""
    sums: dict[int, list[Tensor]] = {index: [] for index in range(len(norms))}

    def note(index: int) -> Any:
        def hook(_module: nn.Module, _inputs: Any, output: Tensor) -> None:
            sums[index].append(torch.stack([output.mean(dim=(0, 2, 3)), (output**2).mean(dim=(0, 2, 3))]))

        return hook

    hooks = [layer.register_forward_hook(note(index)) for index, (layer, _) in enumerate(norms)]
    with torch.no_grad():
        for batch in pictures:
            network(batch)
        for index, (_, norm) in enumerate(norms):
            mean, square = torch.stack(sums[index]).mean(dim=0)
            spread = (square - mean**2).clamp(min=1e-8)
            scale = norm.weight.clone()
            norm.running_mean, norm.running_var = mean, spread
            norm.weight.copy_(scale * torch.sqrt(spread + norm.eps))
            norm.bias.add_(scale * mean)
    for hook in hooks:
        hook.remove()
