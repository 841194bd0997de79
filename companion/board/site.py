"""What phones reach over the network: the page and its files, the live link, pairing, results. Nothing else."""

import asyncio
import contextlib
import re
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, Response, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from companion.board.assets import assets, page, pair_page
from companion.board.board import Board, Reader
from companion.board.gate import Allowance, Door, Doorkeeper, same_origin, spoken_to
from companion.board.headers import HEADERS
from companion.board.lending import lend_routes
from companion.board.scoring import score_routes
from companion.board.sending import AnyRequest, AnySocket, language_of, sent
from companion.errors import Unusable
from companion.heartbeat import beating
from companion.results.handing import FORMS, Handed, handed

_TOKEN = "seat"  # noqa: S105 - the cookie's name
_DAY = 24 * 3600
_FOR_EVER = "public, max-age=31536000, immutable"
_LARGEST_MESSAGE = 2 << 10
_BACKLOG = 128
"""Connections that are taken at once: so few that those too many are gone before a process has 1024 files open."""
_BEAT = 10.0
"""Seconds of silence after which a phone is told that there is nothing to tell."""
_NOT_ALLOWED, _COME_BACK, _TOO_SLOW = 1008, 1012, 1013
_SLOW = 20.0
"""Seconds that a phone may take to take something before it is hung up on."""


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a phone can say: the answer to its seat's question."""

    question: int
    option: int


def serve(board: Board, listener: socket.socket, secure: tuple[socket.socket, Path] | None = None) -> None:
    """Serve until told to stop (SIGTERM, SIGINT). ``secure``: where over TLS too, and with which certificate."""
    servers = [(uvicorn.Server(_config(board)), listener)]
    if secure is not None:
        servers.append((uvicorn.Server(_config(board, secure[1])), secure[0]))
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(servers, board))


def _config(board: Board, certificate: Path | None = None) -> uvicorn.Config:
    # Anybody in the house can reach this: small messages, few connections, no word of a proxy's is believed.
    return uvicorn.Config(
        application(board), http=Door, ws="websockets-sansio", ws_max_size=_LARGEST_MESSAGE,
        ws_max_queue=4, ws_per_message_deflate=False, ws_ping_interval=15, ws_ping_timeout=15,
        timeout_keep_alive=10, backlog=_BACKLOG, proxy_headers=False, server_header=False,
        # What strangers send is not worth a line each: they could fill the disk with it.
        log_level="error", access_log=False, timeout_graceful_shutdown=1, lifespan="on",
        ssl_certfile=certificate,
    )  # fmt: skip


async def _serve(servers: Sequence[tuple[uvicorn.Server, socket.socket]], board: Board) -> None:
    following = asyncio.create_task(board.follow())
    serving = [asyncio.create_task(server.serve(sockets=[listener])) for server, listener in servers]
    lending = [asyncio.create_task(board.lending.serve())] if board.lending is not None else []
    living = asyncio.create_task(beating())
    try:
        await asyncio.wait((following, *serving), return_when=asyncio.FIRST_COMPLETED)
        # A board that hears the referee no more is of no use: its error ends the process, which is started again.
        for server, _listener in servers:
            server.should_exit = True
        await asyncio.gather(*serving)
    finally:
        for task in (living, *lending):
            task.cancel()
        await board.readings.close()
        board.close()
        await following


def application(board: Board) -> Litestar:
    """What phones reach."""
    doorkeeper = Doorkeeper()

    @get("/")
    async def show(request: AnyRequest) -> Response[bytes]:
        return sent(request, page(language_of(request)))

    @get("/a/{name:str}")
    async def file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
        asset = assets().get(name)
        return _nothing() if asset is None else sent(request, asset, cache=_FOR_EVER)

    # Only looked at: what reads codes may fetch what they lead to, and that must use nothing up.
    @get("/pair/{secret:str}")
    async def offer(request: AnyRequest, secret: FromPath[str]) -> Response[bytes]:
        lang, seat = language_of(request), board.pairs.offered(secret)
        if seat is None:
            return _void(request)
        return sent(request, pair_page(lang, board.player(seat, lang)), cache="no-store")

    @post("/pair/{secret:str}")
    async def take(request: AnyRequest, secret: FromPath[str]) -> Response[bytes]:
        if not same_origin(request.headers.get("host", ""), request.headers.get("origin")):
            return Response(b"", status_code=403)
        token = board.pairs.redeem(secret)
        if token is None:
            return _void(request)
        answer = Response(b"", status_code=303, headers={"location": "/"})
        answer.set_cookie(_TOKEN, token, max_age=_DAY, httponly=True, samesite="strict")
        board.wake()
        return answer

    @websocket("/live")
    async def live(socket: AnySocket) -> None:
        host, address = socket.headers.get("host", ""), socket.client.host if socket.client else ""
        ours = spoken_to(host) and same_origin(host, socket.headers.get("origin"))
        if not ours or board.away or not doorkeeper.enter(address):
            await socket.close(_NOT_ALLOWED)
            return
        try:
            await socket.accept()
            await _converse(board, socket)
        finally:
            doorkeeper.leave(address)

    handlers = [show, file, offer, take, live, _results(board), *score_routes(board.readings)]
    handlers += lend_routes(board.lending) if board.lending is not None else []
    return Litestar(handlers, openapi_config=None, before_request=_guard, response_headers=HEADERS)


def _results(board: Board) -> Any:
    """Where finished games are handed on; a score sheet takes a second to draw: one at a time."""
    printing = asyncio.Semaphore(1)
    printed: dict[tuple[str, str, int], Handed] = {}

    @get("/results/{file:str}")
    async def result(request: AnyRequest, file: FromPath[str]) -> Response[bytes]:
        name, _dot, kind = file.rpartition(".")
        form = next((form for form in FORMS if form == kind), None)
        # Nine digits: a longer name may be one that no disk can hold.
        journal = board.ended(name) if re.fullmatch(r"game-[0-9]{1,9}", name) else None
        if form is None or journal is None:
            return _nothing()
        lang = language_of(request)
        key = (file, lang, journal.stat().st_mtime_ns)
        try:
            async with printing:
                if key not in printed:
                    made = await asyncio.to_thread(handed, journal, form, lang)
                    printed.clear()
                    printed[key] = made
                made = printed[key]
        except Unusable:
            # Damaged: nothing to hand on.
            return _nothing()
        kept = {"cache-control": "no-cache", "content-disposition": f'inline; filename="{made.name}"'}
        return Response(made.content, media_type=made.media, headers=kept)

    return result


async def _converse(board: Board, socket: AnySocket) -> None:
    reader = Reader(language_of(socket), socket.cookies.get(_TOKEN, ""))
    board.join(reader)
    tasks = [asyncio.create_task(half(board, socket, reader)) for half in (_listen, _deliver)]
    try:
        ended, _others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        await socket.close(next(iter(ended)).result())
    except WebSocketDisconnect:
        return
    finally:
        board.leave(reader)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _listen(board: Board, socket: AnySocket, reader: Reader) -> int:
    """Take what a phone says; ends, with the code to hang up with, when it says what it may not."""
    allowance = Allowance()
    while allowance.spend():
        try:
            said = msgspec.json.decode(await socket.receive_text(), type=Said)
        except (msgspec.DecodeError, UnicodeError):
            break
        if board.pairs.seat_of(reader.token) is None:
            break
        await board.answer(reader, said.question, said.option)
    return _NOT_ALLOWED


async def _deliver(board: Board, socket: AnySocket, reader: Reader) -> int:
    """Send what is new; ends, with the code to hang up with, when the phone is too slow or the referee away."""
    try:
        while (letter := await board.next(reader, _BEAT)) is not None:
            async with asyncio.timeout(_SLOW):
                await socket.send_text(letter)
    except TimeoutError:
        return _TOO_SLOW
    return _COME_BACK


def _guard(request: AnyRequest) -> Response[bytes] | None:
    return None if spoken_to(request.headers.get("host", "")) else Response(b"", status_code=421)


def _nothing() -> Response[bytes]:
    return Response(b"", status_code=404)


def _void(request: AnyRequest) -> Response[bytes]:
    return sent(request, pair_page(language_of(request), ""), cache="no-store", status=410)
