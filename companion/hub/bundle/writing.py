"""A tournament out of the database into a bundle."""

import io
import zipfile
from collections.abc import Iterable

import msgspec
import sqlalchemy as sa

from companion.hub.bundle.form import ACTS, CONTENTS, VERSION, Act, Contents, Game, Table, picture
from companion.hub.store import acts, pictures, schema
from companion.uplink.messages import Entry, text


def bundle(connection: sa.Connection, tournament: int) -> bytes:
    """The bundle of a tournament as it stands in this transaction."""
    row = connection.execute(sa.select(schema.tournaments).where(schema.tournaments.c.id == tournament)).one()
    done = acts.read(connection, tournament)
    games = _games(connection, tournament)
    head = done[-1].hash if done else ""
    tables = _tables(connection, {game.table for game in games})
    told = Contents(VERSION, row.slug, row.name, len(done), head, tables, games, pictures.every(connection, tournament))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(CONTENTS, msgspec.json.format(msgspec.json.encode(told)))
        archive.writestr(ACTS, _lines(Act(one.seq, msgspec.Raw(one.record), one.hash) for one in done))
        for game in games:
            archive.writestr(game.file, _lines(_events(connection, tournament, game)))
        for name in told.pictures:
            archive.writestr(picture(name), pictures.read(connection, tournament, name) or b"", zipfile.ZIP_STORED)
    return made.getvalue()


def _games(connection: sa.Connection, tournament: int) -> tuple[Game, ...]:
    known = schema.games.c
    chosen = sa.select(
        known.table_id, known.game, known.rules, known.journal, known.seq, known.hash, sa.func.coalesce(known.forked, 0)
    ).where(known.tournament_id == tournament, known.seq > 0)
    return tuple(Game(*row) for row in connection.execute(chosen.order_by(known.table_id, known.begun)))


def _tables(connection: sa.Connection, ids: Iterable[str]) -> tuple[Table, ...]:
    known = schema.tables.c
    chosen = sa.select(known.id, known.name, known.number, known.key).where(known.id.in_(sorted(ids)))
    rows = connection.execute(chosen.order_by(known.number, known.id))
    return tuple(Table(row.id, row.name, row.number, text(row.key)) for row in rows)


def _events(connection: sa.Connection, tournament: int, game: Game) -> Iterable[Entry]:
    known = schema.events.c
    chosen = sa.select(known.seq, known.record, known.hash, known.signature).where(
        known.tournament_id == tournament, known.table_id == game.table, known.game == game.game
    )
    for row in connection.execute(chosen.order_by(known.seq)):
        yield Entry(row.seq, msgspec.Raw(row.record), row.hash, text(row.signature) if row.signature else "")


def _lines(rows: Iterable[msgspec.Struct]) -> bytes:
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
