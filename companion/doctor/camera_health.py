"""How the camera is: as the running vision process last reported it, or looked through once."""

import queue
import threading
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec
import numpy as np

from companion.doctor import Check
from companion.referee.watching import printed_mats
from vision.cameras import CameraUnavailable, Frame, open_camera
from vision.care import REPORT, Report, at_a_glance, marks
from vision.geometry.markers import find_markers
from vision.geometry.plane import Plane, fit_all
from vision.troubles import Trouble

_APPLIANCE = Path("/var/lib/companion-vision")
_FRESH_SECONDS = 60.0
_PATIENCE_SECONDS = 10.0
_SETTLING_FRAMES = 8
_FINE, _COARSE = 1.6, 1.2
"""Pixels a mm on the table: enough for every piece; so few that small ones cannot be read."""


def running(state: Path) -> tuple[Check, ...]:
    """What a table that runs now says of its camera; nothing where none runs. ``state``: where its games are kept."""
    reports = [path for folder in (*state.glob("memory*"), _APPLIANCE) if (path := folder / REPORT).is_file()]
    fresh = [path for path in reports if time.time() - path.stat().st_mtime < _FRESH_SECONDS]
    if not fresh:
        return ()
    newest = max(fresh, key=lambda path: path.stat().st_mtime)
    try:
        report = msgspec.json.decode(newest.read_bytes(), type=Report)
    except (OSError, msgspec.DecodeError, RecursionError) as error:
        return (Check("camera drift", "note", f"{newest}: cannot be read ({error})", "it is written anew by itself"),)
    return (_locks(report), _mats(report.mats, report.wanted), *_drift(report))


def seen_now(source: str) -> tuple[Check, ...]:
    """Look through a camera that nobody else uses, and say what its picture is good for."""
    try:
        frame = _picture(source)
    except CameraUnavailable as error:
        return (Check("picture", "mend", str(error), "connect it, or stop the table that uses it"),)
    if frame is None:
        found = f"{source} has given no picture for {_PATIENCE_SECONDS:.0f} s"
        return (Check("picture", "mend", found, "is its cable in? pull it and put it back"),)
    height, width = frame.image.shape[:2]
    planes = fit_all(printed_mats(), find_markers(frame.image))
    if not planes:
        found = f"{width} x {height}, no mat in it"
        return (Check("picture", "mend", found, "lay the printed mats so that all four markers of each are seen"),)
    fineness = min(_px_per_mm(plane) for plane in planes)
    found = f"{width} x {height}, mats {', '.join(str(plane.mat) for plane in planes)}, {fineness:.1f} pixels a mm"
    verdict = Check("picture", "well", found)
    if fineness < _FINE:
        mend = "hang the camera lower, or let the mats lie closer together"
        verdict = Check("picture", "mend" if fineness < _COARSE else "note", found, mend)
    return (verdict, *_found(at_a_glance(marks(frame.image, planes))))


def _picture(source: str) -> Frame | None:
    """A frame after its automatics have settled; None where none comes. Raises ``CameraUnavailable``."""
    result: queue.SimpleQueue[Frame | CameraUnavailable] = queue.SimpleQueue()

    def take() -> None:
        try:
            camera = open_camera(source)
            for number, frame in enumerate(camera):
                if number == _SETTLING_FRAMES or not camera.live:
                    result.put(frame)
                    break
            camera.close()
        except CameraUnavailable as error:
            result.put(error)

    # A driver that hangs must not hang the doctor.
    threading.Thread(target=take, daemon=True).start()
    try:
        taken = result.get(timeout=_PATIENCE_SECONDS)
    except queue.Empty:
        return None
    if isinstance(taken, CameraUnavailable):
        raise taken
    return taken


def _px_per_mm(plane: Plane) -> float:
    outline = plane.outline()
    sides = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
    return float(sides.sum() / (2 * sum(plane.size)))


def _locks(report: Report) -> Check:
    if not report.calibrated:
        return Check("camera lock", "note", f"{report.camera} is not calibrated yet", "uncover all mats for a moment")
    if not report.locked:
        return Check("camera lock", "note", f"{report.camera} locks nothing", "keep the light steady during a game")
    return Check("camera lock", "well", f"{report.camera}: {report.locked}")


def _mats(found: Iterable[int], wanted: Iterable[int]) -> Check:
    missing = sorted(set(wanted) - set(found))
    if missing:
        names = ", ".join(map(str, missing))
        return Check("mats", "mend", f"mat {names} not found", "all four corner markers of each must be in the picture")
    return Check("mats", "well", f"all {len(set(wanted))} found")


def _drift(report: Report) -> tuple[Check, ...]:
    if not report.troubles and report.calibrated:
        return (Check("camera drift", "well", "none since it was calibrated"),)
    return _found(report.troubles)


def _found(troubles: Iterable[Trouble]) -> tuple[Check, ...]:
    return tuple(Check(trouble.code.replace("_", " "), "mend", trouble.line, trouble.mend) for trouble in troubles)
