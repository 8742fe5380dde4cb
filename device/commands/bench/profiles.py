"""`tilefish bench profiles`: what showing a set is worth."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from device.commands.bench.tables import screen
from device.errors import UsageError
from device.texts import Language, say
from engine.tiles import TileSet

if TYPE_CHECKING:
    from rich.console import Console

    from device.bench.profiles import ProfileResult

_HIGHEST = 12
"""Among the sets are double-twelves."""


def run(args: argparse.Namespace) -> int:
    """Measures, prints, and writes the table that --csv asks for.

    Raises:
        UsageError: no set to measure.
        UserError: a folder without truth, or without a picture of most of a set.
    """
    from rich.console import Console
    from rich.progress import track

    from device.bench.profiles import SETS, as_csv, group_cases, measure, rendered_cases
    from device.files import write_whole
    from device.reading import load_scene_reader

    count = SETS if args.pictures is None else args.pictures
    if count < 1:
        raise UsageError("bench.one_picture")
    cases = rendered_cases(count) if args.folder is None else group_cases(args.folder)[: args.pictures]
    errors = Console(stderr=True)

    def shown(results: Iterable[ProfileResult], count: int) -> Iterable[ProfileResult]:
        return track(results, say("bench.reading", args.lang), total=count, console=errors, transient=True)

    results = measure(load_scene_reader(TileSet(_HIGHEST)), cases, shown, os.cpu_count() or 1)
    if args.csv:
        write_whole(args.csv, as_csv(results).encode())
    _print(screen(), results, args.lang)
    return 0


def _print(out: Console, results: Sequence[ProfileResult], lang: Language) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("group", "word.kind"):
        table.add_column(say(f"bench.{key}", lang), no_wrap=True)
    for key in ("told", "photos", "tiles", "plain", "own", "stranger"):
        table.add_column(say(f"bench.{key}", lang), justify="right", no_wrap=True)
    for result in results:
        told = "-" if result.told is None else f"{result.told}/{len(result.tile_set)}"
        numbers = (result.pictures, result.tiles, result.plain, result.own, result.stranger)
        table.add_row(result.name, str(result.tile_set), told, *map(str, numbers))
    out.print(table, crop=False, soft_wrap=True)
    plain, own, stranger = ([getattr(result, way) for result in results] for way in ("plain", "own", "stranger"))
    total = {"before": sum(plain), "after": sum(own), "less": f"{1 - sum(own) / max(1, sum(plain)):.0%}"}
    worse = {
        "own": sum(with_it > without for with_it, without in zip(own, plain, strict=True)),
        "strange": sum(with_it > without for with_it, without in zip(stranger, plain, strict=True)),
        "errors": sum(stranger),
    }
    out.print(say("bench.profiles_total", lang, **total), highlight=False)
    out.print(say("bench.profiles_worse", lang, **worse), highlight=False)
