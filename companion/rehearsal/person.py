"""The people at a rehearsed table, as the referee knows them."""

import threading
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from companion.api.client import Link
from companion.api.protocol import Answer, Ask, Command, LogEntry, View


class Person:
    """They see the referee's views and answer its questions.

    ``told``: every event that a view has ever shown, by its number; the journal may never deny one.
    """

    def __init__(self, socket: Path) -> None:
        self._link = Link(socket, "screen")
        self._changed = threading.Condition()
        self.view: View | None = None
        self.told: dict[int, LogEntry] = {}
        self.answers: dict[str, Answer] = {}
        threading.Thread(target=self._read, name="person", daemon=True).start()

    def _read(self) -> None:
        for message in self._link.messages():
            if isinstance(message, Answer):
                with self._changed:
                    self.answers[message.id] = message
                    self._changed.notify_all()
            if isinstance(message, View):
                with self._changed:
                    self.view = message
                    self.told.update((entry.seq, entry) for entry in message.log)
                    self._changed.notify_all()

    def say(self, do: str, body: dict[str, Any]) -> None:
        """Send a command; it arrives, also when the referee is just being restarted."""
        self._link.send(msgspec.convert({"id": str(uuid4()), "do": do, "body": body}, Command))

    def ask(self, what: str, body: dict[str, Any]) -> str:
        """Ask something; the answer comes to ``answers`` under this id."""
        ask = msgspec.convert({"id": str(uuid4()), "what": what, "body": body}, Ask)
        while not self._link.send(ask):
            self.wait(0.1)
        return ask.id

    def wait(self, seconds: float) -> None:
        """Until the next view, or this long."""
        with self._changed:
            self._changed.wait(seconds)

    def close(self) -> None:
        """Leave."""
        self._link.close()
