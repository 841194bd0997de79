"""Tables and their tournament: what each is told, what people do at it, how it is."""

import hashlib
import time
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa
from litestar import Response, post
from litestar.concurrency import sync_to_thread
from litestar.exceptions import ClientException, NotFoundException, PermissionDeniedException

from companion.hub.event.acts import Called, CheckedIn, Deed, Signed
from companion.hub.event.doubts import doubts
from companion.hub.event.tournament import Place, Tournament
from companion.hub.evidence import wanted
from companion.hub.halls import Halls
from companion.hub.pages import kept
from companion.hub.store import acts, pictures, schema
from companion.hub.web.access import known
from companion.hub.web.hub import Hub
from companion.referee.journal.signing import vouched
from companion.uplink.messages import (
    CARRIER,
    DEED,
    HALL,
    HEALTH,
    HELD,
    LARGEST_PICTURE,
    PICTURE,
    Heard,
    Listening,
    Report,
    Told,
    Vouched,
    Wanted,
    data,
)

_FRESH: Final = 60.0
"""Seconds by which a report may be older or newer than the hub's clock: an old one is not to be said again."""
_JPEG: Final = b"\xff\xd8\xff"
_Said = TypeVar("_Said", bound=msgspec.Struct)


@post("/api/v1/tables/{table:str}/hall", status_code=200)
async def listen(hub: Hub, halls: Halls, table: str, data: Vouched) -> Told:
    """What the tournament says to this table; when it is another than it knows."""
    row, said = await sync_to_thread(_vouched, hub, table, data, HALL, Listening)
    return await halls.told(row.tournament_id or 0, row.number, said.mark, HELD)


@post("/api/v1/tables/{table:str}/deeds", status_code=200)
async def deed(hub: Hub, table: str, data: Vouched) -> Heard:
    """What people do at this table: a seat signs, an arbiter is called."""
    tournament, heard = await sync_to_thread(_do, hub, table, data)
    if tournament:
        hub.bus.say(f"act.{tournament}")
    return heard


@post("/api/v1/tables/{table:str}/health", status_code=204)
async def health(hub: Hub, table: str, data: Vouched) -> Response[None]:
    """How this table is: for the desk."""
    tournament = await sync_to_thread(_keep, hub, table, data)
    if tournament:
        hub.bus.say(f"game.{tournament}.{table}", b"{}")
    return Response(None, status_code=204)


@post("/api/v1/tables/{table:str}/pictures", status_code=204)
async def picture(hub: Hub, table: str, data: Vouched) -> Response[None]:
    """What the table's camera saw, where it was asked for."""
    tournament = await sync_to_thread(_show, hub, table, data)
    hub.bus.say(f"game.{tournament}.{table}", b"{}")
    return Response(None, status_code=204)


def _show(hub: Hub, table: str, vouch: Vouched) -> int:
    """Keep the picture; the tournament."""
    row, said = _heard(hub, table, vouch, PICTURE)
    name = hashlib.sha256(said).hexdigest()
    with hub.store.begin() as connection:
        event = kept.numbered(connection, row.tournament_id)
        asked = () if event is None else wanted(connection, event).get(table, ())
        if len(said) > LARGEST_PICTURE or not said.startswith(_JPEG) or name not in asked:
            raise ClientException("nobody asked for this picture")
        pictures.add(connection, row.tournament_id, table, said)
    return int(row.tournament_id)


def _vouched(hub: Hub, table: str, vouch: Vouched, purpose: str, kind: type[_Said]) -> tuple[Any, _Said]:
    """The table's row, and what it says, which is really from it."""
    row, said = _heard(hub, table, vouch, purpose)
    try:
        return row, msgspec.json.decode(said, type=kind)
    except msgspec.DecodeError as error:
        raise ClientException("this cannot be read") from error


def _heard(hub: Hub, table: str, vouch: Vouched, purpose: str) -> tuple[Any, bytes]:
    with hub.look.begin() as connection:
        row = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).first()
    if row is None:
        raise NotFoundException("no such table")
    said = data(vouch.said)
    key = data(vouch.key)
    spoken = vouched(row.key, CARRIER, key, data(vouch.carrier)) and vouched(key, purpose, said, data(vouch.proof))
    if row.revoked is not None or not spoken:
        raise PermissionDeniedException("this was not said by that table")
    return row, said


def _do(hub: Hub, table: str, vouch: Vouched) -> tuple[int, Heard]:
    """The tournament in which it was done (0: nothing was), and what the table is told of it."""
    row, wanted = _vouched(hub, table, vouch, DEED, Wanted)
    try:
        with hub.store.begin() as connection:
            event = kept.numbered(connection, row.tournament_id)
            if event is None:
                return 0, Heard("no_such_table")
            if wanted.do == "check_in":
                done: Deed | str | None = _arriving(connection, event, wanted.badge)
            else:
                done = _deed(event.tournament, row.number, wanted)
            if done is None or isinstance(done, str):
                return 0, Heard(done or "")
            if doubt := doubts(event.tournament, table, "table", done):
                return 0, Heard(doubt)
            acts.add(connection, event.id, done, by=table, role="table", at=time.time(), after=event.last)
    except acts.OvertakenError:
        return 0, Heard("again")
    return event.id, Heard(name=event.tournament.players[done.player].name if isinstance(done, CheckedIn) else "")


def _arriving(connection: sa.Connection, event: kept.Seen, badge: str) -> Deed | str:
    """Who shows his badge to a table's camera is here."""
    shown = known(connection, badge)
    player = event.tournament.players.get(shown.name)
    if shown.role != "player" or shown.tournament != event.id or player is None:
        return "no_such_player"
    return CheckedIn(player.id)


def _deed(tournament: Tournament, number: int, wanted: Wanted) -> Deed | str | None:
    """The deed that it comes to; a string: why it is none; ``None``: it is done already."""
    place = Place(wanted.section, wanted.round, wanted.drawn)
    if tournament.seating(place) is None:
        return "no_such_table"
    drawn = tournament.rounds[place.section][place.round - 1]
    if drawn.moved.get(place.table, place.table) != number:
        return "not_yours"
    if wanted.do == "call":
        # One that was said before, and heard, is not said once more.
        return Called(*place) if wanted.calls == tournament.calls.get(place, 0) else "overtaken"
    result = tournament.results.get(place)
    if result is None:
        return "no_result"
    if result.scores != wanted.points or result.game not in {"", wanted.game}:
        return "result_changed"
    return None if wanted.seat in result.signed else Signed(*place, wanted.seat, result.act)


def _keep(hub: Hub, table: str, vouch: Vouched) -> int:
    """Write it down where it is new; the tournament where it is another one than before."""
    row, report = _vouched(hub, table, vouch, HEALTH, Report)
    now, told = time.time(), msgspec.to_builtins(report)
    before = row.health or {}
    if abs(report.at - now) > _FRESH or report.at <= before.get("at", 0.0):
        return 0
    tables = schema.tables
    with hub.store.begin() as connection:
        connection.execute(tables.update().where(tables.c.id == table).values(health=told, seen=now))
    same = {**before, "at": 0.0} == {**told, "at": 0.0}
    return 0 if same else row.tournament_id or 0


ROUTES = (listen, deed, health, picture)
