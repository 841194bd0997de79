"""Reads codes in a process of its own: a crash or a hang of a native library costs one picture, nothing else.

zbar aborts on some pictures, and any decoder may run for ever on one: the reader is then killed and started
anew for the next picture.
"""

import contextlib
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import IO, Self

import msgspec
import numpy as np

from vision.codes.payloads import Code, is_ours
from vision.codes.reading import CodesUnavailable, reduced
from vision.codes.worker import ANSWER, PICTURE, UNAVAILABLE
from vision.geometry.image import Image

_COMMAND = (sys.executable, "-m", "vision.codes.worker")
_LIMIT_SECONDS = 2.0
"""Seconds that a picture may take before its reader is taken to hang; chosen by hand."""
_START_SECONDS = 20.0
"""Seconds for loading the libraries, which takes longer than a picture may; chosen by hand."""
_LARGEST_ANSWER = 1 << 16
"""Bytes: 64 codes of 18 letters and eight numbers each take a tenth of it; more is no answer of ours."""
_EMPTY = np.zeros((32, 32), np.uint8)


class CodeReader:
    """Give it pictures; one at a time, from any thread. Use it as a context, or ``close`` it at the end.

    ``limit``: seconds that a picture may take. ``trouble``: one line about the last picture that cost a
    reader; empty when the last one was read. ``lost``: how many readers have died.
    """

    def __init__(self, limit: float = _LIMIT_SECONDS, command: Sequence[str] = _COMMAND) -> None:
        self.trouble = ""
        self.lost = 0
        self._limit, self._command = limit, tuple(command)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = False

    def __enter__(self) -> Self:
        # It loads its libraries while others prepare.
        with self._lock:
            self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def read(self, image: Image) -> tuple[Code, ...]:
        """Our codes in a picture (uint8, BGR or grey); none where the reader died or took too long over it.

        Raises ``CodesUnavailable`` where no decoder is installed.
        """
        grey, shrink = reduced(image)
        with self._lock:
            if self._process is None:
                self._start()
            if not self._ready:
                # Loading takes longer than a picture may.
                self._ask(_EMPTY, _START_SECONDS)
                self._ready = self._process is not None
            codes = self._ask(grey, self._limit)
        return tuple(_larger(code, 1 / shrink) for code in codes if is_ours(code.payload))

    def close(self) -> None:
        """End the reader; can be called twice."""
        with self._lock:
            self._end()

    def _start(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        self._ready = False

    def _ask(self, grey: Image, limit: float) -> tuple[Code, ...]:
        """Hand a picture over and wait for the answer; who waits too long kills the reader, which ends the wait."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return ()
        late = threading.Event()

        def give_up() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(limit, give_up)
        timer.start()
        try:
            _write(process.stdin, PICTURE.pack(*grey.shape))
            _write(process.stdin, np.ascontiguousarray(grey).data.cast("B"))
            (size,) = ANSWER.unpack(_receive(process.stdout, ANSWER.size))
            said = _receive(process.stdout, min(size, _LARGEST_ANSWER))
            codes = msgspec.msgpack.decode(said, type=tuple[Code, ...])
        except (OSError, EOFError, msgspec.DecodeError):
            code = self._end()
            if code == UNAVAILABLE:
                raise CodesUnavailable(
                    "codes cannot be read: pip install zxing-cpp, or sudo apt install libzbar0 for pyzbar"
                ) from None
            self.lost += 1
            why = f"took more than {limit:g} s" if late.is_set() else f"crashed ({code})"
            self.trouble = f"reading codes {why} and was started again; the game goes on"
            return ()
        finally:
            timer.cancel()
        self.trouble = ""
        return codes

    def _end(self) -> int | None:
        process, self._process = self._process, None
        if process is None:
            return None
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        try:
            # It ends by itself when its pipe is closed, with a code that says why.
            return process.wait(0.2)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


def _write(pipe: IO[bytes], data: bytes | memoryview) -> None:
    view = memoryview(data)
    while view:
        view = view[pipe.write(view) :]


def _receive(pipe: IO[bytes], size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = pipe.read(size - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def _larger(code: Code, scale: float) -> Code:
    a, b, c, d = ((x * scale, y * scale) for x, y in code.quad)
    return Code(code.payload, (a, b, c, d))
