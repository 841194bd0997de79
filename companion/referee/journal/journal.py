"""The journal of one game: append-only, on disk before it is acknowledged, and it shows any damage.

State is the fold of these events. SQLite in WAL mode with ``synchronous=FULL`` loses no acknowledged
event in a power cut; the hash chain shows every other loss or change, but one: who may write the files can write
another whole game in place of this one, in both. What he cannot write is the table's signature (``signing``).
"""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, Self

from companion.durable import only_read
from companion.errors import Refusal, Unusable
from companion.games.vocabulary import Line, line
from companion.referee.events import START, Draft, Event, digest
from companion.referee.journal import store
from companion.referee.journal.chain import Chain, Row, check, otherwise, splice
from companion.referee.journal.signing import Signature, Signer, is_signed

_ENDS = ("", "-wal", "-shm")
"""Of the names of a database's own files."""


class NotSavedError(OSError):
    """The event could not be written (the disk is full, or worse): nothing happened. One line, and its code."""

    def __init__(self, line: str, code: Refusal = "not_saved") -> None:
        super().__init__(line)
        self.code = code


class _DamagedError(NotSavedError):
    """The file itself does not let an event be written."""


class OnlyReadError(NotSavedError):
    """The card takes nothing: what was kept can be read, nothing is added."""

    def __init__(self, where: Path) -> None:
        super().__init__(f"{where}: this card can only be read: nothing more is kept", "only_read")


class Verdict(NamedTuple):
    """What ``verify`` finds: the intact events, and one line of trouble with its code (empty, None: all is well).

    ``signed``: the last signature, by whom and up to which event; ``None``: of a table that had no key.
    """

    events: tuple[Event, ...]
    trouble: str = ""
    why: Line | None = None
    signed: Signature | None = None


class Journal:
    """One game's journal, open for writing. ``trouble`` tells in one line what opening had to mend, ``why`` as a code.

    ``tripwire`` is called with a name before and after every step that touches the disk: tests cut the
    process off there. ``signer``: the table's key, with which the last event of whatever is written is signed.
    """

    def __init__(
        self, path: Path, *, signer: Signer | None = None, tripwire: Callable[[str], None] = lambda _: None
    ) -> None:
        self.path = path
        self._signer = signer
        self.trouble = ""
        self.why: Line | None = None
        self._trip = tripwire
        self._connection, chain = self._open()
        self.events: list[Event] = list(chain.events)
        self._head = chain.head
        self._sign_head()

    def append(self, *drafts: Draft) -> tuple[Event, ...]:
        """Write events, all or none; returns when they are on disk. Raises ``NotSavedError``."""
        events, rows = self._chain_on(drafts)
        try:
            self._trip("begin")
            self._connection.execute("BEGIN IMMEDIATE")
            self._trip("insert")
            store.insert(self._connection, rows)
            if self._signer is not None and rows:
                store.sign(self._connection, self._signer.sign(rows[-1].seq, rows[-1].hash))
            self._trip("commit")
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            # After some errors SQLite has rolled back by itself.
            if self._connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
            if only_read(self.path.parent):
                raise OnlyReadError(self.path) from error
            raise NotSavedError(f"{self.path.name}: not saved ({error}); free some space, then do it again") from error
        self._trip("committed")
        self.events.extend(events)
        self._head = rows[-1].hash
        self._tidy(rows)
        return events

    def close(self) -> None:
        """Close the file; all is on disk already."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _chain_on(self, drafts: Sequence[Draft]) -> tuple[tuple[Event, ...], list[Row]]:
        events, rows = [], []
        head = self._head
        for offset, draft in enumerate(drafts, start=1):
            event = Event(len(self.events) + offset, draft, time.monotonic(), _boot(), time.time(), head)
            record = event.record()
            head = digest(record)
            events.append(event)
            rows.append(Row(event.seq, record, head))
        return tuple(events), rows

    def _sign_head(self) -> None:
        """Vouch for what stands there, where that is lacking; what cannot be written now is with the next event."""
        if self._signer is None or not self.events:
            return
        with contextlib.suppress(*store.UNREADABLE):
            found = store.signatures(self._connection)
            if not found or found[-1].seq != len(self.events) or not _good(found[-1], self._head):
                store.sign(self._connection, self._signer.sign(len(self.events), self._head))

    def _tidy(self, rows: Sequence[Row]) -> None:
        """Move the log into the database and add to the copy: good to have done, but never a reason to refuse."""
        with contextlib.suppress(sqlite3.Error):
            # An emptied log leaves nothing in which a rotten bit could hide the newest events. While somebody reads the
            # file that cannot be: the next event's turn then, as no move waits for a reader.
            self._connection.execute("PRAGMA busy_timeout=0")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.execute(f"PRAGMA busy_timeout={store.PATIENCE_MS}")
        self._trip("checkpointed")
        with contextlib.suppress(OSError):
            store.append_copy(self.path, rows)
        self._trip("copied")

    def _open(self) -> tuple[sqlite3.Connection, Chain]:
        copied = store.copied(self.path)
        if not self.path.exists() and not copied:
            if only_read(self.path.parent):
                raise OnlyReadError(self.path)
            return self._connect(1), Chain((), START, "")
        rows, trouble, _signed = _read(self.path)
        chain = check(rows)
        trouble = trouble or chain.trouble or otherwise(chain, copied)
        best = splice(rows, copied)
        if only_read(self.path.parent):
            # Nothing is mended and nothing added: it has no table to add to.
            self.trouble, self.why = str(OnlyReadError(self.path)), line("only_read")
            return sqlite3.connect(":memory:", check_same_thread=False), check(best)
        if not trouble and len(best) > len(chain.events):
            trouble = f"the last {len(best) - len(chain.events)} events were cut off"
        try:
            connection = None if trouble else self._connect(len(rows) + 1)
        except _DamagedError as error:
            connection, trouble = None, f"no event can be added to it ({error})"
        if connection is None:
            return self._rescue(best, trouble)
        if len(copied) < len(rows) or check(copied).head != chain.head:
            with contextlib.suppress(OSError):
                store.write_copy(self.path, rows)
        return connection, chain

    def _connect(self, seq: int) -> sqlite3.Connection:
        """Open it for writing; ``seq``: the event that is tried to be written."""
        connection = None
        try:
            connection = store.connect(self.path, signed=self._signer is not None)
            store.try_out(connection, seq)
        except store.UNREADABLE as error:
            if connection is not None:
                connection.close()
            if store.damaged(self.path, error):
                raise _DamagedError(_on_one_line(error)) from error
            raise NotSavedError(f"{self.path}: no journal can be kept here ({error})", "no_journal") from error
        return connection

    def _rescue(self, best: Sequence[Row], trouble: str) -> tuple[sqlite3.Connection, Chain]:
        """Go on with these rows. Only when they are on disk is the damaged file set aside."""
        fresh = self.path.with_name(f".{self.path.name}.mended")
        for end in _ENDS:
            fresh.with_name(fresh.name + end).unlink(missing_ok=True)
        try:
            with contextlib.closing(store.connect(fresh)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                store.insert(connection, best)
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            for end in _ENDS:
                fresh.with_name(fresh.name + end).unlink(missing_ok=True)
            said = f"{self.path.name}: {trouble}, and not saved ({error}); free some space, then do it again"
            raise NotSavedError(said) from error
        aside = _set_aside(self.path)
        fresh.rename(self.path)
        with contextlib.suppress(OSError):
            store.write_copy(self.path, best)
        kept = "nothing could be kept" if not best else f"intact up to event {len(best)}, which is kept"
        self.trouble = f"{self.path.name}: {trouble}; {kept}; the damaged file is now {aside.name}"
        self.why = line("journal_lost", file=self.path.name, aside=aside.name)
        if best:
            self.why = line("journal_mended", file=self.path.name, n=len(best), aside=aside.name)
        return self._connect(len(best) + 1), check(best)


def verify(path: Path) -> Verdict:
    """Read a journal without touching it: its intact events and where it breaks.

    Raises ``Unusable`` when there is no such file, or it is something else.
    """
    if not path.is_file():
        raise Unusable(f"{path}: there is no such journal; see companion journal --help")
    rows, trouble, signed = _read(path)
    chain, copied = check(rows), store.copied(path)
    trouble = chain.trouble or trouble or otherwise(chain, copied) or _forged(chain, signed)
    missing = len(splice(rows, copied)) - len(chain.events)
    if not trouble and missing > 0:
        trouble = f"the last {missing} events were cut off"
    if not trouble:
        return Verdict(chain.events, signed=signed[-1] if signed else None)
    intact = f"intact up to event {len(chain.events)}"
    rescue = f"; the copy beside it still has {missing} more" if missing > 0 else ""
    why = line("journal_damaged", file=path.name, n=len(chain.events))
    return Verdict(chain.events, f"{path.name}: {trouble}; {intact}{rescue}", why)


def discard(path: Path) -> None:
    """Remove what there is of a journal that was never begun."""
    for part in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm")), store.copy_path(path)):
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _good(signature: Signature, event_hash: str) -> bool:
    return is_signed(signature.key, event_hash, signature.signature)


def _forged(chain: Chain, signed: Sequence[Signature]) -> str:
    """Whether what the table signed last, and with it all before, is not what stands there; empty: it is."""
    if not signed:
        return ""
    hashes = [event.prev for event in chain.events[1:]] + [chain.head]
    last = signed[-1]
    if 1 <= last.seq <= len(chain.events) and _good(last, hashes[last.seq - 1]):
        return ""
    return f"event {last.seq} is not the one that the table signed"


def _read(path: Path) -> tuple[tuple[Row, ...], str, tuple[Signature, ...]]:
    if not path.exists():
        return (), "the file is gone", ()
    try:
        with store.looking(path) as connection:
            trouble = store.whole(path, connection)
            return store.rows(connection), trouble, store.signatures(connection)
    except (*store.UNREADABLE, OSError) as error:
        return (), _on_one_line(error), ()


def _on_one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _set_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    for end in _ENDS:
        part = path.with_name(path.name + end)
        if part.exists():
            part.rename(aside.with_name(aside.name + end))
    copy = store.copy_path(path)
    if copy.exists():
        copy.rename(store.copy_path(aside))
    return aside


@cache
def _boot() -> str:
    """Which start of the machine this is: the same for as long as a process lives."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""
