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
from typing import NamedTuple

from companion.api.client import Link
from companion.api.protocol import Health, Part

ABSENT = 3
"""Exit code of a part that has nothing to do on this machine (a horn without pins): left alone."""

_FIRST_PAUSE, _LONGEST_PAUSE, _SLOW_PAUSE = 0.1, 5.0, 10.0
_MANY, _WITHIN = 5, 60.0
_HEALTHY = 10.0
_REPEAT = 2.0
_LARGEST_LOG = 1 << 20
_SILENT, _HUNG, _BIRTH = 2.5, 10.0, 60.0
"""Seconds without a sign of life after which a part is said to be down, and is ended; the same before the first one."""

# Run before the part itself, in its process: the kernel ends the part when the supervisor is gone, even by kill -9.
_LEASH = (
    "import ctypes, os, signal, sys\n"
    "ctypes.CDLL(None).prctl(1, signal.SIGTERM)\n"
    "if os.getppid() != int(sys.argv[1]): sys.exit(0)\n"
    "os.execv(sys.argv[2], sys.argv[2:])\n"
)


class Spec(NamedTuple):
    """A part: its name, its command, whether it is started again, and whether its good end ends everything.

    ``beats``: it gives signs of life (systemd's ``WATCHDOG=1``), and is ended by force when they stay away.
    """

    name: str
    command: tuple[str, ...]
    again: bool = True
    ends_all: bool = False
    beats: bool = False


class Supervisor:
    """Runs the parts. Call ``tend`` often, from the thread that made it; ``close`` at the end.

    ``finished``: a part whose end ends everything has ended well.
    """

    def __init__(self, specs: Sequence[Spec], logs: Path, socket: Path) -> None:
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
        self.spec, self._log = spec, log
        self._process: subprocess.Popen[bytes] | None = None
        self._deaths: deque[float] = deque(maxlen=_MANY)
        self._pause, self._due, self._started = _FIRST_PAUSE, 0.0, 0.0
        self._trouble = ""
        self._absent = self.ended_well = self._gone = False
        self._pulse = _Pulse(spec.name) if spec.beats else None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    @property
    def part(self) -> Part:
        if self._absent:
            return Part(self.spec.name, "absent", self._trouble)
        now = time.monotonic()
        if self._process is not None and self._pulse is not None and self._pulse.silence(now) > _SILENT:
            return Part(self.spec.name, "down", "does not answer; it is started again if that lasts")
        up = self._process is not None and not self._often(now)
        return Part(self.spec.name, "up" if up else "down", "" if up else self._trouble)

    def tend(self, now: float) -> None:
        if self._process is not None:
            code = self._process.poll()
            if code is not None:
                self._died(code, now)
            elif self._pulse is not None and self._pulse.hangs(now):
                # What hangs in a driver does not heed anything gentler.
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
        if self._log.exists() and self._log.stat().st_size > _LARGEST_LOG:
            self._log.replace(self._log.with_suffix(".old.log"))
        leash = (sys.executable, "-c", _LEASH, str(os.getpid()))
        environment = dict(os.environ)
        # Ours, if at all: signs of life that were meant for whoever started us must not come from our parts.
        environment.pop("NOTIFY_SOCKET", None)
        if self._pulse is not None:
            self._pulse.restart(now)
            environment["NOTIFY_SOCKET"] = self._pulse.address
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603 - our own parts
                (*leash, *self.spec.command),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=environment,
                # A Ctrl+C in the terminal is ours to pass on, in our order.
                start_new_session=True,
            )
        self._started = now

    def _died(self, code: int, now: float) -> None:
        self._process = None
        hung = self._pulse is not None and self._pulse.hangs(now)
        self._trouble = "hung, and is started again" if hung else self._last_words() or f"ended with code {code}"
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

    def _last_words(self) -> str:
        with contextlib.suppress(OSError):
            lines = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            return lines[-1].strip()[:200] if lines else ""
        return ""


class _Pulse:
    """Hears one part's signs of life; all times are ``time.monotonic()``."""

    def __init__(self, name: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        # A name in no folder: nothing to clean up, and no path that is too long.
        unique = f"companion-{os.getpid()}-{name}-{self._socket.fileno()}"
        self._socket.bind(f"\0{unique}")
        self.address = f"@{unique}"
        self._heard = 0.0
        self._patience = _BIRTH

    def restart(self, now: float) -> None:
        """The part is started at this moment."""
        self._listen(now)
        self._heard, self._patience = now, _BIRTH

    def silence(self, now: float) -> float:
        """Seconds since the last sign of life; 0 before the first one."""
        self._listen(now)
        return 0.0 if self._patience == _BIRTH else now - self._heard

    def hangs(self, now: float) -> bool:
        """Whether it has been silent for too long."""
        self._listen(now)
        return now - self._heard > self._patience

    def close(self) -> None:
        """Listen no more; can be called twice."""
        self._socket.close()

    def _listen(self, now: float) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            while self._socket.recv(64):
                self._heard, self._patience = now, _HUNG


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)
