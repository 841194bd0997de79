"""Files that are whole after any crash: written beside, made durable, then put in place."""

import os
from pathlib import Path


def write_durably(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write ``data`` to ``path`` so that after a power cut it holds the old content or the new.

    ``mode``: who may read and write the file, less what the process's mask takes away. Raises ``OSError``.
    """
    beside = path.with_name(f".{path.name}.new")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def append_durably(path: Path, data: bytes, length: int) -> None:
    """Write ``data`` after the first ``length`` bytes of the file, in place of whatever follows them.

    After a power cut the file holds those bytes, and after them a beginning of ``data``: the reader must be able
    to tell whether it is the whole of it.
    """
    with path.open("r+b") as file:
        file.seek(length)
        file.write(data)
        file.truncate()
        file.flush()
        os.fdatasync(file.fileno())
