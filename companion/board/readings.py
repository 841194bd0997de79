"""Photographs that wait to be read: a few at once, each by a process of its own that may die of it.

A picture is held in memory until its process has it, and nowhere else; what was read until the phone has fetched it.
"""

import asyncio
import contextlib
import secrets
import sys
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from companion.photographs import MOST_BYTES, Why

WAIT_AT_MOST: Final = 4
"""Pictures at once, the one that is read included: they may have 24 MB each."""
_FROM_ONE: Final = 2
"""Of these from one address: the page sends one after the other."""
_SECONDS: Final = 150.0
"""After which a reading is given up: twenty times what a picture takes on a Pi."""
_KEPT: Final = 60.0
"""Seconds for which what was read is kept for a phone that has lost the answer."""
_KEPT_AT_MOST: Final = 8

FILE_NAME: Final = "library.faces"
"""The file of an enrolled box (``vision.recognition.contents``)."""
State = Literal["waiting", "reading", "done"]


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a reading stands: ``before``: so many are read first; ``read``: what the process said (``Read``, as JSON)."""

    state: State
    before: int = 0
    why: Why | Literal[""] = ""
    read: msgspec.Raw | None = None


class _Said(msgspec.Struct):
    """The part of the process's line that says why not."""

    type: str = ""
    why: Why | Literal[""] = ""


class Reading:
    """One picture: whose it is, what it is of."""

    def __init__(self, address: str, game: str, edition: int, picture: bytes) -> None:
        self.address, self.game, self.edition, self.picture = address, game, edition, picture
        self.progress = Progress("waiting")
        self.done_at = 0.0


class Readings:
    """The queue. ``box``: the folder of the enrolled box, which need not be there."""

    def __init__(self, box: Path | None) -> None:
        self._box = box
        self._waiting: deque[Reading] = deque()
        self._now: Reading | None = None
        self._kept: dict[str, Reading] = {}
        self._coming: dict[str, int] = {}
        self._working: asyncio.Task[None] | None = None

    @property
    def boxed(self) -> bool:
        """Whether a box is enrolled here."""
        return self._box is not None and (self._box / FILE_NAME).is_file()

    @contextlib.contextmanager
    def place(self, address: str) -> Iterator[bool]:
        """A place for a picture that is on its way; yields whether there is one."""
        there = [*self._waiting, *([self._now] if self._now else [])]
        mine = sum(one.address == address for one in there) + self._coming.get(address, 0)
        free = len(there) + sum(self._coming.values()) < WAIT_AT_MOST and mine < _FROM_ONE
        if not free:
            yield False
            return
        self._coming[address] = self._coming.get(address, 0) + 1
        try:
            yield True
        finally:
            self._coming[address] -= 1
            if not self._coming[address]:
                del self._coming[address]

    def add(self, reading: Reading) -> str:
        """A picture has come: under which name its progress is asked for."""
        name = secrets.token_urlsafe(12)
        self._forget()
        self._kept[name] = reading
        self._waiting.append(reading)
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        return name

    def progress(self, name: str) -> Progress | None:
        """How it stands; ``None``: no such picture, or it was too long ago."""
        self._forget()
        reading = self._kept.get(name)
        if reading is None:
            return None
        if reading in self._waiting:
            return Progress("waiting", self._waiting.index(reading) + (self._now is not None))
        return reading.progress

    async def close(self) -> None:
        """Read no more."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)

    async def _work(self) -> None:
        while self._waiting:
            self._now = reading = self._waiting.popleft()
            reading.progress = Progress("reading")
            try:
                reading.progress = await self._read(reading)
            finally:
                self._now, reading.picture, reading.done_at = None, b"", time.monotonic()

    async def _read(self, reading: Reading) -> Progress:
        box = ("--box", str(self._box)) if self.boxed else ()
        told = ("--game", reading.game, "--edition", str(reading.edition), *box)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "companion.photographed", *told,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            async with asyncio.timeout(_SECONDS):
                said, _errors = await process.communicate(reading.picture)
            line = msgspec.json.decode(said, type=_Said)
        except (TimeoutError, OSError, msgspec.DecodeError):
            return Progress("done", why="gave_up")
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if line.type == "refused":
            return Progress("done", why=line.why)
        return Progress("done", read=msgspec.Raw(said.strip()))

    def _forget(self) -> None:
        """What nobody has fetched in time, and what is too much."""
        done = [(name, one) for name, one in self._kept.items() if one.done_at]
        for place, (name, one) in enumerate(done):
            if time.monotonic() - one.done_at > _KEPT or place < len(done) - _KEPT_AT_MOST:
                del self._kept[name]


__all__ = ["MOST_BYTES", "WAIT_AT_MOST", "Progress", "Reading", "Readings", "State", "Why"]
