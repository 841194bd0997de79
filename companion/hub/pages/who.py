"""Who asks for a page: in which language, and what he may do there."""

from typing import Any, NamedTuple

import sqlalchemy as sa
from litestar import Request, Response
from litestar.exceptions import NotFoundException

from companion.board.headers import HEADERS, language
from companion.hub.event.acts import Role
from companion.hub.pages import kept
from companion.hub.web.access import Actor

AnyRequest = Request[Any, Any, Any]


class Guest(NamedTuple):
    """Who looks at an event. ``by``, ``role``: as its acts name him."""

    actor: Actor
    event: kept.Seen

    @property
    def arbiter(self) -> bool:
        """Whether he may see the desk."""
        return self.actor.may("arbiter", self.event.id)

    @property
    def organiser(self) -> bool:
        """Whether he may draw rounds."""
        return self.actor.may("organiser", self.event.id)

    @property
    def role(self) -> Role:
        """In which role he acts here; of a role held elsewhere nothing counts."""
        here = self.actor.tournament is None or self.actor.tournament == self.event.id
        return self.actor.role if here else "spectator"


def guest(connection: sa.Connection, actor: Actor, slug: str) -> Guest:
    """Who asks, and the event as he may see it. Raises ``NotFoundException``."""
    whole = kept.event(connection, slug, public=False)
    if whole is None:
        raise NotFoundException("no such tournament")
    found = Guest(actor, whole)
    if found.arbiter or not whole.tournament.setting.delay:
        return found
    late = kept.event(connection, slug, public=True)
    assert late is not None
    return Guest(actor, late)


def spoken_to(request: AnyRequest) -> str:
    """The language to answer in."""
    asked = request.query_params.get("lang")
    return language(asked, request.cookies.get("lang"), request.headers.get("accept-language"))


def sent(html: bytes, now: float, status: int = 200) -> Response[bytes]:
    """A page: never kept by anybody between, with the hub's time on it."""
    headers = {**HEADERS, "cache-control": "no-store", "x-now": f"{now:.3f}", "vary": "cookie, accept-language"}
    return Response(html, media_type="text/html; charset=utf-8", headers=headers, status_code=status)
