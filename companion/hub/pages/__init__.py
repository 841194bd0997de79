"""The desk and the public pages."""

from collections.abc import Sequence

from litestar.types import ControllerRouterHandler

ROUTES: Sequence[ControllerRouterHandler] = ()
"""What the application takes up (``companion.hub.web.app``)."""
