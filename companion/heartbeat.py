"""Signs of life: a process tells whoever started it that its own loop comes round (systemd's ``sd_notify``).

The loop itself gives them, never a thread or a timer beside it: what stands still is silent, and whoever started it
(``companion run``, systemd) ends it by force and starts it again.
"""

import asyncio
import contextlib
import math
import os
import socket
import time
from collections.abc import Awaitable, Callable
from typing import NoReturn

ABSENT = 3
"""Exit code of a process that has nothing to do on this machine (a horn without pins): it is left alone."""
EVERY = 0.5
"""Seconds between signs of life: many in the time that anybody waits for one."""
_KIND = socket.SOCK_DGRAM | socket.SOCK_NONBLOCK


class Heartbeat:
    """Of the process that makes it; heard where ``NOTIFY_SOCKET`` says, by nobody where it says nothing."""

    def __init__(self) -> None:
        address = os.environ.get("NOTIFY_SOCKET", "")
        # A leading @ stands for a name that is in no folder.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._beaten = -math.inf

    def beat(self) -> None:
        """The loop has come round: call it as often as that, it is said twice a second."""
        now = time.monotonic()
        if self._address and now - self._beaten >= EVERY:
            self._beaten = now
            # Who does not listen misses it.
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, _KIND) as line:
                line.sendto(b"READY=1\nWATCHDOG=1", self._address)


async def beating(turn: Callable[[], Awaitable[object]] | None = None) -> NoReturn:
    """Signs of life of an event loop, each after its ``turn``: what it awaits in vain keeps them back."""
    heart = Heartbeat()
    while True:
        if turn is not None:
            await turn()
        heart.beat()
        await asyncio.sleep(EVERY)
