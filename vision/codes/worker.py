"""``python -m vision.codes.worker``: reads codes for its parent, and may crash or hang while it does.

In: pictures (two numbers, height and width, then grey bytes). Out: a length and the codes as MessagePack.
Ends with its parent, also when that is killed.
"""

import ctypes
import os
import resource
import signal
import struct
import sys
from typing import BinaryIO

import cv2
import msgspec
import numpy as np

from vision.codes.reading import CodesUnavailable, read_codes

PICTURE = struct.Struct("<II")
"""Height and width in pixels, before the grey bytes."""
ANSWER = struct.Struct("<I")
"""Bytes of the answer that follows."""
UNAVAILABLE = 3
"""Exit code: no decoder is installed."""
_PR_SET_PDEATHSIG = 1
"""``prctl``'s number for "send me a signal when my parent dies" (linux/prctl.h)."""
_MOST_MEMORY = 2 << 30
"""Bytes of address space; chosen by hand."""


def main() -> int:
    """Serve until the parent closes the pipe."""
    parent = os.getppid()
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        return 0
    # A picture that makes a decoder grow without end ends this process, not the table.
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    cv2.setNumThreads(1)
    try:
        read_codes(np.zeros((32, 32), np.uint8))  # loads the libraries, and says whether there are any
        while (picture := _receive(sys.stdin.buffer)) is not None:
            said = msgspec.msgpack.encode(read_codes(picture))
            sys.stdout.buffer.write(ANSWER.pack(len(said)) + said)
            sys.stdout.buffer.flush()
    except CodesUnavailable:
        return UNAVAILABLE
    return 0


def _receive(pipe: BinaryIO) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]] | None:
    head = pipe.read(PICTURE.size)
    if len(head) < PICTURE.size:
        return None
    height, width = PICTURE.unpack(head)
    data = pipe.read(height * width)
    return np.frombuffer(data, np.uint8).reshape(height, width) if len(data) == height * width else None


if __name__ == "__main__":
    sys.exit(main())
