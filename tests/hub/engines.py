"""Real databases and brokers for tests, each on a free port in a folder of its own, ended by its own process id."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import psycopg
import pytest

_WITHIN = 30.0
"""Seconds in which any of them is up, on a machine with much else to do."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(true: Callable[[], bool], what: str, seconds: float = _WITHIN) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, f"not within {seconds} s: {what}"
        time.sleep(0.02)


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def _runs(pid: str) -> bool:
    """Whether a process is there, not only what is left to be collected of it."""
    try:
        return bool(Path("/proc", pid, "cmdline").read_bytes())
    except (FileNotFoundError, ProcessLookupError):
        return False


def _set(*settings: str) -> list[str]:
    return [word for setting in settings for word in ("-c", setting)]


class Postgres:
    """A cluster of its own; ``url`` as its owner. ``kill`` ends all of it at once, ``start`` starts it again.

    What a killed process has given to the system is kept by that: nothing is forced onto the disk.
    """

    def __init__(self, folder: Path) -> None:
        self._bin = _postgres()
        self._data, self.port = folder / "data", free_port()
        folder.mkdir(parents=True)
        self._folder = folder
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        self._let_in()
        self._do("initdb", "-D", str(self._data), "-U", "hub", "-A", "trust", "-N", "--locale=C.UTF-8", "-E", "UTF8")
        self.start()

    def url(self, user: str = "hub", name: str = "postgres") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{name}"

    def _let_in(self) -> None:
        """It does not run as root, and goes through folders that every pytest on this machine makes root's alone."""
        if os.geteuid() == 0:
            for above in self._folder.parents[: len(self._folder.parents) - 2]:
                above.chmod(above.stat().st_mode | 0o011)

    def start(self) -> None:
        self._let_in()
        command = [str(self._bin / "postgres"), "-D", str(self._data), "-p", str(self.port), "-k", "/tmp"]  # noqa: S108 - its socket
        self.process = subprocess.Popen(
            [*_as_nobody(), *command, *_set("listen_addresses=127.0.0.1", "max_connections=60", "fsync=off")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        until(self._up, "PostgreSQL is up")

    def kill(self) -> None:
        """Every process of it at once, by kill -9."""
        children = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
        ).stdout.split()
        for pid in (str(self.process.pid), *children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        self.process.wait()
        # It does not start while one of its own still holds the memory that they share.
        until(lambda: not any(map(_runs, children)), "all of PostgreSQL has ended")

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()

    def fresh(self, name: str) -> str:
        """A new database in it; returns its address."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.url(name=name)

    def _up(self) -> bool:
        assert self.process.poll() is None, "PostgreSQL ended"
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url(), connect_timeout=2):
            return True
        return False

    def _do(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [*_as_nobody(), str(self._bin / program), *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/"
        )


class Broker:
    """NATS or Mosquitto; ``port``: where it listens."""

    def __init__(self, command: Callable[[int], Sequence[str]]) -> None:
        self._command, self.port = command, free_port()
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command(self.port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: listens(self.port), "the broker listens")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def postgres(folder: Path) -> Iterator[Postgres]:
    server = Postgres(folder)
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def nats() -> Iterator[Broker]:
    program = _program("nats-server", "/usr/sbin/nats-server")
    broker = Broker(lambda port: [program, "-a", "127.0.0.1", "-p", str(port)])
    try:
        yield broker
    finally:
        broker.kill()


@contextlib.contextmanager
def mosquitto(folder: Path) -> Iterator[Broker]:
    program = _program("mosquitto", "/usr/sbin/mosquitto")
    settings = folder / "mosquitto.conf"

    def command(port: int) -> Sequence[str]:
        settings.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
        return [program, "-c", str(settings)]

    broker = Broker(command)
    try:
        yield broker
    finally:
        broker.kill()


def _program(name: str, usual: str) -> str:
    found = shutil.which(name) or (usual if Path(usual).exists() else None)
    if found is None:
        pytest.skip(f"{name} is not installed (make test installs it)")
    return found


def _postgres() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if not found:
        pytest.skip("PostgreSQL is not installed (make test installs it)")
    return found[-1].parent


def _as_nobody() -> list[str]:
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
