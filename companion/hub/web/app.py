"""The hub as an ASGI application: the routes of tables, people and programs, and what they are given."""

import contextlib
from collections.abc import AsyncIterator

from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

from companion import __version__
from companion.hub.bus.bus import Alone, Bus, Way
from companion.hub.bus.nats import OverNats
from companion.hub.bus.postgres import OverPostgres
from companion.hub.halls import Halls
from companion.hub.hooks import Delivery
from companion.hub.ingest.desk import Desk
from companion.hub.pages import ROUTES
from companion.hub.pages.harvest import Harvest
from companion.hub.web import data, entrance, hall, live, uplink
from companion.hub.web.access import actor
from companion.hub.web.hub import Hub, Wish


def way(wish: Wish) -> Way:
    """How news get about: over the broker where there is one, else through the database, or in this process alone."""
    if wish.nats:
        return OverNats(wish.nats)
    return OverPostgres(wish.database) if wish.database.startswith("postgresql") else Alone()


def application(wish: Wish) -> ASGIApp:
    """One worker."""
    hub = Hub(wish, Bus(way(wish)))
    desk, halls = Desk(hub.store, hub.bus), Halls(hub)

    @contextlib.asynccontextmanager
    async def living(_app: Litestar) -> AsyncIterator[None]:
        async with hub.bus, desk, Delivery(hub.store), Harvest(hub), halls:
            yield
        hub.store.dispose()

    async def the_hub() -> Hub:
        return hub

    async def the_halls() -> Halls:
        return halls

    app = Litestar(
        [*entrance.ROUTES, *uplink.ROUTES, *hall.ROUTES, *live.ROUTES, *data.ROUTES, *ROUTES],
        dependencies={
            "hub": Provide(the_hub),
            "halls": Provide(the_halls),
            "actor": Provide(actor),
        },
        lifespan=[living],
        request_max_body_size=uplink.LARGEST_POST,
        openapi_config=OpenAPIConfig(
            "Companion hub", __version__, path="/api", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
    )
    return uplink.Posts(app, hub, desk)
