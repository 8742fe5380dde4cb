"""Draws and writes datasets/demo; a few minutes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from datasets.demo_maker.film import FPS, shots
from datasets.demo_maker.game import RULES, SEATS, SEED, make_game, true_events
from datasets.demo_maker.pictures import Painter
from device.recording import RecordingInfo
from device.recording_writer import RecordingWriter

TARGET = Path(__file__).resolve().parents[1] / "demo"
QUALITY = 80


def main() -> None:
    """Replaces datasets/demo."""
    game = make_game()
    film = list(shots(game))
    plays: dict[int, float] = {}
    shown = 0.0
    for number, shot in enumerate(film):
        if shot.play is not None:
            plays.setdefault(shot.play, number / FPS)
        if shot.hands_shown:
            shown = shown or number / FPS
    events = true_events(game, {play: round(t, 3) for play, t in plays.items()}, round(shown, 3))
    info = RecordingInfo(
        title="Kozel on a Sunday evening",
        title_ru="Козёл воскресным вечером",
        rules=RULES,
        seats=SEATS,
        seconds_per_frame=round(1 / FPS, 6),
        licence="MIT",
    )
    unfinished = TARGET.with_name("demo.part")
    shutil.rmtree(unfinished, ignore_errors=True)
    writer = RecordingWriter(unfinished, info, QUALITY)
    painter = Painter(SEED)
    for number, shot in enumerate(film):
        writer.add(painter.frame(shot.tiles, shot.arm, number), number / FPS)
        print(f"\rframe {number + 1} of {len(film)}", end="", flush=True)
    writer.close()
    lines = (json.dumps(event.to_json(), ensure_ascii=False) for event in events)
    (unfinished / "truth.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    shutil.rmtree(TARGET, ignore_errors=True)
    unfinished.rename(TARGET)
    size = sum(file.stat().st_size for file in TARGET.rglob("*") if file.is_file())
    print(f"\n{TARGET}: {len(film)} frames, {size / 1e6:.1f} MB, {len(events)} events")


if __name__ == "__main__":
    main()
