"""./tilefish on machines of every kind: the real script, with a Python that only writes down what it is asked to do."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOLS = "cat cksum cp dirname grep head mkdir readlink rm sed sleep tr"

# Answers the bootstrap's questions as the variables say, and makes a .venv whose python is a copy of itself.
FAKE_PYTHON = """#!/bin/sh
echo "$@" >>"$DIARY"
case "$*" in
*sys.version_info\\ *) exit "${FITNESS:-0}" ;;
*sys.version_info*) echo python3.11 ;;
"-I -m venv"*)
    for folder; do :; done
    mkdir -p "$folder/bin" && cp "$0" "$folder/bin/python"
    if [ "${HANGS:-}" = venv ]; then echo hanging >>"$DIARY" && sleep 30; fi ;;
"-I -m pip"*)
    if [ "${HANGS:-}" = pip ]; then echo hanging >>"$DIARY" && sleep 30; fi
    echo "${PIP_SAYS:-}"
    exit "${PIP_ENDS:-0}" ;;
"-I -m device"*)
    shift 3
    for word; do echo "word: $word"; done
    exit "${COMMAND_ENDS:-0}" ;;
esac
"""


class Machine:
    """A folder with the project's bootstrap in it, and a PATH with hardly anything on it."""

    def __init__(self, folder: Path, shell: list[str]) -> None:
        self.shell = shell
        self.project = folder / "a project"
        self.tools = folder / "bin"
        self.diary = folder / "diary"
        self.diary.touch()
        self.project.mkdir()
        self.tools.mkdir()
        for file in ("tilefish", "pyproject.toml", "constraints.txt"):
            shutil.copy(ROOT / file, self.project)
        for tool in TOOLS.split():
            found = shutil.which(tool)
            assert found
            (self.tools / tool).symlink_to(found)
        self.add("python3", FAKE_PYTHON)
        self.environment = {"PATH": str(self.tools), "DIARY": str(self.diary), "LANG": "C.UTF-8"}
        self.environment["TILEFISH_DEVICE_MODEL"] = "/nowhere"

    @property
    def venv(self) -> Path:
        return self.project / ".venv"

    def add(self, name: str, script: str = "#!/bin/sh\n") -> None:
        (self.tools / name).write_text(script)
        (self.tools / name).chmod(0o755)

    def command(self, *words: str) -> list[str]:
        return [*self.shell, str(self.project / "tilefish"), *words]

    def run(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = self.environment | variables
        return subprocess.run(
            self.command(*words), env=environment, cwd="/", capture_output=True, text=True, timeout=20
        )

    def start_hanging(self, at: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            self.command("rules"),
            env=self.environment | {"HANGS": at},
            start_new_session=True,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for _ in range(200):
            if "hanging" in self.did():
                return process
            time.sleep(0.05)
        raise AssertionError("it never came there")

    def did(self, what: str = "") -> list[str]:
        return [line for line in self.diary.read_text().splitlines() if what in line]


SHELLS = [["sh"], ["bash", "--posix"], ["busybox", "sh"]]


@pytest.fixture(params=[shell for shell in SHELLS if shutil.which(shell[0])], ids=lambda shell: shell[0])
def machine(request, tmp_path):
    shell = [shutil.which(request.param[0]), *request.param[1:]]
    return Machine(tmp_path, shell)


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence that a failed start ends with."""
    assert done.returncode == 1
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert all(line.startswith(("Setting up", "  1/2", "  2/2", "Updating")) for line in lines[:-1]), lines
    return lines[-1]


def test_the_first_start_installs_and_the_second_only_runs(machine):
    first = machine.run("read", "my photo.jpg")
    assert (first.returncode, first.stdout) == (0, "word: read\nword: my photo.jpg\n")
    assert first.stderr.count("\n") == 3
    second = machine.run("rules")
    assert (second.returncode, second.stdout, second.stderr) == (0, "word: rules\n", "")
    assert len(machine.did("-m venv")) == 1
    assert len(machine.did("-m pip")) == 1
    assert machine.did("--editable")[0].endswith("--constraint constraints.txt --editable .")


def test_the_exit_code_is_the_commands(machine):
    assert machine.run("read", COMMAND_ENDS="2").returncode == 2


def test_it_runs_through_a_link(machine, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "tilefish").symlink_to("../a project/tilefish")
    done = subprocess.run(
        [*machine.shell, str(tmp_path / "elsewhere" / "tilefish"), "rules"],
        env=machine.environment,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "word: rules\n"
    assert machine.venv.is_dir()


def test_changed_pins_are_installed_into_the_same_venv(machine):
    machine.run("rules")
    with (machine.project / "constraints.txt").open("a") as pins:
        pins.write("another==1\n")
    assert machine.run("rules").stderr.startswith("Updating")
    assert machine.run("rules").stderr == ""
    assert len(machine.did("-m venv")) == 1
    assert len(machine.did("-m pip")) == 2


def test_the_tests_bring_their_tools_once(machine):
    machine.run("rules")
    machine.run("test", "-k", "x")
    machine.run("rules")
    machine.run("--lang", "ru", "test")
    assert [line.rsplit(" ", 1)[1] for line in machine.did("-m pip")] == [".", ".[dev]"]


def test_an_update_keeps_the_tools_of_the_tests(machine):
    machine.run("test")
    (machine.project / "constraints.txt").write_text("")
    machine.run("rules")
    assert [line.rsplit(" ", 1)[1] for line in machine.did("-m pip")] == [".[dev]", ".[dev]"]


@pytest.mark.parametrize("at", ["venv", "pip"])
def test_what_was_interrupted_is_made_again(machine, at):
    process = machine.start_hanging(at)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    (machine.venv / "half").touch()
    done = machine.run("rules")
    assert done.stdout == "word: rules\n"
    assert not (machine.venv / "half").exists()
    assert len(machine.did("-m venv")) == 2


def test_ctrl_c_ends_the_setting_up_quietly(machine):
    process = machine.start_hanging("pip")
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(timeout=60) == 130
    assert machine.run("rules").stdout == "word: rules\n"
    assert len(machine.did("-m venv")) == 2


def test_only_one_sets_up_at_a_time(machine):
    process = machine.start_hanging("pip")
    try:
        assert f"kill {process.pid}" in sentence(machine.run("rules"))
        assert (machine.venv / "bin" / "python").exists()
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_a_number_that_another_program_has_now_stops_nobody(machine):
    """The power was cut while it was set up; since then the number in the mark went to another program: this one."""
    machine.venv.mkdir()
    (machine.venv / "tilefish-unfinished").write_text(f"{os.getpid()} sh ./tilefish demo \n")
    assert machine.run("rules").stdout == "word: rules\n"
    assert not (machine.venv / "tilefish-unfinished").exists()


def test_no_python(machine):
    (machine.tools / "python3").unlink()
    machine.add("apt-get")
    expected = "Tilefish needs Python 3.11 or newer; install it with: sudo apt install python3 python3-venv"
    assert sentence(machine.run("rules")) == expected
    assert not machine.venv.exists()


def test_no_python_on_a_mac(machine):
    (machine.tools / "python3").unlink()
    assert sentence(machine.run("rules")).endswith("brew install python@3.13")


def test_an_old_python(machine):
    machine.add("apt-get")
    assert "sudo apt install python3.11 python3.11-venv" in sentence(machine.run("rules", FITNESS="11"))


def test_a_newer_python_is_preferred_to_an_old_one(machine):
    machine.add("python3.12", FAKE_PYTHON.replace("${FITNESS:-0}", "0"))
    assert machine.run("rules", FITNESS="11").returncode == 0


def test_the_python_asked_for_is_taken(machine, tmp_path):
    machine.add("my python", FAKE_PYTHON.replace("${FITNESS:-0}", "0"))
    assert machine.run("rules", FITNESS="11", TILEFISH_PYTHON=str(machine.tools / "my python")).returncode == 0


def test_a_32_bit_system(machine):
    assert "64-bit" in sentence(machine.run("rules", FITNESS="12"))


def test_no_venv_module(machine):
    machine.add("apt-get")
    expected = "Python's venv module is missing; install it with: sudo apt install python3.11-venv"
    assert sentence(machine.run("rules", FITNESS="13")) == expected


def test_it_speaks_russian(machine):
    machine.add("apt-get")
    expected = "Не хватает модуля venv для Python; установите его командой: sudo apt install python3.11-venv"
    assert sentence(machine.run("rules", FITNESS="13", LANG="ru_RU.UTF-8")) == expected
    assert sentence(machine.run("--lang", "ru", "rules", FITNESS="13")) == expected


def test_a_folder_that_may_not_be_written_to(machine):
    (machine.tools / "mkdir").unlink()
    machine.add("mkdir", "#!/bin/sh\necho mkdir: Permission denied >&2\nexit 1\n")
    said = sentence(machine.run("rules"))
    assert said.startswith("Tilefish may not write to its folder; take it over with: sudo chown -R")


NO_NETWORK = "Failed to establish a new connection: [Errno -3] Temporary failure in name resolution"


def test_no_network_and_then_there_is(machine):
    said = sentence(machine.run("rules", PIP_ENDS="1", PIP_SAYS=NO_NETWORK))
    assert "check the internet connection" in said
    assert str(machine.project / "tilefish") in said
    assert machine.run("rules").returncode == 0
    assert len(machine.did("-m venv")) == 2


def test_an_update_without_network_keeps_what_is_there(machine):
    machine.run("rules")
    (machine.venv / "kept").touch()
    (machine.project / "constraints.txt").write_text("")
    assert "internet" in sentence(machine.run("rules", PIP_ENDS="1", PIP_SAYS=NO_NETWORK))
    assert machine.run("rules").returncode == 0
    assert (machine.venv / "kept").exists()


def test_a_full_disk_and_what_nobody_thought_of(machine):
    assert "disk is full" in sentence(machine.run("rules", PIP_ENDS="1", PIP_SAYS="[Errno 28] No space left on device"))
    said = sentence(machine.run("rules", PIP_ENDS="1", PIP_SAYS="the moon is in the wrong house"))
    log = said.split('"')[1]
    assert "the moon is in the wrong house" in Path(log).read_text()


def test_a_python_that_a_library_does_not_know(machine):
    machine.add("dnf")
    said = (
        "ERROR: Could not find a version (from versions: 1.0)\nERROR: No matching distribution found for onnxruntime==2"
    )
    expected = "There is no onnxruntime yet for the Python of this machine; install one that has it with: "
    assert sentence(machine.run("rules", PIP_ENDS="1", PIP_SAYS=said)) == expected + "sudo dnf install python3.13"


def test_a_raspberry_pi_sees_the_systems_camera(machine, tmp_path):
    model = tmp_path / "model"
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    usable = Path("/usr/bin/python3").exists()
    words = {"TILEFISH_DEVICE_MODEL": str(model), "TILEFISH_PYTHON": str(machine.tools / "python3") if usable else ""}
    assert machine.run("rules", **words).returncode == 0
    assert "--system-site-packages" in machine.did("-m venv")[0]
    assert machine.did("-m pip")[0].endswith(".[pi]")
    machine.run("test", **words)
    assert machine.did("-m pip")[1].endswith(".[dev,pi]")


def test_any_other_machine_does_not(machine):
    machine.run("rules")
    assert "--system-site-packages" not in machine.did("-m venv")[0]
