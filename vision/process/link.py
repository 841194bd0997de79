"""The wire to the referee: JSON text frames on a WebSocket over a Unix socket, mended for ever."""

import contextlib
import queue
import threading
import time
from pathlib import Path

import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, unix_connect

from vision.sighting import VisionMessage, Watch

_URI = "ws://companion/link?role=vision"
_SHORTEST_WAIT, _LONGEST_WAIT = 0.1, 3.0
_LARGEST = 4 * 1024 * 1024


class Disconnected(Exception):
    """The referee does not listen any more; nothing that was said since may have arrived."""


class Line:
    """One connection. ``watches`` are those received and not yet fetched."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._watches: queue.SimpleQueue[Watch | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._gone = False
        threading.Thread(target=self._receive, name="link", daemon=True).start()

    def send(self, message: VisionMessage) -> None:
        """Say something. Raises ``Disconnected``."""
        text = msgspec.json.encode(message).decode()
        try:
            with self._lock:
                self._connection.send(text)
        except (WebSocketException, OSError) as error:
            raise Disconnected from error

    def watch(self, timeout: float | None = None) -> Watch | None:
        """The newest instruction, if there is a new one; waits up to ``timeout`` seconds for it.

        Raises ``Disconnected``.
        """
        newest = None
        with contextlib.suppress(queue.Empty):
            while True:
                item = self._watches.get(timeout=timeout) if timeout and newest is None else self._watches.get_nowait()
                if item is None:
                    self._gone = True
                    break
                newest = item
        if self._gone and newest is None:
            raise Disconnected
        return newest

    def close(self) -> None:
        """Hang up."""
        with contextlib.suppress(WebSocketException, OSError):
            self._connection.close()

    def _receive(self) -> None:
        decoder = msgspec.json.Decoder(Watch)
        try:
            for text in self._connection:
                with contextlib.suppress(msgspec.DecodeError):
                    # What is not for us is not understood; only a Watch is.
                    self._watches.put(decoder.decode(text))
        except (WebSocketException, OSError):
            pass
        finally:
            self._watches.put(None)


def connect(path: Path) -> Line:
    """Connect to the referee's socket, however long it takes for it to be there."""
    wait = _SHORTEST_WAIT
    while True:
        try:
            return Line(unix_connect(str(path), _URI, max_size=_LARGEST, compression=None, open_timeout=10))
        except (WebSocketException, OSError):
            time.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)
