"""`tilefish bench engine`: how fast the engine plays, beside another one."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from device.commands.bench.tables import screen
from device.errors import UsageError
from device.texts import Language, say

if TYPE_CHECKING:
    from rich.console import Console

    from device.bench.engine import Comparison


def run(args: argparse.Namespace) -> int:
    """Measures and prints.

    Raises:
        UsageError: too few rounds to measure anything.
    """
    from rich.console import Console

    from device.bench import engine as bench_engine

    rounds = bench_engine.ROUNDS if args.rounds is None else args.rounds
    if rounds < bench_engine.FEWEST_ROUNDS:
        raise UsageError("bench.few_rounds", least=bench_engine.FEWEST_ROUNDS)
    out = screen()
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

    from device.bench.engine import BLOCK_GAME

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
