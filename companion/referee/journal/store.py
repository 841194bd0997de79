"""The journal's two files: the SQLite database that is the truth, and a plain copy of it, line by line.

The copy costs nothing (it is not synced) and lets a database that bits have rotted in, or that was cut
short, be made whole again.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

import msgspec

from companion.referee.journal.chain import Row
from companion.referee.journal.signing import Signature

_SCHEMA = """
CREATE TABLE IF NOT EXISTS event (seq INTEGER PRIMARY KEY, record BLOB NOT NULL, hash TEXT NOT NULL) STRICT;
CREATE TRIGGER IF NOT EXISTS event_stays BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
CREATE TRIGGER IF NOT EXISTS event_is_kept BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
CREATE TRIGGER IF NOT EXISTS event_follows BEFORE INSERT ON event
    WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM event)
    BEGIN SELECT RAISE(ABORT, 'an event follows the last one'); END;
"""
_SIGNED = """
CREATE TABLE IF NOT EXISTS signature (seq INTEGER PRIMARY KEY, key BLOB NOT NULL, signature BLOB NOT NULL) STRICT;
"""
"""Only in the journal of a table that has a key, with which all of it can be written anew."""
_APPLICATION = 0x374D4F41
_HEADER: Final = {
    0: b"SQLite format 3\0", 18: b"\2\2", 21: b"\x40\x20\x20", 32: bytes(8), 44: b"\0\0\0\4", 52: bytes(4),
    56: b"\0\0\0\1", 64: bytes(4), 68: _APPLICATION.to_bytes(4, "big"), 72: bytes(20),
}  # fmt: skip
"""What stands in the header of every journal, by its place (https://www.sqlite.org/fileformat.html): kept as a log
(WAL), fractions of a page, nothing ever freed, schema format 4, UTF-8, no vacuum, ours. Not all of it is looked at when
a file is read: a flipped bit there would be met only by the next event."""
_LONGEST_LOOK: Final = 20.0
"""Seconds after which reading is given up: a file may be made so that it never ends."""
_DAMAGED: Final = {
    sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH,
}  # fmt: skip
"""Kinds of errors of writing that come from the file; the rest are the disk's, or somebody's who is at it as well."""
PATIENCE_MS: Final = 5_000
"""How long a write waits for somebody else's to end."""
UNREADABLE: Final = (sqlite3.Error, TypeError, ValueError, OverflowError, MemoryError)
"""What comes of a damaged file: the last where a length in it is damaged, ``ValueError`` where a name is no Unicode."""


class _Line(msgspec.Struct, array_like=True):
    seq: int
    record: msgspec.Raw
    hash: str


def connect(path: Path, *, signed: bool = False) -> sqlite3.Connection:
    """Open or create the database for writing; ``signed``: also signatures. Raises ``sqlite3.Error``."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=PATIENCE_MS / 1000)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
            connection.execute(f"PRAGMA application_id={_APPLICATION}")
        connection.executescript(_SCHEMA + (_SIGNED if signed else ""))
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def insert(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Add rows inside the caller's transaction."""
    connection.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)


def sign(connection: sqlite3.Connection, signature: Signature) -> None:
    """Add a signature, or put it in another one's place."""
    connection.execute("INSERT OR REPLACE INTO signature VALUES (?, ?, ?)", signature)


def signatures(connection: sqlite3.Connection) -> tuple[Signature, ...]:
    """The signatures that can be read, in the order of the events."""
    try:
        found = connection.execute("SELECT seq, key, signature FROM signature ORDER BY seq").fetchall()
    except UNREADABLE:
        # Written before there was a key, or damaged: the events tell.
        return ()
    return tuple(Signature(*row) for row in found if _is_signature(*row))


def _is_signature(seq: object, key: object, signature: object) -> bool:
    return isinstance(seq, int) and isinstance(key, bytes) and isinstance(signature, bytes)


def try_out(connection: sqlite3.Connection, seq: int) -> None:
    """Write an event as number ``seq`` and take it back. Raises ``sqlite3.Error`` where none could be written."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Longer than a page: so that pages must be found for it too.
        insert(connection, [Row(seq, bytes(10_000), "")])
    finally:
        # After some errors SQLite has taken it back by itself.
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def damaged(path: Path, error: Exception) -> bool:
    """Whether it is the file that an error comes from: not the disk, nor that it may not be written."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return code in _DAMAGED or (code == sqlite3.SQLITE_READONLY and os.access(path, os.W_OK))


def whole(path: Path, connection: sqlite3.Connection) -> str:
    """What is wrong with the file by its header, or as SQLite itself finds; empty: nothing."""
    with path.open("rb") as file:
        header = file.read(100)
    # While there is a log, the newest header may be in that.
    if header and not _log_of(path) and any(header[at : at + len(said)] != said for at, said in _HEADER.items()):
        return "the header of the file is damaged"
    try:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except UNREADABLE as error:
        verdict = str(error)
    return "" if verdict == "ok" else " ".join(str(verdict).replace("*** in database main ***", "").split())


@contextlib.contextmanager
def looking(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database only to read it, damaged or not; nothing is written or left behind."""
    name = quote(str(path.resolve()))
    # Without a log beside it the file is all there is, and "immutable" keeps SQLite from making one.
    alone = _log_of(path) is None
    connection = sqlite3.connect(f"file:{name}?mode=ro{'&immutable=1' if alone else ''}", uri=True)
    try:
        ends = time.monotonic() + _LONGEST_LOOK
        connection.set_progress_handler(lambda: time.monotonic() > ends, 100_000)
        # Lets SQLite read what is left of a file that was cut short.
        with contextlib.suppress(sqlite3.Error):
            connection.execute("PRAGMA writable_schema=ON")
        yield connection
    finally:
        connection.close()


def _log_of(path: Path) -> int | None:
    """How many bytes SQLite's log beside a database has; ``None``: there is none."""
    log = path.with_name(path.name + "-wal")
    return log.stat().st_size if log.exists() else None


def rows(connection: sqlite3.Connection) -> tuple[Row, ...]:
    """Every row that can still be read, one by one, so that a bad page hides only its own."""
    try:
        found = connection.execute("SELECT seq, record, hash FROM event ORDER BY seq").fetchall()
    except UNREADABLE:
        return tuple(_one_by_one(connection))
    return tuple(Row(*row) for row in found if _is_row(*row))


def _is_row(seq: object, record: object, text: object) -> bool:
    """Whether these have a row's kinds: a flipped bit can make another of each."""
    return isinstance(seq, int) and isinstance(record, bytes) and isinstance(text, str)


def _one_by_one(connection: sqlite3.Connection) -> Iterator[Row]:
    missing, seq = 0, 0
    while missing < 100:  # an unreadable page holds a few dozen events at most
        seq += 1
        try:
            found = connection.execute("SELECT record, hash FROM event WHERE seq = ?", (seq,)).fetchone()
        except UNREADABLE:
            found = None
        if found is not None and _is_row(seq, *found):
            missing = 0
            yield Row(seq, *found)
        else:
            missing += 1


def copy_path(path: Path) -> Path:
    """Where the plain copy of a journal lies."""
    return path.with_suffix(".copy.jsonl")


def append_copy(path: Path, added: Iterable[Row]) -> None:
    """Add rows to the plain copy. Raises ``OSError``."""
    with copy_path(path).open("ab") as file:
        file.write(b"".join(_line(row) for row in added))


def write_copy(path: Path, all_rows: Iterable[Row]) -> None:
    """Write the plain copy anew. Raises ``OSError``."""
    fresh = copy_path(path).with_suffix(".new")
    fresh.write_bytes(b"".join(_line(row) for row in all_rows))
    fresh.replace(copy_path(path))


def copied(path: Path) -> tuple[Row, ...]:
    """Every row of the plain copy that can still be read; none where there is no copy."""
    try:
        text = copy_path(path).read_bytes()
    except OSError:
        return ()
    found = []
    for line in text.split(b"\n"):
        # A line that was cut short or has rotted is left out: the chain shows that it is missing.
        with contextlib.suppress(msgspec.DecodeError, UnicodeError, RecursionError):
            entry = msgspec.json.decode(line, type=_Line)
            found.append(Row(entry.seq, bytes(entry.record), entry.hash))
    return tuple(found)


def _line(row: Row) -> bytes:
    return msgspec.json.encode(_Line(row.seq, msgspec.Raw(row.record), row.hash)) + b"\n"
