"""`tilefish bench stress`: what spoils reading, and how much of it reading bears."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from device.commands.bench.tables import screen
from device.errors import UsageError
from device.texts import Language, say
from engine.tiles import TileSet

if TYPE_CHECKING:
    from rich.console import Console

    from device.bench.scoring import TileScore
    from device.bench.stress import Level

_HIGHEST = 12
"""Among the tables are those of a double-twelve."""


def run(args: argparse.Namespace) -> int:
    """Measures, prints, and writes what is asked for.

    Raises:
        UsageError: no picture to read.
        UserError: the package that draws plots is asked for, and missing.
    """
    from rich.console import Console
    from rich.progress import track

    from device.bench.plots import check_plotting
    from device.bench.stress import PICTURES, as_csv, measure
    from device.files import write_whole
    from device.reading import load_reader

    pictures = PICTURES if args.pictures is None else args.pictures
    if pictures < 1:
        raise UsageError("bench.few_pictures")
    if args.plot or args.pages:
        check_plotting()
    for folder in filter(None, (args.plot, args.pages)):
        folder.mkdir(parents=True, exist_ok=True)
    errors = Console(stderr=True)

    def shown(scores: Iterable[list[TileScore]], count: int) -> Iterable[list[TileScore]]:
        return track(scores, say("bench.stressing", args.lang), total=count, console=errors, transient=True)

    levels = measure(load_reader(TileSet(_HIGHEST)), pictures, shown, os.cpu_count() or 1)
    if args.csv:
        write_whole(args.csv, as_csv(levels).encode())
    if args.plot:
        _write_plot(args.plot, levels, args.lang)
    if args.pages:
        _write_pages(args.pages, levels)
    _print(screen(), levels, args.lang)
    return 0


def _write_plot(folder: Path, levels: Sequence[Level], lang: Language) -> None:
    from device.bench.stress_page import drawn
    from device.files import write_whole

    write_whole(folder / "stress.svg", drawn(levels, lang))


def _write_pages(folder: Path, levels: Sequence[Level]) -> None:
    """The page and the figure in all languages, and the table that both are made of."""
    from device.bench.stress import as_csv
    from device.bench.stress_page import figures, pages
    from device.files import write_whole

    pictures = folder / "pictures"
    pictures.mkdir(exist_ok=True)
    write_whole(folder / "stress.csv", as_csv(levels).encode())
    for name, text in pages(levels).items():
        write_whole(folder / name, text.encode())
    for name, data in figures(levels).items():
        write_whole(pictures / name, data)


def _print(out: Console, levels: Sequence[Level], lang: Language) -> None:
    from rich import box
    from rich.table import Table

    from device.bench.stress import by_factor
    from device.bench.stress_page import number, range_words

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("factor", "unit", "level", "f1", "half_errors", "found", "working_range"):
        table.add_column(say(f"bench.{key}", lang), justify="left" if key in ("factor", "unit") else "right")
    for name, some in by_factor(levels).items():
        words = [say(f"bench.factor.{name}", lang), say(f"bench.unit.{name}", lang)]
        span = range_words(some, name, lang)
        for row, level in enumerate(some):
            figures = (level.score.f1, level.score.half_error_rate, level.found)
            told = [number(level.value, lang), *(f"{figure:.3f}" for figure in figures)]
            table.add_row(*(words if not row else ["", ""]), *told, "" if row else span, end_section=level is some[-1])
    out.print(table, crop=False, soft_wrap=True)
