"""What phones reach over the network: the page and its files, the live link, pairing, results. Nothing else."""

import asyncio
import re
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from companion.api.switchboard import Switchboard
from companion.board.assets import Asset, assets, page, pair_page
from companion.board.board import Board
from companion.board.gate import HEADERS, Allowance, Doorkeeper, language, same_origin, spoken_to
from companion.board.reader import Reader
from companion.errors import Unusable
from companion.results.handing import FORMS, Handed, handed

AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]
_TOKEN = "seat"  # noqa: S105 - the cookie's name
_DAY = 24 * 3600
_FOR_EVER = "public, max-age=31536000, immutable"
_BEAT = 10.0
"""Seconds of silence after which a phone is told that there is nothing to tell."""
_NOT_ALLOWED, _TOO_SLOW = 1008, 1013
_SLOW = 20.0
"""Seconds that a phone may take to take something before it is hung up on."""


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a phone can say: the answer to its seat's question."""

    question: int
    option: int


class Site(Board):
    """The board, served."""

    def application(self, switchboard: Switchboard) -> Litestar:
        """What phones reach."""
        self.follow(switchboard)
        self._doorkeeper = Doorkeeper()
        # A score sheet takes a second to draw: one at a time, and never in the table's way.
        self._printing = asyncio.Semaphore(1)
        self._printed: dict[tuple[str, str, int], Handed] = {}
        handlers = [self._page(), self._file(), self._live(), self._offer(), self._take(), self._result_of()]
        return Litestar(handlers, openapi_config=None, before_request=_guard, response_headers=HEADERS)

    def _page(self) -> Any:
        @get("/")
        async def show(request: AnyRequest) -> Response[bytes]:
            return _sent(request, page(_language(request)))

        return show

    def _file(self) -> Any:
        @get("/a/{name:str}")
        async def file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
            asset = assets().get(name)
            return _nothing() if asset is None else _sent(request, asset, cache=_FOR_EVER)

        return file

    def _offer(self) -> Any:
        # Only looked at: what reads codes may fetch what they lead to, and that must use nothing up.
        @get("/pair/{secret:str}")
        async def offer(request: AnyRequest, secret: FromPath[str]) -> Response[bytes]:
            lang, seat = _language(request), self.pairs.offered(secret)
            if seat is None:
                return _void(request)
            return _sent(request, pair_page(lang, self.player(seat, lang)), cache="no-store")

        return offer

    def _take(self) -> Any:
        @post("/pair/{secret:str}")
        async def take(request: AnyRequest, secret: FromPath[str]) -> Response[bytes]:
            if not same_origin(request.headers.get("host", ""), request.headers.get("origin")):
                return Response(b"", status_code=403)
            token = self.pairs.redeem(secret)
            if token is None:
                return _void(request)
            answer = Response(b"", status_code=303, headers={"location": "/"})
            answer.set_cookie(_TOKEN, token, max_age=_DAY, httponly=True, samesite="strict")
            for reader in self.everybody():
                reader.news.set()
            return answer

        return take

    def _result_of(self) -> Any:
        @get("/results/{file:str}")
        async def result(request: AnyRequest, file: FromPath[str]) -> Response[bytes]:
            named = re.fullmatch(r"(game-\d+)\.(\w+)", file)
            journal = None if named is None else self.games / f"{named[1]}.sqlite"
            if named is None or journal is None or named[2] not in FORMS or not self.ended(journal):
                return _nothing()
            lang = _language(request)
            key = (file, lang, journal.stat().st_mtime_ns)
            try:
                async with self._printing:
                    if key not in self._printed:
                        self._printed = {key: await asyncio.to_thread(handed, journal, named[2], lang)}
                    made = self._printed[key]
            except Unusable:
                # Damaged: nothing to hand on.
                return _nothing()
            kept = {"cache-control": "no-cache", "content-disposition": f'inline; filename="{made.name}"'}
            return Response(made.content, media_type=made.media, headers=kept)

        return result

    def _live(self) -> Any:
        @websocket("/live")
        async def live(socket: AnySocket) -> None:
            host, address = socket.headers.get("host", ""), socket.client.host if socket.client else ""
            ours = spoken_to(host) and same_origin(host, socket.headers.get("origin"))
            if not ours or not self._doorkeeper.enter(address):
                await socket.close(1008)
                return
            try:
                await socket.accept()
                await self._converse(socket, Reader(_language(socket), socket.cookies.get(_TOKEN, "")))
            finally:
                self._doorkeeper.leave(address)

        return live

    async def _converse(self, socket: AnySocket, reader: Reader) -> None:
        await self.join(reader)
        tasks = asyncio.create_task(self._listen(socket, reader)), asyncio.create_task(self._deliver(socket, reader))
        try:
            ended, _others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await socket.close(next(iter(ended)).result())
        except WebSocketDisconnect:
            return
        finally:
            self.leave(reader)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self, socket: AnySocket, reader: Reader) -> int:
        """Take what a phone says; ends, with the code to hang up with, when it says what it may not."""
        allowance = Allowance()
        while allowance.spend():
            if not await self._heard(reader, await socket.receive_text()):
                break
        return _NOT_ALLOWED

    async def _deliver(self, socket: AnySocket, reader: Reader) -> int:
        """Send what is new; ends, with the code to hang up with, when the phone is too slow."""
        try:
            while True:
                letter = await self.next(reader, _BEAT)
                async with asyncio.timeout(_SLOW):
                    await socket.send_text(letter)
        except TimeoutError:
            return _TOO_SLOW

    async def _heard(self, reader: Reader, text: str) -> bool:
        """Take what a phone says; whether it may say such a thing at all."""
        try:
            said = msgspec.json.decode(text, type=Said)
        except (msgspec.DecodeError, UnicodeError):
            return False
        if self.pairs.seat_of(reader.token) is None:
            return False
        await self.answer(reader, said.question, said.option)
        return True


def _guard(request: AnyRequest) -> Response[bytes] | None:
    return None if spoken_to(request.headers.get("host", "")) else Response(b"", status_code=421)


def _language(asked: AnyRequest | AnySocket) -> str:
    return language(asked.query_params.get("lang"), asked.cookies.get("lang"), asked.headers.get("accept-language"))


def _nothing() -> Response[bytes]:
    return Response(b"", status_code=404)


def _void(request: AnyRequest) -> Response[bytes]:
    return _sent(request, pair_page(_language(request), ""), cache="no-store", status=410)


def _sent(request: AnyRequest, asset: Asset, cache: str = "no-cache", status: int = 200) -> Response[bytes]:
    packed = "gzip" in request.headers.get("accept-encoding", "")
    tag = f'W/"{asset.tag}"'
    headers = {"cache-control": cache, "etag": tag, "vary": "accept-encoding, accept-language, cookie"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(
        asset.packed if packed else asset.plain, media_type=asset.media, headers=headers, status_code=status
    )
