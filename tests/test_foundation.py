"""What holds for the whole project: who may import whom, what importing costs, and how long a file may be."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("engine", "vision", "device", "models")
FILES = [path for package in (*PACKAGES, "datasets", "tests") for path in sorted((ROOT / package).rglob("*.py"))]
CODE = [path for path in FILES if path.relative_to(ROOT).parts[0] in PACKAGES]

# What each package may import of the others; None: all of it.
MAY_IMPORT: dict[str, dict[str, tuple[str, ...] | None]] = {
    "engine": {},
    "vision": {"engine": ("engine.tiles",)},
    "device": {"engine": None, "vision": None, "models": ("models.renderer", "models.validation")},
    "models": {"engine": None, "vision": None},
}
LONGEST_FILE = 400
HEAVY = (
    "cv2",
    "numpy",
    "onnxruntime",
    "fastapi",
    "uvicorn",
    "rich",
    "segno",
    "pydantic",
    "torch",
    "picamera2",
    "vision",
)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(tree: ast.AST) -> set[str]:
    """Every module that is imported anywhere in the file, in functions too."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole module"
            assert node.module is not None
            # `from engine import tiles` means engine.tiles; a name that is no module is cut off below.
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def allowed(module: str, package: str) -> bool:
    other = module.split(".")[0]
    if other == package or other not in PACKAGES:
        return True
    if other not in MAY_IMPORT[package]:
        return False
    parts = MAY_IMPORT[package][other]
    return parts is None or any(module == part or module.startswith(part + ".") for part in parts)


@pytest.mark.parametrize("path", CODE, ids=name)
def test_imports_point_one_way(path):
    package = path.relative_to(ROOT).parts[0]
    wrong = {module for module in imports(ast.parse(path.read_text("utf-8"))) if not allowed(module, package)}
    assert wrong == set()


@pytest.mark.parametrize("path", sorted((ROOT / "engine").rglob("*.py")), ids=name)
def test_the_engine_needs_only_the_standard_library(path):
    known = {*sys.stdlib_module_names, "engine"}
    assert {module.split(".")[0] for module in imports(ast.parse(path.read_text("utf-8")))} - known == set()


@pytest.mark.parametrize("path", CODE, ids=name)
def test_torch_stays_where_networks_are_trained(path):
    modules = {module.split(".")[0] for module in imports(ast.parse(path.read_text("utf-8")))}
    if path.relative_to(ROOT).parts[0] != "models":
        assert not modules & {"torch", "onnx"}


@pytest.mark.parametrize("path", FILES, ids=name)
def test_files_stay_short(path):
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["rules"], ["rules", "kozel.solo"], ["read", "--help"]])
def test_no_heavy_module_is_loaded_before_it_is_needed(words):
    code = f"""
import sys
from device.cli import main
try:
    main({words!r}, {{}})
except SystemExit:
    pass
print(*sorted(module for module in {HEAVY!r} if module in sys.modules), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr.split() == []


def test_every_dependency_is_pinned_and_explained():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [needed for extra in project["optional-dependencies"].values() for needed in extra]
    needed = {package_of(line) for line in [*project["dependencies"], *extras]}
    pins = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert all("==" in pin for pin in pins)
    assert needed <= {package_of(pin) for pin in pins}
    decisions = (ROOT / "docs" / "decisions.md").read_text("utf-8")
    assert {package for package in needed if f"| `{package}` |" not in decisions} == set()


def package_of(requirement: str) -> str:
    """ "numpy" of "numpy>=2.0", in small letters and with hyphens."""
    return requirement.split(";")[0].split("=")[0].rstrip("<>!~ ").split("[")[0].lower().replace("_", "-")


def test_the_readmes_are_twins():
    def outline(text: str) -> list[int]:
        return [line.index(" ") for line in text.splitlines() if line.startswith("#")]

    english, russian = ((ROOT / file).read_text("utf-8") for file in ("README.md", "README.ru.md"))
    assert outline(english) == outline(russian)
    assert commands(english) == commands(russian)


def commands(text: str) -> list[str]:
    """The command lines of a page, without their comments."""
    lines, inside = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
        elif inside:
            lines.append(line.split("  #")[0].rstrip())
    return lines
