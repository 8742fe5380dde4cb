"""`read` with the shipped networks on pictures that hold no domino: an empty list, and never much memory."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES = 2 * 2**30
MEASURED = """
import sys
from resource import RUSAGE_SELF, getrusage
from device.cli import main
code = main(sys.argv[1:], {})
print(getrusage(RUSAGE_SELF).ru_maxrss)
sys.exit(code)
"""


@pytest.mark.parametrize(("width", "height", "name"), [(1280, 960, "black.png"), (12000, 9000, "huge.jpg")])
def test_a_black_picture_is_an_empty_table(tmp_path: Path, width: int, height: int, name: str) -> None:
    path = tmp_path / name
    assert cv2.imwrite(str(path), np.zeros((height, width, 3), np.uint8))
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, "read", str(path), "--json"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    told, peak = done.stdout.splitlines()
    reading = json.loads(told)
    assert (reading["tiles"], reading["pips"], reading["size"]) == ([], 0, [width, height])
    # In kilobytes on Linux, in bytes on a Mac.
    assert int(peak) * (1 if sys.platform == "darwin" else 1024) < MOST_BYTES
