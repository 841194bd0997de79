"""Whether a game's journal fits on the disk."""

import shutil

from companion.doctor.check import Check, Place

ORDER = 80

_LEAST_SPACE_MIB = 200


def look(place: Place) -> Check:
    """Whether a game's journal fits on the disk."""
    folder = next(path for path in (place.state, *place.state.absolute().parents) if path.exists())
    free = shutil.disk_usage(folder).free >> 20
    if free < _LEAST_SPACE_MIB:
        return Check("disk", "mend", f"{free} MiB free at {folder}", "free some space: a full disk refuses events")
    return Check("disk", "well", f"{free} MiB free at {folder}")
