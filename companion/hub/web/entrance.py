"""The way in: is the hub alive, and the cookie for who opens the link that he was given."""

import asyncio
import time
from typing import Any

import sqlalchemy as sa
from litestar import Request, Response, get, post

from companion.hub.pages import kept
from companion.hub.pages.drawn import page
from companion.hub.pages.who import sent, spoken_to
from companion.hub.store import schema
from companion.hub.web.access import COOKIE, Actor, hashed, known
from companion.hub.web.hub import Hub

_DAYS = 3
"""As long as a tournament lasts."""


@get("/alive", include_in_schema=False, sync_to_thread=True)
def alive(hub: Hub) -> dict[str, bool]:
    """Whether a worker and its database are there."""
    with hub.look.begin() as connection:
        connection.execute(sa.text("SELECT 1"))
    return {"alive": True}


@get("/enter/{token:str}", include_in_schema=False)
async def offer(request: Request[Any, Any, Any], hub: Hub, actor: Actor, token: str) -> Response[bytes]:
    """A button: what only looks at links may not use them. For an arbiter at the door also: to check its owner in."""
    return await asyncio.to_thread(_offered, hub, actor, token, spoken_to(request))


def _offered(hub: Hub, actor: Actor, token: str, lang: str) -> Response[bytes]:
    with hub.look.begin() as connection:
        shown = known(connection, token)
        event = _event(connection, shown)
        player = None if event is None else event.tournament.players.get(shown.name)
    door = event is not None and player is not None and actor.may("arbiter", event.id)
    gaps = {
        "who": "" if player is None else player.name,
        "player": shown.name,
        "door": f"/t/{event.slug}/do" if event is not None and door else "",
    }
    return sent(page("enter", lang, **gaps), time.time())


def _event(connection: sa.Connection, shown: Actor) -> kept.Seen | None:
    """That whose player this is."""
    return kept.numbered(connection, shown.tournament) if shown.role == "player" else None


@post("/enter/{token:str}", include_in_schema=False, sync_to_thread=True)
def enter(request: Request[Any, Any, Any], hub: Hub, token: str) -> Response[bytes]:
    """Remember in this browser who it is."""
    with hub.look.begin() as connection:
        row = connection.execute(sa.select(schema.tokens.c.role).where(schema.tokens.c.hash == hashed(token))).first()
    if row is None:
        return Response(b"this link is no longer good; ask for a new one", status_code=403, media_type="text/plain")
    answer = Response(b"", status_code=303, headers={"location": "/"})
    secure = request.url.scheme == "https" or hub.wish.public.startswith("https:")
    answer.set_cookie(COOKIE, token, max_age=_DAYS * 86400, httponly=True, samesite="lax", secure=secure)
    return answer


@get("/api/v1/me")
async def me(actor: Actor) -> Actor:
    """Who asks, as the hub sees it."""
    return actor


ROUTES = (alive, offer, enter, me)
