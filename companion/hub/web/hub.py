"""What every handler of the hub may ask for: the database, the bus, and what this hub was started with."""

import os
from pathlib import Path
from typing import Final

import msgspec

from companion.hub.bus.bus import Bus
from companion.hub.store import database

_WISH: Final = "COMPANION_HUB"
"""The environment variable in which a worker finds how it was started."""


class Wish(msgspec.Struct, frozen=True):
    """How the hub is started. ``database``: SQLAlchemy's address; ``nats``: the broker's, empty: none.

    ``public``: the address that people and tables are given (``https://hub.example``). ``state``: its folder.
    """

    database: str
    state: str
    public: str
    nats: str = ""
    workers: int = 1

    def leave(self) -> None:
        """For the workers that this process starts."""
        os.environ[_WISH] = msgspec.json.encode(self).decode()

    @classmethod
    def found(cls) -> "Wish":
        """What was left for this worker."""
        return msgspec.json.decode(os.environ[_WISH], type=cls)


class Hub:
    """One worker's hub. ``store``: for who writes (``with hub.store.begin() as connection``); ``look``: who reads."""

    def __init__(self, wish: Wish, bus: Bus) -> None:
        self.wish, self.bus = wish, bus
        self.store = database.connect(wish.database)
        self.look = database.reading(self.store)
        self.state = Path(wish.state)
