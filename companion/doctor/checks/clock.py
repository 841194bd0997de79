"""Whether the time of day can be trusted (order and durations do not depend on it)."""

import shutil
import subprocess

from companion.doctor.check import Check, Place

ORDER = 90


def look(_: Place) -> Check:
    """Whether the time of day can be trusted (order and durations do not depend on it)."""
    tool = shutil.which("timedatectl")
    if tool is None:
        return Check("clock", "note", "cannot be asked", "order does not depend on it; dates in exports might be wrong")
    asked = subprocess.run(  # noqa: S603 - a fixed command
        [tool, "show", "-p", "NTPSynchronized", "--value"], capture_output=True, text=True, check=False, timeout=5
    )
    if asked.stdout.strip() != "yes":
        return Check("clock", "note", "not synchronised", "sudo timedatectl set-ntp true; the game goes on regardless")
    return Check("clock", "well", "synchronised")
