"""How a table comes to be known: a code that is good once, and the key that is pinned for good."""

import hashlib
import secrets
import time
from typing import Final

import msgspec
import sqlalchemy as sa

from companion.hub.store import schema
from companion.hub.store.audit import note
from companion.referee.journal.signing import fingerprint
from companion.uplink.messages import Welcome

CODE_SECONDS: Final = 900.0
"""How long a code is good for: time to walk to the table with it."""
_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters that nobody mistakes for another."""
_CODE_LETTERS: Final = 12
"""31^12: 59 bits, far beyond guessing in that time."""


class Wanted(msgspec.Struct, frozen=True):
    """A table to be paired: its number in the hall, its name."""

    number: int = 0
    name: str = ""
    tournament: int | None = None


class Code(msgspec.Struct, frozen=True):
    """The code, and the address with it that goes into the QR code; ``seconds``: how long it is good for."""

    code: str
    address: str
    seconds: float


def new_code(connection: sa.Connection, wanted: Wanted, public: str) -> Code:
    """A code with which one table can introduce itself."""
    code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LETTERS))
    row = {
        "hash": _hashed(code), "tournament_id": wanted.tournament, "number": wanted.number, "name": wanted.name,
        "expires": time.time() + CODE_SECONDS,
    }  # fmt: skip
    connection.execute(schema.pairing_codes.insert().values(row))
    return Code(code, f"{public}/pair/{code}", CODE_SECONDS)


def welcomed(connection: sa.Connection, code: str, key: bytes) -> Welcome | None:
    """Pin the key of who comes with this code; ``None``: the code is no good. That he has the key has been proven."""
    codes, now, table = schema.pairing_codes, time.time(), fingerprint(key)
    good = sa.and_(codes.c.hash == _hashed(code), codes.c.expires > now)
    # The same table may ask twice: its first answer may have been lost on the way.
    mine = sa.or_(codes.c.used_by.is_(None), codes.c.used_by == table)
    told = (codes.c.tournament_id, codes.c.number, codes.c.name)
    row = connection.execute(codes.update().where(good, mine).values(used_by=table).returning(*told)).first()
    if row is None:
        return None
    name = row.name or (f"Table {row.number}" if row.number else table)
    values = {"tournament_id": row.tournament_id, "number": row.number, "name": name, "paired": now, "revoked": None}
    known = connection.execute(schema.tables.update().where(schema.tables.c.id == table).values(values))
    if not known.rowcount:
        connection.execute(schema.tables.insert().values(id=table, key=key, **values))
    said: dict[str, object] = {"table": table, "number": row.number}
    note(connection, "paired", said, by=name, role="table", tournament=row.tournament_id)
    if row.tournament_id is None:
        return Welcome(table, name)
    chosen = sa.select(schema.tournaments.c.slug).where(schema.tournaments.c.id == row.tournament_id)
    return Welcome(table, name, connection.execute(chosen).scalar_one())


def _hashed(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
