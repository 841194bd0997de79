"""Subjects, listeners and the way between workers; and the way for one worker alone."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Protocol

from companion.hub.background import Background


class Way(Protocol):
    """How news get from one worker to all, this one too. ``longest``: bytes that it carries at once."""

    longest: int

    async def send(self, said: bytes) -> None:
        """Say it to all workers; what cannot be said now is lost."""

    def heard(self) -> AsyncIterator[bytes]:
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
        self._news: dict[str, bytes] = {}
        self._some = asyncio.Event()

    def say(self, subject: str, body: bytes = b"") -> None:
        """Tell every worker, soon; of what is said of a subject until then the newest. ``body``: without line ends."""
        self._news[subject] = body
        self._some.set()

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
        """See ``Background``: say what is to be said, and pass on what any worker says."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._speak())
            both.create_task(self._hear())

    async def _speak(self) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            news, self._news = self._news, {}
            for said in _together(news, self._way.longest):
                await self._way.send(said)

    async def _hear(self) -> None:
        async for said in self._way.heard():
            for line in said.split(b"\n"):
                subject, _blank, body = line.partition(b" ")
                for ear in tuple(self._ears):
                    ear.hear(subject.decode(), body)


def _together(news: Mapping[str, bytes], longest: int) -> Iterator[bytes]:
    """News a line each, as many as can be said at once; what is too long by itself is told as its subject alone."""
    lines, size = list[bytes](), 0
    for subject, body in news.items():
        line = subject.encode() + b" " + body
        line = line if len(line) <= longest else subject.encode()
        if lines and size + len(line) >= longest:
            yield b"\n".join(lines)
            lines, size = [], 0
        lines.append(line)
        size += len(line) + 1
    yield b"\n".join(lines)


class Alone:
    """The way where there is one worker."""

    longest = 1 << 20

    def __init__(self) -> None:
        self._said: asyncio.Queue[bytes] = asyncio.Queue()

    async def send(self, said: bytes) -> None:
        """Say it to oneself."""
        self._said.put_nowait(said)

    async def heard(self) -> AsyncIterator[bytes]:
        """What was said."""
        while True:
            yield await self._said.get()
