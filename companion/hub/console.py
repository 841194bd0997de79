"""What is done on the hub's own machine, beside the workers: a code that pairs a table."""

import sqlalchemy as sa

from companion.errors import Unusable
from companion.hub.pairing import Code, Wanted, new_code
from companion.hub.store import database, migration, schema
from companion.hub.store.audit import note
from companion.hub.store.tournaments import numbered


def code_for(url: str, number: int, name: str, slug: str, public: str) -> Code:
    """A code made on the hub's own machine. Raises ``Unusable``."""
    engine = database.connect(url)
    try:
        migration.check(engine)
        with engine.begin() as connection:
            of = _tournament(connection, slug) if slug else None
            made = new_code(connection, Wanted(number, name, of), public)
            note(connection, "pairing_code", {"number": number}, by="console", role="organiser", tournament=of)
        return made
    finally:
        engine.dispose()


def _tournament(connection: sa.Connection, slug: str) -> int:
    found = numbered(connection, slug)
    if found is None:
        there = ", ".join(connection.execute(sa.select(schema.tournaments.c.slug)).scalars()) or "none"
        raise Unusable(f"--tournament {slug!r}: not known; there is {there}")
    return found
