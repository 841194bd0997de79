"""The doctor tells how the camera is, each finding with its mend."""

import json
import os
import time
from pathlib import Path

import cv2
import msgspec
import pytest
from typer.testing import CliRunner

from companion.commands.doctor import app
from companion.doctor import camera_health
from companion.doctor.camera_health import running, seen_now
from tests.vision.painting import Table
from vision.care.caretaker import REPORT, Report
from vision.troubles import camera_moved, light_changed

WELL = Report("usb:0", "exposure, focus", calibrated=True, mats=(0, 1), wanted=(0, 1), troubles=())


def reported(state: Path, report: Report, age: float = 0.0) -> dict[str, tuple[str, str, str]]:
    path = state / "memory-x" / REPORT
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(msgspec.json.encode(report))
    os.utime(path, (time.time() - age,) * 2)
    return {check.name: (check.verdict, check.found, check.mend) for check in running(state)}


def picture(folder: Path, table: Table, blur: float = 0.0) -> str:
    image = table.frames(1)[0].image
    folder.mkdir(exist_ok=True)
    cv2.imwrite(str(folder / "table.png"), cv2.GaussianBlur(image, (0, 0), blur) if blur else image)
    return str(folder)


def looked(source: str) -> dict[str, tuple[str, str]]:
    return {check.name: (check.verdict, check.mend) for check in seen_now(source)}


def test_a_running_table_that_is_well(tmp_path: Path) -> None:
    found = reported(tmp_path, WELL)
    assert {name: verdict for name, (verdict, _, _) in found.items()} == {
        "camera lock": "well",
        "mats": "well",
        "camera drift": "well",
    }
    assert "exposure, focus" in found["camera lock"][1]


def test_what_a_running_table_says_is_wrong_is_told_with_its_mend(tmp_path: Path) -> None:
    report = msgspec.structs.replace(WELL, mats=(0,), troubles=(camera_moved(), light_changed("darker")))
    found = reported(tmp_path, report)
    assert found["mats"][:2] == ("mend", "mat 1 not found")
    assert found["camera moved"] == ("mend", "the camera has been moved", camera_moved().mend)
    assert found["light changed"][0] == "mend"
    assert all(mend for verdict, _, mend in found.values() if verdict == "mend")


def test_a_camera_that_locks_nothing_or_is_not_calibrated_is_noted(tmp_path: Path) -> None:
    for report in (msgspec.structs.replace(WELL, locked=""), msgspec.structs.replace(WELL, calibrated=False)):
        assert reported(tmp_path, report)["camera lock"][0] == "note"


def test_what_no_table_says_any_more_is_not_told(tmp_path: Path) -> None:
    assert reported(tmp_path, WELL, age=120) == {}
    assert running(tmp_path / "nothing") == ()


def test_a_damaged_report_is_one_note(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / REPORT).write_text("{")
    (check,) = running(tmp_path)
    assert check.verdict == "note"


def test_a_good_picture_is_well_and_others_say_what_to_mend(tmp_path: Path) -> None:
    assert looked(picture(tmp_path / "good", Table(gain=0.9))) == {"picture": ("well", "")}
    dark = looked(picture(tmp_path / "dark", Table(gain=0.2)))
    assert dark["too dark"] == ("mend", "switch a lamp on")
    soft = looked(picture(tmp_path / "soft", Table(gain=0.9), blur=2.6))
    assert "focus" in soft["blurred"][1]
    far = Table(gain=0.9, corners=((300, 250), (740, 255), (738, 560), (305, 565)))
    assert looked(picture(tmp_path / "far", far))["picture"][0] == "mend"
    empty = Table(gain=0.9, corners=((2000, 2000), (2100, 2000), (2100, 2100), (2000, 2100)))
    assert looked(picture(tmp_path / "empty", empty))["picture"][0] == "mend"


def test_a_camera_that_hangs_or_is_not_there_does_not_hang_the_doctor(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looked("usb:97")["picture"][0] == "mend"
    monkeypatch.setattr(camera_health, "_PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(camera_health, "open_camera", lambda _: time.sleep(3600))
    assert "no picture" in seen_now("pi")[0].found


def test_the_doctor_looks_through_a_camera_when_asked_to(tmp_path: Path) -> None:
    source = picture(tmp_path / "good", Table(gain=0.9))
    ran = CliRunner().invoke(app, ["--json", "--state", str(tmp_path), "--camera", source])
    checks = {check["name"]: check for check in json.loads(ran.stdout)["checks"]}
    assert checks["picture"]["verdict"] == "well"
    assert "pixels a mm" in checks["picture"]["found"]
