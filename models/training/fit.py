"""The training loop that both networks share."""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset

from models.training.warm import restore

Loss = Callable[[Tensor, Tensor], tuple[Tensor, dict[str, float]]]

_BATCHES_TO_MEASURE = 40
_MEMORY = 0.999
"""Of the running average, a step; it looks back about 1000 steps."""


def add_options(parser: argparse.ArgumentParser, minutes: float, batch: int, rate: float) -> None:
    """The options that every training has."""
    parser.add_argument("shards", type=Path, help="folder of rendered shards")
    parser.add_argument("out", type=Path, help="file for the weights")
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--half-precision", action="store_true", help="bfloat16: twice as fast where the CPU knows it")
    parser.add_argument("--csv", type=Path, help="file that gets a line with the losses every hundred steps")
    parser.add_argument("--start", type=Path, help="weights to go on from: .pt, or an exported .onnx")


def fit(network: nn.Module, loss_of: Loss, crops: IterableDataset[Any], options: argparse.Namespace) -> None:
    """Trains for the given time with a rate that rises briefly and then falls to zero; saves as it goes.

    What is saved is a running average of the weights: it reads better than the weights of any single step.
    """
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    loader = DataLoader(crops, batch_size=options.batch, num_workers=1, prefetch_factor=4)
    _begin(network, loader, options.start)
    network.to(memory_format=torch.channels_last)
    average = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(_MEMORY), use_buffers=True)
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=1e-3)
    began = saved = time.monotonic()
    averages: dict[str, float] = {}
    network.train()
    for step, (pictures, target) in enumerate(loader, start=1):
        share = (time.monotonic() - began) / (60 * options.minutes)
        if share >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1.0, step / 200) * 0.5 * (1 + np.cos(np.pi * share))
        inputs = (pictures.float() / 255).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16, options.half_precision):
            outputs = network(inputs)
        loss, parts = loss_of(outputs.float(), target)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        average.update_parameters(network)
        averages = {name: 0.98 * averages.get(name, value) + 0.02 * value for name, value in parts.items()}
        if step % 100 == 0:
            pieces = " ".join(f"{name} {value:.4f}" for name, value in averages.items())
            speed = step * options.batch / (time.monotonic() - began)
            print(f"{share:5.1%} step {step} {speed:.0f}/s {pieces}", flush=True)
            if options.csv:
                note_losses(options.csv, {"step": step, "share": round(share, 4)} | averages)
        if time.monotonic() - saved > 120:
            torch.save(average.module.state_dict(), options.out)
            saved = time.monotonic()
    torch.save(average.module.state_dict(), options.out)


def note_losses(path: Path, losses: dict[str, float]) -> None:
    """Adds a line to a table; a new one begins with the names."""
    is_new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if is_new:
            writer.writerow(losses)
        writer.writerow(f"{value:.4f}" if isinstance(value, float) else value for value in losses.values())


def _begin(network: nn.Module, loader: DataLoader[Any], start: Path | None) -> None:
    """Loads the weights to go on from; an exported file needs some pictures to find its batch norms again."""
    if start is None:
        return
    if start.suffix == ".onnx":
        restore(network, start, [pictures.float() / 255 for pictures, _ in islice(loader, _BATCHES_TO_MEASURE)])
    else:
        network.load_state_dict(torch.load(start))
