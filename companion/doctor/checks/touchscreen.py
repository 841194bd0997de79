"""Whether Kivy is there and something to draw on."""

import os
from importlib import metadata
from pathlib import Path

from companion.doctor.check import Check, Place

ORDER = 30


def look(_: Place) -> Check:
    """Whether Kivy is there and something to draw on."""
    try:
        version = metadata.version("kivy")
    except metadata.PackageNotFoundError:
        return Check("touchscreen", "mend", "Kivy is missing", "make setup")
    displays = [name for name in ("WAYLAND_DISPLAY", "DISPLAY", "SDL_VIDEODRIVER") if os.environ.get(name)]
    cards = sorted(Path("/dev/dri").glob("card*")) if Path("/dev/dri").is_dir() else []
    if not displays and not cards:
        return Check("touchscreen", "note", f"Kivy {version}, no display", "companion run --screen none works without")
    if cards and not displays and not os.access(cards[0], os.R_OK | os.W_OK):
        return Check("touchscreen", "mend", f"{cards[0]} may not be opened", "join the groups video and render")
    return Check("touchscreen", "well", f"Kivy {version} on {displays[0] if displays else cards[0]}")
