"""Files that are whole after any crash: written beside, made durable, then put in place; folders that may be used."""

import os
import stat
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.errors import Unusable

Kept = TypeVar("Kept")


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


def read_kept(file: Path, kind: type[Kept], mend: str) -> Kept | None:
    """What was kept in this file as JSON; ``None``: it is not there. Raises ``Unusable``; ``mend``: what to do then."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError, UnicodeError) as error:
        raise Unusable(f"{file}: cannot be read ({error}); {mend}") from error


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


def only_read(folder: Path) -> bool:
    """Whether the card that a folder is on takes nothing (any more): the kernel makes a failing one such."""
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def private_folder(path: Path) -> Path:
    """A folder where everybody may make some, ours alone: made, or found to be so.

    Raises ``PermissionError`` where somebody else has made it, or may look into it.
    """
    path.mkdir(mode=0o700, exist_ok=True)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise PermissionError(f"{path}: somebody else's, or open to others; remove it")
    return path
