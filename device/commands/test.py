"""`tilefish test`: runs the project's own tests."""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
from pathlib import Path

from device.arguments import Subcommands
from device.errors import UserError


def add_parser(subcommands: Subcommands) -> None:
    """Adds the arguments of `test`."""
    subcommands.add("test").passes_on = True


def run(args: argparse.Namespace) -> int:
    """Runs pytest on the tests beside the packages and returns its exit code.

    Raises:
        UserError: the tests, or pytest, are not there.
    """
    root = Path(__file__).resolve().parents[2]
    if not (root / "tests").is_dir():
        raise UserError("error.no_tests")
    if importlib.util.find_spec("pytest") is None:
        raise UserError("error.no_pytest")
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *args.passed_on], cwd=root, check=False).returncode
