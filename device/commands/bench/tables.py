"""What several measurements of `bench` share: reading pictures, and the table of how well they were read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from device.texts import Language, say, say_or_keep

if TYPE_CHECKING:
    from rich.console import Console

    from device.bench.empty import EmptyResult
    from device.bench.photos import PhotoResult, PhotoTruth, RecordingResult, Row
    from device.session import TileReader

WIDTH_OF_FILES = 160


def screen() -> Console:
    """Where results are printed; what goes to a file is not cut to a screen's width."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else WIDTH_OF_FILES)


def read_photos(
    args: argparse.Namespace, folder: Path, truths: Sequence[PhotoTruth], reader: TileReader, errors: Console
) -> list[PhotoResult]:
    """Reads all photos of a folder, and writes the table that --csv asks for."""
    from rich.progress import track

    from device.bench.photos import as_csv, measure_photo
    from device.files import write_whole

    reading = track(truths, say("bench.reading", args.lang), console=errors, transient=True)
    results = [measure_photo(folder, truth, reader) for truth in reading]
    if args.csv:
        write_whole(args.csv, as_csv(results).encode())
    return results


def complain(errors: Console, results: Iterable[PhotoResult | RecordingResult | EmptyResult], lang: Language) -> int:
    """Says of each result that could not be had why; the exit code."""
    failed = [result.error for result in results if result.error]
    for error in failed:
        errors.print(error.sentence(lang), highlight=False, markup=False)
    return 1 if failed else 0


def print_photos(out: Console, rows: Sequence[Row], lang: Language) -> None:
    """A line a group of pictures: how well their tiles were read, and how long it took."""
    from device.bench.photos import STAGES

    keys = ("photos", "tiles", "precision", "recall", "f1", "half_errors", "perfect")
    cells = [
        (
            str(row.photos),
            str(row.tiles),
            *(f"{value:.3f}" for value in (row.score.precision, row.score.recall, row.score.f1)),
            f"{row.score.half_error_rate:.3f}",
            f"{row.perfect}/{row.photos} {row.perfect / max(1, row.photos):.0%}",
            *(f"{row.ms[stage]:.0f}" if stage in row.ms else "-" for stage in STAGES),
        )
        for row in rows
    ]
    _print(out, [*keys, *(f"ms_{stage}" for stage in STAGES)], rows, cells, lang)


def print_said(out: Console, rows: Sequence[Row], lang: Language) -> None:
    """A line a group of pictures: whether the probabilities of halves mean what they say."""
    shown = [row for row in rows if row.said.count]
    cells = [
        (str(said.count), f"{said.error:.2%}", str(said.sure), str(said.right), _share(said.right, said.sure))
        for said in (row.said for row in shown)
    ]
    _print(out, ["halves", "calibration", "sure", "sure_right", "sure_share"], shown, cells, lang)


def print_asides(out: Console, rows: Sequence[Row], lang: Language) -> None:
    """A line a group of pictures with tiles that stand or are partly covered: what they were taken for."""
    from device.bench.asides import ASIDE_COUNTS

    shown = [row for row in rows if row.asides.standing or row.asides.partial]
    cells = [tuple(str(getattr(row.asides, count)) for count in ASIDE_COUNTS) for row in shown]
    _print(out, ASIDE_COUNTS, shown, cells, lang)


def _print(
    out: Console, keys: Sequence[str], rows: Sequence[Row], cells: Sequence[Sequence[str]], lang: Language
) -> None:
    """A table with a line for each row; nothing when there is none."""
    from rich import box
    from rich.table import Table

    if not rows:
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("bench.group", lang), no_wrap=True)
    for key in keys:
        table.add_column(say(f"bench.{key}", lang), justify="right", no_wrap=True)
    for row, values in zip(rows, cells, strict=True):
        table.add_row(" ".join(_word(word, lang) for word in row.name.split(" ")), *values)
    out.print(table, crop=False, soft_wrap=True)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _word(word: str, lang: Language) -> str:
    """A word of a row's name, which the truth writes in English, in the language where it is known."""
    key = f"bench.word.{word}"
    return say_or_keep(key, lang).removeprefix("bench.word.")
