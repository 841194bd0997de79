"""The way into the referee for everything that is not the referee: a blocking link that mends itself."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.api.protocol import Command, FromReferee, Reply, Role, ToReferee
from companion.games.tables import read_table
from companion.link import Connection, Disconnected, connections

_DECODER = msgspec.json.Decoder(FromReferee, dec_hook=read_table)


class Link:
    """One client of the referee, in a role, over its Unix socket.

    One thread reads ``messages()``; any thread may ``send``. The link reconnects by itself for ever.
    A ``Command`` is kept until its ``Reply`` has come and sent again after a reconnection (the referee
    does the same id once), so that a referee killed in between loses no tap. Other messages are
    dropped while there is no connection: the next one says it all anyway. ``turn`` is called each time
    that the reading thread comes round, also while nothing is said.
    """

    def __init__(self, socket_path: Path | str, role: Role, turn: Callable[[], None] = lambda: None) -> None:
        self._path, self._role, self._turn = socket_path, role, turn
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._unanswered: dict[str, Command] = {}
        self._closed = threading.Event()

    @property
    def connected(self) -> bool:
        """Whether the referee is there right now."""
        return self._connection is not None

    def messages(self) -> Iterator[FromReferee]:
        """Everything that the referee says, for ever; ends after ``close``.

        The first message of every connection is a full ``View`` (``Watch`` for vision).
        """
        for connection in connections(self._path, self._role, self._closed, self._turn):
            try:
                self._resume(connection)
                yield from self._read(connection)
            finally:
                self._connection = None

    def send(self, message: ToReferee) -> bool:
        """Send now; whether it went out. A command that did not is sent on reconnection."""
        with self._lock:
            if isinstance(message, Command):
                self._unanswered[message.id] = message
            connection = self._connection
            return connection is not None and _sent(connection, message)

    def close(self) -> None:
        """Hang up; ``messages()`` ends."""
        self._closed.set()
        connection = self._connection
        if connection is not None:
            connection.close()

    def _resume(self, connection: Connection) -> None:
        with self._lock:
            self._connection = connection
            for command in self._unanswered.values():
                _sent(connection, command)
        if self._closed.is_set():
            connection.close()

    def _read(self, connection: Connection) -> Iterator[FromReferee]:
        for text in connection:
            message = _DECODER.decode(text)
            if isinstance(message, Reply):
                with self._lock:
                    self._unanswered.pop(message.id, None)
            yield message


def _sent(connection: Connection, message: ToReferee) -> bool:
    try:
        connection.send(message)
    except Disconnected:
        return False
    return True
