"""The camera is locked once the table has been found, again when the light has changed for good; it is reported."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.vision.painting import MATS, ZONES, Table
from vision.cameras import CameraUnavailable, Frame
from vision.care.caretaker import REPORT, Caretaker, Report
from vision.live.watcher import Watcher
from vision.recognition.library import Library


class Camera:
    """Gives what the table looks like, and counts how often its automatics are locked."""

    live = True
    trouble = ""

    def __init__(self, *, stubborn: bool = False) -> None:
        self.locked = ""
        self.times = 0
        self._stubborn = stubborn

    def __iter__(self) -> Iterator[Frame]:
        return iter(())

    def close(self) -> None:
        pass

    def lock(self) -> None:
        self.times += 1
        if self._stubborn:
            raise CameraUnavailable("camera 'usb:0': its settings cannot be locked")
        self.locked = "exposure"


class Watched:
    """A painted table under a camera that is cared for."""

    def __init__(self, library: Library, folder: Path, camera: Camera) -> None:
        self.watcher = Watcher(library)
        self.watcher.watch(MATS, ZONES)
        self.table = Table(gain=0.9, apart=0.3)
        self.camera = camera
        self.caretaker = Caretaker("usb:0", camera, folder)
        self.path = folder / REPORT

    def frames(self, count: int) -> None:
        for frame in self.table.frames(count):
            self.watcher.observe(frame)
            self.caretaker.check(frame, self.watcher)

    def report(self) -> Report:
        return msgspec.json.decode(self.path.read_bytes(), type=Report)


def test_the_camera_is_locked_once_and_its_state_reported(library: Library, tmp_path: Path) -> None:
    watched = Watched(library, tmp_path, Camera())
    watched.frames(20)
    assert watched.camera.times == 1
    report = watched.report()
    assert (report.locked, report.calibrated, report.mats, report.troubles) == ("exposure", True, (1,), ())
    assert watched.caretaker.trouble is None


def test_a_lamp_that_is_switched_off_is_said_and_reported(library: Library, tmp_path: Path) -> None:
    watched = Watched(library, tmp_path, Camera())
    watched.frames(20)
    watched.table.gain = 0.45
    watched.frames(20)
    trouble = watched.caretaker.trouble
    assert trouble is not None
    assert trouble.code == "light_changed"
    assert watched.report().troubles[0].code == "light_changed"
    watched.table.gain = 0.9
    watched.frames(20)
    assert watched.caretaker.trouble is None


def test_a_camera_that_refuses_to_be_locked_goes_on_and_says_so(library: Library, tmp_path: Path) -> None:
    watched = Watched(library, tmp_path, Camera(stubborn=True))
    watched.frames(20)
    trouble = watched.caretaker.trouble
    assert trouble is not None
    assert str(trouble) == "camera 'usb:0': its settings cannot be locked: keep the light steady"


def test_nothing_is_looked_at_while_the_table_is_not_settled(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched(library, tmp_path, Camera())
    monkeypatch.setattr(Watcher, "settled", False)
    watched.frames(20)
    assert watched.camera.times == 0
    assert not watched.path.exists()
