"""`tilefish bench`: how well photos and recordings are read, against their truth."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from device.arguments import Subcommands
from device.texts import Language, say, say_or_keep
from engine.tiles import TileSet

if TYPE_CHECKING:
    from rich.console import Console

    from device.bench_photos import RecordingResult, Row

WIDTH_OF_FILES = 160


def add_parser(subcommands: Subcommands) -> None:
    """Adds the arguments of `bench`."""
    lang = subcommands.lang
    parser = subcommands.add("bench")
    parser.add_argument("what", choices=["photos"], help=say("help.bench.what", lang))
    parser.add_argument("folder", metavar="DIR", type=Path, help=say("help.bench.folder", lang))
    parser.add_argument("--csv", metavar="FILE", type=Path, help=say("help.bench.csv", lang))


def run(args: argparse.Namespace) -> int:
    """Reads everything, then prints the tables; 1 when something could not be read at all."""
    from rich.console import Console
    from rich.progress import track

    from device.bench_photos import as_csv, load_truth, measure_photo, measure_recording, recordings_in, summary
    from device.files import write_whole
    from device.reading import load_reader

    truths, games = load_truth(args.folder), recordings_in(args.folder)
    reader = load_reader(TileSet())
    errors, out = Console(stderr=True), Console(width=None if sys.stdout.isatty() else WIDTH_OF_FILES)
    photos = [
        measure_photo(args.folder, truth, reader)
        for truth in track(truths, say("bench.reading", args.lang), console=errors, transient=True)
    ]
    recordings = [
        measure_recording(path, reader)
        for path in track(games, say("bench.recordings", args.lang), console=errors, transient=True)
    ]
    if args.csv:
        write_whole(args.csv, as_csv(photos).encode())
    _print_photos(out, summary(photos), args.lang)
    if recordings:
        _print_recordings(out, recordings, args.lang)
    failed = [photo.error for photo in photos if photo.error] + [game.error for game in recordings if game.error]
    for error in failed:
        errors.print(error.sentence(args.lang), highlight=False, markup=False)
    return 1 if failed else 0


def _print_photos(out: Console, rows: Iterable[Row], lang: Language) -> None:
    from rich import box
    from rich.table import Table

    from device.bench_photos import STAGES

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


def _print_recordings(out: Console, results: Sequence[RecordingResult], lang: Language) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("recording", "right", "extra", "ms"):
        table.add_column(say(f"bench.{key}", lang), justify="left" if key == "recording" else "right", no_wrap=True)
    for result in results:
        score = result.score
        table.add_row(result.name, f"{score.right}/{score.true}", str(score.extra), f"{result.ms:.0f}")
    total = [sum(getattr(result.score, key) for result in results) for key in ("right", "true", "extra")]
    table.add_row(say("bench.all", lang), f"{total[0]}/{total[1]}", str(total[2]), "")
    out.print(table, crop=False, soft_wrap=True)


def _word(word: str, lang: Language) -> str:
    """A word of a row's name, which the truth writes in English, in the language where it is known."""
    key = f"bench.word.{word}"
    return say_or_keep(key, lang).removeprefix("bench.word.")
