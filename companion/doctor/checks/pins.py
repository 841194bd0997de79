"""Whether there are pins for a horn."""

import os
from importlib import metadata
from pathlib import Path

from companion.doctor.check import Check, Place

ORDER = 70


def look(_: Place) -> Check:
    """Whether there are pins for a horn."""
    chips = sorted(Path("/dev").glob("gpiochip*"))
    if not chips:
        return Check("pins", "note", "none", "only a Raspberry Pi has them; the screen plays the horn instead")
    if not os.access(chips[0], os.R_OK | os.W_OK):
        return Check("pins", "mend", f"{chips[0]} may not be opened", "add yourself to the group gpio")
    try:
        version = metadata.version("lgpio")
    except metadata.PackageNotFoundError:
        return Check("pins", "mend", "lgpio is missing", "sudo apt install python3-lgpio")
    if version.startswith("0.0"):
        return Check("pins", "mend", f"lgpio {version} is an empty package", "sudo apt install python3-lgpio")
    return Check("pins", "well", f"{chips[0].name}, lgpio {version}")
