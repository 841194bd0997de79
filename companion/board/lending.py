"""A telephone that lends its camera: it sends picture after picture, the table's eyes get the newest."""

import asyncio
import contextlib
import hmac
import os
import secrets
import struct
from pathlib import Path
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath

from companion.board.assets import lend_page
from companion.board.gate import same_origin
from companion.board.headers import HEADERS
from companion.board.sending import AnyRequest, language_of, sent

MOST_BYTES: Final = 4_000_000
"""Of one picture: a page sends some 400,000."""
_HEADER: Final = struct.Struct("<I")
"""Before each picture on the socket: how many bytes it has (``vision.cameras.phone``)."""
_JPEG: Final = b"\xff\xd8\xff"
_UPLOAD: Final = 10.0
"""Seconds that a picture may take to come."""
_ALLOWED: Final = HEADERS | {
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), screen-wake-lock=(self)"
}
"""The one page that may ask for the camera."""


class Lending:
    """Pictures from the telephone that lends its camera now to whoever reads the Unix socket ``path``.

    ``secret``: who knows it may lend; it stands in the address that the table's owner is shown.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.secret = secrets.token_urlsafe(16)
        self._of = ""
        self._newest = b""
        self._news = asyncio.Condition()

    async def serve(self) -> None:
        """Feed readers until cancelled."""
        self._path.unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            server = await asyncio.start_unix_server(self._feed, str(self._path))
        finally:
            os.umask(before)
        async with server:
            await server.serve_forever()

    def knows(self, secret: str) -> bool:
        """Whether this is the secret."""
        return hmac.compare_digest(self.secret.encode(), secret.encode())

    async def take(self, of: str, picture: bytes, *, begins: bool) -> bool:
        """A telephone's picture; whether it is the one that lends: the last one that has begun."""
        if begins:
            self._of = of
        if of != self._of:
            return False
        async with self._news:
            self._newest = picture
            self._news.notify_all()
        return True

    async def _feed(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        given = b""
        with contextlib.suppress(OSError):
            while not writer.is_closing():
                async with self._news:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(1.0):
                            await self._news.wait_for(lambda: self._newest is not given)  # noqa: B023 - used at once
                if self._newest is not given:
                    given = self._newest
                    writer.write(_HEADER.pack(len(given)) + given)
                    await writer.drain()
        writer.close()


def lend_routes(lending: Lending) -> list[Any]:
    """The page that lends a camera, and where it sends its pictures."""

    @get("/lend/{secret:str}", response_headers=_ALLOWED)
    async def page(request: AnyRequest, secret: FromPath[str]) -> Response[bytes]:
        if not lending.knows(secret):
            return Response(b"", status_code=404)
        return sent(request, lend_page(language_of(request)), cache="no-store")

    @post("/lend/{secret:str}", request_max_body_size=MOST_BYTES)
    async def picture(request: AnyRequest, secret: FromPath[str]) -> Response[bytes]:
        if not same_origin(request.headers.get("host", ""), request.headers.get("origin")) or not lending.knows(secret):
            return Response(b"", status_code=403)
        try:
            async with asyncio.timeout(_UPLOAD):
                data = await request.body()
        except TimeoutError:
            return Response(b"", status_code=408)
        if not data.startswith(_JPEG):
            return Response(b"", status_code=415)
        of = request.query_params.get("of", "")[:40]
        lends = await lending.take(of, data, begins="begin" in request.query_params)
        return Response(b"", status_code=204 if lends else 409)

    return [page, picture]
