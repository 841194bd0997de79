"""Tournaments as rows: opened, found."""

import re
import time
from typing import Any, Final

import sqlalchemy as sa

from companion.errors import Unusable
from companion.hub.store import database, schema

_SLUG: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


def open_tournament(connection: sa.Connection, slug: str, name: str, settings: dict[str, Any]) -> int:
    """A new tournament, inside the caller's transaction; returns its number. Raises ``Unusable``."""
    if not _SLUG.fullmatch(slug):
        raise Unusable(f"{slug!r}: no name for addresses; small letters, digits and hyphens, such as spring-cup")
    if numbered(connection, slug) is not None:
        raise Unusable(f"{slug!r}: there is such a tournament already; choose another name")
    row = {"slug": slug, "name": name or slug, "settings": settings, "opened": time.time()}
    number = connection.execute(schema.tournaments.insert().values(row).returning(schema.tournaments.c.id)).scalar_one()
    database.open_partition(connection, number)
    return int(number)


def numbered(connection: sa.Connection, slug: str) -> int | None:
    """The number of the tournament with this name; ``None``: there is none."""
    known = schema.tournaments.c
    found = connection.execute(sa.select(known.id).where(known.slug == slug)).scalar()
    return None if found is None else int(found)
