"""A part of a journal, read while the referee writes it; for who hands it on."""

from pathlib import Path
from typing import NamedTuple

from companion.referee.events import digest
from companion.referee.journal import store
from companion.referee.journal.chain import Row


class Signed(NamedTuple):
    """A row, and its signature where it has one (else empty)."""

    row: Row
    signature: bytes


def since(path: Path, after: int, most: int) -> tuple[Signed, ...]:
    """The events after that one, at most so many; fewer, or none, where they cannot be read (yet)."""
    try:
        with store.looking(path) as connection:
            found = connection.execute(
                "SELECT seq, record, hash FROM event WHERE seq > ? ORDER BY seq LIMIT ?", (after, most)
            ).fetchall()
            signatures = {one.seq: one.signature for one in store.signatures(connection)} if found else {}
    except (*store.UNREADABLE, OSError):
        return ()
    read: list[Signed] = []
    for seq, record, event_hash in found:
        # A file that is being closed or mended may be read as half the old and half the new: the next look tells.
        if seq != after + 1 + len(read) or not isinstance(record, bytes) or digest(record) != event_hash:
            break
        read.append(Signed(Row(seq, record, event_hash), signatures.get(seq, b"")))
    return tuple(read)


def marks(path: Path) -> tuple[int, ...]:
    """Something that is another after each event: looked at often, it costs next to nothing."""
    found = []
    for file in (path, path.with_name(path.name + "-wal"), store.copy_path(path)):
        try:
            told = file.stat()
        except OSError:
            continue
        found += [told.st_size, told.st_mtime_ns]
    return tuple(found)
