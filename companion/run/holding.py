"""One ``companion run`` at a time in one folder: whoever comes second is told who is there."""

import fcntl
import os
from pathlib import Path

from companion.errors import Unusable


def hold(state: Path) -> int:
    """Keep a folder for this process, until the descriptor is closed or the process ends, however it ends.

    Raises ``Unusable``, which names the process that has it. The folder itself is locked, so that a card that takes
    nothing can be held too.
    """
    folder = os.open(state, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        line = f"{state}: {_holder(folder)} keeps a table here; stop it, or choose another --state"
        os.close(folder)
        raise Unusable(line) from None
    except OSError:
        # A file system without locks: the referee's own lock on its games must do.
        return folder
    return folder


def _holder(folder: int) -> str:
    inode = str(os.fstat(folder).st_ino)
    for line in _read(Path("/proc/locks")).splitlines():
        # 1: FLOCK  ADVISORY  WRITE 1234 08:01:131 0 EOF
        words = line.split()
        if len(words) > 5 and words[1] == "FLOCK" and words[5].rpartition(":")[2] == inode:
            command = _read(Path("/proc") / words[4] / "cmdline").replace("\0", " ").strip()
            return f"process {words[4]}" + (f" ({command})" if command else "")
    return "another companion run"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
