"""Keeps the parts of a table running: starts them, starts again what dies or hangs, says how they are."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import IO, NamedTuple

import msgspec

from companion.api.client import Link
from companion.api.protocol import Health, Part
from companion.games.vocabulary import Line
from companion.heartbeat import ABSENT

_FIRST_PAUSE, _LONGEST_PAUSE, _SLOW_PAUSE = 0.1, 5.0, 10.0
_MANY, _WITHIN = 5, 60.0
_HEALTHY = 10.0
_REPEAT = 2.0
_LARGEST_LOG = 1 << 20
"""Bytes that a part's log may hold; as many again are kept of what it said before."""
_LAST_WORDS = 4096
_BIRTH = 60.0
"""Seconds without a sign of life before the first one: learning, or a slow card that a large program is read from."""

# Run before the part itself, in its process: the kernel ends the part when the supervisor is gone, even by kill -9.
_LEASH = (
    "import ctypes, os, signal, sys\n"
    "ctypes.CDLL(None).prctl(1, signal.SIGTERM)\n"
    "if os.getppid() != int(sys.argv[1]): sys.exit(0)\n"
    "os.execv(sys.argv[2], sys.argv[2:])\n"
)


class Patience(NamedTuple):
    """Seconds without a sign of life after which a part is said to be down, and is ended."""

    silent: float
    hung: float


class Spec(NamedTuple):
    """A part: its name, its command, whether it is started again, and whether its good end ends everything.

    ``patience``: with it the part gives signs of life (``companion.heartbeat``); ``None``: it gives none.
    """

    name: str
    command: tuple[str, ...]
    again: bool = True
    ends_all: bool = False
    patience: Patience | None = None


class Supervisor:
    """Runs the parts. Call ``tend`` often, from the thread that made it; ``close`` at the end.

    ``finished``: a part whose end ends everything has ended well.
    """

    def __init__(self, specs: Sequence[Spec], logs: Path, socket: Path) -> None:
        # On a card that takes nothing the parts run all the same, only what they say is not kept.
        with contextlib.suppress(OSError):
            logs.mkdir(parents=True, exist_ok=True)
        self._children = [_Child(spec, logs / f"{spec.name}.log") for spec in specs]
        self._link = Link(socket, "supervisor")
        self._said: tuple[Part, ...] = ()
        self._said_at = 0.0
        self._listener = threading.Thread(target=self._listen, name="supervisor-link", daemon=True)
        self._listener.start()
        self.finished = False

    def tend(self) -> None:
        """Start what is due, notice what has died, tell the referee."""
        now = time.monotonic()
        for child in self._children:
            child.tend(now)
        self.finished |= any(child.spec.ends_all and child.ended_well for child in self._children)
        parts = self.parts()
        # Said again now and then: a referee that was started again has forgotten it.
        if (parts != self._said or now - self._said_at > _REPEAT) and self._link.send(Health(parts)):
            self._said, self._said_at = parts, now

    def parts(self) -> tuple[Part, ...]:
        """How each part is."""
        return tuple(child.part for child in self._children)

    def pid(self, name: str) -> int | None:
        """The process of a part, while it runs."""
        return next((child.pid for child in self._children if child.spec.name == name), None)

    def close(self) -> None:
        """Stop everything, last started first."""
        for child in reversed(self._children):
            child.stop()
        self._link.close()
        self._listener.join(5)

    def _listen(self) -> None:
        for _ in self._link.messages():
            pass  # Reading keeps the connection alive; what the referee says is for others.


class _Child:
    """One part's process, now and as it was before."""

    def __init__(self, spec: Spec, log: Path) -> None:
        self.spec, self._log = spec, _Log(log)
        self._process: subprocess.Popen[bytes] | None = None
        self._deaths: deque[float] = deque(maxlen=_MANY)
        self._pause, self._due, self._started = _FIRST_PAUSE, 0.0, 0.0
        self._trouble: tuple[str, Line | None] = ("", None)
        self._absent = self.ended_well = self._gone = False
        self._pulse = _Pulse(spec.name, spec.patience) if spec.patience else None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    @property
    def part(self) -> Part:
        if self._absent:
            return Part(self.spec.name, "absent", *self._trouble)
        now = time.monotonic()
        if self._process is not None and self._pulse is not None and self._pulse.silent(now):
            said = "does not answer; it is started again if that lasts"
            return Part(self.spec.name, "down", said, Line("silent"))
        up = self._process is not None and not self._often(now)
        return Part(self.spec.name, "up") if up else Part(self.spec.name, "down", *self._trouble)

    def tend(self, now: float) -> None:
        if self._process is not None:
            code = self._process.poll()
            if code is not None:
                self._died(code, now)
            elif self._pulse is not None and self._pulse.hangs(now):
                # What hangs in a driver, or was stopped, does not heed anything gentler.
                _signal(self._process, signal.SIGKILL)
        elif not (self._absent or self._gone) and now >= self._due:
            self._start(now)

    def stop(self) -> None:
        process, self._process = self._process, None
        self._gone = True
        if self._pulse is not None:
            self._pulse.close()
        if process is None:
            return
        _signal(process, signal.SIGTERM)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            _signal(process, signal.SIGKILL)
            process.wait()

    def _start(self, now: float) -> None:
        leash = (sys.executable, "-c", _LEASH, str(os.getpid()))
        environment = dict(os.environ)
        # Ours, if at all: signs of life that were meant for whoever started us must not come from our parts.
        environment.pop("NOTIFY_SOCKET", None)
        if self._pulse is not None:
            self._pulse.restart(now)
            environment["NOTIFY_SOCKET"] = self._pulse.address
        self._process = subprocess.Popen(  # noqa: S603 - our own parts
            (*leash, *self.spec.command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            # A Ctrl+C in the terminal is ours to pass on, in our order. In our session all the same: Linux shares a
            # machine between sessions (sched(7), autogroup), and only within one does a part's nice value count.
            process_group=0,
        )
        assert self._process.stdout is not None
        self._log.follow(self._process.stdout)
        self._started = now

    def _died(self, code: int, now: float) -> None:
        self._process = None
        hung = self._pulse is not None and self._pulse.hangs(now)
        ended = (f"ended with code {code}", Line("ended", {"n": code}))
        self._trouble = ("hung, and is started again", Line("hung")) if hung else self._log.last_words() or ended
        self.ended_well = code == 0
        self._absent = code == ABSENT
        self._gone = not self.spec.again or (self.spec.ends_all and code == 0)
        if now - self._started > _HEALTHY:
            self._pause = _FIRST_PAUSE
        self._deaths.append(now)
        self._due = now + (_SLOW_PAUSE if self._often(now) else self._pause)
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    def _often(self, now: float) -> bool:
        return len(self._deaths) == _MANY and now - self._deaths[0] < _WITHIN


class _Log:
    """What a part says, in a file that never grows beyond its cap; what it said before that, in another one.

    A disk that takes nothing (full, or read-only) ends nothing: then only the last words are known.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tail = b""
        self._follower: threading.Thread | None = None

    def follow(self, said: IO[bytes]) -> None:
        """Keep what a new process says from now on."""
        self._tail = b""
        self._follower = threading.Thread(target=self._keep, args=(said,), name="log", daemon=True)
        self._follower.start()

    def last_words(self) -> tuple[str, Line | None] | None:
        """The last line of a process that has ended, and its code where it gave one (``errors.last_words``)."""
        if self._follower is not None:
            # Its own children may still hold the other end.
            self._follower.join(0.2)
        lines = self._tail.decode(errors="replace").strip().splitlines()
        why = None
        with contextlib.suppress(msgspec.DecodeError, IndexError):
            why = msgspec.json.decode(lines[-1], type=Line)
            lines.pop()
        return (lines[-1].strip()[:200], why) if lines else None

    def _keep(self, said: IO[bytes]) -> None:
        with said:
            while chunk := os.read(said.fileno(), 1 << 16):
                self._tail = (self._tail + chunk)[-_LAST_WORDS:]
                with contextlib.suppress(OSError):
                    self._write(chunk)

    def _write(self, chunk: bytes) -> None:
        if self._path.exists() and self._path.stat().st_size + len(chunk) > _LARGEST_LOG:
            self._path.replace(self._path.with_suffix(".old.log"))
        with self._path.open("ab") as file:
            file.write(chunk)


class _Pulse:
    """Hears one part's signs of life; all times are ``time.monotonic()``."""

    def __init__(self, name: str, patience: Patience) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        # A name in no folder: nothing to clean up, and no path that is too long.
        unique = f"companion-{os.getpid()}-{name}-{self._socket.fileno()}"
        self._socket.bind(f"\0{unique}")
        self.address = f"@{unique}"
        self._patience = patience
        self._heard = 0.0
        self._born = False

    def restart(self, now: float) -> None:
        """The part is started at this moment."""
        self._silence(now)
        self._heard, self._born = now, False

    def silent(self, now: float) -> bool:
        """Whether it has been so silent that it must be said; not before its first sign of life."""
        return self._silence(now) > self._patience.silent and self._born

    def hangs(self, now: float) -> bool:
        """Whether it has been silent for too long."""
        return self._silence(now) > (self._patience.hung if self._born else _BIRTH)

    def close(self) -> None:
        """Listen no more; can be called twice."""
        self._socket.close()

    def _silence(self, now: float) -> float:
        """Seconds since the last sign of life."""
        with contextlib.suppress(BlockingIOError, OSError):
            while self._socket.recv(64):
                self._heard, self._born = now, True
        return now - self._heard


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)
