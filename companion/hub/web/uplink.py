"""What tables post: their introduction, and what they have written."""

import time
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from litestar import Request, Response, get, post
from litestar.concurrency import sync_to_thread
from litestar.exceptions import NotFoundException

from companion.hub.ingest.desk import BusyError, Desk
from companion.hub.ingest.taking import Posted, keep
from companion.hub.pairing import Code, Wanted, new_code, welcomed
from companion.hub.store import schema
from companion.hub.store.audit import note
from companion.hub.web.access import Actor
from companion.hub.web.hub import Hub
from companion.referee.events import START
from companion.referee.journal.signing import vouched
from companion.uplink.messages import PAIR, Batch, Head, Introduction, Known, Receipt, Welcome
from companion.uplink.messages import data as decoded

AnyRequest = Request[Any, Any, Any]
_STATUS: Final = {"unknown_table": 404, "revoked": 403}
_BATCH = msgspec.json.Decoder(Batch)


@post("/api/v1/pairing-codes", sync_to_thread=True)
def offer(hub: Hub, actor: Actor, data: Wanted) -> Code:
    """A code for a table."""
    actor.must("arbiter", data.tournament)
    with hub.store.begin() as connection:
        code = new_code(connection, data, hub.wish.public)
        said: dict[str, object] = {"number": data.number}
        note(connection, "pairing_code", said, by=actor.name, role=actor.role, tournament=data.tournament)
    return code


@post("/api/v1/pair", sync_to_thread=True)
def pair(hub: Hub, data: Introduction) -> Response[Welcome | dict[str, str]]:
    """A table introduces itself: its key is pinned from now on."""
    key = decoded(data.key)
    if not vouched(key, PAIR, data.code.encode(), decoded(data.proof)):
        return Response({"problem": "forged"}, status_code=403)
    with hub.store.begin() as connection:
        welcome = welcomed(connection, data.code, key)
    return Response({"problem": "code"}, status_code=403) if welcome is None else Response(welcome, status_code=201)


@post("/api/v1/tables/{table:str}/revocation", sync_to_thread=True)
def revoke(hub: Hub, actor: Actor, table: str) -> Response[None]:
    """Nothing more is taken from this table; what it has written stays."""
    known = schema.tables
    with hub.store.begin() as connection:
        row = connection.execute(sa.select(known.c.tournament_id).where(known.c.id == table)).first()
        actor.must("arbiter", None if row is None else row.tournament_id)
        if row is None:
            raise NotFoundException(f"there is no table {table}")
        connection.execute(known.update().where(known.c.id == table).values(revoked=time.time()))
        said: dict[str, object] = {"table": table}
        note(connection, "revoked", said, by=actor.name, role=actor.role, tournament=row.tournament_id)
    return Response(None, status_code=204)


@get("/api/v1/tables/{table:str}/games", sync_to_thread=True)
def games(hub: Hub, table: str) -> Response[Known]:
    """What the hub has of this table."""
    known = schema.games.c
    with hub.look.begin() as connection:
        there = connection.execute(sa.select(schema.tables.c.id).where(schema.tables.c.id == table)).first()
        rows = connection.execute(sa.select(known.game, known.seq, known.hash).where(known.table_id == table)).all()
    found = Known({row.game: Head(row.seq, row.hash) for row in rows})
    return Response(found, status_code=200 if there is not None else 404)


@post("/api/v1/tables/{table:str}/events", status_code=200)
async def events(request: AnyRequest, hub: Hub, desk: Desk, table: str) -> Response[Receipt]:
    """Take events. The receipt says what the hub has, on disk."""
    body = await request.body()
    try:
        batch = _BATCH.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        await _set_aside(hub, table, body)
        return Response(Receipt(Head(0, START), "damaged"), status_code=200)
    try:
        receipt = await desk.take(Posted(table, batch))
    except (BusyError, sa.exc.SQLAlchemyError):
        # Nothing was taken: the table keeps it and comes again.
        return Response(Receipt(Head(0, START)), status_code=503, headers={"retry-after": "2"})
    return Response(receipt, status_code=_STATUS.get(receipt.problem, 200))


async def _set_aside(hub: Hub, table: str, body: bytes) -> None:
    def put() -> None:
        with hub.store.begin() as connection:
            known = connection.execute(sa.select(schema.tables.c.id).where(schema.tables.c.id == table)).first()
            if known is not None:
                keep(connection, table, body, "damaged", now=time.time())

    await sync_to_thread(put)


ROUTES = (offer, pair, revoke, games, events)
