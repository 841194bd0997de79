"""Cares for the camera while the table is watched: looks at the marks now and then, locks, keeps a report.

The report is a small file beside vision's memory; ``companion doctor`` reads it.
"""

import contextlib
from pathlib import Path

import msgspec

from vision.cameras import Camera, CameraUnavailable, Lockable
from vision.care.marks import marks
from vision.care.watch import LOOK_SECONDS, Care
from vision.geometry.image import Frame
from vision.live import Watcher
from vision.troubles import Trouble

REPORT = "camera.json"
_REPORT_SECONDS = 10.0
"""The report on disk is renewed so often even where nothing changes: ``companion doctor`` asks its age."""


class Report(msgspec.Struct, frozen=True):
    """How the camera is: its source, what is locked, whether there is a calibration, mats found and wanted, troubles.

    ``locked``: words, empty where the camera takes no locking (or has not been calibrated yet).
    """

    camera: str
    locked: str
    calibrated: bool
    mats: tuple[int, ...]
    wanted: tuple[int, ...]
    troubles: tuple[Trouble, ...]


class Caretaker:
    """One for each time that a camera is opened. ``folder``: where the report is kept."""

    def __init__(self, source: str, camera: Camera, folder: Path) -> None:
        self._source, self._camera, self._path = source, camera, folder / REPORT
        self._care = Care()
        self._looked = self._reported = -_REPORT_SECONDS
        self._last: Report | None = None
        self._unlocked: Trouble | None = None

    @property
    def trouble(self) -> Trouble | None:
        """What to mend first, if anything."""
        return next(iter(self._care.troubles), self._unlocked)

    def check(self, frame: Frame, watcher: Watcher) -> None:
        """Take a frame that the watcher has just observed; most are not looked at again here."""
        # While the table settles a sighting is being waited for.
        if not watcher.settled or 0 <= frame.exposed - self._looked < LOOK_SECONDS:
            return
        self._looked = frame.exposed
        planes = [plane for mat, plane in watcher.planes.items() if mat in watcher.watched]
        self._care.check(marks(frame.image, planes), watcher.watched, frame.exposed)
        if self._care.lock:
            self._care.lock = False
            self._lock()
        self._report(frame.exposed, watcher)

    def _lock(self) -> None:
        if not isinstance(self._camera, Lockable):
            return
        try:
            self._camera.lock()
            self._unlocked = None
        except CameraUnavailable as error:
            # It still gives pictures: the game goes on, in a light that had better stay as it is.
            self._unlocked = Trouble("camera_unlocked", str(error), "keep the light steady")

    def _report(self, now: float, watcher: Watcher) -> None:
        locked = self._camera.locked if isinstance(self._camera, Lockable) else ""
        wanted = tuple(sorted(watcher.watched))
        report = Report(self._source, locked, self._care.calibrated, watcher.mats, wanted, self._care.troubles)
        if report == self._last and 0 <= now - self._reported < _REPORT_SECONDS:
            return
        self._last, self._reported = report, now
        # Not made durable: it is of the moment, and a wait for the disk would hold up the frames. A full disk is
        # the journal's to complain of.
        beside = self._path.with_name(f".{self._path.name}.new")
        with contextlib.suppress(OSError):
            beside.write_bytes(msgspec.json.encode(report))
            beside.replace(self._path)
