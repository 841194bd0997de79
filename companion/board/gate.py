"""Who is let in from the network, how often, and how much: a stranger in the house may look on, and no more."""

import asyncio
import ipaddress
import socket
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_PHONES: Final = 60
MOST_FROM_ONE: Final = 12
"""Live links at once: of all, and from one address."""
_MOST_CONNECTIONS: Final = 256
_MOST_CONNECTIONS_FROM_ONE: Final = 64
"""The same of connections of any kind: a page fetches its files over six. A process may have 1024 files open."""
UPLOAD: Final = "/score/read"
"""Where pictures are sent: the one request that may take longer than a connection's patience."""
_LOOKS_AT_UPLOAD: Final = 5
"""A picture has a minute to come; then its connection must get on like any other."""
_FULL, _A_SECOND = 8.0, 4.0
"""Messages from one phone: so many at once, then so many a second."""


def spoken_to(host: str) -> bool:
    """Whether this ``Host`` is an address or a name of this machine: a name on the internet that leads here is not.

    (So no web page of a stranger's can read the table through a visitor's browser: DNS rebinding.)
    """
    name = host.rsplit(":", 1)[0].lower()
    own = socket.gethostname().lower()
    if name in {"localhost", own, f"{own}.local"}:
        return True
    try:
        ipaddress.IPv4Address(name)
    except ValueError:
        return False
    return True


def same_origin(host: str, origin: str | None) -> bool:
    """Whether a request comes from our own page, by the ``Origin`` that browsers send with it."""
    return origin in (f"http://{host}", f"https://{host}")


class Allowance:
    """How much one phone may say: a bucket that fills with time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._left, self._then = clock, _FULL, clock()

    def spend(self) -> bool:
        """Take one message; whether that was allowed."""
        now = self._clock()
        self._left = min(_FULL, self._left + (now - self._then) * _A_SECOND)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Doorkeeper:
    """Counts who is inside."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Somebody comes; whether there is room."""
        if self._inside.total() >= MOST_PHONES or self._inside[address] >= MOST_FROM_ONE:
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Somebody who had entered goes."""
        self._inside[address] -= 1
        self._inside += Counter()


class Door(H11Protocol):
    """A connection from the network: so many at once, of all and from one address, and none that only waits.

    Whoever is too many, or is silent, has not even an answer from us: a connection that costs nothing.
    """

    idle: ClassVar[float] = 15.0
    """Seconds in which a connection must get on with its requests: the first one begun, each one answered."""
    _open: ClassVar[defaultdict[str, set[asyncio.Transport]]] = defaultdict(set)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, if there is room."""
        super().connection_made(transport)
        self._before: Any = None
        self._looked = 0
        address = self.client[0] if self.client else ""
        for other in list(self._open):
            # The links' connections go on under another protocol: whether one is gone, only it knows.
            self._open[other] = {one for one in self._open[other] if not one.is_closing()}
            if not self._open[other]:
                del self._open[other]
        many = sum(map(len, self._open.values()))
        if many >= _MOST_CONNECTIONS or len(self._open[address]) >= _MOST_CONNECTIONS_FROM_ONE:
            transport.abort()
            return
        self._open[address].add(transport)
        self.loop.call_later(self.idle, self._look)

    def _look(self) -> None:
        """Hang up on who has not got on with a request since the last look."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        self._looked = self._looked + 1 if self.cycle is self._before else 0
        if self.cycle is self._before and not (self._uploading() and self._looked < _LOOKS_AT_UPLOAD):
            self.transport.abort()
            return
        self._before = self.cycle
        self.loop.call_later(self.idle, self._look)

    def _uploading(self) -> bool:
        """Whether a picture is on its way: the page's own limits end it."""
        return self.cycle is not None and not self.cycle.response_complete and self.cycle.scope["path"] == UPLOAD
