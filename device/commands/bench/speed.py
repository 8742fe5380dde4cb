"""`tilefish bench speed`: how long a table is read, beside a text detector, and what it takes of disk and memory."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from device.commands.bench.tables import screen
from device.errors import UsageError
from device.texts import Language, say

if TYPE_CHECKING:
    from rich.console import Console

    from device.bench.speed import Speeds


def run(args: argparse.Namespace) -> int:
    """Measures, prints, and writes the plot that is asked for.

    Raises:
        UsageError: too few rounds to measure anything.
        UserError: a network is missing, or a plot is asked for and the package that draws it is.
    """
    from rich.console import Console

    from device.bench import speed as bench_speed
    from device.bench.plots import check_plotting
    from device.files import check_place, write_whole
    from device.reading import load_scene_reader
    from engine.tiles import TileSet

    rounds = bench_speed.ROUNDS if args.rounds is None else args.rounds
    if rounds < bench_speed.FEWEST_ROUNDS:
        raise UsageError("bench.few_times", least=bench_speed.FEWEST_ROUNDS)
    if args.plot:
        check_plotting()
        check_place(args.plot)
    load_scene_reader(TileSet(12))
    out = screen()
    with Console(stderr=True).status(say("bench.timing", args.lang)):
        held = bench_speed.peak_memory()
        speeds = bench_speed.measure(rounds)
    _print_times(out, speeds, args.lang)
    _print_beside(out, speeds, args.lang)
    size = f"{bench_speed.size_of_networks() / 1e6:.1f}"
    out.print(say("bench.takes", args.lang, size=size, held=f"{held / 1e6:.0f}"), highlight=False)
    if args.plot:
        write_whole(args.plot, _plot(speeds, args.lang))
    return 0


def _print_times(out: Console, speeds: Speeds, lang: Language) -> None:
    from rich import box
    from rich.table import Table

    from device.bench.speed import STAGES

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("tiles", "read_tiles", "ms_table", *(f"ms_{stage}" for stage in STAGES)):
        table.add_column(say(f"bench.{key}", lang), justify="right", no_wrap=True)
    for each in speeds.tables:
        stages = (f"{each.stages[stage]:.1f}" for stage in STAGES)
        table.add_row(str(each.tiles), str(each.found), f"{each.whole:.1f}", *stages)
    out.print(table, crop=False, soft_wrap=True)


def _print_beside(out: Console, speeds: Speeds, lang: Language) -> None:
    from device.bench.speed import COMPARED

    if speeds.network is None or speeds.detector is None:
        out.print(say("bench.no_rapidocr", lang), highlight=False)
        return
    for key, beside in (("text_network", speeds.network), ("text_detector", speeds.detector)):
        told = {"ms": f"{beside.ms:.1f}", "ratio": f"{beside.ratio:.2f}", "tiles": COMPARED}
        out.print(say(f"bench.{key}", lang, **told), highlight=False)


def _plot(speeds: Speeds, lang: Language) -> bytes:
    """Milliseconds against the number of tiles: of all, and of each stage."""
    from device.bench.plots import Panel, Series, figure
    from device.bench.speed import STAGES

    counts = [each.tiles for each in speeds.tables]
    whole = Series(counts, [each.whole for each in speeds.tables], say("bench.ms_table", lang))
    stages = [
        Series(counts, [each.stages[stage] for each in speeds.tables], say(f"bench.ms_{stage}", lang))
        for stage in STAGES
    ]
    return figure([Panel("", say("bench.tiles", lang), "", (whole, *stages))])
