"""Pictures of what cameras saw, by their SHA-256, which stands in the event that they are the evidence of."""

import hashlib
import time
from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from companion.hub.store.schema import pictures


def add(connection: sa.Connection, tournament: int, table: str, body: bytes) -> None:
    """Keep a picture; once."""
    row = {
        "tournament_id": tournament, "hash": hashlib.sha256(body).hexdigest(), "table_id": table, "body": body,
        "received": time.time(),
    }  # fmt: skip
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(insert(pictures).values(row).on_conflict_do_nothing())


def there(connection: sa.Connection, tournament: int, hashes: Collection[str]) -> frozenset[str]:
    """Those of these that the hub has."""
    chosen = sa.select(pictures.c.hash).where(
        pictures.c.tournament_id == tournament, pictures.c.hash.in_(tuple(hashes))
    )
    return frozenset(connection.execute(chosen).scalars())


def every(connection: sa.Connection, tournament: int) -> tuple[str, ...]:
    """All that the hub has of a tournament, in order."""
    chosen = sa.select(pictures.c.hash).where(pictures.c.tournament_id == tournament)
    return tuple(connection.execute(chosen.order_by(pictures.c.hash)).scalars())


def read(connection: sa.Connection, tournament: int, name: str) -> bytes | None:
    """A picture (JPEG); ``None``: the hub has it not."""
    chosen = sa.select(pictures.c.body).where(pictures.c.tournament_id == tournament, pictures.c.hash == name)
    found = connection.execute(chosen).scalar()
    return None if found is None else bytes(found)
