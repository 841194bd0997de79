"""Connections to the referee: JSON text frames on a WebSocket over a Unix socket, one after the other for ever."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, unix_connect

_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0
"""Seconds before it is tried again, doubled each time: soon for who looks on, seldom for what waits all night."""
_LARGEST_MESSAGE = 8 << 20
"""Bytes: a whole view with the log of a long game is under 1 MiB."""
_OPEN_SECONDS, _CLOSE_SECONDS = 5.0, 1.0
"""How long a referee that hangs may keep one waiting."""
_TURN_SECONDS = 0.5
"""So often somebody who waits for news comes round while there is none."""
_BROKEN = (OSError, WebSocketException)


class Disconnected(Exception):
    """The referee does not listen any more; nothing that was said since may have arrived."""


class Connection:
    """One connection: any thread may ``send``, one iterates over the frames that come until it is broken.

    ``turn`` is called by that one before each frame, and while none comes.
    """

    def __init__(self, socket: ClientConnection, turn: Callable[[], None]) -> None:
        self._socket = socket
        self._turn = turn

    def send(self, message: msgspec.Struct) -> None:
        """Say something. Raises ``Disconnected``."""
        try:
            self._socket.send(msgspec.json.encode(message).decode())
        except _BROKEN as error:
            raise Disconnected from error

    def __iter__(self) -> Iterator[str | bytes]:
        with contextlib.suppress(*_BROKEN):
            while True:
                self._turn()
                with contextlib.suppress(TimeoutError):
                    yield self._socket.recv(_TURN_SECONDS)

    def close(self) -> None:
        """Hang up; can be called twice."""
        with contextlib.suppress(*_BROKEN):
            self._socket.close()


def connections(
    path: Path | str, role: str, closed: threading.Event, turn: Callable[[], None] = lambda: None
) -> Iterator[Connection]:
    """Connect to the referee's socket in a role, again and again, until ``closed``; each is hung up after its turn.

    ``turn`` is called each time that whoever waits for a connection, or for a frame of one, comes round.
    """
    pause = _FIRST_PAUSE
    while not closed.is_set():
        turn()
        # The referee is not there (yet, or just now): that is what this loop is for.
        with (
            contextlib.suppress(*_BROKEN),
            unix_connect(
                str(path),
                f"ws://companion/link?role={role}",
                compression=None,
                max_size=_LARGEST_MESSAGE,
                open_timeout=_OPEN_SECONDS,
                close_timeout=_CLOSE_SECONDS,
            ) as socket,
        ):
            pause = _FIRST_PAUSE
            yield Connection(socket, turn)
        closed.wait(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)
