"""The uplink's process: ``python -m companion.uplink --link SOCKET --state DIR``.

It reads the journals and posts what the hub has not, and passes on what the tournament and the people of the table say
to each other. The table plays on without it.
"""

import argparse
import random
import sys
import time
from pathlib import Path

from companion import part
from companion.heartbeat import Heartbeat
from companion.uplink.hall import Clerk
from companion.uplink.paired import Paired, carrier, paired
from companion.uplink.pictures import FOLDER
from companion.uplink.posting import Uplink
from companion.uplink.talking import Folders, Talking

_NICE = 10
"""The table comes first."""
_LOOK = 0.2
"""Seconds between two looks at the journals: three file sizes each."""


def main() -> int:
    """Post until told to stop."""
    parser = part.parser("uplink", "The tournament's outbox.")
    parser.add_argument("--keep", type=Path, help="where what the tournament said is kept; default: where games are")
    parser.add_argument("--pictures", type=Path, help="where vision keeps what it saw; default: beside the games")
    options = parser.parse_args()
    part.begun(_NICE)
    hub = part.served("uplink", paired, options.state, "this table belongs to no hub: companion hub join ADDRESS")
    uplink, talking = (
        Uplink(options.state, hub),
        _talking(options, hub),
    )
    try:
        _go_on(uplink, talking)
    except KeyboardInterrupt:
        pass
    finally:
        uplink.close()
        if talking is not None:
            talking.close()
    return 0


def _talking(options: argparse.Namespace, hub: Paired) -> Talking | None:
    state: Path = options.state
    mine = carrier(state)
    if mine is None:
        sys.stderr.write("companion-uplink: only games go to the hub; for its tournament: companion hub join ADDRESS\n")
        return None
    folders = Folders(state / "games", options.pictures or state / FOLDER)
    talking = Talking(folders, Clerk(options.keep or state), hub, mine, options.link.absolute())
    talking.start()
    return talking


def _go_on(uplink: Uplink, talking: Talking | None) -> None:
    heart, told = Heartbeat(), ""
    while True:
        if talking is not None:
            talking.turn(time.monotonic())
            heart.beat()
        state = uplink.turn(time.monotonic(), random.random())
        if uplink.trouble != told:
            told = uplink.trouble
            sys.stderr.write(f"companion-uplink: {told or 'all is well'}\n")
        heart.beat()
        if state != "more":
            time.sleep(_LOOK)


if __name__ == "__main__":
    sys.exit(main())
