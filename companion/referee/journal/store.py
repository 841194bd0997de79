"""The journal's two files: the SQLite database that is the truth, and a plain copy of it, line by line.

The copy costs nothing (it is not synced) and lets a database that bits have rotted in, or that was cut
short, be made whole again.
"""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote

import msgspec

from companion.referee.journal.chain import Row

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
_APPLICATION = 0x374D4F41


class _Line(msgspec.Struct, array_like=True):
    seq: int
    record: msgspec.Raw
    hash: str


def connect(path: Path) -> sqlite3.Connection:
    """Open or create the database for writing. Raises ``sqlite3.Error``."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
            connection.execute(f"PRAGMA application_id={_APPLICATION}")
        connection.executescript(_SCHEMA)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def insert(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Add rows inside the caller's transaction."""
    connection.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)


def whole(connection: sqlite3.Connection) -> str:
    """What SQLite itself finds wrong with the file; empty: nothing."""
    try:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        verdict = str(error)
    return "" if verdict == "ok" else " ".join(str(verdict).replace("*** in database main ***", "").split())


@contextlib.contextmanager
def looking(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database only to read it, damaged or not; nothing is written or left behind."""
    name = quote(str(path.resolve()))
    # Without a log beside it the file is all there is, and "immutable" keeps SQLite from making one.
    alone = not path.with_name(path.name + "-wal").exists()
    connection = sqlite3.connect(f"file:{name}?mode=ro{'&immutable=1' if alone else ''}", uri=True)
    try:
        # Lets SQLite read what is left of a file that was cut short.
        with contextlib.suppress(sqlite3.Error):
            connection.execute("PRAGMA writable_schema=ON")
        yield connection
    finally:
        connection.close()


def rows(connection: sqlite3.Connection) -> tuple[Row, ...]:
    """Every row that can still be read, one by one, so that a bad page hides only its own."""
    try:
        found = connection.execute("SELECT seq, record, hash FROM event ORDER BY seq").fetchall()
        return tuple(Row(seq, bytes(record), text) for seq, record, text in found)
    except (sqlite3.Error, TypeError, ValueError, OverflowError):
        return tuple(_one_by_one(connection))


def _one_by_one(connection: sqlite3.Connection) -> Iterator[Row]:
    missing, seq = 0, 0
    while missing < 100:  # an unreadable page holds a few dozen events at most
        seq += 1
        try:
            found = connection.execute("SELECT record, hash FROM event WHERE seq = ?", (seq,)).fetchone()
            row = None if found is None else Row(seq, bytes(found[0]), str(found[1]))
        except (sqlite3.Error, TypeError, ValueError, OverflowError):
            row = None
        missing = 0 if row is not None else missing + 1
        if row is not None:
            yield row


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
        with contextlib.suppress(msgspec.DecodeError):
            entry = msgspec.json.decode(line, type=_Line)
            found.append(Row(entry.seq, bytes(entry.record), entry.hash))
    return tuple(found)


def _line(row: Row) -> bytes:
    return msgspec.json.encode(_Line(row.seq, msgspec.Raw(row.record), row.hash)) + b"\n"
