"""A tournament out of the database, as somebody may see it now: all of it, or what the delay lets by."""

import time
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from companion.hub.event.acts import Act, Appealed, Called, Penalised, ResultIn, Ruled, Signed
from companion.hub.event.tournament import Tournament, fold
from companion.hub.store import acts, schema
from companion.referee.events import Event
from companion.results.kept import Kept

_LATER: Final = (ResultIn, Signed, Appealed, Called, Ruled, Penalised)
"""Acts that tell how a table stands: the public sees them as late as the table itself."""


class Device(NamedTuple):
    """A table in the hall: the machine that is there.

    ``blind``: its camera sees nothing; ``asks``: its referee waits for an answer. ``updated``: when its newest event
    came.
    """

    id: str
    number: int
    name: str
    health: dict[str, object]
    game: str = ""
    rules: str = ""
    begun: float = 0.0
    updated: float = 0.0
    forked: bool = False
    asks: bool = False

    @property
    def blind(self) -> bool:
        """Whether the table's camera is of no use now, by what the table said last."""
        return bool(self.health.get("blind"))


class Seen(NamedTuple):
    """One event: ``acts`` and what they come to; ``devices`` by number; ``at``: the time up to which games are seen."""

    id: int
    slug: str
    acts: tuple[Act, ...]
    tournament: Tournament
    devices: dict[int, Device]
    at: float
    now: float

    @property
    def last(self) -> int:
        """The number of the last act."""
        return self.acts[-1].seq if self.acts else 0


def slugs(connection: sa.Connection) -> list[tuple[str, str]]:
    """Every event: its name in addresses, its name; the newest first."""
    known = schema.tournaments.c
    rows = connection.execute(sa.select(known.slug, known.name).order_by(known.id.desc()))
    return [(row.slug, row.name) for row in rows]


def event(connection: sa.Connection, slug: str, *, public: bool) -> Seen | None:
    """The event of this name; ``public``: as late as its plan says. ``None``: there is none."""
    known = schema.tournaments.c
    row = connection.execute(sa.select(known.id, known.slug).where(known.slug == slug)).first()
    if row is None:
        return None
    done = tuple(msgspec.json.decode(kept.record, type=Act) for kept in acts.read(connection, row.id))
    whole = fold(done)
    now = time.time()
    at = now - whole.setting.delay if public else now
    if public and whole.setting.delay:
        done = tuple(act for act in done if act.at <= at or not isinstance(act.deed, _LATER))
        whole = fold(done)
    return Seen(row.id, row.slug, done, whole, _devices(connection, row.id, at), at, now)


def _devices(connection: sa.Connection, tournament: int, at: float) -> dict[int, Device]:
    table, game = schema.tables.c, schema.games.c
    found: dict[int, Device] = {}
    for row in connection.execute(
        sa.select(schema.tables).where(table.tournament_id == tournament, table.revoked.is_(None))
    ):
        last = connection.execute(
            sa.select(schema.games)
            .where(game.table_id == row.id, game.begun <= at)
            .order_by(game.begun.desc())
            .limit(1)
        ).first()
        one = Device(row.id, row.number, row.name, row.health or {})
        if last is not None:
            one = one._replace(
                game=last.game,
                rules=last.rules,
                begun=last.begun,
                updated=last.updated,
                forked=last.forked is not None,
                asks=_asks(connection, tournament, last),
            )
        found[row.number] = one
    return found


def _asks(connection: sa.Connection, tournament: int, last: sa.Row[Any]) -> bool:
    """Whether the newest event of a game is a question."""
    known = schema.events.c
    chosen = sa.select(known.record).where(
        known.tournament_id == tournament, known.table_id == last.table_id, known.game == last.game,
        known.seq == last.seq,
    )  # fmt: skip
    record = connection.execute(chosen).scalar()
    return record is not None and Event.parse(record).draft.kind == "question"


def game(
    connection: sa.Connection, tournament: int, table: str, first: str, at: float, *, upto: int = 0
) -> Kept | None:
    """A game as the hub had it at that time, up to an event (0: the last); ``None``: nothing of it was there."""
    known = schema.events.c
    chosen = sa.select(known.record).where(
        known.tournament_id == tournament, known.table_id == table, known.game == first, known.received <= at
    )  # fmt: skip
    if upto:
        chosen = chosen.where(known.seq <= upto)
    records = connection.execute(chosen.order_by(known.seq)).scalars()
    events = tuple(Event.parse(record) for record in records)
    return Kept(first[:12], events) if events and events[0].draft.kind == "setup" else None


def games(connection: sa.Connection, tournament: int) -> list[tuple[str, str, str, int]]:
    """Every game of an event: table, game, rules, how many events; oldest first."""
    known = schema.games.c
    chosen = sa.select(known.table_id, known.game, known.rules, known.seq).where(known.tournament_id == tournament)
    return [(row.table_id, row.game, row.rules, row.seq) for row in connection.execute(chosen.order_by(known.begun))]
