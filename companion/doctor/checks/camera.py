"""Whether there is a camera, and how its picture is."""

import os
from pathlib import Path

from companion.doctor.camera_health import running, seen_now
from companion.doctor.check import Check, Place

ORDER = 60


def look(place: Place) -> tuple[Check, ...]:
    """Whether one is there and may be opened; and its picture, as the running table says or looked through once."""
    return (_connected(), *(seen_now(place.camera) if place.camera else running(place.state)))


def _connected() -> Check:
    devices = sorted(Path("/dev").glob("video*"))
    if not devices:
        return Check("camera", "note", "none", "connect one; without it companion run plays the demo table")
    if not any(os.access(device, os.R_OK | os.W_OK) for device in devices):
        return Check("camera", "mend", f"{devices[0]} may not be opened", "add yourself to the group video")
    return Check("camera", "well", ", ".join(device.name for device in devices[:4]))
