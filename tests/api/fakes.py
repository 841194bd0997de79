"""A small table that counts what it is told, served in a thread on a real Unix socket; and who is connected to it."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from companion.api.client import Link
from companion.api.desk import Desk
from companion.api.protocol import (
    Alternatives,
    Command,
    CueMessage,
    FromReferee,
    Judged,
    Reply,
    Role,
    ToTable,
    View,
)
from companion.api.server import listen
from companion.api.server import serving as served
from companion.api.switchboard import Switchboard
from companion.referee.game import RefusedError
from companion.referee.referee import Effects
from vision.sighting import Watch, Zone

T = TypeVar("T", bound=FromReferee)


class CountingTable:
    """Every command is one event; the same id twice is one."""

    def __init__(self) -> None:
        self.done: dict[str, int] = {}
        self.heard: list[ToTable] = []

    def handle(self, message: ToTable) -> Effects:
        self.heard.append(message)
        if not isinstance(message, Command):
            return Effects(changed=True)
        new = message.id not in self.done
        seq = self.done.setdefault(message.id, len(self.done) + 1)
        cues = (CueMessage("turn", 1, seq),) if new else ()
        return Effects(Reply(message.id, ok=True, seq=seq), cues, changed=new)

    def view(self) -> View:
        return View(len(self.done), "", None, None, (), (), (), (), {}, "")

    def alternatives(self, seq: object) -> Alternatives:
        if not isinstance(seq, int):
            raise RefusedError("which event?")
        return Alternatives(seq, ())

    def mend(self, body: Mapping[str, Any]) -> Alternatives:
        return Alternatives(0, ()) if body.get("place") else self.alternatives(None)

    def judged(self, body: Mapping[str, Any]) -> Judged:
        return Judged(tuple(body.get("findings", ())))

    def watch(self) -> Watch:
        return Watch(tuple(Zone(name, 0, "spread", 0, 0, 1, 1, (1, 1)) for name in self.done))


@contextlib.contextmanager
def serving(table: CountingTable, path: Path, desk: Desk | None = None) -> Iterator[None]:
    """Serve the table at ``path`` for as long as the block runs."""
    worker = ThreadPoolExecutor(1)
    listener = listen(path)
    begun = threading.Event()
    loop, stopped = asyncio.new_event_loop(), asyncio.Event()

    def run() -> None:
        loop.call_soon(begun.set)
        loop.run_until_complete(served(Switchboard(table, worker, desk or Desk({})), listener, stopped))

    thread = threading.Thread(target=run)
    thread.start()
    begun.wait()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stopped.set)
        thread.join(10)
        listener.close()
        worker.shutdown()
        if desk is not None:
            desk.close()
        assert not thread.is_alive()
        loop.close()


class Reader:
    """Reads one link step by step."""

    def __init__(self, path: Path, role: Role) -> None:
        self.link = Link(path, role)
        self.messages = self.link.messages()

    def until(self, kind: type[T]) -> T:
        for message in self.messages:
            if isinstance(message, kind):
                return message
        raise AssertionError("hung up")


@contextlib.contextmanager
def connected(path: Path, *roles: Role) -> Iterator[tuple[Reader, ...]]:
    """One reader a role, as long as the block runs."""
    readers = tuple(Reader(path, role) for role in roles)
    try:
        yield readers
    finally:
        for reader in readers:
            reader.link.close()
