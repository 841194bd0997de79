"""What every table of a tournament is told, worked out once for all that wait, when something was done there."""

import asyncio
import contextlib
import hashlib
import time
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from companion.hub.background import Background
from companion.hub.event.hall import Here, here
from companion.hub.evidence import wanted
from companion.hub.pages import kept
from companion.hub.web.hub import Hub
from companion.uplink.messages import Told

_AGAIN: Final = 5.0
"""Seconds after which it is looked though nobody said anything: news may be lost."""
_KNOWN: Final = 30.0
"""Seconds for which a tournament is looked after once nobody waits for its news."""


class Halls(Background):
    """Tables wait here for what is new to them."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._heres: dict[int, _Heres] = {}
        self._asked: dict[int, float] = {}
        self._turned = asyncio.Event()

    async def told(self, tournament: int, number: int, mark: str, seconds: float) -> Told:
        """What the table with this number is told: as soon as it is not what it knows, or after so many seconds."""
        self._asked[tournament] = time.monotonic()
        if tournament not in self._heres:
            await self._work_out(tournament)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._told(tournament, number).mark == mark:
                    await self._turned.wait()
        self._asked[tournament] = time.monotonic()
        return self._told(tournament, number)

    async def go_on(self) -> None:
        """See ``Background``."""
        looked = time.monotonic()
        with self._hub.bus.listening("act.") as ear:
            while True:
                news = await ear.next(_AGAIN)
                now = time.monotonic()
                if now - looked >= _AGAIN:
                    looked, stale = now, set(self._heres)
                else:
                    stale = {int(subject.rpartition(".")[2]) for subject in news} & set(self._heres)
                for tournament in stale:
                    if now - self._asked.get(tournament, 0.0) > _KNOWN:
                        self._heres.pop(tournament, None)
                    else:
                        with contextlib.suppress(sa.exc.SQLAlchemyError):
                            await self._work_out(tournament)

    async def _work_out(self, tournament: int) -> None:
        self._heres[tournament] = await asyncio.to_thread(_heres, self._hub, tournament)
        turned, self._turned = self._turned, asyncio.Event()
        turned.set()

    def _told(self, tournament: int, number: int) -> Told:
        heres, now = self._heres.get(tournament, _Heres({}, {})), time.time()
        found, pictures = heres.told.get(number, Here.nothing(number)), heres.pictures.get(number, ())
        mark = hashlib.sha256(msgspec.json.encode((found, pictures))).hexdigest()[:16]
        return Told(found.hall, max(0.0, found.ends - now) if found.ends else None, mark, now, pictures)


class _Heres(NamedTuple):
    """By the numbers of the tables that were paired: what each is told, and which pictures it is asked for."""

    told: dict[int, Here]
    pictures: dict[int, tuple[str, ...]]


def _heres(hub: Hub, tournament: int) -> _Heres:
    with hub.look.begin() as connection:
        event = kept.numbered(connection, tournament)
        if event is None:
            return _Heres({}, {})
        asked = wanted(connection, event)
    numbers = {device.id: number for number, device in event.devices.items()}
    return _Heres(
        {number: here(event.tournament, number) for number in event.devices},
        {numbers[table]: names for table, names in asked.items() if table in numbers},
    )
