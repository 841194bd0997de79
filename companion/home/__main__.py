"""The table's voice in the house: ``python -m companion.home --link SOCKET --state DIR``."""

import asyncio
import contextlib
import sys

from companion import part
from companion.api.client import Link
from companion.home.broker import kept
from companion.home.telling import Teller

_NICE = 10
"""The table comes first."""


def main() -> int:
    """Tell until told to stop."""
    options = part.parser("home", "The table in Home Assistant.").parse_args()
    part.begun(_NICE)
    broker = part.served("home", kept, options.state, "this table tells no broker: companion home mqtt://HOST")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(Teller(Link(options.link.absolute(), "home"), broker).go_on())
    return 0


if __name__ == "__main__":
    sys.exit(main())
