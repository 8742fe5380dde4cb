"""`tilefish bench rendered`: how well rendered tables are read, of which the truth is exact."""

from __future__ import annotations

import argparse

from device.commands.bench.tables import complain, print_asides, print_photos, print_said, read_photos, screen
from device.texts import say


def run(args: argparse.Namespace) -> int:
    """Measures and prints; 1 when a picture could not be read at all."""
    from rich.console import Console

    from device.bench.photos import largest_set
    from device.bench.rendered import false_tiles, load_rendered_truth, rows_by_mark, sample_folder
    from device.reading import load_reader

    folder = sample_folder() if args.folder is None else args.folder
    truths = load_rendered_truth(folder)
    errors, out = Console(stderr=True), screen()
    results = read_photos(args, folder, truths, load_reader(largest_set(truths), args.profile, any_set=True), errors)
    rows = list(rows_by_mark(results))
    print_photos(out, rows, args.lang)
    print_said(out, rows, args.lang)
    print_asides(out, rows, args.lang)
    nothing = false_tiles(results)
    told = {"pictures": nothing.pictures, "tiles": nothing.tiles, "backs": nothing.backs}
    if nothing.pictures:
        out.print(say("bench.nothing", args.lang, **told), highlight=False)
    return complain(errors, results, args.lang)
