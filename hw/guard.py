"""The guard: a second, tiny process that silences the horn when the horn's own process cannot.

The horn process holds the other end of a pipe. When it dies, however it dies, the kernel closes that end: the guard
takes the pin, now free, and writes 0. The horn process also says, whenever it starts to sound, until when at most; if
that time passes without a word (it hangs or was suspended, and a tone drones on), the guard ends it first.
"""

import os
import select
import signal
import struct
import subprocess
import sys
import time
from typing import Final

from companion.api.tones import LONGEST
from hw.pins import NoPins, drive_low

OVERDUE: Final = LONGEST + 1.0
"""Seconds of sounding after which the horn process counts as hung."""

_WORD = struct.Struct("<d")  # the monotonic time, the same for every process, by which it is silent; 0: it is silent
_DEAF_TO = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
_PATIENCE = 2.0


class Guard:
    """The horn process's end of the pipe; starts the guard, and starts it again should it have gone."""

    def __init__(self, pin: int) -> None:
        self._pin = pin
        self._child = self._start()

    def sounding(self, *, on: bool) -> None:
        """Tell the guard that the pin is about to sound, or that it is low again."""
        if self._child.poll() is not None:
            self._child = self._start()
        pipe = self._child.stdin
        assert pipe is not None
        try:
            pipe.write(_WORD.pack(time.monotonic() + OVERDUE if on else 0.0))
        except BrokenPipeError:
            # It died between the look and the word; the next call starts another.
            return

    def close(self) -> None:
        """Let the guard do its work and go. Close the buzzer first: the guard needs the pin."""
        pipe = self._child.stdin
        assert pipe is not None
        pipe.close()
        self._child.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        # Born deaf (a signal mask is inherited), and in a session of its own: what ends the horn's process, or its
        # whole group, must leave the guard, from its first instant.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _DEAF_TO)
        try:
            return subprocess.Popen(  # noqa: S603 - our own interpreter and module
                [sys.executable, "-m", "hw.guard", str(self._pin)],
                stdin=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def watch(pipe: int, parent: int) -> None:
    """Return once nobody holds the other end of ``pipe``; kill ``parent`` if it sounds for longer than it said."""
    until = 0.0
    while True:
        left = max(0.0, until - time.monotonic()) if until else None
        if not select.select([pipe], [], [], left)[0]:
            if os.getppid() == parent:
                os.kill(parent, signal.SIGKILL)
            until = 0.0
            continue
        said = os.read(pipe, 64 * _WORD.size)
        if not said:
            return
        # Words this short go through a pipe whole, so the last one is complete.
        (until,) = _WORD.unpack(said[-_WORD.size :])


def main() -> None:
    """Guard the pin given as the argument until the parent has gone, then drive it low."""
    watch(sys.stdin.fileno(), os.getppid())
    _silence(int(sys.argv[1]))


def _silence(pin: int) -> None:
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            drive_low(pin)
        except NoPins:
            return
        except Exception as error:  # noqa: BLE001 - see below
            # lgpio raises a bare Exception subclass of its own; while the kernel still cleans up, the pin is busy.
            if time.monotonic() > deadline:
                sys.exit(f"horn guard: the pin {pin} could not be driven low: {error}")
            time.sleep(0.02)
        else:
            return


if __name__ == "__main__":
    main()
