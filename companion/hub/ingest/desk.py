"""Many tables' batches at once: what has come while the database was busy is written together, in one commit."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from companion.hub.background import Background
from companion.hub.bus.bus import Bus
from companion.hub.ingest.taking import Posted, Taken, Taking
from companion.uplink.messages import Receipt

_MOST_TOGETHER = 64
"""Batches in one transaction: so that none waits long for the others' checks."""
_MOST_WAITING = 2_000
"""Batches: more are sent away, to come again later."""


class BusyError(Exception):
    """More than can be taken now: come again."""


class _Waiting(NamedTuple):
    posted: Posted
    done: asyncio.Future[Taken]


class Desk(Background):
    """Takes batches, in one thread of its own."""

    def __init__(self, engine: sa.Engine, bus: Bus) -> None:
        self._taking, self._bus = Taking(engine), bus
        self._waiting: asyncio.Queue[_Waiting] = asyncio.Queue(_MOST_WAITING)
        self._worker = ThreadPoolExecutor(1, "ingest")

    async def __aexit__(self, *_: object) -> None:
        await super().__aexit__()
        self._worker.shutdown(wait=True)

    async def take(self, posted: Posted) -> Receipt:
        """The receipt of a batch, which is on disk then. Raises ``BusyError``, ``SQLAlchemyError``."""
        done: asyncio.Future[Taken] = asyncio.get_running_loop().create_future()
        try:
            self._waiting.put_nowait(_Waiting(posted, done))
        except asyncio.QueueFull:
            raise BusyError from None
        taken = await done
        if taken.new:
            said = msgspec.json.encode({"game": posted.batch.game, "seq": taken.receipt.head.seq})
            self._bus.say(f"game.{taken.tournament}.{posted.table}", said)
        return taken.receipt

    async def go_on(self) -> None:
        """See ``Background``."""
        while True:
            some = [await self._waiting.get()]
            while len(some) < _MOST_TOGETHER and not self._waiting.empty():
                some.append(self._waiting.get_nowait())
            await self._write(some)

    async def _write(self, some: list[_Waiting]) -> None:
        loop = asyncio.get_running_loop()
        try:
            taken = await loop.run_in_executor(self._worker, self._taking.take, [one.posted for one in some])
        except sa.exc.SQLAlchemyError as error:
            if len(some) > 1 and not isinstance(error, sa.exc.OperationalError):
                # One of them may be to blame: each for itself.
                for one in some:
                    await self._write([one])
                return
            for one in some:
                if not one.done.done():
                    one.done.set_exception(error)
            return
        for one, became in zip(some, taken, strict=True):
            if not one.done.done():
                one.done.set_result(became)
