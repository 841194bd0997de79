"""The wire to the referee as vision uses it: what it says goes out at once, of what it is told the newest counts."""

import contextlib
import queue
import threading

import msgspec

from companion.link import Connection, Disconnected
from vision.sighting import VisionMessage, Watch


class Line:
    """One connection, and what the referee wants watched."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._watches: queue.SimpleQueue[Watch | None] = queue.SimpleQueue()
        self._gone = False
        threading.Thread(target=self._receive, name="link", daemon=True).start()

    def send(self, message: VisionMessage) -> None:
        """Say something. Raises ``Disconnected``."""
        self._connection.send(message)

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

    def _receive(self) -> None:
        decoder = msgspec.json.Decoder(Watch)
        for text in self._connection:
            with contextlib.suppress(msgspec.DecodeError):
                # What is not for us is not understood; only a Watch is.
                self._watches.put(decoder.decode(text))
        self._watches.put(None)
