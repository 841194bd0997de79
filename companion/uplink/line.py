"""The line to the hub: HTTP or HTTPS, one connection kept open, patient for so long and no longer."""

import contextlib
import hashlib
import http.client
import ssl
from typing import Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec

from companion import __version__

_PATIENCE: Final = 10.0
_LARGEST_ANSWER: Final = 4 << 20
Said = TypeVar("Said", bound=msgspec.Struct)


class HubAway(Exception):
    """The hub is not to be reached, or breaks off; whether it has heard us, it will say next time."""


class Answer(NamedTuple):
    """What the hub said."""

    status: int
    body: bytes

    def read(self, kind: type[Said]) -> Said:
        """What it said, as this. Raises ``HubAway`` where a hub says nothing of the kind."""
        try:
            return msgspec.json.decode(self.body, type=kind)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise HubAway(f"it answers, but not as a hub does (HTTP {self.status})") from error


class Line:
    """To the hub at this address; ``pin``: the SHA-256 of the certificate that it must show, empty: a trusted one.

    ``patience``: seconds for each word of the hub's.
    """

    def __init__(self, hub: str, pin: str = "", patience: float = _PATIENCE) -> None:
        self.hub, self._pin, self._patience = hub, pin, patience
        self._connection: http.client.HTTPConnection | None = None

    def post(self, path: str, body: bytes) -> Answer:
        """Say something. Raises ``HubAway``."""
        return self._ask("POST", path, body)

    def get(self, path: str) -> Answer:
        """Ask something. Raises ``HubAway``."""
        return self._ask("GET", path, None)

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, body: bytes | None) -> Answer:
        headers = {"content-type": "application/json", "user-agent": f"companion/{__version__}"}
        try:
            connection = self._connected()
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            said = answer.read(_LARGEST_ANSWER + 1)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise HubAway(" ".join(str(error).split()) or type(error).__name__) from error
        if len(said) > _LARGEST_ANSWER:
            self.close()
            raise HubAway("it says too much")
        return Answer(answer.status, said)

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            address = urlsplit(self.hub)
            host, port = address.hostname or "", address.port
            if address.scheme == "https":
                self._connection = http.client.HTTPSConnection(
                    host, port, timeout=self._patience, context=self._trust()
                )
            else:
                self._connection = http.client.HTTPConnection(host, port, timeout=self._patience)
            self._connection.connect()
            self._check()
        return self._connection

    def _trust(self) -> ssl.SSLContext:
        context = ssl.create_default_context()
        if self._pin:
            # A hub in a hall has a certificate that nobody else vouches for: it is the one that the QR code named.
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context

    def _check(self) -> None:
        socket = None if self._connection is None else self._connection.sock
        if not self._pin or self._connection is None:
            return
        shown = socket.getpeercert(binary_form=True) if isinstance(socket, ssl.SSLSocket) else None
        if shown is None or hashlib.sha256(shown).hexdigest() != self._pin:
            with contextlib.suppress(OSError):
                self.close()
            raise OSError("it is not the hub that this table was paired with: its certificate is another")
