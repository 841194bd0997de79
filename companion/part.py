"""What the processes of a table begin with: where the referee and the games are, how they end, what they serve."""

import argparse
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from companion.errors import Unusable, last_words
from companion.heartbeat import ABSENT

Served = TypeVar("Served")


def parser(name: str, description: str) -> argparse.ArgumentParser:
    """Of the process ``companion-NAME``: ``--link`` and ``--state``, to which it adds what it needs itself."""
    made = argparse.ArgumentParser(prog=f"companion-{name}", description=description)
    made.add_argument("--link", type=Path, required=True, help="the referee's socket")
    made.add_argument("--state", type=Path, required=True, help="the folder in which games are kept")
    return made


def begun(nice: int) -> None:
    """End in order when told to, everything closed; the table comes first by so much (19: before everything else)."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    os.nice(nice)


def served(name: str, kept: Callable[[Path], Served | None], state: Path, otherwise: str) -> Served:
    """What this table has its process for; where that is nothing, or unreadable, the process ends, and says so."""
    try:
        found = kept(state)
    except Unusable as error:
        sys.stderr.write(last_words(f"companion-{name}", error))
        sys.exit(2)
    if found is None:
        sys.stderr.write(f"companion-{name}: {otherwise}\n")
        sys.exit(ABSENT)
    return found
