"""What is new, as it happens: server-sent events for pages and programs, the same for everybody."""

from collections.abc import AsyncIterator
from typing import Final

import msgspec
import sqlalchemy as sa
from litestar import get
from litestar.concurrency import sync_to_thread
from litestar.exceptions import NotFoundException
from litestar.response import ServerSentEvent, ServerSentEventMessage

from companion.hub.store import schema
from companion.hub.store.tournaments import numbered
from companion.hub.web.hub import Hub

_LOOK: Final = 5.0
"""Seconds after which the database is looked into, where there was no news: the bus may have lost them."""


class Now(msgspec.Struct, frozen=True):
    """How far a tournament is: its last act, and each game's last event by the table's id."""

    act: int
    games: dict[str, int]


@get("/api/v1/tournaments/{slug:str}/live")
async def live(hub: Hub, slug: str) -> ServerSentEvent:
    """Each time that something happened: which tables, how far; ``retry`` and look again after a break."""
    number = await sync_to_thread(_number, hub, slug)
    return ServerSentEvent(_news(hub, number))


async def _news(hub: Hub, number: int) -> AsyncIterator[ServerSentEventMessage]:
    with hub.bus.listening(f"game.{number}.", f"act.{number}") as ear:
        now = await sync_to_thread(standing, hub, number)
        yield ServerSentEventMessage(msgspec.json.encode(now).decode(), event="now", retry=2000)
        while True:
            news = await ear.next(_LOOK)
            if news:
                told = {subject.rpartition(".")[2]: msgspec.Raw(body or b"{}") for subject, body in news.items()}
                yield ServerSentEventMessage(msgspec.json.encode(told).decode(), event="news")
                continue
            before, now = now, await sync_to_thread(standing, hub, number)
            if now != before:
                yield ServerSentEventMessage(msgspec.json.encode(now).decode(), event="now")
            else:
                yield ServerSentEventMessage(comment="nothing new")


def standing(hub: Hub, tournament: int) -> Now:
    """How far it is by the database."""
    acts, games = schema.acts.c, schema.games.c
    with hub.look.begin() as connection:
        act = connection.execute(sa.select(sa.func.max(acts.seq)).where(acts.tournament_id == tournament)).scalar()
        newest = sa.select(games.table_id, games.seq).where(games.tournament_id == tournament).order_by(games.begun)
        return Now(act or 0, {row.table_id: row.seq for row in connection.execute(newest)})


def _number(hub: Hub, slug: str) -> int:
    with hub.look.begin() as connection:
        found = numbered(connection, slug)
    if found is None:
        raise NotFoundException(f"there is no tournament {slug}")
    return found


ROUTES = (live,)
