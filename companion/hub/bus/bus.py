"""Subjects, listeners and the way between workers; and the way for one worker alone."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Protocol

from companion.hub.background import Background


class Way(Protocol):
    """How news get from one worker to all, this one too."""

    async def send(self, subject: str, body: bytes) -> None:
        """Say it to all workers; what cannot be said now is lost."""

    def heard(self) -> AsyncIterator[tuple[str, bytes]]:
        """Everything that any worker says from now on, for ever."""


class Ear:
    """One listener. Of each subject it is told the newest, however much was said while it was busy."""

    def __init__(self, prefixes: tuple[str, ...]) -> None:
        self._prefixes = prefixes
        self._news: dict[str, bytes] = {}
        self._some = asyncio.Event()

    def hear(self, subject: str, body: bytes) -> None:
        """Something was said; kept if it is listened for."""
        if subject.startswith(self._prefixes):
            self._news[subject] = body
            self._some.set()

    async def next(self, seconds: float) -> dict[str, bytes]:
        """The news by subject; none when so many seconds have passed without any."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._some.wait()
        self._some.clear()
        news, self._news = self._news, {}
        return news


class Bus(Background):
    """What a worker says and hears. Subjects are words with dots: ``tournament.3.table.ab12``."""

    def __init__(self, way: Way) -> None:
        self._way = way
        self._ears: set[Ear] = set()

    async def say(self, subject: str, body: bytes = b"") -> None:
        """Tell every worker."""
        await self._way.send(subject, body)

    @contextlib.contextmanager
    def listening(self, *prefixes: str) -> Iterator[Ear]:
        """Hear what is said on subjects that begin so."""
        ear = Ear(prefixes)
        self._ears.add(ear)
        try:
            yield ear
        finally:
            self._ears.discard(ear)

    async def go_on(self) -> None:
        """See ``Background``: pass on what any worker says."""
        async for subject, body in self._way.heard():
            for ear in tuple(self._ears):
                ear.hear(subject, body)


class Alone:
    """The way where there is one worker."""

    def __init__(self) -> None:
        self._said: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()

    async def send(self, subject: str, body: bytes) -> None:
        """Say it to oneself."""
        self._said.put_nowait((subject, body))

    async def heard(self) -> AsyncIterator[tuple[str, bytes]]:
        """What was said."""
        while True:
            yield await self._said.get()
