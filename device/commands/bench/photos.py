"""`tilefish bench photos`: how well photos and recordings are read, against their truth."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from device.commands.bench.tables import complain, print_photos, print_said, read_photos, screen
from device.texts import Language, say

if TYPE_CHECKING:
    from rich.console import Console

    from device.bench.photos import RecordingResult


def run(args: argparse.Namespace) -> int:
    """Measures and prints; 1 when a photo or a recording could not be read at all."""
    from rich.console import Console
    from rich.progress import track

    from device.bench.photos import largest_set, load_truth, measure_recording, recordings_in, summary
    from device.reading import load_reader

    truths, games = load_truth(args.folder), recordings_in(args.folder)
    reader = load_reader(largest_set(truths, games), args.profile, any_set=True)
    errors, out = Console(stderr=True), screen()
    photos = read_photos(args, args.folder, truths, reader, errors)
    recordings = [
        measure_recording(path, reader)
        for path in track(games, say("bench.recordings", args.lang), console=errors, transient=True)
    ]
    rows = list(summary(photos))
    print_photos(out, rows, args.lang)
    print_said(out, rows, args.lang)
    if recordings:
        _print_recordings(out, recordings, args.lang)
    return complain(errors, [*photos, *recordings], args.lang)


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
