"""Pictures that a tournament wants of its tables: those of a game that somebody appeals against or an arbiter asks for.

Nothing but what the events of that game name, each by its SHA-256: the table has signed the events, so no picture can
be put in another one's place afterwards, and no table can send anything else.
"""

from collections.abc import Iterable
from typing import Final

import sqlalchemy as sa

from companion.hub.pages import kept
from companion.hub.store import pictures
from companion.referee.events import Event

_MOST: Final = 1000
"""Pictures of one table at once: more than a game has."""


def named(events: Iterable[Event]) -> tuple[str, ...]:
    """The pictures that these events name, each once."""
    found = (zone.picture for event in events for zone in event.draft.evidence.settled if zone.picture)
    return tuple(dict.fromkeys(found))


def wanted(connection: sa.Connection, event: kept.Seen) -> dict[str, tuple[str, ...]]:
    """By the tables (their ids) that are to send them: the pictures that the hub lacks."""
    found: dict[str, tuple[str, ...]] = {}
    for place in sorted(event.tournament.pictures):
        first = kept.played_at(event, place)
        owner = kept.owner(connection, event.id, first) if first else ""
        game = kept.game(connection, event.id, owner, first, event.at) if owner else None
        names = () if game is None else named(game.events)
        if names:
            has = pictures.there(connection, event.id, names)
            lacking = tuple(name for name in names if name not in has)
            found[owner] = (*found.get(owner, ()), *lacking)[:_MOST]
    return found
