"""What tables post: their introduction, and what they have written."""

import re
import time
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from litestar import Request, Response, get, post
from litestar.concurrency import sync_to_thread
from litestar.enums import ScopeType
from litestar.exceptions import NotFoundException
from litestar.types import ASGIApp, Receive, Scope, Send

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
_EVENTS: Final = re.compile(r"/api/v1/tables/([^/]+)/events")
_NOTHING: Final = Head(0, START)
_BATCH = msgspec.json.Decoder(Batch)
LARGEST_POST: Final = 4 << 20
"""Bytes that anybody may send at once."""


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


class Posts:
    """What tables post, before everything else: of what a post costs, half were the framework's conveniences."""

    def __init__(self, app: ASGIApp, hub: Hub, desk: Desk) -> None:
        self._app, self._hub, self._desk = app, hub, desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a table's events, and say in the receipt what the hub has on disk; hand on all that is none."""
        found = _EVENTS.fullmatch(scope["path"]) if _is_post(scope) else None
        if found is None:
            await self._app(scope, receive, send)
        elif (body := await _body(receive)) is not None:
            await _answer(send, *await _taken(self._hub, self._desk, found[1], body))


def _is_post(scope: Scope) -> bool:
    return scope["type"] == ScopeType.HTTP and scope["method"] == "POST"


async def _body(receive: Receive) -> bytes | None:
    """What was sent, of too much the beginning; ``None``: he has hung up."""
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message["body"]
        if len(body) > LARGEST_POST or not message["more_body"]:
            return body


async def _answer(send: Send, status: int, receipt: Receipt) -> None:
    body = msgspec.json.encode(receipt)
    length = str(len(body)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", length)]
    headers += [(b"retry-after", b"2")] if status == 503 else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _taken(hub: Hub, desk: Desk, table: str, body: bytes) -> tuple[int, Receipt]:
    if len(body) > LARGEST_POST:
        return 413, Receipt(_NOTHING, "too_large")
    try:
        batch = _BATCH.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        await _set_aside(hub, table, body)
        return 200, Receipt(_NOTHING, "damaged")
    try:
        receipt = await desk.take(Posted(table, batch))
    except (BusyError, sa.exc.SQLAlchemyError):
        # Nothing was taken: the table keeps it and comes again.
        return 503, Receipt(_NOTHING)
    return _STATUS.get(receipt.problem, 200), receipt


async def _set_aside(hub: Hub, table: str, body: bytes) -> None:
    def put() -> None:
        with hub.store.begin() as connection:
            known = connection.execute(sa.select(schema.tables.c.id).where(schema.tables.c.id == table)).first()
            if known is not None:
                keep(connection, table, body, "damaged", now=time.time())

    await sync_to_thread(put)


ROUTES = (offer, pair, revoke, games)
