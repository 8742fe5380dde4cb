"""Lists the worked examples of the rules that no test is named after: `python -m tests.engine.examples [RULES.md]`.

An example has the letters of its game and a number, as K-3; its test's name begins with `test_K_3_`. Without an
argument the examples below are looked for; with the rules' text, those that stand there.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable
from pathlib import Path

EXAMPLES = {
    "C": 5, "K": 9, "P": 6, "M": 8, "O": 5, "T": 8, "SP": 5, "MG": 6, "G": 4, "KB": 2, "SO": 3, "I": 2,
}  # fmt: skip
"""How many each game has, numbered from 1."""

NOTATION = ("K_9_in_DPN", "T_1_to_T_3_in_DPN", "M_4_the_last_turn_of_Saltykovs_record")
"""The games that the rules write down in DPN."""


def known() -> list[str]:
    """All examples."""
    return [f"{game}-{number}" for game, count in EXAMPLES.items() for number in range(1, count + 1)]


def named_in(rules: str) -> list[str]:
    """The examples that stand in the rules' text."""
    games = "|".join(EXAMPLES)
    found = re.findall(rf"(?<![\w-])((?:{games})-\d+)(?![\w-])", rules)
    return sorted(set(found), key=lambda name: (name.split("-")[0], int(name.split("-")[1])))


def names_of_tests(folder: Path) -> set[str]:
    """The names of all tests below a folder."""
    return {
        node.name
        for path in folder.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def without_test(examples: Iterable[str], tests: Iterable[str]) -> list[str]:
    """The examples that no test is named after."""
    names = list(tests)
    starts = {example: "test_" + example.replace("-", "_") for example in examples}
    return [
        example for example, start in starts.items() if not any(n == start or n.startswith(start + "_") for n in names)
    ]


def main(arguments: list[str]) -> int:
    """Prints the examples without a test; 1 when there are any."""
    examples = named_in(Path(arguments[0]).read_text(encoding="utf-8")) if arguments else known()
    missing = without_test([*examples, *NOTATION], names_of_tests(Path(__file__).parent))
    for example in missing:
        print(example)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
