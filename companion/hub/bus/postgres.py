"""News by PostgreSQL's LISTEN and NOTIFY, where there is no broker."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy.engine import make_url

_CHANNEL: Final = "hub"
_AGAIN: Final = 1.0
"""Seconds before a database that went away is looked for again."""


class OverPostgres:
    """The way through the database at SQLAlchemy's ``url``: one connection of each worker's to hear, one to speak."""

    longest = 7_900
    """Of 8,000 that a notice may have."""

    def __init__(self, url: str) -> None:
        address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._address = make_conninfo(address, application_name="companion-hub news")
        self._speaker: psycopg.AsyncConnection | None = None
        self._turn = asyncio.Lock()

    async def send(self, said: bytes) -> None:
        """Say it; while the database is away it is lost."""
        async with self._turn:
            try:
                if self._speaker is None:
                    self._speaker = await self._connected()
                await self._speaker.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, said.decode()))
            except psycopg.Error:
                if self._speaker is not None:
                    with contextlib.suppress(psycopg.Error):
                        await self._speaker.close()
                self._speaker = None

    async def heard(self) -> AsyncIterator[bytes]:
        """What any worker says, while the database is there."""
        while True:
            with contextlib.suppress(psycopg.Error):
                async with await self._connected() as connection:
                    await connection.execute(f"LISTEN {_CHANNEL}".encode())
                    async for notice in connection.notifies():
                        yield notice.payload.encode()
            await asyncio.sleep(_AGAIN)

    async def _connected(self) -> psycopg.AsyncConnection:
        return await psycopg.AsyncConnection.connect(self._address, autocommit=True, connect_timeout=5)
