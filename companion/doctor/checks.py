"""What ``companion doctor`` finds: one thing looked at, in one line, with its mend."""

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
