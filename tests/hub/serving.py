"""A real hub, served by its real workers in processes of their own; and tables that write real games."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import sqlalchemy as sa

from companion.hub.load.played import drafts
from companion.hub.store import database, schema
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal
from companion.referee.journal.signing import Signer, signer
from tests.hub.engines import free_port, until

_ROOT = Path(__file__).parents[2]
PLAIN = False
"""``verify`` of httpx: hubs under test speak plain HTTP, and a client reads no certificates (30 ms of CPU each)."""


class Served:
    """``companion hub serve``. ``address``: where; ``token``: the organiser's."""

    def __init__(self, folder: Path, url: str = "", *options: str) -> None:
        self.folder, self.port = folder, free_port()
        self._command = [
            sys.executable, "-c", "from companion.cli import main; main()", "hub", "serve", "--state", str(folder),
            "--listen", f"127.0.0.1:{self.port}", *(["--database", url] if url else []), *options,
        ]  # fmt: skip
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        said = (self.folder.parent / f"{self.folder.name}.log").open("ab")
        self.process = subprocess.Popen(
            self._command, stdout=said, stderr=said, start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(_ROOT)},
        )  # fmt: skip
        until(self.alive, "the hub is alive", 60)

    def alive(self) -> bool:
        assert self.process.poll() is None, (self.folder.parent / f"{self.folder.name}.log").read_text()
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"{self.address}/alive", timeout=5, verify=PLAIN).status_code == 200
        return False

    @property
    def token(self) -> str:
        return (self.folder / "organiser.token").read_text()

    def as_organiser(self) -> httpx.Client:
        heads = {"authorization": f"Bearer {self.token}"}
        return httpx.Client(base_url=self.address, headers=heads, timeout=20, verify=PLAIN)

    def code(self, number: int = 0) -> str:
        """The address of a new pairing code."""
        with self.as_organiser() as client:
            made = client.post("/api/v1/pairing-codes", json={"number": number}).raise_for_status().json()
        return str(made["address"])

    def kill(self) -> None:
        """All of its processes at once, by kill -9."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(15)
        self.kill()


@contextlib.contextmanager
def served(folder: Path, url: str = "", *options: str) -> Iterator[Served]:
    hub = Served(folder, url, *options)
    try:
        yield hub
    finally:
        hub.stop()


class Table:
    """A table's state folder, in which games are written as its referee does."""

    def __init__(self, state: Path) -> None:
        (state / "games").mkdir(parents=True)
        self.state = state
        found = signer(state)
        assert found is not None
        self.signer: Signer = found
        self._games = 0

    def begin(self) -> Journal:
        self._games += 1
        return Journal(self.state / "games" / f"game-{self._games:04}.sqlite", signer=self.signer)

    def play(self, seed: int, game: str = "architects", players: int = 3) -> tuple[str, ...]:
        """A whole game; the hashes of its events."""
        with self.begin() as journal:
            for draft in drafts(game, players, Random(seed)):
                journal.append(draft)
            return hashes(journal)


def hashes(journal: Journal) -> tuple[str, ...]:
    return (*(event.prev for event in journal.events[1:]), journal._head)


def set_up() -> Draft:
    return next(drafts("architects", 3, Random(5)))


def some(n: int) -> Draft:
    """Something that happens."""
    return Draft("audit", {"n": n}, "rule")


def kept(url: str) -> dict[str, list[str]]:
    """The hashes of the events that the hub has, in order, by the table."""
    events = schema.events.c
    chosen = sa.select(events.table_id, events.hash).order_by(events.table_id, events.received, events.game, events.seq)
    engine = database.connect(url)
    found: dict[str, list[str]] = {}
    with database.reading(engine).connect() as connection:
        for row in connection.execute(chosen):
            found.setdefault(row.table_id, []).append(row.hash)
    engine.dispose()
    return found
