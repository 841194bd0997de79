"""Cameras on the network that send JPEGs one after the other over HTTP (MJPEG): IP cameras, telephones' camera apps."""

import base64
import contextlib
import http.client
import re
import ssl
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from vision.cameras.camera import CameraUnavailable, opens
from vision.cameras.stream import MOST_BYTES, PATIENCE, Fresh, Shot, StreamCamera, gone, hang_up, jpeg

if TYPE_CHECKING:
    import socket

_MOST_HEAD: Final = 4096
"""Bytes of what stands before a picture."""
_CHUNK: Final = 65536
_KIND: Final = "multipart/x-mixed-replace"
_LENGTH: Final = re.compile(rb"(?im)^content-length:[ \t]*(\d{1,9})[ \t]*\r?$")


class HttpSource:
    """One address: ``http://NAME:PASSWORD@HOST:PORT/PATH``, or ``https``. Redirections are not followed."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        try:
            self._host, self._port = parts.hostname or "", parts.port
        except ValueError as error:
            raise CameraUnavailable(f"camera {address!r}: not an address ({error})") from error
        # Never with its password: this stands in logs and on screens.
        self.name = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
        if not self._host or any(character <= " " for character in address):
            raise CameraUnavailable(f"camera {self.name!r}: not an address; write http://HOST:PORT/PATH")
        self._secure = parts.scheme == "https"
        self._path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._headers = {"Accept": f"{_KIND}, image/jpeg", "User-Agent": "companion"}
        if parts.username is not None:
            told = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            self._headers["Authorization"] = f"Basic {base64.b64encode(told.encode()).decode()}"
        self._line: socket.socket | None = None

    def shots(self) -> Iterator[Shot]:
        """Connect, and give each new picture."""
        fresh = Fresh()
        with (
            gone(self.name),
            contextlib.closing(self._connect()) as connection,
            contextlib.closing(self._ask(connection)) as answer,
        ):
            reader = _Reader(answer, self.name)
            while True:
                data = reader.part()
                if fresh(data):
                    yield jpeg(data, self.name)

    def close(self) -> None:
        """Hang up."""
        hang_up(self._line)

    def _connect(self) -> http.client.HTTPConnection:
        if not self._secure:
            return http.client.HTTPConnection(self._host, self._port, timeout=PATIENCE)
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(self._host, self._port, timeout=PATIENCE, context=context)

    def _ask(self, connection: http.client.HTTPConnection) -> http.client.HTTPResponse:
        try:
            connection.request("GET", self._path, headers=self._headers)
            # The answer takes it over.
            self._line = connection.sock
            answer = connection.getresponse()
        except ssl.SSLCertVerificationError as error:
            mend = "give it one that this machine trusts (SSL_CERT_FILE), or use http:// in a network of your own"
            line = f"camera {self.name!r}: its certificate is not good ({error.verify_message}); {mend}"
            raise CameraUnavailable(line, "no_picture") from error
        except ssl.SSLError as error:
            line = f"camera {self.name!r}: speaks no TLS ({error.reason}); is it http:// perhaps?"
            raise CameraUnavailable(line, "no_picture") from error
        except http.client.HTTPException as error:
            line = f"camera {self.name!r}: does not speak HTTP ({type(error).__name__})"
            raise CameraUnavailable(line, "no_picture") from error
        if answer.status != http.HTTPStatus.OK:
            mend = "write NAME:PASSWORD@ before the host" if answer.status in (401, 403) else "check its path"
            line = f"camera {self.name!r}: answers {answer.status} {answer.reason[:60]}; {mend}"
            raise CameraUnavailable(line, "no_picture")
        return answer


class _Reader:
    """Parts out of an answer that does not end, each within its time and its size."""

    def __init__(self, answer: http.client.HTTPResponse, name: str) -> None:
        self._answer, self._name, self._held = answer, name, b""
        self._boundary = b"--" + self._told(answer).lstrip("-").encode("latin-1")

    def part(self) -> bytes:
        """The next picture's bytes."""
        boundary = self._boundary
        deadline = time.monotonic() + PATIENCE
        self._until(boundary, MOST_BYTES, deadline)
        head = self._until(b"\r\n\r\n", _MOST_HEAD, deadline)
        told = _LENGTH.search(head)
        if told is None:
            found = self._until(boundary, MOST_BYTES, deadline)
            # It stands before the next picture.
            self._held = boundary + self._held
            return found.removesuffix(b"\r\n")
        length = int(told[1])
        if length > MOST_BYTES:
            raise self._refused(f"a picture of {length} bytes is announced; {MOST_BYTES // 1_000_000} MB at most")
        while len(self._held) < length:
            self._more(deadline)
        data, self._held = self._held[:length], self._held[length:]
        return data

    def _told(self, answer: http.client.HTTPResponse) -> str:
        kind = answer.headers.get_content_type()
        boundary = answer.headers.get_boundary("") if kind == _KIND else ""
        if not boundary or len(boundary) > 200:
            raise self._refused(f"it sends {kind[:60]}, not one picture after the other ({_KIND})")
        return boundary

    def _until(self, mark: bytes, most: int, deadline: float) -> bytes:
        """What stands before a mark, which is taken too."""
        start = 0
        while (place := self._held.find(mark, start)) < 0:
            if len(self._held) > most:
                raise self._refused(f"more than {most} bytes without an end")
            start = max(0, len(self._held) - len(mark))
            self._more(deadline)
        found, self._held = self._held[:place], self._held[place + len(mark) :]
        return found

    def _more(self, deadline: float) -> None:
        if time.monotonic() > deadline:
            raise CameraUnavailable(f"camera {self._name!r}: sends no whole picture in {PATIENCE:.0f} s", "no_picture")
        try:
            data = self._answer.read1(_CHUNK)
        except http.client.HTTPException as error:
            raise self._refused(type(error).__name__) from error
        if not data:
            raise CameraUnavailable(f"camera {self._name!r}: has hung up", "no_picture")
        self._held += data

    def _refused(self, why: str) -> CameraUnavailable:
        return CameraUnavailable(f"camera {self._name!r}: is no MJPEG stream ({why})", "no_picture")


@opens("http")
def open_http(rest: str) -> StreamCamera:
    """The camera called ``http://…``."""
    return _opened(f"http:{rest}")


@opens("https")
def open_https(rest: str) -> StreamCamera:
    """The camera called ``https://…``: its certificate must be good."""
    return _opened(f"https:{rest}")


def _opened(address: str) -> StreamCamera:
    source = HttpSource(address)
    return StreamCamera(source.name, source)
