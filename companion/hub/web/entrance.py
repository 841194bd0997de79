"""The way in: is the hub alive, and the cookie for who opens the link that he was given."""

from typing import Any

import sqlalchemy as sa
from litestar import Request, Response, get, post

from companion.hub.store import schema
from companion.hub.web.access import COOKIE, Actor, hashed
from companion.hub.web.hub import Hub

_DAYS = 3
"""As long as a tournament lasts."""
_PAGE = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Companion</title><form method="post"><button>Open the desk</button></form>"""


@get("/alive", include_in_schema=False, sync_to_thread=True)
def alive(hub: Hub) -> dict[str, bool]:
    """Whether a worker and its database are there."""
    with hub.look.begin() as connection:
        connection.execute(sa.text("SELECT 1"))
    return {"alive": True}


@get("/enter/{token:str}", include_in_schema=False, media_type="text/html")
async def offer() -> str:
    """A button: what only looks at links may not use them."""
    return _PAGE


@post("/enter/{token:str}", include_in_schema=False, sync_to_thread=True)
def enter(request: Request[Any, Any, Any], hub: Hub, token: str) -> Response[bytes]:
    """Remember in this browser who it is."""
    with hub.look.begin() as connection:
        known = connection.execute(sa.select(schema.tokens.c.role).where(schema.tokens.c.hash == hashed(token))).first()
    if known is None:
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
