"""Renders the validation pictures and their truth; what is there already is not rendered again.

Needs a Python 3.11 of its own, since Blender's package asks for an older numpy than Tilefish:

    python3.11 -m venv .venv-blender && .venv-blender/bin/pip install bpy==5.0.1
    .venv-blender/bin/python -m models.validation.render --out validation --count 200 --seed 1

Several of these may work on one folder: `--part 0/2` takes every second picture. `--join` only writes truth.jsonl.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from models.validation.plan import Plan, make_plan
from models.validation.sensor import exposed
from models.validation.stage import build, eye, trace
from models.validation.truth import picture_truth


def render_picture(seed: int, number: int, folder: Path, size: tuple[int, int] = (960, 720)) -> None:
    """Writes one picture and its truth."""
    plan = make_plan(seed, number, size)
    pieces = build(plan)
    truth = picture_truth(plan, pieces, eye(plan.view))
    raw = folder / f".{number:04d}.png"
    trace(raw)
    _store(_exposed_file(plan, raw), folder / f"{number:04d}.jpg", plan.sensor.quality)
    raw.unlink()
    (folder / f".{number:04d}.json").write_text(json.dumps(truth), encoding="utf-8")


def join_truth(folder: Path) -> int:
    """Writes truth.jsonl from what each picture left; how many lines it has."""
    lines = [path.read_text(encoding="utf-8") for path in sorted(folder.glob(".*.json"))]
    (folder / "truth.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return len(lines)


def _exposed_file(plan: Plan, path: Path) -> Any:
    import bpy

    image = bpy.data.images.load(str(path))
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    whole = pixels.reshape(height, width, 4)
    whole[..., :3] = exposed(plan, whole[..., :3].astype(np.float64))
    image.pixels.foreach_set(whole.ravel())
    return image


def _store(image: Any, path: Path, quality: int) -> None:
    image.file_format = "JPEG"
    image.save(filepath=str(path), quality=quality)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Renders validation pictures and their truth.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first picture")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="0/1", help="0/2 and 1/2 share the work")
    parser.add_argument("--join", action="store_true", help="only write truth.jsonl of what is there")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    part, parts = map(int, options.part.split("/"))
    for number in range(options.first, options.first + options.count) if not options.join else ():
        if number % parts == part and not (options.out / f".{number:04d}.json").exists():
            render_picture(options.seed, number, options.out)
            print(f"picture {number}", flush=True)
    print(f"{join_truth(options.out)} pictures in {options.out}")


if __name__ == "__main__":
    main()
