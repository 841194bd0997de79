"""What a library file holds, by name alone: for those who read no pictures."""

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.errors import Unusable

_File = TypeVar("_File")

VERSION = 5
FILE_NAME = "library.faces"
"""Name of the file in a box's folder."""
_SEAL = b"crc32:"
"""What stands between a library and the four bytes of its checksum; the first libraries have neither."""


class LibraryUnusable(Unusable):
    """A library that is missing, broken or of another version: one line, how to mend it."""


def damaged(what: str, path: Path) -> LibraryUnusable:
    """The error that says ``what`` is wrong with a library file, and how to mend it."""
    return LibraryUnusable(f"{what}; make it anew with: companion enrol", "library_damaged", file=path.name)


class _Name(msgspec.Struct, frozen=True):
    face: str


class _Names(msgspec.Struct, frozen=True):
    version: int
    faces: tuple[_Name, ...]


def file_of(path: Path) -> Path:
    """A library's file: this one, or the one in a box's folder."""
    return path / FILE_NAME if path.is_dir() else path


def read(path: Path) -> tuple[Path, bytes]:
    """A library file, or the one in a box's folder: where it lies, and what it says. Raises ``LibraryUnusable``."""
    path = file_of(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LibraryUnusable(
            f"{path}: no library there ({error.strerror or error}); make one with: companion enrol"
        ) from error
    said = data[: -len(_SEAL) - 4]
    if data[len(said) :].startswith(_SEAL):
        if sealed(said) != data:
            raise damaged(f"{path}: a damaged library file", path)
        return path, said
    return path, data


def sealed(said: bytes) -> bytes:
    """What a library says, with its checksum behind it: one flipped bit anywhere is noticed."""
    return said + _SEAL + zlib.crc32(said).to_bytes(4, "big")


def there(libraries: Sequence[Path]) -> Path:
    """The first of these libraries whose file is there; where none is, the last."""
    return next((path for path in libraries if path.exists()), libraries[-1])


def decoded(path: Path, said: bytes, kind: type[_File]) -> _File:
    """What a library file says (``read``), as far as ``kind`` asks. Raises ``LibraryUnusable``."""
    try:
        return msgspec.msgpack.decode(said, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        # RecursionError: nested without end, which no library of ours is.
        raise damaged(f"{path}: not a whole library file", path) from error


def faces_in(path: Path) -> tuple[str, ...]:
    """The faces enrolled in a library file or in a box's folder (10 ms). Raises ``LibraryUnusable``."""
    return tuple(name.face for name in decoded(*read(path), _Names).faces)
