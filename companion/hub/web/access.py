"""Who asks, and what he may: organiser, arbiter, player, spectator, by a token in a cookie or a header."""

import hashlib
import secrets
import time
from typing import Any, Final, Literal, get_args

import msgspec
import sqlalchemy as sa
from litestar import Request
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException

from companion.hub.store import schema
from companion.hub.web.hub import Hub

Role = Literal["organiser", "arbiter", "player", "spectator"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
"""The one who may most comes first: each may what those after him may."""
COOKIE: Final = "hub"
_SAFE: Final = ("GET", "HEAD", "OPTIONS")


class Actor(msgspec.Struct, frozen=True):
    """Who asks. ``tournament``: the only one in which the role holds; ``None``: every one."""

    role: Role = "spectator"
    name: str = ""
    tournament: int | None = None

    def may(self, role: Role, tournament: int | None) -> bool:
        """Whether this one may what that role may there."""
        there = self.tournament is None or self.tournament == tournament
        return role == "spectator" or (there and ROLES.index(self.role) <= ROLES.index(role))

    def must(self, role: Role, tournament: int | None) -> None:
        """Let nobody on who may not: 401 for a stranger, 403 for others."""
        if self.may(role, tournament):
            return
        if self.role == "spectator":
            raise NotAuthorizedException(f"only for the {role}: open the link that you were given")
        raise PermissionDeniedException(f"only for the {role} of this tournament")


async def actor(request: Request[Any, Any, Any], hub: Hub) -> Actor:
    """Litestar's dependency ``actor``: who asks."""
    head = request.headers.get("authorization", "")
    token = head.removeprefix("Bearer ") if head.startswith("Bearer ") else ""
    if not token and (token := request.cookies.get(COOKIE, "")) and not _own(request):
        raise PermissionDeniedException("this must be asked for by the hub's own pages")
    if not token:
        return Actor()
    with hub.look.begin() as connection:
        return known(connection, token)


def make_token(
    connection: sa.Connection,
    role: Role,
    name: str,
    *,
    tournament: int | None = None,
    seconds: float | None = None,
) -> str:
    """A new token, which is told this once; ``seconds``: how long it is good for."""
    token, now = secrets.token_urlsafe(24), time.time()
    row = {
        "hash": hashed(token), "tournament_id": tournament, "role": role, "name": name,
        "made": now, "expires": None if seconds is None else now + seconds,
    }  # fmt: skip
    connection.execute(schema.tokens.insert().values(row))
    return token


def hashed(secret: str) -> str:
    """What is kept of a token or a code. They are random and long: no slow hash is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def known(connection: sa.Connection, token: str) -> Actor:
    """Who has this token; nobody in particular where it is not, or no longer, good."""
    row = connection.execute(sa.select(schema.tokens).where(schema.tokens.c.hash == hashed(token))).one_or_none()
    good = row is not None and row.revoked is None and (row.expires is None or row.expires > time.time())
    if row is None or not good or row.role not in ROLES:
        return Actor()
    return Actor(row.role, row.name, row.tournament_id)


def _own(request: Request[Any, Any, Any]) -> bool:
    """Whether a change that a cookie vouches for is asked for by our own page, by what browsers say of it."""
    if request.method in _SAFE:
        return True
    return request.headers.get("origin", "").partition("://")[2] == request.headers.get("host", "")
