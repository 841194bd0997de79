"""HTTP for many tables in one process: as little of it as our own server speaks."""

import asyncio
import contextlib
from typing import NamedTuple
from urllib.parse import urlsplit


class Said(NamedTuple):
    """The hub's answer."""

    status: int
    body: bytes


class Talk:
    """One connection that is kept; made again where it breaks. Raises ``OSError`` or ``EOFError``."""

    def __init__(self, address: str) -> None:
        split = urlsplit(address)
        self._host, self._port = split.hostname or "127.0.0.1", split.port or 80
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: bytes, headers: str = "") -> Said:
        """Say something."""
        head = (
            f"POST {path} HTTP/1.1\r\nhost: {self._host}:{self._port}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n{headers}\r\n"
        )
        try:
            reader, writer = self._streams or await self._connect()
            writer.write(head.encode() + body)
            return await _answer(reader)
        except (OSError, EOFError, ValueError):
            self.close()
            raise

    async def lines(self, path: str) -> asyncio.StreamReader:
        """Ask for something that goes on; what comes, chunk by chunk."""
        reader, writer = await self._connect()
        writer.write(f"GET {path} HTTP/1.1\r\nhost: {self._host}:{self._port}\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        return reader

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            with contextlib.suppress(OSError):
                self._streams[1].close()
        self._streams = None

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self._streams = await asyncio.open_connection(self._host, self._port, limit=1 << 22)
        return self._streams


async def _answer(reader: asyncio.StreamReader) -> Said:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    status = int(head.split(" ", 2)[1])
    _name, found, rest = head.partition("content-length:")
    length = int(rest.split("\r\n", 1)[0]) if found else 0
    return Said(status, await reader.readexactly(length))
