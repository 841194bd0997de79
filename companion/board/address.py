"""Where the board listens, and where phones in the same house find it; found without asking anybody."""

import fcntl
import socket
import struct
from pathlib import Path

from companion.errors import Unusable

AUTO = "auto"
"""Everywhere, at the first free port from ``FIRST_PORT`` on."""
FIRST_PORT = 8480
_PORTS = 20
_ADDRESS_OF = 0x8915
"""Linux' SIOCGIFADDR."""
_INTERFACES = Path("/sys/class/net")
_NOWHERE = ("192.0.2.1", 9)
"""An address that no network has (RFC 5737): the way to it is the way out. Nothing is sent there."""


def listen(where: str) -> socket.socket:
    """A listening TCP socket at ``HOST:PORT``, or ``auto``. Raises ``Unusable`` where that cannot be."""
    if where == AUTO:
        return next_free("0.0.0.0", FIRST_PORT)  # noqa: S104 - phones come from outside
    host, _colon, port = where.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise Unusable(f"--board {where!r}: not an address; HOST:PORT (0.0.0.0:{FIRST_PORT}), auto or none")
    try:
        return _bound(host, int(port))
    except OSError as error:
        raise Unusable(f"--board {where}: cannot listen there ({error.strerror}); choose another or auto") from error


def next_free(host: str, first: int) -> socket.socket:
    """A listening socket at the first free port from this one on. Raises ``Unusable`` where there is none."""
    for port in range(first, first + _PORTS):
        try:
            return _bound(host, port)
        except (OSError, OverflowError):
            continue
    raise Unusable(f"--board auto: no port from {first} to {first + _PORTS - 1} is free; name one")


def _bound(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # A referee that was killed comes back at the same address.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(64)
    except OSError:
        listener.close()
        raise
    return listener


def reachable(host: str, port: int) -> str:
    """The address that a phone can be given of what listens there: ``http://192.168.1.5:8480``."""
    return f"http://{outward(host)}:{port}"


def outward(host: str) -> str:
    """The address by which others reach what listens at ``host``."""
    return _outward() if host == "0.0.0.0" else host  # noqa: S104 - compared, not bound


def _outward() -> str:
    """This machine's address in its network; 127.0.0.1 where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            # No way out, as where the machine itself is the house's access point: any address of its own then.
            names = sorted(path.name for path in _INTERFACES.iterdir())
            return next((found for name in names if (found := _of(probe, name))), "127.0.0.1")


def _of(probe: socket.socket, interface: str) -> str:
    if interface == "lo":
        return ""
    try:
        found = fcntl.ioctl(probe.fileno(), _ADDRESS_OF, struct.pack("256s", interface.encode()[:15]))
    except OSError:
        return ""
    return socket.inet_ntoa(found[20:24])
