"""The referee on a Unix socket: the live link for clients, the picture and the pulse over HTTP."""

import asyncio
import logging
import os
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import get_args
from urllib.parse import parse_qs, urlsplit

import msgspec
from websockets.asyncio.server import ServerConnection, unix_serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from companion.api.desk import Desk
from companion.api.mailbox import Mailbox
from companion.api.protocol import Role
from companion.api.switchboard import Switchboard, Table
from companion.errors import Unusable
from companion.heartbeat import beating

_LOG = logging.getLogger(__name__)
_LONGEST_SOCKET_PATH = 100
_LARGEST_MESSAGE = 4 << 20
_CLOSE_SECONDS = 2.0
"""How long a client may take to hang up."""


async def serving(board: Switchboard, listener: socket.socket, stopped: asyncio.Event) -> None:
    """Serve on a listening Unix socket until stopped: ``/link?role=`` (WebSocket), ``/view``, ``/healthz``."""
    async with unix_serve(
        partial(_converse, board),
        sock=listener,
        process_request=partial(_answer, board),
        compression=None,
        max_size=_LARGEST_MESSAGE,
        close_timeout=_CLOSE_SECONDS,
    ):
        # By way of the table's own thread: where that stands still, there is no sign of life.
        pulse = asyncio.create_task(beating(board.turn))
        await stopped.wait()
        pulse.cancel()


async def _answer(board: Switchboard, connection: ServerConnection, request: Request) -> Response | None:
    """What is answered to a request for a page; ``None``: it is one for the link."""
    path = urlsplit(request.path).path
    if path == "/link":
        return None
    if path == "/view":
        body = msgspec.json.encode(await board.look())
    elif path == "/healthz":
        body = msgspec.json.encode({"ok": True, "seq": (await board.look()).seq})
    else:
        return connection.respond(HTTPStatus.NOT_FOUND, f"{path}: there is no such page here\n")
    headers = Headers({"Content-Type": "application/json", "Content-Length": str(len(body)), "Connection": "close"})
    return Response(HTTPStatus.OK, "OK", headers, body)


async def _converse(board: Switchboard, connection: ServerConnection) -> None:
    asked = parse_qs(urlsplit(connection.request.path).query) if connection.request is not None else {}
    try:
        role = msgspec.convert("".join(asked.get("role", ())), Role)
    except msgspec.ValidationError:
        await connection.close(CloseCode.POLICY_VIOLATION, f"the role must be one of {', '.join(get_args(Role))}")
        return
    mailbox = await board.join(role)
    writer = asyncio.create_task(_deliver(mailbox, connection))
    try:
        while True:
            text = await connection.recv(decode=True)
            try:
                await board.receive(mailbox, text)
            except Exception:  # noqa: BLE001 - whatever it is: it is logged, and the conversation goes on
                # One message that something of ours stumbles over must cost nobody the table; the next may do.
                _LOG.exception("a message of a %s could not be dealt with: %.200s", role, text)
    except ConnectionClosed:
        return
    finally:
        board.leave(mailbox)
        writer.cancel()
        # However the writer ended, the conversation is over.
        await asyncio.gather(writer, return_exceptions=True)


async def _deliver(mailbox: Mailbox, connection: ServerConnection) -> None:
    while (text := await mailbox.take()) is not None:
        await connection.send(text)
    await connection.close(CloseCode.TRY_AGAIN_LATER, "too slow: connect again for a fresh picture")


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
    try:
        asyncio.run(_serving_until_told(Switchboard(table, worker, desk), listener))
    finally:
        desk.close()
        worker.shutdown(wait=True)
        listener.close()
        path.unlink(missing_ok=True)


async def _serving_until_told(board: Switchboard, listener: socket.socket) -> None:
    stopped = asyncio.Event()
    for told in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(told, stopped.set)
    await serving(board, listener, stopped)
