"""What a server of ASGI is pointed at: ``companion.hub.web.asgi:app``."""

from companion.hub.web.app import application
from companion.hub.web.hub import Wish

app = application(Wish.found())
