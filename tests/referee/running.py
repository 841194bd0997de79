"""The referee as a process of its own, and a person at a screen."""

import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

from companion.api.client import Link
from companion.api.protocol import Answer, Ask, Command, Reply, View


class Process:
    """The real process, in its folder."""

    def __init__(self, folder: Path) -> None:
        self.socket, self.state = folder / "link.sock", folder / "state"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "companion.api", "--link", str(self.socket), "--state", str(self.state)]
        self.running = subprocess.Popen(command)

    def kill(self) -> None:
        self.running.kill()
        self.running.wait()


class Served(Protocol):
    """Whatever serves a table at its socket."""

    socket: Path


class Screen:
    """A person at a screen."""

    def __init__(self, process: Served) -> None:
        self.link = Link(process.socket, "screen")
        self.messages = self.link.messages()

    def do(self, do: Any, body: dict[str, Any]) -> Reply:
        command = Command(uuid4().hex, do, body)
        self.link.send(command)
        return self.answer(command.id)

    def answer(self, name: str) -> Reply:
        for message in self.messages:
            if isinstance(message, Reply) and message.id == name:
                return message
        raise AssertionError("hung up")

    def ask(self, what: Any, body: dict[str, Any] | None = None) -> Answer:
        asked = Ask(uuid4().hex, what, body or {})
        self.link.send(asked)
        for message in self.messages:
            if isinstance(message, Answer) and message.id == asked.id:
                return message
        raise AssertionError("hung up")

    def view(self, seq: int) -> View:
        """The picture after this event."""
        for message in self.messages:
            if isinstance(message, View) and message.seq >= seq:
                return message
        raise AssertionError("hung up")
