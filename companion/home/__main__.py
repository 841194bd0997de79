"""The table's voice in the house: ``python -m companion.home --link SOCKET --state DIR``."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

from companion.api.client import Link
from companion.errors import Unusable, last_words
from companion.heartbeat import ABSENT
from companion.home.broker import kept
from companion.home.telling import Teller

_NICE = 10
"""The table comes first."""


def main() -> int:
    """Tell until told to stop."""
    parser = argparse.ArgumentParser(prog="companion-home", description="The table in Home Assistant.")
    parser.add_argument("--link", type=Path, required=True, help="the referee's socket")
    parser.add_argument("--state", type=Path, required=True, help="the folder in which games are kept")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    os.nice(_NICE)
    try:
        broker = kept(options.state)
    except Unusable as error:
        sys.stderr.write(last_words("companion-home", error))
        return 2
    if broker is None:
        sys.stderr.write("companion-home: this table tells no broker: companion home mqtt://HOST\n")
        return ABSENT
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(Teller(Link(options.link.absolute(), "home"), broker).go_on())
    return 0


if __name__ == "__main__":
    sys.exit(main())
