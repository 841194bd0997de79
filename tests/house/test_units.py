"""The systemd units: valid, hardened, and each with only what it needs."""

import shutil
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVICES = sorted((ROOT / "systemd").glob("*.service"))
THRESHOLD = 20
"""Tenths of systemd's exposure level: 2.0; a unit without any hardening has 9.6."""

needs_analyze = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")


def settings(unit: Path) -> dict[str, str]:
    """The [Service] section; what is given twice is joined with a blank."""
    section, found = "", dict[str, str]()
    for line in unit.read_text().splitlines():
        if line.startswith("["):
            section = line
        elif section == "[Service]" and "=" in line and not line.startswith("#"):
            key, value = line.split("=", 1)
            found[key] = f"{found.get(key, '')} {value}".strip()
    return found


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The units that ``make install-units`` lays down, as they would be if it were done where the tests run."""
    subprocess.run(["make", "lay-units", f"DESTDIR={tmp_path}"], cwd=ROOT, check=True, capture_output=True)
    folder = tmp_path / "etc" / "systemd" / "system"
    for unit in folder.iterdir():
        text = unit.read_text().replace("/opt/companion/.venv/bin/python", sys.executable)
        unit.write_text(text.replace("file:/opt/companion", f"file:{ROOT}"))
    return folder


def test_there_is_one_unit_a_process_and_a_target_that_wants_them_all() -> None:
    parts = ["board", "chances", "enrolment", "home", "hw", "referee", "ui", "uplink", "vision"]
    assert [unit.stem for unit in SERVICES] == [f"companion-{part}" for part in parts]
    target = (ROOT / "systemd" / "companion.target").read_text()
    assert all(unit.name in target for unit in SERVICES)


def test_d8_all_that_the_target_wants_is_installed_and_so_is_every_file_of_the_folder(here: Path) -> None:
    wants = next(line for line in (here / "companion.target").read_text().splitlines() if line.startswith("Wants="))
    assert [name for name in wants.removeprefix("Wants=").split() if not (here / name).is_file()] == []
    laid = [path for path in here.parents[2].rglob("*") if path.is_file()]
    assert len(laid) == len(list((ROOT / "systemd").iterdir()))


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_d7_each_unit_is_ended_and_started_again_where_its_process_gives_no_sign_of_life(unit: Path) -> None:
    keys = settings(unit)
    assert 15 <= int(keys["WatchdogSec"]) <= 60
    # One that was stopped does not heed anything gentler.
    assert (keys["WatchdogSignal"], keys["NotifyAccess"], keys["Restart"]) == ("SIGKILL", "main", "always")
    # Who may leave at once, as there is nothing to do here, cannot be waited for.
    assert keys["Type"] == ("exec" if "RestartPreventExitStatus" in keys else "notify")


def test_d10_the_referee_can_tell_one_boot_from_another() -> None:
    assert "ProcSubset" not in settings(ROOT / "systemd" / "companion-referee.service")


def test_d2_what_the_processes_say_is_limited_in_size_and_in_rate() -> None:
    limits = (ROOT / "systemd" / "companion.journald").read_text()
    assert "SystemMaxUse=64M" in limits
    assert "RateLimitBurst=" in limits


@needs_analyze
def test_systemd_finds_nothing_to_say_about_any_unit(here: Path) -> None:
    # An unknown key is only a warning with exit code 0, so any word on stderr fails.
    units = [str(path) for path in sorted(here.iterdir()) if path.suffix in {".service", ".target", ".path"}]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0


@needs_analyze
def test_a_misspelt_setting_would_have_been_noticed(here: Path) -> None:
    unit = here / "companion-hw.service"
    unit.write_text(unit.read_text().replace("DevicePolicy=", "DevicePolice="))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert "DevicePolice" in done.stderr


@needs_analyze
@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_each_unit_is_hardened(unit: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--threshold={THRESHOLD}", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-200:] + done.stderr


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_each_unit_reaches_no_network_it_need_not_and_has_only_its_own_devices(unit: Path) -> None:
    keys = settings(unit)
    out = unit.stem in {"companion-home", "companion-uplink"}
    # Who goes out into the world is spoken to by nobody, and cannot sign as the table.
    assert keys["SocketBindDeny" if out else "IPAddressDeny"] == "any"
    assert ("table.key" in keys.get("InaccessiblePaths", "")) == (out or unit.stem == "companion-board")
    if unit.stem != "companion-board" and not out:
        assert keys["PrivateNetwork"] == "yes"
        assert "AF_INET" not in keys["RestrictAddressFamilies"]
    devices = {
        "companion-board": set(),
        "companion-chances": set(),
        "companion-home": set(),
        "companion-uplink": set(),
        "companion-enrolment": {"char-video4linux", "char-media", "char-dma_heap"},
        "companion-referee": set(),
        "companion-vision": {"char-video4linux", "char-media", "char-dma_heap"},
        "companion-ui": {"char-drm", "char-input", "char-alsa"},
        "companion-hw": {"char-gpiochip"},
    }[unit.stem]
    assert {word for word in keys.get("DeviceAllow", "").split() if word.startswith("char-")} == devices
    assert keys.get("PrivateDevices" if not devices else "DevicePolicy") in {"yes", "closed"}


def test_the_board_opens_one_port_and_that_only_to_networks_of_a_house() -> None:
    keys = settings(ROOT / "systemd" / "companion-board.service")
    assert keys["RestrictAddressFamilies"] == "AF_UNIX AF_INET"
    assert (keys["SocketBindDeny"], keys["SocketBindAllow"]) == ("any", "ipv4:tcp:8480")
    assert "--listen 0.0.0.0:8480" in keys["ExecStart"]
    allowed = keys["IPAddressAllow"].split()
    assert {"localhost", "link-local"} < set(allowed)
    assert all(ip_network(block).is_private for block in allowed if "/" in block)


def test_the_horn_goes_off_however_its_unit_ends_and_is_not_restarted_where_there_are_no_pins() -> None:
    keys = settings(ROOT / "systemd" / "companion-hw.service")
    assert keys["ExecStopPost"].endswith("-m hw --off")
    assert keys["RestartPreventExitStatus"] == "3"
    assert "LG_WD=/run/companion-hw" in keys["Environment"]


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_each_unit_starts_its_process_with_options_that_the_process_has(unit: Path) -> None:
    _, _, module, *options = settings(unit)["ExecStart"].split()
    done = subprocess.run(
        [sys.executable, "-m", module, "--help"], capture_output=True, text=True, check=False, cwd=ROOT, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert [word for word in options if word.startswith("--") and word not in done.stdout] == []
