"""Open data: what anybody may read of tournaments, as JSON and CSV; and how one is opened."""

from typing import Any

import msgspec
import sqlalchemy as sa
from litestar import Response, get, post
from litestar.exceptions import ClientException, NotFoundException

from companion.errors import Unusable
from companion.hub import hooks
from companion.hub.bundle.writing import bundle
from companion.hub.store import schema
from companion.hub.store.audit import note
from companion.hub.store.tournaments import numbered, open_tournament
from companion.hub.web.access import Actor
from companion.hub.web.hub import Hub


class Tournament(msgspec.Struct, frozen=True):
    """A tournament as it is listed; ``opened``, ``closed``: seconds since 1970."""

    slug: str
    name: str
    number: int
    opened: float
    closed: float | None = None


class Wanted(msgspec.Struct, frozen=True):
    """A tournament to be opened. ``slug``: its name in addresses."""

    slug: str
    name: str = ""
    settings: dict[str, Any] = {}


@get("/api/v1/tournaments", sync_to_thread=True)
def tournaments(hub: Hub) -> list[Tournament]:
    """All there are, newest first."""
    return _listed(hub)


def _listed(hub: Hub) -> list[Tournament]:
    known = schema.tournaments.c
    with hub.look.begin() as connection:
        rows = connection.execute(
            sa.select(known.slug, known.name, known.id, known.opened, known.closed).order_by(known.id.desc())
        )
        return [Tournament(*row) for row in rows]


@post("/api/v1/tournaments", sync_to_thread=True)
def opened(hub: Hub, actor: Actor, data: Wanted) -> Tournament:
    """Open one."""
    actor.must("organiser", None)
    try:
        with hub.store.begin() as connection:
            number = open_tournament(connection, data.slug, data.name, data.settings)
            note(connection, "tournament", {"slug": data.slug}, by=actor.name, role=actor.role, tournament=number)
    except Unusable as error:
        raise ClientException(str(error)) from error
    return next(one for one in _listed(hub) if one.number == number)


@get("/api/v1/tournaments/{slug:str}/bundle", sync_to_thread=True)
def bundled(hub: Hub, actor: Actor, slug: str) -> Response[bytes]:
    """Everything of a tournament as one file, for ``companion hub verify``: for arbiters, for all once it is closed."""
    with hub.look.begin() as connection:
        known = schema.tournaments
        row = connection.execute(sa.select(known.c.id, known.c.closed).where(known.c.slug == slug)).first()
        if row is None:
            raise NotFoundException(f"there is no tournament {slug}")
        if row.closed is None:
            # What nobody may know while it is played stands in the journals.
            actor.must("arbiter", row.id)
        made = bundle(connection, row.id)
    told = {"content-disposition": f'attachment; filename="{slug}.companion.zip"'}
    return Response(made, media_type="application/zip", headers=told)


class Told(msgspec.Struct, frozen=True):
    """Where news are to go."""

    url: str


@post("/api/v1/tournaments/{slug:str}/hooks", sync_to_thread=True)
def hooked(hub: Hub, actor: Actor, slug: str, data: Told) -> hooks.Made:
    """A webhook for every act from now on; its secret, with which each is signed, is told this once."""
    try:
        with hub.store.begin() as connection:
            number = numbered(connection, slug)
            if number is None:
                raise NotFoundException(f"there is no tournament {slug}")
            actor.must("organiser", number)
            made = hooks.add(connection, number, data.url)
            note(connection, "hook", {"url": data.url}, by=actor.name, role=actor.role, tournament=number)
    except Unusable as error:
        raise ClientException(str(error)) from error
    return made


ROUTES = (tournaments, opened, bundled, hooked)
