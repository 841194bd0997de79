"""Whether Python runs in an environment of the project's own."""

import sys

from companion.doctor.check import Check, Place

ORDER = 10


def look(_: Place) -> Check:
    """Whether Python runs in an environment of the project's own."""
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.prefix == sys.base_prefix:
        return Check("python", "note", f"{version}, the system's own", "make setup keeps the project's packages apart")
    return Check("python", "well", f"{version} in {sys.prefix}")
