"""News over NATS: plain publish and subscribe. While the broker is away nothing is heard, and nothing waits for it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

_SUBJECT: Final = "hub"
_AGAIN: Final = 1.0
"""Seconds before it is looked for again."""
_MOST_UNHEARD: Final = 10_000
"""News that may wait for this worker; it looks into the database anyway."""


class OverNats:
    """The way over a broker at this address."""

    longest = 1 << 19

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Client | None = None
        self._said: asyncio.Queue[bytes] = asyncio.Queue(_MOST_UNHEARD)

    async def send(self, said: bytes) -> None:
        """Say it; while the broker is away it is lost."""
        client = self._client
        if client is not None and client.is_connected:
            with contextlib.suppress(nats.errors.Error, OSError):
                await client.publish(_SUBJECT, said)

    async def heard(self) -> AsyncIterator[bytes]:
        """What any worker says, while the broker is there."""
        self._client = await self._connected()
        try:
            await self._client.subscribe(_SUBJECT, cb=self._hear)
            while True:
                yield await self._said.get()
        finally:
            with contextlib.suppress(nats.errors.Error, OSError):
                await self._client.close()

    async def _connected(self) -> Client:
        while True:
            with contextlib.suppress(nats.errors.Error, OSError):
                # Afterwards it finds the broker again by itself, for ever; each failure is its own affair.
                return await nats.connect(
                    self._address, error_cb=_ignore, max_reconnect_attempts=-1, reconnect_time_wait=_AGAIN,
                    connect_timeout=2, allow_reconnect=True,
                )  # fmt: skip
            await asyncio.sleep(_AGAIN)

    async def _hear(self, message: Msg) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._said.put_nowait(message.data)


async def _ignore(_error: Exception) -> None:
    """It goes on by itself; what was lost is looked up."""
