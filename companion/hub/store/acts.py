"""The acts of a tournament on disk: numbered, a hash chain, never changed. What they mean is ``event``'s to say."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from companion.hub.store import schema
from companion.referee.events import START, digest


class OvertakenError(Exception):
    """Somebody else did something in between: look again, then decide."""


class Entry(msgspec.Struct, frozen=True):
    """An act as it is kept: number (from 1), when (seconds since 1970), who in which role did what (JSON)."""

    seq: int
    at: float
    by: str
    role: str
    deed: msgspec.Raw
    prev: str


class Kept(NamedTuple):
    """An act as it stands in the database."""

    seq: int
    hash: str
    record: bytes


def add(
    connection: sa.Connection, tournament: int, deed: msgspec.Struct, *, by: str, role: str, at: float, after: int
) -> Kept:
    """Write an act, inside the caller's transaction; ``after``: the last one that he knows.

    Raises ``OvertakenError`` where that is not the last one any more; ``LookupError``: no such tournament.
    """
    # One at a time in each tournament: the others wait here.
    locked = sa.select(schema.tournaments.c.id).where(schema.tournaments.c.id == tournament).with_for_update()
    if connection.execute(locked).first() is None:
        raise LookupError(f"there is no tournament {tournament}")
    kept = schema.acts.c
    last = sa.select(kept.seq, kept.hash).where(kept.tournament_id == tournament).order_by(kept.seq.desc()).limit(1)
    found = connection.execute(last).first()
    seq, head = (0, START) if found is None else (found.seq, found.hash)
    if seq != after:
        raise OvertakenError(f"act {seq} has been done since act {after}")
    record = msgspec.json.encode(Entry(seq + 1, at, by, role, msgspec.Raw(msgspec.json.encode(deed)), head))
    entry = Kept(seq + 1, digest(record), record)
    connection.execute(schema.acts.insert().values(tournament_id=tournament, **entry._asdict()))
    return entry


def read(connection: sa.Connection, tournament: int, after: int = 0) -> tuple[Kept, ...]:
    """The acts since that one, oldest first."""
    kept = schema.acts.c
    chosen = sa.select(kept.seq, kept.hash, kept.record).where(kept.tournament_id == tournament, kept.seq > after)
    return tuple(Kept(*row) for row in connection.execute(chosen.order_by(kept.seq)))


def broken(entries: Iterable[Kept]) -> str:
    """Where acts from the first one on do not follow each other; empty: nowhere."""
    head = START
    for number, kept in enumerate(entries, 1):
        if digest(kept.record) != kept.hash:
            return f"act {number} is not what was written (its hash differs)"
        try:
            entry = msgspec.json.decode(kept.record, type=Entry)
        except msgspec.DecodeError as error:
            return f"act {number} cannot be read ({error})"
        if (entry.seq, kept.seq, entry.prev) != (number, number, head):
            return f"act {number} does not follow the one before it"
        head = kept.hash
    return ""
