"""The log of what was done that is no act of a tournament: by whom, in which role, when."""

import time

import sqlalchemy as sa

from companion.hub.store import schema


def note(
    connection: sa.Connection, what: str, body: dict[str, object], *, by: str, role: str, tournament: int | None = None
) -> None:
    """Write it down, inside the caller's transaction."""
    row = {"tournament_id": tournament, "by": by, "role": role, "what": what, "body": body, "at": time.time()}
    connection.execute(schema.audit.insert().values(row))
