"""`tilefish bench empty`: what is taken for a domino on pictures that show none."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from device.commands.bench.tables import complain, screen
from device.errors import UsageError
from device.texts import Language, say, say_or_keep
from engine.tiles import TileSet

if TYPE_CHECKING:
    from rich.console import Console

    from device.bench.empty import Counts, EmptyPicture


def run(args: argparse.Namespace) -> int:
    """Measures and prints; 1 when a picture could not be read at all.

    Raises:
        UsageError: no picture to read.
        UserError: a folder without pictures.
    """
    from rich.console import Console
    from rich.progress import track

    from device.bench.empty import as_csv, by_kind, measure_empty
    from device.files import write_whole
    from device.reading import load_reader

    errors, out = Console(stderr=True), screen()
    pictures = _pictures(args, errors)
    tile_set = TileSet()
    reader = load_reader(tile_set)
    reading = track(pictures, say("bench.reading", args.lang), console=errors, transient=True)
    results = [measure_empty(picture, reader, tile_set) for picture in reading]
    if args.csv:
        write_whole(args.csv, as_csv(results).encode())
    _print_counts(out, by_kind(results), args.lang)
    return complain(errors, results, args.lang)


def _pictures(args: argparse.Namespace, errors: Console) -> Sequence[EmptyPicture]:
    from device.bench.empty import PICTURES, drawn_pictures, folder_pictures, sample_pictures

    if args.pictures is not None and args.pictures < 1:
        raise UsageError("bench.one_picture")
    if args.folder is not None:
        return folder_pictures(args.folder)[: args.pictures]
    count = args.pictures or PICTURES
    samples = sample_pictures()
    if not samples:
        errors.print(say("bench.no_samples", args.lang), highlight=False)
    return [*samples[:count], *drawn_pictures(max(0, count - len(samples)))]


def _print_counts(out: Console, rows: Sequence[Counts], lang: Language) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("picture_kind", "photos", "with_tiles", "false_tiles", "false_backs"):
        table.add_column(say(f"bench.{key}", lang), justify="left" if key == "picture_kind" else "right", no_wrap=True)
    for row in rows:
        kind = say_or_keep(f"bench.word.{row.kind}", lang).removeprefix("bench.word.")
        table.add_row(kind, *map(str, (row.pictures, row.with_tiles, row.tiles, row.backs)))
    out.print(table, crop=False, soft_wrap=True)
