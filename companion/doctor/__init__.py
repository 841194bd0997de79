"""What is installed, connected and healthy at a table, and how to mend what is not: the words of an examination."""

from pathlib import Path
from typing import Literal

import msgspec

Verdict = Literal["well", "note", "mend"]
"""``well``; ``note``: not here, and not needed for every table; ``mend``: will not work like this."""


class Check(msgspec.Struct, frozen=True):
    """One thing looked at: what was found, and how to mend it where that is needed."""

    name: str
    verdict: Verdict
    found: str
    mend: str = ""


class Place(msgspec.Struct, frozen=True):
    """What is examined: where games are kept, the box (``None``: the practice cards), a camera to look through."""

    state: Path
    box: Path | None
    camera: str | None = None
