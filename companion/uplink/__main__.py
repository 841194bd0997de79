"""The uplink's process: ``python -m companion.uplink --link SOCKET --state DIR``.

It reads the journals and posts what the hub has not. It writes nothing here, and the table plays on without it.
"""

import argparse
import os
import random
import signal
import sys
import time
from pathlib import Path

from companion.errors import Unusable, last_words
from companion.heartbeat import ABSENT, Heartbeat
from companion.uplink.paired import paired
from companion.uplink.posting import Uplink

_NICE = 10
"""The table comes first."""
_LOOK = 0.2
"""Seconds between two looks at the journals: three file sizes each."""


def main() -> int:
    """Post until told to stop."""
    parser = argparse.ArgumentParser(prog="companion-uplink", description="The tournament's outbox.")
    parser.add_argument("--link", type=Path, help="the referee's socket; not needed yet")
    parser.add_argument("--state", type=Path, required=True, help="the folder in which games are kept")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    os.nice(_NICE)
    try:
        hub = paired(options.state)
    except Unusable as error:
        sys.stderr.write(last_words("companion-uplink", error))
        return 2
    if hub is None:
        sys.stderr.write("companion-uplink: this table belongs to no hub: companion hub join ADDRESS\n")
        return ABSENT
    uplink = Uplink(options.state, hub)
    try:
        _go_on(uplink)
    except KeyboardInterrupt:
        pass
    finally:
        uplink.close()
    return 0


def _go_on(uplink: Uplink) -> None:
    heart, told = Heartbeat(), ""
    while True:
        state = uplink.turn(time.monotonic(), random.random())
        if uplink.trouble != told:
            told = uplink.trouble
            sys.stderr.write(f"companion-uplink: {told or 'all is well'}\n")
        heart.beat()
        if state != "more":
            time.sleep(_LOOK)


if __name__ == "__main__":
    sys.exit(main())
