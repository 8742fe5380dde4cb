"""`tilefish bench`: how well photos and recordings are read, against their truth; how fast the engine plays."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from device.arguments import Subcommands
from device.errors import UsageError
from device.texts import Language, say, say_or_keep
from engine.tiles import TileSet

if TYPE_CHECKING:
    from rich.console import Console

    from device.bench_engine import Comparison
    from device.bench_photos import PhotoResult, PhotoTruth, RecordingResult, Row
    from device.session import TileReader

WIDTH_OF_FILES = 160


def add_parser(subcommands: Subcommands) -> None:
    """Adds the arguments of `bench`."""
    from device.profiles import add_profile_argument

    lang = subcommands.lang
    parser = subcommands.add("bench")
    parser.add_argument("what", choices=["photos", "rendered", "engine"], help=say("help.bench.what", lang))
    parser.add_argument("folder", metavar="DIR", nargs="?", type=Path, help=say("help.bench.folder", lang))
    add_profile_argument(parser)
    parser.add_argument("--csv", metavar="FILE", type=Path, help=say("help.bench.csv", lang))
    parser.add_argument("--rounds", metavar="N", type=int, help=say("help.bench.rounds", lang))


def run(args: argparse.Namespace) -> int:
    """Measures, then prints the tables; 1 when a photo or a recording could not be read at all.

    Raises:
        UsageError: the folder is missing, or words that go with the other measurement are given.
    """
    prog = f"{args.prog} bench"
    if args.what == "engine":
        if any(word is not None for word in (args.folder, args.csv, args.profile)):
            words = " ".join(str(word) for word in (args.folder, args.csv, args.profile) if word is not None)
            raise UsageError("usage.unknown", words=words, prog=prog)
        return _run_engine(args)
    if args.rounds is not None:
        raise UsageError("usage.unknown", words="--rounds", prog=prog)
    if args.what == "rendered":
        return _run_rendered(args)
    if args.folder is None:
        raise UsageError("usage.missing", names="DIR", prog=prog)
    return _run_photos(args)


def _run_engine(args: argparse.Namespace) -> int:
    from rich.console import Console

    from device import bench_engine

    rounds = bench_engine.ROUNDS if args.rounds is None else args.rounds
    if rounds < bench_engine.FEWEST_ROUNDS:
        raise UsageError("bench.few_rounds", least=bench_engine.FEWEST_ROUNDS)
    out = Console(width=None if sys.stdout.isatty() else WIDTH_OF_FILES)
    with Console(stderr=True).status(say("bench.round", args.lang)):
        memory = bench_engine.memory(rounds)
        result = bench_engine.compare(max(1, rounds // 50))
        speeds = list(bench_engine.speeds(max(1, rounds // 200)))
    _print_speeds(out, result, speeds, args.lang)
    before, after = (f"{held / 1e6:.1f}" for held in (memory.before, memory.after))
    out.print(say("bench.memory", args.lang, before=before, after=after, rounds=memory.rounds), highlight=False)
    if result.dominoes is None:
        out.print(say("bench.no_dominoes", args.lang), highlight=False)
    return 0


def _print_speeds(out: Console, result: Comparison, speeds: Iterable[tuple[str, int, float]], lang: Language) -> None:
    from rich import box
    from rich.table import Table

    from device.bench_engine import BLOCK_GAME

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    keys = ("round", "per_second") + (("ratio",) if result.dominoes is not None else ())
    for key in keys:
        table.add_column(say(f"bench.{key}", lang), justify="left" if key == "round" else "right", no_wrap=True)
    block = say("bench.stretch", lang, rules=BLOCK_GAME, seats=4)
    rows = [(block, result.stretch), (say("bench.by_moves", lang), result.moves)]
    rows += [(say("bench.dominoes", lang), result.dominoes)] if result.dominoes is not None else []
    for name, speed in rows:
        table.add_row(name, f"{speed.rounds:.0f}", *([] if speed.ratio is None else [f"{speed.ratio:.2f}"]))
    for rules, seats, rounds in speeds:
        table.add_row(say("bench.stretch", lang, rules=rules, seats=seats), f"{rounds:.0f}")
    out.print(table, crop=False, soft_wrap=True)


def _run_photos(args: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.progress import track

    from device.bench_photos import load_truth, measure_recording, recordings_in, summary
    from device.reading import load_reader

    truths, games = load_truth(args.folder), recordings_in(args.folder)
    reader = load_reader(TileSet(), args.profile, any_set=True)
    errors, out = Console(stderr=True), Console(width=None if sys.stdout.isatty() else WIDTH_OF_FILES)
    photos = _read_photos(args, args.folder, truths, reader, errors)
    recordings = [
        measure_recording(path, reader)
        for path in track(games, say("bench.recordings", args.lang), console=errors, transient=True)
    ]
    _print_photos(out, summary(photos), args.lang)
    if recordings:
        _print_recordings(out, recordings, args.lang)
    return _complain(errors, [*photos, *recordings], args.lang)


def _run_rendered(args: argparse.Namespace) -> int:
    from rich.console import Console

    from device.bench_rendered import false_tiles, load_rendered_truth, rows_by_mark, sample_folder
    from device.reading import load_reader

    folder = sample_folder() if args.folder is None else args.folder
    truths = load_rendered_truth(folder)
    errors, out = Console(stderr=True), Console(width=None if sys.stdout.isatty() else WIDTH_OF_FILES)
    results = _read_photos(args, folder, truths, load_reader(TileSet(), args.profile, any_set=True), errors)
    _print_photos(out, rows_by_mark(results), args.lang)
    nothing = false_tiles(results)
    told = {"pictures": nothing.pictures, "tiles": nothing.tiles, "backs": nothing.backs}
    if nothing.pictures:
        out.print(say("bench.nothing", args.lang, **told), highlight=False)
    return _complain(errors, results, args.lang)


def _read_photos(
    args: argparse.Namespace, folder: Path, truths: Sequence[PhotoTruth], reader: TileReader, errors: Console
) -> list[PhotoResult]:
    """Reads all photos of a folder, and writes the table that --csv asks for."""
    from rich.progress import track

    from device.bench_photos import as_csv, measure_photo
    from device.files import write_whole

    reading = track(truths, say("bench.reading", args.lang), console=errors, transient=True)
    results = [measure_photo(folder, truth, reader) for truth in reading]
    if args.csv:
        write_whole(args.csv, as_csv(results).encode())
    return results


def _complain(errors: Console, results: Iterable[PhotoResult | RecordingResult], lang: Language) -> int:
    """Says of each result that could not be had why; the exit code."""
    failed = [result.error for result in results if result.error]
    for error in failed:
        errors.print(error.sentence(lang), highlight=False, markup=False)
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
