"""Files that are whole after any crash: written beside, made durable, then put in place."""

import os
from pathlib import Path


def write_durably(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` so that after a power cut it holds the old content or the new."""
    beside = path.with_name(f".{path.name}.new")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
