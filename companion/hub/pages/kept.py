"""A tournament out of the database, as somebody may see it now: all of it, or what the delay lets by."""

import time
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from companion.hub.event.acts import Act, Appealed, Called, Penalised, ResultIn, Ruled, Signed
from companion.hub.event.tournament import Place, Tournament, fold
from companion.hub.store import acts, schema
from companion.referee.events import Event
from companion.results.kept import Kept

_LATER: Final = (ResultIn, Signed, Appealed, Called, Ruled, Penalised)
"""Acts that tell how a table stands: the public sees them as late as the table itself."""


class Device(NamedTuple):
    """A table in the hall: the machine that is there.

    ``blind``: its camera sees nothing; ``asks``: its referee waits for an answer. ``updated``: when its newest event
    came; ``seen``: when the table last told of itself.
    """

    id: str
    number: int
    name: str
    health: dict[str, Any]
    game: str = ""
    rules: str = ""
    begun: float = 0.0
    updated: float = 0.0
    forked: bool = False
    asks: bool = False
    seen: float = 0.0

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
    folded = _folded(connection, row.id)
    now = time.time()
    delay = folded.whole.setting.delay if public else 0
    if delay:
        folded = _late(folded, (str(connection.engine.url), row.id), now - delay)
    at = now - delay
    return Seen(row.id, row.slug, folded.acts, folded.whole, _devices(connection, row.id, at), at, now)


def numbered(connection: sa.Connection, number: int | None) -> Seen | None:
    """All of the event with this number (``tournaments.id``); ``None``: there is none."""
    known = schema.tournaments.c
    slug = connection.execute(sa.select(known.slug).where(known.id == number)).scalar()
    return None if slug is None else event(connection, slug, public=False)


class _Folded(NamedTuple):
    """The acts of an event, the last one's hash, and what they come to."""

    acts: tuple[Act, ...]
    head: str
    whole: Tournament


_WHOLE: Final[dict[tuple[str, int], _Folded]] = {}
_PUBLIC: Final[dict[tuple[str, int], _Folded]] = {}
"""By database and event: all of it, and what a delay has let by. Several threads use them: who comes too late has
done the work once more."""


def _folded(connection: sa.Connection, tournament: int) -> _Folded:
    """All that was done, folded on from where it was seen last."""
    key = (str(connection.engine.url), tournament)
    before = _WHOLE.get(key, _Folded((), "", Tournament()))
    read = acts.read(connection, tournament, len(before.acts) - 1 if before.acts else 0)
    if before.acts:
        if read and read[0].hash == before.head:
            read = read[1:]
        else:
            # Another story: set up again from a copy, or an act that was never committed after all.
            before, read = _Folded((), "", Tournament()), acts.read(connection, tournament)
    if read:
        fresh = tuple(msgspec.json.decode(kept.record, type=Act) for kept in read)
        before = _Folded((*before.acts, *fresh), read[-1].hash, fold(fresh, before.whole))
    _WHOLE[key] = before
    return before


def _late(folded: _Folded, key: tuple[str, int], at: float) -> _Folded:
    """What the public sees: of how tables stand only what is old enough."""
    done = tuple(act for act in folded.acts if act.at <= at or not isinstance(act.deed, _LATER))
    before = _PUBLIC.get(key)
    # Of the same acts, more and more are let by: as many are the same ones.
    if before is None or (before.head, len(before.acts)) != (folded.head, len(done)):
        before = _PUBLIC[key] = _Folded(done, folded.head, fold(done))
    return before


def _devices(connection: sa.Connection, tournament: int, at: float) -> dict[int, Device]:
    """Every table, with the newest of its games: three queries, however many tables there are."""
    table, game = schema.tables.c, schema.games.c
    here = sa.and_(table.tournament_id == tournament, table.revoked.is_(None))
    found = {
        row.id: Device(row.id, row.number, row.name, row.health or {}, seen=row.seen or 0.0)
        for row in connection.execute(sa.select(schema.tables).where(here))
    }
    newest = (
        sa.select(game.table_id, sa.func.max(game.begun).label("begun"))
        .join(schema.tables, table.id == game.table_id)
        .where(here, game.begun <= at)
        .group_by(game.table_id)
        .subquery()
    )
    of = sa.and_(game.table_id == newest.c.table_id, game.begun == newest.c.begun)
    last = {row.table_id: row for row in connection.execute(
        sa.select(schema.games).join(newest, of).order_by(game.journal)) if row.table_id in found}  # fmt: skip
    asking = _asking(connection, last.values())
    for row in last.values():
        found[row.table_id] = found[row.table_id]._replace(
            game=row.game, rules=row.rules, begun=row.begun, updated=row.updated, forked=row.forked is not None,
            asks=(row.game, row.seq) in asking,
        )  # fmt: skip
    return {one.number: one for one in found.values()}


_QUESTIONS: Final[dict[tuple[str, int], bool]] = {}
"""By game and event: whether it is a question. An event does not change, and a game has one that is the last."""
_MOST_QUESTIONS: Final = 10_000


def _asking(connection: sa.Connection, last: Iterable[sa.Row[Any]]) -> set[tuple[str, int]]:
    """Those of these games whose newest event is a question."""
    known, rows = schema.events.c, {(row.game, row.seq): row for row in last}
    new = [row for key, row in rows.items() if key not in _QUESTIONS]
    if new:
        these = [(row.tournament_id, row.table_id, row.game, row.seq) for row in new]
        chosen = sa.select(known.game, known.seq, known.record).where(
            sa.tuple_(known.tournament_id, known.table_id, known.game, known.seq).in_(these)
        )
        if len(_QUESTIONS) > _MOST_QUESTIONS:
            _QUESTIONS.clear()
        for row in connection.execute(chosen):
            _QUESTIONS[row.game, row.seq] = Event.parse(row.record).draft.kind == "question"
    return {key for key in rows if _QUESTIONS.get(key)}


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


def played_at(event: Seen, place: Place) -> str:
    """The first event's hash of the game that was, or is, played at a table of a round; empty: not known."""
    result = event.tournament.results.get(place)
    if result is not None and result.game:
        return result.game
    drawn = event.tournament.rounds[place.section][place.round - 1]
    device = event.devices.get(drawn.moved.get(place.table, place.table))
    return "" if device is None else device.game


def owner(connection: sa.Connection, tournament: int, game: str) -> str:
    """The table that wrote a game of an event; empty: nobody."""
    known = schema.games.c
    chosen = sa.select(known.table_id).where(known.tournament_id == tournament, known.game == game)
    return connection.execute(chosen).scalar() or ""
