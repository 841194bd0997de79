"""The uplink's process: ``python -m companion.uplink --link SOCKET --state DIR``.

It reads the journals and posts what the hub has not. It writes nothing here, and the table plays on without it.
"""

import random
import sys
import time

from companion import part
from companion.heartbeat import Heartbeat
from companion.uplink.paired import paired
from companion.uplink.posting import Uplink

_NICE = 10
"""The table comes first."""
_LOOK = 0.2
"""Seconds between two looks at the journals: three file sizes each."""


def main() -> int:
    """Post until told to stop."""
    options = part.parser("uplink", "The tournament's outbox.").parse_args()
    part.begun(_NICE)
    hub = part.served("uplink", paired, options.state, "this table belongs to no hub: companion hub join ADDRESS")
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
