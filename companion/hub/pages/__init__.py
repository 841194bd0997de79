"""The desk and the public pages."""

from collections.abc import Sequence

from litestar.types import ControllerRouterHandler

from companion.hub.pages import desk, public

ROUTES: Sequence[ControllerRouterHandler] = (*public.ROUTES, *desk.ROUTES)
"""What the application takes up (``companion.hub.web.app``)."""
