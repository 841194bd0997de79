"""``make`` says what it will install, installs only what is missing, and never needs more rights than it must.

apt, dpkg, sudo and id are stand-ins on an otherwise empty PATH; the Makefile is the real one.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.tree import ROOT

NEEDED = ["libegl1", "libgl1", "libgl1-mesa-dri", "libmtdev1", "libzbar0"]


class Machine:
    """A folder with the Makefile and a PATH of stand-ins; ``log`` is what was asked of apt."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.log = folder / "apt.log"
        for tool in ("env", "bash", "sh", "grep", "awk", "cat", "python3"):
            found = shutil.which(tool, path="/usr/bin:/bin")
            assert found is not None
            (self.bin / tool).symlink_to(found)
        shutil.copy(ROOT / "Makefile", folder)
        shutil.copy(ROOT / "requirements.lock", folder)
        shutil.copy(ROOT / "pyproject.toml", folder)
        (folder / ".venv").mkdir()
        self.tool("apt-get", f'echo "apt-get $@" >> {self.log}')
        self.installed()
        self.user(0)

    def tool(self, name: str, script: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def installed(self, *packages: str) -> None:
        """What dpkg has."""
        cases = "".join(f"{package}) printf installed;;\n" for package in packages)
        self.tool("dpkg-query", f'case "$4" in\n{cases}*) exit 1;;\nesac')

    def user(self, number: int) -> None:
        self.tool("id", f"echo {number}")

    def make(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/usr/bin/make", *words],
            cwd=self.folder,
            env={"PATH": str(self.bin)},
            capture_output=True,
            text=True,
            check=False,
        )

    def asked(self) -> list[list[str]]:
        return [line.split() for line in self.log.read_text().splitlines()] if self.log.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    if not Path("/usr/bin/make").exists():
        pytest.skip("make is elsewhere")
    return Machine(tmp_path)


def test_on_a_fresh_machine_it_names_what_is_missing_and_then_installs_exactly_that(machine: Machine) -> None:
    done = machine.make("apt-run", "PI=0")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0].endswith(": " + " ".join(NEEDED))
    update, install = machine.asked()
    assert update[:2] == ["apt-get", "update"]
    assert [word for word in install if not word.startswith("-")] == ["apt-get", "install", *NEEDED]


def test_it_installs_only_what_is_missing(machine: Machine) -> None:
    machine.installed(*NEEDED[1:])
    machine.make("apt-run", "PI=0")
    assert machine.asked()[-1][-1] == NEEDED[0]
    assert machine.asked()[-1][-2].startswith("-")


@pytest.mark.parametrize("suffix", ["", "t64"])
def test_where_all_is_there_it_says_and_does_nothing(machine: Machine, suffix: str) -> None:
    machine.installed(*(name + suffix for name in NEEDED))
    done = machine.make("apt-run", "PI=0")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert machine.asked() == []


def test_without_being_root_it_goes_through_sudo(machine: Machine) -> None:
    machine.user(1000)
    machine.tool("sudo", f'echo "sudo $@" >> {machine.log}; exec "$@"')
    assert machine.make("apt-run", "PI=0").returncode == 0
    assert [words[0] for words in machine.asked()] == ["sudo", "apt-get", "sudo", "apt-get"]


def test_with_neither_root_nor_sudo_it_says_in_one_line_what_to_run(machine: Machine) -> None:
    machine.user(1000)
    done = machine.make("apt-run", "PI=0")
    assert done.returncode != 0
    assert "as root, run: apt-get install " + " ".join(NEEDED) in done.stderr.splitlines()[0]
    assert machine.asked() == []


@pytest.mark.parametrize(("native", "numpy"), [("1", True), ("0", False)])
def test_on_a_pi_camera_and_pins_come_from_apt_and_so_does_numpy_where_it_is_new_enough(
    machine: Machine, native: str, *, numpy: bool
) -> None:
    machine.make("apt-run", "PI=1", f"NATIVE={native}")
    packages = set(machine.asked()[-1])
    assert {"python3-picamera2", "python3-lgpio"} <= packages
    assert ({"python3-numpy", "python3-opencv"} <= packages) is numpy


@pytest.mark.parametrize(("native", "shadowed"), [("1", False), ("0", True)])
def test_pip_never_shadows_a_pi_s_own_numpy_and_opencv(machine: Machine, native: str, *, shadowed: bool) -> None:
    plan = machine.make("-n", ".venv/.ready", "PI=1", f"NATIVE={native}").stdout
    [command] = [line for line in plan.splitlines() if line.startswith("awk")]
    subprocess.run(["/bin/sh", "-c", command], cwd=machine.folder, check=True)
    wanted = (machine.folder / ".venv" / "wanted.txt").read_text()
    names = {line.split("==")[0] for line in wanted.splitlines() if "==" in line and not line.startswith(" ")}
    assert ("numpy" in names, "opencv-python-headless" in names) == (shadowed, shadowed)
    assert {"kivy", "msgspec", "litestar"} <= names
    assert all("==" in line or "--hash" in line for line in wanted.splitlines())
    assert ("--system-site-packages" in plan) is True


def test_a_python_that_is_too_old_is_passed_over_and_a_machine_without_one_is_told(machine: Machine) -> None:
    done = machine.make("apt-run", "PYTHON=")
    assert done.returncode != 0
    assert "no python3 of 3.11 or newer" in done.stderr
