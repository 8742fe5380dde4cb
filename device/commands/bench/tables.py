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


def complain(errors: Console, results: Iterable[PhotoResult | RecordingResult], lang: Language) -> int:
    """Says of each result that could not be had why; the exit code."""
    failed = [result.error for result in results if result.error]
    for error in failed:
        errors.print(error.sentence(lang), highlight=False, markup=False)
    return 1 if failed else 0


def print_photos(out: Console, rows: Iterable[Row], lang: Language) -> None:
    """A line a group of pictures."""
    from rich import box
    from rich.table import Table

    from device.bench.photos import STAGES

    keys = ("group", "photos", "tiles", "precision", "recall", "f1", "half_errors", "perfect")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in keys:
        table.add_column(say(f"bench.{key}", lang), justify="left" if key == "group" else "right", no_wrap=True)
    for stage in STAGES:
        table.add_column(say(f"bench.ms_{stage}", lang), justify="right", no_wrap=True)
    for row in rows:
        score = row.score
        table.add_row(
            " ".join(_word(word, lang) for word in row.name.split(" ")),
            str(row.photos),
            str(row.tiles),
            *(f"{value:.3f}" for value in (score.precision, score.recall, score.f1, score.half_error_rate)),
            f"{row.perfect}/{row.photos} {row.perfect / max(1, row.photos):.0%}",
            *(f"{row.ms[stage]:.0f}" if stage in row.ms else "-" for stage in STAGES),
        )
    out.print(table, crop=False, soft_wrap=True)


def _word(word: str, lang: Language) -> str:
    """A word of a row's name, which the truth writes in English, in the language where it is known."""
    key = f"bench.word.{word}"
    return say_or_keep(key, lang).removeprefix("bench.word.")
