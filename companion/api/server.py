"""The referee on a Unix socket: the live link for clients, the picture and the pulse over HTTP."""

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, get_args

import msgspec
import uvicorn
from litestar import Litestar, Response, WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect

from companion.api.desk import Desk
from companion.api.mailbox import Mailbox
from companion.api.protocol import Role
from companion.api.switchboard import Switchboard, Table
from companion.errors import Unusable
from companion.heartbeat import beating

_LOG = logging.getLogger(__name__)
_LONGEST_SOCKET_PATH = 100
_LARGEST_MESSAGE = 4 << 20


def application(board: Switchboard) -> Litestar:
    """The web application of the Unix socket: ``/link?role=``, ``/view``, ``/healthz``."""

    @websocket("/link")
    async def link(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        try:
            role = msgspec.convert(socket.query_params.get("role"), Role)
        except msgspec.ValidationError:
            await socket.close(1008, f"the role must be one of {', '.join(get_args(Role))}")
            return
        await _converse(board, socket, role)

    @get("/view")
    async def view() -> Response[bytes]:
        return Response(msgspec.json.encode(await board.look()), media_type="application/json")

    @get("/healthz")
    async def healthz() -> dict[str, Any]:
        return {"ok": True, "seq": (await board.look()).seq}

    @contextlib.asynccontextmanager
    async def living(_: Litestar) -> AsyncIterator[None]:
        # By way of the table's own thread: where that stands still, there is no sign of life.
        pulse = asyncio.create_task(beating(board.turn))
        yield
        pulse.cancel()

    return Litestar([link, view, healthz], lifespan=[living], openapi_config=None)


async def _converse(board: Switchboard, socket: WebSocket[Any, Any, Any], role: Role) -> None:
    mailbox = await board.join(role)
    writer = asyncio.create_task(_deliver(mailbox, socket))
    try:
        while True:
            text = await socket.receive_text()
            try:
                await board.receive(mailbox, text)
            except Exception:  # noqa: BLE001 - whatever it is: it is logged, and the conversation goes on
                # One message that something of ours stumbles over must cost nobody the table; the next may do.
                _LOG.exception("a message of a %s could not be dealt with: %.200s", role, text)
    except WebSocketDisconnect:
        return
    finally:
        board.leave(mailbox)
        writer.cancel()
        # However the writer ended, the conversation is over.
        await asyncio.gather(writer, return_exceptions=True)


async def _deliver(mailbox: Mailbox, socket: WebSocket[Any, Any, Any]) -> None:
    while (text := await mailbox.take()) is not None:
        await socket.send_text(text)
    await socket.close(1013, "too slow: connect again for a fresh picture")


def listen(path: Path) -> socket.socket:
    """A listening Unix socket at ``path``, taking the place of whatever socket file was left there.

    Bound under another name and renamed, so that a client finds the old file or a live one, never none.
    """
    if len(os.fsencode(path)) > _LONGEST_SOCKET_PATH:
        raise Unusable(f"{path}: longer than a socket's name may be; choose a shorter --state folder")
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(fresh))
        fresh.chmod(0o600)
        listener.listen(64)
        fresh.rename(path)
    except OSError as error:
        listener.close()
        raise Unusable(f"{path}: cannot listen here ({error.strerror}); choose another --state folder") from error
    return listener


def serve(table: Table, path: Path, desk: Desk) -> None:
    """Serve until told to stop (SIGTERM, SIGINT); removes the socket file in the end."""
    # One thread: the table is never entered twice, and a slow disk does not stop the pings.
    worker = ThreadPoolExecutor(1, "table")
    listener = listen(path)
    served = application(Switchboard(table, worker, desk))
    config = uvicorn.Config(
        served, ws="websockets-sansio", ws_max_size=_LARGEST_MESSAGE, ws_per_message_deflate=False,
        log_level="warning", access_log=False, timeout_graceful_shutdown=2, lifespan="on",
    )  # fmt: skip
    try:
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
    finally:
        desk.close()
        worker.shutdown(wait=True)
        listener.close()
        path.unlink(missing_ok=True)
